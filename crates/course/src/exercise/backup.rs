//! Other ways to bring values up: M & N, ProbiMax.

use super::made::{Made, pawns};
use super::small_tree::SmallTree;
use super::{Draft, Unsuitable};
use crate::question::{Answer, ExerciseTree, Wanted};

/// How far behind the best a move still counts, in centipawns: for both, as the ladder has it.
const RANGE: i32 = 50;

/// Moves at a node that lie close together, best first, in centipawns; and the tree they are shown in.
struct Close {
    values: Vec<i32>,
    labels: Vec<String>,
    tree: ExerciseTree,
}

/// Real moves whose evaluations lie close together.
fn close(draft: &mut Draft, is_max: bool) -> Result<Close, Unsuitable> {
    for _ in 0..40 {
        let tree = SmallTree::grow(&draft.position, &[3], &mut draft.dice)?;
        let mut moves: Vec<(i32, String)> = tree.nodes[0]
            .children
            .iter()
            .map(|&id| {
                ((tree.nodes[id].evaluation * 100.0).round() as i32, tree.nodes[id].label.clone())
            })
            .collect();
        moves.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        let gaps = [moves[0].0 - moves[1].0, moves[0].0 - moves[2].0];
        // One within reach at least, and no doubt about who is.
        if gaps[0] >= RANGE || gaps.contains(&RANGE) {
            continue;
        }
        let mut shown = tree.shown_leaves();
        shown.nodes[0].max = Some(is_max);
        let (values, labels) = moves.into_iter().unzip();
        return Ok(Close { values, labels, tree: shown });
    }
    Err("no two moves lie close together")
}

/// What a runner-up adds: a quarter of what it has in hand, the next an eighth; rounded down.
fn bonus(gap: i32, place: u32) -> i32 {
    (RANGE - gap).max(0) >> place
}

const M_AND_N: &str = "Three moves count. A runner-up that is 0.50 or more behind the best adds nothing. The first \
    runner-up adds a quarter of what is missing to 0.50, the second an eighth, rounded down to 0.01.";

/// The bonus of the first runner-up.
pub(super) fn runner_up(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let close = close(draft, true)?;
    let gap = close.values[0] - close.values[1];
    let adds = bonus(gap, 2);
    Ok(Made::number(
        "How much does the first runner-up add to the root's value by M & N?",
        "bonus",
        f64::from(adds) / 100.0,
    )
    .asking(M_AND_N)
    .hint(
        "How far is the second best behind the best? Subtract that from 0.50, and take a quarter.",
    )
    .because(format!(
        "{} is {} behind {}: (0.50 − {}) / 4, rounded down, is {}.",
        close.labels[1],
        pawns(f64::from(gap) / 100.0).trim_start_matches('+'),
        close.labels[0],
        pawns(f64::from(gap) / 100.0).trim_start_matches('+'),
        pawns(f64::from(adds) / 100.0)
    ))
    .with_trees(close.tree.clone(), close.tree))
}

/// The value with all bonuses.
pub(super) fn backed_up(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let close = close(draft, true)?;
    let best = close.values[0];
    let adds: Vec<i32> =
        (2u32..).zip(&close.values[1..]).map(|(place, value)| bonus(best - value, place)).collect();
    let total = best + adds.iter().sum::<i32>();
    let said: Vec<String> = adds.iter().map(|add| pawns(f64::from(*add) / 100.0)).collect();
    Ok(Made::number("What is the root worth by M & N?", "value", f64::from(total) / 100.0)
        .asking(M_AND_N)
        .hint("Start with the best move, and add the two bonuses.")
        .because(format!(
            "{} and the bonuses {} make {}.",
            pawns(f64::from(best) / 100.0),
            said.join(", "),
            pawns(f64::from(total) / 100.0)
        ))
        .with_trees(close.tree.clone(), close.tree))
}

/// Which moves count at all.
pub(super) fn counts(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let close = close(draft, true)?;
    let mut options: Vec<(String, bool)> = close
        .labels
        .iter()
        .zip(&close.values)
        .map(|(label, value)| (label.clone(), close.values[0] - value < RANGE))
        .collect();
    draft.dice.shuffle(&mut options);
    let choices =
        (0u32..).zip(&options).filter(|(_, (_, counts))| *counts).map(|(at, _)| at).collect();
    let options = options.into_iter().map(|(label, _)| label).collect();
    Ok(Made::new(
        "Which of these moves have a say in the root's value?",
        Wanted::Several { options },
        Answer::Several { choices },
    )
    .asking("The best counts, and every move that is less than 0.50 behind it.")
    .hint("Find the best move, and subtract 0.50.")
    .because(format!(
        "The best is {} with {}.",
        close.labels[0],
        pawns(f64::from(close.values[0]) / 100.0)
    ))
    .with_trees(close.tree.clone(), close.tree))
}

