//! What is told at the end: result, history, and how the computers did.

use std::time::Duration;

use chess::{Color, Reason};
use engine::Branching;

use super::console::width::{self, TIED};
use super::panel::move_words;
use super::session::{Note, Session};
use super::{count, grouped, sentence};

/// The report on a game, finished or not.
pub(crate) fn report(session: &Session, columns: usize) -> String {
    let wrap = |text: &str| width::wrap(text, columns.saturating_sub(1)).join("\n");
    let mut text = wrap(&result(session.reason()));
    let moves = session.game.moves().len().div_ceil(2);
    if moves == 0 {
        text.push_str("\nNo move was played.\n");
    } else {
        text.push_str(&format!("\n\n{}\n\n", wrap(&tied_moves(session))));
        text.push_str(&format!("{}.\n", count(moves as u64, "move")));
    }
    for line in players(session) {
        text.push_str(&wrap(&line));
        text.push('\n');
    }
    text
}

/// Result and reason as a sentence.
pub(crate) fn result(reason: Option<Reason>) -> String {
    match reason {
        Some(reason) => sentence(&format!("{reason} ({})", reason.outcome().pgn())),
        None => "The game is not finished.".to_owned(),
    }
}

/// The game in SAN; no line ends between the two moves of a pair.
pub(crate) fn tied_moves(session: &Session) -> String {
    let tied = |word: String| word.replace(' ', &TIED.to_string());
    move_words(session).into_iter().map(tied).collect::<Vec<_>>().join(" ")
}

/// A line for each computer player.
fn players(session: &Session) -> Vec<String> {
    let mut tallies: Vec<Tally<'_>> = Vec::new();
    for (position, _, note) in session.history() {
        if let Some(tally) = find(&mut tallies, position.turn(), note) {
            tally.moves += 1;
            tally.add(note);
        }
    }
    if let Some((color, note)) = session.interrupted()
        && let Some(tally) = find(&mut tallies, color, note)
    {
        match tally.moves {
            // Its first and only thinking is all there is to tell.
            0 => tally.add(note),
            _ => tally.more = note.nodes,
        }
    }
    tallies.sort_by_key(|tally| tally.color);
    tallies.iter().map(Tally::line).collect()
}

/// The tally of the computer player behind a note, a new one if need be; `None`
/// for a person.
fn find<'a, 'b>(
    tallies: &'b mut Vec<Tally<'a>>,
    color: Color,
    note: &'a Note,
) -> Option<&'b mut Tally<'a>> {
    let by = note.by.as_deref()?;
    let known = tallies.iter().position(|tally| tally.color == color && tally.by == by);
    let at = known.unwrap_or_else(|| {
        tallies.push(Tally::new(color, by));
        tallies.len() - 1
    });
    tallies.get_mut(at)
}

/// What one player did.
struct Tally<'a> {
    color: Color,
    by: &'a str,
    moves: u64,
    time: Duration,
    nodes: u64,
    /// Counted in the trees of players who let us watch.
    branching: Branching,
    /// For the others: the depths they reached, and the logarithms of the numbers
    /// of positions that took.
    depths: u32,
    logarithms: f64,
    /// Positions looked at for a move that was not made any more.
    more: u64,
}

