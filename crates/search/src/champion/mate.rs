//! The mate search, which runs along with the main search.
//!
//! The main search leaves out what looks hopeless, and the key of a mate often
//! does: a quiet move that lets a piece be taken. So a small part of the nodes,
//! more of them once the game is won, goes into a search that leaves out
//! nothing and asks nothing but whether there is a mate in one move, in two, in
//! three. What it proves is the shortest mate there is.

use chess::{Move, MoveList, Position};
use eval::IncrementalEvaluator;

use super::checks::Checks;
use super::params;
use super::searcher::SearchThread;
use super::value;
use crate::{Bound, Observer};

/// Moves of the longest mate that is looked for.
const LONGEST: u32 = 6;
/// What is remembered; a power of two.
const SLOTS: usize = 1 << 15;

/// What is known about a position and a number of moves.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    /// [`REFUTED`], or the bits of the move that mates.
    answer: u16,
}

/// There is no mate.
const REFUTED: u16 = 0;

/// How far the mate search has come.
#[derive(Default)]
pub(super) struct MateSearch {
    slots: Vec<Slot>,
    /// Whether the shortest mate is known.
    pub(super) has_proven: bool,
    /// No mate in so many moves: proven.
    ruled_out: u32,
    /// Nodes spent.
    spent: u64,
    /// Nodes of the last try at the current length.
    last_try: u64,
    /// The node count at which a try ends.
    end: u64,
    /// The reply that refuted the last move at each depth.
    refuters: [Option<Move>; LONGEST as usize + 1],
}

impl MateSearch {
    /// Whether no mate is shorter than one of so many plies, as far as this mate search
    /// can ever tell.
    pub(super) fn has_nothing_shorter(&self, plies: i32) -> bool {
        let shorter = (plies as u32).div_ceil(2).saturating_sub(1);
        self.ruled_out >= shorter.min(LONGEST)
    }
}

