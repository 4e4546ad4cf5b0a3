//! PGN: games as text, with everything said about them.
//!
//! A [`Pgn`] is one game: [`Tags`] and a [`GameTree`] of moves with variations,
//! comments, glyphs, clocks and evaluations. A [`Reader`] takes games out of a
//! stream one by one; [`Pgn`] writes itself with `to_string` or `{}`.
//!
//! ```
//! use plywise_chess::pgn::Pgn;
//!
//! let text = "[White \"Anna\"]\n\n1. e4 e5 (1... c5 {sharp}) 2. Nf3! 1-0\n";
//! let game: Pgn = text.parse()?;
//! assert_eq!(game.tags.get("White"), Some("Anna"));
//! assert_eq!(game.tree.main_line().count(), 3);
//! assert!(game.to_string().ends_with("\n1. e4 e5 (1... c5 { sharp }) 2. Nf3 $1 1-0\n"));
//! # Ok::<(), plywise_chess::pgn::ReadError>(())
//! ```
//!
//! What the files of the world get wrong is read as well as possible and
//! reported with its line; a game that cannot be read to its end comes with
//! what was good of it, and the next one is read. Nothing here recurses, and
//! whatever a file holds, a reader's memory is bounded by its [`ReaderLimits`].

mod builder;
mod comment;
mod date;
mod decode;
mod edit;
mod lexer;
mod marks;
mod nag;
mod problem;
mod reader;
mod scan;
mod start;
mod tags;
mod tree;
mod window;
mod words;
mod writer;

use crate::Position;
use crate::game::{Game, Outcome};

pub use comment::Comment;
pub use date::date_and_time;
pub use edit::EditError;
pub use marks::{Eval, PgnScore};
pub use nag::Nag;
pub use problem::{Problem, Remark};
pub use reader::{BrokenGame, FaultyVariation, ReadError, ReadGame, Reader, ReaderLimits};
pub use tags::{BadTagName, Tags};
pub use tree::{GameTree, NodeId};

/// A game with all that was written about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pgn {
    /// Who, when, where and how it ended.
    pub tags: Tags,
    /// The moves, with variations and annotations.
    pub tree: GameTree,
}

impl Pgn {
    /// A game without moves that begins with this position.
    ///
    /// If castling there is not what plain chess knows, the game is tagged as
    /// Chess960, which other programs need to be told.
    pub fn new(start: Position) -> Pgn {
        let mut tags = Tags::default();
        if !start.has_standard_castling() {
            // The name is a good one.
            let _ = tags.set("Variant", "Chess960");
        }
        Pgn { tags, tree: GameTree::new(start) }
    }

    /// How the game ended, by its `Result` tag; `None` if it goes on or nobody knows.
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::from_pgn(self.tags.result())
    }

    /// Says how the game ended.
    pub fn set_outcome(&mut self, outcome: Option<Outcome>) {
        self.tags.set_result(outcome.map_or("*", Outcome::pgn));
    }
}

/// The moves of a game as its main line, and its end if it ended by itself.
impl From<&Game> for Pgn {
    fn from(game: &Game) -> Pgn {
        let mut pgn = Pgn::new(*game.start());
        // A game holds legal moves only.
        let _ = pgn.tree.add_line(NodeId::ROOT, game.moves());
        pgn.set_outcome(game.end().map(|end| end.outcome()));
        pgn
    }
}

impl Default for Pgn {
    fn default() -> Pgn {
        Pgn::new(Position::start())
    }
}