impl<'a> Tally<'a> {
    fn new(color: Color, by: &'a str) -> Tally<'a> {
        Tally {
            color,
            by,
            moves: 0,
            time: Duration::ZERO,
            nodes: 0,
            branching: Branching::default(),
            depths: 0,
            logarithms: 0.0,
            more: 0,
        }
    }

    fn add(&mut self, note: &Note) {
        self.time += note.elapsed;
        self.nodes += note.nodes;
        match note.branching {
            Some(branching) => self.branching += branching,
            None if note.depth > 0 && note.nodes > 0 => {
                self.depths += note.depth;
                self.logarithms += (note.nodes as f64).ln();
            }
            None => {}
        }
    }

    fn line(&self) -> String {
        let seconds = self.time.as_secs_f64();
        let (color, by) = (self.color, self.by);
        let more = match self.more {
            0 => String::new(),
            more => format!("; {} more for a move it did not make", grouped(more)),
        };
        let work = match (self.moves, self.nodes) {
            (0, 0) => format!("no move yet, {seconds:.2} s"),
            (0, nodes) => {
                format!("no move yet, {} positions analysed in {seconds:.2} s", grouped(nodes))
            }
            (moves, nodes) => {
                let each = seconds / moves as f64;
                let analysed = match nodes {
                    0 => "nothing searched".to_owned(),
                    _ => format!("{} positions analysed a move", grouped(nodes / moves)),
                };
                format!("{}, {each:.2} s a move, {analysed}", count(moves, "move"))
            }
        };
        format!("{color} ({by}): {work}{}{more}", self.told_branching())
    }

    /// The moves there were to choose from in each position of the tree, or else
    /// the number of moves a position with which a full tree of the same depth
    /// would have as many positions: the usual effective branching factor.
    fn told_branching(&self) -> String {
        match self.branching.factor() {
            Some(factor) => format!(", branching factor {factor:.1}"),
            None if self.depths > 0 => {
                let factor = (self.logarithms / f64::from(self.depths)).exp();
                format!(", effective branching factor {factor:.1}")
            }
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::session::Seat;
    use chess::{Claim, Position};
    use engine::Spec;

    fn session(moves: &[(&str, Note)]) -> Session {
        let seats = [Spec::Human, Spec::Human].map(|spec| Seat::new(spec, 1).unwrap());
        let mut session = Session::new(Position::start(), seats, None);
        for (san, note) in moves {
            session.play(session.game.position().parse_san(san).unwrap(), note.clone());
        }
        session
    }

    fn by(name: &str, nodes: u64, depth: u32) -> Note {
        Note { by: Some(name.to_owned()), nodes, depth, ..Note::default() }
    }

    #[test]
    fn every_computer_player_has_a_branching_factor() {
        let counted =
            Note { branching: Some(Branching { positions: 10, moves: 290 }), ..by("hard", 500, 4) };
        let session = session(&[
            ("e4", by("champion", 1_000, 3)),
            ("e5", counted),
            ("Nf3", by("champion", 100_000, 5)),
            ("Nc6", by("random", 0, 0)),
        ]);
        let text = report(&session, 200);
        // Ten moves a position: 10^3 and 10^5 positions at depths 3 and 5.
        assert!(
            text.contains("White (champion): 2 moves, 0.00 s a move, 50,500 positions analysed a move, effective branching factor 10.0\n"),
            "{text}"
        );
        assert!(text.contains("500 positions analysed a move, branching factor 29.0\n"), "{text}");
        assert!(
            text.contains("Black (random): 1 move, 0.00 s a move, nothing searched\n"),
            "{text}"
        );
    }

    #[test]
    fn an_interrupted_search_is_counted() {
        let mut first = session(&[]);
        let thought = Note { elapsed: Duration::from_secs(2), ..by("champion", 10_000, 4) };
        first.interrupt(Color::White, thought.clone());
        let text = report(&first, 200);
        assert!(
            text.contains("White (champion): no move yet, 10,000 positions analysed in 2.00 s, effective branching factor 10.0"),
            "{text}"
        );
        let mut later = session(&[("e4", by("champion", 100, 2)), ("e5", Note::default())]);
        later.interrupt(Color::White, thought);
        let text = report(&later, 200);
        assert!(
            text.contains("100 positions analysed a move, effective branching factor 10.0; 10,000 more for a move it did not make"),
            "{text}"
        );
    }

    #[test]
    fn results_are_sentences_and_pairs_stay_together() {
        let claimed = result(Some(Reason::Claimed(Claim::FiftyMoves)));
        assert!(claimed.starts_with("Draw claimed: 50 moves"), "{claimed}");
        assert!(claimed.ends_with("(1/2-1/2)."), "{claimed}");
        let session = session(&[
            ("e4", Note::default()),
            ("e5", Note::default()),
            ("Nf3", Note::default()),
            ("Nc6", Note::default()),
        ]);
        let text = report(&session, 16).replace(TIED, " ");
        assert!(text.contains("\n1. e4 e5\n2. Nf3 Nc6\n"), "{text}");
    }
}
