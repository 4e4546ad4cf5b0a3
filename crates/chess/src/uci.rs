//! Moves as UCI writes them: `e2e4`, `e7e8q`, and castling in two notations.

use std::fmt;

use crate::{Move, MoveKind, Position, Role, Square};

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingNotation {
    /// The king's own step: `e1g1`.
    #[default]
    Standard,
    /// King takes rook: `e1h1`, as `UCI_Chess960` asks.
    Chess960,
}

/// Why a text is not a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciMoveError {
    /// It is not two squares and perhaps a promotion letter.
    Malformed,
    /// It is well formed, but no such move is legal here.
    Illegal,
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UciMoveError::Malformed => {
                "a move is two squares and a letter n, b, r or q if a pawn promotes, such as e2e4 or e7e8q"
            }
            UciMoveError::Illegal => "no such move is legal here",
        })
    }
}

impl std::error::Error for UciMoveError {}

impl Position {
    /// Reads a move in UCI notation, castling in either notation, letters in
    /// either case.
    ///
    /// In Chess960 a king's step and castling can be written alike in the
    /// standard notation (`f1g1`); then it is the step.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        let (from, to, promotion) = split(text).ok_or(UciMoveError::Malformed)?;
        let moves = self.legal_moves_from(from);
        let written_so = |mv: &Move| mv.to() == to && mv.promoted() == promotion;
        let castles_there = |mv: &Move| {
            mv.is_castling() && promotion.is_none() && self.castling_king_target(*mv) == to
        };
        let found = moves.iter().find(|mv| written_so(mv));
        found
            .or_else(|| moves.iter().find(|mv| castles_there(mv)))
            .copied()
            .ok_or(UciMoveError::Illegal)
    }

    /// Writes a legal move in UCI notation.
    pub fn to_uci(&self, mv: Move, castling: CastlingNotation) -> String {
        match (mv.kind(), castling) {
            (MoveKind::Castling, CastlingNotation::Standard) => {
                format!("{}{}", mv.from(), self.castling_king_target(mv))
            }
            _ => format!("{mv:?}"),
        }
    }
}

fn split(text: &str) -> Option<(Square, Square, Option<Role>)> {
    // `get` refuses to cut through a character, so any text may come.
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match rest.next() {
        None => None,
        Some(letter) => match Role::from_letter(letter)? {
            Role::Pawn | Role::King => return None,
            role => Some(role),
        },
    };
    rest.next().is_none().then_some((from, to, promotion))
}
