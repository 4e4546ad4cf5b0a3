//! From a position and a move to what can be said about it.

use chess::{IllegalMove, Move, Position, Role};
use engine::review::{Judgement, Mark, turned};
use search::champion::MemoryError;
use uci::Value;

use crate::better::better;
use crate::claim::{Claim, ClaimRole, Kind, Proof};
use crate::looks::{Looks, Seen};
use crate::losses::stands;
use crate::material::value;
use crate::opinion::opinion;
use crate::prover::{Found, Prover};
use crate::tactic::Tactic;
use crate::{motifs, praise};

/// Chances from −1 to 1 that a move must cost by somebody else's searches to be looked at.
const SUSPICIOUS: f64 = 0.06;
/// What a move costs, in centipawns, that must lose something one can name, or nothing is named.
const MUCH: i32 = 300;
/// More than all pieces are worth together, in pawns.
const EVERYTHING: i32 = 200;

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
    /// The best line after the move.
    pub reply: Vec<Move>,
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
        Ok(self.explain_looks(&looks))
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

    /// What to say of a move of a game of which every position was searched by somebody else;
    /// `None` if these searches leave no doubt that it was good.
    ///
    /// Whatever they say, the coach judges with its own searches, so that the same is said of a
    /// move everywhere. Only where theirs are deeper than its own do they count, and the kinder
    /// judgement holds.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn explain_seen(
        &mut self,
        position: &Position,
        mv: Move,
        seen: &Seen<'_>,
    ) -> Result<Option<MoveExplanation>, IllegalMove> {
        let mut next = *position;
        next.play(mv)?;
        let first = Judgement::of(seen.before, mv, seen.after);
        if first.mark.is_none() && first.loss < SUSPICIOUS {
            return Ok(None);
        }
        self.prover.clear();
        let is_better = seen.repeats || self.prover.is_deepest(seen.nodes);
        let looks = if is_better {
            Looks::with(&mut self.prover, position, mv, &next, seen)
        } else {
            Looks::take(&mut self.prover, position, mv, &next)
        };
        Ok(Some(self.explain_looks(&looks)))
    }

    fn explain_looks(&mut self, looks: &Looks) -> MoveExplanation {
        let mut claims = Vec::new();
        let (position, mv) = (&looks.position, looks.mv);
        if looks.judgement.mark.is_some() {
            faults(&mut self.prover, looks, &mut claims);
            let is_plain = claims.iter().all(|claim| matches!(claim.kind, Kind::Chances { .. }));
            // What loses a piece is not explained by what an evaluation likes.
            if is_plain && looks.centipawns() < MUCH {
                let (best, reply) = (&looks.deep_before.line, &looks.deep_after.line);
                claims.extend(opinion(position, best, mv, reply));
            }
        } else {
            claims.extend(looks.slower_win());
            if claims.is_empty() {
                praise::praise(&mut self.prover, position, mv, &looks.deep_before, &mut claims);
            }
        }
        // A mate that is allowed or missed costs no chances where all was decided before.
        let is_worse = looks.judgement.loss > 0.0 || looks.judgement.mark.is_some();
        let best = looks.deep_before.best().filter(|&best| best != mv && is_worse);
        if best.is_some() {
            claims.extend(better(looks, &claims));
        }
        MoveExplanation {
            position: *position,
            mv,
            judgement: looks.judgement,
            before: looks.deep_before.value,
            after: turned(looks.deep_after.value),
            better: if best.is_some() { looks.deep_before.line.clone() } else { Vec::new() },
            reply: looks.deep_after.line.clone(),
            claims,
            nodes: self.prover.spent(),
        }
    }
}

