//! Bayes: what a search believes of its moves, and how sure it is.

use search::NodeNote;
use search::ladder::Rung;

use super::made::{Made, pawns};
use super::searched::{DEEP, recorded};
use super::{Draft, Unsuitable};

/// Nodes of a Bayesian search that exercises are taken from.
const NODES: u64 = 600;

/// A move at the root, and what a real Bayesian search believes of it: four equally likely values
/// in hundredths, from low to high. The search keeps eight; these are the means of pairs of them,
/// in tenths of a pawn.
struct Belief {
    name: String,
    values: [i32; 4],
}

impl Belief {
    fn sum(&self) -> i32 {
        self.values.iter().sum()
    }

    fn width(&self) -> i32 {
        self.values[3] - self.values[0]
    }

    fn listed(&self) -> String {
        let shown = |&value: &i32| pawns(f64::from(value) / 100.0);
        self.values.iter().map(shown).collect::<Vec<_>>().join(", ")
    }
}

const BELIEFS: &str = "The values are those that a real Bayesian search of this position believes in, rounded to a tenth \
    of a pawn, for the side that moves.";

/// What a search believes of all moves at the root.
fn beliefs(draft: &mut Draft) -> Result<Vec<Belief>, Unsuitable> {
    let searched = recorded(Rung::Bayes, &draft.position, DEEP, Some(NODES))?;
    let mut beliefs: Vec<Belief> = Vec::new();
    for (id, _) in searched.children(0) {
        let (Some(NodeNote::Belief(values)), Some(name)) = (searched.note(id), searched.name(id))
        else {
            continue;
        };
        // The opponent's from high to low are the mover's from low to high.
        let mut own: Vec<f32> = values.iter().map(|value| -value).collect();
        own.reverse();
        if own.len() != 8 || own.iter().any(|value| value.abs() > 5_000.0) {
            continue;
        }
        let pair = |at: usize| (own[2 * at] + own[2 * at + 1]) / 2.0;
        let values = [0, 1, 2, 3].map(|at| 10 * (pair(at) / 10.0).round() as i32);
        beliefs.push(Belief { name, values });
    }
    if beliefs.len() < 2 {
        return Err("it has too few moves");
    }
    draft.dice.shuffle(&mut beliefs);
    Ok(beliefs)
}

/// Two moves of which something is true.
fn two_beliefs(
    draft: &mut Draft,
    fits: impl Fn(&Belief, &Belief) -> bool,
) -> Result<[Belief; 2], Unsuitable> {
    let mut all = beliefs(draft)?;
    for one in 0..all.len() {
        for other in one + 1..all.len() {
            if fits(&all[one], &all[other]) {
                // The larger place first, so that the smaller one stays what it is.
                let other = all.swap_remove(other);
                return Ok([all.swap_remove(one), other]);
            }
        }
    }
    Err("no two moves show it")
}

/// The mean of a belief.
pub(super) fn mean(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let belief = beliefs(draft)?.swap_remove(0);
    let mean = f64::from(belief.sum()) / 400.0;
    Ok(Made::number(
        format!(
            "Four values of {} are equally likely: {}. What is it worth on average?",
            belief.name,
            belief.listed()
        ),
        "mean",
        mean,
    )
    .asking(BELIEFS)
    .hint("Add them up, and divide by four.")
    .because(format!("The sum is {}, a quarter of it {mean:.3}.", pawns(4.0 * mean)))
    .on_a_board())
}

/// How likely one move is better than the other.
pub(super) fn chance_better(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let [one, other] = two_beliefs(draft, |one, other| one.values != other.values)?;
    let pairs = one.values.iter().flat_map(|a| other.values.iter().map(move |b| (a, b)));
    let better = pairs.filter(|(a, b)| b > a).count();
    let question = format!(
        "The value of {} is one of {}, each equally likely; that of {} one of {}. In how many of the 16 cases is \
         {} better?",
        one.name,
        one.listed(),
        other.name,
        other.listed(),
        other.name
    );
    Ok(Made::number(question, "of 16", better as f64)
        .asking(BELIEFS)
        .hint("Take the values of the first one by one, and count the larger ones of the second.")
        .because(format!("In {better} of 16 cases, {:.0} %.", 100.0 * better as f64 / 16.0))
        .on_a_board())
}

