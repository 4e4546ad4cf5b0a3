//! Complexity: how likely an advantage is to be turned into a win.

use chess::{Bitboard, Board, Color, Role};

use super::pawns::Structure;
use super::sight::AttackMap;
use super::sink::TermCollector;
use super::{Pair, TunedWeights};

/// Files a to d.
const QUEENSIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

/// What is added to White's lead: the leader wins more easily with many pawns,
/// on both wings, with passed pawns and an active king. At most it takes the
/// lead away or doubles it.
#[inline(always)]
pub(super) fn gain<K: TermCollector>(
    weights: &TunedWeights,
    board: &Board,
    structure: &Structure,
    sight: &AttackMap,
    sink: &mut K,
) -> Pair {
    let weights = &weights.complexity;
    let pawns = board.role(Role::Pawn);
    let mut total = Pair::ZERO;
    let mut add = |weight: &Pair, count: i32| {
        total += *weight * count;
        sink.complexity(weight, count);
    };
    add(&weights.base, 1);
    add(&weights.pawn, pawns.count() as i32);
    let passed = structure.prospects.passed[0] | structure.prospects.passed[1];
    add(&weights.passed, passed.count() as i32);
    if (pawns & QUEENSIDE).any() && pawns.without(QUEENSIDE).any() {
        add(&weights.both_wings, 1);
    }
    if board.occupied() == pawns | board.role(Role::King) {
        add(&weights.pawn_ending, 1);
    }
    let far = |color: Color| sight.king[color.index()].relative_to(color).index() >= 32;
    add(
        &weights.king_beyond_centre,
        Color::ALL.into_iter().filter(|&color| far(color)).count() as i32,
    );
    let lead = sink.lead();
    Pair::new(nudge(lead.mg(), total.mg()), nudge(lead.eg(), total.eg()))
}

/// `total` for the leader, but not more than the lead itself, for or against
/// her: so it begins at nothing where neither leads.
const fn nudge(lead: i32, total: i32) -> i32 {
    let most = lead.abs();
    let gain = if total < -most {
        -most
    } else if total > most {
        most
    } else {
        total
    };
    lead.signum() * gain
}
