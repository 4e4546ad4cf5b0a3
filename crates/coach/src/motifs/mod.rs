//! Tactical motifs, one a file: what each looks like on the boards of a forcing line.
//!
//! The line is the proof: each of the hero's moves in it is clearly better than any other, the
//! opponent's are her best, and at its end the hero has mated or won material. A test here
//! says which motif makes it work, by the boards of the line. `proof` searches what they cannot
//! show: every reply to a fork, every escape of a trapped piece.

mod attraction;
mod back_rank_mate;
mod capturing_defender;
mod deflection;
mod discovered_attack;
mod double_check;
mod fork;
mod hanging_piece;
mod intermezzo;
mod pin;
mod promotion;
mod proof;
mod skewer;
mod trapped_piece;

pub use proof::is_proven;

use chess::{Move, Piece, Square};

use crate::claim::Motif;
use crate::tactic::Tactic;

/// A motif seen in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// Which one.
    pub motif: Motif,
    /// The number of the hero's move that does it, in plies from the start of the line.
    pub ply: usize,
    /// The squares it speaks of, the piece that does it first.
    pub squares: Vec<Square>,
    /// What stands there when it is done.
    pub pieces: Vec<Piece>,
}

/// All motifs of a line, in the order of [`Motif::ALL`].
pub fn sightings(tactic: &Tactic) -> Vec<Sighting> {
    let tests = [
        back_rank_mate::find,
        double_check::find,
        hanging_piece::find,
        fork::find,
        pin::find,
        skewer::find,
        discovered_attack::find,
        trapped_piece::find,
        deflection::find,
        attraction::find,
        capturing_defender::find,
        intermezzo::find,
        promotion::find,
    ];
    let found = Motif::ALL.into_iter().zip(tests).filter_map(|(motif, find)| {
        let (ply, squares) = find(tactic).filter(|&(ply, _)| is_the_point(tactic, motif, ply))?;
        let after = &tactic.plies.get(ply)?.after;
        let before = &tactic.plies.get(ply)?.before;
        let piece = |&square: &Square| after.piece_at(square).or(before.piece_at(square));
        let pieces = squares.iter().filter_map(piece).collect();
        Some(Sighting { motif, ply, squares, pieces })
    });
    found.collect()
}

/// Whether a motif is claimed: those that the figures of docs/coach.md allow.
pub fn is_claimed(motif: Motif) -> bool {
    !NOT_CLAIMED.contains(&motif)
}

/// The last ply at which a motif explains a line; what comes later is another story.
const LATEST: usize = 2;

/// Whether a motif explains the line: it comes early, and what it wins can be won in no other
/// way. At the first move that is not asked: the move itself has no rival.
fn is_the_point(tactic: &Tactic, motif: Motif, ply: usize) -> bool {
    let is_only = |ply: usize| tactic.plies.get(ply).is_none_or(|ply| ply.is_only);
    if is_late(motif) {
        return ply == 0 || is_only(ply);
    }
    ply == 0 || ply <= LATEST && is_only(ply + 2)
}

/// Whether a motif is the end of a line rather than its idea.
const fn is_late(motif: Motif) -> bool {
    matches!(motif, Motif::BackRankMate | Motif::Promotion | Motif::DoubleCheck)
}

/// Motifs whose test is not good enough to be told anybody.
const NOT_CLAIMED: [Motif; 6] = [
    Motif::HangingPiece,
    Motif::Pin,
    Motif::Skewer,
    Motif::CapturingDefender,
    Motif::Intermezzo,
    Motif::Promotion,
];

/// Where a motif was seen: the number of the ply, and the squares.
type Seen = Option<(usize, Vec<Square>)>;

/// The move that was played before a ply: in the line, or before it.
fn move_before(tactic: &Tactic, ply: usize) -> Option<Move> {
    match ply.checked_sub(1) {
        Some(earlier) => tactic.plies.get(earlier).map(|ply| ply.mv),
        None => tactic.prior.map(|(_, mv)| mv),
    }
}
