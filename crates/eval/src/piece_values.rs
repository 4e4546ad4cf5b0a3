//! What each piece is worth where it stands, found by taking it off the board.

use chess::{Bitboard, Piece, Position, Role, Square};

use crate::Score;

/// What a piece is worth where it stands: by how much the verdict changes when
/// it is taken off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceValue {
    /// Where it stands.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// Centipawns for its owner; negative if its side would be better off
    /// without it. `None` if there is no legal position without it: a piece that
    /// shields the king of the side that is not to move.
    pub value: Option<i32>,
}

/// Every piece whose value can be asked for, a1 first: all but the kings, each
/// with the position without it, if that is legal.
pub(crate) fn absences(
    position: &Position,
) -> impl Iterator<Item = (Square, Piece, Option<Position>)> {
    let pieces = position.board().iter().filter(|(_, piece)| piece.role != Role::King);
    pieces.map(|(square, piece)| (square, piece, without(position, square)))
}

/// The position without the piece on `square`, if it is legal.
fn without(position: &Position, square: Square) -> Option<Position> {
    let mut setup = position.setup();
    setup.board.set(square, None);
    setup.castling = setup.castling.without(Bitboard::of(square));
    // The right may hang on this very piece, and no evaluation counts it.
    setup.en_passant = None;
    setup.position().ok()
}

/// The values by an evaluation that is asked twice for each piece.
pub(crate) fn piece_values(
    position: &Position,
    evaluate: impl Fn(&Position) -> Score,
) -> Vec<PieceValue> {
    let verdict = evaluate(position).raw();
    let value = |piece: Piece, without: Position| {
        let lost = verdict - evaluate(&without).raw();
        if piece.color == position.turn() { lost } else { -lost }
    };
    absences(position)
        .map(|(square, piece, without)| PieceValue {
            square,
            piece,
            value: without.map(|without| value(piece, without)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_name;

    fn values(fen: &str) -> Vec<(String, Option<i32>)> {
        let material = by_name("material").unwrap();
        let values = material.piece_values(&fen.parse().unwrap());
        let name = |piece: &PieceValue| format!("{}{}", piece.piece.letter(), piece.square);
        values.iter().map(|piece| (name(piece), piece.value)).collect()
    }

    #[test]
    fn each_piece_is_worth_what_it_counts_to_its_owner() {
        for turn in ["w", "b"] {
            let found = values(&format!("r3k3/8/8/8/8/8/4P3/1N2K3 {turn} q - 0 1"));
            let expected = [("Nb1", 300), ("Pe2", 100), ("ra8", 500)];
            assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), Some(value))));
        }
    }

    #[test]
    fn a_piece_that_shields_the_king_who_is_not_to_move_has_no_value() {
        // Without the bishop Black would be in check with White to move.
        let found = values("4k3/8/4b3/8/8/8/8/K3R3 w - - 0 1");
        assert_eq!(found, [("Re1".to_owned(), Some(500)), ("be6".to_owned(), None)]);
        // With Black to move that check is like any other.
        let found = values("4k3/8/4b3/8/8/8/8/K3R3 b - - 0 1");
        assert_eq!(found, [("Re1".to_owned(), Some(500)), ("be6".to_owned(), Some(300))]);
    }

    #[test]
    fn rights_go_with_the_piece() {
        let found = values("4k3/8/8/8/3pP3/8/8/R3K2R b KQ e3 0 1");
        assert!(found.iter().all(|(_, value)| value.is_some()), "{found:?}");
    }
}
