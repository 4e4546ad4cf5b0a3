//! A network that follows a search.

use std::sync::Arc;

use chess::{Color, Move, Position};

use super::accumulator::RefreshCache;
use super::features::{Change, Perspective};
use super::kernel::{Backend, Rows};
use super::network::{Network, WeightBlock, output_bucket};
use crate::{IncrementalEvaluator, Score};

/// The network with accumulators for each ply of the line being searched.
///
/// Moves only note what they change; sums are made when a position is
/// evaluated, from the nearest position above whose sums are known. Many
/// positions are never evaluated, and their moves cost next to nothing.
pub struct IncrementalNnue {
    network: Arc<Network>,
    backend: Backend,
    /// A slot for each move played from the root; the root's is the first.
    slots: Vec<Slot>,
    /// Two accumulators for each slot, White's first.
    accumulators: Vec<WeightBlock>,
    /// The slot of the current position. What follows is left over.
    top: usize,
    /// For each ply whether it was a move; a pass shares the slot before it.
    moves: Vec<bool>,
    cache: RefreshCache,
}

/// What is known about one position of the line.
#[derive(Clone, Copy)]
struct Slot {
    /// What led here; `None` for the root.
    change: Option<Change>,
    /// Whether a side's king left its zone on its way here, so that its view
    /// cannot be had from the slot before.
    crossed: [bool; 2],
    /// Whose accumulator is up to date.
    ready: [bool; 2],
}

impl Slot {
    const ROOT: Slot = Slot { change: None, crossed: [false; 2], ready: [false; 2] };
}

/// Room made at the beginning, in plies; more is made when a search goes deeper.
const ROOM: usize = 128;

impl IncrementalNnue {
    /// An incremental evaluator with the fastest arithmetic that this CPU is capable of.
    pub fn new(network: Arc<Network>) -> IncrementalNnue {
        IncrementalNnue::with_backend(network, Backend::best())
    }

    /// An incremental evaluator with this arithmetic.
    pub fn with_backend(network: Arc<Network>, backend: Backend) -> IncrementalNnue {
        let cache = RefreshCache::new(&network);
        let accumulators = vec![WeightBlock::ZERO; ROOM * 2 * network.blocks];
        let slots = vec![Slot::ROOT; ROOM];
        IncrementalNnue { network, backend, slots, accumulators, top: 0, moves: Vec::new(), cache }
    }

    /// Brings one side's accumulator of the current position up to date.
    #[inline]
    fn prepare(&mut self, color: Color, position: &Position) {
        let side = color.index();
        let view = self.network.view(color, position.king(color));
        let mut known = self.top;
        while !self.slots[known].ready[side] {
            if known == 0 || self.slots[known].crossed[side] {
                return self.refresh(view, position);
            }
            known -= 1;
        }
        for slot in known + 1..=self.top {
            self.follow(slot, view);
        }
    }

    /// Makes a slot's accumulator from the one before.
    #[inline]
    fn follow(&mut self, slot: usize, view: Perspective) {
        let side = view.color.index();
        let (network, backend, blocks) = (&*self.network, self.backend, self.network.blocks);
        let (before, after) = self.accumulators.split_at_mut(2 * slot * blocks);
        let from = &before[(2 * (slot - 1) + side) * blocks..][..blocks];
        let to = &mut after[side * blocks..][..blocks];
        let row = |feature| network.row(view.row(feature));
        match self.slots[slot].change {
            None => to.copy_from_slice(from),
            Some(Change::Step { added, removed }) => {
                backend.update(to, Rows { from, added: [row(added)], removed: [row(removed)] });
            }
            Some(Change::Capture { added, removed }) => {
                backend.update(to, Rows { from, added: [row(added)], removed: removed.map(row) });
            }
            Some(Change::Castling { added, removed }) => {
                backend.update(to, Rows { from, added: added.map(row), removed: removed.map(row) });
            }
        }
        self.slots[slot].ready[side] = true;
    }

    /// Makes the current accumulator from the last one seen with the same view.
    #[cold]
    fn refresh(&mut self, view: Perspective, position: &Position) {
        let side = view.color.index();
        let blocks = self.network.blocks;
        let to = &mut self.accumulators[(2 * self.top + side) * blocks..][..blocks];
        self.cache.sum(&self.network, self.backend, view, position.board(), to);
        self.slots[self.top].ready[side] = true;
    }
}

impl IncrementalEvaluator for IncrementalNnue {
    fn start(&mut self, _: &Position) {
        self.top = 0;
        self.moves.clear();
        self.slots[0] = Slot::ROOT;
    }

    #[inline]
    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        self.moves.push(true);
        self.top += 1;
        if self.top == self.slots.len() {
            self.slots.push(Slot::ROOT);
            self.accumulators.resize(self.slots.len() * 2 * self.network.blocks, WeightBlock::ZERO);
        }
        let us = before.turn();
        let mut crossed = [false; 2];
        let zone = |position: &Position| self.network.king_buckets.zone(us, position.king(us));
        crossed[us.index()] = zone(before) != zone(after);
        self.slots[self.top] =
            Slot { change: Some(Change::of(before, mv)), crossed, ready: [false; 2] };
    }

    #[inline]
    fn pass(&mut self, _: &Position) {
        self.moves.push(false);
    }

    #[inline]
    fn undo(&mut self) {
        let last = self.moves.pop();
        debug_assert!(last.is_some(), "nothing was played");
        if last == Some(true) {
            self.top -= 1;
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Score {
        self.prepare(Color::White, position);
        self.prepare(Color::Black, position);
        let blocks = self.network.blocks;
        let (white, black) =
            self.accumulators[2 * self.top * blocks..][..2 * blocks].split_at(blocks);
        let (us, them) = match position.turn() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        Score::cp(self.network.output(self.backend, us, them, output_bucket(position.board())))
    }
}
