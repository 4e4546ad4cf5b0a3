//! What matters in a position: chances of the side to move, threats of the other.

use chess::{Move, MoveList, Position, Square};
use uci::Value;

use crate::claim::{Claim, ClaimRole, Kind, Proof};
use crate::coach::{Coach, proven_motifs};
use crate::material::Exchange;
use crate::material::quiet_end;
use crate::plan::plan;
use crate::prover::Prover;
use crate::tactic::Tactic;

/// What a side must win for a threat, in pawns.
const WORTH_A_WORD: i32 = 1;
/// What taking a piece must win for it to hang, in centipawns of an exchange.
const HANGS: i32 = 100;

impl Coach {
    /// What the side to move can win here, and what the opponent threatens.
    pub fn survey(&mut self, position: &Position) -> Vec<Claim> {
        // Where the game is over nothing is threatened any more.
        if !position.has_legal_move() {
            return Vec::new();
        }
        let prover = self.prover();
        prover.clear();
        let mut claims = prospects(prover, position, ClaimRole::Chance);
        // Whoever is in check cannot pass; the check is threat enough.
        if let Some(passed) = position.after_null() {
            claims.extend(prospects(prover, &passed, ClaimRole::Threat));
        }
        // Who can win something has no need of a plan.
        if claims.iter().all(|claim| claim.role != ClaimRole::Chance) {
            let best = prover.deeper(position);
            claims.extend(plan(position, &best, prover.spent()));
        }
        claims
    }
}

/// The squares of pieces of both sides that can be taken for nothing or for less, as if each side
/// were to move.
pub fn hanging(position: &Position) -> Vec<Square> {
    let of = |position: &Position| {
        let mut captures = MoveList::new();
        position.captures_and_promotions(&mut captures);
        let wins = |mv: &&Move| position.is_capture(**mv) && position.see(**mv) >= HANGS;
        let legal = captures.iter().filter(|mv| position.is_legal(**mv));
        legal.filter(wins).map(|mv| mv.to()).collect::<Vec<Square>>()
    };
    let mut squares = of(position);
    squares.extend(position.after_null().iter().flat_map(of));
    squares.sort();
    squares.dedup();
    squares
}

/// What the side to move wins from a position, if it wins something.
fn prospects(prover: &mut Prover, position: &Position, role: ClaimRole) -> Vec<Claim> {
    let tactic = Tactic::find(prover, position, None);
    let Some(first) = tactic.plies.first() else { return Vec::new() };
    let deep = prover.deeper(position);
    let gain = Exchange::between(position, &quiet_end(position, &deep.line), position.turn());
    let kind = match deep.value {
        Value::Mate(moves @ 1..) => Kind::MateIn(moves.unsigned_abs()),
        Value::Cp(cp)
            if -gain.cost() >= WORTH_A_WORD && tactic.gain() >= WORTH_A_WORD && cp > 0 =>
        {
            Kind::Material(gain)
        }
        _ => return Vec::new(),
    };
    let line = if deep.line.is_empty() { tactic.moves() } else { deep.line };
    let mut claims = vec![Claim {
        kind,
        role,
        squares: vec![first.mv.from(), first.mv.to()],
        pieces: first.piece().into_iter().collect(),
        from: *position,
        line,
        ply: 0,
        proof: Proof::Search { nodes: prover.spent(), value: deep.value },
    }];
    claims.extend(proven_motifs(&tactic, role));
    claims
}
