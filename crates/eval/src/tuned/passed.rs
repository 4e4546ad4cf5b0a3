//! Passed pawns: how far each one has come and what is in its way.

use chess::{Bitboard, Color, Position, Role, Square};

use super::side::CountedSide;
use super::sight::{AttackMap, forward};
use super::sink::{TermCollector, TermTopic};

/// Kings further away than this are far away.
const FAR: u32 = 5;
/// The rank, counted from 0, from which a passed pawn is watched closely.
const WATCHED: usize = 3;

/// The terms of one side's passed pawns, as far as they depend on the pieces.
#[inline(always)]
pub(super) fn tally<K: TermCollector>(side: CountedSide, sight: &AttackMap, sink: &mut K) {
    let CountedSide { weights, position, structure, color } = side;
    let (us, them) = (color.index(), 1 - color.index());
    let board = side.board();
    let topic = TermTopic::PassedPawns;
    let weights = &weights.passed;
    let rooks = board.role(Role::Rook) | board.role(Role::Queen);
    let is_pawn_ending =
        board.color(!color) == board.pieces(!color, Role::Pawn) | board.pieces(!color, Role::King);
    let mut is_unstoppable = false;

    for square in structure.prospects.passed[us] {
        let rank = square.relative_to(color).index() / 8;
        if is_pawn_ending && runs(position, square, color, sight) {
            is_unstoppable = true;
        }
        let Some(step) = rank.checked_sub(WATCHED) else { continue };
        let stop = forward(Bitboard::of(square), color);
        let Some(stop_square) = stop.first() else { continue };
        let path = path(square, color);

        let distance = |king: Square| king.distance(stop_square).min(FAR) as i32;
        sink.add(topic, color, &weights.own_king[step], distance(sight.king[us]));
        sink.add(topic, color, &weights.their_king[step], distance(sight.king[them]));

        if (stop & sight.occupied).any() {
            sink.add(topic, color, &weights.blocked[step], 1);
        } else {
            if (stop & sight.all[them]).is_empty() {
                sink.add(topic, color, &weights.safe_step[step], 1);
            }
            if (path & (sight.all[them] | board.color(!color))).is_empty() {
                sink.add(topic, color, &weights.safe_path[step], 1);
            }
        }
        if (stop & sight.all[us]).any() {
            sink.add(topic, color, &weights.helped[step], 1);
        }
        // The first piece behind the pawn on its file, if a rook or queen.
        let behind = Bitboard::file(square.file()).without(path | Bitboard::of(square)) & rooks;
        if behind.any() {
            let lines = chess::attacks::rook(square, sight.occupied) & behind;
            if (lines & board.color(color)).any() {
                sink.add(topic, color, &weights.rook_behind, 1);
            } else if lines.any() {
                sink.add(topic, color, &weights.rook_hunting, 1);
            }
        }
    }
    if is_unstoppable {
        sink.add(topic, color, &weights.unstoppable, 1);
    }
}

/// All squares between a pawn and the end of its file, the last included.
#[inline(always)]
const fn path(square: Square, color: Color) -> Bitboard {
    let file = Bitboard::file(square.file()).0;
    let rank_start = square.index() & 56;
    Bitboard(match color {
        Color::White => file & (!0 << rank_start << 8),
        Color::Black => file & !(!0 << rank_start),
    })
}

/// Whether a pawn reaches its last rank before a lone king can stop it.
#[inline]
fn runs(position: &Position, square: Square, color: Color, sight: &AttackMap) -> bool {
    let path = path(square, color);
    if (path & sight.occupied).any() {
        return false;
    }
    let last = match color {
        Color::White => path.last(),
        Color::Black => path.first(),
    };
    let Some(last) = last else { return false };
    // A double step from home counts as one.
    let steps = path.count().min(FAR);
    let hunter = sight.king[(!color).index()].distance(last);
    let hunter_moves_first = position.turn() != color;
    steps < hunter - u32::from(hunter_moves_first && hunter > 0)
}
