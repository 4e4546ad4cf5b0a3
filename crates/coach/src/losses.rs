//! What a move loses, or misses to win: pieces, and pawns that get through.

use chess::{Color, Move, Position, Role, Square};
use engine::review::{turned, winning_chances};

use crate::claim::Kind;
use crate::looks::{Looks, centipawns};
use crate::material::{Exchange, balance, quiet_end, value};
use crate::prover::{Found, Prover};

/// Chances below which, negative, a single pawn is not worth a word.
const LOST: f64 = 0.4;

/// How much of the value of what is claimed to be lost the searches must agree to, in
/// centipawns for each pawn of it.
const AGREED: i32 = 50;

/// The same from which two searches are enough; otherwise a third one is asked.
const SURE: i32 = 90;

/// What a pawn less is worth at least where nothing makes up for it, in centipawns.
const PAWN: i32 = 60;

/// How much better than that a position must be for material to be a sacrifice, in centipawns.
const MADE_UP: i32 = 150;

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
pub(crate) fn agreed(
    first: (Exchange, Found),
    second: (Exchange, Found),
    key: impl Fn(&Exchange) -> i32,
) -> Option<(Exchange, Found)> {
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
    // Where it comes to the same with fewer pieces, it is easier to see; of equals the first.
    let pieces = |exchange: &Exchange| exchange.lost.len() + exchange.gained.len();
    let same = (1..SOON).map(at).filter(|early| early.cost() == settled.cost());
    let simplest = same.min_by_key(pieces);
    simplest.filter(|early| pieces(early) <= pieces(&settled)).unwrap_or(settled)
}

impl Looks {
    /// What the mover has won at the quiet end of the best line, in pawns.
    fn best_gain(&self, best: &Found) -> i32 {
        -settled(&self.position, &self.position, &best.line, self.mover(), Exchange::cost).cost()
    }

    /// What the mover has won after a few moves of the best line, in pawns.
    fn best_soon(&self) -> i32 {
        let line = &self.deep_before.line;
        let end = quiet_end(&self.position, &line[..line.len().min(SOON)]);
        -Exchange::between(&self.position, &end, self.mover()).cost()
    }

    /// What the mover loses at the quiet end of the line after the move.
    fn exchange(&self, after: &Found) -> Exchange {
        settled(&self.position, &self.next, &after.line, self.mover(), |exchange| -exchange.cost())
    }

    /// Material is lost that the best line keeps, whichever way it is looked at.
    pub(crate) fn lost_material(&self, prover: &mut Prover) -> Option<(Kind, Found)> {
        if let Some(exchange) = self.lost_soon() {
            return Some((Kind::Material(exchange), self.deep_after.clone()));
        }
        let exchange = self.exchange(&self.deep_after);
        let cost = exchange.cost();
        // A pawn more does not matter to who is lost anyway.
        let matters = cost > 1 || winning_chances(self.deep_before.value) > -LOST;
        if cost < 1 || !matters || self.centipawns() < AGREED * cost.min(5) || self.is_made_up() {
            return None;
        }
        let told = (exchange, self.deep_after.clone());
        let is_seen = self.exchange(&self.after).cost() * 3 >= cost * 2;
        let (exchange, found) = if is_seen && self.centipawns() >= SURE * cost {
            told
        } else {
            let third = prover.deepest(&self.next);
            agreed(told, (self.exchange(&third), third), Exchange::cost)?
        };
        // The best line must lose less as soon; a line that gives the same is no better.
        let is_lost = self.best_soon() + exchange.cost() >= 1;
        is_lost.then_some((Kind::Material(exchange), found))
    }

    /// A piece or more that is lost within a few moves in the lines of both searches, if the values
    /// fall as much: whatever the far end of a line wins back then is of little use.
    fn lost_soon(&self) -> Option<Exchange> {
        let soon = |found: &Found| {
            let end = quiet_end(&self.next, &found.line[..found.line.len().min(SOON)]);
            Exchange::between(&self.position, &end, self.mover())
        };
        let (one, other) = (soon(&self.after), soon(&self.deep_after));
        let told = if one.cost() < other.cost() { one } else { other };
        let cost = told.cost();
        let is_lost = cost >= value(Role::Knight)
            && self.centipawns() >= SURE * cost
            && self.best_soon() + cost >= value(Role::Knight);
        (is_lost && !self.is_made_up()).then_some(told)
    }

