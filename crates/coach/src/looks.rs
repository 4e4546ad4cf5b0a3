//! What the searches said before and after a move, and what follows from it.

use chess::{Color, Move, Position};
use engine::review::{Assessment, Judgement, Mark, turned, winning_chances};
use uci::Value;

use crate::claim::{Claim, ClaimRole, Kind, Proof};
use crate::concession::{LineEnd, concessions};
use crate::material::{Exchange, quiet_end};
use crate::prover::{Found, Prover};
use crate::threat::threat;

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

/// The same from which two searches are enough; otherwise a third one is asked.
const SURE: i32 = 90;

/// Values are compared up to here, in centipawns.
const MOST: i32 = 2_000;
/// The longest mate that is told; of longer ones nobody learns anything.
const LONGEST_MATE: i32 = 5;
/// Plies after which what a line does to material should be seen.
const SOON: usize = 8;

/// Whether what is won still is if the first capture of the line is answered by taking back,
/// which the line itself may have thought better of.
pub(crate) fn stands(prover: &mut Prover, from: &Position, kind: &Kind, line: &[Move]) -> bool {
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

/// What two searches agree on: the first opinion if the second says nearly as much, and otherwise the
/// lower of the two, if it is anything at all. `key` says how much is claimed.
fn agreed(
    first: (Exchange, Vec<Move>),
    second: (Exchange, Vec<Move>),
    key: impl Fn(&Exchange) -> i32,
) -> Option<(Exchange, Vec<Move>)> {
    let (claimed, found) = (key(&first.0), key(&second.0));
    // A pawn more or less does not make "loses a rook" untrue.
    let least = if claimed >= 3 { claimed - 1 } else { claimed };
    if found >= least {
        return Some(first);
    }
    (found >= 1).then_some(second)
}

/// What changes hands in a line for `color`, counted from `start`: after a few moves or at the
/// end of the line, whichever `key` finds greater, so that neither a beginning nor a late
/// chance event is taken for the whole.
pub(crate) fn settled(
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

/// What somebody else's searches said of the positions before and after a move.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Before it.
    pub before: &'a Assessment,
    /// After it.
    pub after: &'a Assessment,
    /// Nodes of each of the two searches.
    pub nodes: u64,
}

/// What the searches said of the positions before and after a move.
pub(crate) struct Looks {
    pub(crate) position: Position,
    pub(crate) mv: Move,
    pub(crate) next: Position,
    pub(crate) before: Found,
    after: Found,
    pub(crate) deep_before: Found,
    pub(crate) deep_after: Found,
    pub(crate) judgement: Judgement,
    /// Whether the judgement is the coach's own, and not that of a review.
    is_own: bool,
}

impl Looks {
    pub(crate) fn take(
        prover: &mut Prover,
        position: &Position,
        mv: Move,
        next: &Position,
    ) -> Looks {
        let (before, after) = (prover.best(position), prover.best(next));
        let mut looks = Looks {
            position: *position,
            mv,
            next: *next,
            deep_before: before.clone(),
            deep_after: after.clone(),
            judgement: judge(&before, mv, &after),
            is_own: true,
            before,
            after,
        };
        // What looks bad at first is looked at again, and the kinder judgement holds.
        if looks.judgement.mark.is_some() {
            looks.deep_before = prover.deeper(position);
            looks.deep_after = prover.deeper(next);
            looks.judge_again();
        }
        looks
    }

    /// The same by searches that were made already, where they are deep enough. The judgement is
    /// theirs, so that nobody hears two opinions about one move.
    pub(crate) fn with(
        prover: &mut Prover,
        position: &Position,
        mv: Move,
        next: &Position,
        seen: &Seen<'_>,
    ) -> Looks {
        let (before, after) = (prover.best(position), prover.best(next));
        let is_deep = prover.is_deep(seen.nodes);
        let mut deep = |position: &Position, said: &Assessment| {
            if is_deep { Found::of(said) } else { prover.deeper(position) }
        };
        Looks {
            position: *position,
            mv,
            next: *next,
            deep_before: deep(position, seen.before),
            deep_after: deep(next, seen.after),
            judgement: Judgement::of(seen.before, mv, seen.after),
            is_own: false,
            before,
            after,
        }
    }

    pub(crate) fn mover(&self) -> Color {
        self.position.turn()
    }

    pub(crate) fn claim(
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
    pub(crate) fn allowed_mate(&self) -> Option<(Kind, Vec<Move>)> {
        let Value::Mate(moves @ 1..=LONGEST_MATE) = self.deep_after.value else { return None };
        if matches!(self.deep_before.value, Value::Mate(..=0)) {
            return None;
        }
        Some((Kind::MateIn(moves.unsigned_abs()), self.deep_after.line.clone()))
    }

    /// The mover could have mated, and cannot force it any more.
    pub(crate) fn missed_mate(&self) -> Option<(Kind, Vec<Move>)> {
        let Value::Mate(moves @ 1..=LONGEST_MATE) = self.deep_before.value else { return None };
        if matches!(turned(self.deep_after.value), Value::Mate(1..)) {
            return None;
        }
        Some((Kind::MateIn(moves.unsigned_abs()), self.deep_before.line.clone()))
    }

    /// The mover still mates, but later.
    pub(crate) fn slower_win(&self, nodes: u64) -> Option<Claim> {
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
        centipawns(self.deep_before.value) + centipawns(self.deep_after.value)
    }

    /// Material is lost that the best line keeps, whichever way it is looked at.
    pub(crate) fn lost_material(&self, prover: &mut Prover) -> Option<(Kind, Vec<Move>)> {
        let exchange = self.exchange(&self.deep_after);
        let cost = exchange.cost();
        // A pawn more does not matter to who is lost anyway.
        let matters = cost > 1 || winning_chances(self.deep_before.value) > -LOST;
        if cost < 1 || !matters || self.centipawns() < AGREED * cost.min(5) {
            return None;
        }
        let told = (exchange, self.deep_after.line.clone());
        let is_seen = self.exchange(&self.after).cost() * 3 >= cost * 2;
        let (exchange, line) = if is_seen && self.centipawns() >= SURE * cost {
            told
        } else {
            let third = prover.deepest(&self.next);
            agreed(told, (self.exchange(&third), third.line), Exchange::cost)?
        };
        // The best line must lose less; a line that gives the same is no better.
        let is_lost = self.best_gain(&self.deep_before) + exchange.cost() >= 1;
        is_lost.then_some((Kind::Material(exchange), line))
    }

    /// Material was to be won, and is not.
    pub(crate) fn missed_material(&self, prover: &mut Prover) -> Option<(Kind, Vec<Move>)> {
        let (here, line) = (&self.position, &self.deep_before.line);
        let won = |line: &[Move]| settled(here, here, line, self.mover(), Exchange::cost);
        let exchange = won(line);
        let gain = -exchange.cost();
        if gain < 1 || self.centipawns() < AGREED * gain.min(5) {
            return None;
        }
        let told = (exchange, line.clone());
        let is_seen = self.best_gain(&self.before) >= (gain.min(3) - 1).max(1);
        let (exchange, line) = if is_seen && self.centipawns() >= SURE * gain {
            told
        } else {
            let third = prover.deepest(here);
            // Another first move would be another story.
            let third = Some(third).filter(|third| third.best() == line.first().copied())?;
            agreed(told, (won(&third.line), third.line), |exchange| -exchange.cost())?
        };
        let gain = -exchange.cost();
        let is_missed = (gain + self.exchange(&self.deep_after).cost()) * 3 >= gain * 2;
        is_missed.then_some((Kind::Material(exchange), line))
    }

    /// The same with searches that go deeper still, for mistakes that these do not explain.
    pub(crate) fn deepen(&mut self, prover: &mut Prover) {
        let (before, after) = (prover.deepest(&self.position), prover.deepest(&self.next));
        self.before = std::mem::replace(&mut self.deep_before, before);
        self.after = std::mem::replace(&mut self.deep_after, after);
        if self.is_own {
            self.judge_again();
        }
    }

    /// Of two judgements the kinder holds.
    fn judge_again(&mut self) {
        let again = judge(&self.deep_before, self.mv, &self.deep_after);
        if again.mark < self.judgement.mark || again.loss < self.judgement.loss {
            self.judgement = again;
        }
    }

    /// What a quiet mistake gives up, where both searches say so.
    pub(crate) fn conceded(&self) -> Option<Kind> {
        let kept = LineEnd::of(&self.position, &self.deep_before.line);
        let lines =
            [&self.after, &self.deep_after].map(|found| LineEnd::of(&self.next, &found.line));
        let given = concessions(self.mover(), &self.position, &kept, &lines, self.centipawns());
        given.into_iter().next().map(Kind::Concession)
    }

    /// What the opponent would have had to give up in the best line, where both searches say so.
    pub(crate) fn spared(&self) -> Option<Kind> {
        self.is_one_best().then_some(())?;
        let kept = LineEnd::of(&self.next, &self.deep_after.line);
        let lines =
            [&self.before, &self.deep_before].map(|found| LineEnd::of(&self.position, &found.line));
        let given = concessions(!self.mover(), &self.position, &kept, &lines, self.centipawns());
        given.into_iter().next().map(Kind::Concession)
    }

    /// Whether both searches of the position know the same best move, and it was not played.
    fn is_one_best(&self) -> bool {
        let best = self.deep_before.best();
        best.is_some() && best == self.before.best() && best != Some(self.mv)
    }

    /// What the reply threatens that the best move would not have allowed.
    pub(crate) fn allowed_threat(&self, prover: &mut Prover) -> Option<Kind> {
        let better = match self.deep_before.line.as_slice() {
            &[best, reply, ..] if self.position.is_legal(best) => {
                let mut kept = self.position;
                kept.play_unchecked(best);
                Some((kept, reply))
            }
            _ => None,
        };
        threat(prover, &self.next, &self.deep_after.line, self.deep_after.value, better)
    }

    /// What the best move would have threatened, and the move played does not.
    pub(crate) fn missed_threat(&self, prover: &mut Prover) -> Option<Kind> {
        self.is_one_best().then_some(())?;
        let (line, value) = (&self.deep_before.line, self.deep_before.value);
        threat(prover, &self.position, line, value, Some((self.position, self.mv)))
    }

    /// What the best line wins for the mover, if both searches say so.
    pub(crate) fn won_by_best(&self) -> Option<Exchange> {
        let (here, line) = (&self.position, &self.deep_before.line);
        let exchange = settled(here, here, line, self.mover(), Exchange::cost);
        let is_won = -exchange.cost() >= 1 && self.best_gain(&self.before) >= 1;
        is_won.then_some(exchange)
    }

    /// Whether the best line loses nothing.
    pub(crate) fn best_keeps(&self) -> bool {
        self.best_gain(&self.deep_before) >= 0
    }

    /// Whether the missed chance was worth more than what came of the move.
    pub(crate) fn is_chance_missed(&self) -> bool {
        winning_chances(self.deep_before.value) >= WON
    }

    /// A game that was won or level is no longer.
    pub(crate) fn turning(&self) -> Option<Kind> {
        let (before, after) = (self.deep_before.value, turned(self.deep_after.value));
        let (was, is) = (winning_chances(before), winning_chances(after));
        if was >= WON && is <= LEVEL {
            return Some(Kind::LostWin { before, after });
        }
        (was >= -LEVEL && is <= -WON).then_some(Kind::LostGame { before, after })
    }

    /// What the move does to the chances, if nothing else can be said.
    pub(crate) fn chances(&self) -> Kind {
        Kind::Chances { before: self.deep_before.value, after: turned(self.deep_after.value) }
    }

    /// Whether the blow was there before the move.
    pub(crate) fn fault(&self, prover: &mut Prover, kind: &Kind, line: &[Move]) -> ClaimRole {
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

/// A value in centipawns, none greater than two queens.
pub(crate) fn centipawns(value: Value) -> i32 {
    match value {
        Value::Cp(cp) => cp.clamp(-MOST, MOST),
        Value::Mate(1..) => MOST,
        Value::Mate(_) => -MOST,
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
