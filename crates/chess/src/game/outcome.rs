//! Results of games and the reasons for them.

use std::fmt;

use crate::{Color, Position};

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// This side did.
    Win(Color),
    /// Nobody did.
    Draw,
}

impl Outcome {
    /// All three, in PGN's order.
    pub const ALL: [Outcome; 3] =
        [Outcome::Win(Color::White), Outcome::Win(Color::Black), Outcome::Draw];

    /// The side that won, if one did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color) => Some(color),
            Outcome::Draw => None,
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn pgn(self) -> &'static str {
        match self {
            Outcome::Win(Color::White) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }

    /// Reads what [`Outcome::pgn`] writes; `None` for anything else, also for
    /// the `*` of a game that is not decided.
    pub fn from_pgn(text: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.pgn() == text)
    }
}

/// As PGN writes it.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.pgn())
    }
}

/// What ends a game by itself, without anyone saying a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// This side has mated.
    Checkmate(Color),
    /// No legal move, no check.
    Stalemate,
    /// Too few pieces for any mate, see [`Position::has_insufficient_material`].
    InsufficientMaterial,
    /// No series of moves leads to mate, see [`Position::is_dead`].
    DeadPosition,
    /// The position is on the board for the fifth time (FIDE 9.6.1).
    FivefoldRepetition,
    /// 75 moves by each side without capture or pawn move (FIDE 9.6.2).
    SeventyFiveMoves,
}

impl End {
    /// Who won.
    pub const fn outcome(self) -> Outcome {
        match self {
            End::Checkmate(winner) => Outcome::Win(winner),
            _ => Outcome::Draw,
        }
    }
}

/// The sentence of [`Reason`].
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason::from(*self).fmt(f)
    }
}

/// What lets the player to move claim a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawClaim {
    /// The position is on the board for the third time or more (FIDE 9.2).
    ThreefoldRepetition,
    /// 50 moves by each side without capture or pawn move (FIDE 9.3).
    FiftyMoves,
}

impl DrawClaim {
    /// Both.
    pub const ALL: [DrawClaim; 2] = [DrawClaim::ThreefoldRepetition, DrawClaim::FiftyMoves];
}

/// The sentence of [`Reason`].
impl fmt::Display for DrawClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason::from(*self).fmt(f)
    }
}

/// Why a game is over. It implies the [`Outcome`], so the two never disagree.
///
/// The rules see to an [`End`]; a [`DrawClaim`] takes a player; the rest is decided
/// away from the board.
///
/// ```
/// use plywise_chess::{Color, End, Outcome, Reason};
///
/// let reason = Reason::Resignation(Color::Black);
/// assert_eq!(reason.outcome(), Outcome::Win(Color::White));
/// assert_eq!(reason.outcome().pgn(), "1-0");
/// assert_eq!(reason.to_string(), "White wins: Black resigns");
/// assert_eq!(Reason::from(End::Stalemate).to_string(), "draw by stalemate");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The game ended by itself.
    Rules(End),
    /// A player claimed a draw.
    Claimed(DrawClaim),
    /// Both agreed on a draw.
    Agreement,
    /// This side gave up.
    Resignation(Color),
    /// This side ran out of time and lost.
    TimeForfeit(Color),
    /// This side ran out of time, but the opponent cannot mate: a draw.
    TimeForfeitDrawn(Color),
    /// This side left the game or, being a program, stopped answering.
    Abandonment(Color),
    /// This side, being a program, insisted on a move that is not legal.
    IllegalMove(Color),
    /// Somebody else decided.
    Adjudication(Outcome),
}