    /// What is won within a few moves in the best lines of both searches, is not given back later,
    /// and is not there after the move played, if the values differ as much.
    fn won_soon(&self) -> Option<Exchange> {
        let (us, here) = (self.mover(), &self.position);
        let soon = |from: &Position, found: &Found, plies: usize| {
            let end = quiet_end(from, &found.line[..found.line.len().min(plies)]);
            Exchange::between(here, &end, us)
        };
        let (one, other) = (soon(here, &self.before, SOON), soon(here, &self.deep_before, SOON));
        let told = if one.cost() > other.cost() { one } else { other };
        let gain = -told.cost();
        let is_kept = soon(here, &self.deep_before, usize::MAX).cost() <= 0;
        let is_missed = gain + soon(&self.next, &self.deep_after, SOON).cost() >= gain;
        (gain >= 1
            && is_kept
            && is_missed
            && self.is_one_best()
            && self.centipawns() >= SURE * gain)
            .then_some(told)
    }

    /// Whether the mover stands better after the move than the material says: what is given was
    /// given for something.
    fn is_made_up(&self) -> bool {
        let end = quiet_end(&self.next, &self.deep_after.line);
        let balance = balance(&end, self.mover());
        let value = centipawns(turned(self.deep_after.value));
        balance <= 0 && value >= PAWN * balance + MADE_UP
    }

    /// Material was to be won, and is not.
    pub(crate) fn missed_material(&self, prover: &mut Prover) -> Option<(Kind, Found)> {
        if let Some(exchange) = self.won_soon() {
            return Some((Kind::Material(exchange), self.deep_before.clone()));
        }
        let here = &self.position;
        let won = |line: &[Move]| settled(here, here, line, self.mover(), Exchange::cost);
        let exchange = won(&self.deep_before.line);
        let gain = -exchange.cost();
        if gain < 1 || self.centipawns() < AGREED * gain.min(5) {
            return None;
        }
        let told = (exchange, self.deep_before.clone());
        let is_seen = self.best_gain(&self.before) >= (gain.min(3) - 1).max(1);
        let (exchange, found) = if is_seen && self.centipawns() >= SURE * gain {
            told
        } else {
            let third = prover.deepest(here);
            // Another first move would be another story.
            let best = self.deep_before.best();
            let third = Some(third).filter(|third| third.best() == best)?;
            agreed(told, (won(&third.line), third), |exchange| -exchange.cost())?
        };
        let gain = -exchange.cost();
        let is_missed = (gain + self.exchange(&self.deep_after).cost()) * 3 >= gain * 2;
        is_missed.then_some((Kind::Material(exchange), found))
    }

    /// A pawn of the opponent's that becomes a piece after the move, and not after the best one.
    pub(crate) fn allowed_promotion(&self) -> Option<(Kind, Found)> {
        let them = !self.mover();
        let [one, other] =
            [&self.after, &self.deep_after].map(|found| promoted(&self.next, &found.line, them));
        let is_kept = promoted(&self.position, &self.deep_before.line, them).is_none();
        let square = one.and(other).filter(|_| is_kept)?;
        Some((Kind::Promotes(square), self.deep_after.clone()))
    }

    /// A pawn of the mover's that becomes a piece in the best line, and not after the move.
    pub(crate) fn missed_promotion(&self) -> Option<(Kind, Found)> {
        let us = self.mover();
        let [one, other] = [&self.before, &self.deep_before]
            .map(|found| promoted(&self.position, &found.line, us));
        let is_missed = promoted(&self.next, &self.deep_after.line, us).is_none();
        let square = one.and(other).filter(|_| is_missed && self.is_one_best())?;
        Some((Kind::Promotes(square), self.deep_before.clone()))
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
}

/// Where a pawn of `color` becomes a piece that stays, in a line that is worth at least a piece to
/// her.
fn promoted(from: &Position, line: &[Move], color: Color) -> Option<Square> {
    let mut here = *from;
    let mut first: Option<Square> = None;
    for &mv in line {
        if !here.is_legal(mv) {
            break;
        }
        if mv.promoted().is_some() && here.turn() == color {
            first = first.or(Some(mv.to()));
        } else if here.turn() != color && first == Some(mv.to()) {
            first = None;
        }
        here.play_unchecked(mv);
    }
    let won = balance(&quiet_end(from, line), color) - balance(from, color);
    first.filter(|_| won >= value(Role::Knight))
}