/// The try ended before there was an answer.
struct OutOfNodes;

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
    /// Spends what is due on the mate search; true if a mate was proven, which is then
    /// the first line.
    pub(super) fn search_mate(&mut self, position: &Position, share: u64) -> bool {
        let known = self.lines.first().map_or(0, |line| line.value);
        let longest = if value::is_mate(known) && known > 0 {
            // Only a shorter mate would be news.
            ((value::MATE - known) as u32).div_ceil(2) - 1
        } else {
            LONGEST
        };
        while self.mate_search.ruled_out < longest.min(LONGEST) {
            let due = (self.nodes / share).saturating_sub(self.mate_search.spent);
            // Each try takes at least twice the nodes of the last, so that in
            // all no more than half of them are repeated.
            if due
                < (2 * self.mate_search.last_try)
                    .max(u64::from(params::mate_search_least().unsigned_abs()))
            {
                return false;
            }
            let moves = self.mate_search.ruled_out + 1;
            let nodes = self.nodes;
            self.mate_search.end = nodes + due;
            let proven = self.attack(position, moves, 0);
            self.mate_search.spent += self.nodes - nodes;
            match proven {
                Ok(true) => return self.adopt_mate(position, moves),
                Ok(false) => {
                    self.mate_search.ruled_out = moves;
                    self.mate_search.last_try = 0;
                }
                Err(OutOfNodes) => self.mate_search.last_try = due,
            }
        }
        false
    }

    /// Whether the mover mates in `moves` moves at most.
    fn attack(&mut self, position: &Position, moves: u32, ply: usize) -> Result<bool, OutOfNodes> {
        // The root is to be searched whatever stands on the counter.
        if ply > 0 && is_fifty_moves(position) {
            return Ok(false);
        }
        if let Some(answer) = self.recall(position, moves) {
            return Ok(answer != REFUTED);
        }
        let checks = Checks::of(position);
        let mut candidates: Vec<(u64, Move)> = Vec::new();
        for mv in &position.legal_moves() {
            if ply == 0 && !self.root_moves.iter().any(|root| root.mv == mv) {
                continue;
            }
            let gives_check = checks.gives(position, mv);
            if moves == 1 {
                if gives_check && !after(position, mv).has_legal_move() {
                    self.note(position, moves, mv.to_bits());
                    return Ok(true);
                }
                continue;
            }
            // Checks first, and what leaves the fewest replies.
            let replies = after(position, mv).count_legal_moves();
            candidates.push((replies + 1_000 * u64::from(!gives_check), mv));
        }
        candidates.sort_by_key(|&(order, _)| order);
        for (_, mv) in candidates {
            let next = after(position, mv);
            self.count()?;
            // Who mates from a position that came before would have mated there, in
            // fewer moves; so leaving these out hides no mate, here or on another way.
            let mates = self.further(&next, |attacker| {
                Ok(!attacker.memory.path.is_repetition(ply + 1)
                    && attacker.defend(&next, moves, ply + 1)?)
            });
            if mates? {
                self.note(position, moves, mv.to_bits());
                return Ok(true);
            }
        }
        self.note(position, moves, REFUTED);
        Ok(false)
    }

    /// Whether every reply leads to mate in `moves` moves, the last one included.
    fn defend(&mut self, position: &Position, moves: u32, ply: usize) -> Result<bool, OutOfNodes> {
        let mut replies = position.legal_moves();
        if replies.is_empty() {
            return Ok(position.is_check());
        }
        if moves == 1 || is_fifty_moves(position) {
            return Ok(false);
        }
        self.order_replies(position, moves, &mut replies);
        for mv in &replies {
            let next = after(position, mv);
            self.count()?;
            // Not every repetition is a way out: from a position of this line there is a mate in
            // fewer moves, if there is one at all.
            let mates = self.further(&next, |attacker| {
                Ok(!attacker.memory.path.is_third_in_game(ply + 1)
                    && attacker.attack(&next, moves - 1, ply + 1)?)
            });
            if !mates? {
                self.mate_search.refuters[moves as usize] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks at a position one move further on.
    fn further<T>(&mut self, next: &Position, look: impl FnOnce(&mut Self) -> T) -> T {
        self.memory.path.push(next);
        let seen = look(self);
        self.memory.path.pop();
        seen
    }

    /// One node more, if there is one left.
    fn count(&mut self) -> Result<(), OutOfNodes> {
        if self.is_over() || self.nodes >= self.mate_search.end {
            return Err(OutOfNodes);
        }
        self.nodes += 1;
        Ok(())
    }

    /// What refuted the last move first, then captures, king moves, the rest.
    fn order_replies(&self, position: &Position, moves: u32, replies: &mut MoveList) {
        let refuter = self.mate_search.refuters[moves as usize];
        let king = position.king(position.turn());
        replies.sort_by_key(|&mv| {
            if Some(mv) == refuter {
                0
            } else if position.is_capture(mv) {
                1
            } else {
                2 + u32::from(mv.from() != king)
            }
        });
    }

    /// Makes a proven mate the first line.
    fn adopt_mate(&mut self, position: &Position, moves: u32) -> bool {
        // The line is found again from what was noted, which takes few nodes.
        self.mate_search.end = u64::MAX;
        let mut line = Vec::new();
        if self.mating_line(position, moves, &mut line).is_err()
            || line.len() != 2 * moves as usize - 1
        {
            return false;
        }
        let Some(index) = self.root_moves.iter().position(|root| Some(&root.mv) == line.first())
        else {
            return false;
        };
        self.root_moves[..=index].rotate_right(1);
        let root = &mut self.root_moves[0];
        root.value = value::mate_in(line.len());
        root.bound = Bound::Exact;
        root.depth = self.finished_depth;
        root.average = Some(root.value);
        root.seldepth = line.len();
        root.pv = line;
        let wanted = self.lines.len().max(1);
        let root = root.clone();
        self.lines.retain(|line| line.mv != root.mv);
        self.lines.insert(0, root);
        self.lines.truncate(wanted);
        true
    }

    fn mating_line(
        &mut self,
        position: &Position,
        moves: u32,
        line: &mut Vec<Move>,
    ) -> Result<(), OutOfNodes> {
        if !self.attack(position, moves, line.len())? {
            return Ok(());
        }
        let Some(mv) = self.recall(position, moves).and_then(Move::from_bits) else {
            return Ok(());
        };
        line.push(mv);
        let next = after(position, mv);
        self.further(&next, |attacker| attacker.longest_defence(&next, moves, line))
    }

    /// Goes on with the reply that holds out longest against a mate in `moves`.
    fn longest_defence(
        &mut self,
        position: &Position,
        moves: u32,
        line: &mut Vec<Move>,
    ) -> Result<(), OutOfNodes> {
        let mut longest = None;
        for reply in &position.legal_moves() {
            let next = after(position, reply);
            let ply = line.len() + 1;
            let left =
                self.further(&next, |attacker| attacker.moves_to_mate(&next, moves - 1, ply));
            if let Some(left) = left?
                && longest.is_none_or(|(most, _)| left > most)
            {
                longest = Some((left, reply));
            }
        }
        let Some((left, reply)) = longest else { return Ok(()) };
        line.push(reply);
        let next = after(position, reply);
        self.further(&next, |attacker| attacker.mating_line(&next, left, line))
    }

    /// In how many moves the mover mates, if in `most` at most.
    fn moves_to_mate(
        &mut self,
        position: &Position,
        most: u32,
        ply: usize,
    ) -> Result<Option<u32>, OutOfNodes> {
        for moves in 1..=most {
            if self.attack(position, moves, ply)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    fn recall(&self, position: &Position, moves: u32) -> Option<u16> {
        let key = mate_search_key(position, moves);
        let slot = self.mate_search.slots.get(key as usize % SLOTS)?;
        (slot.key == key).then_some(slot.answer)
    }

    fn note(&mut self, position: &Position, moves: u32, answer: u16) {
        if self.mate_search.slots.is_empty() {
            self.mate_search.slots.resize(SLOTS, Slot::default());
        }
        let key = mate_search_key(position, moves);
        self.mate_search.slots[key as usize % SLOTS] = Slot { key, answer };
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}

/// Whether the game is drawn by the fifty-move rule; a mate goes before it.
fn is_fifty_moves(position: &Position) -> bool {
    i32::from(position.halfmove_clock()) >= value::FIFTY_MOVES
}

fn mate_search_key(position: &Position, moves: u32) -> u64 {
    // Where the fifty-move rule can come before the mate, it matters what stands on the counter.
    let clock = u32::from(position.halfmove_clock());
    let is_in_time = clock + 2 * moves <= value::FIFTY_MOVES.unsigned_abs() + 1;
    let number = if is_in_time { moves } else { moves + (clock << 8) };
    position.key() ^ u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
