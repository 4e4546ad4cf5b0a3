//! In which order moves are tried.
//!
//! Alpha-beta visits the fewest nodes when the best move comes first, and then
//! only about the square root of what minimax visits. The reports each have
//! their own idea of which move that might be; the last three orders are what
//! engines use.

use chess::{Color, Move, MoveList, Position, Role};
use eval::Evaluator;

use crate::MAX_PLY;

/// An idea of which moves to try first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveOrder {
    /// As the generator lists them.
    None,
    /// Report T: captures, pawns that take pieces first among them, then
    /// checks, promotions, castling.
    Forcing,
    /// Report J: promotions that take, promotions, captures by the weight of what is taken.
    Weight,
    /// Report A: pieces by descending value of the piece that moves.
    Value,
    /// Report P: by the evaluation of the position after the move.
    Evaluation,
    /// Most valuable victim first, least valuable attacker among equals.
    MvvLva,
    /// As `MvvLva`, then the quiet moves that cut off at this ply before.
    Killers,
    /// As `Killers`, then quiet moves by how often they cut off anywhere.
    History,
    /// The best move first, by the values that the search is to find: no guess, but what a
    /// perfect guess would save. Only `alphabeta` knows it, and the lookup is not counted.
    Best,
    /// The worst move first, by the same values.
    Worst,
}

impl MoveOrder {
    /// The orders that `alphabeta` knows: as the generator lists them, and by true values.
    pub const TRUE: [MoveOrder; 3] = [MoveOrder::None, MoveOrder::Best, MoveOrder::Worst];

    /// All guesses, in the order of the lesson.
    pub const ALL: [MoveOrder; 8] = [
        MoveOrder::None,
        MoveOrder::Forcing,
        MoveOrder::Weight,
        MoveOrder::Value,
        MoveOrder::Evaluation,
        MoveOrder::MvvLva,
        MoveOrder::Killers,
        MoveOrder::History,
    ];

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            MoveOrder::None => "none",
            MoveOrder::Forcing => "forcing",
            MoveOrder::Weight => "weight",
            MoveOrder::Value => "value",
            MoveOrder::Evaluation => "evaluation",
            MoveOrder::MvvLva => "mvv",
            MoveOrder::Killers => "killers",
            MoveOrder::History => "history",
            MoveOrder::Best => "best",
            MoveOrder::Worst => "worst",
        }
    }

    /// Whether moves are sorted by what they are worth, not by a guess.
    pub const fn is_true(self) -> bool {
        matches!(self, MoveOrder::Best | MoveOrder::Worst)
    }

    /// The guess with this name.
    pub fn by_name(name: &str) -> Option<MoveOrder> {
        MoveOrder::ALL.into_iter().find(|order| order.name() == name)
    }
}

/// Puts moves in order, and learns from cut-offs where the order says so.
pub struct Orderer<'a> {
    order: MoveOrder,
    evaluator: &'a dyn Evaluator,
    killers: Box<[[Option<Move>; 2]; MAX_PLY + 1]>,
    /// Cut-offs by quiet moves, by side, origin and target, weighted by depth.
    history: Box<[[[i32; 64]; 64]; 2]>,
}

/// What pieces weigh when captures are sorted.
const fn weight(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 3,
        Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 10,
    }
}

/// Captures stand above everything quiet.
const NOISY: i32 = 1 << 28;
/// Killers stand above other quiet moves.
const KILLER: i32 = 1 << 26;
/// Where history stops growing.
const HISTORY_LIMIT: i32 = 1 << 24;

