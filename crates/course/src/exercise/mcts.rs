//! Monte Carlo tree search: visits and averages.

use search::NodeNote;
use search::ladder::Rung;
use search::ladder::mcts::curiosity;

use super::made::Made;
use super::searched::{DEEP, Searched, recorded};
use super::{Draft, Unsuitable};

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
