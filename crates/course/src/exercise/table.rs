//! What a transposition table knows.

use chess::{Move, Position};
use eval::Score;
use search::ladder::Rung;
use search::{Bound, NodeOutcome, TreeNode, Window};

use super::made::{Made, pawns};
use super::minimax::ONLY_THESE;
use super::searched::{is_plain, recorded, told};
use super::small_tree::SmallTree;
use super::walk::Walk;
use super::{Draft, Unsuitable, endings};

/// The position at the end of a line, if it can be played.
fn after(position: &Position, line: &[Move]) -> Option<Position> {
    let mut at = *position;
    for &mv in line {
        at.play(mv).ok()?;
    }
    Some(at)
}

/// Which line leads to the same position.
pub(super) fn transposes(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let own: Vec<Move> = position.legal_moves().iter().copied().collect();
    for _ in 0..200 {
        let pick =
            |dice: &mut numbers::Dice, moves: &[Move]| moves.get(dice.below(moves.len())).copied();
        let (Some(one), Some(two)) = (pick(&mut draft.dice, &own), pick(&mut draft.dice, &own))
        else {
            break;
        };
        let Some(between) = after(&position, &[one]) else { continue };
        let replies: Vec<Move> = between.legal_moves().iter().copied().collect();
        let Some(reply) = pick(&mut draft.dice, &replies) else { continue };
        let (line, swapped) = ([one, reply, two], [two, reply, one]);
        let (Some(end), Some(same)) = (after(&position, &line), after(&position, &swapped)) else {
            continue;
        };
        let is_plain =
            one.from() != two.from() && !position.is_capture(one) && !position.is_capture(two);
        if one == two || end.key() != same.key() || !is_plain {
            continue;
        }
        let mut others: Vec<Vec<Move>> = Vec::new();
        for &third in &own {
            let line = vec![two, reply, third];
            let differs = after(&position, &line).is_some_and(|at| at.key() != end.key());
            if third != one && differs && others.len() < 2 {
                others.push(line);
            }
        }
        if others.len() < 2 {
            continue;
        }
        let said = |line: &[Move]| lab::in_san(&position, line);
        let mut options = vec![said(&swapped), said(&others[0]), said(&others[1])];
        let right = options[0].clone();
        draft.dice.shuffle(&mut options);
        let at = options.iter().position(|option| *option == right).unwrap_or(0);
        let question = format!("Which line leads to the same position as {}?", said(&line));
        return Ok(Made::choice(question, options, at)
            .hint("The same moves in another order, if nothing was taken on the way.")
            .because(format!("Both end in {end}."))
            .because(format!(
                "So both have the key {:016x}, and the table finds one by the other.",
                end.key()
            ))
            .on_a_board());
    }
    Err("its moves cannot be exchanged")
}

/// An entry of the table: what a search stored when it left a node. The view of the side to move.
struct Entry {
    depth: i32,
    bound: Bound,
    value: Score,
}

impl Entry {
    /// What is stored of a node, if it was searched to its end.
    fn of(node: &TreeNode) -> Option<Entry> {
        let bound = match node.outcome {
            NodeOutcome::BetaCut => Bound::Lower,
            NodeOutcome::Searched if node.value <= node.window.alpha => Bound::Upper,
            NodeOutcome::Searched => Bound::Exact,
            NodeOutcome::FailLow => Bound::Upper,
            NodeOutcome::TableHit(bound) => bound,
            _ => return None,
        };
        let entry = Entry { depth: node.depth, bound, value: node.value };
        (node.depth > 0 && !node.value.is_mate()).then_some(entry)
    }

    /// Whether it settles what is asked at a node, as the ladder's `table` has it: a value for another
    /// depth answers nothing, and a bound only where it is enough.
    fn settles(&self, depth: i32, window: Window) -> bool {
        self.depth == depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= window.beta,
                Bound::Upper => self.value <= window.alpha,
            }
    }

    fn told(&self) -> String {
        let bound = match self.bound {
            Bound::Exact => "exactly",
            Bound::Lower => "at least",
            Bound::Upper => "at most",
        };
        format!("depth {}, {bound} {}", self.depth, told(self.value))
    }
}