/// What is wrong with a move.
fn faults(prover: &mut Prover, looks: &Looks, claims: &mut Vec<Claim>) {
    blows(prover, looks, claims);
    let is_much = looks.judgement.mark >= Some(Mark::Mistake);
    // Of a long mate nobody learns much, but it is more than that the chances fall.
    if claims.is_empty() && is_much {
        claims
            .extend(looks.allowed_long_mate().map(|kind| suffered(looks, kind, &looks.deep_after)));
    }
    if claims.is_empty() && is_much {
        let allowed = looks.allowed_promotion();
        let allowed = allowed.map(|(kind, found)| suffered(looks, kind, &found));
        let missed = || looks.missed_promotion();
        let missed = || missed().map(|(kind, found)| missed_claim(looks, kind, &found));
        claims.extend(allowed.or_else(missed));
    }
    if claims.is_empty() && is_much {
        // Who loses a piece has not lost it because of a pawn structure.
        if looks.centipawns() < MUCH {
            quiet_faults(prover, looks, claims);
        } else if let Some(kind) = looks.allowed_threat(prover, value(Role::Knight)) {
            claims.push(suffered(looks, kind, &looks.deep_after));
        }
    }
    let plain = Some(looks.chances()).filter(|_| claims.is_empty() && is_much);
    claims.extend(looks.turning().or(plain).map(|kind| suffered(looks, kind, &looks.deep_after)));
}

/// Mates and material that a move allows or misses, with the motifs that bring it about: what
/// costs more stands first.
fn blows(prover: &mut Prover, looks: &Looks, claims: &mut Vec<Claim>) {
    let missed = looks.missed_mate().or_else(|| looks.missed_material(prover));
    let missed = missed.filter(|(kind, found)| stands(prover, &looks.position, kind, &found.line));
    let lost = looks.allowed_mate().or_else(|| looks.lost_material(prover));
    let lost = lost.filter(|(kind, found)| stands(prover, &looks.next, kind, &found.line));
    let weight = |blow: &Option<(Kind, Found)>| blow.as_ref().map_or(0, |(kind, _)| pawns(kind));
    let is_missed_first = weight(&missed) > weight(&lost);
    let is_missed_told = lost.is_none() || is_missed_first || looks.is_chance_missed();
    let mut told = [
        lost.map(|lost| (lost, false)),
        missed.filter(|_| is_missed_told).map(|told| (told, true)),
    ];
    if is_missed_first {
        told.reverse();
    }
    for ((kind, found), is_missed) in told.into_iter().flatten() {
        let (role, tactic) = if is_missed {
            claims.push(missed_claim(looks, kind, &found));
            (ClaimRole::Misses, Tactic::find(prover, &looks.position, None))
        } else {
            let role = looks.fault(prover, &kind, &found.line);
            claims.push(looks.claim(kind, role, looks.next, &found));
            (role, Tactic::find(prover, &looks.next, Some((looks.position, looks.mv))))
        };
        if !is_missed || tactic.moves().first() != Some(&looks.mv) {
            claims.extend(proven_motifs(prover, &tactic, role));
        }
    }
}

/// How much a blow is worth, in pawns.
fn pawns(kind: &Kind) -> i32 {
    match kind {
        Kind::Material(exchange) => exchange.cost().abs(),
        _ => EVERYTHING,
    }
}

/// What a mistake does that loses nothing at once: the first that can be proven.
fn quiet_faults(prover: &mut Prover, looks: &Looks, claims: &mut Vec<Claim>) {
    if let Some(kind) = looks.allowed_threat(prover, 1).or_else(|| looks.conceded()) {
        claims.push(suffered(looks, kind, &looks.deep_after));
    } else if let Some(kind) = looks.missed_threat(prover).or_else(|| looks.spared()) {
        claims.push(missed_claim(looks, kind, &looks.deep_before));
    }
}

/// A claim about what follows after a move.
fn suffered(looks: &Looks, kind: Kind, found: &Found) -> Claim {
    looks.claim(kind, ClaimRole::Allows, looks.next, found)
}

/// A claim about what another move would have done.
fn missed_claim(looks: &Looks, kind: Kind, found: &Found) -> Claim {
    looks.claim(kind, ClaimRole::Misses, looks.position, found)
}

/// The motifs of a tactic that works, as claims.
pub(crate) fn proven_motifs(prover: &mut Prover, tactic: &Tactic, role: ClaimRole) -> Vec<Claim> {
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
    let seen = motifs::sightings(tactic).into_iter().filter(|seen| motifs::is_claimed(seen.motif));
    seen.filter(|seen| motifs::is_proven(prover, tactic, seen)).map(claim).collect()
}
