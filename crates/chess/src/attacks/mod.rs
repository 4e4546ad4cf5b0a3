//! Where pieces attack, on a board that holds nothing but what blocks them.
//!
//! Leapers are looked up by square; sliders by square and a hash of the
//! squares that can block them (`sliders`). All tables are computed by the
//! compiler: there is nothing to initialise and nothing to get wrong at start.

mod magic;
#[cfg(target_arch = "x86_64")]
mod pext;
mod rays;
mod sliders;

use crate::{Bitboard, Color, Role, Square};

pub use sliders::{bishop, rook};

/// Squares a knight on `square` attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares a king on `square` attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares a pawn of `color` on `square` attacks.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Squares a queen on `square` attacks when `occupied` squares block her.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Squares a piece other than a pawn attacks from `square`; empty for a pawn,
/// whose attacks depend on its colour.
#[inline]
pub fn of_role(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The squares strictly between two squares of one line or diagonal; empty if
/// they share none.
///
/// ```
/// use plywise_chess::{Bitboard, Square, attacks};
///
/// assert_eq!(attacks::between(Square::A1, Square::C3), Bitboard::of(Square::B2));
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole line or diagonal, edge to edge, that two different squares share;
/// empty if they share none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

const fn leaps(steps: &[(i32, i32)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::wrapping(index as u32);
        let mut step = 0;
        while step < steps.len() {
            if let Some(target) = square.offset(steps[step].0, steps[step].1) {
                table[index].insert(target);
            }
            step += 1;
        }
        index += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] =
    leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] =
    leaps(&[(1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)]);
static PAWN: [[Bitboard; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

/// For each pair of squares: what lies between them, or the whole line through both.
const fn lines(whole: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let square = Square::wrapping(from as u32);
        let mut direction = 0;
        while direction < rays::DIRECTIONS.len() {
            let (files, ranks) = rays::DIRECTIONS[direction];
            let ahead = rays::walk(square, files, ranks, Bitboard::EMPTY).0;
            let behind = rays::walk(square, -files, -ranks, Bitboard::EMPTY).0;
            let mut passed = 0;
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                table[from][next.index()] =
                    Bitboard(if whole { ahead | behind | 1 << from } else { passed });
                passed |= 1 << next.index();
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 64]; 64] = lines(false);
static LINE: [[Bitboard; 64]; 64] = lines(true);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::drawn;

    #[test]
    fn leapers() {
        assert_eq!(
            knight(Square::B2) | king(Square::G7) | pawn(Color::White, Square::H4),
            drawn(
                "
                . . . . . X X X
                . . . . . X . X
                . . . . . X X X
                . . . . . . X .
                X . X . . . . .
                . . . X . . . .
                . . . . . . . .
                . . . X . . . ."
            )
        );
        assert_eq!(
            pawn(Color::Black, Square::E5),
            Bitboard::of(Square::D4) | Bitboard::of(Square::F4)
        );
    }

    #[test]
    fn lines_and_what_lies_between() {
        assert_eq!(
            between(Square::B2, Square::F6) | between(Square::H8, Square::H1),
            drawn(
                "
                . . . . . . . .
                . . . . . . . X
                . . . . . . . X
                . . . . X . . X
                . . . X . . . X
                . . X . . . . X
                . . . . . . . X
                . . . . . . . ."
            )
        );
        assert_eq!(
            line(Square::C4, Square::D3),
            drawn(
                "
                . . . . . . . .
                . . . . . . . .
                X . . . . . . .
                . X . . . . . .
                . . X . . . . .
                . . . X . . . .
                . . . . X . . .
                . . . . . X . ."
            )
        );
        for a in Square::all() {
            assert!(line(a, a).is_empty() && between(a, a).is_empty());
            for b in Square::all() {
                assert_eq!(line(a, b), line(b, a));
                assert_eq!(between(a, b), between(b, a));
            }
        }
    }
}
