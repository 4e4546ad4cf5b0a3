//! The formulas behind the decisions, pure: numbers in, a number out.
//!
//! `depth` is what remains, `improving` says that the mover's evaluation rose
//! since her last move. Reductions are in 1024ths of a ply.

use super::params;
use super::value::FIFTY_MOVES;
use crate::DepthTerm;

/// One ply, as reductions count.
pub(super) const PLY: i32 = DepthTerm::PLY;

/// Natural logarithms of 0 to 255 in 1024ths, 0 for 0. Made of whole numbers:
/// a floating-point library may round differently on another machine, and one
/// unit is enough for another tree.
static LOGARITHMS: [i32; 256] = logarithms();

const fn logarithms() -> [i32; 256] {
    let mut table = [0; 256];
    let mut n = 1;
    while n < 256 {
        table[n] = logarithm(n as u64);
        n += 1;
    }
    table
}

/// The natural logarithm of a whole number above 0 in 1024ths.
const fn logarithm(n: u64) -> i32 {
    /// Bits after the point of the working numbers.
    const BITS: u32 = 30;
    /// ln 2 in 2^30ths.
    const LN_2: u64 = 744_261_118;
    let whole = n.ilog2();
    let mut mantissa = n << (BITS - whole);
    let mut log2 = (whole as u64) << BITS;
    // Squaring doubles the logarithm: each time it passes 2 the next bit is 1.
    let mut bit = BITS;
    while bit > 0 {
        bit -= 1;
        mantissa = (mantissa * mantissa) >> BITS;
        if mantissa >= 2 << BITS {
            mantissa >>= 1;
            log2 |= 1 << bit;
        }
    }
    (((log2 >> 10) * (LN_2 >> 10)) >> (2 * (BITS - 10) - 10)) as i32
}

/// How much a late move is reduced before anything is known about it.
#[inline]
pub(super) fn reduction(depth: i32, move_number: i32) -> i32 {
    let log = |n: i32| LOGARITHMS[n.clamp(0, 255) as usize];
    let product = log(depth) * log(move_number) / PLY;
    params::reduction_base() + product * params::reduction_slope() / PLY
}

/// What is known about a late move, for and against searching it to full depth.
#[derive(Clone, Copy)]
pub(super) struct Doubts {
    /// The node is on the principal variation.
    pub(super) pv: bool,
    /// The node was once on a principal variation.
    pub(super) was_pv: bool,
    /// A cut-off is expected from some other move.
    pub(super) cut_node: bool,
    /// The move takes or promotes.
    pub(super) noisy: bool,
    /// The move gives check.
    pub(super) gives_check: bool,
    /// The move is the table's.
    pub(super) is_table_move: bool,
    /// The table has a move.
    pub(super) has_table_move: bool,
    /// The table's move takes or promotes.
    pub(super) table_move_is_noisy: bool,
    /// The table's value is above alpha.
    pub(super) table_is_above: bool,
    /// The table's value was searched as deep as the node.
    pub(super) table_is_deep: bool,
    /// The replies to the moves before this one were often cut-offs.
    pub(super) many_cutoffs: bool,
    /// By how much the evaluation was corrected.
    pub(super) correction: i32,
    /// What the histories say of the move.
    pub(super) history: i32,
}

impl Doubts {
    /// What they add to the reduction, or take from it.
    #[inline]
    pub(super) fn reduction(self) -> i32 {
        self.amounts().iter().sum()
    }

    /// The same one by one, for who watches.
    pub(super) fn terms(self) -> impl Iterator<Item = DepthTerm> {
        const NAMES: [&str; 12] = [
            "cut node",
            "no table move",
            "noisy table move",
            "child cut-offs",
            "PV node",
            "ttPv",
            "table value above alpha",
            "table depth",
            "gives check",
            "table move",
            "correction history",
            "history",
        ];
        NAMES.into_iter().zip(self.amounts()).map(|(name, amount)| DepthTerm::new(name, amount))
    }

    #[inline]
    fn amounts(self) -> [i32; 12] {
        let when = |is: bool, amount: i32| if is { amount } else { 0 };
        let by_history = if self.noisy {
            self.history * PLY / params::reduction_capture_history()
        } else {
            self.history * PLY / (2 * params::reduction_history())
        };
        [
            when(self.cut_node, params::reduction_cut()),
            when(self.cut_node && !self.has_table_move, params::reduction_no_table_move()),
            when(self.table_move_is_noisy && !self.noisy, params::reduction_table_capture()),
            when(self.many_cutoffs, params::reduction_cutoffs()),
            when(self.pv, -params::reduction_pv()),
            when(self.was_pv, -params::reduction_table_pv()),
            when(self.was_pv && self.table_is_above, -params::reduction_table_above()),
            when(self.was_pv && self.table_is_deep, -params::reduction_table_deep()),
            when(self.gives_check, -params::reduction_check()),
            when(self.is_table_move, -params::reduction_table_move()),
            -params::reduction_correction() * self.correction.abs(),
            -by_history,
        ]
    }
}

/// How far above beta an evaluation must be to be believed without a search: the farther,
/// the more it had to be corrected.
#[inline]
pub(super) fn reverse_futility(
    depth: i32,
    improving: bool,
    worsening: bool,
    correction: i32,
) -> i32 {
    params::reverse_futility_margin() * depth
        - params::reverse_futility_improving() * i32::from(improving)
        - params::reverse_futility_worsening() * i32::from(worsening)
        + correction.abs() * params::reverse_futility_correction() / 100
}

