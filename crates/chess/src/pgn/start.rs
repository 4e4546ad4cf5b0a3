//! Where a game begins, by its tags.

use super::{Problem, Tags};
use crate::quote::quote;
use crate::{Bitboard, Fault, FenError, Position, Role, Setup};

/// Where a game begins.
pub(super) enum PgnStart {
    /// Where all games do.
    Usual,
    /// With this position.
    Given(Position),
    /// With this position, after what was wrong with it was left out.
    Repaired(Position, FenError),
}

/// Takes the tags that say where a game begins from the others, unless they
/// make no sense.
pub(super) fn take_start(tags: &mut Tags) -> Result<PgnStart, Problem> {
    if let Some(variant) = tags.get("Variant").filter(|name| has_other_rules(name)) {
        return Err(Problem::Variant(quote(variant)));
    }
    let start = match tags.get("FEN") {
        None => PgnStart::Usual,
        Some(fen) => read_fen(fen).map_err(Problem::Fen)?,
    };
    tags.remove("FEN");
    tags.remove("SetUp");
    Ok(start)
}

/// Variants in which a move does something else than in chess; in others the
/// game only ends differently.
fn has_other_rules(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase);
    let name: String = letters.collect();
    let others =
        ["atomic", "antichess", "suicide", "giveaway", "losers", "crazyhouse", "bughouse", "horde"];
    others.contains(&name.as_str())
}

/// The position of a FEN. Castling rights and en passant squares that cannot
/// be are common, and left out.
fn read_fen(text: &str) -> Result<PgnStart, FenError> {
    let setup: Setup = text.parse()?;
    let faults = match setup.position() {
        Ok(position) => return Ok(PgnStart::Given(position)),
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
        return Ok(PgnStart::Repaired(position, error));
    }
    repaired.castling = Bitboard::EMPTY;
    match repaired.position() {
        Ok(position) => Ok(PgnStart::Repaired(position, error)),
        Err(_) => Err(error),
    }
}
