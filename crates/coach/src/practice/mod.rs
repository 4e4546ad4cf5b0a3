//! Learning from one's own mistakes: positions to try again, and when.
//!
//! | file | what it is |
//! |---|---|
//! | `lesson` | a position to practise, made of a reviewed game, and an attempt at it |
//! | `puzzle` | whether a position has one right move, what makes it work, how hard it is |
//! | `course` | all lessons of somebody, by motif, with spaced repetition |
//! | `kept` | the course where it is kept, changed by several at once |
//! | `unseen` | games that are still to be looked through |

mod course;
mod kept;
mod lesson;
mod puzzle;
mod unseen;

pub use course::{Course, TopicCount};
pub use kept::{CourseStore, KeptCourse};
pub(crate) use lesson::QUIET;
pub use lesson::{Attempt, Judged, Lesson, lessons};
pub use puzzle::{Difficulty, Puzzle};
pub use unseen::{GAME_NODES, UnseenGame};

use chess::pgn::Pgn;
use chess::{Color, Game};

/// The name under which a [`Course`] is noted next to the kept games.
pub const NOTE: &str = "practice";

/// The moves of a game as it is kept, and the side that is to learn from it: the person's, where
/// one played against a program, both where the tags do not say. `None` where only programs
/// played, or where there are too few moves.
pub fn of_pgn(pgn: &Pgn) -> Option<(Game, Option<Color>)> {
    let kind = |color: Color| pgn.tags.get(&format!("{color}Type"));
    let is_program = Color::ALL.map(|color| kind(color) == Some("program"));
    let side = match is_program {
        [true, true] => return None,
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        [false, false] => None,
    };
    let mut game = Game::new(*pgn.tree.start());
    for node in pgn.tree.main_line() {
        // A pass, or a move that is not legal, ends what can be reviewed.
        let Some(mv) = pgn.tree.mv(node) else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    (game.moves().len() >= LEAST_PLIES).then_some((game, side))
}

/// A game of a move or two teaches nothing.
const LEAST_PLIES: usize = 4;