/// How far below alpha an evaluation must be for quiescence to have the word.
#[inline]
pub(super) fn razoring(depth: i32) -> i32 {
    params::razoring_base() + params::razoring_square() * depth * depth
}

/// How much less deep the answers to a pass are searched.
#[inline]
pub(super) fn null_reduction(depth: i32, surplus: i32) -> i32 {
    params::null_base()
        + depth / params::null_divisor()
        + (surplus / params::null_surplus()).clamp(0, params::null_surplus_most())
}

/// The least the evaluation must be above beta for passing to be tried; deep
/// down it may be below.
#[inline]
pub(super) fn null_threshold(depth: i32) -> i32 {
    params::null_below() - params::null_below_depth() * depth
}

/// How many moves are tried before the remaining quiet ones are left out.
#[inline]
pub(super) fn late_move_count(depth: i32, improving: bool) -> i32 {
    (params::late_move_base() + depth * depth) / (2 - i32::from(improving))
}

/// What a quiet move may add to the evaluation at best.
#[inline]
pub(super) fn futility(depth: i32, correction: i32) -> i32 {
    params::futility_base()
        + params::futility_depth() * depth
        + correction.abs() * params::futility_correction() / 100
}

/// What a capture may add to the evaluation on top of the piece taken.
#[inline]
pub(super) fn capture_futility(depth: i32) -> i32 {
    params::capture_futility_base() + params::capture_futility_depth() * depth
}

/// How much material a quiet move may lose by SEE.
#[inline]
pub(super) fn see_quiet(depth: i32) -> i32 {
    -params::see_quiet() * depth * depth
}

/// How much material a capture with this history may lose by SEE.
#[inline]
pub(super) fn see_capture(depth: i32, history: i32) -> i32 {
    -(params::see_capture() * depth + history / params::see_history()).max(0)
}

/// How far the other moves must fall short of the table's move.
#[inline]
pub(super) fn singular(depth: i32, was_pv: bool) -> i32 {
    params::singular_margin() * depth * (1 + i32::from(was_pv)) / 64
}

/// What quiescence says of a value above beta: captures alone prove less than
/// they seem to.
#[inline]
pub(super) fn softened(value: i32, beta: i32) -> i32 {
    let weight = params::quiescence_blend();
    (value + weight * beta) / (weight + 1)
}

/// What a move earns that proved best.
#[inline]
pub(super) fn bonus(depth: i32) -> i32 {
    (params::bonus_depth() * depth - params::bonus_offset()).clamp(0, params::bonus_most())
}

/// What a move loses that was tried before the best.
#[inline]
pub(super) fn malus(depth: i32) -> i32 {
    (params::malus_depth() * depth - params::malus_offset()).clamp(0, params::malus_most())
}

/// What is known about the last move where nothing was found against it.
#[derive(Clone, Copy)]
pub(super) struct Unrefuted {
    /// How deep that was searched.
    pub(super) depth: i32,
    /// The move's number in its node.
    pub(super) number: i32,
    /// The mover's evaluation had promised her more.
    pub(super) surprises_mover: bool,
    /// The opponent's evaluation before his move had promised him less.
    pub(super) surprises_opponent: bool,
}

impl Unrefuted {
    /// What the move earns: the more, the less was expected of it.
    #[inline]
    pub(super) fn bonus(self) -> i32 {
        let percent = params::last_bonus()
            + params::last_bonus_depth() * self.depth.min(params::last_bonus_plies())
            + params::last_bonus_late() * i32::from(self.number > params::last_bonus_moves())
            + params::last_bonus_surprise() * i32::from(self.surprises_mover)
            + params::last_bonus_prior() * i32::from(self.surprises_opponent);
        bonus(self.depth) * percent / 100
    }
}

/// An evaluation in a game that has not made progress for `clock` half-moves:
/// whoever is better must do something.
#[inline]
pub(super) fn damped(eval: i32, clock: i32) -> i32 {
    let most = params::damping_most();
    eval - eval.clamp(-most, most) * clock.min(FIFTY_MOVES) / params::damping_clock()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for n in 1..256 {
            let exact = f64::from(n).ln() * 1024.0;
            assert!((f64::from(LOGARITHMS[n as usize]) - exact).abs() < 1.5, "{n}");
        }
    }

    #[test]
    fn reductions_grow() {
        for depth in 1..60 {
            for number in 1..60 {
                let here = reduction(depth, number);
                assert!(here >= 0);
                assert!(reduction(depth + 1, number) >= here);
                assert!(reduction(depth, number + 1) >= here);
            }
        }
    }

    #[test]
    fn no_progress_is_worth_less() {
        assert_eq!(damped(300, 0), 300);
        assert!(damped(300, 60) < damped(300, 20) && damped(-300, 60) == -damped(300, 60));
        assert!(damped(300, 100) > 0);
    }

    #[test]
    fn bonuses_are_bounded() {
        for (amount, most) in [
            (bonus as fn(i32) -> i32, params::bonus_most()),
            (malus as fn(i32) -> i32, params::malus_most()),
        ] {
            let amounts: Vec<i32> = (0..200).map(amount).collect();
            assert!(amounts.is_sorted() && amounts[0] == 0 && amounts[1] > 0, "{amounts:?}");
            assert_eq!(amounts.last(), Some(&most));
        }
    }
}
