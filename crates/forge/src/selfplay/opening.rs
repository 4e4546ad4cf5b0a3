//! Openings: random moves, unless they decide the game.

use chess::{Move, Position};
use search::Signals;

use super::{Effort, MoveRequest, Rules, Thinker};
use crate::Dice;

/// A start of a game: where it begins and the random moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomStart {
    /// Where the game begins.
    pub from: Position,
    /// The moves that dice chose.
    pub moves: Vec<Move>,
    /// Where these lead to.
    pub position: Position,
    /// Whether the game goes on there with neither side far ahead.
    pub is_open: bool,
}

/// How often a lopsided opening is thrown again: never felt in practice, but
/// nothing may loop for ever.
pub const MOST_THROWS: u32 = 1_000;

/// Rolls an opening from `from`: a random number of random plies, within
/// `rules`, that leads to a position where the game goes on and a cheap search
/// sees neither side far ahead. If [`MOST_THROWS`] lead to none, it is the last
/// of them and not open. `None` if `stop` is raised before.
pub fn opening(
    from: &Position,
    rules: &Rules,
    thinker: &mut impl Thinker,
    dice: &mut Dice,
    stop: &Signals,
) -> Option<RandomStart> {
    let effort = Effort { nodes: rules.opening_nodes, stop };
    let mut throws = 0;
    loop {
        let mut start = throw(from, rules, dice);
        throws += 1;
        start.is_open = is_open(&start.position, rules, thinker, effort);
        if effort.is_stopped() {
            return None;
        }
        if start.is_open || throws == MOST_THROWS {
            return Some(start);
        }
    }
}

fn throw(from: &Position, rules: &Rules, dice: &mut Dice) -> RandomStart {
    let (least, most) = (*rules.random_plies.start(), *rules.random_plies.end());
    let plies = least + dice.below((most.saturating_sub(least) + 1) as usize) as u32;
    let mut start = RandomStart { from: *from, moves: Vec::new(), position: *from, is_open: false };
    for _ in 0..plies {
        let legal = start.position.legal_moves();
        let Some(&mv) = legal.get(dice.below(legal.len())) else { break };
        start.position.play_unchecked(mv);
        start.moves.push(mv);
    }
    start
}

fn is_open(
    position: &Position,
    rules: &Rules,
    thinker: &mut impl Thinker,
    effort: Effort<'_>,
) -> bool {
    if !position.has_legal_move() {
        return false;
    }
    if rules.opening_nodes == 0 {
        return true;
    }
    if position.has_insufficient_material() {
        return false;
    }
    thinker.new_game();
    let thought = thinker.think(MoveRequest { position, history: &[], effort });
    thought.is_some_and(|(_, score)| score.raw().abs() <= rules.opening_bound)
}
