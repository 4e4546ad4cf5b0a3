//! What the opponent attacks, by what the attackers are worth.

use chess::{Bitboard, Color, Move, Position, Role, attacks};

/// The squares that the opponent of the side to move attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threats {
    /// By pawns.
    pub(super) by_pawns: Bitboard,
    /// By pawns and minor pieces.
    pub(super) by_minors: Bitboard,
    /// By pawns, minor pieces and rooks.
    pub(super) by_rooks: Bitboard,
    /// By anything.
    pub(super) all: Bitboard,
}

impl Threats {
    /// No threats, or none looked for.
    pub(super) const NONE: Threats = Threats {
        by_pawns: Bitboard::EMPTY,
        by_minors: Bitboard::EMPTY,
        by_rooks: Bitboard::EMPTY,
        all: Bitboard::EMPTY,
    };

    /// The threats against the side to move.
    pub(super) fn of(position: &Position) -> Threats {
        let board = position.board();
        let them = !position.turn();
        let occupied = board.occupied();
        let theirs = board.color(them);
        let pawns = theirs & board.role(Role::Pawn);
        let ahead = match them {
            Color::White => pawns.north(),
            Color::Black => pawns.south(),
        };
        let by_pawns = ahead.west() | ahead.east();
        let mut by_minors = by_pawns;
        for from in theirs & board.role(Role::Knight) {
            by_minors |= attacks::knight(from);
        }
        for from in theirs & board.role(Role::Bishop) {
            by_minors |= attacks::bishop(from, occupied);
        }
        let mut by_rooks = by_minors;
        for from in theirs & board.role(Role::Rook) {
            by_rooks |= attacks::rook(from, occupied);
        }
        let mut all = by_rooks | attacks::king(position.king(them));
        for from in theirs & board.role(Role::Queen) {
            all |= attacks::queen(from, occupied);
        }
        Threats { by_pawns, by_minors, by_rooks, all }
    }

    /// The squares where a piece of this role is attacked by something cheaper.
    #[inline]
    pub(super) fn by_cheaper_than(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn | Role::King => Bitboard::EMPTY,
            Role::Knight | Role::Bishop => self.by_pawns,
            Role::Rook => self.by_minors,
            Role::Queen => self.by_rooks,
        }
    }

    /// Whether a move leaves an attacked square, and whether it goes to one, as
    /// an index from 0 to 3.
    #[inline]
    pub(super) fn index(&self, mv: Move) -> usize {
        2 * usize::from(self.all.contains(mv.from())) + usize::from(self.all.contains(mv.to()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threats_are_all_attacks() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let threats = Threats::of(&position);
            assert_eq!(threats.all, position.attacked_by(!position.turn()), "{fen}");
            assert!(threats.by_pawns.without(threats.by_minors).is_empty());
            assert!(threats.by_rooks.without(threats.all).is_empty());
        }
    }
}
