//! Which piece stands where.

use std::fmt;

use crate::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// The pieces on the board as eight sets: two by colour, six by role.
///
/// Invariant: no square is in two sets of a kind, and each occupied square is
/// in exactly one of each. Nothing is said about legality: there may be no
/// king or ten.
///
/// ```
/// use plywise_chess::{Board, Color, Piece, Role, Square};
///
/// let mut board = Board::default();
/// let king = Piece { color: Color::White, role: Role::King };
/// board.set(Square::E1, Some(king));
/// assert_eq!(board.piece_at(Square::E1), Some(king));
/// assert_eq!(board.to_string(), "8/8/8/8/8/8/8/4K3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    pub(crate) colors: [Bitboard; 2],
    pub(crate) roles: [Bitboard; 6],
}

impl Board {
    /// The pieces of one side.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The pieces of one role, both sides.
    #[inline]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// The pieces of one side and role.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// What stands on a square, whoever owns it.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.role(role).contains(square))
    }

    /// Whose piece stands on a square.
    #[inline]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.color(color).contains(square))
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece { color: self.color_at(square)?, role: self.role_at(square)? })
    }

    /// Puts a piece on a square, or takes away what stands there.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        for set in self.colors.iter_mut().chain(&mut self.roles) {
            set.remove(square);
        }
        if let Some(Piece { color, role }) = piece {
            self.colors[color.index()].insert(square);
            self.roles[role.index()].insert(square);
        }
    }

    /// All pieces with their squares, a1 first.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }
}

/// The placement field of FEN.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                match self.piece_at(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", piece.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

/// Draws the board from White's side, letters as in FEN.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f)?;
            for file in File::ALL {
                let piece = self.piece_at(Square::new(file, rank));
                let space = if file == File::H { "" } else { " " };
                write!(f, "{}{space}", piece.map_or('.', Piece::letter))?;
            }
        }
        Ok(())
    }
}
