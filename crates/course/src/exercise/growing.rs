//! Trees that grow where it is worth it: best-first, Bayes, Monte Carlo.

use super::made::{Made, pawns, shown};
use super::minimax::ONLY_THESE;
use super::small_tree::SmallTree;
use super::{Draft, Unsuitable};
use crate::question::{Answer, Wanted};

/// The leaf that best-first looks into next.
pub(super) fn expand(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[3, 2], &mut draft.dice)?;
    let line = tree.best_line();
    let leaf = line[line.len() - 1];
    let among = tree.leaves().map(|id| id as u32).collect();
    Ok(Made::new(
        "Best-first minimax has grown this tree. Which leaf does it look into next?",
        Wanted::Node { among },
        Answer::Node { node: leaf as u32 },
    )
    .asking(ONLY_THESE)
    .hint("It follows the line that both sides would play as things stand, to its end.")
    .because(format!(
        "The best line is worth {}, and this leaf is its end.",
        pawns(tree.nodes[0].value)
    ))
    .proved_by(line)
    .with_trees(tree.shown_leaves(), tree.shown_whole()))
}

/// The root after a leaf turned out worse.
pub(super) fn after(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let mut tree = SmallTree::grow(&draft.position, &[3], &mut draft.dice)?;
    let before = tree.shown_leaves();
    let best = tree.best_line()[1];
    let mut values: Vec<f64> =
        tree.nodes[0].children.iter().map(|&id| tree.nodes[id].evaluation).collect();
    values.sort_by(|one, other| other.total_cmp(one));
    let drop = 0.05 * (1 + draft.dice.below(20)) as f64;
    let now = ((values[0] - drop) * 100.0).round() / 100.0;
    let root = now.max(values[1]);
    let question = format!(
        "Best-first looks into {}, and it turns out to be worth {} only. What is the root worth now?",
        tree.nodes[best].label,
        pawns(now)
    );
    tree.nodes[best].value = now;
    tree.nodes[0].value = root;
    Ok(Made::number(question, "value of the root", root)
        .asking(ONLY_THESE)
        .hint("Compare the new value with the second best move.")
        .because(match now >= values[1] {
            true => format!("It is still the best: {}.", pawns(root)),
            false => {
                format!("Now another move is best, with {}; best-first goes on there.", pawns(root))
            }
        })
        .proved_by([0, best])
        .with_trees(before, tree.shown_whole()))
}

/// Four equally likely values, in hundredths.
fn belief(draft: &mut Draft) -> [i32; 4] {
    let middle = 10 * draft.dice.below(11) as i32 - 50;
    let mut values = [0; 4];
    for value in &mut values {
        *value = middle + 20 * (draft.dice.below(7) as i32 - 3);
    }
    values.sort_unstable();
    values
}

fn listed(values: &[i32]) -> String {
    values.iter().map(|&value| pawns(f64::from(value) / 100.0)).collect::<Vec<_>>().join(", ")
}

/// The names of two real moves.
fn two_moves(draft: &mut Draft) -> Result<[String; 2], Unsuitable> {
    let mut moves: Vec<_> = draft.position.legal_moves().iter().copied().collect();
    draft.dice.shuffle(&mut moves);
    match moves[..] {
        [one, other, ..] => Ok([draft.position.to_san(one), draft.position.to_san(other)]),
        _ => Err("it has too few moves"),
    }
}

/// The mean of a belief.
pub(super) fn mean(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let [name, _] = two_moves(draft)?;
    let values = belief(draft);
    let mean = f64::from(values.iter().sum::<i32>()) / 400.0;
    Ok(Made::number(
        format!(
            "Four values of {name} are equally likely: {}. What is it worth on average?",
            listed(&values)
        ),
        "mean",
        mean,
    )
    .hint("Add them up, and divide by four.")
    .because(format!("The sum is {}, a quarter of it {mean:.3}.", pawns(4.0 * mean))))
}

/// How likely one move is better than the other.
pub(super) fn chance_better(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let [one, other] = two_moves(draft)?;
    let (first, second) = (belief(draft), belief(draft));
    let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
    let better = pairs.filter(|(a, b)| b > a).count();
    let question = format!(
        "The value of {one} is one of {}, each equally likely; that of {other} one of {}. In how many of the 16 cases is \
         {other} better?",
        listed(&first),
        listed(&second)
    );
    Ok(Made::number(question, "of 16", better as f64)
        .hint("Take the values of the first one by one, and count the larger ones of the second.")
        .because(format!("In {better} of 16 cases, {:.0} %.", 100.0 * better as f64 / 16.0)))
}

/// What the better of two is worth.
pub(super) fn best_of(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let [one, other] = two_moves(draft)?;
    let (a, b) = (belief(draft), belief(draft));
    let (first, second) = ([a[0], a[3]], [b[0], b[3]]);
    let sum: i32 = first.iter().flat_map(|a| second.iter().map(move |b| *a.max(b))).sum();
    let value = f64::from(sum) / 400.0;
    let question = format!(
        "{one} is worth {} or {}, {other} {} or {}, each equally likely. You may look first and then play the better \
         one. What do you get on average?",
        pawns(f64::from(first[0]) / 100.0),
        pawns(f64::from(first[1]) / 100.0),
        pawns(f64::from(second[0]) / 100.0),
        pawns(f64::from(second[1]) / 100.0)
    );
    Ok(Made::number(question, "average", value)
        .hint("There are four cases. Take the larger value in each, and the average of the four.")
        .because(format!("The average of the four larger values is {value:.3}: at least as much as either move alone.")))
}

