//! The order in which moves are tried, worked out no further than needed.
//!
//! Most nodes that end early end with their first or second move, so moves are
//! generated in stages: the table's move without any generation, then
//! captures, then quiet moves, and at last what looks bad.

use chess::{Move, MoveKind, MoveList, Position, Role, SEE_VALUES};

use super::checks::Checks;
use super::history::{Histories, is_noisy, moved, taken};
use super::params;
use super::threats::Threats;

/// Captures in check go before everything else.
const EVASION_CAPTURE: i32 = 1 << 24;
/// Promotions to less than a queen go last.
const UNDERPROMOTION: i32 = -100_000;

/// Bad captures wait below everything that is handed out before them; scores
/// are nowhere near as large.
const PUT_OFF: i32 = 1 << 28;

/// A move and its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Scored {
    mv: Move,
    score: i32,
    /// Where it lies in its list.
    place: u16,
}

impl Scored {
    /// A move that was handed out.
    const TAKEN: i64 = i64::MIN;

    /// All of it as one number, of which the highest is the next to hand out: of
    /// equal scores the first. The highest of many such numbers is found without
    /// a branch, several at a time.
    #[inline]
    fn key(self) -> i64 {
        i64::from(self.score) << 32
            | i64::from(u16::MAX - self.place) << 16
            | i64::from(self.mv.to_bits())
    }

    /// What a key stands for; `None` for one that was handed out.
    #[inline]
    fn of(key: i64) -> Option<Scored> {
        let mv = Move::from_bits(key as u16)?;
        Some(Scored { mv, score: (key >> 32) as i32, place: u16::MAX - (key >> 16) as u16 })
    }
}

/// The moves of all nodes from the root to the current one, in one place: a
/// node's moves lie above those of the nodes before it.
pub(super) struct MoveStack {
    /// See [`Scored::key`].
    keys: Vec<i64>,
    scratch: MoveList,
}

impl MoveStack {
    pub(super) fn new() -> MoveStack {
        MoveStack { keys: Vec::with_capacity(4096), scratch: MoveList::new() }
    }

    /// Where the moves of a new node begin.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Puts the generated moves on top, all but one that was handed out already.
    #[inline]
    fn add(&mut self, but: Option<Move>, score: impl Fn(Move) -> i32) {
        let moves = self.scratch.iter().filter(|&&mv| Some(mv) != but);
        let scored = |(&mv, place): (&Move, u16)| Scored { mv, score: score(mv), place }.key();
        self.keys.extend(moves.zip(0..).map(scored));
    }

    /// What lies there from `first` on, for whoever looks ahead.
    pub(super) fn above(&self, first: usize) -> Vec<i64> {
        self.keys[first..].to_vec()
    }

    /// Puts back what lay there from `first` on.
    pub(super) fn restore(&mut self, first: usize, kept: &[i64]) {
        self.keys.truncate(first);
        self.keys.extend_from_slice(kept);
    }

    /// Forgets the moves of a node that began at `first`.
    #[inline]
    pub(super) fn truncate(&mut self, first: usize) {
        self.keys.truncate(first);
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
    NoisyTable,
    Noisy,
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
    /// Where its captures end and its quiet moves begin, once it has any.
    middle: usize,
    /// Their end.
    end: usize,
    skips_quiets: bool,
    /// Noisy moves must win at least this by SEE.
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
        let table = table.filter(|&mv| is_noisy(position, mv));
        Picker::starting(Stage::NoisyTable, table, stack)
    }

    /// Captures and promotions that win at least `threshold` by SEE.
    pub(super) fn winning(
        position: &Position,
        table: Option<Move>,
        threshold: i32,
        stack: &MoveStack,
    ) -> Picker {
        let wins = |&mv: &Move| is_noisy(position, mv) && position.see_ge(mv, threshold);
        let picker = Picker::starting(Stage::NoisyTable, table.filter(wins), stack);
        Picker { threshold: Some(threshold), ..picker }
    }

