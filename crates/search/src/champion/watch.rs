//! What an observer is told about a node, apart from entering and leaving. Nothing
//! here is compiled where nobody watches.

use chess::{Move, Position};
use eval::IncrementalEvaluator;

use super::before::Before;
use super::frame::LEAD;
use super::margins::PLY;
use super::params;
use super::picker::{Context, Picker};
use super::searcher::SearchThread;
use super::value;
use crate::{Compared, DepthTerm, Node, Observer, Rule, Window};

/// What has changed the depth of a node, and so of all that is searched below
/// it, since it was entered.
#[derive(Clone, Copy)]
pub(super) struct Depths {
    entered: i32,
    /// Plies less, each for its reason.
    hindsight: i32,
    no_table_move: i32,
    good_moves: i32,
    /// Plies more.
    extension: i32,
    compared: (i32, i32),
}

impl Depths {
    /// As the node stands now.
    #[inline(always)]
    pub(super) fn of(before: &Before) -> Depths {
        let &Before { entered, hindsight, no_table_move, good_moves, .. } = before;
        let (extension, compared) = (0, (0, 0));
        Depths { entered, hindsight, no_table_move, good_moves, extension, compared }
    }

    /// At a move that is extended by so much, with what was compared for that.
    #[inline(always)]
    pub(super) fn extended(self, extension: i32, compared: (i32, i32)) -> Depths {
        Depths { extension, compared, ..self }
    }

    /// How much less deep a child is searched than its move alone would make it.
    /// Below the horizon there is no depth.
    #[inline(always)]
    pub(super) fn less(self, searched: i32) -> i32 {
        self.entered - 1 - searched.max(0)
    }

    /// The terms behind that, `more` of them by what is said of the move itself.
    pub(super) fn terms(
        self,
        searched: i32,
        more: impl IntoIterator<Item = DepthTerm>,
    ) -> Vec<DepthTerm> {
        let extension = match self.extension {
            less if less == -params::not_alone() => "negative extension",
            ..0 => "negative extension after multicut",
            _ => "singular extension",
        };
        let (value, bound) = self.compared;
        let mut terms = vec![
            whole("hindsight", self.hindsight),
            whole("internal iterative reduction", self.no_table_move),
            whole("alpha raised", self.good_moves),
            whole(extension, -self.extension).comparing(value::score(value), value::score(bound)),
        ];
        terms.extend(more);
        terms.push(whole("horizon", searched.min(0)));
        terms
    }
}

/// What becomes of a late move's reduction, in parts of a ply, where whole plies
/// are searched: `asked` of them by what the reduction says, and `searched` by what
/// is allowed.
pub(super) fn rounded(reduction: i32, asked: i32, searched: i32) -> [DepthTerm; 2] {
    let limit = if asked < searched { "least depth" } else { "most depth" };
    [DepthTerm::new("rounding", reduction / PLY * PLY - reduction), whole(limit, asked - searched)]
}

fn whole(name: &'static str, plies: i32) -> DepthTerm {
    DepthTerm::new(name, plies * PLY)
}

impl<J: IncrementalEvaluator, O: Observer> SearchThread<'_, J, O> {
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

    /// A move loses more than `least` by SEE and is left out.
    pub(super) fn skip_by_see(&mut self, position: &Position, mv: Move, least: i32) {
        if O::WATCHES {
            let compared = Compared::Material(position.see(mv), least);
            self.observer.skip(mv, Rule::See, compared);
        }
    }

    /// A move is left out because not even `hope` reaches alpha.
    #[inline(always)]
    pub(super) fn skip_hopeless(&mut self, mv: Move, rule: Rule, hope: i32, alpha: i32) {
        let compared = Compared::Values(value::score(hope), value::score(alpha));
        self.observer.skip(mv, rule, compared);
    }

    /// From now on quiet moves are left out: those that the picker has not handed
    /// out after move number `tried`, where only `most` are tried.
    #[inline(always)]
    pub(super) fn skip_late(
        &mut self,
        position: &Position,
        context: &Context,
        picker: Picker,
        (tried, most): (i32, i32),
    ) {
        if O::WATCHES {
            let mut without_quiets = picker;
            without_quiets.skip_quiets();
            let rest = self.rest(position, context, picker);
            let kept = self.rest(position, context, without_quiets);
            for (number, mv) in (tried + 1..).zip(rest) {
                if !kept.contains(&mv) {
                    self.skip_number(mv, number, most);
                }
            }
        }
    }

    /// A move is left out because of its number.
    #[inline(always)]
    pub(super) fn skip_number(&mut self, mv: Move, number: i32, most: i32) {
        let compared = Compared::Moves(number.unsigned_abs(), most.unsigned_abs());
        self.observer.skip(mv, Rule::LateMove, compared);
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
    pub(super) fn foresee(&mut self, position: &Position, context: &Context, picker: Picker) {
        if O::WATCHES {
            let moves = self.rest(position, context, picker);
            self.observer.order(&moves);
        }
    }

    /// Tells the observer of a cut-off and of the moves nobody will look at.
    #[inline(always)]
    pub(super) fn tell_cut(
        &mut self,
        position: &Position,
        context: &Context,
        picker: Picker,
        tried: i32,
    ) {
        if O::WATCHES {
            let unseen = self.rest(position, context, picker);
            self.observer.cut(tried as usize - 1, &unseen);
        }
    }

    /// The moves that a picker would hand out; what it has done so far stays as it is.
    fn rest(&mut self, position: &Position, context: &Context, mut picker: Picker) -> Vec<Move> {
        let first = picker.first();
        let kept = self.memory.moves.above(first);
        let mut moves = Vec::new();
        while let Some(mv) =
            picker.next(position, context, &self.memory.histories, &mut self.memory.moves)
        {
            moves.push(mv);
        }
        self.memory.moves.restore(first, &kept);
        moves
    }
}
