//! What is good about a move: said seldom, and only where it is true.

use chess::{Move, Position};

use crate::claim::{Claim, ClaimRole, Kind, Proof};
use crate::coach::proven_motifs;
use crate::prover::{Found, Prover};
use crate::tactic::Tactic;

/// What a sacrifice gives at least, in centipawns of an exchange.
const GIVEN: i32 = -200;
/// Chances that a good sacrifice leaves at least.
const SOUND: f64 = -0.1;

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
    claims.extend(proven_motifs(&tactic, ClaimRole::Plays));
    // With a single legal move there is nothing to praise.
    if claims.is_empty() && position.count_legal_moves() > 1 {
        claims.push(claim(Kind::OnlyMove));
    }
}
