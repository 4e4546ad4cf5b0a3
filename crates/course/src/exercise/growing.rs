//! Trees that grow where it is worth it: best-first, Bayes, Monte Carlo.

use search::NodeNote;
use search::ladder::Rung;
use search::ladder::mcts::curiosity;

use super::made::{Made, pawns};
use super::minimax::ONLY_THESE;
use super::searched::{Searched, recorded};
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

/// Three moves with their evaluations, and what the best of them is worth once all its replies
/// are evaluated: what best-first finds when it looks into it.
struct LookedInto {
    tree: SmallTree,
    /// The move that looked best, its value now, and the best of the others.
    best: usize,
    now: f64,
    second: usize,
}

fn looked_into(draft: &mut Draft) -> Result<LookedInto, Unsuitable> {
    for _ in 0..20 {
        let tree = SmallTree::grow(&draft.position, &[3], &mut draft.dice)?;
        let mut moves = tree.nodes[0].children.clone();
        moves.sort_by(|&one, &other| tree.nodes[other].value.total_cmp(&tree.nodes[one].value));
        let (best, second) = (moves[0], moves[1]);
        let Some(now) = tree.after_best_reply(best) else { continue };
        // A disappointment, and no tie: otherwise there is nothing to think about.
        let apart = |one: f64, other: f64| (one - other).abs() > 0.001;
        if now < tree.nodes[best].value && apart(now, tree.nodes[second].value) {
            return Ok(LookedInto { tree, best, now, second });
        }
    }
    Err("nothing disappoints there")
}

impl LookedInto {
    fn question(&self, asked: &str) -> String {
        format!(
            "Best-first looks into {}: all replies are evaluated, and after the best of them it is worth {} only. {asked}",
            self.tree.nodes[self.best].label,
            pawns(self.now)
        )
    }

    /// The trees before and after, and why the line leads where it does now.
    fn told(self, made: Made) -> Made {
        let LookedInto { mut tree, best, now, second } = self;
        let before = tree.shown_leaves();
        tree.nodes[best].value = now;
        tree.nodes[0].value = now.max(tree.nodes[second].value);
        let stays = now > tree.nodes[second].value;
        let at = if stays { best } else { second };
        let (name, value) = (&tree.nodes[at].label, pawns(tree.nodes[at].value));
        let why = match stays {
            true => format!("{name} is still the best: {value}."),
            false => format!("Now {name} is the best, with {value}; best-first goes on there."),
        };
        made.asking(ONLY_THESE)
            .hint("Compare the new value with the second best move.")
            .because(why)
            .proved_by([0, at])
            .with_trees(before, tree.shown_whole())
    }
}

/// The root after a leaf turned out worse.
pub(super) fn after(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let looked = looked_into(draft)?;
    let root = looked.now.max(looked.tree.nodes[looked.second].value);
    let question = looked.question("What is the root worth now?");
    Ok(looked.told(Made::number(question, "value of the root", root)))
}

/// The move that best-first goes on with after a leaf turned out worse.
pub(super) fn follow(draft: &mut Draft) -> Result<Made, Unsuitable> {
    // As often one as the other, so that guessing does not help.
    let stays = draft.dice.below(2) == 0;
    for _ in 0..20 {
        let looked = looked_into(draft)?;
        let nodes = &looked.tree.nodes;
        if (looked.now > nodes[looked.second].value) != stays {
            continue;
        }
        let moves = &nodes[0].children;
        let options: Vec<String> = moves.iter().map(|&id| nodes[id].label.clone()).collect();
        let goes_on = if stays { looked.best } else { looked.second };
        let right = moves.iter().position(|&id| id == goes_on).unwrap_or(0);
        let question = looked.question("Behind which move does it go on?");
        return Ok(looked.told(Made::choice(question, options, right)));
    }
    Err("its disappointments are all alike")
}

