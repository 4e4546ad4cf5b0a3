//! The order in which moves are tried, worked out no further than needed.
//!
//! Most nodes that end early end with their first or second move, so moves are
//! generated in stages: the table's move without any generation, then
//! captures, then quiet moves, and at last what looks bad.

use chess::{EXCHANGE_VALUES, Move, MoveKind, MoveList, Position, Role};

use super::checks::Checks;
use super::history::{Histories, is_loud, moved, taken};
use super::threats::Threats;

/// What a capture counts for each centipawn it takes, beside its history.
const VICTIM_WEIGHT: i32 = 24;
/// A capture may lose this part of its own weight in the exchange and still go first.
const GOOD_CAPTURE_DIVISOR: i32 = 60;
/// Quiet moves below this come after the bad captures.
const BAD_QUIET: i32 = -14_000;
/// What giving check is worth.
const CHECK_BONUS: i32 = 16_000;
/// The most a check may lose in the exchange to be worth it.
const CHECK_LOSS: i32 = -75;
/// What leaving the reach of a cheaper man is worth by role, and going there costs.
const THREAT_BONUS: [i32; 6] = [0, 14_000, 14_000, 24_000, 46_000, 0];
/// Captures in check go before everything else.
const EVASION_CAPTURE: i32 = 1 << 24;
/// Promotions to less than a queen go last.
const UNDERPROMOTION: i32 = -100_000;

/// A move and its place in the order.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    mv: Move,
    score: i32,
}

/// The moves of all nodes from the root to the current one, in one place: a
/// node's moves lie above those of the nodes before it.
pub(super) struct MoveStack {
    moves: Vec<Scored>,
    scratch: MoveList,
}

impl MoveStack {
    pub(super) fn new() -> MoveStack {
        MoveStack { moves: Vec::with_capacity(4096), scratch: MoveList::new() }
    }

    /// Where the moves of a new node begin.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Forgets the moves of a node that began at `first`.
    #[inline]
    pub(super) fn truncate(&mut self, first: usize) {
        self.moves.truncate(first);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    Captures,
    GoodCaptures,
    Quiets,
    GoodQuiets,
    BadCaptures,
    BadQuiets,
    EvasionTable,
    Evasions,
    RestOfEvasions,
    LoudTable,
    Loud,
    RestOfLoud,
    Done,
}

/// What quiet moves are judged by.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// The moves made one, two, four and six plies ago, as in [`moved`].
    pub(super) earlier: [usize; 4],
    /// What the opponent attacks.
    pub(super) threats: Threats,
    /// Where checks are given.
    pub(super) checks: Checks,
}

/// Hands out the moves of one node.
#[derive(Clone, Copy)]
pub(super) struct Picker {
    stage: Stage,
    table: Option<Move>,
    /// Where the node's moves begin in the stack.
    first: usize,
    /// Up to where, from `first`, captures were put off as bad.
    bad_end: usize,
    /// The next bad capture.
    bad: usize,
    /// The next of the moves being handed out.
    current: usize,
    /// Their end.
    end: usize,
    skips_quiets: bool,
    /// Loud moves must win at least this in the exchange.
    threshold: Option<i32>,
}

impl Picker {
    /// All moves of a node.
    pub(super) fn new(position: &Position, table: Option<Move>, stack: &MoveStack) -> Picker {
        let stage = if position.is_check() { Stage::EvasionTable } else { Stage::Table };
        Picker::starting(stage, table, stack)
    }

    /// Captures and promotions only; in check all moves.
    pub(super) fn quiescence(
        position: &Position,
        table: Option<Move>,
        stack: &MoveStack,
    ) -> Picker {
        if position.is_check() {
            return Picker::starting(Stage::EvasionTable, table, stack);
        }
        let table = table.filter(|&mv| is_loud(position, mv));
        Picker::starting(Stage::LoudTable, table, stack)
    }

    /// Captures and promotions that win at least `threshold` in the exchange.
    pub(super) fn winning(
        position: &Position,
        table: Option<Move>,
        threshold: i32,
        stack: &MoveStack,
    ) -> Picker {
        let wins = |&mv: &Move| is_loud(position, mv) && position.exchange_reaches(mv, threshold);
        let picker = Picker::starting(Stage::LoudTable, table.filter(wins), stack);
        Picker { threshold: Some(threshold), ..picker }
    }

    fn starting(stage: Stage, table: Option<Move>, stack: &MoveStack) -> Picker {
        let first = stack.len();
        Picker {
            stage,
            table,
            first,
            bad_end: first,
            bad: first,
            current: first,
            end: first,
            skips_quiets: false,
            threshold: None,
        }
    }

