//! Moves that can be taken back over the board, found by the hash of what they change.
//!
//! If the keys of two positions of a game differ by exactly one move of a
//! piece, the mover can repeat the position by that move. A search that looks
//! here sees a repetition one ply before it happens.

use crate::zobrist::{BLACK_TO_MOVE, random};
use crate::{Bitboard, Square};

/// The two squares between which a single piece went, if `difference` is what
/// such a move of either direction changes in the key of a position: the piece's
/// squares and the turn, nothing else. What stands between them is not looked at.
///
/// ```
/// use plywise_chess::{Position, Square, reversal};
///
/// let mut position = Position::start();
/// let before = position.key();
/// position.play(position.parse_uci("g1f3")?)?;
/// assert_eq!(reversal(before ^ position.key()), Some((Square::G1, Square::F3)));
/// assert_eq!(reversal(before), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn reversal(difference: u64) -> Option<(Square, Square)> {
    let mut slot = home(difference);
    loop {
        let (key, low, high) = TABLE[slot];
        if key == difference && key != 0 {
            return Some((Square::wrapping(low as u32), Square::wrapping(high as u32)));
        }
        if key == 0 {
            return None;
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// More than twice the 3,668 moves, so that most looks end at the first slot.
const SLOTS: usize = 8_192;

const fn home(difference: u64) -> usize {
    difference as usize % SLOTS
}

static TABLE: [(u64, u8, u8); SLOTS] = build();

const fn build() -> [(u64, u8, u8); SLOTS] {
    let mut table = [(0, 0, 0); SLOTS];
    let mut piece = 0;
    while piece < 12 {
        let mut low = 0;
        while low < 64 {
            let mut high = low + 1;
            while high < 64 {
                if goes(piece % 6, low, high) {
                    // The order of `zobrist::pieces`: 64 squares a piece.
                    let key = random(piece * 64 + low) ^ random(piece * 64 + high) ^ BLACK_TO_MOVE;
                    let mut slot = home(key);
                    while table[slot].0 != 0 {
                        slot = (slot + 1) % SLOTS;
                    }
                    table[slot] = (key, low as u8, high as u8);
                }
                high += 1;
            }
            low += 1;
        }
        piece += 1;
    }
    table
}

/// Whether a piece goes between two squares of an empty board; never a pawn.
const fn goes(role: u64, a: u64, b: u64) -> bool {
    let files = (a % 8).abs_diff(b % 8);
    let ranks = (a / 8).abs_diff(b / 8);
    let (straight, diagonal) = (files == 0 || ranks == 0, files == ranks);
    match role {
        1 => files * ranks == 2,
        2 => diagonal,
        3 => straight,
        4 => straight || diagonal,
        5 => files <= 1 && ranks <= 1,
        _ => false,
    }
}

impl crate::Keys {
    /// What passing the turn changes in the key of a position.
    pub const TURN: u64 = BLACK_TO_MOVE;
}

impl crate::Position {
    /// Whether the squares of a [`reversal`] are joined by a free path here.
    #[inline]
    pub fn is_free_path(&self, (a, b): (Square, Square)) -> bool {
        let between: Bitboard = crate::attacks::between(a, b);
        (between & self.board().occupied()).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Role};

    #[test]
    fn knows_every_move_of_a_piece_and_no_other() {
        assert_eq!(TABLE.iter().filter(|slot| slot.0 != 0).count(), 3_668);
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/QRBNK3 w - - 0 1",
            "qrbnk3/8/8/8/8/8/8/4K3 b - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for mv in &position.legal_moves() {
                let mut next = position;
                next.play(mv).unwrap();
                let plain = position.role_at(mv.from()) != Some(Role::Pawn)
                    && !position.is_capture(mv)
                    && !mv.is_castling()
                    && next.castling() == position.castling();
                let squares = (mv.from().min(mv.to()), mv.from().max(mv.to()));
                let found = reversal(position.key() ^ next.key());
                assert_eq!(found, plain.then_some(squares), "{mv:?} in {fen}");
                assert!(!plain || next.is_free_path(squares));
            }
        }
    }
}