    fn starting(stage: Stage, table: Option<Move>, stack: &MoveStack) -> Picker {
        let first = stack.len();
        Picker {
            stage,
            table,
            first,
            middle: first,
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
                Stage::NoisyTable => {
                    self.stage = Stage::Noisy;
                    if self.table.is_some() {
                        return self.table;
                    }
                }
                Stage::Captures | Stage::Noisy => {
                    self.add_captures(position, histories, stack);
                    self.stage = if self.stage == Stage::Captures {
                        Stage::GoodCaptures
                    } else {
                        Stage::RestOfLoud
                    };
                }
                Stage::GoodCaptures => {
                    let captures = &mut stack.keys[self.first..self.middle];
                    let best = highest(captures).filter(|best| best.score > -PUT_OFF / 2);
                    let Some(best) = best else {
                        self.stage = Stage::Quiets;
                        continue;
                    };
                    let least = -best.score / params::order_good_capture();
                    if position.see_ge(best.mv, least) {
                        captures[usize::from(best.place)] = Scored::TAKEN;
                        return Some(best.mv);
                    }
                    let bad = Scored { score: best.score - PUT_OFF, ..best };
                    captures[usize::from(best.place)] = bad.key();
                }
                Stage::Quiets => {
                    if !self.skips_quiets {
                        let scores = QuietScores::new(position, context, histories);
                        self.add_quiets(position, &scores, stack);
                    }
                    self.stage = Stage::GoodQuiets;
                }
                Stage::GoodQuiets => {
                    let quiets = &mut stack.keys[self.middle..self.end];
                    if !self.skips_quiets
                        && let Some(best) = highest(quiets)
                        && best.score > -params::order_bad_quiet()
                    {
                        quiets[usize::from(best.place)] = Scored::TAKEN;
                        return Some(best.mv);
                    }
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    let captures = &mut stack.keys[self.first..self.middle];
                    if let Some(best) = take_highest(captures) {
                        return Some(best.mv);
                    }
                    self.stage = Stage::BadQuiets;
                }
                Stage::Evasions => {
                    let scores = QuietScores::new(position, context, histories);
                    self.add_evasions(position, &scores, histories, stack);
                    self.stage = Stage::RestOfEvasions;
                }
                Stage::RestOfLoud => {
                    let Some(best) = take_highest(&mut stack.keys[self.first..self.middle]) else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    if self.threshold.is_none_or(|least| position.see_ge(best.mv, least)) {
                        return Some(best.mv);
                    }
                }
                Stage::BadQuiets | Stage::RestOfEvasions => {
                    let skips = self.skips_quiets && self.stage == Stage::BadQuiets;
                    let rest = &mut stack.keys[self.middle..self.end];
                    match take_highest(rest).filter(|_| !skips) {
                        Some(best) => return Some(best.mv),
                        None => self.stage = Stage::Done,
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    fn add_captures(&mut self, position: &Position, histories: &Histories, stack: &mut MoveStack) {
        stack.scratch.clear();
        position.captures_and_promotions(&mut stack.scratch);
        stack.add(self.table, |mv| capture_score(position, histories, mv));
        self.middle = stack.len();
        self.end = self.middle;
    }

    fn add_quiets(&mut self, position: &Position, scores: &QuietScores, stack: &mut MoveStack) {
        stack.scratch.clear();
        position.quiets(&mut stack.scratch);
        stack.add(self.table, |mv| scores.of(mv));
        self.end = stack.len();
    }

    fn add_evasions(
        &mut self,
        position: &Position,
        scores: &QuietScores,
        histories: &Histories,
        stack: &mut MoveStack,
    ) {
        stack.scratch.clear();
        position.evasions(&mut stack.scratch);
        stack.add(self.table, |mv| {
            if is_noisy(position, mv) {
                EVASION_CAPTURE + capture_score(position, histories, mv)
            } else {
                scores.of(mv)
            }
        });
        self.end = stack.len();
    }
}

/// The highest of some keys. Looking for it each time beats sorting: few nodes
/// need more than a few.
#[inline]
fn highest(keys: &[i64]) -> Option<Scored> {
    Scored::of(keys.iter().copied().fold(Scored::TAKEN, i64::max))
}

/// Takes the highest out.
#[inline]
fn take_highest(keys: &mut [i64]) -> Option<Scored> {
    let best = highest(keys)?;
    keys[usize::from(best.place)] = Scored::TAKEN;
    Some(best)
}

#[inline]
fn capture_score(position: &Position, histories: &Histories, mv: Move) -> i32 {
    let victim = taken(position, mv);
    let mut gain = position.captured(mv).map_or(0, |role| SEE_VALUES[role.index()]);
    if let MoveKind::Promotion(role) = mv.kind() {
        if role != Role::Queen {
            return UNDERPROMOTION + gain;
        }
        gain += SEE_VALUES[Role::Queen.index()];
    }
    params::order_victim() * gain + histories.capture(moved(position, mv), victim)
}

/// What leaving the reach of a cheaper piece is worth, and going there costs.
#[inline]
fn threat_bonus(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => params::order_threat_minor(),
        Role::Rook => params::order_threat_rook(),
        Role::Queen => params::order_threat_queen(),
        Role::Pawn | Role::King => 0,
    }
}

/// The tables that quiet moves of one node are looked up in.
struct QuietScores<'a> {
    position: &'a Position,
    context: &'a Context,
    histories: &'a Histories,
    pawns: &'a super::history::PieceTo,
    after: [&'a super::history::PieceTo; 4],
    /// See [`Histories::is_fresh`].
    is_fresh: bool,
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
            is_fresh: histories.is_fresh(),
        }
    }

    /// What the histories know of a move: by its squares, under this pawn structure,
    /// and after each of the earlier moves.
    #[inline]
    fn known(&self, threats: &Threats, mv: Move, moved: usize) -> (i32, i32, [i32; 4]) {
        let (histories, turn) = (self.histories, self.position.turn());
        if self.is_fresh {
            let earlier = self.context.earlier;
            return (
                histories.fresh_butterfly(turn, threats, mv),
                histories.fresh_pawns(self.position, moved),
                earlier.map(|earlier| histories.fresh_after(earlier, moved)),
            );
        }
        let after = self.after.map(|table| i32::from(table[moved]));
        (histories.butterfly(turn, threats, mv), i32::from(self.pawns[moved]), after)
    }

    #[inline]
    fn of(&self, mv: Move) -> i32 {
        let Context { threats, checks, .. } = self.context;
        let moved = moved(self.position, mv);
        let role = self.position.role_at(mv.from()).unwrap_or(Role::Pawn);
        let (butterfly, pawns, after) = self.known(threats, mv, moved);
        let mut score = params::order_butterfly() * butterfly / 2
            + params::order_pawns() * pawns / 2
            + params::order_one() * after[0] / 2
            + params::order_two() * after[1] / 2
            + params::order_four() * after[2] / 2
            + params::order_six() * after[3] / 2;
        if checks.is_direct(role, mv.to()) && self.position.see_ge(mv, -params::order_check_loss())
        {
            score += params::order_check();
        }
        let attacked = threats.by_cheaper_than(role);
        if attacked.contains(mv.from()) {
            score += threat_bonus(role);
        }
        if attacked.contains(mv.to()) {
            score -= threat_bonus(role);
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
            for table in std::iter::once(None).chain(legal.iter().copied().map(Some)) {
                let mut picker = Picker::new(&position, table, &stack);
                let mut picked = drain(&mut picker, &position, &mut stack);
                if table.is_some() {
                    assert_eq!(picked.first().copied(), table);
                }
                let mut expected: Vec<Move> = legal.iter().copied().collect();
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
