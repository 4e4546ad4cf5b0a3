//! Yes-or-no questions: principal variation search and MTD(f).

use eval::Score;
use search::ladder::{Algorithm, Rung, Store};
use search::{Node, NodeOutcome, Observer};

use super::made::{Made, pawns};
use super::minimax::{ONLY_THESE, told_children};
use super::searched::{EVALUATION, is_plain, told};
use super::small_tree::SmallTree;
use super::{Draft, Unsuitable};
use crate::question::{Answer, Wanted};

/// The smallest step between two values, in pawns.
const STEP: f64 = 0.01;

fn small(draft: &mut Draft) -> Result<SmallTree, Unsuitable> {
    SmallTree::grow(&draft.position, &[3, 3], &mut draft.dice)
}

/// Rounds to hundredths, so that 0.1 + 0.01 is 0.11.
fn cents(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// The window of the second move.
pub(super) fn empty(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = small(draft)?;
    let first = tree.nodes[0].children[0];
    let alpha = tree.nodes[first].value;
    let second = &tree.nodes[tree.nodes[0].children[1]].label;
    let question = format!(
        "The first move at the root has been searched. With which window (alpha, beta) is {second} asked whether it is \
         better? The smallest step is 0.01."
    );
    Ok(Made::numbers(question, &[("alpha", Some(alpha)), ("beta", Some(cents(alpha + STEP)))])
        .asking(ONLY_THESE)
        .hint("First find out what the first move is worth. That is alpha.")
        .hint("A zero window has no value inside: beta is one step above alpha.")
        .because(format!(
            "{} is worth {}, so the window is ({}, {}).",
            tree.nodes[first].label,
            pawns(alpha),
            pawns(alpha),
            pawns(alpha + STEP)
        ))
        .proved_by([first])
        .with_trees(tree.shown_leaves(), tree.shown_whole()))
}

/// Which moves are searched again.
pub(super) fn again(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[4, 2], &mut draft.dice)?;
    let children = &tree.nodes[0].children;
    let mut alpha = tree.nodes[children[0]].value;
    let mut choices = Vec::new();
    for (at, &id) in children.iter().enumerate().skip(1) {
        if tree.nodes[id].value > alpha {
            alpha = tree.nodes[id].value;
            choices.push(at as u32 - 1);
        }
    }
    let options: Vec<String> =
        children[1..].iter().map(|&id| tree.nodes[id].label.clone()).collect();
    let again: Vec<usize> = choices.iter().map(|&at| children[at as usize + 1]).collect();
    let question = "Principal variation search tries the moves at the root in the order of the tree. Which of them turn \
                    out better than all before them, and are searched a second time?";
    Ok(Made::new(question, Wanted::Several { options }, Answer::Several { choices })
        .asking(ONLY_THESE)
        .hint("Compare each move with the best before it, not with the first.")
        .because(told_children(&tree))
        .proved_by(again)
        .with_trees(tree.shown_leaves(), tree.shown_whole()))
}

/// How many searches of moves at the root there are.
pub(super) fn searches(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[4, 2], &mut draft.dice)?;
    let children = &tree.nodes[0].children;
    let mut alpha = tree.nodes[children[0]].value;
    let mut again = Vec::new();
    for &id in &children[1..] {
        if tree.nodes[id].value > alpha {
            alpha = tree.nodes[id].value;
            again.push(id);
        }
    }
    let count = children.len() + again.len();
    let question = "Principal variation search tries the moves at the root in the order of the tree: the first with the \
                    whole window, each other one with a zero window, and once more with an open window if it proves better \
                    than all before it. How many times is a move at the root searched, all together?";
    let told_again = match again.len() {
        0 => "None is searched again".to_owned(),
        1 => format!("{} is searched again", tree.nodes[again[0]].label),
        more => format!("{more} are searched again"),
    };
    Ok(Made::number(question, "searches", count as f64)
        .asking(ONLY_THESE)
        .hint("Every move is searched once. Which of them are better than all before them?")
        .because(told_children(&tree))
        .because(format!("{told_again}: {} + {} = {count}.", children.len(), again.len()))
        .proved_by(again)
        .with_trees(tree.shown_leaves(), tree.shown_whole()))
}

/// The answer to a yes-or-no question about one move.
pub(super) fn better(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = small(draft)?;
    let children = &tree.nodes[0].children;
    let (first, second) = (children[0], children[1]);
    let is_better = tree.nodes[second].value > tree.nodes[first].value;
    let name = &tree.nodes[second].label;
    let options = vec!["yes".to_owned(), "no".to_owned()];
    Ok(Made::choice(
        format!("Is {name} better than the first move?"),
        options,
        usize::from(!is_better),
    )
    .asking(ONLY_THESE)
    .hint(format!(
        "One reply to {name} that is no better than the first move's value is enough for a no."
    ))
    .because(told_children(&tree))
    .proved_by([first, second])
    .with_trees(tree.shown_leaves(), tree.shown_whole()))
}

