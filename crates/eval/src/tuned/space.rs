//! Space: room to manoeuvre behind the pawns.

use chess::{Bitboard, Rank, Role};

use super::side::CountedSide;
use super::sight::{AttackMap, forward, ranks};
use super::sink::{TermCollector, TermTopic};

/// Files c to f.
const MIDDLE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// The weight is meant for a side with all her pieces.
const ALL_PIECES: i32 = 16;

/// The safe squares in the middle of one's own camp, those behind a pawn twice;
/// worth more with more pieces to use them.
#[inline(always)]
pub(super) fn tally<K: TermCollector>(side: CountedSide, sight: &AttackMap, sink: &mut K) {
    let CountedSide { weights, structure, color, .. } = side;
    let board = side.board();
    let them = 1 - color.index();
    let own = board.pieces(color, Role::Pawn);
    let camp = MIDDLE_FILES & ranks(Rank::Second, Rank::Fourth, color);
    let safe = camp.without(own | structure.attacks[them]);
    let mut behind = own;
    behind |= forward(behind, !color);
    behind |= forward(forward(behind, !color), !color);
    let room = safe.count() + (safe & behind).without(sight.all[them]).count();
    let pieces = board.color(color).count();
    sink.add(TermTopic::Space, color, &weights.space, (room * pieces) as i32 / ALL_PIECES);
}
