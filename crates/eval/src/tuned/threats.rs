//! Threats: what may be won soon.

use chess::{Bitboard, Color, Rank, Role, attacks};

use super::side::CountedSide;
use super::sight::{AttackMap, forward, ranks};
use super::sink::{TermCollector, TermTopic};

/// What a side threatens.
#[inline(always)]
pub(super) fn tally<K: TermCollector>(side: CountedSide, sight: &AttackMap, sink: &mut K) {
    let (board, color) = (side.board(), side.color);
    let weights = &side.weights.threats;
    let (us, them) = (color.index(), 1 - color.index());
    let enemies = board.color(!color);
    let pieces = enemies.without(board.role(Role::Pawn));
    let count = |set: Bitboard| set.count() as i32;

    // Held by a pawn, or by more pieces than attack it.
    let firm = sight.of(!color, Role::Pawn) | sight.twice[them].without(sight.twice[us]);
    let weak = (enemies & sight.all[us]).without(firm);
    let targets = weak | (pieces & firm);

    let minors = targets & (sight.of(color, Role::Knight) | sight.of(color, Role::Bishop));
    let rooks = weak & sight.of(color, Role::Rook);
    if (minors | rooks).any() {
        for (index, role) in VICTIMS.into_iter().enumerate() {
            let victims = board.role(role);
            sink.add(TermTopic::Threats, color, &weights.by_minor[index], count(minors & victims));
            sink.add(TermTopic::Threats, color, &weights.by_rook[index], count(rooks & victims));
        }
    }
    let by_king = weak & sight.of(color, Role::King);
    if by_king.any() {
        sink.add(TermTopic::Threats, color, &weights.by_king, 1);
    }
    let hanging = weak & (!sight.all[them] | (pieces & sight.twice[us]));
    sink.add(TermTopic::Threats, color, &weights.hanging, count(hanging));

    // Squares they attack that we contest: their pieces have fewer places to go.
    let contested = (sight.all[them] & sight.all[us]).without(firm);
    sink.add(TermTopic::Threats, color, &weights.contested, count(contested));

    let safe = !sight.all[them] | sight.all[us];
    let pawns = board.pieces(color, Role::Pawn);
    let hits = pawn_attacks(pawns & safe, color) & pieces;
    for (weight, &role) in weights.by_pawn.iter().zip(&VICTIMS[1..]) {
        sink.add(TermTopic::Threats, color, weight, count(hits & board.role(role)));
    }

    let third = ranks(Rank::Third, Rank::Third, color);
    let steps = forward(pawns, color).without(sight.occupied);
    let leaps = forward(steps & third, color).without(sight.occupied);
    let pushes = ((steps | leaps) & safe).without(sight.of(!color, Role::Pawn));
    let pushed = (pawn_attacks(pushes, color) & pieces).without(hits);
    sink.add(TermTopic::Threats, color, &weights.by_push, count(pushed));

    let queens = board.pieces(!color, Role::Queen);
    // Of several queens one would have to choose, and both sides alike.
    if let Some(queen) = queens.first().filter(|_| !queens.more_than_one()) {
        let free = sight.area[us].without(firm);
        let knights = attacks::knight(queen) & sight.of(color, Role::Knight) & free;
        sink.add(TermTopic::Threats, color, &weights.knight_on_queen, count(knights));
        let sliders = (attacks::bishop(queen, sight.occupied) & sight.of(color, Role::Bishop))
            | (attacks::rook(queen, sight.occupied) & sight.of(color, Role::Rook));
        let sliders = sliders & free & sight.twice[us];
        sink.add(TermTopic::Threats, color, &weights.slider_on_queen, count(sliders));
    }
}

/// What can be threatened, in the order of the weights.
const VICTIMS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

#[inline(always)]
fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let ahead = forward(pawns, color);
    ahead.east() | ahead.west()
}