/// How many nodes best-first keeps: the first ones that a real search opened.
pub(super) fn memory(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let searched = recorded(Rung::BestFirst, &draft.position, DEEP, Some(400))?;
    let mut opened: Vec<(u32, u32)> = searched
        .nodes()
        .filter_map(|(id, _)| match searched.note(id)? {
            &NodeNote::Expanded(number) => Some((number, id)),
            _ => None,
        })
        .collect();
    opened.sort_unstable();
    let count = 3 + draft.dice.below(3);
    if opened.len() < count || (1..).zip(&opened).any(|(number, one)| one.0 != number) {
        return Err("too few positions are opened");
    }
    let (mut told, mut moves) = (Vec::new(), Vec::new());
    for &(_, id) in &opened[..count] {
        let (line, children) = (searched.line(id), searched.children(id).count());
        let name = if line.is_empty() {
            "the root".to_owned()
        } else {
            lab::in_san(&draft.position, &line)
        };
        told.push(format!("{name}: {children}"));
        moves.push(children.to_string());
    }
    let total: usize = opened[..count].iter().map(|&(_, id)| searched.children(id).count()).sum();
    let question = format!(
        "A real best-first search has opened {count} positions, and each was given all its moves: {}. How many nodes does it \
         keep in memory, the root not counted?",
        told.join("; ")
    );
    Ok(Made::number(question, "nodes", total as f64)
        .hint("Nothing is cut and nothing is forgotten: every move is a node.")
        .because(format!("{} = {total}.", moves.join(" + ")))
        .on_a_board())
}

/// Nodes of a Bayesian search that exercises are taken from.
const BAYES_NODES: u64 = 600;
/// Plies of searches that a number of nodes ends.
const DEEP: u32 = 30;

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
    let searched = recorded(Rung::Bayes, &draft.position, DEEP, Some(BAYES_NODES))?;
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

/// A move at the root of a real Monte Carlo search.
struct Visited {
    name: String,
    visits: u32,
    /// The chance of the side at the root on average, in tenths of a per cent.
    average: i64,
}

/// Tenths of a per cent as people write them.
fn percent(tenths: i64) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Visits in words.
fn counted(visits: u32) -> String {
    if visits == 1 { "1 visit".to_owned() } else { format!("{visits} visits") }
}

/// A Monte Carlo search for so many nodes.
fn walked(draft: &Draft, nodes: u64) -> Result<Searched, Unsuitable> {
    recorded(Rung::Mcts, &draft.position, DEEP, Some(nodes))
}

/// The moves at the root of it.
fn visited(searched: &Searched) -> Vec<Visited> {
    let moves = searched.children(0).filter_map(|(id, _)| match searched.note(id)? {
        &NodeNote::Visits { count, average } => Some(Visited {
            name: searched.name(id)?,
            visits: count,
            average: (1_000.0 * (1.0 - average)).round() as i64,
        }),
        _ => None,
    });
    moves.collect()
}

/// The average after one more visit: two searches of which one goes a node further.
pub(super) fn average(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let nodes = 60 + draft.dice.below(120) as u64;
    let before = visited(&walked(draft, nodes)?);
    let after = visited(&walked(draft, nodes + 1)?);
    let grown = before.iter().zip(&after).find(|(one, other)| {
        (one.name == other.name) && one.visits + 1 == other.visits && (1..=15).contains(&one.visits)
    });
    let (one, other) = grown.ok_or("no move is visited once more")?;
    // What the walk brought, as far as the rounded averages tell.
    let (visits, all) = (i64::from(one.visits), i64::from(other.visits));
    let result = all * other.average - visits * one.average;
    let mean = (one.average * visits + result) as f64 / (10 * all) as f64;
    let doubt = ((mean - mean.floor()) - 0.5).abs();
    if !(0..=1_000).contains(&result) || doubt < 0.06 {
        return Err("its numbers are too close to a half");
    }
    let question = format!(
        "A real search has visited {} {}, with {} % on average. The next visit brings {} %. What is \
         the average now, in per cent? Round to a whole number.",
        one.name,
        if visits == 1 { "once".to_owned() } else { format!("{visits} times") },
        percent(one.average),
        percent(result)
    );
    Ok(Made::number(question, "per cent", mean.round())
        .hint("All visits together had visits · average before. Add the new one, and divide by one more.")
        .because(format!(
            "({visits} · {} + {}) / {all} = {mean:.2}.",
            percent(one.average),
            percent(result)
        ))
        .on_a_board())
}

