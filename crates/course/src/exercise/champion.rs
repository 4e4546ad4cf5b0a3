//! What the champion's search bets on: nodes of real searches.

use chess::{Color, Position};
use eval::{Evaluation, Score};
use lab::tree::{Assignment, NodeEnd, NodeRecord, Recording, Searcher};
use search::{Bound, Compared, Rule, TreeLimits};

use super::made::Made;
use super::searched::{is_plain, told};
use super::{Draft, Unsuitable};

/// How deep it is watched: some thousands of nodes, done while somebody waits.
const DEPTH: u32 = 8;
const NODES: u64 = 60_000;

/// A search of the champion with its tree, and the numbers of its nodes in an order of chance.
fn watched(draft: &mut Draft) -> Result<(Recording, Vec<u32>), Unsuitable> {
    let missing = "it cannot be searched";
    let evaluation = Evaluation::named("tuned").ok_or(missing)?;
    let position = draft.position;
    let plain = Assignment::new(&position, Searcher::Champion, &evaluation, DEPTH);
    let assignment = Assignment { nodes: NODES, ..plain };
    let recording = Recording::make(&assignment, TreeLimits::default(), &mut |_| {});
    let recording = recording.map_err(|_| missing)?;
    let mut ids: Vec<u32> = (1..recording.len() as u32).collect();
    draft.dice.shuffle(&mut ids);
    // Enough to find what is looked for, and no more than that takes time.
    ids.truncate(3_000);
    Ok((recording, ids))
}

/// The position at a node.
fn position(recording: &Recording, id: u32) -> Option<Position> {
    let node = recording.node(id)?;
    let Some(parent) = node.parent else { return Some(recording.position) };
    let mut at = position(recording, parent)?;
    match node.node.mv?.uci.as_deref() {
        // The same position is looked at again.
        None => Some(at),
        Some("0000") => at.after_null(),
        Some(text) => at.parse_uci(text).ok().and_then(|mv| at.play(mv).ok()).map(|()| at),
    }
}

const GONE: Unsuitable = "its position cannot be found";

/// A node and the one above it, where a move lies between them that was searched less deep.
fn reduced_nodes(recording: &Recording, ids: &[u32]) -> Vec<(NodeRecord, NodeRecord)> {
    let mut found = Vec::new();
    for &id in ids {
        let Some(node) = recording.node(id) else { continue };
        let is_late = node.node.reduced > 0 && node.node.extended == 0 && node.node.depth > 0;
        let Some(above) = node.parent.filter(|_| is_late).and_then(|at| recording.node(at)) else {
            continue;
        };
        let is_move = node.node.mv.as_ref().is_some_and(|mv| mv.uci.is_some() && mv.san != "pass");
        if is_move && node.node.ply == above.node.ply + 1 {
            found.push((above, node));
        }
        if found.len() == 40 {
            break;
        }
    }
    found
}

fn san(node: &NodeRecord) -> &str {
    node.node.mv.as_ref().map_or("", |mv| &mv.san)
}

/// By how many plies a late move is reduced.
pub(super) fn reduced(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (recording, ids) = watched(draft)?;
    let found = reduced_nodes(&recording, &ids);
    let (above, node) = found.first().ok_or("nothing is reduced there")?;
    let (before, after) = (above.node.depth, node.node.depth);
    let plies = |count: i32| format!("{count} {}", if count == 1 { "ply" } else { "plies" });
    let question = format!(
        "The champion's search is at this position with {} left. It plays {}, and searches the position after it with {} \
         left. By how many plies is that move reduced?",
        plies(before),
        san(node),
        plies(after)
    );
    Ok(Made::number(question, "plies", f64::from(node.node.reduced))
        .hint("Every move takes a ply. What is missing besides?")
        .because(format!("{before} − 1 − {after} = {}.", node.node.reduced))
        .at(position(&recording, above.id).ok_or(GONE)?))
}

/// Whether a move that was searched less deep is searched again.
pub(super) fn surprise(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let wants_again = draft.dice.below(2) == 0;
    let (recording, ids) = watched(draft)?;
    for (above, node) in reduced_nodes(&recording, &ids) {
        let is_first =
            node.node.attempt == 1 && node.node.window.alpha + 1 == node.node.window.beta;
        let Some(value) = node.node.value.filter(|_| is_first) else { continue };
        // From the view of the side that made the move.
        let is_root = above.node.turn == recording.position.turn();
        let alpha = if is_root { node.node.window.alpha } else { -node.node.window.beta };
        let value = if is_root { value } else { -value };
        let mut children = recording.children(above.id).into_iter().flatten();
        let is_again = children.any(|child| {
            let other = recording.node(child);
            other.is_some_and(|other| other.node.mv == node.node.mv && other.node.attempt == 2)
        });
        let is_fitting = is_plain(value) && is_plain(alpha) && is_again == (value > alpha);
        if !is_fitting || is_again != wants_again {
            continue;
        }
        let options = ["yes, it is searched again", "no, it goes on to the next move"];
        let question = format!(
            "The champion's search is at this position, and the side to move is sure of {} (alpha). The late move {} was \
             searched less deep, and with a zero window: that gave {}, for the side that makes it. Is it searched again?",
            told(alpha),
            san(&node),
            told(value)
        );
        let why = match is_again {
            true => {
                "It is better than what the side is sure of: a surprise, which is looked at properly."
            }
            false => {
                "It is no better than what the side is sure of: as was to be expected of a late move."
            }
        };
        return Ok(Made::choice(
            question,
            options.map(str::to_owned).to_vec(),
            usize::from(!is_again),
        )
        .hint("A late move is searched again only if it surprises.")
        .because(why)
        .at(position(&recording, above.id).ok_or(GONE)?));
    }
    Err("no late move shows it")
}

