//! Yes-or-no questions: principal variation search and MTD(f).

use super::made::{Made, pawns};
use super::minimax::{ONLY_THESE, told_children};
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
    let question = "Principal variation search tries the moves at the root from left to right. Which of them turn out \
                    better than all before them, and are searched a second time?";
    Ok(Made::new(question, Wanted::Several { options }, Answer::Several { choices })
        .asking(ONLY_THESE)
        .hint("Compare each move with the best before it, not with the first.")
        .because(told_children(&tree))
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
            "The first move has been searched. From left to right, how many leaves behind {name} have to be looked at \
             until it is clear that {name} is no better?"
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

/// Questions with their answers: what was asked, and whether the value is at least that.
fn answers(draft: &mut Draft, value: f64) -> Vec<(f64, bool)> {
    (0..3)
        .map(|_| {
            let asked = cents(value + 0.05 * (draft.dice.below(41) as f64 - 20.0));
            (asked, value >= asked - 1e-9)
        })
        .collect()
}

fn said(answers: &[(f64, bool)]) -> String {
    let told: Vec<String> = answers
        .iter()
        .map(|(asked, yes)| {
            format!("at least {}? {}.", pawns(*asked), if *yes { "Yes" } else { "No" })
        })
        .collect();
    told.join(" ")
}

/// The bounds after some answers.
fn bounds_of(answers: &[(f64, bool)]) -> (Option<f64>, Option<f64>) {
    let lower = answers.iter().filter(|(_, yes)| *yes).map(|(asked, _)| *asked).reduce(f64::max);
    let upper = answers
        .iter()
        .filter(|(_, yes)| !yes)
        .map(|(asked, _)| cents(*asked - STEP))
        .reduce(f64::min);
    (lower, upper)
}

/// Lower and upper bound after some answers.
pub(super) fn bounds(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let value = small(draft)?.nodes[0].value;
    let answers = answers(draft, value);
    let (lower, upper) = bounds_of(&answers);
    let question = format!(
        "MTD(f) has asked: {} What is the least and the most that the value can be? The smallest step is 0.01, and ∞ \
         stands for: not known.",
        said(&answers)
    );
    let mut made = Made::numbers(question, &[("at least", lower), ("at most", upper)]);
    if let Wanted::Numbers { fields } = &mut made.wanted {
        fields.iter_mut().for_each(|field| field.may_be_open = true);
    }
    Ok(made
        .hint("A yes to \"at least x?\" makes x a lower bound.")
        .hint("A no to it makes x − 0.01 an upper bound.")
        .because("The largest yes is the lower bound, the smallest no less 0.01 the upper one.")
        .because(format!("(The value was {}.)", pawns(value))))
}

/// Whether the value is known.
pub(super) fn known(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let value = small(draft)?.nodes[0].value;
    let is_known = draft.dice.below(2) == 0;
    let above = cents(value + if is_known { STEP } else { 0.05 });
    let asked = [(value, true), (above, false)];
    let options = vec!["yes".to_owned(), "no, there are values left between".to_owned()];
    Ok(Made::choice(
        format!("MTD(f) has asked: {} Is the value known now?", said(&asked)),
        options,
        usize::from(!is_known),
    )
    .asking("The smallest step between two values is 0.01.")
    .hint("Which values are at least the first number and less than the second?")
    .because(match is_known {
        true => format!("Only {} is left.", pawns(value)),
        false => format!("Everything from {} to {} is left.", pawns(value), pawns(above - STEP)),
    }))
}

/// The next question.
pub(super) fn next(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let value = small(draft)?.nodes[0].value;
    let is_high = draft.dice.below(2) == 0;
    let (answer, asked) = match is_high {
        true => ("yes, it is at least", cents(value + STEP)),
        false => ("no, it is at most", value),
    };
    let question = format!(
        "The search answers: {answer} {}. Which value does MTD(f) ask next: is it at least …?",
        pawns(value)
    );
    Ok(Made::number(question, "at least", asked)
        .asking("After a yes MTD(f) asks one step more than the value that came back, after a no for that value itself. The smallest step is 0.01.")
        .hint("After a yes: is it even more? After a no: does the value that came back hold?")
        .because(format!("It asks whether the value is at least {}.", pawns(asked))))
}
