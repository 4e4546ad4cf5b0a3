//! Best-first minimax: the tree grows where the line looks best.

use search::NodeNote;
use search::ladder::Rung;

use super::made::{Made, pawns};
use super::minimax::ONLY_THESE;
use super::searched::{DEEP, recorded};
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

/// How many moves there are of which some are never looked into.
const MOVES: usize = 4;

/// Which moves best-first never looks into.
pub(super) fn untouched(draft: &mut Draft) -> Result<Made, Unsuitable> {
    for _ in 0..40 {
        let mut tree = SmallTree::grow(&draft.position, &[MOVES], &mut draft.dice)?;
        let moves = tree.nodes[0].children.clone();
        let then: Option<Vec<f64>> = moves.iter().map(|&id| tree.after_best_reply(id)).collect();
        let Some(then) = then else { continue };
        let at_sight: Vec<f64> = moves.iter().map(|&id| tree.nodes[id].value).collect();
        let mut values = at_sight.clone();
        let looks_best = |values: &[f64]| {
            (0..MOVES).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0)
        };
        let (mut opened, mut best) = (Vec::new(), looks_best(&values));
        // Until the move that looks best was looked into already.
        while !opened.contains(&best) {
            opened.push(best);
            values[best] = then[best];
            best = looks_best(&values);
        }
        let mut all: Vec<f64> = at_sight.iter().chain(&then).copied().collect();
        all.sort_by(f64::total_cmp);
        let is_clear = all.windows(2).all(|pair| pair[1] - pair[0] > 0.001);
        if !is_clear || !(2..MOVES).contains(&opened.len()) {
            continue;
        }
        let name = |at: usize| tree.nodes[moves[at]].label.clone();
        let told: Vec<String> = (0..MOVES)
            .map(|at| {
                format!(
                    "{}: {} at first sight, {} then",
                    name(at),
                    pawns(at_sight[at]),
                    pawns(then[at])
                )
            })
            .collect();
        let order: Vec<String> = opened.iter().map(|&at| name(at)).collect();
        let options = (0..MOVES).map(name).collect();
        let choices = (0..MOVES).filter(|at| !opened.contains(at)).map(|at| at as u32).collect();
        let question = format!(
            "What each move is worth at first sight, and what the opponent's best reply leaves of it once best-first has looked \
             into it: {}. It goes on until the move that looks best is one that it has looked into. Which moves does it never \
             look into?",
            told.join("; ")
        );
        let because = format!(
            "Then {} is the best, with {}, and was looked into.",
            name(best),
            pawns(values[best])
        );
        let before = tree.shown_leaves();
        for (&id, &value) in moves.iter().zip(&values) {
            tree.nodes[id].value = value;
        }
        tree.nodes[0].value = values[best];
        return Ok(Made::new(question, Wanted::Several { options }, Answer::Several { choices })
            .asking(ONLY_THESE)
            .hint("Look into the best move, write down its new value, and see which one looks best now.")
            .because(format!("It looks into {}.", order.join(", then ")))
            .because(because)
            .proved_by([0, moves[best]])
            .with_trees(before, tree.shown_whole()));
    }
    Err("nothing disappoints there")
}