/// How many leaves a no needs at least.
pub(super) fn proof(draft: &mut Draft) -> Result<Made, Unsuitable> {
    for _ in 0..10 {
        let tree = small(draft)?;
        let children = &tree.nodes[0].children;
        let (first, second) = (children[0], children[1]);
        let alpha = tree.nodes[first].value;
        let replies = &tree.nodes[second].children;
        let Some(at) = replies.iter().position(|&id| tree.nodes[id].value <= alpha) else {
            continue;
        };
        let name = &tree.nodes[second].label;
        let question = format!(
            "The first move has been searched. In the order of the tree, how many leaves behind {name} have to be \
             looked at until it is clear that {name} is no better?"
        );
        return Ok(Made::number(question, "leaves", at as f64 + 1.0)
            .asking(ONLY_THESE)
            .hint("What is the first move worth? Then look for the first reply that is no more than that.")
            .because(format!(
                "The first move is worth {}. {} gives {}, and that is enough.",
                pawns(alpha),
                tree.nodes[replies[at]].label,
                pawns(tree.nodes[replies[at]].value)
            ))
            .proved_by([second, replies[at]])
            .with_trees(tree.shown_leaves(), tree.shown_whole()));
    }
    Err("the second move is always better")
}

/// A question about the root.
pub(super) fn question(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = small(draft)?;
    let value = tree.nodes[0].value;
    let asked = cents(value + 0.1 * (draft.dice.below(11) as f64 - 5.0));
    let is_yes = value >= asked - 1e-9;
    let options = vec!["yes".to_owned(), "no".to_owned()];
    Ok(Made::choice(
        format!("Is the root worth at least {}?", pawns(asked)),
        options,
        usize::from(!is_yes),
    )
    .asking(ONLY_THESE)
    .hint("Yes, if there is one move after which every reply leaves at least that much.")
    .hint("No, if every move has a reply that leaves less.")
    .because(told_children(&tree))
    .because(format!("The root is worth {}.", pawns(value)))
    .proved_by(tree.best_line())
    .with_trees(tree.shown_leaves(), tree.shown_whole()))
}

/// A question that MTD(f) put to the root, and its answer.
#[derive(Clone, Copy)]
struct Asked {
    at_least: Score,
    /// What came back: a lower bound after a yes, an upper one after a no.
    back: Score,
}

impl Asked {
    fn is_yes(self) -> bool {
        self.back >= self.at_least
    }
}

/// Listens to the questions at the root.
#[derive(Default)]
struct Listener {
    asked: Vec<Asked>,
    /// How many plies deep each was asked.
    depths: Vec<i32>,
    ply: usize,
}

impl Observer for Listener {
    fn enter(&mut self, node: &Node<'_>) {
        if node.ply == 0 {
            self.asked.push(Asked { at_least: node.window.beta, back: Score::DRAW });
            self.depths.push(node.depth);
        }
        self.ply += 1;
    }

    fn leave(&mut self, value: Score, _: NodeOutcome) {
        self.ply -= 1;
        if self.ply == 0
            && let Some(last) = self.asked.last_mut()
        {
            last.back = value;
        }
    }
}

/// The questions of a real MTD(f) search to depth 3 at its last depth, with their answers: two at
/// least, and the last one settles the value.
fn questions(draft: &Draft) -> Result<Vec<Asked>, Unsuitable> {
    let missing = "it cannot be searched";
    let evaluator = eval::by_name(EVALUATION).ok_or(missing)?;
    let task = Algorithm::plain(Rung::Mtdf).task(&draft.position, evaluator, DEPTH);
    let mut listener = Listener::default();
    let report = Rung::Mtdf.search_with(&task, &mut Store::default(), &mut listener);
    let last = listener.depths.iter().zip(&listener.asked);
    let mut asked: Vec<Asked> =
        last.filter(|(depth, _)| **depth == DEPTH as i32).map(|(_, &asked)| asked).collect();
    // The last pass asks for the line, not for the value.
    asked.pop();
    let is_plain = asked.iter().all(|one| is_plain(one.at_least) && is_plain(one.back));
    let settled = bounds_of(&asked);
    if asked.len() < 2 || asked.len() > 8 || !is_plain || settled.0 != Some(report.score) {
        return Err("MTD(f) asks too little there, or too much");
    }
    Ok(asked)
}

/// How deep MTD(f) is listened to.
const DEPTH: u32 = 3;