/// The rules that leave out moves, and their names.
const RULES: [(Rule, &str); 3] =
    [(Rule::Futility, "futility"), (Rule::LateMove, "late move pruning"), (Rule::See, "SEE")];

/// Which rule leaves out a move.
pub(super) fn rule(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let wanted = RULES[draft.dice.below(RULES.len())].0;
    let (recording, ids) = watched(draft)?;
    for id in ids {
        let Some(node) = recording.node(id) else { continue };
        let is_root = node.node.turn == recording.position.turn();
        let own = |score: Score| if is_root { score } else { -score };
        let told_of = node.node.left_out.iter().filter(|left| left.rule == Some(wanted)).find_map(|left| {
            let san = &left.san;
            let said = match left.compared {
                Compared::Values(value, bound) if is_plain(value) && is_plain(bound) => format!(
                    "alpha is {} for the side to move, and even with all that the quiet move {san} may add the position would \
                     be worth {} to it, not more",
                    told(own(bound)),
                    told(own(value))
                ),
                Compared::Material(gain @ ..0, _) => {
                    format!("on its square {san} would lose {} in exchanges", told(Score::cp(-gain)).trim_start_matches('+'))
                }
                Compared::Moves(number, most) => format!(
                    "{san} would be move number {number}, and with so few plies left {most} are tried"
                ),
                _ => return None,
            };
            Some(said)
        });
        let Some(said) = told_of else { continue };
        let right = RULES.iter().position(|(rule, _)| *rule == wanted).unwrap_or(0);
        let options = RULES.map(|(_, name)| name.to_owned()).to_vec();
        let question = format!(
            "The champion's search leaves out a move at this position: {said}. Which rule is that?"
        );
        return Ok(Made::choice(question, options, right)
            .hint("One rule counts moves, one counts what an exchange brings, one compares a hope with alpha.")
            .because(format!("It is {}.", RULES[right].1))
            .at(position(&recording, id).ok_or(GONE)?));
    }
    Err("that rule leaves out nothing there")
}

/// How the value of a node is to be read.
pub(super) fn bound(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let wanted = draft.dice.below(3);
    let (recording, ids) = watched(draft)?;
    for id in ids {
        let Some(node) = recording.node(id) else { continue };
        let is_searched = matches!(node.node.end, NodeEnd::Searched | NodeEnd::Cut);
        let Some(value) = node.node.value.filter(|_| is_searched) else { continue };
        let (alpha, beta) = (node.node.window.alpha, node.node.window.beta);
        if ![value, alpha, beta].into_iter().all(is_plain) {
            continue;
        }
        let (right, bound) = match () {
            () if value >= beta => (1, Bound::Lower),
            () if value <= alpha => (2, Bound::Upper),
            () => (0, Bound::Exact),
        };
        if right != wanted || node.node.bound != bound {
            continue;
        }
        let at = position(&recording, id).ok_or(GONE)?;
        let mover = if recording.position.turn() == Color::White { "White" } else { "Black" };
        let options =
            ["it is the value itself", "the value is at least that", "the value is at most that"];
        let question = format!(
            "The champion's search entered this node with the window ({}, {}) and left it with {}, all for {mover}. How is \
             that number to be read?",
            told(alpha),
            told(beta),
            told(value)
        );
        let why = match right {
            0 => "It lies inside the window.",
            1 => "It is beta or more: the search stopped looking when it was sure of that.",
            _ => {
                "It is alpha or less: nothing better was found, and nobody looked how much worse it is."
            }
        };
        return Ok(Made::choice(question, options.map(str::to_owned).to_vec(), right)
            .hint("Inside the window a value is exact. Outside it is only a bound.")
            .because(why)
            .at(at));
    }
    Err("no node shows it")
}

/// How often the first move cuts.
pub(super) fn first_share(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (recording, _) = watched(draft)?;
    let (all, first) = (recording.counters.cutoffs, recording.counters.first_move_cutoffs);
    let share = 100.0 * first as f64 / all.max(1) as f64;
    if all < 50 || (share.fract() - 0.5).abs() < 0.01 {
        return Err("it has too few cut-offs");
    }
    let question = format!(
        "The champion searched this position to depth {} and had {all} cut-offs, {first} of them by the first move that it \
         tried. How many per cent is that? Round to a whole number.",
        recording.report.depth
    );
    Ok(Made::number(question, "per cent", share.round())
        .hint("Divide the one number by the other.")
        .because(format!(
            "{first} of {all} are {share:.1} %: that is how good the order of its moves is."
        ))
        .on_a_board())
}
