//! Real searches side by side.

use chess::Position;
use lab::{Measurement, count, grouped};
use search::ladder::{Algorithm, Rung};

use super::made::Made;
use super::{Draft, Unsuitable};

/// What a rung finds and takes.
fn found(rung: Rung, position: &Position, eval: &str, depth: u32) -> Option<Measurement> {
    let evaluator = eval::by_name(eval)?;
    Some(count(&Algorithm::plain(rung), position, evaluator, depth))
}

/// Whether a rung plays another move than the one before it.
fn changes(
    draft: &Draft,
    rungs: (Rung, Rung),
    depth: u32,
    wants_change: bool,
) -> Result<(Measurement, Measurement, bool), Unsuitable> {
    let missing = "it cannot be searched";
    let one = found(rungs.0, &draft.position, "material", depth).ok_or(missing)?;
    let other = found(rungs.1, &draft.position, "material", depth).ok_or(missing)?;
    let differs = one.report.score != other.report.score;
    if differs != wants_change {
        return Err("it does not show the difference that is wanted");
    }
    Ok((one, other, differs))
}

fn told(draft: &Draft, measured: &Measurement) -> String {
    let line = lab::in_san(&draft.position, &measured.report.pv);
    format!("`{}` finds {} with {line}.", measured.algorithm, measured.report.score)
}

/// Whether quiescence changes the value.
pub(super) fn quiet_changes(draft: &mut Draft) -> Result<Made, Unsuitable> {
    // As often one as the other, so that guessing does not help.
    let wants_change = draft.dice.below(2) == 0;
    let rungs = (Rung::Table, Rung::Quiescence);
    let (one, other, differs) = changes(draft, rungs, 1, wants_change)?;
    let options = vec!["yes, another value".to_owned(), "no, the same value".to_owned()];
    let question = "Search one ply deep and count material. Does the value change if captures are \
                    searched on at the horizon?";
    Ok(Made::choice(question, options, usize::from(!differs))
        .hint("Which capture wins most at first sight? Can the opponent take back?")
        .because(told(draft, &one))
        .because(told(draft, &other))
        .on_a_board())
}

/// How many nodes minimax takes, by the number of moves.
pub(super) fn nodes(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let moves: Vec<_> = position.legal_moves().iter().copied().collect();
    let mut counts = Vec::new();
    for &mv in &moves {
        let mut next = position;
        next.play_unchecked(mv);
        counts.push(next.count_legal_moves());
    }
    let replies: u64 = counts.iter().sum();
    let total = moves.len() as u64 + replies;
    let measured = found(Rung::Minimax, &position, "material", 2).ok_or("it cannot be searched")?;
    if measured.report.nodes != total {
        return Err("a draw ends some lines early");
    }
    let question = format!(
        "This position has {} moves, and all of them together allow {} replies. How many nodes does minimax \
         take to depth 2? The root is not counted.",
        moves.len(),
        grouped(replies)
    );
    Ok(Made::number(question, "nodes", total as f64)
        .hint("Every move is a node, and every reply is one.")
        .because(format!("{} + {} = {}.", moves.len(), grouped(replies), grouped(total)))
        .on_a_board())
}
