//! Endgames in which the leader wins less often than her lead says.

use chess::{Bitboard, Board, Color, Role, Square};

use super::pawns::Structure;
use super::sight::AttackMap;

/// A lead that counts in full.
pub(super) const FULL: i32 = 64;

/// How much of the leader's endgame lead counts, in 64ths, and why.
pub(super) struct Scale {
    /// From 0 to [`FULL`].
    pub(super) factor: i32,
    /// What is the matter, for the explanation.
    pub(super) reason: Option<&'static str>,
}

/// What pieces weigh when it is asked whether they suffice to win: 3 3 5 9.
fn weight(board: &Board, color: Color) -> i32 {
    let count = |role: Role| board.pieces(color, role).count() as i32;
    3 * (count(Role::Knight) + count(Role::Bishop)) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
}

/// A minor piece.
const MINOR: i32 = 3;
/// A rook.
const ROOK: i32 = 5;
/// A pawnless lead of a minor or less, too little to mate with; the same
/// against a minor at most; the same against more.
const PAWNLESS: [i32; 3] = [0, 6, 12];
/// Opposite bishops and nothing else: with no passed pawn, and for each.
const BISHOPS_ALONE: [i32; 2] = [16, 6];
/// Opposite bishops with other pieces: with no other piece, and for each of the leader's.
const BISHOPS: [i32; 2] = [26, 4];
/// A rook each, pawns on one wing, at most one pawn more, the king near.
const ROOK_ENDING: i32 = 38;
/// Otherwise: with no pawn, and for each of the leader's.
const FEW_PAWNS: [i32; 2] = [40, 7];
/// Rook's pawns with a bishop that does not hold their corner, the king in it.
const WRONG_BISHOP: i32 = 2;

/// What holds for the leader in this position.
#[inline]
pub(super) fn scale(
    board: &Board,
    structure: &Structure,
    sight: &AttackMap,
    leader: Color,
) -> Scale {
    let pawns = board.pieces(leader, Role::Pawn);
    let count = pawns.count() as i32;
    let reduced = |factor: i32, reason| Scale { factor: factor.min(FULL), reason: Some(reason) };

    let bishops = board.role(Role::Bishop);
    let is_one_each =
        Color::ALL.into_iter().all(|color| (board.color(color) & bishops).count() == 1);
    if is_one_each && (bishops & Bitboard::LIGHT).count() == 1 {
        let others = board.role(Role::Knight) | board.role(Role::Rook) | board.role(Role::Queen);
        let passed = structure.prospects.passed[leader.index()].count() as i32;
        return if others.is_empty() {
            reduced(BISHOPS_ALONE[0] + BISHOPS_ALONE[1] * passed, "opposite bishops")
        } else {
            let pieces = board.color(leader).count() as i32;
            reduced(BISHOPS[0] + BISHOPS[1] * pieces, "opposite bishops among others")
        };
    }
    if count > 3 {
        return Scale { factor: FULL, reason: None };
    }
    let (strong, weak) = (weight(board, leader), weight(board, !leader));
    if count == 0 && strong - weak <= MINOR {
        let which = if strong < ROOK {
            0
        } else if weak <= MINOR {
            1
        } else {
            2
        };
        return reduced(PAWNLESS[which], "no pawns and little more");
    }
    if is_wrong_bishop(board, leader, sight.king[(!leader).index()]) {
        return reduced(WRONG_BISHOP, "the bishop does not hold the corner");
    }
    let is_rook_ending = strong == ROOK && weak == ROOK && (board.role(Role::Rook)).count() == 2;
    let theirs = board.pieces(!leader, Role::Pawn).count() as i32;
    if is_rook_ending && count - theirs <= 1 && is_one_wing(pawns) {
        let guard = sight.king[(!leader).index()];
        if pawns.into_iter().any(|pawn| pawn.distance(guard) <= 2) {
            return reduced(ROOK_ENDING, "a rook each and pawns on one wing");
        }
    }
    reduced(FEW_PAWNS[0] + FEW_PAWNS[1] * count, "few pawns")
}

/// Whether all pawns stand on one half of the board.
fn is_one_wing(pawns: Bitboard) -> bool {
    const QUEENSIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
    (pawns & QUEENSIDE).is_empty() || pawns.without(QUEENSIDE).is_empty()
}

/// Whether `strong` has nothing but bishops and rook's pawns of one file, the
/// bishops do not hold the corner where the pawns promote, and the other king,
/// on `guard`, does.
pub(super) fn is_wrong_bishop(board: &Board, strong: Color, guard: Square) -> bool {
    let pawns = board.pieces(strong, Role::Pawn);
    let bishops = board.pieces(strong, Role::Bishop);
    let king = board.pieces(strong, Role::King);
    let Some(pawn) = pawns.first() else { return false };
    let file = Bitboard::file(pawn.file());
    let is_rooks_file = pawn.index() % 8 == 0 || pawn.index() % 8 == 7;
    if !is_rooks_file || pawns.without(file).any() || board.color(strong) != pawns | bishops | king
    {
        return false;
    }
    let last = Bitboard::rank(chess::Rank::Eighth.relative_to(strong));
    let Some(corner) = (file & last).first() else { return false };
    let holds = if corner.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
    (bishops & holds).is_empty() && guard.distance(corner) <= 1
}
