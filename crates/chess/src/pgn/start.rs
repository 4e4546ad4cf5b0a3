//! Where a game begins, by its tags.

use crate::{Bitboard, Fault, FenError, Position, Role, Setup};

/// Variants in which a move does something else than in chess; in others the
/// game only ends differently.
pub(super) fn has_other_rules(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase);
    let name: String = letters.collect();
    let others =
        ["atomic", "antichess", "suicide", "giveaway", "losers", "crazyhouse", "bughouse", "horde"];
    others.contains(&name.as_str())
}

/// The position of a FEN. Castling rights and en passant squares that cannot
/// be are common and left out; then the error says what was wrong.
pub(super) fn read_fen(text: &str) -> Result<(Position, Option<FenError>), FenError> {
    let setup: Setup = text.parse()?;
    let faults = match setup.position() {
        Ok(position) => return Ok((position, None)),
        Err(faults) => faults,
    };
    let mut repaired = setup;
    if faults.contains(Fault::EnPassant) {
        repaired.en_passant = None;
    }
    let rooks = repaired.board.role(Role::Rook);
    if faults.contains(Fault::WhiteCastling) || faults.contains(Fault::BlackCastling) {
        repaired.castling &= rooks;
    }
    let error = FenError::Illegal(faults);
    if let Ok(position) = repaired.position() {
        return Ok((position, Some(error)));
    }
    repaired.castling = Bitboard::EMPTY;
    match repaired.position() {
        Ok(position) => Ok((position, Some(error))),
        Err(_) => Err(error),
    }
}
