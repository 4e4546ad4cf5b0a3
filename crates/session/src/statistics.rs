//! How the computers did.

use std::time::Duration;

use chess::Color;
use engine::Branching;

use crate::{GameSession, Note};

/// What one computer player did in a game.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveTally<'a> {
    /// Its side.
    pub color: Color,
    /// What it is called.
    pub by: &'a str,
    /// The moves it made.
    pub moves: u32,
    /// What they took.
    pub time: Duration,
    /// Positions it looked at for them.
    pub nodes: u64,
    /// Positions looked at for a move that was not made any more.
    pub more: u64,
    /// Counted in the trees of players who let us watch.
    counted: Branching,
    /// For the others: the depths they reached, and the logarithms of the numbers
    /// of positions that took.
    depths: u32,
    logarithms: f64,
}

/// A branching factor, and how it is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Factor {
    /// The moves there were to choose from in each position of the trees.
    Counted(f64),
    /// The moves a position with which a full tree of the same depth would have as
    /// many positions: the usual effective branching factor.
    Effective(f64),
}

/// A tally for each computer player who moved, White's first; a thinking that was
/// interrupted counts, too.
pub fn tallies<'a>(
    session: &'a GameSession,
    interrupted: Option<(Color, &'a Note)>,
) -> Vec<MoveTally<'a>> {
    let mut tallies: Vec<MoveTally<'_>> = Vec::new();
    for (position, _, note) in session.history() {
        if let Some(tally) = find(&mut tallies, position.turn(), note) {
            tally.moves += 1;
            tally.add(note);
        }
    }
    if let Some((color, note)) = interrupted
        && let Some(tally) = find(&mut tallies, color, note)
    {
        match tally.moves {
            // Its first and only thinking is all there is to tell.
            0 => tally.add(note),
            _ => tally.more = note.nodes,
        }
    }
    tallies.sort_by_key(|tally| tally.color);
    tallies
}

/// The tally of the computer player behind a note, a new one if need be; `None`
/// for a person.
fn find<'a, 'b>(
    tallies: &'b mut Vec<MoveTally<'a>>,
    color: Color,
    note: &'a Note,
) -> Option<&'b mut MoveTally<'a>> {
    let by = note.by.as_deref()?;
    let known = tallies.iter().position(|tally| tally.color == color && tally.by == by);
    let at = known.unwrap_or_else(|| {
        tallies.push(MoveTally::new(color, by));
        tallies.len() - 1
    });
    tallies.get_mut(at)
}

impl<'a> MoveTally<'a> {
    fn new(color: Color, by: &'a str) -> MoveTally<'a> {
        MoveTally {
            color,
            by,
            moves: 0,
            time: Duration::ZERO,
            nodes: 0,
            more: 0,
            counted: Branching::default(),
            depths: 0,
            logarithms: 0.0,
        }
    }

    fn add(&mut self, note: &Note) {
        self.time += note.elapsed;
        self.nodes += note.nodes;
        match note.branching {
            Some(branching) => self.counted += branching,
            None if note.depth > 0 && note.nodes > 0 => {
                self.depths += note.depth;
                self.logarithms += (note.nodes as f64).ln();
            }
            None => {}
        }
    }

    /// How bushy its trees were; `None` if it searched nothing.
    pub fn branching(&self) -> Option<Factor> {
        match self.counted.factor() {
            Some(factor) => Some(Factor::Counted(factor)),
            None if self.depths > 0 => {
                Some(Factor::Effective((self.logarithms / f64::from(self.depths)).exp()))
            }
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::Seat;

    fn by(name: &str, nodes: u64, depth: u32) -> Note {
        Note { by: Some(name.to_owned()), nodes, depth, ..Note::default() }
    }

    #[test]
    fn counted_trees_and_reckoned_ones() {
        let seats = ["champion", "hard"].map(|text| Seat::new(text.parse().unwrap()));
        let mut session = GameSession::new(Position::start(), seats, None, 0);
        let counted = Branching { positions: 10, moves: 290 };
        for (san, note) in [
            ("e4", by("champion", 1_000, 3)),
            ("e5", Note { branching: Some(counted), ..by("hard", 500, 4) }),
            ("Nf3", by("champion", 100_000, 5)),
            ("Nc6", by("random", 0, 0)),
            ("Bb5", Note::default()),
        ] {
            session.play(session.game.position().parse_san(san).unwrap(), note);
        }
        let left = by("random", 70, 0);
        let told = tallies(&session, Some((Color::Black, &left)));
        let names: Vec<_> = told.iter().map(|tally| (tally.by, tally.moves, tally.nodes)).collect();
        assert_eq!(names, [("champion", 2, 101_000), ("hard", 1, 500), ("random", 1, 0)]);
        // Ten moves a position: 10^3 and 10^5 positions at depths 3 and 5.
        let Some(Factor::Effective(factor)) = told[0].branching() else { unreachable!() };
        assert!((factor - 10.0).abs() < 1e-9);
        assert_eq!(told[1].branching(), Some(Factor::Counted(29.0)));
        assert_eq!((told[2].branching(), told[2].more), (None, 70));
    }

    #[test]
    fn a_first_thinking_that_was_interrupted_is_all_there_is() {
        let seats = [Seat::new("champion".parse().unwrap()), Seat::human()];
        let session = GameSession::new(Position::start(), seats, None, 0);
        let left = Note { elapsed: Duration::from_secs(2), ..by("champion", 10_000, 4) };
        let told = tallies(&session, Some((Color::White, &left)));
        assert_eq!((told[0].moves, told[0].nodes, told[0].more), (0, 10_000, 0));
        assert_eq!(told[0].time, Duration::from_secs(2));
    }
}
