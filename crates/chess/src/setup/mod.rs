//! Set-ups: whatever a FEN or an editor can say, legal or not.

mod faults;
mod validate;

use crate::{Bitboard, Board, Color, Position, Square};

pub use faults::{Fault, Faults};

/// A position that may be nonsense.
///
/// Doubt lives here: fields can be filled in any order with anything, and
/// [`Setup::position`] says in full why the result is not a legal position.
///
/// ```
/// use plywise_chess::{Fault, Piece, Setup, Square};
///
/// let mut setup = Setup::start();
/// setup.board.set(Square::E1, Piece::from_letter('Q'));
/// let faults = setup.position().unwrap_err();
/// assert!(faults.contains(Fault::NoWhiteKing));
/// assert!(faults.contains(Fault::WhiteCastling));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Whose move it is.
    pub turn: Color,
    /// The squares of rooks that may still castle.
    pub castling: Bitboard,
    /// The square that a pawn's double step has just passed over.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// Number of the move, one more after each move of Black.
    pub fullmove_number: u32,
}

impl Setup {
    /// An empty board, White to move.
    pub fn empty() -> Setup {
        Setup {
            board: Board::default(),
            turn: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The starting position.
    pub fn start() -> Setup {
        Position::start().setup()
    }

    /// The position this describes, or every reason why it is none.
    ///
    /// An en passant square that a double step left but that no pawn can use is
    /// accepted and forgotten.
    pub fn position(&self) -> Result<Position, Faults> {
        Position::new(self)
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::empty()
    }
}