/// Which entry is usable.
pub(super) fn usable(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let searched = recorded(Rung::Table, &draft.position, 4, Some(30_000))?;
    let mut entries: Vec<Entry> =
        searched.nodes().filter_map(|(_, node)| Entry::of(node)).collect();
    let mut hits: Vec<(u32, Entry, Window)> = searched
        .nodes()
        .filter(|(_, node)| matches!(node.outcome, NodeOutcome::TableHit(_)))
        .filter(|(_, node)| is_plain(node.window.alpha) && is_plain(node.window.beta))
        .filter_map(|(id, node)| Some((id, Entry::of(node)?, node.window)))
        .collect();
    draft.dice.shuffle(&mut hits);
    draft.dice.shuffle(&mut entries);
    let (id, right, window) = hits.pop().ok_or("the table never knew enough")?;
    let depth = right.depth;
    let mut options = vec![right.told()];
    // What was stored of other positions, and would not be enough here.
    for entry in &entries {
        let said = entry.told();
        if options.len() < 4 && !entry.settles(depth, window) && !options.contains(&said) {
            options.push(said);
        }
    }
    if options.len() < 4 {
        return Err("too little was stored");
    }
    let said = options[0].clone();
    draft.dice.shuffle(&mut options);
    let at = options.iter().position(|option| *option == said).unwrap_or(0);
    let question = format!(
        "A node is to be searched to depth {depth} with the window ({}, {}), from the view of the side to \
         move. With which of these entries is that not necessary?",
        told(window.alpha),
        told(window.beta)
    );
    let enough = match right.bound {
        Bound::Exact => "It is the value itself.".to_owned(),
        Bound::Lower => {
            format!("It is at least beta, {}: enough for a cut-off.", told(window.beta))
        }
        Bound::Upper => {
            format!("It is at most alpha, {}: no move here is news.", told(window.alpha))
        }
    };
    let position = searched.position(id).ok_or("its position cannot be found")?;
    Ok(Made::choice(question, options, at)
        .asking("The node, its window and all four entries are those of a real search.")
        .hint("The depth must be the one that is asked for, no less and no more.")
        .hint("\"At least\" helps only from beta on, \"at most\" only up to alpha.")
        .because(format!("{said} answers the question: its depth is the same. {enough}"))
        .at(position))
}

/// Which bound is stored.
pub(super) fn bound(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let tree = SmallTree::grow(&draft.position, &[3, 3], &mut draft.dice)?;
    let walk = Walk::through(&tree);
    let inner: Vec<usize> = tree.nodes[0].children.clone();
    let node = inner[draft.dice.below(inner.len())];
    let window = walk.windows[node].ok_or("the node was never entered")?;
    let name = &tree.nodes[node].label;
    let is_cut = walk.cuts.iter().any(|cut| cut.node == node);
    let seen = tree.nodes[node].children.iter().filter(|&&id| walk.has_seen(id));
    let value = seen.map(|&id| tree.nodes[id].value).fold(f64::INFINITY, f64::min);
    // MIN moves here: replies that were not looked at could only make it less.
    let right = usize::from(is_cut);
    let options = vec![
        format!("{name} is worth exactly {}", pawns(value)),
        format!("{name} is worth at most {}", pawns(value)),
        format!("{name} is worth at least {}", pawns(value)),
    ];
    let why = match is_cut {
        true => format!(
            "MAX is already sure of {}, and a reply gives MIN {}. The other replies were not looked at; \
             they could only make it less, so it is a bound.",
            pawns(window.alpha),
            pawns(value)
        ),
        false => {
            "All replies were looked at, so the smallest of them is the value itself.".to_owned()
        }
    };
    let mut shown = tree.shown_leaves();
    for (id, node) in shown.nodes.iter_mut().enumerate() {
        node.cut = !walk.has_seen(id);
    }
    Ok(Made::choice(format!("What may be stored about the node after {name}, from the root's view?"), options, right)
        .asking(format!("Alpha-beta tried the moves in the order of the tree; what it did not look at is marked. {ONLY_THESE}"))
        .hint("Was every reply looked at? If not, could the others make it more, or less?")
        .because(why)
        .proved_by([node])
        .with_trees(shown, walk.shown_in(tree.shown_whole())))
}

