//! How the computers did, as the terminal game tells it.

use std::time::Duration;

use chess::Color;
use engine::Branching;

use super::session::{Note, Session};
use crate::protocol::PlayerStatistics;
use crate::views;

/// A line for each computer that moved.
pub(crate) fn of_game(session: &Session) -> Vec<PlayerStatistics> {
    let mut tallies: Vec<Tally<'_>> = Vec::new();
    for (position, _, note) in session.history() {
        let Some(by) = note.by.as_deref() else { continue };
        let color = position.turn();
        let known = tallies.iter().position(|tally| tally.color == color && tally.by == by);
        let at = known.unwrap_or_else(|| {
            tallies.push(Tally::new(color, by));
            tallies.len() - 1
        });
        tallies[at].add(note);
    }
    tallies.sort_by_key(|tally| tally.color);
    tallies.iter().map(Tally::told).collect()
}

/// What one player did.
struct Tally<'a> {
    color: Color,
    by: &'a str,
    moves: u32,
    time: Duration,
    nodes: u64,
    /// Counted in the trees of players who let us watch.
    counted: Branching,
    /// For the others: the depths they reached, and the logarithms of the
    /// numbers of positions that took.
    depths: u32,
    logarithms: f64,
}

impl<'a> Tally<'a> {
    fn new(color: Color, by: &'a str) -> Tally<'a> {
        let (time, counted) = (Duration::ZERO, Branching::default());
        Tally { color, by, moves: 0, time, nodes: 0, counted, depths: 0, logarithms: 0.0 }
    }

    fn add(&mut self, note: &Note) {
        self.moves += 1;
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

    fn told(&self) -> PlayerStatistics {
        let each = f64::from(self.moves.max(1));
        let counted = self.counted.factor();
        let effective = (self.depths > 0).then(|| (self.logarithms / f64::from(self.depths)).exp());
        PlayerStatistics {
            color: views::color(self.color),
            player: self.by.to_owned(),
            moves: self.moves,
            seconds: self.time.as_secs_f64() / each,
            positions: self.nodes as f64 / each,
            branching: counted.or(effective),
            effective: counted.is_none() && effective.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;

    #[test]
    fn counted_trees_and_reckoned_ones() {
        let players = ["champion", "level:3"].map(|text| text.parse().unwrap());
        let mut session = Session::new(String::new(), Position::start(), players, None, 0);
        let champion =
            Note { by: Some("champion".to_owned()), nodes: 1_000, depth: 3, ..Note::default() };
        let level = Note {
            by: Some("level:3".to_owned()),
            nodes: 500,
            branching: Some(Branching { positions: 10, moves: 290 }),
            ..Note::default()
        };
        for (san, note) in [("e4", champion), ("e5", level), ("Nf3", Note::default())] {
            session.play(session.game.position().parse_san(san).unwrap(), note);
        }
        let told = of_game(&session);
        assert_eq!(told.len(), 2);
        assert!(told[0].effective && (told[0].branching.unwrap() - 10.0).abs() < 1e-9);
        assert_eq!(
            (told[1].branching, told[1].effective, told[1].positions),
            (Some(29.0), false, 500.0)
        );
    }
}