/// How good a runner-up must be to add so much.
pub(super) fn needed(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let close = close(draft, true)?;
    let adds = 2 + draft.dice.below(9) as i32;
    // A quarter of what is missing to the range, rounded down, reaches it from four times as much on.
    let least = close.values[0] - RANGE + 4 * adds;
    let shown = |value: i32| pawns(f64::from(value) / 100.0);
    let added = f64::from(adds) / 100.0;
    let question = format!(
        "The best move, {}, is worth {}. How much must the first runner-up be worth, at least, to add {added:.2} by M & N?",
        close.labels[0],
        shown(close.values[0])
    );
    Ok(Made::number(question, "value of the runner-up", f64::from(least) / 100.0)
        .asking(M_AND_N)
        .hint("Four times what it adds must be missing to 0.50.")
        .because(format!(
            "{added:.2} is a quarter of {:.2}, so it may be 0.50 − {:.2} behind {}: {}.",
            4.0 * added,
            4.0 * added,
            shown(close.values[0]),
            shown(least)
        ))
        .on_a_board())
}

/// Two positions that a move by each side leads to, with moves that lie close together: their names,
/// and what their mover can do there.
fn two_positions(draft: &mut Draft, plies: usize) -> Result<[(String, Close); 2], Unsuitable> {
    let root = draft.position;
    let mut found = Vec::new();
    for _ in 0..20 {
        let (mut position, mut line) = (root, Vec::new());
        for _ in 0..plies {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(draft.dice.below(moves.len().max(1))) else { break };
            line.push(mv);
            position.play_unchecked(mv);
        }
        draft.position = position;
        let close = close(draft, true);
        draft.position = root;
        if let Ok(close) = close
            && line.len() == plies
        {
            found.push((lab::in_san(&root, &line), close));
        }
        if let [(one, _), (other, _)] = &found[..]
            && one == other
        {
            found.pop();
        }
        if found.len() == 2 {
            break;
        }
    }
    found.try_into().map_err(|_| "its moves are too different")
}

fn listed(close: &Close) -> String {
    let said = |value: &i32| pawns(f64::from(*value) / 100.0);
    close.values.iter().map(said).collect::<Vec<_>>().join(", ")
}

/// A value by M & N.
fn by_m_and_n(close: &Close) -> i32 {
    let best = close.values[0];
    best + (2u32..)
        .zip(&close.values[1..])
        .map(|(place, value)| bonus(best - value, place))
        .sum::<i32>()
}

/// Which of two nodes M & N prefers.
pub(super) fn prefer(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let [one, other] = two_positions(draft, 2)?;
    let totals = [by_m_and_n(&one.1), by_m_and_n(&other.1)];
    if (totals[0] - totals[1]).abs() < 2 {
        return Err("both are worth the same");
    }
    let options = [&one, &other]
        .map(|(line, close)| format!("the one after {line}, with the moves {}", listed(close)));
    let shown = |value: i32| pawns(f64::from(value) / 100.0);
    Ok(Made::choice(
        "Only these moves are considered, and their values are those of the side that makes them. Which position is \
         worth more to that side by M & N?",
        options.to_vec(),
        usize::from(totals[1] > totals[0]),
    )
    .asking(M_AND_N)
    .hint("Work out both values: the best move, and the bonuses of the two others.")
    .because(format!("{} against {}.", shown(totals[0]), shown(totals[1])))
    .because(format!(
        "(Minimax would say {} against {}.)",
        shown(one.1.values[0]),
        shown(other.1.values[0])
    ))
    .on_a_board())
}

const ERRORS: &str = "The numbers are the replies' values for the opponent, who makes errors. The weight of a reply is \
    0.50 less what it gives away compared with the best reply; who gives away 0.50 or more is never played. The chance \
    of a reply is its weight divided by all weights together.";

fn weights(values: &[i32]) -> Vec<i32> {
    values.iter().map(|value| (RANGE - (values[0] - value)).max(0)).collect()
}

/// Which replies may be played.
pub(super) fn likely(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let mut made = counts(draft)?;
    made.question = vec![
        "ProbiMax expects errors of less than 0.50. Which of these replies may the opponent play?"
            .to_owned(),
        ERRORS.to_owned(),
    ];
    made.hints = vec!["Which replies give away less than 0.50 compared with the best?".to_owned()];
    Ok(made)
}

/// The chance of the best reply.
pub(super) fn chance(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let close = close(draft, true)?;
    let weights = weights(&close.values);
    let sum: i32 = weights.iter().sum();
    let share = 100.0 * f64::from(weights[0]) / f64::from(sum);
    Ok(Made::number(
        format!(
            "How likely is the best reply, {}, in per cent? Round to a whole number.",
            close.labels[0]
        ),
        "per cent",
        share.round(),
    )
    .asking(ERRORS)
    .hint("Write down the weight of each reply. The best one has 0.50.")
    .because(format!("The weights are {} of {sum} hundredths: {share:.1} %.", said(&weights)))
    .with_trees(close.tree.clone(), close.tree))
}