/// The slot of a key.
pub(super) fn slot(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let key = draft.position.key() % 1000;
    let slots = 8 + draft.dice.below(9) as u64;
    let question = format!(
        "A table has {slots} slots, numbered from 0. The slot of a position is the remainder of its key divided by \
         the number of slots. This position's key is {key}. Which slot is its own?"
    );
    Ok(Made::number(question, "slot", (key % slots) as f64)
        .asking("(Real keys have 64 bits; this one is shortened to its last three digits.)")
        .hint(format!("How often does {slots} fit into {key}, and what is left?"))
        .because(format!("{key} = {} · {slots} + {}.", key / slots, key % slots))
        .on_a_board())
}

/// How deep the searches go that find mates.
const MATES: u32 = 4;

/// How many plies a mate takes, by the root's count and by the table's.
pub(super) fn mate_kept(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let root = match draft.given() {
        Some(position) => position,
        None => endings::rook_and_king(&mut draft.dice).ok_or("there is no such ending")?,
    };
    let searched = recorded(Rung::Table, &root, MATES, Some(40_000))?;
    let mut mates: Vec<(u32, usize, u32)> = searched
        .nodes()
        .skip(1)
        .filter(|(_, node)| node.depth > 0 && node.value.is_mate())
        .filter(|(_, node)| match node.outcome {
            NodeOutcome::Searched => true,
            // What was cut is at least so good: a mate of one's own, but perhaps no mate of the other's.
            NodeOutcome::BetaCut => node.value > Score::DRAW,
            _ => false,
        })
        .filter_map(|(id, node)| {
            let ply = searched.line(id).len();
            let plies = node.value.mate_plies()?;
            Some((id, ply, plies))
        })
        .filter(|&(_, ply, plies)| plies > ply as u32)
        .collect();
    draft.dice.shuffle(&mut mates);
    let (id, ply, plies) = mates.pop().ok_or("its search finds no mate")?;
    let other = [1, 2, 3, 5, 6].map(|more| more + draft.dice.below(3));
    let other = other[draft.dice.below(other.len())];
    if other == ply {
        return Err("both stand as deep");
    }
    let kept = plies - ply as u32;
    let is_won = searched.tree.node(id).is_some_and(|node| node.value > Score::DRAW);
    let mates = if is_won { "mates" } else { "is mated" };
    let question = format!(
        "A real search has found, {ply} {} below its root, that the side to move {mates} here: {plies} {} after the root. In how \
         many plies is that in the table? And when another search finds the entry {other} {} below its own root, how many plies \
         after that root is the mate?",
        counted(ply),
        counted(plies as usize),
        counted(other)
    );
    let position = searched.position(id).ok_or("its position cannot be found")?;
    Ok(Made::numbers(
        question,
        &[
            ("in the table", Some(f64::from(kept))),
            ("after the other root", Some(f64::from(kept) + other as f64)),
        ],
    )
    .hint("In the tree mates are counted from the root, in the table from the position.")
    .hint("Subtract the way down to store it, add the other way down to use it.")
    .because(format!("{plies} − {ply} = {kept}, and {kept} + {other} = {}.", kept as usize + other))
    .at(position))
}

fn counted(plies: usize) -> &'static str {
    if plies == 1 { "ply" } else { "plies" }
}