impl<'a> Orderer<'a> {
    /// An orderer that has learnt nothing yet.
    pub fn new(order: MoveOrder, evaluator: &'a dyn Evaluator) -> Orderer<'a> {
        Orderer {
            order,
            evaluator,
            killers: Box::new([[None; 2]; MAX_PLY + 1]),
            history: Box::new([[[0; 64]; 64]; 2]),
        }
    }

    /// Sorts `moves` of `position`, best first, `first` before all others.
    /// Moves that are worth the same keep the generator's order.
    pub fn sort(&self, position: &Position, moves: &mut MoveList, ply: usize, first: Option<Move>) {
        if self.order == MoveOrder::None && first.is_none() {
            return;
        }
        let mut keyed: [(i32, u16); 256] = [(0, 0); 256];
        let len = moves.len().min(keyed.len());
        for (slot, &mv) in keyed.iter_mut().zip(moves.iter()) {
            let value = if Some(mv) == first { i32::MAX } else { self.value(position, mv, ply) };
            *slot = (value, mv.to_bits());
        }
        let keyed = &mut keyed[..len];
        keyed.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        for (place, &(_, bits)) in moves.iter_mut().zip(keyed.iter()) {
            // Bits of a move are never 0.
            *place = Move::from_bits(bits).unwrap_or(*place);
        }
    }

    /// A quiet move cut off: remember it.
    pub fn remember(&mut self, position: &Position, mv: Move, ply: usize, depth: u32) {
        if position.is_capture(mv) || mv.promoted().is_some() {
            return;
        }
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(mv)
        {
            killers[1] = killers[0].replace(mv);
        }
        let entry = self.history_entry(position.turn(), mv);
        *entry = (*entry + (depth * depth) as i32).min(HISTORY_LIMIT);
    }

    fn history_entry(&mut self, turn: Color, mv: Move) -> &mut i32 {
        &mut self.history[turn.index()][mv.from().index()][mv.to().index()]
    }

    fn value(&self, position: &Position, mv: Move, ply: usize) -> i32 {
        let mover = position.role_at(mv.from()).unwrap_or(Role::Pawn);
        let taken = position.captured(mv);
        match self.order {
            // True values are not known here: `alphabeta` sorts by them itself.
            MoveOrder::None | MoveOrder::Best | MoveOrder::Worst => 0,
            MoveOrder::Forcing => match taken {
                Some(taken) if mover == Role::Pawn && taken != Role::Pawn => 5,
                Some(_) => 4,
                None if position.gives_check(mv) => 3,
                None if mv.promoted().is_some() => 2,
                None if mv.is_castling() => 1,
                None => 0,
            },
            MoveOrder::Weight => match (mv.promoted(), taken) {
                (Some(role), Some(taken)) => 200 + 10 * weight(role) + weight(taken),
                (Some(role), None) => 100 + weight(role),
                (None, Some(taken)) => weight(taken),
                (None, None) => 0,
            },
            MoveOrder::Value => weight(mover),
            MoveOrder::Evaluation => {
                let mut next = *position;
                next.play_unchecked(mv);
                (-self.evaluator.evaluate(&next)).raw()
            }
            MoveOrder::MvvLva => noisy_value(mover, taken, mv).unwrap_or(0),
            MoveOrder::Killers => noisy_value(mover, taken, mv)
                .unwrap_or_else(|| if self.is_killer(mv, ply) { KILLER } else { 0 }),
            MoveOrder::History => noisy_value(mover, taken, mv).unwrap_or_else(|| {
                let of_side = &self.history[position.turn().index()];
                let learnt = of_side[mv.from().index()][mv.to().index()];
                if self.is_killer(mv, ply) { KILLER + learnt } else { learnt }
            }),
        }
    }

    fn is_killer(&self, mv: Move, ply: usize) -> bool {
        self.killers.get(ply).is_some_and(|killers| killers.contains(&Some(mv)))
    }
}

/// The victim counts more than any difference between attackers; `None` for quiet moves.
fn noisy_value(mover: Role, taken: Option<Role>, mv: Move) -> Option<i32> {
    if taken.is_none() && mv.promoted().is_none() {
        return None;
    }
    let victim = taken.map_or(0, weight) + mv.promoted().map_or(0, weight);
    Some(NOISY + 32 * victim - weight(mover))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_moves(order: MoveOrder, fen: &str, count: usize) -> Vec<String> {
        let position: Position = fen.parse().unwrap();
        let orderer = Orderer::new(order, eval::by_name("material").unwrap());
        let mut moves = position.legal_moves();
        orderer.sort(&position, &mut moves, 0, None);
        moves.iter().take(count).map(|mv| format!("{mv:?}")).collect()
    }

    const RICH: &str = "1n2k2r/P5P1/8/3q4/4P3/5N2/8/R3K2R w KQk - 0 1";

    #[test]
    fn each_order_has_its_favourite() {
        assert_eq!(first_moves(MoveOrder::Forcing, RICH, 1), ["e4d5"]);
        assert_eq!(first_moves(MoveOrder::Weight, RICH, 1), ["g7h8q"]);
        assert_eq!(first_moves(MoveOrder::Value, RICH, 1)[0][..2], *"e1");
        assert_eq!(first_moves(MoveOrder::Evaluation, RICH, 1), ["g7h8q"]);
        assert_eq!(first_moves(MoveOrder::MvvLva, RICH, 1), ["g7h8q"]);
    }

    #[test]
    fn killers_and_history_are_learnt() {
        let position = Position::start();
        let material = eval::by_name("material").unwrap();
        let killer = position.parse_uci("h2h4").unwrap();
        for order in [MoveOrder::Killers, MoveOrder::History] {
            let mut orderer = Orderer::new(order, material);
            orderer.remember(&position, killer, 3, 2);
            let mut moves = position.legal_moves();
            orderer.sort(&position, &mut moves, 3, None);
            assert_eq!(moves[0], killer);
            let mut elsewhere = position.legal_moves();
            orderer.sort(&position, &mut elsewhere, 4, None);
            assert_eq!(elsewhere[0] == killer, order == MoveOrder::History);
        }
    }

    #[test]
    fn sorting_loses_no_move_and_obeys_first() {
        for order in MoveOrder::ALL {
            let position: Position = RICH.parse().unwrap();
            let orderer = Orderer::new(order, eval::by_name("pst").unwrap());
            let before = position.legal_moves();
            let first = before[before.len() - 1];
            let mut after = before.clone();
            orderer.sort(&position, &mut after, 0, Some(first));
            assert_eq!(after[0], first);
            let bits = |moves: &MoveList| {
                let mut bits: Vec<u16> = moves.iter().map(|mv| mv.to_bits()).collect();
                bits.sort_unstable();
                bits
            };
            assert_eq!(bits(&before), bits(&after));
            assert_eq!(MoveOrder::by_name(order.name()), Some(order));
        }
    }
}
