//! Which kinds of exercises there are, and which lesson has which.

use super::made::Made;
use super::{
    Draft, Unsuitable, backup, bayes, best_first, book, by_dice, champion, cuts, deepening,
    evaluating, growth, history, mcts, measured, minimax, network, ordering, passing, quiet, rules,
    table, zero_window,
};

/// A kind of exercise.
pub(crate) struct Kind {
    /// Its name in links and on the command line.
    pub(super) name: &'static str,
    /// What is asked, in one line.
    pub(super) title: &'static str,
    /// The lesson that has it: no two lessons ask the same.
    lesson: &'static str,
    /// Makes one.
    pub(super) make: Maker,
}

/// What makes an exercise of a kind, or says why it cannot be made.
type Maker = fn(&mut Draft) -> Result<Made, Unsuitable>;

const fn kind(name: &'static str, title: &'static str, lesson: &'static str, make: Maker) -> Kind {
    Kind { name, title, lesson, make }
}

/// In the order in which a lesson lists them.
static KINDS: [Kind; 117] = [
    kind("leaf", "Which leaf decides?", "minimax", minimax::leaf),
    kind("move", "Which move is played?", "minimax", minimax::best_move),
    kind("value", "What is the root worth?", "game-tree", minimax::value),
    kind("inner", "Fill in the values below the root", "minimax", minimax::inner),
    kind("reply", "What does the opponent reply?", "minimax", minimax::reply),
    kind("nodes", "How many nodes does minimax take?", "minimax", measured::nodes),
    kind("leaves", "How many leaves has the tree?", "game-tree", growth::leaves),
    kind("all-nodes", "How many nodes has the tree?", "game-tree", growth::all_nodes),
    kind("turn", "Who is to move?", "game-tree", growth::turn),
    kind("plies", "How many plies is that?", "game-tree", growth::plies),
    kind("fits", "How deep can minimax search in time?", "minimax", growth::fits),
    kind("legal", "Which moves are legal?", "rules", rules::legal),
    kind("moves", "How many legal moves are there?", "rules", rules::moves),
    kind("captures", "How many captures are there?", "rules", rules::takes),
    kind("checks", "Which moves give check?", "rules", rules::checks),
    kind("replies", "How many replies are there?", "rules", rules::replies),
    kind("chance", "How likely is a capture by chance?", "random", by_dice::chance),
    kind("mate-chance", "How likely is mate by chance?", "random", by_dice::mate_chance),
    kind("line-chance", "How likely are a move and its reply?", "random", by_dice::line_chance),
    kind("rolled", "Which move do the dice give?", "random", by_dice::rolled),
    kind("gain", "What does a random move win on average?", "random", by_dice::gain),
    kind("material", "Who is ahead in material?", "evaluation", evaluating::material),
    kind("taken", "What does a capture change?", "evaluation", evaluating::taken),
    kind("terms", "What do the terms add up to?", "evaluation", evaluating::terms),
    kind("view", "Whose number is it?", "evaluation", evaluating::view),
    kind("swapped", "What if the colours change?", "evaluation", evaluating::swapped),
    kind("greedy", "Which move does counting like?", "evaluation", evaluating::greedy),
    kind("shallow", "Which move does depth 1 choose?", "deepening", deepening::shallow),
    kind("deeper", "Which move does depth 2 choose?", "deepening", deepening::deeper),
    kind("stopped", "Time is up: which move is played?", "deepening", deepening::stopped),
    kind("passes", "How many nodes do all depths take?", "deepening", deepening::passes),
    kind("share", "What do the shallow depths cost?", "deepening", deepening::share),
    kind("next-depth", "How long will the next depth take?", "deepening", deepening::next),
    kind("cut", "Which branch is cut?", "alphabeta", cuts::cut),
    kind("unseen", "Which leaf is never looked at?", "alphabeta", cuts::unseen),
    kind("why", "Why is it cut?", "alphabeta", cuts::why),
    kind("window", "Fill in alpha and beta", "alphabeta", cuts::window),
    kind("looked", "How many leaves are looked at?", "alphabeta", cuts::looked),
    kind("best-case", "How small can the tree be?", "alphabeta", cuts::best_case),
    kind("sort", "Order the moves to cut most", "ordered", ordering::sort),
    kind("fewest", "How few leaves can it be?", "ordered", ordering::fewest),
    kind("guess", "Which order is better?", "ordered", ordering::guess),
    kind("victims", "Order captures by victim and attacker", "ordered", ordering::victims),
    kind("first", "Which move should be tried first?", "ordered", ordering::first),
    kind("transposes", "Which line leads to the same position?", "table", table::transposes),
    kind("usable", "Which table entry is usable?", "table", table::usable),
    kind("bound", "What may be stored?", "table", table::bound),
    kind("slot", "Which slot is it?", "table", table::slot),
    kind("mate-kept", "How is a mate kept in the table?", "table", table::mate_kept),
    kind("noisy", "Which moves does quiescence look at?", "quiescence", quiet::noisy_moves),
    kind("exchange", "What does the exchange bring?", "quiescence", quiet::exchange),
    kind("stand-pat", "What is the node worth?", "quiescence", quiet::stand_pat),
    kind("delta", "Is the capture left out?", "quiescence", quiet::delta),
    kind("changes", "Does quiescence change the value?", "quiescence", measured::quiet_changes),
    kind("changes-move", "Where does it change the move?", "quiescence", quiet::changes_move),
    kind("allowed", "May the side to move pass?", "nullmove", passing::allowed),
    kind("depth", "How deep is the answer to a pass searched?", "nullmove", passing::depth),
    kind("enough", "Is the pass enough?", "nullmove", passing::enough),
    kind(
        "pass-window",
        "With which window is the answer searched?",
        "nullmove",
        passing::pass_window,
    ),
    kind("zugzwang", "Is it zugzwang?", "nullmove", passing::zugzwang),
    kind("fails", "Does the null move fail here?", "nullmove", passing::fails),
    kind("empty", "Fill in the zero window", "pvs", zero_window::empty),
    kind("again", "Which moves are searched again?", "pvs", zero_window::again),
    kind("better", "Is the second move better?", "pvs", zero_window::better),
    kind("proof", "How many leaves does a no need?", "pvs", zero_window::proof),
    kind("searches", "How many searches are there?", "pvs", zero_window::searches),
    kind("question", "Answer a yes-or-no question", "mtdf", zero_window::question),
    kind("bounds", "What is known after these answers?", "mtdf", zero_window::bounds),
    kind("known", "Is the value known?", "mtdf", zero_window::known),
    kind("next-question", "What is asked next?", "mtdf", zero_window::next),
    kind("found", "What is the value?", "mtdf", zero_window::found),
    kind("expand", "Which leaf is looked into next?", "bestfirst", best_first::expand),
    kind("after", "What is the root worth after a disappointment?", "bestfirst", best_first::after),
    kind("follow", "Where does it go on?", "bestfirst", best_first::follow),
    kind("untouched", "What is never looked into?", "bestfirst", best_first::untouched),
    kind("memory", "How much does it keep in memory?", "bestfirst", best_first::memory),
    kind("runner-up", "What does a runner-up add?", "mn", backup::runner_up),
    kind("backed-up", "What is the root worth by M & N?", "mn", backup::backed_up),
    kind("counts", "Which moves count?", "mn", backup::counts),
    kind("needed", "How good must a runner-up be?", "mn", backup::needed),
    kind("prefer", "Which position is worth more?", "mn", backup::prefer),
    kind("likely", "Which replies may be played?", "probimax", backup::likely),
    kind("reply-chance", "How likely is the best reply?", "probimax", backup::chance),
    kind("expected", "What can be expected?", "probimax", backup::expected),
    kind("two-plies", "What is the root worth by ProbiMax?", "probimax", backup::two_plies),
    kind("trap", "Which position invites an error?", "probimax", backup::trap),
    kind("mean", "What is a move worth on average?", "bayes", bayes::mean),
    kind("chance-better", "How likely is the other move better?", "bayes", bayes::chance_better),
    kind("best-of", "What is the better of two worth?", "bayes", bayes::best_of),
    kind("matters", "Does looking deeper matter?", "bayes", bayes::matters),
    kind("spread", "Of which move is the search less sure?", "bayes", bayes::spread),
    kind("average", "What is the average now?", "mcts", mcts::average),
    kind("urgent", "Which move is visited next?", "mcts", mcts::urgent),
    kind("played", "Which move do the visits choose?", "mcts", mcts::played),
    kind("visits", "How many walks were there?", "mcts", mcts::visits),
    kind("other-side", "What does a visit bring?", "mcts", mcts::other_side),
    kind("book-chance", "How likely is a book move?", "book", book::chance),
    kind("bytes", "How large is the book?", "book", book::bytes),
    kind("halving", "How often does one look?", "book", book::halving),
    kind("ended", "Is the game over?", "book", book::ended),
    kind("marked", "How is the position marked?", "book", book::marked),
    kind("lasts", "Which move lasts longest?", "book", book::lasts),
    kind("reduced", "By how many plies is it reduced?", "champion", champion::reduced),
    kind("surprise", "Is it searched again?", "champion", champion::surprise),
    kind("rule", "Which rule leaves it out?", "champion", champion::rule),
    kind("read", "How is the value to be read?", "champion", champion::bound),
    kind("first-share", "How often does the first move cut?", "champion", champion::first_share),
    kind("switches", "How many switches are on?", "network", network::switches),
    kind("flips", "How many switches change?", "network", network::flips),
    kind("number", "Which number has the switch?", "network", network::number),
    kind("loss", "How wrong is the guess?", "network", network::loss),
    kind("downhill", "Which way does the weight go?", "network", network::downhill),
    kind("years", "Which came first?", "history", history::years),
    kind("zeros", "How many zeros has it?", "history", history::zeros),
    kind("types", "How large are type A and type B?", "history", history::types),
    kind("deep-blue", "How long does Deep Blue take?", "history", history::deep_blue),
    kind("by-hand", "How long does it take by hand?", "history", history::by_hand),
];

impl Kind {
    /// The kinds of a lesson, in their order.
    pub(crate) fn of_lesson(lesson: &str) -> Vec<&'static Kind> {
        KINDS.iter().filter(|kind| kind.lesson == lesson).collect()
    }

    /// Its name in links and on the command line.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// What is asked, in one line.
    pub(crate) fn title(&self) -> &'static str {
        self.title
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lessons::IDS;

    #[test]
    fn every_lesson_has_five_kinds_of_its_own() {
        for lesson in IDS {
            let kinds = Kind::of_lesson(lesson);
            assert!(kinds.len() >= 5, "{lesson} has {}", kinds.len());
        }
        for (at, kind) in KINDS.iter().enumerate() {
            assert!(IDS.contains(&kind.lesson), "{}", kind.name);
            let is_same = |other: &Kind| other.name == kind.name || other.title == kind.title;
            assert!(!KINDS[..at].iter().any(is_same), "{} is asked twice", kind.name);
        }
    }
}
