//! Whether the lines that an engine shows can be played.

use std::fmt;

use chess::{DrawClaim, End, Game, Move, UciMoveError};
use search::Bound;

use crate::reply::{Info, Value};
use crate::words::shown;

/// What is wrong with a principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PvFault {
    /// A move cannot be played.
    Move {
        /// How many moves of the line came before it.
        ply: usize,
        /// The move as it was written.
        text: String,
        /// What is wrong with it.
        reason: UciMoveError,
    },
    /// The line goes on after the game is over.
    AfterEnd {
        /// How many moves end the game.
        ply: usize,
        /// How it ends.
        end: End,
    },
    /// The line goes on after a draw that either player may claim.
    AfterClaim {
        /// How many moves lead to it.
        ply: usize,
        /// The draw.
        claim: DrawClaim,
    },
    /// The score promises mate, and the line is as long and ends without one.
    NoMate,
}

impl fmt::Display for PvFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PvFault::Move { ply, text, reason } => {
                write!(f, "move {} of the line, '{}': {reason}", ply + 1, shown(text))
            }
            PvFault::AfterEnd { ply, end } => {
                write!(f, "the line goes on after move {ply}, which ends the game ({end})")
            }
            PvFault::AfterClaim { ply, claim } => {
                write!(f, "the line goes on after move {ply}, which allows a claim ({claim})")
            }
            PvFault::NoMate => f.write_str("the score promises mate, the line ends without one"),
        }
    }
}

impl std::error::Error for PvFault {}

/// The moves of a line that starts from where the game stands, if all of them
/// are legal and none comes after the end of the game or a draw that could be
/// claimed.
///
/// ```
/// use chess::Game;
///
/// assert_eq!(plywise_uci::check_pv(&Game::default(), &["e2e4", "e7e5"]).map(|moves| moves.len()), Ok(2));
/// assert!(plywise_uci::check_pv(&Game::default(), &["e2e4", "e2e4"]).is_err());
/// ```
pub fn check_pv<T: AsRef<str>>(game: &Game, pv: &[T]) -> Result<Vec<Move>, PvFault> {
    walk(game, pv).map(|(moves, _)| moves)
}

/// [`check_pv`] for the line of an `info`; and if its score is a mate for
/// certain, a line that goes so far must end with it. Many engines show less.
pub fn check_info(game: &Game, info: &Info) -> Result<Vec<Move>, PvFault> {
    let (moves, last) = walk(game, &info.pv)?;
    let mate = info.score.and_then(|score| match score.value {
        Value::Mate(moves) if score.bound == Bound::Exact => Some(plies_to_mate(i64::from(moves))),
        _ => None,
    });
    let goes_so_far = mate.is_some_and(|plies| moves.len() as u64 >= plies);
    if goes_so_far && !moves.is_empty() && !last.position().is_checkmate() {
        return Err(PvFault::NoMate);
    }
    Ok(moves)
}

/// After how many plies it is mate; whoever is mated makes the first of them.
fn plies_to_mate(moves: i64) -> u64 {
    let plies = moves.unsigned_abs().saturating_mul(2);
    if moves > 0 { plies - 1 } else { plies }
}

/// The game from where its positions can come again on: nothing before counts for
/// how a line goes on, and long games take their time to copy.
fn recent(game: &Game) -> Game {
    let past = game.moves().len();
    let begin = past.saturating_sub(game.position().halfmove_clock() as usize);
    let mut recent = Game::new(game.positions()[begin]);
    for &mv in &game.moves()[begin..] {
        // They were legal before.
        if recent.play(mv).is_err() {
            return game.clone();
        }
    }
    recent
}

