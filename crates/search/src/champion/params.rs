//! Every tunable number of the search, once.
//!
//! Each stands here with its value, its range and a sentence. In an ordinary
//! build they are constants that the compiler folds away; with the feature
//! `tuning` they can be changed while the program runs, and the edge offers
//! them as options.
//!
//! Scores are in centipawns, reductions in 1024ths of a ply; what is in other units says so.

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
    aspiration_delta = 8, 2..=40;
    /// Aspiration: by how many percent a missed window grows.
    aspiration_growth = 50, 10..=200;
    /// Aspiration: centipawns of the expected value that widen the first window by one.
    aspiration_value = 100, 20..=1000;
    /// Aspiration: greater expected values widen it no more.
    aspiration_value_most = 1000, 300..=8000;
    /// Aspiration: iterations before windows are narrowed.
    aspiration_wide = 4, 1..=10;
    /// Aspiration: after so many windows missed in a row the next one is open.
    aspiration_misses = 6, 2..=12;
    /// Aspiration: plies by which a search that fails high is repeated less deep at most.
    aspiration_less = 3, 0..=6;

    /// The table: above this depth a node takes its answer even where another was expected.
    table_cut_depth = 5, 0..=20;
    /// The table: plies of depth that a search's age weighs when an entry has to go.
    table_age = 4, 1..=16;
    /// The table: an entry takes the place of one of the same position that is so many plies deeper.
    table_shallower = 4, 0..=12;
    /// The table: plies more for an entry of a principal variation.
    table_pv = 2, 0..=8;
    /// The table: half-move clock from which on positions that differ by it have entries of their own.
    table_key_clock = 14, 4..=60;
    /// The table: in steps of so many half-moves.
    table_key_step = 8, 1..=20;
    /// The table: plies that a tablebase's word counts more than the node's depth.
    table_oracle = 6, 0..=20;
    /// The table: percent of a history bonus that its quiet move earns by a cut-off.
    table_bonus = 50, 0..=200;
    /// The table: half-move clock from which on its values are no answer, for the line may end in a draw before they come true.
    table_clock = 90, 60..=100;

    /// Fifty moves: half-moves at which nothing would be left of an evaluation; the game is drawn before.
    damping_clock = 220, 120..=800;
    /// Fifty moves: what this many centipawns would lose is the most that any evaluation loses; those of won endings lead the way, and must not sink faster than they rise.
    damping_most = 2053, 500..=8000;

    /// Hindsight: a last move reduced by so many plies gets one back if the opponent is no worse.
    hindsight_deeper = 3, 1..=6;
    /// Hindsight: a last move reduced by so many plies loses one more if it failed clearly.
    hindsight_shallower = 2, 1..=6;
    /// Hindsight: centipawns that both evaluations together must show for that.
    hindsight_margin = 76, 20..=300;
    /// A quiet move earns this for each centipawn by which it made the evaluation better for its mover.
    evaluation_bonus = 8, 0..=24;
    /// That bonus at most.
    evaluation_bonus_most = 600, 100..=2000;
    /// What is added to that bonus.
    evaluation_bonus_offset = 80, 0..=400;

    /// Reverse futility: deepest node.
    reverse_futility_depth = 10, 4..=16;
    /// Reverse futility: margin a ply.
    reverse_futility_margin = 31, 10..=100;
    /// Reverse futility: what an improving position saves.
    reverse_futility_improving = 36, 0..=100;
    /// Reverse futility: what a worsening opponent saves.
    reverse_futility_worsening = 10, 0..=80;
    /// Reverse futility: percent of the evaluation's correction that is added to the margin.
    reverse_futility_correction = 100, 0..=300;
    /// Reverse futility: how often beta counts in the value given back, where the evaluation counts once.
    reverse_futility_blend = 2, 0..=8;

    /// Razoring: margin at depth 0.
    razoring_base = 106, 40..=400;
    /// Razoring: margin for the square of the depth.
    razoring_square = 58, 20..=200;

    /// Null move: reduction at least.
    null_base = 4, 2..=6;
    /// Null move: plies of depth for one more of reduction.
    null_divisor = 3, 2..=6;
    /// Null move: centipawns above beta for one more of reduction.
    null_surplus = 81, 30..=300;
    /// Null move: plies that a surplus adds to the reduction at most.
    null_surplus_most = 4, 0..=8;
    /// Null move: how far above beta the evaluation must be at depth 0.
    null_below = 77, 0..=300;
    /// Null move: how much less each ply asks for.
    null_below_depth = 7, 0..=30;
    /// Null move: percent of the depth that is left without passes while a cut-off is verified.
    null_verify_share = 75, 30..=100;
    /// Null move: from this depth on a cut-off is verified.
    null_verify_depth = 14, 8..=24;

    /// Internal iterative reduction: least depth.
    iterative_reduction_depth = 5, 2..=9;

    /// ProbCut: how far above beta a capture must come.
    probcut_margin = 83, 30..=250;
    /// ProbCut: what an improving position saves.
    probcut_improving = 26, 0..=90;
    /// ProbCut: least depth.
    probcut_depth = 3, 2..=8;
    /// ProbCut: how much less deep than the node its captures are searched.
    probcut_reduction = 4, 2..=8;
    /// ProbCut by the table alone: how far above beta its value must be.
    probcut_table_margin = 186, 80..=500;

    /// Late move pruning: moves that are tried at depth 0, where the position improves; half as many where it does not.
    late_move_base = 3, 1..=8;

    /// Futility of quiet moves: margin at depth 0.
    futility_base = 41, 0..=200;
    /// Futility of quiet moves: margin a ply.
    futility_depth = 46, 15..=150;
    /// Futility of quiet moves: deepest node, after reduction.
    futility_limit = 10, 4..=16;
    /// Futility of quiet moves: percent of the evaluation's correction that is added to the margin.
    futility_correction = 100, 0..=300;
    /// Futility of captures: margin at depth 0.
    capture_futility_base = 102, 20..=400;
    /// Futility of captures: margin a ply.
    capture_futility_depth = 93, 30..=300;
    /// Futility of captures: deepest node, after reduction.
    capture_futility_limit = 6, 2..=14;
    /// Futility of captures: history that adds a centipawn.
    capture_futility_history = 25, 6..=100;

    /// SEE pruning of quiet moves: loss allowed for the square of the depth.
    see_quiet = 26, 10..=60;
    /// SEE pruning of captures: loss allowed a ply.
    see_capture = 95, 40..=200;
    /// SEE pruning of captures: history that allows a centipawn more.
    see_history = 32, 8..=128;

    /// History pruning: a quiet move below this a ply is left out.
    history_pruning = 3800, 1000..=8000;

    /// Singular extension: least depth.
    singular_depth = 6, 4..=10;
    /// Singular extension: margin a ply, in 64ths of a centipawn.
    singular_margin = 12, 2..=120;
    /// Singular extension: two plies if the others fall short by this.
    double_margin = 3, 0..=40;
    /// Singular extension: three plies if the others fall short by this.
    triple_margin = 24, 5..=150;
    /// Singular extension: how much more is asked of both in the principal variation.
    extension_pv_margin = 48, 0..=250;
    /// Singular extension: percent of the depth that the test is searched to.
    singular_test = 50, 34..=75;
    /// Singular extension: a line is extended to so many times the depth of the iteration, no further.
    extension_limit = 2, 1..=4;
    /// Singular extension: how much less deep than the node the table's value may have been searched.
    singular_table_depth = 3, 1..=6;
    /// Negative extension: plies that a move loses that is good enough, but not the only one that is.
    not_alone = 3, 0..=4;
    /// Negative extension: plies that it loses where any good move will do.
    one_of_many = 2, 0..=4;

    /// Reduction: least depth.
    reduction_depth = 2, 1..=6;
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
    /// Reduction: more in cut nodes for which the table has no move.
    reduction_no_table_move = 512, 0..=2000;
    /// Reduction: less where a principal variation was and the table's value is above alpha.
    reduction_table_above = 512, 0..=2000;
    /// Reduction: less where a principal variation was and the table's value is as deep.
    reduction_table_deep = 512, 0..=2000;
    /// Reduction: less for moves that give check.
    reduction_check = 900, 0..=2500;
    /// Reduction: more if the replies produced many cut-offs.
    reduction_cutoffs = 950, 0..=2500;
    /// Reduction: more cut-offs than this are many.
    many_cutoffs = 2, 0..=8;
    /// Reduction: less for the table's move.
    reduction_table_move = 1900, 0..=3500;
    /// Reduction and pruning: weight of a quiet move's squares compared with its continuation history.
    history_butterfly = 2, 0..=8;
    /// Reduction: history that makes a ply.
    reduction_history = 6500, 3000..=20000;
    /// Reduction of captures: history that makes a ply.
    reduction_capture_history = 6000, 2000..=20000;
    /// Reduction: less for each centipawn by which evaluations here were corrected.
    reduction_correction = 29, 0..=90;
    /// A reduced search that comes out so far above the best is repeated deeper.
    deeper_margin = 21, 5..=90;
    /// A reduced search that comes out no farther above the best is repeated shallower.
    shallower_margin = 4, 0..=40;
    /// A move searched without reduction loses a ply if its reduction would have been above this.
    shorter_reduction = 3072, 1024..=6144;
    /// From this depth on the moves after one that raised alpha are searched a ply less deep.
    less_after_good_least = 3, 1..=8;
    /// Below this depth the moves after one that raised alpha are searched a ply less deep.
    less_after_good_depth = 13, 0..=24;
    /// Reduction at the root: least depth.
    root_reduction_depth = 3, 1..=8;
    /// Reduction at the root: so many moves get none.
    root_reduction_moves = 2, 1..=8;
    /// Reduction at the root: less for every move.
    root_reduction = 1024, 0..=3072;
    /// Reduction at the root: less for moves that take or promote.
    root_reduction_noisy = 1024, 0..=3072;
    /// Reduction at the root: less for moves that give check.
    root_reduction_check = 1024, 0..=3072;

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
    /// Percent of a bonus that the last move earns where nothing was found against it.
    last_bonus = 40, 0..=200;
    /// Percent more of it for each ply of depth.
    last_bonus_depth = 8, 0..=40;
    /// Plies that count for that.
    last_bonus_plies = 10, 0..=30;
    /// Percent more of it if the last move came late.
    last_bonus_late = 40, 0..=200;
    /// A late move: not one of the first so many.
    last_bonus_moves = 8, 1..=30;
    /// Percent more of it if the mover's evaluation had promised her more.
    last_bonus_surprise = 50, 0..=200;
    /// Percent more of it if the opponent's evaluation had promised him less.
    last_bonus_prior = 50, 0..=200;
    /// Centipawns by which either must be wrong for that.
    last_bonus_margin = 19, 0..=200;
    /// Percent of it that the last move earns under the pawn structure.
    last_bonus_pawns = 100, 0..=200;
    /// Percent of a bonus that a last move earns that took something.
    last_bonus_capture = 60, 0..=200;
    /// How much of a bonus goes to the move one ply ago, in eighths.
    continuation_one = 8, 0..=16;
    /// How much of a bonus goes to the move two plies ago, in eighths.
    continuation_two = 7, 0..=16;
    /// How much of a bonus goes to the move four plies ago, in eighths.
    continuation_four = 5, 0..=16;
    /// How much of a bonus goes to the move six plies ago, in eighths.
    continuation_six = 3, 0..=16;

    /// Percent that each further quiet move loses less than the one tried before it.
    malus_decay = 8, 0..=30;
    /// Percent of a malus that an early quiet move's continuations lose once it is refuted.
    refuted_malus = 50, 0..=200;
    /// An early move: one of the first so many.
    refuted_moves = 2, 1..=6;

    /// Order: what a capture counts for each centipawn it takes, added to its history.
    order_victim = 24, 4..=64;
    /// Order: a capture may lose this part of its own weight by SEE and still go first.
    order_good_capture = 60, 16..=256;
    /// Order: quiet moves this far below zero come after the bad captures.
    order_bad_quiet = 14000, 2000..=40000;
    /// Order: weight of a quiet move's squares, in halves.
    order_butterfly = 4, 0..=8;
    /// Order: weight of what is known of it under this pawn structure, in halves.
    order_pawns = 4, 0..=8;
    /// Order: weight of it after the last move, in halves.
    order_one = 2, 0..=8;
    /// Order: weight of it after the move two plies ago, in halves.
    order_two = 2, 0..=8;
    /// Order: weight of it after the move four plies ago, in halves.
    order_four = 2, 0..=8;
    /// Order: weight of it after the move six plies ago, in halves.
    order_six = 1, 0..=8;
    /// Order: what giving check is worth.
    order_check = 16000, 0..=48000;
    /// Order: the most a check may lose by SEE to be worth it.
    order_check_loss = 75, 0..=200;
    /// Order: what leaving the reach of a cheaper piece is worth to a knight or bishop, and going there costs.
    order_threat_minor = 14000, 0..=48000;
    /// Order: the same for a rook.
    order_threat_rook = 24000, 0..=64000;
    /// Order: the same for a queen.
    order_threat_queen = 46000, 0..=96000;

    /// Quiescence: how far a capture's gain may be from alpha.
    quiescence_futility = 80, 20..=300;
    /// Quiescence: the SEE loss allowed.
    quiescence_exchange = 20, 0..=120;
    /// Quiescence: how often beta counts in the value of a cut-off, where what was found counts once.
    quiescence_blend = 1, 0..=8;
    /// Quiescence: so many moves are tried before captures that neither give check nor take back, and evasions that rarely worked, are left out.
    quiescence_moves = 3, 1..=8;
    /// Quiescence: the SEE loss allowed to a quiet evasion.
    quiescence_evasion = 75, 0..=200;

    /// Correction: weight of the pawns.
    correction_pawns = 57, 0..=300;
    /// Correction: weight of knights and bishops.
    correction_minors = 43, 0..=300;
    /// Correction: weight of rooks and queens.
    correction_majors = 29, 0..=300;
    /// Correction: weight of each side's pieces.
    correction_non_pawns = 52, 0..=300;
    /// Correction: weight of the last two moves.
    correction_continuation = 43, 0..=300;
    /// Correction: weight of the moves four plies ago and one ply ago.
    correction_four = 29, 0..=300;
    /// Correction: percent of a lesson that they get.
    correction_four_lesson = 50, 0..=200;
    /// Correction: a lesson weighs by the depth it comes from, in this part of a ply.
    correction_depth = 2, 1..=16;
    /// Correction: the most by which one lesson moves a number of 1024.
    correction_lesson = 256, 64..=512;

    /// Time: moves a game is planned for when nobody says how many are to come.
    time_horizon = 24, 10..=60;
    /// Time: percent of each increment that is planned to be used.
    time_increment = 80, 30..=100;
    /// Time: percent of an equal share that is planned with a fixed number of moves.
    time_share = 90, 50..=100;
    /// Time: percent of the time left that is planned with a fixed number of moves, however much they may lose.
    time_sure = 25, 0..=50;
    /// Time: percent of the time left that the soft limit may be at most.
    time_soft_most = 50, 20..=80;
    /// Time: the hard limit in percent of the soft one.
    time_hard = 450, 150..=1000;
    /// Time: percent of the time left that the hard limit may be at most.
    time_hard_most = 70, 30..=90;
    /// Time: percent of the time left for the soft limit of the last move before more comes.
    time_last_soft = 80, 50..=90;
    /// Time: percent of the time left for the hard limit of that move.
    time_last_hard = 90, 60..=95;
    /// Time: milliseconds of the clock that are kept in reserve.
    time_reserve = 150, 1..=1000;
    /// Time: on a busy machine the reserve grows by what so many moves lose to it.
    time_stall_moves = 60, 0..=200;
    /// Time: a search of fewer milliseconds is brief, and no other thread is woken for it.
    time_brief = 10, 0..=100;
    /// Time: percent of the soft limit for a best move that took no nodes.
    time_nodes = 200, 120..=300;
    /// Time: what is taken off that for a best move that took all.
    time_nodes_slope = 150, 0..=250;
    /// Time: least percent of the soft limit by nodes.
    time_nodes_least = 50, 20..=100;
    /// Time: percent of the soft limit for a move that is newly the best.
    time_stability = 130, 100..=200;
    /// Time: what is taken off that for each iteration it stays the best.
    time_stability_slope = 8, 0..=20;
    /// Time: iterations that count for that.
    time_stability_most = 7, 1..=15;
    /// Time: percent of the soft limit that each centipawn of falling value adds.
    time_fall = 1, 0..=5;
    /// Time: least percent of the soft limit when the value rises.
    time_fall_least = 80, 50..=100;
    /// Time: most percent of the soft limit when the value falls.
    time_fall_most = 150, 100..=250;
    /// Time: moves that are planned for with a fixed number of them, at most so many times the horizon.
    time_moves_most = 2, 1..=4;
    /// Time: iterations beyond twice the length of a mate, after which it will not get shorter.
    mate_surplus = 8, 0..=30;
    /// Threads: what a vote for the worst move still counts a ply.
    vote_least = 14, 0..=100;
    /// Time: iterations that a forced move needs at most when the clock runs.
    time_forced_depth = 8, 1..=20;

    /// The mate search: from this value on a game is won and has only to be ended.
    mate_search_won_value = 500, 200..=2000;
    /// The mate search: the least worth a try, in nodes.
    mate_search_least = 200, 50..=2000;
    /// The mate search: one node in so many when a mate was asked for.
    mate_search_asked = 2, 2..=8;
    /// The mate search: one node in so many in games that are won.
    mate_search_won = 3, 2..=32;
    /// The mate search: one node in so many in all others, unless a clock runs.
    mate_search_usual = 16, 4..=1000;
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
