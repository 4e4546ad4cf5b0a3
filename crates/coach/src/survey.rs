//! What matters in a position: a check, what can be won, what is threatened, what hangs, and where
//! nothing of that is so, a plan.

use chess::{Move, MoveList, Position, Square};
use uci::Value;

use crate::claim::{Claim, ClaimRole, Kind, Proof};
use crate::coach::{Coach, proven_motifs};
use crate::looks::LONGEST_MATE;
use crate::losses::{agreed, settled, stands};
use crate::material::Exchange;
use crate::plan::plan;
use crate::prover::{Found, Prover};
use crate::tactic::Tactic;

/// What taking a piece must win for it to hang, in centipawns of an exchange.
const HANGS: i32 = 100;
/// Hanging pieces of each side that are told: of more nobody keeps count.
const TOLD: usize = 3;
/// What a line must lose for a word where the position stays good, in pawns.
const MUCH: i32 = 2;
/// Chances from −1 to 1 that taking a hanging piece may leave less than the best move, or than none.
const GIVEN: f64 = 0.15;
/// Moves of both sides without capture and pawn move after which a draw can be claimed.
const FIFTY_MOVES: u16 = 100;

impl Coach {
    /// What the side to move can win or must lose here, what the opponent threatens, which pieces
    /// hang, and what to do next.
    pub fn survey(&mut self, position: &Position) -> Vec<Claim> {
        // Where the game is over nothing is threatened any more.
        if !position.has_legal_move() {
            return Vec::new();
        }
        let prover = self.prover();
        prover.clear();
        let (quick, deep) = (prover.best(position), prover.deeper(position));
        let mut claims = Vec::new();
        claims.extend(position.is_check().then(|| check(position, &deep)));
        claims.extend(prospects(prover, position, &quick, &deep, ClaimRole::Chance));
        if claims.iter().all(|claim| claim.role != ClaimRole::Chance) {
            claims.extend(losses(prover, position, &quick, &deep));
        }
        // Whoever is in check cannot pass; the check is threat enough.
        if let Some(passed) = position.after_null() {
            let (quick, deep) = (prover.best(&passed), prover.deeper(&passed));
            claims.extend(prospects(prover, &passed, &quick, &deep, ClaimRole::Threat));
            let threatened = pieces_that_hang(prover, &passed, &deep, ClaimRole::Threat, &claims);
            claims.extend(threatened);
        }
        let prizes = pieces_that_hang(prover, position, &deep, ClaimRole::Chance, &claims);
        claims.extend(prizes);
        // Who can win something, or must lose something, has no need of a plan.
        let is_forced = |claim: &Claim| {
            matches!(claim.role, ClaimRole::Chance | ClaimRole::Loses) || claim.kind == Kind::Check
        };
        if !claims.iter().any(is_forced) && position.halfmove_clock() < FIFTY_MOVES {
            claims.extend(plan(position, &deep));
        }
        claims
    }
}

/// The squares of pieces of both sides that can be taken for nothing or for less, as if each side
/// were to move.
pub fn hanging(position: &Position) -> Vec<Square> {
    let mut squares = takes(position).iter().map(|mv| mv.to()).collect::<Vec<Square>>();
    let passed = position.after_null();
    squares.extend(passed.iter().flat_map(takes).map(|mv| mv.to()));
    squares.sort();
    squares.dedup();
    squares
}

/// The captures that win something by exchanges on their square.
fn takes(position: &Position) -> Vec<Move> {
    let mut captures = MoveList::new();
    position.captures_and_promotions(&mut captures);
    let wins = |mv: &Move| {
        position.is_legal(*mv) && position.is_capture(*mv) && position.see(*mv) >= HANGS
    };
    captures.iter().copied().filter(wins).collect()
}

/// That the side to move is in check, and from where.
fn check(position: &Position, best: &Found) -> Claim {
    let king = position.king(position.turn());
    let squares: Vec<Square> = std::iter::once(king).chain(position.checkers()).collect();
    Claim {
        kind: Kind::Check,
        role: ClaimRole::Threat,
        pieces: squares.iter().filter_map(|&square| position.piece_at(square)).collect(),
        squares,
        from: *position,
        line: best.line.clone(),
        ply: 0,
        proof: Proof::Rules,
    }
}

fn claim(kind: Kind, role: ClaimRole, position: &Position, found: &Found) -> Claim {
    let first = found.best();
    Claim {
        kind,
        role,
        squares: first.map_or_else(Vec::new, |mv| vec![mv.from(), mv.to()]),
        pieces: first.and_then(|mv| position.piece_at(mv.from())).into_iter().collect(),
        from: *position,
        line: found.line.clone(),
        ply: 0,
        proof: Proof::Search { nodes: found.nodes, value: found.value },
    }
}

