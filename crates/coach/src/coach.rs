//! From a position and a move to what can be said about it.

use chess::{Color, IllegalMove, Move, Position};
use engine::review::{Judgement, Mark, turned, winning_chances};
use search::champion::MemoryError;
use uci::Value;

use crate::claim::{Claim, ClaimRole, Kind, Proof};
use crate::material::{Exchange, quiet_end};
use crate::opinion::opinion;
use crate::prover::{Found, Prover};
use crate::tactic::Tactic;
use crate::{motifs, praise};

/// Chances from which a game counts as won.
const WON: f64 = 0.6;
/// Chances up to which nobody is said to be winning.
const LEVEL: f64 = 0.25;
/// Chances below which, negative, a single pawn is not worth a word.
const LOST: f64 = 0.4;
/// Moves by which a mate must be longer to be called slower.
const SLOWER: u32 = 3;
/// How much of the value of what is claimed to be lost the searches must agree to, in
/// centipawns for each pawn of it.
const AGREED: i32 = 50;

/// The longest mate that is told; of longer ones nobody learns anything.
const LONGEST_MATE: i32 = 5;
/// Plies after which what a line does to material should be seen.
const SOON: usize = 8;

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
        let mut claims = Vec::new();
        if looks.judgement.mark.is_some() {
            self.faults(&looks, &mut claims);
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
        Ok(MoveExplanation {
            position: *position,
            mv,
            judgement: looks.judgement,
            before: looks.deep_before.value,
            after: turned(looks.deep_after.value),
            better: if best.is_some() { looks.deep_before.line.clone() } else { Vec::new() },
            claims,
            nodes: self.prover.spent(),
        })
    }

    /// What is wrong with a move.
    fn faults(&mut self, looks: &Looks, claims: &mut Vec<Claim>) {
        let prover = &mut self.prover;
        let missed = looks.missed_mate().or_else(|| looks.missed_material());
        let missed = missed.filter(|(kind, line)| stands(prover, &looks.position, kind, line));
        let suffered = looks.allowed_mate().or_else(|| looks.lost_material());
        let suffered = suffered.filter(|(kind, line)| stands(prover, &looks.next, kind, line));
        if let Some((kind, line)) = suffered {
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
        if let Some((kind, line)) = missed.filter(|_| claims.is_empty() || looks.is_chance_missed())
        {
            let role = ClaimRole::Misses;
            claims.push(looks.claim(
                kind,
                role,
                looks.position,
                line,
                prover.spent(),
                looks.deep_before.value,
            ));
            let tactic = Tactic::find(prover, &looks.position, None);
            if tactic.moves().first() != Some(&looks.mv) {
                claims.extend(proven_motifs(&tactic, role));
            }
        }
        // What is little is seen differently by the next search.
        let is_much = looks.judgement.mark >= Some(Mark::Mistake);
        let plain = Some(looks.chances()).filter(|_| claims.is_empty() && is_much);
        if let Some(kind) = looks.turning().or(plain) {
            let line = looks.deep_after.line.clone();
            claims.push(looks.claim(
                kind,
                ClaimRole::Allows,
                looks.next,
                line,
                prover.spent(),
                looks.deep_after.value,
            ));
        }
    }
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

/// Whether what is won still is if the first capture of the line is answered by taking back,
/// which the line itself may have thought better of.
fn stands(prover: &mut Prover, from: &Position, kind: &Kind, line: &[Move]) -> bool {
    let (Kind::Material(exchange), Some(&first)) = (kind, line.first()) else { return true };
    if !from.is_capture(first) {
        return true;
    }
    let mut next = *from;
    next.play_unchecked(first);
    let takes = |mv: &&Move| mv.to() == first.to() && next.is_capture(**mv);
    let takes: Vec<Move> = next.legal_moves().iter().filter(takes).copied().collect();
    if takes.is_empty() {
        return true;
    }
    let answer = prover.among(&next, takes, 1);
    let line: Vec<Move> = std::iter::once(first).chain(answer.line).collect();
    let won = -settled(from, from, &line, from.turn(), Exchange::cost).cost();
    won * 2 >= exchange.cost().abs()
}

/// What changes hands in a line for `color`, counted from `start`: after a few moves or at the
/// end of the line, whichever `key` finds greater, so that neither a beginning nor a late
/// chance event is taken for the whole.
fn settled(
    start: &Position,
    from: &Position,
    line: &[Move],
    color: Color,
    key: impl Fn(&Exchange) -> i32,
) -> Exchange {
    let at = |plies: usize| {
        let end = quiet_end(from, &line[..line.len().min(plies)]);
        Exchange::between(start, &end, color)
    };
    let (soon, late) = (at(SOON), at(line.len()));
    let settled = if key(&soon) >= key(&late) { soon } else { late };
    // The same value after fewer moves names the pieces that the claim is about.
    // It must stay the same, so that the middle of an exchange is not taken for its end.
    let early = (1..SOON).rev().map(at).take_while(|early| early.cost() == settled.cost());
    early.last().unwrap_or(settled)
}

/// What the searches said of the positions before and after a move.
struct Looks {
    position: Position,
    mv: Move,
    next: Position,
    before: Found,
    after: Found,
    deep_before: Found,
    deep_after: Found,
    judgement: Judgement,
}

impl Looks {
    fn take(prover: &mut Prover, position: &Position, mv: Move, next: &Position) -> Looks {
        let (before, after) = (prover.best(position), prover.best(next));
        let mut looks = Looks {
            position: *position,
            mv,
            next: *next,
            deep_before: before.clone(),
            deep_after: after.clone(),
            judgement: judge(&before, mv, &after),
            before,
            after,
        };
        // What looks bad at first is looked at again, and the kinder judgement holds.
        if looks.judgement.mark.is_some() {
            looks.deep_before = prover.deeper(position);
            looks.deep_after = prover.deeper(next);
            let again = judge(&looks.deep_before, mv, &looks.deep_after);
            if again.mark < looks.judgement.mark || again.loss < looks.judgement.loss {
                looks.judgement = again;
            }
        }
        looks
    }

    fn mover(&self) -> Color {
        self.position.turn()
    }

    fn claim(
        &self,
        kind: Kind,
        role: ClaimRole,
        from: Position,
        line: Vec<Move>,
        nodes: u64,
        value: Value,
    ) -> Claim {
        let squares = line.first().map(|mv| vec![mv.from(), mv.to()]).unwrap_or_default();
        let pieces =
            squares.first().and_then(|&square| from.piece_at(square)).into_iter().collect();
        Claim {
            kind,
            role,
            squares,
            pieces,
            from,
            line,
            ply: 0,
            proof: Proof::Search { nodes, value },
        }
    }

    /// The opponent mates, which she could not force before.
    fn allowed_mate(&self) -> Option<(Kind, Vec<Move>)> {
        let Value::Mate(moves @ 1..=LONGEST_MATE) = self.deep_after.value else { return None };
        if matches!(self.deep_before.value, Value::Mate(..=0)) {
            return None;
        }
        Some((Kind::MateIn(moves.unsigned_abs()), self.deep_after.line.clone()))
    }

    /// The mover could have mated, and cannot force it any more.
    fn missed_mate(&self) -> Option<(Kind, Vec<Move>)> {
        let Value::Mate(moves @ 1..=LONGEST_MATE) = self.deep_before.value else { return None };
        if matches!(turned(self.deep_after.value), Value::Mate(1..)) {
            return None;
        }
        Some((Kind::MateIn(moves.unsigned_abs()), self.deep_before.line.clone()))
    }

    /// The mover still mates, but later.
    fn slower_win(&self, nodes: u64) -> Option<Claim> {
        let (Value::Mate(fastest @ 1..), Value::Mate(left @ 1..)) =
            (self.before.value, turned(self.after.value))
        else {
            return None;
        };
        let (fastest, left) = (fastest.unsigned_abs(), left.unsigned_abs());
        // The move itself is one of the moves that are left.
        let kind = Kind::SlowerWin { fastest, left: left + 1 };
        (left + 1 >= fastest + SLOWER).then(|| {
            self.claim(
                kind,
                ClaimRole::Misses,
                self.position,
                self.before.line.clone(),
                nodes,
                self.before.value,
            )
        })
    }

    /// What the mover has won at the quiet end of the best line, in pawns.
    fn best_gain(&self, best: &Found) -> i32 {
        -settled(&self.position, &self.position, &best.line, self.mover(), Exchange::cost).cost()
    }

    /// What the mover loses at the quiet end of the line after the move.
    fn exchange(&self, after: &Found) -> Exchange {
        settled(&self.position, &self.next, &after.line, self.mover(), |exchange| -exchange.cost())
    }

    /// How much the move costs by the searches, in centipawns.
    fn centipawns(&self) -> i32 {
        let cp = |value| match value {
            Value::Cp(cp) => cp.clamp(-2000, 2000),
            Value::Mate(1..) => 2000,
            Value::Mate(_) => -2000,
        };
        cp(self.deep_before.value) - cp(turned(self.deep_after.value))
    }

    /// Material is lost that the best line keeps; both searches say so.
    fn lost_material(&self) -> Option<(Kind, Vec<Move>)> {
        let exchange = self.exchange(&self.deep_after);
        let cost = exchange.cost();
        let shallow = self.exchange(&self.after).cost();
        let kept = self.best_gain(&self.deep_before);
        // The best line must lose less; a line that gives the same is no better.
        let is_lost = cost >= 1 && shallow * 3 >= cost * 2 && kept + cost >= 1;
        // A pawn more does not matter to who is lost anyway.
        let matters = cost > 1 || winning_chances(self.deep_before.value) > -LOST;
        (is_lost && matters && self.centipawns() >= AGREED * cost.min(5))
            .then(|| (Kind::Material(exchange), self.deep_after.line.clone()))
    }

    /// Material was to be won, and is not.
    fn missed_material(&self) -> Option<(Kind, Vec<Move>)> {
        let gain = self.best_gain(&self.deep_before);
        let is_seen = gain >= 1 && self.best_gain(&self.before) >= (gain.min(3) - 1).max(1);
        let cost = self.exchange(&self.deep_after).cost();
        let is_missed = is_seen && (gain + cost) * 3 >= gain * 2;
        let (here, line) = (&self.position, &self.deep_before.line);
        let exchange = settled(here, here, line, self.mover(), Exchange::cost);
        (is_missed && self.centipawns() >= AGREED * gain.min(5))
            .then(|| (Kind::Material(exchange), line.clone()))
    }

    /// Whether the missed chance was worth more than what came of the move.
    fn is_chance_missed(&self) -> bool {
        winning_chances(self.deep_before.value) >= WON
    }

    /// A game that was won or level is no longer.
    fn turning(&self) -> Option<Kind> {
        let (before, after) = (self.deep_before.value, turned(self.deep_after.value));
        let (was, is) = (winning_chances(before), winning_chances(after));
        if was >= WON && is <= LEVEL {
            return Some(Kind::LostWin { before, after });
        }
        (was >= -LEVEL && is <= -WON).then_some(Kind::LostGame { before, after })
    }

    /// What the move does to the chances, if nothing else can be said.
    fn chances(&self) -> Kind {
        Kind::Chances { before: self.deep_before.value, after: turned(self.deep_after.value) }
    }

    /// Whether the blow was there before the move.
    fn fault(&self, prover: &mut Prover, kind: &Kind, line: &[Move]) -> ClaimRole {
        let Some(passed) = self.position.after_null() else { return ClaimRole::Allows };
        let Some(&blow) = line.first().filter(|&&blow| passed.is_legal(blow)) else {
            return ClaimRole::Allows;
        };
        let found = prover.among(&passed, vec![blow], 1);
        let works = match kind {
            Kind::MateIn(_) => matches!(found.value, Value::Mate(1..)),
            Kind::Material(exchange) => {
                let end = quiet_end(&passed, &found.line);
                let cost = Exchange::between(&self.position, &end, self.mover()).cost();
                cost * 3 >= exchange.cost() * 2
            }
            _ => false,
        };
        if works { ClaimRole::Overlooks } else { ClaimRole::Allows }
    }
}

/// How good a move was by two searches.
fn judge(before: &Found, mv: Move, after: &Found) -> Judgement {
    if before.best() == Some(mv) {
        return Judgement { loss: 0.0, mark: None };
    }
    let (before, after) = (before.value, turned(after.value));
    let loss = (winning_chances(before) - winning_chances(after)).max(0.0);
    Judgement { loss, mark: Mark::of(before, after) }
}