/// Which move is visited next.
pub(super) fn urgent(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let nodes = 150 + draft.dice.below(300) as u64;
    let searched = walked(draft, nodes)?;
    let Some(&NodeNote::Visits { count: here, .. }) = searched.note(0) else {
        return Err("it was not visited");
    };
    let mut moves = visited(&searched);
    draft.dice.shuffle(&mut moves);
    let bonus = |one: &Visited| (1_000.0 * curiosity(here, one.visits)).round() as i64;
    let sum = |one: &Visited| one.average + bonus(one);
    // The one with the better average needs not be the more urgent one.
    let fits = |one: &Visited, other: &Visited| {
        (sum(one) - sum(other)).abs() >= 3 && one.visits != other.visits
    };
    let pairs = moves.iter().enumerate();
    let mut pairs =
        pairs.flat_map(|(at, one)| moves[at + 1..].iter().map(move |other| (one, other)));
    let (one, other) = pairs.find(|(one, other)| fits(one, other)).ok_or("all are as urgent")?;
    let question = format!(
        "A real search has given {} {} % on average and, for its {}, a bonus of {} %; {} has {} %, and for its {} a \
         bonus of {} %. Which of the two is visited first?",
        one.name,
        percent(one.average),
        counted(one.visits),
        percent(bonus(one)),
        other.name,
        percent(other.average),
        counted(other.visits),
        percent(bonus(other))
    );
    let options = vec![one.name.clone(), other.name.clone()];
    Ok(Made::choice(question, options, usize::from(sum(other) > sum(one)))
        .hint("Add the bonus to the average.")
        .because(format!("{} against {}.", percent(sum(one)), percent(sum(other))))
        .on_a_board())
}

/// Which move is played.
pub(super) fn played(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let nodes = 200 + draft.dice.below(400) as u64;
    let searched = walked(draft, nodes)?;
    let best = searched.report.best.ok_or("it has no moves")?;
    let name = draft.position.to_san(best);
    let mut moves = visited(&searched);
    moves.sort_by_key(|one| std::cmp::Reverse(one.visits));
    moves.truncate(3);
    let is_plain = moves.len() == 3 && moves[0].visits > moves[1].visits && moves[0].name == name;
    if !is_plain {
        return Err("something is proven there, or two moves were visited as often");
    }
    draft.dice.shuffle(&mut moves);
    let right = moves.iter().position(|one| one.name == name).unwrap_or(0);
    let told: Vec<String> = moves
        .iter()
        .map(|one| {
            format!("{} has {} and {} %", one.name, counted(one.visits), percent(one.average))
        })
        .collect();
    let question = format!(
        "The budget of a real search is spent. {}. Nothing is proven. Which one is played?",
        told.join(", ")
    );
    let options = moves.iter().map(|one| one.name.clone()).collect();
    Ok(Made::choice(question, options, right)
        .hint("An average of few visits may be luck.")
        .because("The move visited most is played: it did well for longest.")
        .on_a_board())
}

/// The visits of a node.
pub(super) fn visits(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let nodes = 100 + draft.dice.below(300) as u64;
    let searched = walked(draft, nodes)?;
    let count = |id: u32| match searched.note(id) {
        Some(&NodeNote::Visits { count, .. }) => count,
        _ => 0,
    };
    let mut fitting: Vec<(u32, Vec<u32>)> = searched
        .children(0)
        .map(|(id, _)| {
            (id, searched.children(id).map(|(child, _)| count(child)).collect::<Vec<_>>())
        })
        .filter(|(_, children)| (2..=8).contains(&children.len()))
        .collect();
    draft.dice.shuffle(&mut fitting);
    let (id, children) = fitting.pop().ok_or("no move has few replies that were visited")?;
    let total = 1 + children.iter().sum::<u32>();
    if total != count(id) {
        return Err("its visits do not add up");
    }
    let name = searched.name(id).ok_or("it is no move")?;
    let said: Vec<String> = children.iter().map(ToString::to_string).collect();
    let question = format!(
        "In a real search the replies to {name} that were visited at all have {} visits. At its own first visit the \
         position after {name} was only judged. How many visits has it all together?",
        said.join(", ")
    );
    Ok(Made::number(question, "visits", f64::from(total))
        .hint("Every visit but the first goes on to one of the replies.")
        .because(format!("1 + {} = {total}.", said.join(" + ")))
        .on_a_board())
}

/// What the opponent's chance is.
pub(super) fn other_side(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let searched = walked(draft, 60)?;
    let mut moves = visited(&searched);
    draft.dice.shuffle(&mut moves);
    let one = moves.first().ok_or("it has no moves")?;
    let chance = (1_000 - one.average + 5) / 10;
    let name = &one.name;
    let question = format!(
        "After {name} the opponent is to move. A real search gives the opponent a chance of {chance} % there. What does \
         the side that played {name} add to its average, in per cent?"
    );
    Ok(Made::number(question, "per cent", (100 - chance) as f64)
        .hint("What one side wins the other loses.")
        .because(format!("100 − {chance} = {}.", 100 - chance))
        .on_a_board())
}
