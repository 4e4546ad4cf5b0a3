//! Why a set-up is not a legal position.
//!
//! The rules here are necessary conditions that can be read off the diagram.
//! A set-up that passes may still be unreachable from the starting position
//! (no eight white pawns fit on the a-file); deciding that is a puzzle, not a check.

use super::{Fault, Faults, Setup};
use crate::diagram::Diagram;
use crate::side::{Black, Side, White};
use crate::{Bitboard, Color, Rank, Role, Square};

impl Setup {
    /// Every reason why this is not a legal position; none if it is one.
    pub fn faults(&self) -> Faults {
        match self.turn {
            Color::White => faults::<White>(self),
            Color::Black => faults::<Black>(self),
        }
    }
}

fn faults<S: Side>(setup: &Setup) -> Faults {
    let board = &setup.board;
    let mut faults = Faults::NONE;
    for color in Color::ALL {
        count_pieces(setup, color, &mut faults);
        if !castling_is_consistent(setup, color) {
            faults.insert(by_color(color, Fault::WhiteCastling, Fault::BlackCastling));
        }
    }
    if (board.role(Role::Pawn) & Bitboard::BACK_RANKS).any() {
        faults.insert(Fault::PawnOnBackRank);
    }
    if setup.en_passant.is_some_and(|target| !was_passed_over::<S>(setup, target)) {
        faults.insert(Fault::EnPassant);
    }

    // Checks can only be judged where there is one king to check.
    let diagram = Diagram { board: *board, castling: Bitboard::EMPTY, en_passant: Bitboard::EMPTY };
    let occupied = board.occupied();
    let is_attacked = |king| diagram.attackers_of::<S::Them>(king, occupied).any();
    if only(board.pieces(S::Them::COLOR, Role::King)).is_some_and(is_attacked) {
        faults.insert(Fault::OpponentInCheck);
    }
    if let Some(king) = only(board.pieces(S::COLOR, Role::King)) {
        // A king never gives check; adjacent kings are told as the opponent's.
        let checkers = diagram.attackers_of::<S>(king, occupied).without(board.role(Role::King));
        let en_passant = setup.en_passant.filter(|_| !faults.contains(Fault::EnPassant));
        if !check_is_possible::<S>(&diagram, king, checkers, en_passant) {
            faults.insert(Fault::ImpossibleCheck);
        }
    }
    faults
}

fn by_color(color: Color, white: Fault, black: Fault) -> Fault {
    match color {
        Color::White => white,
        Color::Black => black,
    }
}

fn only(set: Bitboard) -> Option<Square> {
    if set.more_than_one() { None } else { set.first() }
}

/// Kings, pieces, pawns, and promoted pieces against missing pawns.
fn count_pieces(setup: &Setup, color: Color, faults: &mut Faults) {
    let count = |role| setup.board.pieces(color, role).count();
    match count(Role::King) {
        0 => faults.insert(by_color(color, Fault::NoWhiteKing, Fault::NoBlackKing)),
        1 => {}
        _ => faults.insert(by_color(color, Fault::ManyWhiteKings, Fault::ManyBlackKings)),
    }
    if setup.board.color(color).count() > 16 {
        faults.insert(by_color(color, Fault::ManyWhiteMen, Fault::ManyBlackMen));
    }
    let pawns = count(Role::Pawn);
    if pawns > 8 {
        faults.insert(by_color(color, Fault::ManyWhitePawns, Fault::ManyBlackPawns));
    }
    // A side begins with one bishop on each colour of squares: a second one on
    // the same colour was a pawn once.
    let bishops = setup.board.pieces(color, Role::Bishop);
    let promoted = count(Role::Knight).saturating_sub(2)
        + (bishops & Bitboard::LIGHT).count().saturating_sub(1)
        + (bishops & Bitboard::DARK).count().saturating_sub(1)
        + count(Role::Rook).saturating_sub(2)
        + count(Role::Queen).saturating_sub(1);
    if promoted > 8u32.saturating_sub(pawns) {
        faults.insert(by_color(color, Fault::ManyWhitePromoted, Fault::ManyBlackPromoted));
    }
}

/// The king on its back rank, own rooks on the squares named, at most one on
/// each side of the king, and no right on any other rank.
fn castling_is_consistent(setup: &Setup, color: Color) -> bool {
    let back_rank = Bitboard::rank(Rank::First.relative_to(color));
    let stray = setup.castling.without(Bitboard::BACK_RANKS);
    let rights = setup.castling & back_rank;
    if stray.any() {
        return false;
    }
    if rights.is_empty() {
        return true;
    }
    let Some(king) = only(setup.board.pieces(color, Role::King)) else { return false };
    let rooks = setup.board.pieces(color, Role::Rook);
    let left = Bitboard(Bitboard::of(king).0 - 1);
    back_rank.contains(king)
        && rights.without(rooks).is_empty()
        && !(rights & left).more_than_one()
        && !rights.without(left).more_than_one()
}

/// Whether the opponent of `S` can have just passed over `target` with a pawn.
fn was_passed_over<S: Side>(setup: &Setup, target: Square) -> bool {
    let target = Bitboard::of(target);
    let rank = Bitboard::rank(Rank::Sixth.relative_to(S::COLOR));
    let landed = S::backward(target);
    let origin = S::forward(target);
    (target & rank).any()
        && (setup.board.pieces(S::Them::COLOR, Role::Pawn) & landed).any()
        && ((target | origin) & setup.board.occupied()).is_empty()
}

/// Whether some last move of the opponent can have left these checks.
///
/// One move checks with the piece that moved, uncovers a line, or both; so there
/// are at most two checkers, and one of two is a slider. If the last move is
/// known to be a double step, the king must not have stood in check before it.
///
/// Not asked: whether these two can have come about together. Two bishops on
/// one diagonal with the king between them cannot, but that position stands in
/// a perft suite everybody runs, and nothing is harmed by it.
fn check_is_possible<S: Side>(
    diagram: &Diagram,
    king: Square,
    checkers: Bitboard,
    en_passant: Option<Square>,
) -> bool {
    match en_passant {
        _ if checkers.is_empty() => true,
        None => match checkers.count() {
            1 => true,
            2 => (checkers & sliders::<S>(diagram)).any(),
            _ => false,
        },
        Some(target) => {
            let target = Bitboard::of(target);
            let landed = S::backward(target);
            let origin = S::forward(target);
            let before = diagram.board.occupied() ^ landed ^ origin;
            diagram.attackers_of::<S>(king, before).without(landed).is_empty()
        }
    }
}

fn sliders<S: Side>(diagram: &Diagram) -> Bitboard {
    diagram.their_straight_sliders::<S>() | diagram.their_diagonal_sliders::<S>()
}
