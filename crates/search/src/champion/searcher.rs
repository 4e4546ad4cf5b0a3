//! One thread at work: what a search carries through the tree, and the small
//! steps that all its parts share.

use chess::{Move, Position, Role};
use eval::IncrementalEvaluator;

use super::frame::{LEAD, ThreadMemory};
use super::history::{self, NO_MOVE};
use super::margins;
use super::mate::MateSearch;
use super::oracle::Oracle;
use super::params;
use super::root::RootMove;
use super::table::TranspositionTable;
use super::team::{Lead, Team};
use super::value::{self, FIFTY_MOVES};
use crate::{Draw, Observer};

/// Nodes between two looks at flags and clock: a fraction of a millisecond.
const INTERVAL: u64 = 512;
/// A thread and its search.
pub(super) struct SearchThread<'a, J, O> {
    pub(super) table: &'a TranspositionTable,
    pub(super) memory: &'a mut ThreadMemory,
    pub(super) evaluator: &'a mut J,
    pub(super) observer: &'a mut O,
    pub(super) oracle: &'a dyn Oracle,
    /// [`Oracle::pieces`], asked once.
    pub(super) tablebase_pieces: u32,
    /// The threads that search together.
    pub(super) team: &'a Team<'a>,
    /// Which of them this is.
    pub(super) number: usize,
    /// What only the first thread has: the limits.
    pub(super) lead: Option<Lead<'a>>,
    pub(super) nodes: u64,
    pub(super) tb_hits: u64,
    /// The longest line, in plies.
    pub(super) seldepth: usize,
    /// The node count at which to look at flags and clock.
    pub(super) next_look: u64,
    /// The node count up to which it may go, of what all threads may look at.
    pub(super) granted: u64,
    /// Whether the search is over; values are meaningless from then on.
    pub(super) stopped: bool,
    /// The last iteration that was finished.
    pub(super) finished_depth: i32,
    /// The iteration.
    pub(super) root_depth: i32,
    /// Before this ply no pass is tried: set while a pass is verified.
    pub(super) null_floor: usize,
    pub(super) root_moves: Vec<RootMove>,
    /// Whether these are all moves there are.
    pub(super) has_all_moves: bool,
    /// The evaluator's word on the root; [`value::NONE`] in check.
    pub(super) root_eval: i32,
    /// The best move so far of an iteration that is not finished.
    pub(super) newest: Option<Move>,
    /// The lines of the last iteration that was finished, the best first.
    pub(super) lines: Vec<RootMove>,
    /// Which of the lines wanted is being searched.
    pub(super) line: usize,
    /// Up to where the root moves have the same rank as the first of them that
    /// is searched.
    pub(super) rank_end: usize,
    /// The search for short mates that goes on next to this one.
    pub(super) mate_search: MateSearch,
}

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
    /// Whether to give up. Cheap enough to be asked at every node.
    #[inline]
    pub(super) fn is_over(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        self.team.report(self.number, self.nodes, self.tb_hits);
        self.stopped |= match &mut self.lead {
            // The first thread always finishes the first iteration.
            Some(_) if self.finished_depth == 0 => false,
            Some(lead) => lead.is_over(self.team, self.nodes),
            None => self.team.is_over_for_helpers(),
        };
        let limit = match &self.lead {
            Some(_) if self.finished_depth == 0 => u64::MAX,
            Some(lead) if lead.is_alone() => lead.most_nodes(),
            _ => self.ask_for_more(),
        };
        self.next_look = (self.nodes + INTERVAL).min(limit.max(self.nodes + 1));
    }

    /// The node count up to which this thread may go. It asks for more when it has
    /// come there, and stops when nothing is left.
    fn ask_for_more(&mut self) -> u64 {
        if self.nodes >= self.granted {
            let more = self.team.grant(self.nodes - self.granted, INTERVAL);
            self.stopped |= more == 0;
            self.granted = self.nodes + more;
        }
        self.granted
    }

    /// Plays a legal move of `position` in `next`, which is the same position. It is not
    /// returned: a copy of what was just written in small pieces makes the CPU wait.
    #[inline]
    pub(super) fn play(&mut self, position: &Position, next: &mut Position, mv: Move, ply: usize) {
        next.play_unchecked(mv);
        self.table.prefetch(table_key(next));
        self.memory.corrections.prefetch(next);
        let frame = &mut self.memory.frames[LEAD + ply];
        frame.used = true;
        frame.mv = Some(mv);
        frame.moved = history::moved(position, mv);
        frame.noisy = history::is_noisy(position, mv);
        if frame.noisy {
            frame.taken = history::taken(position, mv);
        }
        frame.number = 0;
        self.evaluator.play(position, mv, next);
        self.memory.path.push(next);
        self.nodes += 1;
    }

    /// Passes, which is not possible in check.
    pub(super) fn pass(&mut self, position: &Position, ply: usize) -> Option<Position> {
        let next = position.after_null()?;
        self.table.prefetch(table_key(&next));
        let frame = &mut self.memory.frames[LEAD + ply];
        frame.used = true;
        frame.mv = None;
        frame.moved = NO_MOVE;
        frame.noisy = false;
        frame.number = 0;
        frame.reduction = 0;
        self.evaluator.pass(&next);
        self.memory.path.push_null(&next);
        self.nodes += 1;
        Some(next)
    }

    /// Takes the last move or pass back.
    #[inline]
    pub(super) fn take_back(&mut self) {
        self.evaluator.undo();
        self.memory.path.pop();
    }

    /// What the evaluator says.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &Position) -> i32 {
        let value = self.evaluator.evaluate(position);
        self.observer.evaluated(value);
        value::clamp_eval(value.raw())
    }

    /// By how much the evaluator is usually wrong in positions like this.
    #[inline]
    pub(super) fn correction(&self, position: &Position, ply: usize) -> i32 {
        let frames = &self.memory.frames;
        let at = LEAD + ply;
        let earlier = [frames[at - 2].moved, frames[at - 4].moved];
        self.memory.corrections.of(position, earlier, frames[at - 1].moved)
    }

    /// The evaluator's word, damped by the fifty-move rule and corrected.
    #[inline]
    pub(super) fn corrected(&self, raw: i32, correction: i32, position: &Position) -> i32 {
        let clock = i32::from(position.halfmove_clock());
        value::clamp_eval(margins::damped(raw, clock) + correction)
    }

    /// The moves made one, two, four and six plies before the node at `ply`.
    #[inline]
    pub(super) fn earlier(&self, ply: usize) -> [usize; 4] {
        let at = LEAD + ply;
        [1, 2, 4, 6].map(|back| self.memory.frames[at - back].moved)
    }

    /// The draw that stands on the board at distance `ply` above 0, if it is no mate.
    #[inline]
    pub(super) fn draw(&self, position: &Position, ply: usize) -> Option<Draw> {
        if self.memory.path.is_repetition(ply) {
            return Some(Draw::Repetition);
        }
        if i32::from(position.halfmove_clock()) >= FIFTY_MOVES
            && (!position.is_check() || position.has_legal_move())
        {
            return Some(Draw::FiftyMoves);
        }
        let board = position.board();
        let mating = board.role(Role::Pawn) | board.role(Role::Rook) | board.role(Role::Queen);
        (mating.is_empty() && position.has_insufficient_material()).then_some(Draw::Material)
    }
}

/// The key under which the table knows a position.
#[inline]
pub(super) fn table_key(position: &Position) -> u64 {
    let clock = i32::from(position.halfmove_clock());
    // From here on the fifty-move rule begins to matter.
    if clock < params::table_key_clock() {
        return position.key();
    }
    let step = ((clock - params::table_key_clock()) / params::table_key_step()) as u64 + 1;
    position.key() ^ step.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