const TRANSCRIPT: &str = "These are the questions that a real MTD(f) search put to this position at depth 3. What comes \
    back with a yes is the least that the value can be, what comes back with a no the most.";

fn said(asked: &[Asked]) -> String {
    let told: Vec<String> = asked
        .iter()
        .map(|one| {
            let (answer, most) = if one.is_yes() { ("Yes", "least") } else { ("No", "most") };
            format!("At least {}? {answer}: at {most} {}.", told(one.at_least), told(one.back))
        })
        .collect();
    told.join(" ")
}

/// The bounds after some answers.
fn bounds_of(asked: &[Asked]) -> (Option<Score>, Option<Score>) {
    let lower = asked.iter().filter(|one| one.is_yes()).map(|one| one.back).max();
    let upper = asked.iter().filter(|one| !one.is_yes()).map(|one| one.back).min();
    (lower, upper)
}

/// The first of the questions, as many as the dice say.
fn some(draft: &mut Draft, least: usize) -> Result<(Vec<Asked>, Vec<Asked>), Unsuitable> {
    let all = questions(draft)?;
    let count = least + draft.dice.below(all.len() + 1 - least);
    Ok((all[..count].to_vec(), all))
}

fn number(score: Score) -> f64 {
    f64::from(score.raw()) / 100.0
}

/// Lower and upper bound after some answers.
pub(super) fn bounds(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (asked, all) = some(draft, 1)?;
    let (lower, upper) = bounds_of(&asked);
    let question = format!(
        "MTD(f) has asked: {} What is the least and the most that the value can be? ∞ stands for: not known.",
        said(&asked)
    );
    let fields = [("at least", lower.map(number)), ("at most", upper.map(number))];
    let mut made = Made::numbers(question, &fields);
    if let Wanted::Numbers { fields } = &mut made.wanted {
        fields.iter_mut().for_each(|field| field.may_be_open = true);
    }
    Ok(made
        .asking(TRANSCRIPT)
        .hint("The largest number that came back with a yes is the lower bound.")
        .hint("The smallest that came back with a no is the upper one.")
        .because(match (lower, upper) {
            (Some(lower), Some(upper)) => {
                format!("At least {}, and at most {}.", told(lower), told(upper))
            }
            (Some(lower), None) => format!("At least {}; there was no no.", told(lower)),
            (None, Some(upper)) => format!("At most {}; there was no yes.", told(upper)),
            (None, None) => "Nothing was asked.".to_owned(),
        })
        .because(format!("(All together it asked: {})", said(&all)))
        .on_a_board())
}

/// Whether the value is known.
pub(super) fn known(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let all = questions(draft)?;
    // As often one as the other, so that guessing does not help.
    let is_known = draft.dice.below(2) == 0;
    let count = if is_known { all.len() } else { 1 + draft.dice.below(all.len() - 1) };
    let asked = &all[..count];
    let options = vec!["yes".to_owned(), "no, there are values left between".to_owned()];
    let (lower, upper) = bounds_of(asked);
    let ends = [lower, upper].map(|end| end.map_or_else(|| "not known".to_owned(), told));
    Ok(Made::choice(
        format!("MTD(f) has asked: {} Is the value known now?", said(asked)),
        options,
        usize::from(!is_known),
    )
    .asking(TRANSCRIPT)
    .hint("Is there a lower and an upper bound, and are they the same?")
    .because(format!("The lower bound is {}, the upper bound {}.", ends[0], ends[1]))
    .on_a_board())
}

/// The next question.
pub(super) fn next(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let all = questions(draft)?;
    let count = 1 + draft.dice.below(all.len() - 1);
    let (asked, coming) = (&all[..count], all[count]);
    let question =
        format!("MTD(f) has asked: {} What does it ask next: is it at least …?", said(asked));
    Ok(Made::number(question, "at least", number(coming.at_least))
        .asking(TRANSCRIPT)
        .asking("After a yes MTD(f) asks one step more than the value that came back, after a no for that value itself. The smallest step is 0.01.")
        .hint("After a yes: is it even more? After a no: does the value that came back hold?")
        .because(format!("It asks whether the value is at least {}.", told(coming.at_least)))
        .on_a_board())
}

/// What the value is.
pub(super) fn found(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let all = questions(draft)?;
    let (lower, _) = bounds_of(&all);
    let value = lower.ok_or("nothing was found")?;
    Ok(Made::number(
        format!("MTD(f) has asked: {} Then it stops. What is the position worth?", said(&all)),
        "value",
        number(value),
    )
    .asking(TRANSCRIPT)
    .hint("It stops when the lower and the upper bound meet.")
    .because(format!("At least {} and at most {}.", told(value), told(value)))
    .on_a_board())
}
