//! The null move: when it may be tried, what it proves, and where it fails.

use chess::{Move, Position, Role};
use eval::Score;
use search::ladder::Rung;
use search::{NodeOutcome, Rule, Window};

use super::made::{Made, pawns};
use super::searched::{Searched, is_plain, recorded, told};
use super::{Draft, Unsuitable, endings};

/// How much less deep the reply to a pass is searched, besides the ply of the pass itself.
const REDUCTION: i32 = 2;
/// From this depth on the ladder's search passes.
const LEAST_DEPTH: i32 = 2;
/// How deep the searches go, and how many nodes they may take.
const DEPTH: u32 = 4;
const NODES: u64 = 40_000;

/// A pass of a real search.
struct Pass {
    node: u32,
    /// Plies left where the side passed.
    depth: i32,
    /// The same behind the pass.
    reply_depth: i32,
    beta: Score,
    /// The window of the opponent's answer, from the opponent's view.
    window: Window,
    /// What the answer left the side that passed.
    value: Score,
    is_enough: bool,
}

/// A search with null moves, and its passes in an order of chance.
fn passes(draft: &mut Draft) -> Result<(Searched, Vec<Pass>), Unsuitable> {
    let searched = recorded(Rung::NullMove, &draft.position, DEPTH, Some(NODES))?;
    let mut passes: Vec<Pass> = searched
        .nodes()
        .skip(1)
        .filter(|(_, node)| node.mv.is_none() && node.outcome != NodeOutcome::Stopped)
        .filter_map(|(_, reply)| {
            let above = searched.tree.node(reply.parent)?;
            let is_cut = |outcome| matches!(outcome, NodeOutcome::Pruned(Rule::NullMove, ..));
            Some(Pass {
                node: reply.parent,
                depth: above.depth,
                reply_depth: reply.depth,
                beta: above.window.beta,
                window: reply.window,
                value: -reply.value,
                is_enough: is_cut(above.outcome),
            })
        })
        .filter(|pass| is_plain(pass.beta) && is_plain(pass.value))
        .collect();
    if passes.is_empty() {
        return Err("nobody passes in its search");
    }
    draft.dice.shuffle(&mut passes);
    Ok((searched, passes))
}

fn at(searched: &Searched, node: u32) -> Result<Position, Unsuitable> {
    searched.position(node).ok_or("its position cannot be found")
}

/// Whether a pass may be tried.
pub(super) fn allowed(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let options = vec![
        "yes".to_owned(),
        "no: it is in check".to_owned(),
        "no: it has only king and pawns".to_owned(),
        "no: the move before was a pass".to_owned(),
    ];
    let by_dice = draft.dice.below(options.len());
    // A position that was chosen is asked about itself: whether a pass led to it is left to the dice.
    let chosen = draft.given().map(|position| {
        // Only one reason at a time, so that there is one answer.
        let after_pass = by_dice >= 2 && refusal(&position, false) == 0;
        (position, LEAST_DEPTH + (by_dice % 2) as i32, after_pass)
    });
    let right = chosen.as_ref().map_or(by_dice, |(position, _, passed)| refusal(position, *passed));
    let (position, depth, after_pass) = if let Some(chosen) = chosen {
        chosen
    } else if right == 2 {
        let ending = endings::blocked_pawns(&mut draft.dice).ok_or("there is no such ending")?;
        (ending, LEAST_DEPTH, false)
    } else {
        // Behind a pass enough plies are left only if the search begins deeper.
        let depth = if right == 3 { DEPTH + REDUCTION as u32 } else { DEPTH };
        let searched = recorded(Rung::NullMove, &draft.position, depth, Some(NODES))?;
        let mut fitting: Vec<(Position, i32, bool)> = searched
            .nodes()
            .skip(1)
            .filter(|(_, node)| node.depth >= LEAST_DEPTH)
            .filter(|(_, node)| right == 3 || is_plain(node.window.beta))
            .filter_map(|(id, node)| Some((searched.position(id)?, node.depth, node.mv.is_none())))
            .filter(|(position, _, after_pass)| refusal(position, *after_pass) == right)
            .collect();
        draft.dice.shuffle(&mut fitting);
        fitting.pop().ok_or("its search has no such node")?
    };
    let why = [
        "It is not in check, has a piece besides king and pawns, and the move before was a real one.",
        "In check a pass would leave the king to be taken.",
        "With king and pawns alone zugzwang is common, so nobody passes.",
        "Two passes in a row would only search the same position less deep.",
    ];
    let before = if after_pass { "a pass" } else { "a real move" };
    let question = format!(
        "A search is at this position with {depth} plies left, and the move before was {before}. May the side to move pass?"
    );
    Ok(Made::choice(question, options, right)
        .hint("Three things forbid a pass: check, a lack of pieces, and a pass just before.")
        .because(why[right])
        .at(position))
}

