//! From a position and a move to what can be said about it.

use chess::{IllegalMove, Move, Position};
use engine::review::{Judgement, Mark, turned};
use search::champion::MemoryError;
use uci::Value;

use crate::better::better;
use crate::claim::{Claim, ClaimRole, Kind, Proof};
use crate::looks::{Looks, Seen, stands};
use crate::opinion::opinion;
use crate::prover::Prover;
use crate::tactic::Tactic;
use crate::{motifs, praise};

/// Explains moves. What it says of a move does not depend on what it was asked before.
#[derive(Debug)]
pub struct Coach {
    prover: Prover,
}

/// What can be said about a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveExplanation {
    /// Where it was played.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// How good it was.
    pub judgement: Judgement,
    /// What the position was worth to the mover before the move.
    pub before: Value,
    /// What it is worth to her after it.
    pub after: Value,
    /// The best line, where it begins with another move.
    pub better: Vec<Move>,
    /// What is claimed, the most important first.
    pub claims: Vec<Claim>,
    /// Nodes that it took.
    pub nodes: u64,
}

impl Coach {
    /// A coach whose searches look at so many nodes each; [`USUAL_NODES`](crate::USUAL_NODES)
    /// is a good number.
    ///
    /// # Errors
    /// If there is no memory for the searches.
    pub fn new(nodes: u64) -> Result<Coach, MemoryError> {
        Ok(Coach { prover: Prover::new(nodes)? })
    }

    /// The searches of the coach.
    pub fn prover(&mut self) -> &mut Prover {
        &mut self.prover
    }

    /// Why a move is good or bad.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn explain(
        &mut self,
        position: &Position,
        mv: Move,
    ) -> Result<MoveExplanation, IllegalMove> {
        let mut next = *position;
        next.play(mv)?;
        self.prover.clear();
        let looks = Looks::take(&mut self.prover, position, mv, &next);
        Ok(self.explain_looks(looks))
    }

    /// How good a move is, without a reason.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn judge(&mut self, position: &Position, mv: Move) -> Result<Judgement, IllegalMove> {
        let mut next = *position;
        next.play(mv)?;
        self.prover.clear();
        Ok(Looks::take(&mut self.prover, position, mv, &next).judgement)
    }

    /// Why a move is good or bad, with the searches of a review.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn explain_seen(
        &mut self,
        position: &Position,
        mv: Move,
        seen: &Seen<'_>,
    ) -> Result<MoveExplanation, IllegalMove> {
        let mut next = *position;
        next.play(mv)?;
        self.prover.clear();
        let looks = Looks::with(&mut self.prover, position, mv, &next, seen);
        Ok(self.explain_looks(looks))
    }

    fn explain_looks(&mut self, mut looks: Looks) -> MoveExplanation {
        let mut claims = Vec::new();
        if looks.judgement.mark.is_some() {
            self.faults(&mut looks, &mut claims);
        }
        let looks = &looks;
        let (position, mv) = (&looks.position, looks.mv);
        if looks.judgement.mark.is_some() {
            if claims.iter().all(|claim| matches!(claim.kind, Kind::Chances { .. })) {
                claims.extend(opinion(
                    position,
                    &looks.deep_before.line,
                    mv,
                    &looks.deep_after.line,
                ));
            }
        } else {
            claims.extend(looks.slower_win(self.prover.spent()));
            if claims.is_empty() {
                praise::praise(&mut self.prover, position, mv, &looks.before, &mut claims);
            }
        }
        let best =
            looks.deep_before.best().filter(|&best| best != mv && looks.judgement.loss > 0.0);
        if best.is_some() {
            claims.extend(better(looks, &claims, self.prover.spent()));
        }
        MoveExplanation {
            position: *position,
            mv,
            judgement: looks.judgement,
            before: looks.deep_before.value,
            after: turned(looks.deep_after.value),
            better: if best.is_some() { looks.deep_before.line.clone() } else { Vec::new() },
            claims,
            nodes: self.prover.spent(),
        }
    }

    /// What is wrong with a move.
    fn faults(&mut self, looks: &mut Looks, claims: &mut Vec<Claim>) {
        let prover = &mut self.prover;
        blows(prover, looks, claims);
        // What is little is seen differently by the next search.
        if looks.judgement.mark < Some(Mark::Mistake) {
            claims.extend(looks.turning().map(|kind| suffered(prover, looks, kind)));
            return;
        }
        if claims.is_empty() {
            looks.deepen(prover);
            // The deepest searches may find that nothing has happened.
            if looks.judgement.mark.is_none() {
                return;
            }
            blows(prover, looks, claims);
        }
        let is_much = looks.judgement.mark >= Some(Mark::Mistake);
        if claims.is_empty() && is_much {
            quiet_faults(prover, looks, claims);
        }
        let plain = Some(looks.chances()).filter(|_| claims.is_empty() && is_much);
        claims.extend(looks.turning().or(plain).map(|kind| suffered(prover, looks, kind)));
    }
}

