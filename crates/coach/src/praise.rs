//! What is good about a move: said seldom, and only where it is true.

use chess::{Move, Position};
use engine::review::{Assessment, Judgement, turned, winning_chances};

use crate::claim::{Claim, ClaimRole, Kind, Proof};
use crate::coach::{Coach, MoveExplanation, proven_motifs};
use crate::prover::{Found, Prover};
use crate::tactic::{ONLY_GAP, Tactic};

/// What a sacrifice gives at least, in centipawns of an exchange.
const GIVEN: i32 = -200;
/// Chances that a good sacrifice leaves at least.
const SOUND: f64 = -0.1;
/// Chances below which, negative, even the only move does not help.
const LOST: f64 = 0.5;
/// What a capture wins that everybody sees, in centipawns of an exchange.
const OBVIOUS: i32 = 100;
/// Legal moves that a position must have for the choice of one to be worth a word.
const CHOICE: u64 = 4;

/// Adds what is good about a move that no other equals.
pub(crate) fn praise(
    prover: &mut Prover,
    position: &Position,
    mv: Move,
    before: &Found,
    claims: &mut Vec<Claim>,
) {
    if before.best() != Some(mv) {
        return;
    }
    let tactic = Tactic::find(prover, position, None);
    if !tactic.is_single || tactic.moves().first() != Some(&mv) {
        return;
    }
    let claim = |kind| Claim {
        kind,
        role: ClaimRole::Plays,
        squares: vec![mv.from(), mv.to()],
        pieces: position.piece_at(mv.from()).into_iter().collect(),
        from: *position,
        line: tactic.moves(),
        ply: 0,
        proof: Proof::Search { nodes: tactic.nodes, value: tactic.value },
    };
    if let Some(moves) = tactic.mate_in() {
        claims.push(claim(Kind::MateIn(moves)));
    }
    if !mv.is_castling() && position.see(mv) <= GIVEN && before.chances() >= SOUND {
        claims.push(claim(Kind::Sacrifice));
    }
    claims.extend(proven_motifs(prover, &tactic, ClaimRole::Plays));
    if claims.is_empty() && is_only_good(prover, position, mv) {
        claims.push(claim(Kind::OnlyMove));
    }
}

/// Whether all other moves throw away a good part of the chances, by a deeper search. Where several
/// moves win, none is the only one, however much more it wins.
fn is_only_good(prover: &mut Prover, position: &Position, mv: Move) -> bool {
    let (best, next) = prover.deeper_two(position);
    // With a single legal move there is nothing to praise.
    best.best() == Some(mv) && next.is_some_and(|next| best.chances() - next.chances() >= ONLY_GAP)
}

impl Coach {
    /// What is good about a move of a game, if that is worth a word there: what everybody
    /// plays is not. `prior` is the move before it, and where it was played.
    pub(crate) fn praise(
        &mut self,
        position: &Position,
        mv: Move,
        prior: Option<(Position, Move)>,
        before: &Assessment,
        after: &Assessment,
    ) -> Option<MoveExplanation> {
        let is_best = before.best() == Some(mv);
        if !is_best || is_obvious(position, mv, prior) || winning_chances(before.value) < -LOST {
            return None;
        }
        let prover = self.prover();
        prover.clear();
        if !Tactic::is_single_here(prover, position, mv) {
            return None;
        }
        let mut claims = Vec::new();
        praise(prover, position, mv, &Found::of(before, 0), &mut claims);
        if claims.is_empty() {
            return None;
        }
        Some(MoveExplanation {
            position: *position,
            mv,
            judgement: Judgement { loss: 0.0, mark: None },
            before: before.value,
            after: turned(after.value),
            better: Vec::new(),
            reply: Vec::new(),
            claims,
            nodes: self.prover().spent(),
        })
    }
}

/// Whether everybody would play the move: there is little choice, it takes back, takes what
/// hangs, or mates at once.
fn is_obvious(position: &Position, mv: Move, prior: Option<(Position, Move)>) -> bool {
    let mut next = *position;
    next.play_unchecked(mv);
    let takes_back = prior.is_some_and(|(before, last)| {
        before.is_capture(last) && last.to() == mv.to() && position.is_capture(mv)
    });
    position.count_legal_moves() < CHOICE
        || takes_back
        || position.is_capture(mv) && position.see(mv) >= OBVIOUS
        || next.is_checkmate()
}