/// What the side to move gains by a line, in the view of the exchange's loser.
fn won(position: &Position, found: &Found) -> Exchange {
    settled(position, position, &found.line, position.turn(), Exchange::cost)
}

/// What the side to move wins from a position, if two searches agree that it wins something.
fn prospects(
    prover: &mut Prover,
    position: &Position,
    quick: &Found,
    deep: &Found,
    role: ClaimRole,
) -> Vec<Claim> {
    let (kind, shown) = match deep.value {
        // Of a longer mate nobody learns what to guard against.
        Value::Mate(moves @ 1..) if role != ClaimRole::Threat || moves <= LONGEST_MATE => {
            (Kind::MateIn(moves.unsigned_abs()), deep.clone())
        }
        Value::Cp(..=0) | Value::Mate(..=0) => return Vec::new(),
        _ => {
            let gain = |exchange: &Exchange| -exchange.cost();
            let first = (won(position, deep), deep.clone());
            let second = (won(position, quick), quick.clone());
            if gain(&first.0) < 1 {
                return Vec::new();
            }
            let told = agreed(first, second, gain).map(|(won, found)| (Kind::Material(won), found));
            let stands =
                |(kind, found): &(Kind, Found)| stands(prover, position, kind, &found.line);
            match told.filter(stands) {
                Some(told) => told,
                None => return Vec::new(),
            }
        }
    };
    let mut claims = vec![claim(kind, role, position, &shown)];
    let tactic = Tactic::find(prover, position, None);
    if tactic.moves().first() == shown.line.first() {
        claims.extend(proven_motifs(prover, &tactic, role));
    }
    claims
}

/// What the side to move loses whatever it plays: its best line, in both searches, ends so.
fn losses(prover: &mut Prover, position: &Position, quick: &Found, deep: &Found) -> Option<Claim> {
    if let Value::Mate(moves @ ..=-1) = deep.value
        && moves >= -LONGEST_MATE
    {
        let kind = Kind::MateIn(moves.unsigned_abs());
        return Some(claim(kind, ClaimRole::Loses, position, deep));
    }
    let lost = |found: &Found| {
        let key = |exchange: &Exchange| -exchange.cost();
        settled(position, position, &found.line, position.turn(), key)
    };
    let told = (lost(deep), deep.clone());
    let is_bad = |cost: i32| cost >= MUCH || cost >= 1 && matches!(deep.value, Value::Cp(..=0));
    if !is_bad(told.0.cost()) {
        return None;
    }
    let (exchange, found) = agreed(told, (lost(quick), quick.clone()), Exchange::cost)?;
    // What is given for nothing else is better not given: passing would say so.
    let is_forced = is_bad(exchange.cost()) && !is_given(prover, position, &found, &exchange);
    is_forced.then(|| claim(Kind::Material(exchange), ClaimRole::Loses, position, &found))
}

/// Whether the material of a line is a sacrifice: the side to move stands no worse for it than
/// before, by what the pieces are worth.
fn is_given(prover: &mut Prover, position: &Position, found: &Found, lost: &Exchange) -> bool {
    let Some(passed) = position.after_null() else { return false };
    // If the opponent to move wins as much, it was lost before.
    let other = prover.deeper(&passed);
    -won(&passed, &other).cost() < lost.cost() && found.chances() > -GIVEN
}

/// The pieces that the side to move can take, with the proof that this is no mistake. What another
/// claim says already is not said again.
fn pieces_that_hang(
    prover: &mut Prover,
    position: &Position,
    best: &Found,
    role: ClaimRole,
    said: &[Claim],
) -> Vec<Claim> {
    let captures = takes(position);
    let mut squares: Vec<Square> = captures.iter().map(|mv| mv.to()).collect();
    squares.sort_by_key(|&square| {
        std::cmp::Reverse(position.role_at(square).map_or(0, crate::material::value))
    });
    squares.dedup();
    let is_said = |square: Square| {
        said.iter().any(|claim| {
            claim.role == role && claim.line.first().is_some_and(|mv| mv.to() == square)
        })
    };
    let mut claims = Vec::new();
    for square in squares.into_iter().filter(|&square| !is_said(square)).take(TOLD) {
        let moves = captures.iter().copied().filter(|mv| mv.to() == square).collect();
        let found = prover.among(position, moves, 1);
        let gain = won(position, &found);
        let is_sound = found.chances() >= best.chances().min(0.0) - GIVEN;
        if -gain.cost() >= 1
            && is_sound
            && stands(prover, position, &Kind::Material(gain), &found.line)
        {
            let kind = Kind::Hangs(square);
            claims.push(Claim { squares: vec![square], ..claim(kind, role, position, &found) });
        }
    }
    claims
}