/// Mates and material that a move allows or misses, with the motifs that bring it about.
fn blows(prover: &mut Prover, looks: &Looks, claims: &mut Vec<Claim>) {
    let missed = looks.missed_mate().or_else(|| looks.missed_material(prover));
    let missed = missed.filter(|(kind, line)| stands(prover, &looks.position, kind, line));
    let lost = looks.allowed_mate().or_else(|| looks.lost_material(prover));
    let lost = lost.filter(|(kind, line)| stands(prover, &looks.next, kind, line));
    if let Some((kind, line)) = lost {
        let role = looks.fault(prover, &kind, &line);
        claims.push(looks.claim(
            kind,
            role,
            looks.next,
            line,
            prover.spent(),
            looks.deep_after.value,
        ));
        let tactic = Tactic::find(prover, &looks.next, Some((looks.position, looks.mv)));
        claims.extend(proven_motifs(&tactic, role));
    }
    if let Some((kind, line)) = missed.filter(|_| claims.is_empty() || looks.is_chance_missed()) {
        claims.push(missed_claim(prover, looks, kind, line));
        let tactic = Tactic::find(prover, &looks.position, None);
        if tactic.moves().first() != Some(&looks.mv) {
            claims.extend(proven_motifs(&tactic, ClaimRole::Misses));
        }
    }
}

/// What a mistake does that loses nothing at once: the first that can be proven.
fn quiet_faults(prover: &mut Prover, looks: &Looks, claims: &mut Vec<Claim>) {
    if let Some(kind) = looks.allowed_threat(prover).or_else(|| looks.conceded()) {
        claims.push(suffered(prover, looks, kind));
    } else if let Some(kind) = looks.missed_threat(prover).or_else(|| looks.spared()) {
        claims.push(missed_claim(prover, looks, kind, looks.deep_before.line.clone()));
    }
}

/// A claim about what follows after a move.
fn suffered(prover: &Prover, looks: &Looks, kind: Kind) -> Claim {
    let line = looks.deep_after.line.clone();
    let value = looks.deep_after.value;
    looks.claim(kind, ClaimRole::Allows, looks.next, line, prover.spent(), value)
}

/// A claim about what another move would have done.
fn missed_claim(prover: &Prover, looks: &Looks, kind: Kind, line: Vec<Move>) -> Claim {
    let value = looks.deep_before.value;
    looks.claim(kind, ClaimRole::Misses, looks.position, line, prover.spent(), value)
}

/// The motifs of a tactic that works, as claims.
pub(crate) fn proven_motifs(tactic: &Tactic, role: ClaimRole) -> Vec<Claim> {
    let works = tactic.mate_in().is_some() || tactic.gain() >= 1;
    if !works || !tactic.is_single {
        return Vec::new();
    }
    let claim = |sighting: motifs::Sighting| Claim {
        kind: Kind::Motif(sighting.motif),
        role,
        squares: sighting.squares,
        pieces: sighting.pieces,
        from: tactic.start,
        line: tactic.moves(),
        ply: sighting.ply,
        proof: Proof::Search { nodes: tactic.nodes, value: tactic.value },
    };
    motifs::sightings(tactic)
        .into_iter()
        .filter(|seen| motifs::is_claimed(seen.motif))
        .map(claim)
        .collect()
}
