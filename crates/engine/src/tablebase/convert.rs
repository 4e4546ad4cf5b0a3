//! Positions for the tables' library.

use std::num::NonZeroU32;

use chess::{Color, Position, Role};
use shakmaty::{CastlingMode, Chess, FromSetup, Setup};

/// The same position in the other library's terms; `None` if it refuses it.
pub(super) fn position(position: &Position) -> Option<Chess> {
    let mut board = shakmaty::Board::empty();
    for (square, piece) in position.board().iter() {
        let role = match piece.role {
            Role::Pawn => shakmaty::Role::Pawn,
            Role::Knight => shakmaty::Role::Knight,
            Role::Bishop => shakmaty::Role::Bishop,
            Role::Rook => shakmaty::Role::Rook,
            Role::Queen => shakmaty::Role::Queen,
            Role::King => shakmaty::Role::King,
        };
        let piece = shakmaty::Piece { color: color(piece.color), role };
        board.set_piece_at(shakmaty::Square::new(square.index() as u32), piece);
    }
    let setup = Setup {
        board,
        turn: color(position.turn()),
        castling_rights: shakmaty::Bitboard(position.castling().0),
        ep_square: position.en_passant().map(|square| shakmaty::Square::new(square.index() as u32)),
        halfmoves: position.halfmove_clock().into(),
        fullmoves: NonZeroU32::new(position.fullmove_number()).unwrap_or(NonZeroU32::MIN),
        ..Setup::empty()
    };
    Chess::from_setup(setup, CastlingMode::Chess960).ok()
}

fn color(color: Color) -> shakmaty::Color {
    match color {
        Color::White => shakmaty::Color::White,
        Color::Black => shakmaty::Color::Black,
    }
}