    /// Where the node's moves begin in the stack.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// No more quiet moves are wanted.
    pub(super) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Whether quiet moves are no longer handed out.
    pub(super) fn skips_quiets(&self) -> bool {
        self.skips_quiets
    }

    /// The next move.
    pub(super) fn next(
        &mut self,
        position: &Position,
        context: &Context,
        histories: &Histories,
        stack: &mut MoveStack,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Captures;
                    if self.table.is_some() {
                        return self.table;
                    }
                }
                Stage::EvasionTable => {
                    self.stage = Stage::Evasions;
                    if self.table.is_some() {
                        return self.table;
                    }
                }
                Stage::LoudTable => {
                    self.stage = Stage::Loud;
                    if self.table.is_some() {
                        return self.table;
                    }
                }
                Stage::Captures | Stage::Loud => {
                    self.add_captures(position, histories, stack);
                    self.stage = if self.stage == Stage::Captures {
                        Stage::GoodCaptures
                    } else {
                        Stage::RestOfLoud
                    };
                }
                Stage::GoodCaptures => {
                    let Some(best) = self.take_best(stack) else {
                        self.stage = Stage::Quiets;
                        continue;
                    };
                    if position.exchange_reaches(best.mv, -best.score / GOOD_CAPTURE_DIVISOR) {
                        return Some(best.mv);
                    }
                    stack.moves[self.bad_end] = best;
                    self.bad_end += 1;
                }
                Stage::Quiets => {
                    if !self.skips_quiets {
                        self.add_quiets(position, context, histories, stack);
                    }
                    self.stage = Stage::GoodQuiets;
                }
                Stage::GoodQuiets => {
                    if !self.skips_quiets
                        && let Some(best) = self.take_best(stack)
                    {
                        if best.score > BAD_QUIET {
                            return Some(best.mv);
                        }
                        self.current -= 1;
                    }
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    if self.bad < self.bad_end {
                        self.bad += 1;
                        return Some(stack.moves[self.bad - 1].mv);
                    }
                    self.stage = Stage::BadQuiets;
                }
                Stage::Evasions => {
                    self.add_evasions(position, context, histories, stack);
                    self.stage = Stage::RestOfEvasions;
                }
                Stage::RestOfLoud => {
                    let Some(best) = self.take_best(stack) else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    if self.threshold.is_none_or(|least| position.exchange_reaches(best.mv, least))
                    {
                        return Some(best.mv);
                    }
                }
                Stage::BadQuiets | Stage::RestOfEvasions => {
                    let skips = self.skips_quiets && self.stage == Stage::BadQuiets;
                    match self.take_best(stack).filter(|_| !skips) {
                        Some(best) => return Some(best.mv),
                        None => self.stage = Stage::Done,
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    /// Takes the highest of the moves left. Looking for it each time beats
    /// sorting: few nodes need more than a few.
    #[inline]
    fn take_best(&mut self, stack: &mut MoveStack) -> Option<Scored> {
        let rest = &mut stack.moves[self.current..self.end];
        let mut best = *rest.first()?;
        let mut at = 0;
        for (index, &candidate) in rest.iter().enumerate().skip(1) {
            if candidate.score > best.score {
                best = candidate;
                at = index;
            }
        }
        rest.swap(0, at);
        self.current += 1;
        Some(best)
    }

    fn add_captures(&mut self, position: &Position, histories: &Histories, stack: &mut MoveStack) {
        let MoveStack { moves, scratch } = stack;
        scratch.clear();
        position.captures_and_promotions(scratch);
        for mv in &*scratch {
            if Some(mv) != self.table {
                moves.push(Scored { mv, score: capture_score(position, histories, mv) });
            }
        }
        self.end = moves.len();
    }

    fn add_quiets(
        &mut self,
        position: &Position,
        context: &Context,
        histories: &Histories,
        stack: &mut MoveStack,
    ) {
        let MoveStack { moves, scratch } = stack;
        self.current = moves.len();
        scratch.clear();
        position.quiets(scratch);
        let scores = QuietScores::new(position, context, histories);
        for mv in &*scratch {
            if Some(mv) != self.table {
                moves.push(Scored { mv, score: scores.of(mv) });
            }
        }
        self.end = moves.len();
    }

    fn add_evasions(
        &mut self,
        position: &Position,
        context: &Context,
        histories: &Histories,
        stack: &mut MoveStack,
    ) {
        let MoveStack { moves, scratch } = stack;
        scratch.clear();
        position.evasions(scratch);
        let scores = QuietScores::new(position, context, histories);
        for mv in &*scratch {
            if Some(mv) != self.table {
                let score = if is_loud(position, mv) {
                    EVASION_CAPTURE + capture_score(position, histories, mv)
                } else {
                    scores.of(mv)
                };
                moves.push(Scored { mv, score });
            }
        }
        self.end = moves.len();
    }
}

#[inline]
fn capture_score(position: &Position, histories: &Histories, mv: Move) -> i32 {
    let victim = taken(position, mv);
    let mut gain = position.captured(mv).map_or(0, |role| EXCHANGE_VALUES[role.index()]);
    if let MoveKind::Promotion(role) = mv.kind() {
        if role != Role::Queen {
            return UNDERPROMOTION + gain;
        }
        gain += EXCHANGE_VALUES[Role::Queen.index()];
    }
    VICTIM_WEIGHT * gain + histories.capture(moved(position, mv), victim)
}

/// The tables that quiet moves of one node are looked up in.
struct QuietScores<'a> {
    position: &'a Position,
    context: &'a Context,
    histories: &'a Histories,
    pawns: &'a super::history::PieceTo,
    after: [&'a super::history::PieceTo; 4],
}

impl<'a> QuietScores<'a> {
    #[inline]
    fn new(
        position: &'a Position,
        context: &'a Context,
        histories: &'a Histories,
    ) -> QuietScores<'a> {
        QuietScores {
            position,
            context,
            histories,
            pawns: histories.pawns(position),
            after: context.earlier.map(|earlier| histories.after(earlier)),
        }
    }

    #[inline]
    fn of(&self, mv: Move) -> i32 {
        let Context { threats, checks, .. } = self.context;
        let moved = moved(self.position, mv);
        let role = self.position.role_at(mv.from()).unwrap_or(Role::Pawn);
        let mut score = 2 * self.histories.butterfly(self.position.turn(), threats, mv)
            + 2 * i32::from(self.pawns[moved])
            + i32::from(self.after[0][moved])
            + i32::from(self.after[1][moved])
            + i32::from(self.after[2][moved])
            + i32::from(self.after[3][moved]) / 2;
        if checks.is_direct(role, mv.to()) && self.position.exchange_reaches(mv, CHECK_LOSS) {
            score += CHECK_BONUS;
        }
        let attacked = threats.by_cheaper_than(role);
        if attacked.contains(mv.from()) {
            score += THREAT_BONUS[role.index()];
        }
        if attacked.contains(mv.to()) {
            score -= THREAT_BONUS[role.index()];
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(position: &Position) -> Context {
        Context {
            earlier: [super::super::history::NO_MOVE; 4],
            threats: Threats::of(position),
            checks: Checks::of(position),
        }
    }

    fn drain(picker: &mut Picker, position: &Position, stack: &mut MoveStack) -> Vec<Move> {
        let histories = Histories::new();
        let context = context(position);
        let mut moves = Vec::new();
        while let Some(mv) = picker.next(position, &context, &histories, stack) {
            moves.push(mv);
        }
        stack.truncate(picker.first());
        moves
    }

    #[test]
    fn every_legal_move_once_and_the_table_move_first() {
        let mut stack = MoveStack::new();
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "4k3/8/8/8/8/5n2/8/4K2R w K - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let legal = position.legal_moves();
            for table in std::iter::once(None).chain(legal.into_iter().map(Some)) {
                let mut picker = Picker::new(&position, table, &stack);
                let mut picked = drain(&mut picker, &position, &mut stack);
                if table.is_some() {
                    assert_eq!(picked.first().copied(), table);
                }
                let mut expected: Vec<Move> = legal.into_iter().collect();
                picked.sort_by_key(|mv| mv.to_bits());
                expected.sort_by_key(|mv| mv.to_bits());
                assert_eq!(picked, expected, "{fen}");
            }
        }
    }

    #[test]
    fn stages_come_in_order() {
        // A good capture, a quiet move, a capture that loses the queen.
        let position: Position = "4k3/8/1p3p2/p3p3/3P4/8/8/Q3K3 w - - 0 1".parse().unwrap();
        let mut stack = MoveStack::new();
        let mut picker = Picker::new(&position, None, &stack);
        let picked = drain(&mut picker, &position, &mut stack);
        let at = |text: &str| {
            let mv = position.parse_uci(text).unwrap();
            picked.iter().position(|&picked| picked == mv).unwrap()
        };
        assert_eq!(at("d4e5"), 0);
        assert!(at("a1a5") > at("e1e2"));
        let mut picker = Picker::quiescence(&position, None, &stack);
        assert_eq!(drain(&mut picker, &position, &mut stack).len(), 2);
        let mut picker = Picker::winning(&position, None, 0, &stack);
        assert_eq!(drain(&mut picker, &position, &mut stack).len(), 1);
        let mut picker = Picker::new(&position, None, &stack);
        picker.skip_quiets();
        assert_eq!(drain(&mut picker, &position, &mut stack).len(), 2);
    }
}
