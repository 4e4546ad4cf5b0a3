//! Moves by what the tables say about them.

use std::cmp::Reverse;

use chess::{Move, Position, Role};
use search::champion::{FIFTY_MOVES, TablebaseResult};

use super::Tablebases;

/// A move and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// Its place: of two moves the one with the higher rank is better, those with
    /// the same are equally good.
    pub rank: i32,
    /// What it is worth to whoever makes it; `None` if that depends on a single
    /// ply that the tables are not sure of.
    pub verdict: Option<TablebaseResult>,
}

impl Ranked {
    /// The rank of a win of no plies; no rank is higher.
    pub(crate) const WIN: i32 = 2 * RESULT;

    /// How far the next capture or pawn move of a certain win or loss is, as far
    /// as that is known.
    pub(crate) fn plies(&self) -> i32 {
        (Ranked::WIN - self.rank.abs()).abs()
    }
}

/// A move, from where to where.
struct Step<'a> {
    position: &'a Position,
    mv: Move,
    next: &'a Position,
}

impl Step<'_> {
    /// Whether the fifty moves begin anew with it.
    fn zeroes(&self) -> bool {
        let is_pawn = self.position.role_at(self.mv.from()) == Some(Role::Pawn);
        is_pawn || self.position.is_capture(self.mv)
    }
}

/// A way to rank a move that does not mate, with or without the fifty-move rule.
type Way = fn(&Tablebases, &Step<'_>, bool) -> Option<Ranked>;

/// All legal moves with their ranks, the best first. All or nothing: a move
/// that nobody knows might be the best one. Without the fifty-move rule wins
/// that take too long for it are wins.
pub(super) fn all(
    tables: &Tablebases,
    position: &Position,
    fifty_moves: bool,
    is_over: &dyn Fn() -> bool,
) -> Option<Vec<Ranked>> {
    let moves = position.legal_moves();
    let by = |rank: Way| -> Option<Vec<Ranked>> {
        let ranked = moves.iter().map(|&mv| {
            if is_over() {
                return None;
            }
            let mut next = *position;
            next.play_unchecked(mv);
            if next.is_checkmate() {
                return Some(Ranked { mv, rank: Ranked::WIN, verdict: Some(TablebaseResult::Win) });
            }
            rank(tables, &Step { position, mv, next: &next }, fifty_moves)
        });
        ranked.collect()
    };
    // Where only the smaller half of the tables is there, results are known, but
    // not how far they are.
    let mut ranked = by(by_plies).or_else(|| by(by_result))?;
    ranked.sort_by_key(|ranked| Reverse(ranked.rank));
    Some(ranked)
}

/// Results lie so far apart that no count of plies reaches from one to another.
const RESULT: i32 = 10_000;

/// The rank by result and by plies to the next capture or pawn move: the fewer
/// the better when winning, the more when losing.
fn by_plies(tables: &Tablebases, step: &Step<'_>, fifty_moves: bool) -> Option<Ranked> {
    let &Step { position, mv, next } = step;
    // Plies from here, from the mover's view. After a capture or pawn move the
    // count begins anew, and only whether the rest is quick enough is left of it.
    let (theirs, is_precise) = tables.probe_plies(next)?;
    let plies = match -theirs {
        0 => 0,
        plies if step.zeroes() && plies.abs() > FIFTY_MOVES => plies.signum() * (FIFTY_MOVES + 1),
        plies if step.zeroes() => plies.signum(),
        plies => plies + plies.signum(),
    };
    let side = plies.signum();
    if !fifty_moves {
        let verdict = Some(verdict(2 * side));
        return Some(Ranked { mv, rank: 2 * side * RESULT - plies, verdict });
    }
    let taken = plies.abs() + i32::from(position.halfmove_clock());
    let result = side * if taken <= FIFTY_MOVES { 2 } else { 1 };
    // A count that is not precise may be one ply too small.
    let is_sure = side == 0 || is_precise || taken != FIFTY_MOVES;
    let verdict = is_sure.then(|| verdict(result));
    Some(Ranked { mv, rank: result * RESULT - plies, verdict })
}

/// The rank by result alone.
fn by_result(tables: &Tablebases, step: &Step<'_>, fifty_moves: bool) -> Option<Ranked> {
    let result = -number(tables.probe_wdl(step.next)?);
    let result = if fifty_moves { result } else { 2 * result.signum() };
    // How much of the fifty moves is used up matters unless they begin anew.
    let is_sure = !fifty_moves || result.abs() < 2 || step.zeroes();
    let verdict = is_sure.then(|| verdict(result));
    Some(Ranked { mv: step.mv, rank: result * RESULT, verdict })
}

/// From -2, lost, to 2, won.
fn number(verdict: TablebaseResult) -> i32 {
    match verdict {
        TablebaseResult::Loss => -2,
        TablebaseResult::BlessedLoss => -1,
        TablebaseResult::Draw => 0,
        TablebaseResult::CursedWin => 1,
        TablebaseResult::Win => 2,
    }
}

fn verdict(number: i32) -> TablebaseResult {
    match number {
        ..=-2 => TablebaseResult::Loss,
        -1 => TablebaseResult::BlessedLoss,
        0 => TablebaseResult::Draw,
        1 => TablebaseResult::CursedWin,
        2.. => TablebaseResult::Win,
    }
}
