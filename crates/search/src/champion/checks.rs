//! Which moves give check, for nodes that ask about many of them.

use chess::{Bitboard, Move, MoveKind, Position, Role, Square, attacks};

/// Where the side to move gives check from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checks {
    king: Square,
    /// The squares from which a piece of each role attacks the king.
    squares: [Bitboard; 6],
    /// The mover's pieces that stand alone between a slider of theirs and the king.
    screens: Bitboard,
}

impl Checks {
    /// None, or none looked for.
    pub(super) const NONE: Checks =
        Checks { king: Square::A1, squares: [Bitboard::EMPTY; 6], screens: Bitboard::EMPTY };

    pub(super) fn of(position: &Position) -> Checks {
        let us = position.turn();
        let king = position.king(!us);
        let board = position.board();
        let occupied = board.occupied();
        let ours = board.color(us);
        let queens = board.role(Role::Queen);
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));

        let mut screens = Bitboard::EMPTY;
        let snipers = attacks::rook(king, Bitboard::EMPTY) & (board.role(Role::Rook) | queens)
            | attacks::bishop(king, Bitboard::EMPTY) & (board.role(Role::Bishop) | queens);
        for sniper in snipers & ours {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                screens |= between & ours;
            }
        }
        let mut squares = [Bitboard::EMPTY; 6];
        squares[Role::Pawn.index()] = attacks::pawn(!us, king);
        squares[Role::Knight.index()] = attacks::knight(king);
        squares[Role::Bishop.index()] = diagonal;
        squares[Role::Rook.index()] = straight;
        squares[Role::Queen.index()] = diagonal | straight;
        Checks { king, squares, screens }
    }

    /// Whether a piece of this role gives check from a square.
    #[inline]
    pub(super) fn is_direct(&self, role: Role, to: Square) -> bool {
        self.squares[role.index()].contains(to)
    }

    /// Whether a legal move of `position` gives check.
    #[inline]
    pub(super) fn gives(&self, position: &Position, mv: Move) -> bool {
        if mv.kind() != MoveKind::Normal {
            return position.gives_check(mv);
        }
        let role = position.role_at(mv.from()).unwrap_or(Role::Pawn);
        self.is_direct(role, mv.to())
            || self.screens.contains(mv.from())
                && !attacks::line(mv.from(), mv.to()).contains(self.king)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_rules() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "7k/8/8/8/3N4/1B5P/8/B3K2R w K - 0 1",
        ] {
            let root: Position = fen.parse().unwrap();
            for first in &root.legal_moves() {
                let mut position = root;
                position.play(first).unwrap();
                let checks = Checks::of(&position);
                for mv in &position.legal_moves() {
                    assert_eq!(
                        checks.gives(&position, mv),
                        position.gives_check(mv),
                        "{mv:?} in {position}"
                    );
                }
            }
        }
    }
}