fn said(weights: &[i32]) -> String {
    weights.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// What is to be expected.
pub(super) fn expected(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let close = close(draft, true)?;
    let weights = weights(&close.values);
    let value = expected_of(&close.values);
    Ok(Made::number("What can the opponent expect here by ProbiMax? Round what is given away down to 0.01.", "value", f64::from(value) / 100.0)
        .asking(ERRORS)
        .hint("On average the opponent gives away: the sum of weight · what is given away, divided by all weights.")
        .hint("Subtract that from the best reply.")
        .because(format!("The weights are {}. On average {} hundredths are given away.", said(&weights), close.values[0] - value))
        .with_trees(close.tree.clone(), close.tree))
}

/// What its mover can expect by ProbiMax: the best less what is given away on average, which is
/// rounded down.
fn expected_of(values: &[i32]) -> i32 {
    let weights = weights(values);
    let sum: i32 = weights.iter().sum();
    let gaps = values.iter().map(|value| values[0] - value);
    values[0] - weights.iter().zip(gaps).map(|(weight, gap)| weight * gap).sum::<i32>() / sum
}

/// What a root is worth where the opponent replies with errors.
pub(super) fn two_plies(draft: &mut Draft) -> Result<Made, Unsuitable> {
    for _ in 0..40 {
        let mut tree = SmallTree::grow(&draft.position, &[2, 2], &mut draft.dice)?;
        let moves = tree.nodes[0].children.clone();
        // What the root can expect after each move: what the opponent expects, with the sign changed.
        let expected = moves.iter().map(|&id| {
            let replies = tree.nodes[id].children.iter();
            let mut values: Vec<i32> =
                replies.map(|&id| -(tree.nodes[id].evaluation * 100.0).round() as i32).collect();
            values.sort_unstable_by_key(|&value| std::cmp::Reverse(value));
            (-expected_of(&values), values[0] - values[1])
        });
        let expected: Vec<(i32, i32)> = expected.collect();
        // An error is possible somewhere, and no reply is on the edge of it.
        let has_error = expected.iter().any(|(_, gap)| *gap < RANGE);
        if !has_error || expected.iter().any(|(_, gap)| *gap == RANGE) {
            continue;
        }
        let before = tree.shown_leaves();
        let told: Vec<String> = moves
            .iter()
            .zip(&expected)
            .map(|(&id, (value, _))| {
                format!("{} is worth {}", tree.nodes[id].label, pawns(f64::from(*value) / 100.0))
            })
            .collect();
        for (&id, (value, _)) in moves.iter().zip(&expected) {
            tree.nodes[id].value = f64::from(*value) / 100.0;
        }
        let best = expected.iter().map(|(value, _)| *value).max().unwrap_or(0);
        tree.nodes[0].value = f64::from(best) / 100.0;
        return Ok(Made::number("What is the root worth by ProbiMax?", "value of the root", f64::from(best) / 100.0)
            .asking("The numbers at the leaves are the root's. At its own node the root takes the best move. The opponent makes errors: the \
                weight of a reply is 0.50 less what it gives away compared with the best reply; who gives away 0.50 or more is \
                never played. What the opponent gives away on average is what the root gets besides the value of the best reply; \
                round it down to 0.01.")
            .hint("For each move: the smaller leaf is the opponent's best reply. What does the other one give away, and what is its weight?")
            .hint("On average the opponent gives away: its weight · what it gives away, divided by both weights together.")
            .because(format!("{}.", told.join(", ")))
            .because(format!("The root takes the better one: {}.", pawns(f64::from(best) / 100.0)))
            .proved_by(moves)
            .with_trees(before, tree.shown_whole()));
    }
    Err("no error is possible there")
}

/// Which of two positions ProbiMax would rather give the opponent.
pub(super) fn trap(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let [one, other] = two_positions(draft, 1)?;
    let totals = [expected_of(&one.1.values), expected_of(&other.1.values)];
    if (totals[0] - totals[1]).abs() < 2 {
        return Err("both are worth the same");
    }
    let options = [&one, &other].map(|(line, close)| {
        format!("{line}: the replies are worth {} to the opponent", listed(close))
    });
    let shown = |value: i32| pawns(f64::from(value) / 100.0);
    Ok(Made::choice(
        "Only these replies are considered. Which move does ProbiMax prefer, because the opponent can expect less after it?",
        options.to_vec(),
        usize::from(totals[1] < totals[0]),
    )
    .asking(ERRORS)
    .asking("Round what is given away down to 0.01.")
    .hint("Work out what the opponent can expect after each: the best reply, less what is given away on average.")
    .because(format!("The opponent can expect {} or {}.", shown(totals[0]), shown(totals[1])))
    .on_a_board())
}