/// Which of the reasons forbids a pass; 0 if none does.
fn refusal(position: &Position, after_pass: bool) -> usize {
    let board = position.board();
    let own = board.color(position.turn());
    let has_piece = own.without(board.role(Role::Pawn)).count() > 1;
    match () {
        () if position.is_check() => 1,
        () if !has_piece => 2,
        () if after_pass => 3,
        () => 0,
    }
}

/// How deep the reply to a pass is searched.
pub(super) fn depth(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (searched, passes) = passes(draft)?;
    let Pass { node, depth, reply_depth, .. } = passes[0];
    let question = format!(
        "A real search is at this position with {depth} plies left, and the side to move passes. The search behind a \
         pass is made {REDUCTION} plies shorter. How many plies are left for the opponent's answer? (Never less than 0.)"
    );
    Ok(Made::number(question, "plies", f64::from(reply_depth))
        .hint("The pass itself takes a ply, like a move.")
        .because(format!(
            "{depth} − 1 − {REDUCTION} = {}{}.",
            depth - 1 - REDUCTION,
            if depth - 1 - REDUCTION < 0 { ", so 0" } else { "" }
        ))
        .at(at(&searched, node)?))
}

/// Whether a pass is enough.
pub(super) fn enough(draft: &mut Draft) -> Result<Made, Unsuitable> {
    // As often one as the other, so that guessing does not help.
    let wants_cut = draft.dice.below(2) == 0;
    let (searched, passes) = passes(draft)?;
    let fitting = passes.into_iter().find(|pass| pass.is_enough == wants_cut);
    let pass = fitting.ok_or("its passes are all the same")?;
    let (beta, value, is_enough) = (pass.beta, pass.value, pass.is_enough);
    let options = vec!["yes, the node is cut".to_owned(), "no, the moves are searched".to_owned()];
    let question = format!(
        "A real search is at this position. Beta is {}. After a pass the opponent's best answer leaves the side to move \
         with {}. Is the node cut?",
        told(beta),
        told(value)
    );
    Ok(Made::choice(question, options, usize::from(!is_enough))
        .hint("A cut needs beta or more.")
        .because(format!(
            "{} is {} beta: {}.",
            told(value),
            if is_enough { "at least" } else { "below" },
            if is_enough {
                "if doing nothing is that good, a move surely is"
            } else {
                "the pass proves nothing"
            }
        ))
        .at(at(&searched, pass.node)?))
}

/// What the opponent's window is after a pass.
pub(super) fn pass_window(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (searched, passes) = passes(draft)?;
    let Pass { node, beta, window, .. } = passes[0];
    let shown = |value: Score| f64::from(value.raw()) / 100.0;
    let question = format!(
        "A real search is at this position, and beta is {} there. After the pass the opponent is asked only whether the \
         pass fails. From the opponent's view, what is the window (alpha, beta)? The smallest step is 0.01.",
        told(beta)
    );
    Ok(Made::numbers(
        question,
        &[("alpha", Some(shown(window.alpha))), ("beta", Some(shown(window.beta)))],
    )
    .hint("One ply down the sign changes.")
    .hint("A window with nothing inside goes from −beta to −beta + 0.01.")
    .because(format!("({}, {}).", told(window.alpha), told(window.beta)))
    .at(at(&searched, node)?))
}

/// By how much a pass must be better than every move, in centipawns: a pawn, as the question says.
const CLEARLY: i32 = 100;

/// What the best move and what a pass leads to, five plies ahead.
fn moving_and_passing(position: &Position) -> Option<(i32, i32)> {
    let passing = -best_after(&position.after_null()?, 4);
    Some((best_after(position, 5), passing))
}

