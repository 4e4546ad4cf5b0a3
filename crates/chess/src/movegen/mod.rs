//! The generator: all legal moves of a diagram, straight away, none taken back.
//!
//! One function serves every purpose. Who moves and which stage is wanted are
//! type parameters, what happens to the moves is the [`Sink`]'s affair; what
//! the compiler makes of each combination holds no question whose answer is
//! known beforehand.

mod safety;
mod sink;

use crate::diagram::{CastlingPath, Diagram};
use crate::side::Side;
use crate::{Bitboard, Role, attacks};

pub(crate) use safety::KingSafety;
pub(crate) use sink::{Count, PawnStep, Sink};

/// Which moves are wanted.
pub(crate) trait Stage {
    /// Captures, en passant too, and all promotions.
    const NOISY: bool;
    /// The rest, castling too.
    const QUIET: bool;
}

/// All moves.
pub(crate) struct Every;
/// Captures and promotions.
pub(crate) struct Noisy;
/// What is neither capture nor promotion.
pub(crate) struct Quiet;

impl Stage for Every {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl Stage for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl Stage for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

/// Hands every legal move of side `S` whose piece stands on one of `movers` to `sink`.
///
/// `safety` must be that of `diagram` for `S`.
#[inline(always)]
pub(crate) fn generate<S: Side, G: Stage, K: Sink<S>>(
    diagram: &Diagram,
    safety: &KingSafety,
    movers: Bitboard,
    sink: &mut K,
) {
    let board = &diagram.board;
    let ours = board.colors[S::US];
    let theirs = board.colors[S::THEM];
    let occupied = ours | theirs;
    let king = diagram.king::<S>();
    let wanted = match (G::NOISY, G::QUIET) {
        (true, true) => !ours,
        (true, false) => theirs,
        _ => !occupied,
    };

    king_moves::<S, G, K>(diagram, safety, movers, wanted, sink);

    if safety.checkers.more_than_one() {
        return;
    }
    // A single check is parried on the squares up to and including the checker.
    let parries = match safety.checkers.first() {
        None => Bitboard::ALL,
        Some(checker) => attacks::between(king, checker) | safety.checkers,
    };

    pawn_moves::<S, G, K>(diagram, safety, movers, parries, sink);

    let targets = wanted & parries;
    let movers = movers & ours;
    let KingSafety { straight_pins, diagonal_pins, .. } = *safety;

    // A pinned knight has no move along its pin.
    for from in board.role(Role::Knight) & movers.without(straight_pins | diagonal_pins) {
        sink.piece(Role::Knight, from, attacks::knight(from) & targets);
    }
    // A slider pinned along the other kind of line has none either; along its
    // own kind it stays on the ray.
    for from in board.role(Role::Bishop) & movers.without(straight_pins) {
        let kept = if diagonal_pins.contains(from) { diagonal_pins } else { Bitboard::ALL };
        sink.piece(Role::Bishop, from, attacks::bishop(from, occupied) & targets & kept);
    }
    for from in board.role(Role::Rook) & movers.without(diagonal_pins) {
        let kept = if straight_pins.contains(from) { straight_pins } else { Bitboard::ALL };
        sink.piece(Role::Rook, from, attacks::rook(from, occupied) & targets & kept);
    }
    for from in board.role(Role::Queen) & movers {
        let reach = if straight_pins.contains(from) {
            attacks::rook(from, occupied) & straight_pins
        } else if diagonal_pins.contains(from) {
            attacks::bishop(from, occupied) & diagonal_pins
        } else {
            attacks::queen(from, occupied)
        };
        sink.piece(Role::Queen, from, reach & targets);
    }
}

/// Steps to safe squares, and castling.
#[inline(always)]
fn king_moves<S: Side, G: Stage, K: Sink<S>>(
    diagram: &Diagram,
    safety: &KingSafety,
    movers: Bitboard,
    wanted: Bitboard,
    sink: &mut K,
) {
    let king = diagram.king::<S>();
    if !movers.contains(king) {
        return;
    }
    let occupied = diagram.board.occupied();
    let steps = attacks::king(king) & wanted;

    let mut rooks = Bitboard::EMPTY;
    if G::QUIET && safety.checkers.is_empty() {
        for rook in diagram.castling & S::BACK_RANK {
            let path = CastlingPath::new(S::COLOR, king, rook);
            let others = occupied ^ Bitboard::of(king) ^ Bitboard::of(rook);
            if (path.crossed & others).is_empty() {
                rooks.insert(rook);
            }
        }
    }
    if (steps | rooks).is_empty() {
        return;
    }

    // The king does not shade the squares behind it from a slider that checks it.
    let occupied = occupied ^ Bitboard::of(king);
    // One or two squares are quicker to ask about than the whole board.
    if rooks.is_empty() && steps.without_first().without_first().is_empty() {
        let mut safe = steps;
        for to in steps {
            if diagram.attackers_of::<S>(to, occupied).any() {
                safe.remove(to);
            }
        }
        sink.piece(Role::King, king, safe);
        return;
    }
    let attacked = diagram.attacked_by_them::<S>(occupied);
    sink.piece(Role::King, king, steps.without(attacked));

    for rook in rooks {
        let path = CastlingPath::new(S::COLOR, king, rook);
        // In Chess960 the rook may leave the king open to an attacker beyond it
        // (king c1, rook b1, attacker a1): then it is pinned.
        if (path.king_crosses & attacked).is_empty() && !safety.straight_pins.contains(rook) {
            sink.castling(king, rook);
        }
    }
}

#[inline(always)]
fn pawn_moves<S: Side, G: Stage, K: Sink<S>>(
    diagram: &Diagram,
    safety: &KingSafety,
    movers: Bitboard,
    parries: Bitboard,
    sink: &mut K,
) {
    let pawns = diagram.ours::<S>(Role::Pawn) & movers;
    let theirs = diagram.board.colors[S::THEM];
    let empty = !diagram.board.occupied();
    let KingSafety { straight_pins, diagonal_pins, .. } = *safety;

    // Along a file a pinned pawn may push, along a diagonal it may take the pinner.
    let pushers = pawns.without(diagonal_pins);
    let singles = S::forward(pushers.without(straight_pins)) & empty
        | S::forward(pushers & straight_pins) & straight_pins & empty;
    let doubles = S::forward(singles & S::THIRD_RANK) & empty & parries;
    let singles = singles & parries;

    let takers = pawns.without(straight_pins);
    let free = S::forward(takers.without(diagonal_pins));
    let pinned = S::forward(takers & diagonal_pins);
    let targets = theirs & parries;
    let west = (free.west() | pinned.west() & diagonal_pins) & targets;
    let east = (free.east() | pinned.east() & diagonal_pins) & targets;

    if G::NOISY {
        sink.pawns(PawnStep::TakeWest, west.without(S::LAST_RANK));
        sink.pawns(PawnStep::TakeEast, east.without(S::LAST_RANK));
        if (pawns & S::SEVENTH_RANK).any() {
            sink.promotions(PawnStep::Single, singles & S::LAST_RANK);
            sink.promotions(PawnStep::TakeWest, west & S::LAST_RANK);
            sink.promotions(PawnStep::TakeEast, east & S::LAST_RANK);
        }
        if diagram.en_passant.any() {
            en_passant::<S, K>(diagram, safety, pawns, sink);
        }
    }
    if G::QUIET {
        sink.pawns(PawnStep::Single, singles.without(S::LAST_RANK));
        sink.pawns(PawnStep::Double, doubles);
    }
}

/// Two pawns leave their squares at once, which no pin mask foresees; so each
/// capture is tried on the occupancy it leaves behind.
pub(crate) fn en_passant<S: Side, K: Sink<S>>(
    diagram: &Diagram,
    safety: &KingSafety,
    pawns: Bitboard,
    sink: &mut K,
) {
    let to = diagram.en_passant.first_of_some();
    let taken = S::backward(diagram.en_passant);
    let king = diagram.king::<S>();
    let occupied = diagram.board.occupied();
    let straight = diagram.their_straight_sliders::<S>();
    let diagonal = diagram.their_diagonal_sliders::<S>();
    // Checks by anything but sliders and the pawn taken stay.
    if safety.checkers.without(taken | straight | diagonal).any() {
        return;
    }
    for from in attacks::pawn(S::Them::COLOR, to) & pawns {
        let left = occupied ^ Bitboard::of(from) ^ taken | diagram.en_passant;
        if (attacks::rook(king, left) & straight).is_empty()
            && (attacks::bishop(king, left) & diagonal).is_empty()
        {
            sink.en_passant(from, to);
        }
    }
}