fn walk<T: AsRef<str>>(game: &Game, pv: &[T]) -> Result<(Vec<Move>, Game), PvFault> {
    let mut game = recent(game);
    let mut moves = Vec::with_capacity(pv.len());
    for (ply, text) in pv.iter().enumerate() {
        // Before the first move a claim is open that the players did not make.
        if ply > 0 {
            if let Some(end) = game.end() {
                return Err(PvFault::AfterEnd { ply, end });
            }
            if let Some(claim) = game.claims().next() {
                return Err(PvFault::AfterClaim { ply, claim });
            }
        }
        let text = text.as_ref();
        let refused = |reason| PvFault::Move { ply, text: text.to_owned(), reason };
        let mv = game.position().parse_uci(text).map_err(refused)?;
        game.play(mv).map_err(|_| refused(UciMoveError::Illegal))?;
        moves.push(mv);
    }
    Ok((moves, game))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reply;

    fn check(fen: &str, line: &str) -> Result<usize, PvFault> {
        let game = Game::new(fen.parse().unwrap());
        let Reply::Info(info) = Reply::parse(line).value else { panic!("{line}") };
        check_info(&game, &info).map(|moves| moves.len())
    }

    const ROOK_ENDING: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";

    #[test]
    fn legal_lines_pass() {
        assert_eq!(check(ROOK_ENDING, "info depth 1"), Ok(0));
        assert_eq!(check(ROOK_ENDING, "info score mate 1 pv a1a8"), Ok(1));
        assert_eq!(check(ROOK_ENDING, "info score mate 1 lowerbound pv a1a7"), Ok(1));
        // Shorter than the mate.
        assert_eq!(check(ROOK_ENDING, "info score mate 3 pv a1a7"), Ok(1));
        assert_eq!(check(ROOK_ENDING, "info score mate 2 pv a1a7 h8g8"), Ok(2));
        assert_eq!(check(ROOK_ENDING, "info score mate 2 pv a1a7 h8g8 a7a8"), Ok(3));
        let lost = "6k1/R7/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(check(lost, "info score mate -2 pv g8f8 a7a8"), Ok(2));
        assert_eq!(check(ROOK_ENDING, "info score cp 500 pv a1a7 h8g8 a7a8"), Ok(3));
    }

    #[test]
    fn faults_are_named() {
        let illegal = check(ROOK_ENDING, "info pv a1a7 h8h7");
        assert!(matches!(
            illegal,
            Err(PvFault::Move { ply: 1, reason: UciMoveError::Illegal, .. })
        ));
        let malformed = check(ROOK_ENDING, "info pv Ra8");
        assert!(matches!(
            malformed,
            Err(PvFault::Move { ply: 0, reason: UciMoveError::Malformed, .. })
        ));
        let after_mate = check(ROOK_ENDING, "info pv a1a8 h8g8");
        assert!(matches!(after_mate, Err(PvFault::AfterEnd { ply: 1, end: End::Checkmate(_) })));
        for line in ["mate 1 pv a1a7", "mate 2 pv a1a2 h8g8 a2a7", "mate 1 pv a1a7 h8g8"] {
            let line = format!("info score {line}");
            assert_eq!(check(ROOK_ENDING, &line), Err(PvFault::NoMate), "{line}");
        }
        assert_eq!(
            check("6k1/R7/6K1/8/8/8/8/8 b - - 0 1", "info score mate -1 pv g8f8 a7b7"),
            Err(PvFault::NoMate)
        );
        let fifty = "7k/8/6K1/8/8/8/8/R7 w - - 99 80";
        let after_draw = check(fifty, "info pv a1a7 h8g8 a7a8");
        assert_eq!(after_draw, Err(PvFault::AfterClaim { ply: 1, claim: DrawClaim::FiftyMoves }));
        let knights = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let dance = "info pv g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4";
        let after_third = PvFault::AfterClaim { ply: 8, claim: DrawClaim::ThreefoldRepetition };
        assert_eq!(check(knights, dance), Err(after_third));
        // What was on the board before the line counts.
        let mut game = Game::new(knights.parse().unwrap());
        for text in "e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3".split(' ') {
            game.play(game.position().parse_uci(text).unwrap()).unwrap();
        }
        assert_eq!(recent(&game).moves().len(), 5);
        let after_third = PvFault::AfterClaim { ply: 3, claim: DrawClaim::ThreefoldRepetition };
        assert_eq!(check_pv(&game, &["g8f6", "f3g1", "f6g8", "d2d4"]), Err(after_third));
        assert!(matches!(
            check("7k/8/6K1/8/8/8/7p/6B1 w - - 0 1", "info pv g1h2 h8g8 h2g1"),
            Err(PvFault::AfterEnd { ply: 1, end: End::InsufficientMaterial })
        ));
    }
}