/// Whether a position is zugzwang: a pawn ending by dice, or one that was chosen.
pub(super) fn zugzwang(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let given = draft.given();
    if let Some(position) = &given {
        let board = position.board();
        if !board
            .occupied()
            .without(board.role(Role::Pawn))
            .without(board.role(Role::King))
            .is_empty()
        {
            return Err("this one is about kings and pawns alone");
        }
        if position.is_check() {
            return Err("nobody can pass in check");
        }
    }
    let wants_zugzwang = draft.dice.below(2) == 0;
    let tries = if given.is_some() { 1 } else { 2_000 };
    for _ in 0..tries {
        let made = || endings::blocked_pawns(&mut draft.dice);
        let Some(position) = given.or_else(made) else { continue };
        let Some((moving, passing)) = moving_and_passing(&position) else { continue };
        // Clear cases only: passing is better by a pawn than every move, or no better than the best.
        let is_zugzwang = passing >= moving + CLEARLY;
        if !is_zugzwang && passing > moving {
            continue;
        }
        if given.is_none() && is_zugzwang != wants_zugzwang {
            continue;
        }
        let options = vec![
            "yes: passing would be better than every move".to_owned(),
            "no: some move is as good as passing".to_owned(),
        ];
        let shown = |value: i32| pawns(f64::from(value) / 100.0);
        let question = format!("{} is to move. Is it zugzwang?", position.turn());
        return Ok(Made::choice(question, options, usize::from(!is_zugzwang))
            .asking(
                "Two searches of five plies decide, one of the moves and one of a pass, and both count the pieces: a pawn is 1, a \
                 queen 9. It is zugzwang if the pass leads to at least a pawn more than the best move.",
            )
            .hint("Find the best move. Then imagine that the other side had to move instead.")
            .hint("Does the side to move have to give up a pawn, or let the other king through?")
            .because(format!(
                "Five plies ahead, by `material`: the best move leads to {}, a pass would lead to {}.",
                shown(moving),
                shown(passing)
            ))
            .at(position));
    }
    Err("a pass would be better there, but not by a pawn")
}

/// What the pieces are worth to the side to move, so many plies ahead.
fn best_after(position: &Position, depth: u32) -> i32 {
    use search::ladder::Algorithm;
    let Some(evaluator) = eval::by_name("material") else { return 0 };
    let found = lab::count(&Algorithm::plain(Rung::AlphaBeta), position, evaluator, depth);
    found.report.score.raw()
}

/// The first moves of all mates in two.
fn keys(position: &Position) -> Vec<Move> {
    let after = |position: &Position, mv: Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        next
    };
    let is_mated = |position: &Position| position.is_check() && !position.has_legal_move();
    let can_mate = |position: &Position| {
        position.legal_moves().iter().any(|&mv| is_mated(&after(position, mv)))
    };
    let is_key = |mv: &Move| {
        let next = after(position, *mv);
        let replies = next.legal_moves();
        !replies.is_empty() && replies.iter().all(|&reply| can_mate(&after(&next, reply)))
    };
    position.legal_moves().iter().copied().filter(is_key).collect()
}

/// Whether the null move misses a mate in two: an ending by dice or the position that was chosen, searched.
pub(super) fn fails(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let given = draft.given();
    let wants_failure = draft.dice.below(2) == 0;
    let tries = if given.is_some() { 1 } else { 20 };
    let mut why = "it has no mate in two";
    for _ in 0..tries {
        let made = || endings::rook_and_king(&mut draft.dice);
        let Some(position) = given.or_else(made) else { continue };
        let full = recorded(Rung::Quiescence, &position, 3, None)?;
        if full.report.score.mate_moves() != Some(2) {
            continue;
        }
        let passing = recorded(Rung::NullMove, &position, 3, None)?;
        let misses = !passing.report.score.is_mate();
        let keys = keys(&position);
        // What the text says of it, for every mate in two. Where a first move happens to be tried before any other,
        // there is no bound that a pass could reach: such positions are not asked about.
        let after = |mv: &Move| {
            let mut next = position;
            next.play_unchecked(*mv);
            next
        };
        if keys.iter().all(|mv| refusal(&after(mv), false) == 0) != misses {
            why = "there it depends on the order of the moves";
            continue;
        }
        if given.is_none() && misses != wants_failure {
            continue;
        }
        let options = vec![
            "yes: the null move misses the mate".to_owned(),
            "no: the null move finds it too".to_owned(),
        ];
        let question =
            "There is a mate in two. Does a search to depth 3 that uses null moves miss it?";
        let names: Vec<String> = keys.iter().map(|&mv| position.to_san(mv)).collect();
        return Ok(Made::choice(question, options, usize::from(!misses))
            .asking(
                "After the first move two plies are left. If the defender may pass there, the answer to the pass is searched to depth \
                 0: nothing but captures. (Assume that other moves were tried before, and that the pass reaches beta then.)",
            )
            .hint("Find the first move of the mate. Is the defender in check after it?")
            .hint("May the defender pass: is there a piece besides king and pawns?")
            .because(format!(
                "The full search finds mate in two with {}. It begins with {}.",
                lab::in_san(&position, &full.report.pv),
                names.join(" or ")
            ))
            .because(match misses {
                true => format!(
                    "The defender is not in check then and has a piece, so a pass is tried. Behind it nobody sees the mate. With null \
                     moves the value is {}.",
                    told(passing.report.score)
                ),
                false => "The defender may not pass after it: the replies are searched, and the mate is found.".to_owned(),
            })
            .at(position));
    }
    Err(why)
}
