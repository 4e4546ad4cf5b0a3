//! The counting walk: diagrams copied and moved on, the last ply counted in bulk.
//!
//! No hash, no clocks, no list of moves: each set of targets the generator
//! finds is played at once. What a search needs besides is checked by
//! [`count_slowly`](super::count_slowly).

use crate::diagram::{CastlingPath, Diagram};
use crate::movegen::{Count, Every, KingSafety, PawnStep, Sink, generate};
use crate::side::{Black, Side, White};
use crate::{Bitboard, Color, Position, Role, Square};

pub(super) fn count(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match position.turn() {
        Color::White => walk::<White>(position.diagram(), depth),
        Color::Black => walk::<Black>(position.diagram(), depth),
    }
}

/// `depth` is at least 1.
fn walk<S: Side>(diagram: &Diagram, depth: u32) -> u64 {
    match depth {
        1 => last_ply::<S>(diagram),
        2 => Descent::<true>::of::<S>(diagram, 1),
        _ => Descent::<false>::of::<S>(diagram, depth - 1),
    }
}

/// The legal moves of one position, counted in bulk: nine tenths of all the time.
#[inline(never)]
fn last_ply<S: Side>(diagram: &Diagram) -> u64 {
    let mut count = Count::default();
    let safety = KingSafety::of::<S>(diagram);
    generate::<S, Every, _>(diagram, &safety, Bitboard::ALL, &mut count);
    count.0
}

/// A sink that plays each move and counts what lies below. `LAST` says that
/// this is the last ply, so that the common case asks nothing.
struct Descent<'a, const LAST: bool> {
    diagram: &'a Diagram,
    /// Plies below the moves played here.
    depth: u32,
    nodes: u64,
}

impl<const LAST: bool> Descent<'_, LAST> {
    #[inline(always)]
    fn of<S: Side>(diagram: &Diagram, depth: u32) -> u64 {
        let mut descent = Descent::<LAST> { diagram, depth, nodes: 0 };
        let safety = KingSafety::of::<S>(diagram);
        generate::<S, Every, _>(diagram, &safety, Bitboard::ALL, &mut descent);
        descent.nodes
    }

    #[inline(always)]
    fn into<S: Side>(&mut self, next: &Diagram) {
        self.nodes +=
            if LAST { last_ply::<S::Them>(next) } else { walk::<S::Them>(next, self.depth) };
    }
}

impl<S: Side, const LAST: bool> Sink<S> for Descent<'_, LAST> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        for to in targets {
            self.into::<S>(&moved::<S>(self.diagram, role, from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            let mut next = moved::<S>(self.diagram, Role::Pawn, step.origin::<S>(to), to);
            if step == PawnStep::Double {
                next.en_passant = S::backward(Bitboard::of(to));
            }
            self.into::<S>(&next);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            let pushed = moved::<S>(self.diagram, Role::Pawn, step.origin::<S>(to), to);
            for role in Role::PROMOTIONS {
                let mut next = pushed;
                next.board.roles[Role::Pawn.index()].remove(to);
                next.board.roles[role.index()].insert(to);
                self.into::<S>(&next);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        let mut next = moved::<S>(self.diagram, Role::Pawn, from, to);
        let taken = S::backward(Bitboard::of(to));
        next.board.colors[S::THEM] ^= taken;
        next.board.roles[Role::Pawn.index()] ^= taken;
        self.into::<S>(&next);
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        let path = CastlingPath::new(S::COLOR, king, rook);
        let kings = Bitboard::of(king) ^ Bitboard::of(path.king_to);
        let rooks = Bitboard::of(rook) ^ Bitboard::of(path.rook_to);
        let mut next = *self.diagram;
        next.board.colors[S::US] ^= kings ^ rooks;
        next.board.roles[Role::King.index()] ^= kings;
        next.board.roles[Role::Rook.index()] ^= rooks;
        next.castling = next.castling.without(S::BACK_RANK);
        next.en_passant = Bitboard::EMPTY;
        self.into::<S>(&next);
    }
}

/// The diagram after a piece went from one square to another and took what stood there.
#[inline(always)]
fn moved<S: Side>(diagram: &Diagram, role: Role, from: Square, to: Square) -> Diagram {
    let (from, to) = (Bitboard::of(from), Bitboard::of(to));
    let mut next = *diagram;
    // Clearing the target in all sets costs two vector instructions; asking
    // what stands there would cost more.
    for set in &mut next.board.roles {
        *set = set.without(to);
    }
    next.board.colors[S::THEM] = next.board.colors[S::THEM].without(to);
    next.board.colors[S::US] ^= from | to;
    next.board.roles[role.index()] ^= from | to;
    let home = if role == Role::King { S::BACK_RANK } else { from };
    next.castling = diagram.castling.without(home | to);
    next.en_passant = Bitboard::EMPTY;
    next
}
