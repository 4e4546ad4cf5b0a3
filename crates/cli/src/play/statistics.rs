//! What is told at the end: result, history, and how the computers did.

use std::time::Duration;

use chess::Color;
use engine::Branching;

use super::console::width;
use super::panel::move_words;
use super::session::Session;
use crate::play::grouped;

/// The report on a game, finished or not.
pub(crate) fn report(session: &Session, columns: usize) -> String {
    let mut text = match session.reason() {
        Some(reason) => format!("{reason} ({}).\n", reason.outcome().pgn()),
        None => "The game is not finished.\n".to_owned(),
    };
    let moves = session.game.moves().len().div_ceil(2);
    if moves == 0 {
        text.push_str("No move was played.\n");
        return text;
    }
    let history = width::wrap(&move_words(session).join(" "), columns.saturating_sub(1)).join("\n");
    text.push_str(&format!("\n{history}\n\n{}.\n", count(moves, "move")));
    for line in players(session) {
        text.push_str(&width::wrap(&line, columns.saturating_sub(1)).join("\n"));
        text.push('\n');
    }
    text
}

/// A line for each computer player.
fn players(session: &Session) -> Vec<String> {
    let mut tallies: Vec<Tally<'_>> = Vec::new();
    for (position, _, note) in session.history() {
        let Some(by) = note.by.as_deref() else { continue };
        let color = position.turn();
        let known = tallies.iter().position(|tally| tally.color == color && tally.by == by);
        let at = known.unwrap_or_else(|| {
            tallies.push(Tally { color, by, ..Tally::default() });
            tallies.len() - 1
        });
        let tally = &mut tallies[at];
        tally.moves += 1;
        tally.time += note.elapsed;
        tally.nodes += note.nodes;
        tally.branching += note.branching.unwrap_or_default();
    }
    tallies.sort_by_key(|tally| tally.color);
    tallies.iter().map(Tally::line).collect()
}

/// What one player did.
struct Tally<'a> {
    color: Color,
    by: &'a str,
    moves: usize,
    time: Duration,
    nodes: u64,
    branching: Branching,
}

impl Default for Tally<'_> {
    fn default() -> Self {
        Tally {
            color: Color::White,
            by: "",
            moves: 0,
            time: Duration::ZERO,
            nodes: 0,
            branching: Branching::default(),
        }
    }
}

impl Tally<'_> {
    fn line(&self) -> String {
        let each = self.moves.max(1);
        // Some players do not say how their trees branched, some have none.
        let branching = match self.branching.factor() {
            Some(factor) => format!(", branching factor {factor:.1}"),
            None => String::new(),
        };
        format!(
            "{} ({}): {}, {:.2} s a move, {} positions analysed a move{branching}",
            self.color,
            self.by,
            count(self.moves, "move"),
            self.time.as_secs_f64() / each as f64,
            grouped(self.nodes / each as u64),
        )
    }
}

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
