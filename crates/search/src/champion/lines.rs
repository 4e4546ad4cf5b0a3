//! Lines as they are shown: complete, legal, and not beyond the end of the game.

use chess::{Move, Position};

use super::Job;
use super::path::Path;
use super::searcher::table_key;
use super::table::TranspositionTable;
use super::value::{self, FIFTY_MOVES};

/// Completes the line of a mate from the table, if the search left it short.
pub(super) fn complete(
    job: &Job<'_>,
    value: i32,
    table: &TranspositionTable,
    line: &mut Vec<Move>,
) {
    if !value::is_mate(value) {
        return;
    }
    let plies = (value::MATE - value.abs()) as usize;
    if line.len() >= plies {
        return;
    }
    let mut position = *job.position;
    let mut path = Path::default();
    path.start(job.history, job.position);
    for &mv in line.iter() {
        position.play_unchecked(mv);
        path.push(&position);
    }
    while line.len() < plies {
        let known = table.probe(table_key(&position)).and_then(|entry| entry.mv);
        let Some(mv) = known.filter(|&mv| position.is_legal(mv)) else { return };
        line.push(mv);
        position.play_unchecked(mv);
        path.push(&position);
        let drawn = i32::from(position.halfmove_clock()) >= FIFTY_MOVES;
        if drawn || path.is_repetition(line.len()) {
            return;
        }
    }
}

/// The reply to expect to the first move of a line; `None` if the game is over
/// then, or could be called a draw, or nothing is known.
pub(super) fn reply(
    history: &[u64],
    root: &Position,
    line: &[Move],
    table: &TranspositionTable,
) -> Option<Move> {
    let mut position = *root;
    position.play_unchecked(*line.first()?);
    let mut path = Path::default();
    path.start(history, root);
    path.push(&position);
    if path.is_repetition(1) {
        return None;
    }
    if i32::from(position.halfmove_clock()) >= FIFTY_MOVES || position.has_insufficient_material() {
        return None;
    }
    let known = || table.probe(table_key(&position)).and_then(|entry| entry.mv);
    line.get(1).copied().or_else(known).filter(|&mv| position.is_legal(mv))
}