/// Whether looking deeper can change the choice.
pub(super) fn matters(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let [one, other] = two_moves(draft)?;
    let (first, second) = (belief(draft), belief(draft));
    let sum = |values: &[i32; 4]| values.iter().sum::<i32>();
    if sum(&first) == sum(&second) {
        return Err("both moves are worth the same on average");
    }
    let (better, worse) =
        if sum(&first) > sum(&second) { (first, second) } else { (second, first) };
    let can_change = worse[3] > better[0];
    let options = vec!["yes".to_owned(), "no: it may stop".to_owned()];
    let question = format!(
        "The value of {one} is one of {}; that of {other} one of {}. Could looking deeper change which of them is played?",
        listed(&first),
        listed(&second)
    );
    Ok(Made::choice(question, options, usize::from(!can_change))
        .hint("Compare the worst of the better move with the best of the other.")
        .because(format!(
            "The better move is worth at least {}, the other at most {}.",
            pawns(f64::from(better[0]) / 100.0),
            pawns(f64::from(worse[3]) / 100.0)
        )))
}

/// The spread of a belief.
pub(super) fn spread(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let [one, other] = two_moves(draft)?;
    let (first, second) = (belief(draft), belief(draft));
    let widths = [first[3] - first[0], second[3] - second[0]];
    if widths[0] == widths[1] {
        return Err("both are equally unsure");
    }
    let options = vec![one.clone(), other.clone()];
    let question = format!(
        "The value of {one} is one of {}; that of {other} one of {}. Of which move is the search less sure?",
        listed(&first),
        listed(&second)
    );
    Ok(Made::choice(question, options, usize::from(widths[1] > widths[0]))
        .hint("Subtract the smallest value from the largest.")
        .because(format!(
            "The values of {one} lie {} apart, those of {other} {}.",
            pawns(f64::from(widths[0]) / 100.0),
            pawns(f64::from(widths[1]) / 100.0)
        )))
}

/// The average after one more visit.
pub(super) fn average(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let [name, _] = two_moves(draft)?;
    let visits = 1 + draft.dice.below(9) as i32;
    let before = 30 + 5 * draft.dice.below(9) as i32;
    let result = 10 * draft.dice.below(11) as i32;
    let after = f64::from(before * visits + result) / f64::from(visits + 1);
    let question = format!(
        "{name} has been visited {visits} times, with {before} % on average. The next visit brings {result} %. What is \
         the average now, in per cent? Round to a whole number."
    );
    Ok(Made::number(question, "per cent", after.round())
        .hint("All visits together had visits · average before. Add the new one, and divide by one more.")
        .because(format!("({visits} · {before} + {result}) / {} = {after:.2}.", visits + 1)))
}

/// Which move is visited next.
pub(super) fn urgent(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let names = two_moves(draft)?;
    let mut averages = [0; 2];
    let mut bonuses = [0; 2];
    for at in 0..2 {
        averages[at] = 30 + draft.dice.below(40) as i32;
        bonuses[at] = 1 + draft.dice.below(25) as i32;
    }
    let sums = [averages[0] + bonuses[0], averages[1] + bonuses[1]];
    if sums[0] == sums[1] {
        return Err("both are equally urgent");
    }
    let question = format!(
        "{} has {} % on average and a bonus of {} for being visited seldom; {} has {} % and a bonus of {}. Which one is \
         visited next?",
        names[0], averages[0], bonuses[0], names[1], averages[1], bonuses[1]
    );
    Ok(Made::choice(question, names.to_vec(), usize::from(sums[1] > sums[0]))
        .hint("Add the bonus to the average.")
        .because(format!("{} against {}.", sums[0], sums[1])))
}

/// Which move is played.
pub(super) fn played(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let names = two_moves(draft)?;
    let visits = [20 + draft.dice.below(80), 20 + draft.dice.below(80)];
    if visits[0] == visits[1] {
        return Err("both have the same visits");
    }
    let averages = [40 + draft.dice.below(20), 40 + draft.dice.below(20)];
    let question = format!(
        "Time is up. {} has {} visits and {} % on average, {} has {} visits and {} %. Nothing is proven. Which one is played?",
        names[0], visits[0], averages[0], names[1], visits[1], averages[1]
    );
    Ok(Made::choice(question, names.to_vec(), usize::from(visits[1] > visits[0]))
        .hint("An average of few visits may be luck.")
        .because("The move visited most is played: it did well for longest."))
}

/// The visits of a node.
pub(super) fn visits(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let names = two_moves(draft)?;
    let counts = [1 + draft.dice.below(50), 1 + draft.dice.below(50), 1 + draft.dice.below(50)];
    let total: usize = counts.iter().sum();
    let question = format!(
        "The root's moves have {}, {} and {} visits; {} is one of them. The root itself was judged before the first of them. How many walks have gone through one of its moves?",
        counts[0], counts[1], counts[2], names[0]
    );
    Ok(Made::number(question, "walks", total as f64)
        .hint("Every walk that begins at the root goes on with one of its moves.")
        .because(format!(
            "{} + {} + {} = {}.",
            counts[0],
            counts[1],
            counts[2],
            shown(total as f64)
        )))
}

/// What the opponent's chance is.
pub(super) fn other_side(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let [name, _] = two_moves(draft)?;
    let chance = 5 + 5 * draft.dice.below(19);
    let question = format!(
        "After {name} the opponent is to move, and the opponent's chance of winning is {chance} %. What does the side \
         that played {name} add to its average, in per cent?"
    );
    Ok(Made::number(question, "per cent", 100.0 - chance as f64)
        .hint("What one side wins the other loses.")
        .because(format!("100 − {chance} = {}.", 100 - chance)))
}
