//! Every tunable number of the search, once.
//!
//! Each stands here with its value, its range and a sentence. In an ordinary
//! build they are constants that the compiler folds away; with the feature
//! `tuning` they can be changed while the program runs, and the edge offers
//! them as options.
//!
//! Scores are in centipawns. Reductions and history weights are in 1024ths.

/// A tunable number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// The value that ships.
    pub default: i32,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest value that makes sense.
    pub most: i32,
    /// What it does.
    pub sentence: &'static str,
}

macro_rules! params {
    ($($(#[doc = $sentence:literal])+ $name:ident = $default:literal, $least:literal ..= $most:literal;)*) => {
        /// All tunable numbers.
        pub const fn all() -> &'static [Param] {
            &[$(Param {
                name: stringify!($name),
                default: $default,
                least: $least,
                most: $most,
                sentence: concat!($($sentence),+),
            }),*]
        }

        $($(#[doc = $sentence])+
        #[cfg(not(feature = "tuning"))]
        #[inline(always)]
        pub(super) const fn $name() -> i32 {
            $default
        })*

        #[cfg(feature = "tuning")]
        mod cells {
            use std::sync::atomic::AtomicI32;
            $(#[allow(non_upper_case_globals)] // named like the function that reads it
            pub(super) static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        $($(#[doc = $sentence])+
        #[cfg(feature = "tuning")]
        #[inline(always)]
        pub(super) fn $name() -> i32 {
            cells::$name.load(std::sync::atomic::Ordering::Relaxed)
        })*

        /// Changes a number for all searches that begin from now on; false if no
        /// number has this name or the value is out of its range.
        #[cfg(feature = "tuning")]
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) if ($least..=$most).contains(&value) => {
                    cells::$name.store(value, std::sync::atomic::Ordering::Relaxed);
                    true
                })*
                _ => false,
            }
        }
    };
}

params! {
    /// Aspiration: half the first window.
    aspiration_delta = 14, 5..=50;
    /// Aspiration: by how many percent a missed window grows.
    aspiration_growth = 50, 10..=200;

    /// Reverse futility: deepest node.
    reverse_futility_depth = 10, 4..=16;
    /// Reverse futility: margin a ply.
    reverse_futility_margin = 75, 30..=150;
    /// Reverse futility: what an improving position saves.
    reverse_futility_improving = 75, 0..=150;
    /// Reverse futility: what a worsening opponent saves.
    reverse_futility_worsening = 20, 0..=80;

    /// Razoring: margin at depth 1.
    razoring_base = 220, 80..=500;
    /// Razoring: margin for the square of the depth.
    razoring_square = 120, 40..=300;

    /// Null move: reduction at least.
    null_base = 4, 2..=6;
    /// Null move: plies of depth for one more of reduction.
    null_divisor = 3, 2..=6;
    /// Null move: centipawns above beta for one more of reduction.
    null_surplus = 180, 80..=400;
    /// Null move: how far the evaluation may be below beta at depth 0.
    null_below = 160, 0..=400;
    /// Null move: how much of that each ply takes away.
    null_below_depth = 15, 0..=40;
    /// Null move: from this depth on a cut-off is verified.
    null_verify_depth = 14, 8..=24;

    /// Internal iterative reduction: least depth.
    iterative_reduction_depth = 5, 2..=9;

    /// ProbCut: how far above beta a capture must come.
    probcut_margin = 180, 80..=350;
    /// ProbCut: what an improving position saves.
    probcut_improving = 55, 0..=120;
    /// ProbCut by the table alone: how far above beta its value must be.
    probcut_table_margin = 390, 200..=700;

    /// Late move pruning: moves that are always tried.
    late_move_base = 3, 1..=8;

    /// Futility of quiet moves: margin at depth 0.
    futility_base = 90, 0..=250;
    /// Futility of quiet moves: margin a ply.
    futility_depth = 95, 40..=200;
    /// Futility of quiet moves: deepest node, after reduction.
    futility_limit = 10, 4..=16;
    /// Futility of captures: margin at depth 0.
    capture_futility_base = 210, 50..=500;
    /// Futility of captures: margin a ply.
    capture_futility_depth = 190, 80..=400;

    /// Exchange pruning of quiet moves: loss allowed for the square of the depth.
    exchange_quiet = 26, 10..=60;
    /// Exchange pruning of captures: loss allowed a ply.
    exchange_capture = 95, 40..=200;

    /// History pruning: a quiet move below this a ply is left out.
    history_pruning = 3800, 1000..=8000;

    /// Singular extension: least depth.
    singular_depth = 6, 4..=10;
    /// Singular extension: margin a ply, in 64ths of a centipawn.
    singular_margin = 50, 20..=160;
    /// Singular extension: two plies if the others fall short by this.
    double_margin = 14, 0..=60;
    /// Singular extension: three plies if the others fall short by this.
    triple_margin = 75, 20..=250;
    /// Singular extension: how much more is asked of both in the principal variation.
    extension_pv_margin = 150, 0..=400;

    /// Reduction: what every late move gets.
    reduction_base = 700, 0..=2000;
    /// Reduction: weight of the product of the logarithms of depth and move number.
    reduction_slope = 470, 250..=800;
    /// Reduction: less for moves of the principal variation.
    reduction_pv = 1024, 0..=2500;
    /// Reduction: less where the table remembers a principal variation.
    reduction_table_pv = 1100, 0..=2500;
    /// Reduction: more where a cut-off is expected.
    reduction_cut = 1800, 0..=3500;
    /// Reduction: more if the table's move takes something.
    reduction_table_capture = 900, 0..=2500;
    /// Reduction: more if the position is not improving.
    reduction_not_improving = 700, 0..=2000;
    /// Reduction: less for moves that give check.
    reduction_check = 900, 0..=2500;
    /// Reduction: more if the replies produced many cut-offs.
    reduction_cutoffs = 950, 0..=2500;
    /// Reduction: less for the table's move.
    reduction_table_move = 1900, 0..=3500;
    /// Reduction: history that makes a ply.
    reduction_history = 8000, 3000..=20000;
    /// Reduction of captures: history that makes a ply.
    reduction_capture_history = 6000, 2000..=20000;
    /// Reduction: less for each centipawn by which evaluations here were corrected.
    reduction_correction = 14, 0..=60;
    /// A reduced search that comes out so far above the best is repeated deeper.
    deeper_margin = 42, 10..=120;
    /// A reduced search that comes out no farther above the best is repeated shallower.
    shallower_margin = 9, 0..=40;

    /// History bonus a ply.
    bonus_depth = 130, 40..=300;
    /// History bonus: what is taken off.
    bonus_offset = 70, 0..=300;
    /// History bonus at most.
    bonus_most = 1400, 400..=3000;
    /// History malus a ply.
    malus_depth = 180, 40..=400;
    /// History malus: what is taken off.
    malus_offset = 60, 0..=300;
    /// History malus at most.
    malus_most = 1200, 400..=3000;

    /// Quiescence: how far a capture's gain may be from alpha.
    quiescence_futility = 170, 50..=400;
    /// Quiescence: the exchange loss allowed.
    quiescence_exchange = 20, 0..=120;

    /// Correction: weight of the pawns.
    correction_pawns = 120, 0..=300;
    /// Correction: weight of knights and bishops.
    correction_minors = 90, 0..=300;
    /// Correction: weight of rooks and queens.
    correction_majors = 60, 0..=300;
    /// Correction: weight of each side's pieces.
    correction_non_pawns = 110, 0..=300;
    /// Correction: weight of the last two moves.
    correction_continuation = 90, 0..=300;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_default_lies_in_its_range_and_is_explained() {
        for param in all() {
            assert!((param.least..=param.most).contains(&param.default), "{}", param.name);
            assert!(param.sentence.trim().ends_with('.'), "{}", param.name);
        }
    }
}