/// What the better of two is worth.
pub(super) fn best_of(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let overlap = |one: &Belief, other: &Belief| {
        one.values[3] > other.values[0] && other.values[3] > one.values[0]
    };
    let [one, other] = two_beliefs(draft, overlap)?;
    let (first, second) = ([one.values[0], one.values[3]], [other.values[0], other.values[3]]);
    let sum: i32 = first.iter().flat_map(|a| second.iter().map(move |b| *a.max(b))).sum();
    let value = f64::from(sum) / 400.0;
    let question = format!(
        "{} is worth {} or {}, {} {} or {}, each equally likely. You may look first and then play the better \
         one. What do you get on average?",
        one.name,
        pawns(f64::from(first[0]) / 100.0),
        pawns(f64::from(first[1]) / 100.0),
        other.name,
        pawns(f64::from(second[0]) / 100.0),
        pawns(f64::from(second[1]) / 100.0)
    );
    Ok(Made::number(question, "average", value)
        .asking("The values are the lowest and the highest that a real Bayesian search of this position believes in, rounded to a tenth of a pawn.")
        .hint("There are four cases. Take the larger value in each, and the average of the four.")
        .because(format!(
            "The average of the four larger values is {value:.3}: at least as much as either move alone."
        ))
        .on_a_board())
}

/// Whether looking deeper can change the choice.
pub(super) fn matters(draft: &mut Draft) -> Result<Made, Unsuitable> {
    // As often one as the other, so that guessing does not help.
    let wants_change = draft.dice.below(2) == 0;
    fn sorted<'a>(one: &'a Belief, other: &'a Belief) -> (&'a Belief, &'a Belief) {
        if one.sum() > other.sum() { (one, other) } else { (other, one) }
    }
    let fits = |one: &Belief, other: &Belief| {
        let (better, worse) = sorted(one, other);
        one.sum() != other.sum() && (worse.values[3] > better.values[0]) == wants_change
    };
    let [one, other] = two_beliefs(draft, fits)?;
    let (better, worse) = sorted(&one, &other);
    let options = vec!["yes".to_owned(), "no: it may stop".to_owned()];
    let question = format!(
        "The value of {} is one of {}; that of {} one of {}. Could looking deeper change which of them is played?",
        one.name,
        one.listed(),
        other.name,
        other.listed()
    );
    Ok(Made::choice(question, options, usize::from(!wants_change))
        .asking(BELIEFS)
        .hint("Compare the worst of the better move with the best of the other.")
        .because(format!(
            "The better move on average, {}, is worth at least {}, the other at most {}.",
            better.name,
            pawns(f64::from(better.values[0]) / 100.0),
            pawns(f64::from(worse.values[3]) / 100.0)
        ))
        .on_a_board())
}

/// The spread of a belief.
pub(super) fn spread(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let [one, other] = two_beliefs(draft, |one, other| one.width() != other.width())?;
    let widths = [one.width(), other.width()];
    let options = vec![one.name.clone(), other.name.clone()];
    let question = format!(
        "The value of {} is one of {}; that of {} one of {}. Of which move is the search less sure?",
        one.name,
        one.listed(),
        other.name,
        other.listed()
    );
    let told = |width: i32| pawns(f64::from(width) / 100.0).trim_start_matches('+').to_owned();
    Ok(Made::choice(question, options, usize::from(widths[1] > widths[0]))
        .asking(BELIEFS)
        .hint("Subtract the smallest value from the largest.")
        .because(format!(
            "The values of {} lie {} apart, those of {} {}.",
            one.name,
            told(widths[0]),
            other.name,
            told(widths[1])
        ))
        .on_a_board())
}
