//! The comparison for people.

use std::fmt::Write;

use search::Ending;
use search::ladder::MoveOrder;

use super::{Comparison, MinimaxSize};
use crate::grid::{Alignment, Grid};
use crate::measure::NoFactor;
use crate::number::{grouped, listed, rate, seconds, times};
use crate::{Measurement, in_san};

/// Plies of a best line shown in the table.
const LONGEST_LINE: usize = 10;

impl Comparison {
    /// Two tables: the figures, then nodes per ply and best lines; and below
    /// them what has to be said about single rows.
    pub fn text(&self) -> String {
        let mut text = format!("{}\ndepth {}, {}", self.position, self.depth, self.evaluation);
        for (depth, size) in &self.minimax {
            let deeper = match *depth == self.depth {
                true => String::new(),
                false => format!(", to depth {depth} in this endgame"),
            };
            // Writing to a string cannot fail.
            let _ = match size {
                MinimaxSize::Exactly(nodes) => {
                    write!(text, "; minimax visits {} nodes{deeper}", grouped(*nodes))
                }
                MinimaxSize::AtMost(nodes) => write!(
                    text,
                    "; minimax visits at most {} nodes{deeper} (draws may end lines early)",
                    grouped(*nodes)
                ),
                MinimaxSize::About(nodes) => {
                    write!(text, "; minimax would visit about {nodes:.1e} nodes{deeper}")
                }
            };
        }
        if !self.position.has_legal_move() {
            let end = if self.position.is_check() { "mate" } else { "stalemate" };
            let _ = write!(text, "; the game is over: {end}");
        }
        text.push_str("\n\n");
        text.push_str(&self.figures());
        text.push('\n');
        text.push_str(&self.lines());
        let notes = self.notes();
        if !notes.is_empty() {
            text.push('\n');
        }
        for note in notes {
            text.push_str(&note);
            text.push('\n');
        }
        text
    }

    fn figures(&self) -> String {
        let mut grid = Grid::new([Alignment::Left].into_iter().chain([Alignment::Right; 9]));
        grid.row([
            "algorithm",
            "value",
            "nodes",
            "fewer",
            "evaluations",
            "cut-offs",
            "by first move",
            "branching",
            "time",
            "nodes/s",
        ]);
        grid.rule();
        let unknown = || "-".to_owned();
        for row in &self.rows {
            let Measurement { algorithm, report, counters, .. } = row;
            grid.row([
                algorithm.to_string(),
                row.value().map_or_else(unknown, |value| value.to_string()),
                format!("{}{}", grouped(report.nodes), mark(report.ending)),
                self.times_fewer(row)
                    .map_or_else(unknown, |fewer| format!("{} times", times(fewer))),
                grouped(counters.evaluations),
                grouped(counters.cutoffs),
                counters
                    .first_move_share()
                    .map_or_else(unknown, |share| format!("{:.0} %", 100.0 * share)),
                row.branching_factor().map_or_else(|_| unknown(), |factor| format!("{factor:.2}")),
                seconds(row.seconds),
                rate(row.speed()),
            ]);
        }
        grid.text()
    }

    fn lines(&self) -> String {
        let mut grid = Grid::new([Alignment::Left, Alignment::Left, Alignment::Left]);
        grid.row(["algorithm", "best line", "nodes per ply"]);
        grid.rule();
        for Measurement { algorithm, report, counters, .. } in &self.rows {
            let shown = report.pv.len().min(LONGEST_LINE);
            let mut line = in_san(&self.position, &report.pv[..shown]);
            if shown < report.pv.len() {
                line.push_str(" ...");
            }
            if line.is_empty() {
                line.push('-');
            }
            grid.row([algorithm.to_string(), line, listed(&counters.nodes_per_ply)]);
        }
        grid.text()
    }

    /// What the marks mean, and why a figure is missing.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (ending, note) in [
            (
                Ending::Stopped,
                "stopped by a limit of nodes; value and line are those of the last depth that it \
                 finished, or of the tree that it had grown",
            ),
            (
                Ending::MemoryFull,
                "ended because its memory was full; value and line are those of the tree that it \
                 had grown",
            ),
        ] {
            if self.rows.iter().any(|row| row.report.ending == ending) {
                notes.push(format!("{} {note}", mark(ending)));
            }
        }
        let is_told = |row: &Measurement| {
            matches!(row.algorithm.options.order, MoveOrder::Best | MoveOrder::Worst)
        };
        if self.rows.iter().any(is_told) {
            notes.push(
                "order=best and order=worst look the true values up before they try a move: the time has that in \
                 it, the nodes do not"
                    .to_owned(),
            );
        }
        let mut reasons: Vec<(NoFactor, Vec<String>)> = Vec::new();
        for row in &self.rows {
            let Err(why) = row.branching_factor() else { continue };
            let name = row.algorithm.to_string();
            match reasons.iter_mut().find(|(known, _)| *known == why) {
                Some((_, names)) => names.push(name),
                None => reasons.push((why, vec![name])),
            }
        }
        if !reasons.is_empty() {
            let said = |(why, names): &(NoFactor, Vec<String>)| {
                format!("{} {}", names.join(", "), why.said_of(names.len()))
            };
            let reasons: Vec<String> = reasons.iter().map(said).collect();
            notes.push(format!("no branching factor: {}", reasons.join("; ")));
        }
        notes
    }
}

/// What stands behind the nodes of a search that did not end by itself.
fn mark(ending: Ending) -> &'static str {
    match ending {
        Ending::Finished => "",
        Ending::Stopped => "*",
        Ending::MemoryFull => "†",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare;
    use chess::Position;
    use search::ladder::{Algorithm, Rung};

    /// A time that has more in it than the search is said to have it.
    #[test]
    fn times_with_a_look_at_the_true_values_say_so() {
        let position = Position::start();
        let material = eval::by_name("material").unwrap();
        let told = |order| {
            let algorithm = Algorithm::ordered(Rung::AlphaBeta, order);
            let minimax = MinimaxSize::count(&position, 2);
            compare(&position, material, 2, &[algorithm], minimax, 10_000).text()
        };
        let note = "the time has that in it, the nodes do not";
        assert!(told(MoveOrder::Best).contains(note) && told(MoveOrder::Worst).contains(note));
        assert!(!told(MoveOrder::MvvLva).contains(note));
    }
}
