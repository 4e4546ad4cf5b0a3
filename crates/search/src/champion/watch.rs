//! What an observer is told about a node, beside entering and leaving. Nothing
//! here is compiled where nobody watches.

use chess::{Move, Position};
use eval::Judge;

use super::frame::LEAD;
use super::margins::PLY;
use super::node::Before;
use super::params;
use super::picker::{Context, Picker};
use super::searcher::Searcher;
use super::value;
use crate::{DepthTerm, Node, Observer, Rule, Window};

/// What has changed the depth of a node, and so of all that is searched below
/// it, since it was entered.
#[derive(Clone, Copy)]
pub(super) struct Depths {
    entered: i32,
    in_hindsight: i32,
    with_table: i32,
    now: i32,
    extension: i32,
    compared: (i32, i32),
}

impl Depths {
    /// Before any move was searched.
    #[inline(always)]
    pub(super) fn of(before: &Before) -> Depths {
        let &Before { depth, entered, in_hindsight, .. } = before;
        let (extension, compared) = (0, (0, 0));
        Depths { entered, in_hindsight, with_table: depth, now: depth, extension, compared }
    }

    /// At a move: what is left now, perhaps a good move later, and by how much the
    /// move is extended, with what was compared for that.
    #[inline(always)]
    pub(super) fn at(self, now: i32, extension: i32, compared: (i32, i32)) -> Depths {
        Depths { now, extension, compared, ..self }
    }

    /// How much less deep a child is searched than its move alone would make it.
    #[inline(always)]
    pub(super) fn less(self, searched: i32) -> i32 {
        self.entered - 1 - searched
    }

    /// The terms behind that, `more` of them by what is said of the move itself.
    pub(super) fn terms(self, more: impl IntoIterator<Item = DepthTerm>) -> Vec<DepthTerm> {
        let whole = |name, plies: i32| DepthTerm::new(name, plies * PLY);
        let extension = match self.extension {
            less if less == -params::not_alone() => "not the only good move",
            ..0 => "one of many good moves",
            _ => "singular",
        };
        let (value, bound) = self.compared;
        let mut terms = vec![
            whole("in hindsight", self.entered - self.in_hindsight),
            whole("no move from the table", self.in_hindsight - self.with_table),
            whole("after a good move", self.with_table - self.now),
            whole(extension, -self.extension).comparing(value::score(value), value::score(bound)),
        ];
        terms.extend(more);
        terms
    }
}

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

    /// The next node is searched so many plies less deep, deeper where that is
    /// negative, because of these terms.
    #[inline(always)]
    pub(super) fn tell_depth(&mut self, plies: i32, terms: impl FnOnce() -> Vec<DepthTerm>) {
        if O::WATCHES && plies != 0 {
            match u32::try_from(plies) {
                Ok(less) => self.observer.reduce(less),
                Err(_) => self.observer.extend(plies.unsigned_abs()),
            }
            let mut terms = terms();
            terms.retain(|term| term.amount != 0);
            self.observer.weigh(&terms);
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
