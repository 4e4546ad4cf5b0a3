//! What a quiet mistake gives up for good: facts on the boards of the lines.

use chess::{Color, File, Move, Position, Rank, Role, Square};

/// Something that is given up for good.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Concession {
    /// The king can no longer castle.
    Castling,
    /// The opponent gets a passed pawn that is far advanced, there.
    PassedPawn(Square),
    /// Two pawns stand on this file.
    DoubledPawns(File),
    /// One of the two bishops goes, and the opponent has both.
    BishopPair,
}

/// Plies of a line in which something must be given up: what comes later has other reasons.
const SOON: usize = 8;

/// What the mover gives up in both lines of the refutation and keeps in the best line.
/// `next` is the position after the move.
pub(crate) fn concession(
    position: &Position,
    next: &Position,
    best: &[Move],
    replies: [&[Move]; 2],
) -> Option<Concession> {
    let us = position.turn();
    let (kept, castles) = played(position, best, us);
    let [(one, _), (other, _)] = replies.map(|line| played(next, line, us));
    let given = |fact: &dyn Fn(&Position) -> bool| {
        fact(&one) && fact(&other) && !fact(&kept) && !fact(position)
    };
    let castled = replies.iter().any(|line| played(next, line, us).1);
    let is_lost = !may_castle(&one, us) && !may_castle(&other, us) && !castled;
    // Who castles in the best line has made use of the right.
    if may_castle(position, us) && is_lost && (castles || may_castle(&kept, us)) {
        return Some(Concession::Castling);
    }
    let passed = passed_pawns(&one, !us);
    let fresh = passed.into_iter().find(|&square| {
        given(&|board| passed_pawns(board, !us).contains(&square))
            && passed_pawns(&kept, !us).is_empty()
    });
    if let Some(square) = fresh {
        return Some(Concession::PassedPawn(square));
    }
    let pair = |board: &Position| bishops(board, us) < 2 && bishops(board, !us) >= 2;
    if given(&pair) && bishops(position, us) == 2 {
        return Some(Concession::BishopPair);
    }
    let doubled = |board: &Position, file: File| pawns_on(board, us, file) >= 2;
    let file = File::ALL.into_iter().find(|&file| given(&|board| doubled(board, file)));
    file.map(Concession::DoubledPawns)
}

/// The position after some plies of a line, and whether a side castles on the way.
fn played(from: &Position, line: &[Move], us: Color) -> (Position, bool) {
    let mut position = *from;
    let mut castles = false;
    for &mv in line.iter().take(SOON) {
        if !position.is_legal(mv) {
            break;
        }
        castles |= mv.is_castling() && position.turn() == us;
        position.play_unchecked(mv);
    }
    (position, castles)
}

fn may_castle(position: &Position, us: Color) -> bool {
    (position.castling() & position.board().color(us)).any()
}

fn bishops(position: &Position, color: Color) -> u32 {
    position.board().pieces(color, Role::Bishop).count()
}

fn pawns_on(position: &Position, color: Color, file: File) -> usize {
    let pawns = position.board().pieces(color, Role::Pawn);
    pawns.into_iter().filter(|pawn| pawn.file() == file).count()
}

/// Passed pawns of a side on its fifth rank or beyond.
fn passed_pawns(position: &Position, color: Color) -> Vec<Square> {
    let theirs = position.board().pieces(!color, Role::Pawn);
    let ahead = |square: Square, other: Square| match color {
        Color::White => other.rank() > square.rank(),
        Color::Black => other.rank() < square.rank(),
    };
    let is_far = |square: Square| match color {
        Color::White => square.rank() >= Rank::Fifth,
        Color::Black => square.rank() <= Rank::Fourth,
    };
    let is_passed = |&square: &Square| {
        is_far(square)
            && theirs.into_iter().all(|other| {
                other.file().index().abs_diff(square.file().index()) > 1 || !ahead(square, other)
            })
    };
    position.board().pieces(color, Role::Pawn).into_iter().filter(is_passed).collect()
}
