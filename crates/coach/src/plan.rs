//! What a side does next where nothing is to be won: the steps of the best line that have a name.

use chess::{Color, Move, Position, Rank, Role, Square, attacks};

use crate::claim::{Claim, ClaimRole, Kind, Proof};
use crate::material::value;
use crate::prover::Found;

/// A step of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The king goes into safety.
    Castle,
    /// A knight or a bishop leaves the first rank.
    Develop(Role),
    /// A rook or the queen comes to a file without pawns of its own.
    OpenFile(Role),
    /// A passed pawn goes on.
    PassedPawn,
    /// The king comes into play, in an ending.
    King,
    /// Pieces of the same value are exchanged.
    Trade,
    /// A pawn attacks another, to open lines.
    Break,
}

/// Plies of the best line that are looked at: three moves of each side.
const PLIES: usize = 6;
/// Steps that are told.
const TOLD: usize = 2;
/// Pieces, without kings and pawns, with which a king comes into play.
const KING_PLAYS: u32 = 6;

/// The plan of the side to move, by the best line; `None` where no step of it has a name.
pub(crate) fn plan(position: &Position, best: &Found) -> Option<Claim> {
    let mut here = *position;
    let mut steps: Vec<(usize, Step)> = Vec::new();
    for (ply, &mv) in best.line.iter().take(PLIES).enumerate() {
        if !here.is_legal(mv) {
            break;
        }
        if ply.is_multiple_of(2)
            && let Some(step) = step(&here, mv)
            && steps.iter().all(|&(_, known)| known != step)
        {
            steps.push((ply, step));
        }
        here.play_unchecked(mv);
    }
    steps.truncate(TOLD);
    // A plan begins with the next move; what comes later is another one.
    let &(0, _) = steps.first()? else { return None };
    let first = *best.line.first()?;
    Some(Claim {
        kind: Kind::Plan(steps),
        role: ClaimRole::Plan,
        squares: vec![first.from(), first.to()],
        pieces: position.piece_at(first.from()).into_iter().collect(),
        from: *position,
        line: best.line.clone(),
        ply: 0,
        proof: Proof::Search { nodes: best.nodes, value: best.value },
    })
}

/// What a move is good for, if that has a name.
fn step(position: &Position, mv: Move) -> Option<Step> {
    let us = position.turn();
    let piece = position.piece_at(mv.from())?;
    if mv.is_castling() {
        return Some(Step::Castle);
    }
    if let Some(taken) = position.captured(mv) {
        let is_even = value(taken) == value(piece.role) && piece.role != Role::Pawn;
        return is_even.then_some(Step::Trade);
    }
    match piece.role {
        Role::Pawn if is_passed(position, mv.to(), us) => Some(Step::PassedPawn),
        Role::Pawn if attacks_pawn(position, mv.to(), us) => Some(Step::Break),
        Role::Knight | Role::Bishop if is_home(mv.from(), us) && !is_home(mv.to(), us) => {
            Some(Step::Develop(piece.role))
        }
        Role::Rook | Role::Queen
            if is_open(position, mv.to(), us) && !is_open(position, mv.from(), us) =>
        {
            Some(Step::OpenFile(piece.role))
        }
        Role::King if heavy(position) <= KING_PLAYS => Some(Step::King),
        _ => None,
    }
}

fn is_home(square: Square, us: Color) -> bool {
    square.rank() == if us == Color::White { Rank::First } else { Rank::Eighth }
}

/// Whether no pawn of our own stands on the file.
fn is_open(position: &Position, square: Square, us: Color) -> bool {
    let pawns = position.board().pieces(us, Role::Pawn);
    pawns.into_iter().all(|pawn| pawn.file() != square.file())
}

/// Whether no pawn of the opponent can stop or take a pawn on its way from here.
fn is_passed(position: &Position, square: Square, us: Color) -> bool {
    let theirs = position.board().pieces(!us, Role::Pawn);
    let is_ahead = |rank: usize| match us {
        Color::White => rank > square.rank().index(),
        Color::Black => rank < square.rank().index(),
    };
    theirs.into_iter().all(|pawn| {
        pawn.file().index().abs_diff(square.file().index()) > 1 || !is_ahead(pawn.rank().index())
    })
}

fn attacks_pawn(position: &Position, square: Square, us: Color) -> bool {
    (attacks::pawn(us, square) & position.board().pieces(!us, Role::Pawn)).any()
}

/// Pieces of both sides without kings and pawns.
fn heavy(position: &Position) -> u32 {
    let board = position.board();
    board.occupied().without(board.role(Role::King) | board.role(Role::Pawn)).count()
}
