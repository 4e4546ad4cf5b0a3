//! Which facts a network knows about a position, and what a move changes in them.
//!
//! A fact is "a man of this side and role stands on this square", seen with one
//! side's eyes: own men first, the board turned so that this side plays up it,
//! and mirrored, if need be, so that its king stands on one of the files e to
//! h. The king at home needs no mirroring, and what is learnt about one wing
//! holds for the other.
//!
//! A row's number is `384 × other's + 64 × role + square`, a1 = 0, pawn = 0.

use chess::{Color, File, Move, MoveKind, Piece, Position, Role, Square};

/// How many facts one side sees.
pub const FEATURES: usize = 2 * SIDE;

/// The facts about one side's men.
const SIDE: usize = 6 * 64;

/// A man on a square, with White's eyes and not mirrored: the common form from
/// which each [`View`] derives its row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature(u16);

impl Feature {
    /// A man on a square.
    #[inline]
    pub fn new(piece: Piece, square: Square) -> Feature {
        let side = piece.color.index() * SIDE;
        Feature((side + piece.role.index() * 64 + square.index()) as u16)
    }
}

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Whose eyes.
    pub color: Color,
    /// Whether files are swapped, a for h.
    pub mirrored: bool,
}

impl View {
    /// How `color` sees the board with its king on this square.
    #[inline]
    pub fn new(color: Color, king: Square) -> View {
        View { color, mirrored: is_mirrored(king) }
    }

    /// The row of a fact.
    #[inline]
    pub fn row(self, feature: Feature) -> usize {
        let index = feature.0 as usize;
        let files = if self.mirrored { 7 } else { 0 };
        match self.color {
            Color::White => index ^ files,
            Color::Black => {
                let swapped = if index < SIDE { index + SIDE } else { index - SIDE };
                swapped ^ 56 ^ files
            }
        }
    }
}

/// Whether a king on this square has the board mirrored.
#[inline]
pub fn is_mirrored(king: Square) -> bool {
    king.file() < File::E
}

/// What a move changes: facts that become true and facts that cease to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A man goes elsewhere, perhaps to become another.
    Step {
        /// The man where it went.
        added: Feature,
        /// The man where it was.
        removed: Feature,
    },
    /// And a man is taken.
    Capture {
        /// The man where it went.
        added: Feature,
        /// The man where it was, and the one that was taken.
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
        // A legal move has a man on its first square; the pawn stands for a broken promise.
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
    fn every_man_has_a_row_of_its_own() {
        for color in Color::ALL {
            for mirrored in [false, true] {
                let view = View { color, mirrored };
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
            let view = View::new(color, king);
            assert_eq!(view.row(Feature::new(piece(letter), square)), row, "{letter} {square}");
        }
    }
}
