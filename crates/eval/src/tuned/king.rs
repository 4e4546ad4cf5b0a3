//! The king: the pawns around it, and the danger it is in.

use chess::{Bitboard, Board, Color, Rank, Role, Square, attacks};

use super::side::CountedSide;
use super::sight::{AttackMap, ranks};
use super::sink::{TermCollector, TermTopic};
use super::{Pair, TunedWeights};
use crate::pawns::relative;

/// The shelter of the king of `color`: own pawns before it, enemy pawns that
/// come near, and how far it is from the pawns. Depends on pawns and kings
/// only, so an evaluator remembers it.
pub(super) fn shelter<K: TermCollector>(
    weights: &TunedWeights,
    board: &Board,
    king: Square,
    color: Color,
    sink: &mut K,
) {
    let weights = &weights.shelter;
    let king = king.relative_to(color);
    let ours = relative(board.pieces(color, Role::Pawn), color);
    let theirs = relative(board.pieces(!color, Role::Pawn), color);
    let (king_file, king_rank) = (king.index() % 8, king.index() / 8);
    let not_behind = Bitboard(!0 << (8 * king_rank));
    let centre = king_file.clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        // Rank 0 stands for no pawn.
        let nearest = |pawns: Bitboard| {
            let on_file = Bitboard(pawns.0 & not_behind.0 & FILE_A << file);
            on_file.first().map_or(0, |square| square.index() / 8)
        };
        let (own, enemy) = (nearest(ours), nearest(theirs));
        let from_edge = file.min(7 - file);
        sink.add(TermTopic::KingShelter, color, &weights.pawn[from_edge][own], 1);
        if own > 0 && enemy == own + 1 {
            sink.add(TermTopic::KingShelter, color, &weights.blocked_storm[enemy - 2], 1);
        } else {
            sink.add(TermTopic::KingShelter, color, &weights.storm[from_edge][enemy], 1);
        }
    }
    let steps = (ours | theirs).into_iter().map(|pawn| king.distance(pawn)).min().unwrap_or(0);
    sink.add(TermTopic::KingShelter, color, &weights.pawn_distance, steps as i32);
}

const FILE_A: u64 = Bitboard::file(chess::File::A).0;

/// Danger beyond this is not counted: the king is lost anyhow, and no weight
/// that a tuner tries can overflow the square.
const MOST_DANGER: i32 = 2_000;

/// What a danger costs: in the middle game its square, since attackers help
/// each other; in the endgame a part of it.
pub(super) const fn price(danger: Pair) -> Pair {
    let (mg, eg) = (danger.mg(), danger.eg());
    let mg = if mg < 0 {
        0
    } else if mg > MOST_DANGER {
        MOST_DANGER
    } else {
        mg
    };
    let eg = if eg < 0 {
        0
    } else if eg > MOST_DANGER {
        MOST_DANGER
    } else {
        eg
    };
    Pair::new(mg * mg / MG_DIVISOR, eg / EG_DIVISOR)
}

/// Middle game: a danger of 1024 costs 1024 centipawns.
pub(super) const MG_DIVISOR: i32 = 1_024;
/// Endgame: a danger of 1024 costs 64 centipawns.
pub(super) const EG_DIVISOR: i32 = 16;
/// The range in which the danger is counted.
pub(super) const DANGER_RANGE: std::ops::RangeInclusive<f64> = 0.0..=MOST_DANGER as f64;

/// The danger that a side's king is in, if anybody is after it.
#[inline(always)]
pub(super) fn danger<K: TermCollector>(side: CountedSide, sight: &AttackMap, sink: &mut K) {
    let CountedSide { weights, structure, color, .. } = side;
    let board = side.board();
    let (us, them) = (color.index(), 1 - color.index());
    let aimers: i32 = sight.aimers[us].iter().sum();
    let has_queen = board.pieces(!color, Role::Queen).any();
    // One piece alone does not mate, unless it is the queen or has her help.
    if aimers < if has_queen { 1 } else { 2 } {
        return;
    }
    let weights = &weights.danger;
    let king = sight.king[us];
    let mut total = Pair::ZERO;
    let mut add = |weight: &Pair, count: i32| {
        total += *weight * count;
        sink.danger(color, weight, count);
    };

    add(&weights.base, 1);
    if !has_queen {
        add(&weights.no_queen, 1);
    }
    for (weight, &count) in weights.aimer.iter().zip(&sight.aimers[us]) {
        add(weight, count);
    }
    add(&weights.hit, sight.hits[us]);

    // Squares that they attack and nobody but king or queen holds.
    let last_guard = sight.of(color, Role::King) | sight.of(color, Role::Queen);
    let weak = sight.all[them] & !sight.twice[us] & (!sight.all[us] | last_guard);
    add(&weights.weak_square, (weak & sight.ring[us]).count() as i32);

    let free = !board.color(!color);
    let safe = free & (!sight.all[us] | (weak & sight.twice[them]));
    let queens = board.pieces(color, Role::Queen);
    let lines = attacks::rook(king, sight.occupied.without(queens));
    let diagonals = attacks::bishop(king, sight.occupied.without(queens));
    let jumps = attacks::knight(king);
    let knight = jumps & sight.of(!color, Role::Knight);
    let bishop = diagonals & sight.of(!color, Role::Bishop);
    let rook = lines & sight.of(!color, Role::Rook);
    let queen = (lines | diagonals) & sight.of(!color, Role::Queen);
    for (weight, checks) in weights.safe_check.iter().zip([knight, bishop, rook, queen]) {
        if (checks & safe).any() {
            add(weight, 1);
        }
    }
    let unsafe_checks = ((knight | bishop | rook) & free).without(safe);
    add(&weights.unsafe_check, unsafe_checks.count() as i32);

    let flank = FLANKS[king.index() % 8] & ranks(Rank::First, Rank::Fifth, color);
    let attacked = flank & sight.all[them];
    add(&weights.flank_attack, (attacked.count() + (attacked & sight.twice[them]).count()) as i32);
    add(&weights.flank_defence, (flank & sight.all[us]).count() as i32);

    add(&weights.pinned, sight.pinned[us].count() as i32);
    let guards = sight.of(color, Role::Knight) & sight.of(color, Role::King);
    if guards.any() {
        add(&weights.knight_guard, 1);
    }
    let files = near_files(king);
    let open = files.without(structure.files[us]).0 & 0xff;
    add(&weights.open_file, open.count_ones() as i32);

    sink.pay_for_danger(color, price(total));
}

/// The king's file and those beside it.
#[inline(always)]
fn near_files(king: Square) -> Bitboard {
    let file = Bitboard::file(king.file());
    file | file.east() | file.west()
}

/// The files of the wing, or of the centre, on which a king stands.
const FLANKS: [Bitboard; 8] = {
    const fn files(first: usize, last: usize) -> Bitboard {
        let mut set = 0;
        let mut file = first;
        while file <= last {
            set |= FILE_A << file;
            file += 1;
        }
        Bitboard(set)
    }
    let (queenside, centre, kingside) = (files(0, 3), files(2, 5), files(4, 7));
    [files(0, 2), queenside, queenside, centre, centre, kingside, kingside, files(5, 7)]
};
