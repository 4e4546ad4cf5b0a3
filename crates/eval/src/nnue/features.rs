//! Which features a network knows about a position, and what a move changes in them.
//!
//! A feature is "a piece of this side and role stands on this square", seen with one
//! side's eyes: own pieces first, the board turned so that this side plays up it,
//! and mirrored, if need be, so that its king stands on one of the files e to
//! h. The king at home needs no mirroring, and what is learnt about one wing
//! holds for the other.
//!
//! A row's number is `768 × king bucket + 384 × other's + 64 × role + square`, a1 = 0,
//! pawn = 0; [`KingBuckets`] says what the first part is.

use chess::{Color, File, Move, MoveKind, Piece, Position, Role, Square};

use super::format::FEATURES;
use super::king_buckets::{KingBuckets, Zone};

/// The features about one side's pieces.
const SIDE: usize = FEATURES / 2;

/// A piece on a square, with White's eyes and not mirrored: the common form from
/// which each [`Perspective`] derives its row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature(u16);

impl Feature {
    /// A piece on a square.
    #[inline]
    pub fn new(piece: Piece, square: Square) -> Feature {
        let side = piece.color.index() * SIDE;
        Feature((side + piece.role.index() * 64 + square.index()) as u16)
    }
}

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// Whose eyes.
    pub(super) color: Color,
    /// Where this side's king stands: the king bucket, and whether files are swapped.
    pub(super) zone: Zone,
}

impl Perspective {
    /// How `color` sees the board with its king on this square.
    #[inline]
    pub fn new(buckets: &KingBuckets, color: Color, king: Square) -> Perspective {
        Perspective { color, zone: buckets.zone(color, king) }
    }

    /// The row of a feature.
    #[inline]
    pub fn row(self, feature: Feature) -> usize {
        let index = feature.0 as usize;
        let files = if self.zone.is_mirrored() { 7 } else { 0 };
        let seen = match self.color {
            Color::White => index ^ files,
            Color::Black => {
                let swapped = if index < SIDE { index + SIDE } else { index - SIDE };
                swapped ^ 56 ^ files
            }
        };
        self.zone.bucket() * FEATURES + seen
    }
}

/// What a move changes: features that become true and features that cease to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A piece goes elsewhere, perhaps to become another.
    Step {
        /// The piece where it went.
        added: Feature,
        /// The piece where it was.
        removed: Feature,
    },
    /// And a piece is taken.
    Capture {
        /// The piece where it went.
        added: Feature,
        /// The piece where it was, and the one that was taken.
        removed: [Feature; 2],
    },
    /// King and rook.
    Castling {
        /// Both where they went.
        added: [Feature; 2],
        /// Both where they were.
        removed: [Feature; 2],
    },
}

impl Change {
    /// What `mv`, made in `before`, changes.
    #[inline]
    pub fn of(before: &Position, mv: Move) -> Change {
        let us = before.turn();
        let ours = |role, square| Feature::new(Piece { color: us, role }, square);
        let theirs = |role, square| Feature::new(Piece { color: !us, role }, square);
        let (from, to) = (mv.from(), mv.to());
        // A legal move has a piece on its first square; the pawn stands for a broken promise.
        let role = before.role_at(from).unwrap_or(Role::Pawn);
        let step = |becomes| {
            let (added, removed) = (ours(becomes, to), ours(role, from));
            match before.role_at(to) {
                None => Change::Step { added, removed },
                Some(taken) => Change::Capture { added, removed: [removed, theirs(taken, to)] },
            }
        };
        match mv.kind() {
            MoveKind::Normal => step(role),
            MoveKind::Promotion(promoted) => step(promoted),
            MoveKind::EnPassant => {
                let taken = Square::new(to.file(), from.rank());
                Change::Capture {
                    added: ours(Role::Pawn, to),
                    removed: [ours(Role::Pawn, from), theirs(Role::Pawn, taken)],
                }
            }
            MoveKind::Castling => {
                let king_to = before.castling_king_target(mv);
                let rook_file = if to > from { File::F } else { File::D };
                let rook_to = Square::new(rook_file, from.rank());
                Change::Castling {
                    added: [ours(Role::King, king_to), ours(Role::Rook, rook_to)],
                    removed: [ours(Role::King, from), ours(Role::Rook, to)],
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_a_row_of_its_own() {
        for color in Color::ALL {
            for king in [Square::E1, Square::D1] {
                let view = Perspective::new(&KingBuckets::ONE, color, king);
                let mut seen = [false; FEATURES];
                for side in Color::ALL {
                    for role in Role::ALL {
                        for square in Square::all() {
                            let row = view.row(Feature::new(Piece { color: side, role }, square));
                            assert!(!seen[row], "{side} {role} on {square}");
                            seen[row] = true;
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn rows_are_numbered_as_the_trainer_numbers_them() {
        let piece = |letter| Piece::from_letter(letter).unwrap();
        for (letter, square, color, king, row) in [
            ('P', Square::A1, Color::White, Square::E1, 0),
            ('N', Square::B1, Color::White, Square::H5, 64 + 1),
            ('N', Square::B1, Color::White, Square::D1, 64 + 6),
            ('k', Square::E8, Color::White, Square::E1, 384 + 5 * 64 + 60),
            ('k', Square::E8, Color::Black, Square::E8, 5 * 64 + 4),
            ('Q', Square::D1, Color::Black, Square::E8, 384 + 4 * 64 + 56 + 3),
            ('Q', Square::D1, Color::Black, Square::A8, 384 + 4 * 64 + 56 + 4),
        ] {
            let view = Perspective::new(&KingBuckets::ONE, color, king);
            assert_eq!(view.row(Feature::new(piece(letter), square)), row, "{letter} {square}");
            // A bucket for each two ranks: all rows of the first come before those of the second.
            let ranks = KingBuckets::new(std::array::from_fn(|index| (index / 8) as u8)).unwrap();
            let rank = if color == Color::White { king.index() / 8 } else { 7 - king.index() / 8 };
            let view = Perspective::new(&ranks, color, king);
            let expected = rank / 2 * FEATURES + row;
            assert_eq!(view.row(Feature::new(piece(letter), square)), expected);
        }
    }
}