impl Reason {
    /// The reason when `late` runs out of time in this position.
    ///
    /// By FIDE 6.9 the game is lost, but drawn if the opponent cannot mate by
    /// any series of legal moves, however unlikely: by material alone, or as far
    /// as [`Position::can_mate`] proves it.
    ///
    /// ```
    /// use plywise_chess::{Color, Outcome, Position, Reason};
    ///
    /// let position: Position = "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1".parse()?;
    /// let late = |color| Reason::time_forfeit(&position, color);
    /// assert_eq!(late(Color::Black).outcome(), Outcome::Win(Color::White));
    /// assert_eq!(late(Color::White).outcome(), Outcome::Draw);
    /// assert_eq!(late(Color::White).to_string(), "draw: White is out of time, but Black cannot mate");
    /// # Ok::<(), plywise_chess::FenError>(())
    /// ```
    pub fn time_forfeit(position: &Position, late: Color) -> Reason {
        if position.can_mate(!late) {
            Reason::TimeForfeit(late)
        } else {
            Reason::TimeForfeitDrawn(late)
        }
    }

    /// Who won.
    pub const fn outcome(self) -> Outcome {
        match self {
            Reason::Rules(end) => end.outcome(),
            Reason::Claimed(_) | Reason::Agreement | Reason::TimeForfeitDrawn(_) => Outcome::Draw,
            Reason::Resignation(Color::White)
            | Reason::TimeForfeit(Color::White)
            | Reason::Abandonment(Color::White)
            | Reason::IllegalMove(Color::White) => Outcome::Win(Color::Black),
            Reason::Resignation(Color::Black)
            | Reason::TimeForfeit(Color::Black)
            | Reason::Abandonment(Color::Black)
            | Reason::IllegalMove(Color::Black) => Outcome::Win(Color::White),
            Reason::Adjudication(outcome) => outcome,
        }
    }

    /// The words that the PGN standard has for it, for the tag `Termination`.
    pub const fn termination(self) -> &'static str {
        match self {
            Reason::TimeForfeit(_) | Reason::TimeForfeitDrawn(_) => "time forfeit",
            Reason::IllegalMove(_) => "rules infraction",
            Reason::Abandonment(_) => "abandoned",
            Reason::Adjudication(_) => "adjudication",
            Reason::Rules(_) | Reason::Claimed(_) | Reason::Agreement | Reason::Resignation(_) => {
                "normal"
            }
        }
    }
}

impl From<End> for Reason {
    fn from(end: End) -> Reason {
        Reason::Rules(end)
    }
}

impl From<DrawClaim> for Reason {
    fn from(claim: DrawClaim) -> Reason {
        Reason::Claimed(claim)
    }
}

/// Result and reason in a sentence without a full stop.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Rules(End::Checkmate(winner)) => write!(f, "{winner} wins by checkmate"),
            Reason::Rules(End::Stalemate) => f.write_str("draw by stalemate"),
            Reason::Rules(End::InsufficientMaterial) => {
                f.write_str("draw: too few pieces are left for any mate")
            }
            Reason::Rules(End::DeadPosition) => {
                f.write_str("draw: no series of moves leads to mate")
            }
            Reason::Rules(End::FivefoldRepetition) => f.write_str("draw by fivefold repetition"),
            Reason::Rules(End::SeventyFiveMoves) => {
                f.write_str("draw: 75 moves without a capture or a pawn move")
            }
            Reason::Claimed(DrawClaim::ThreefoldRepetition) => {
                f.write_str("draw claimed by threefold repetition")
            }
            Reason::Claimed(DrawClaim::FiftyMoves) => {
                f.write_str("draw claimed: 50 moves without a capture or a pawn move")
            }
            Reason::Agreement => f.write_str("draw by agreement"),
            Reason::Resignation(loser) => write!(f, "{} wins: {loser} resigns", !loser),
            Reason::TimeForfeit(loser) => write!(f, "{} wins: {loser} is out of time", !loser),
            Reason::TimeForfeitDrawn(late) => {
                write!(f, "draw: {late} is out of time, but {} cannot mate", !late)
            }
            Reason::Abandonment(loser) => write!(f, "{} wins: {loser} left the game", !loser),
            Reason::IllegalMove(loser) => {
                write!(f, "{} wins: {loser} made an illegal move", !loser)
            }
            Reason::Adjudication(Outcome::Win(winner)) => {
                write!(f, "{winner} wins by adjudication")
            }
            Reason::Adjudication(Outcome::Draw) => f.write_str("draw by adjudication"),
        }
    }
}
