//! What the searches said before and after a move, and what follows from it.

use chess::{Color, Move, Position};
use engine::review::{Assessment, Judgement, Mark, turned, winning_chances};
use uci::Value;

use crate::claim::{Claim, ClaimRole, Kind, Proof};
use crate::concession::{Concession, LineEnd, concessions};
use crate::material::{Exchange, quiet_end};
use crate::prover::{Found, Prover};
use crate::threat::threat;

/// Chances from which a game counts as won.
const WON: f64 = 0.6;
/// Chances up to which nobody is said to be winning.
const LEVEL: f64 = 0.25;
/// Moves by which a mate must be longer to be called slower.
const SLOWER: u32 = 3;

/// Values are compared up to here, in centipawns.
const MOST: i32 = 2_000;
/// The longest mate that is told; of longer ones nobody learns anything.
pub(crate) const LONGEST_MATE: i32 = 5;

/// What somebody else's searches said of the positions before and after a move.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Before it.
    pub before: &'a Assessment,
    /// After it.
    pub after: &'a Assessment,
    /// Nodes of each of the two searches, the smaller number if they differ.
    pub nodes: u64,
    /// Whether the position after the move was there before in the game, which nobody sees who
    /// looks at positions alone.
    pub repeats: bool,
}

/// What two searches of each position said, before and after a move: the first, and the deeper
/// one, whose values and lines are told. The kinder of their two judgements holds.
pub(crate) struct Looks {
    pub(crate) position: Position,
    pub(crate) mv: Move,
    pub(crate) next: Position,
    pub(crate) before: Found,
    pub(crate) after: Found,
    pub(crate) deep_before: Found,
    pub(crate) deep_after: Found,
    pub(crate) judgement: Judgement,
}

impl Looks {
    pub(crate) fn take(
        prover: &mut Prover,
        position: &Position,
        mv: Move,
        next: &Position,
    ) -> Looks {
        let (before, after) = (prover.best(position), prover.best(next));
        let (deep_before, deep_after) = (prover.deeper(position), prover.deeper(next));
        let mut looks = Looks {
            position: *position,
            mv,
            next: *next,
            judgement: judge(&deep_before, mv, &deep_after),
            before,
            after,
            deep_before,
            deep_after,
        };
        if looks.judgement.mark >= Some(Mark::Mistake) {
            // What is called a mistake must be one for searches that go deeper still.
            looks.before = std::mem::replace(&mut looks.deep_before, prover.deepest(position));
            looks.after = std::mem::replace(&mut looks.deep_after, prover.deepest(next));
            looks.be_kind(judge(&looks.deep_before, mv, &looks.deep_after));
        } else if looks.judgement.mark.is_some() {
            looks.be_kind(judge(&looks.before, mv, &looks.after));
        }
        looks
    }

    /// The same with searches of somebody else that are deeper than all of these, or that know
    /// more of the game.
    pub(crate) fn with(
        prover: &mut Prover,
        position: &Position,
        mv: Move,
        next: &Position,
        seen: &Seen<'_>,
    ) -> Looks {
        let (before, after) = (prover.deeper(position), prover.deeper(next));
        let mut looks = Looks {
            position: *position,
            mv,
            next: *next,
            judgement: Judgement::of(seen.before, mv, seen.after),
            deep_before: Found::of(seen.before, seen.nodes),
            deep_after: Found::of(seen.after, seen.nodes),
            before,
            after,
        };
        if !seen.repeats {
            looks.be_kind(judge(&looks.before, mv, &looks.after));
        }
        looks
    }

    pub(crate) fn mover(&self) -> Color {
        self.position.turn()
    }

    pub(crate) fn claim(
        &self,
        kind: Kind,
        role: ClaimRole,
        from: Position,
        proof: &Found,
    ) -> Claim {
        let line = proof.line.clone();
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
            proof: Proof::Search { nodes: proof.nodes, value: proof.value },
        }
    }

    /// The opponent mates, which she could not force before.
    pub(crate) fn allowed_mate(&self) -> Option<(Kind, Found)> {
        let Value::Mate(moves @ 1..=LONGEST_MATE) = self.deep_after.value else { return None };
        if matches!(self.deep_before.value, Value::Mate(..=0)) {
            return None;
        }
        Some((Kind::MateIn(moves.unsigned_abs()), self.deep_after.clone()))
    }

    /// The same, however long it takes.
    pub(crate) fn allowed_long_mate(&self) -> Option<Kind> {
        match (self.deep_before.value, self.deep_after.value) {
            (Value::Cp(_), Value::Mate(moves @ 1..)) => Some(Kind::MateIn(moves.unsigned_abs())),
            _ => None,
        }
    }

    /// The mover could have mated, and cannot force it any more.
    pub(crate) fn missed_mate(&self) -> Option<(Kind, Found)> {
        let Value::Mate(moves @ 1..=LONGEST_MATE) = self.deep_before.value else { return None };
        if matches!(turned(self.deep_after.value), Value::Mate(1..)) {
            return None;
        }
        Some((Kind::MateIn(moves.unsigned_abs()), self.deep_before.clone()))
    }

    /// The mover still mates, but later.
    pub(crate) fn slower_win(&self) -> Option<Claim> {
        let (Value::Mate(fastest @ 1..), Value::Mate(left @ 1..)) =
            (self.before.value, turned(self.after.value))
        else {
            return None;
        };
        let (fastest, left) = (fastest.unsigned_abs(), left.unsigned_abs());
        // The move itself is one of the moves that are left.
        let kind = Kind::SlowerWin { fastest, left: left + 1 };
        (left + 1 >= fastest + SLOWER)
            .then(|| self.claim(kind, ClaimRole::Misses, self.position, &self.before))
    }

    /// How much the move costs by the searches, in centipawns.
    pub(crate) fn centipawns(&self) -> i32 {
        centipawns(self.deep_before.value) + centipawns(self.deep_after.value)
    }

    /// Of two judgements the kinder holds.
    fn be_kind(&mut self, other: Judgement) {
        if other.mark < self.judgement.mark || other.loss < self.judgement.loss {
            self.judgement = other;
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
        // An exchange burdens nobody by itself.
        let is_burden = |concession: &Concession| {
            !matches!(concession, Concession::QueensOff | Concession::PawnEnding)
        };
        given.into_iter().find(is_burden).map(Kind::Concession)
    }

    /// Whether both searches of the position know the same best move, and it was not played.
    pub(crate) fn is_one_best(&self) -> bool {
        let best = self.deep_before.best();
        best.is_some() && best == self.before.best() && best != Some(self.mv)
    }

    /// What the reply threatens that the best move would not have allowed.
    pub(crate) fn allowed_threat(&self, prover: &mut Prover, least: i32) -> Option<Kind> {
        let better = match self.deep_before.line.as_slice() {
            &[best, reply, ..] if self.position.is_legal(best) => {
                let mut kept = self.position;
                kept.play_unchecked(best);
                Some((kept, reply))
            }
            _ => None,
        };
        threat(prover, &self.next, &self.deep_after, better, least)
    }

    /// What the best move would have threatened, and the move played does not.
    pub(crate) fn missed_threat(&self, prover: &mut Prover) -> Option<Kind> {
        self.is_one_best().then_some(())?;
        threat(prover, &self.position, &self.deep_before, Some((self.position, self.mv)), 1)
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
