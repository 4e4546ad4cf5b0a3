//! The order of legal moves by which files number them. It is part of the
//! format: it depends on the position and not on any generator.
//!
//! Moves are ordered by the square the piece comes from, the square it goes to
//! (castling: the rook's), both seen from the mover's side with a1 first, and
//! promotions to knight, bishop, rook, queen.

use chess::{Color, Move, MoveList, Position, Role};

/// The number of a legal move in the format's order and how many moves there
/// are; `None` if it is not legal.
pub(super) fn number_of(position: &Position, mv: Move) -> Option<(usize, usize)> {
    let moves = position.legal_moves();
    let turn = position.turn();
    let own = key(mv, turn);
    let number = moves.iter().filter(|&&other| key(other, turn) < own).count();
    moves.contains(&mv).then_some((number, moves.len()))
}

/// The move with this number among `moves`, all legal ones in any order; `None`
/// if there are not so many.
pub(super) fn pick(moves: &MoveList, number: usize, turn: Color) -> Option<Move> {
    // Sorting them all would take longer than everything else in reading: count
    // how many come from each square, then sort those of one piece.
    let mut counts = [0u8; 64];
    for mv in moves {
        counts[mv.from().relative_to(turn).index()] += 1;
    }
    let mut left = number;
    let from = counts.iter().position(|&count| {
        let is_here = left < usize::from(count);
        left -= if is_here { 0 } else { usize::from(count) };
        is_here
    })?;
    let mut own = MoveList::new();
    for mv in moves {
        if mv.from().relative_to(turn).index() == from {
            own.push(mv);
        }
    }
    own.sort_unstable_by_key(|&mv| key(mv, turn));
    own.get(left).copied()
}

#[inline]
fn key(mv: Move, turn: Color) -> u32 {
    let from = mv.from().relative_to(turn).index() as u32;
    let to = mv.to().relative_to(turn).index() as u32;
    from << 9 | to << 3 | mv.promoted().map_or(0, Role::index) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The legal moves in the format's order.
    fn in_order(position: &Position) -> MoveList {
        let mut moves = position.legal_moves();
        moves.sort_unstable_by_key(|&mv| key(mv, position.turn()));
        moves
    }

    #[test]
    fn both_sides_see_the_same_order() {
        let white: Position = "r3k2r/1P6/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1".parse().unwrap();
        let moves = in_order(&white);
        for (index, mv) in (&moves).into_iter().enumerate() {
            assert_eq!(number_of(&white, mv), Some((index, moves.len())));
            assert_eq!(pick(&white.legal_moves(), index, white.turn()), Some(mv));
        }
        assert_eq!(pick(&white.legal_moves(), moves.len(), white.turn()), None);
        let black = white.mirrored();
        let mirrored: Vec<_> = in_order(&black)
            .iter()
            .map(|mv| (mv.from().flip_rank(), mv.to().flip_rank(), mv.kind()))
            .collect();
        let own: Vec<_> = moves.iter().map(|mv| (mv.from(), mv.to(), mv.kind())).collect();
        assert_eq!(own, mirrored);
        let texts: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
        assert!(texts.is_sorted_by_key(|text| {
            let letters: Vec<char> = text.chars().collect();
            (letters[1], letters[0], letters[3], letters[2])
        }));
        let promotions: Vec<&str> =
            texts.iter().filter(|text| text.starts_with("b7b8")).map(|text| &text[4..]).collect();
        assert_eq!(promotions, ["n", "b", "r", "q"]);
        assert_eq!(
            number_of(&white, chess::Move::normal(chess::Square::A2, chess::Square::A3)),
            None
        );
    }
}
