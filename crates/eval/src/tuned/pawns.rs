//! What depends on the pawns alone: their structure, and facts about it that
//! other terms use. An incremental evaluator remembers both.

use chess::{Bitboard, Board, Color, Role, Square};

use super::TunedWeights;
use super::sight::forward;
use super::sink::{TermCollector, TermTopic};
use crate::pawns::{files_of, fill_down, passed, relative};

/// Facts about the pawns that other terms use.
#[derive(Clone, Copy)]
pub(super) struct Structure {
    /// The facts that take some work.
    pub(super) prospects: Prospects,
    /// Squares that a side's pawns attack.
    pub(super) attacks: [Bitboard; 2],
    /// Squares that two of them attack.
    pub(super) attacks_twice: [Bitboard; 2],
    /// The files on which a side has pawns.
    pub(super) files: [Bitboard; 2],
}

/// What the pawns may do in time: worth remembering.
#[derive(Clone, Copy, Default)]
pub(super) struct Prospects {
    /// Each side's passed pawns.
    pub(super) passed: [Bitboard; 2],
    /// Squares that a side's pawns attack now or may attack by advancing.
    pub(super) reach: [Bitboard; 2],
}

impl Prospects {
    /// The prospects of both sides' pawns.
    #[inline]
    pub(super) fn of(board: &Board) -> Prospects {
        let mut prospects = Prospects::default();
        for color in Color::ALL {
            let ours = relative(board.pieces(color, Role::Pawn), color);
            let theirs = relative(board.pieces(!color, Role::Pawn), color);
            // Of two pawns on a file only the first can pass.
            let passed = passed(ours, theirs).without(fill_down(ours.south()));
            let reach = fill_up(ours.north().east() | ours.north().west());
            prospects.passed[color.index()] = relative(passed, color);
            prospects.reach[color.index()] = relative(reach, color);
        }
        prospects
    }
}

impl Structure {
    /// All facts, the prospects being known.
    #[inline]
    pub(super) fn new(board: &Board, prospects: Prospects) -> Structure {
        let ahead = Color::ALL.map(|color| forward(board.pieces(color, Role::Pawn), color));
        Structure {
            prospects,
            attacks: ahead.map(|pawns| pawns.east() | pawns.west()),
            attacks_twice: ahead.map(|pawns| pawns.east() & pawns.west()),
            files: Color::ALL.map(|color| files_of(board.pieces(color, Role::Pawn))),
        }
    }
}

/// The terms of both sides' pawns.
pub(super) fn tally<K: TermCollector>(
    weights: &TunedWeights,
    board: &Board,
    structure: &Structure,
    sink: &mut K,
) {
    for color in Color::ALL {
        side(weights, board, structure, color, sink);
    }
}

#[inline(always)]
fn side<K: TermCollector>(
    weights: &TunedWeights,
    board: &Board,
    structure: &Structure,
    color: Color,
    sink: &mut K,
) {
    let (us, them) = (color.index(), 1 - color.index());
    // Everything is seen as the side sees it, moving up.
    let ours = relative(board.pieces(color, Role::Pawn), color);
    let theirs = relative(board.pieces(!color, Role::Pawn), color);
    let attacks = relative(structure.attacks[us], color);
    let their_attacks = relative(structure.attacks[them], color);
    let reach = relative(structure.prospects.reach[us], color);
    let passed = relative(structure.prospects.passed[us], color);

    let neighbours = structure.files[us].east() | structure.files[us].west();
    let isolated = ours.without(neighbours);
    let open = ours.without(fill_down(theirs.south()));
    let doubled = ours & fill_down(ours.south());
    // No neighbour can ever hold the square before it, and an enemy pawn does.
    let backward = (ours.north() & their_attacks).without(reach).south().without(isolated);
    let supported = ours & attacks;
    let phalanx = ours & (ours.east() | ours.west());

    let pawns = &weights.pawns;
    let count = |set: Bitboard| set.count() as i32;
    sink.add(TermTopic::Material, color, &weights.values.pawn, count(ours));
    let topic = TermTopic::PawnStructure;
    sink.add(topic, color, &pawns.isolated, count(isolated.without(open)));
    sink.add(topic, color, &pawns.isolated_open, count(isolated & open));
    sink.add(topic, color, &pawns.doubled, count(doubled));
    sink.add(topic, color, &pawns.backward, count(backward.without(open)));
    sink.add(topic, color, &pawns.backward_open, count(backward & open));
    for square in ours {
        sink.add(TermTopic::Squares, color, weights.squares.pawn.at(square), 1);
    }
    for square in supported {
        sink.add(topic, color, &pawns.supported[rank(square) - 2], 1);
    }
    for square in phalanx {
        sink.add(topic, color, &pawns.phalanx[rank(square) - 1], 1);
    }
    for square in passed {
        sink.add(TermTopic::PassedPawns, color, &weights.passed.rank[rank(square) - 1], 1);
    }
    for square in open.without(passed | doubled) {
        let beside = beside(square);
        let ahead = above(square);
        // As many helpers as guards: with time it will pass.
        let guards = theirs & beside & ahead;
        let helpers = ours & beside.without(ahead);
        if helpers.count() >= guards.count() {
            sink.add(TermTopic::PassedPawns, color, &weights.passed.candidate[rank(square) - 1], 1);
        }
    }
}

/// 0 for the first rank; pawns stand on 1 to 6.
#[inline(always)]
const fn rank(square: Square) -> usize {
    square.index() / 8
}

/// All squares on the files beside a square.
#[inline(always)]
fn beside(square: Square) -> Bitboard {
    let file = Bitboard::file(square.file());
    file.east() | file.west()
}

/// All squares on higher ranks.
#[inline(always)]
const fn above(square: Square) -> Bitboard {
    // Two shifts: one by 64 is not allowed.
    Bitboard(!0 << (square.index() & 56) << 8)
}

/// The set and every square above one of its squares.
#[inline]
fn fill_up(set: Bitboard) -> Bitboard {
    let mut filled = set.0;
    filled |= filled << 8;
    filled |= filled << 16;
    filled |= filled << 32;
    Bitboard(filled)
}
