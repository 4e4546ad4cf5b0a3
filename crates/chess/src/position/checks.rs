//! Which moves give check, told before they are played.

use super::Position;
use crate::diagram::CastlingPath;
use crate::{Bitboard, Move, MoveKind, Role, Square, attacks};

impl Position {
    /// Whether a legal move gives check, directly, by uncovering a line, or both.
    pub fn gives_check(&self, mv: Move) -> bool {
        let king = self.king(!self.turn);
        let (from, to) = (Bitboard::of(mv.from()), Bitboard::of(mv.to()));
        let occupied = self.board().occupied();
        let role = self.role_at(mv.from()).unwrap_or(Role::Pawn);
        match mv.kind() {
            MoveKind::Normal => {
                let after = occupied.without(from) | to;
                self.attacks_king(role, mv.to(), after, king) || self.uncovers(from, after, king)
            }
            MoveKind::Promotion(promoted) => {
                let after = occupied.without(from) | to;
                self.attacks_king(promoted, mv.to(), after, king)
                    || self.uncovers(from, after, king)
            }
            MoveKind::EnPassant => {
                let taken = Bitboard::of(Square::new(mv.to().file(), mv.from().rank()));
                let after = occupied.without(from | taken) | to;
                self.attacks_king(Role::Pawn, mv.to(), after, king)
                    || self.uncovers(from | taken, after, king)
            }
            MoveKind::Castling => {
                let path = CastlingPath::new(self.turn, mv.from(), mv.to());
                let after = occupied.without(from | to)
                    | Bitboard::of(path.king_to)
                    | Bitboard::of(path.rook_to);
                self.attacks_king(Role::Rook, path.rook_to, after, king)
                    || self.uncovers(from | to, after, king)
            }
        }
    }

    #[inline(always)]
    fn attacks_king(&self, role: Role, from: Square, occupied: Bitboard, king: Square) -> bool {
        match role {
            Role::Pawn => attacks::pawn(self.turn, from).contains(king),
            Role::King => false,
            role => attacks::of_role(role, from, occupied).contains(king),
        }
    }

    /// Whether a slider sees the king now that `left` squares were vacated.
    #[inline(always)]
    fn uncovers(&self, left: Bitboard, occupied: Bitboard, king: Square) -> bool {
        // A line can only open through a square that shared a line with the king.
        if (attacks::queen(king, Bitboard::EMPTY) & left).is_empty() {
            return false;
        }
        let board = self.board();
        let us = board.color(self.turn) & occupied;
        let queens = board.role(Role::Queen);
        let straight = (board.role(Role::Rook) | queens) & us;
        let diagonal = (board.role(Role::Bishop) | queens) & us;
        (attacks::rook(king, occupied) & straight).any()
            || (attacks::bishop(king, occupied) & diagonal).any()
    }
}
