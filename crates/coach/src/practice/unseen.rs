//! Games that are still to be looked through.

use chess::pgn::Pgn;
use chess::{Color, Game};

use super::course::Course;
use super::of_pgn;

/// Nodes a position when many games are looked through: enough to see what people overlook.
pub const GAME_NODES: u64 = 50_000;

/// A game that nobody has looked through yet.
#[derive(Clone, Debug)]
pub struct UnseenGame {
    /// What it is called.
    pub key: String,
    /// Its moves and the side that learns, or both; nothing where it teaches nothing.
    pub teaches: Option<(Game, Option<Color>)>,
}

impl Course {
    /// A kept game, if it is over and was not looked through yet. Its PGN is asked for only then;
    /// where there is none, the game is left out.
    pub fn unseen(&self, key: &str, pgn: impl FnOnce() -> Option<String>) -> Option<UnseenGame> {
        if self.has_looked(key) {
            return None;
        }
        let pgn = pgn()?.parse::<Pgn>().ok().filter(|pgn| pgn.outcome().is_some())?;
        Some(UnseenGame { key: key.to_owned(), teaches: of_pgn(&pgn) })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use super::*;

    #[test]
    fn finished_games_are_seen_once() {
        const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4";
        let course = Course { looked: vec!["seen".to_owned()], ..Course::default() };
        let unseen = |key: &str, result: &str, kind: &str| {
            let tags = format!("[WhiteType \"{kind}\"]\n[BlackType \"program\"]");
            let pgn = format!("{tags}\n[Result \"{result}\"]\n\n{MOVES} {result}\n");
            course.unseen(key, || Some(pgn))
        };
        let (game, side) = unseen("a", "1-0", "human").unwrap().teaches.unwrap();
        assert_eq!((game.moves().len(), side), (5, Some(Color::White)));
        assert!(unseen("a", "1-0", "program").unwrap().teaches.is_none(), "nobody learns");
        assert!(unseen("a", "*", "human").is_none() && unseen("seen", "1-0", "human").is_none());
        assert!(course.unseen("a", || None).is_none());
        course.unseen("seen", || panic!("it is not asked for"));
    }
}
