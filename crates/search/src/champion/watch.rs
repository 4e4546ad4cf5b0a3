//! What an observer is told about a node, beside entering and leaving. Nothing
//! here is compiled where nobody watches.

use chess::{Move, Position};
use eval::Judge;

use super::frame::LEAD;
use super::picker::{Context, Picker};
use super::searcher::Searcher;
use super::value;
use crate::{Node, Observer, Rule, Window};

impl<J: Judge, O: Observer> Searcher<'_, J, O> {
    /// Tells the observer that a node is entered.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) {
        if O::WATCHES {
            let frames = &self.memory.frames;
            // A second look at the same node (without one move, or without
            // depth) has no move of its own; nor has the root.
            let mv = if ply == 0 { None } else { frames[LEAD + ply - 1].mv };
            let window = Window { alpha: value::score(alpha), beta: value::score(beta) };
            self.observer.enter(&Node { position, mv, ply, depth, window });
        }
    }

    /// A move loses more than `least` in the exchange and is left out.
    pub(super) fn skip_exchange(&mut self, position: &Position, mv: Move, least: i32) {
        if O::WATCHES {
            let loss = value::score(position.exchange(mv));
            self.observer.skip(mv, Rule::Exchange, loss, value::score(least));
        }
    }

    /// The next node is searched so many plies less deep.
    #[inline(always)]
    pub(super) fn tell_reduction(&mut self, plies: i32) {
        if O::WATCHES && plies > 0 {
            self.observer.reduce(plies as u32);
        }
    }

    /// Tells the observer in which order moves are going to be tried, as far as
    /// it is known before the first of them has taught anything.
    #[inline(always)]
    pub(super) fn foresee(&mut self, position: &Position, context: &Context, mut picker: Picker) {
        if O::WATCHES {
            let moves = self.rest(position, context, &mut picker);
            self.observer.order(&moves);
        }
    }

    /// Tells the observer of a cut-off and of the moves nobody will look at.
    #[inline(always)]
    pub(super) fn tell_cut(
        &mut self,
        position: &Position,
        context: &Context,
        mut picker: Picker,
        tried: i32,
    ) {
        if O::WATCHES {
            let unseen = self.rest(position, context, &mut picker);
            self.observer.cut(tried as usize - 1, &unseen);
        }
    }

    fn rest(&mut self, position: &Position, context: &Context, picker: &mut Picker) -> Vec<Move> {
        let above = self.memory.moves.len();
        let mut moves = Vec::new();
        while let Some(mv) =
            picker.next(position, context, &self.memory.histories, &mut self.memory.moves)
        {
            moves.push(mv);
        }
        self.memory.moves.truncate(above);
        moves
    }
}
