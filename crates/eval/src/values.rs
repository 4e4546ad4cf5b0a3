//! What the pieces are worth.

use chess::{Board, Color, Role};

use crate::weights::weights;

weights! {
    /// Centipawns for each piece but the king, who is never taken. The default is
    /// the classical count 1 3 3 5 9 of reports P, A and T.
    pub struct PieceValues {
        /// A pawn.
        pub pawn: i32 = 100,
        /// A knight.
        pub knight: i32 = 300,
        /// A bishop.
        pub bishop: i32 = 300,
        /// A rook.
        pub rook: i32 = 500,
        /// A queen.
        pub queen: i32 = 900,
    }
}

impl PieceValues {
    /// What a piece of this role is worth; 0 for the king.
    #[inline]
    pub const fn of(&self, role: Role) -> i32 {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.queen,
            Role::King => 0,
        }
    }

    /// What all pieces of a side are worth, the king not counted.
    #[inline(always)]
    pub fn material(&self, board: &Board, color: Color) -> i32 {
        COUNTED
            .into_iter()
            .map(|role| self.of(role) * board.pieces(color, role).count() as i32)
            .sum()
    }
}

/// The roles that count as material: all but the king.
pub(crate) const COUNTED: [Role; 5] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
