//! How the computers did, as the page is told.

use session::GameSession;
use session::statistics::{Factor, MoveTally, tallies};

use crate::protocol::PlayerStatistics;
use crate::views;

/// A line for each computer that moved.
pub(crate) fn of_game(session: &GameSession) -> Vec<PlayerStatistics> {
    tallies(session, None).iter().map(told).collect()
}

fn told(tally: &MoveTally<'_>) -> PlayerStatistics {
    let each = f64::from(tally.moves.max(1));
    let (branching, effective) = match tally.branching() {
        Some(Factor::Counted(factor)) => (Some(factor), false),
        Some(Factor::Effective(factor)) => (Some(factor), true),
        None => (None, false),
    };
    PlayerStatistics {
        color: views::color(tally.color),
        player: tally.by.to_owned(),
        moves: tally.moves,
        seconds: tally.time.as_secs_f64() / each,
        positions: tally.nodes as f64 / each,
        branching,
        effective,
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use engine::Branching;
    use session::{Note, Seat};

    use super::*;

    #[test]
    fn counted_trees_and_reckoned_ones() {
        let seats = ["champion", "level:3"].map(|text| Seat::new(text.parse().unwrap()));
        let mut session = GameSession::new(Position::start(), seats, None, 0);
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
