//! Openings: random moves, unless they decide the game.

use chess::{Move, Position};

use super::{Rules, Thinker};
use crate::Dice;

/// A start of a game: where it begins and the random moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// Where the game begins.
    pub from: Position,
    /// The moves that dice chose.
    pub moves: Vec<Move>,
    /// Where these lead to.
    pub position: Position,
}

/// How often a lopsided opening is thrown again before it is taken all the
/// same: never felt in practice, but nothing may loop for ever.
const MOST_THROWS: u32 = 1_000;

/// Rolls an opening from `from`: a random number of random plies, within
/// `rules`, that leads to a position where the game goes on and a cheap search
/// sees neither side far ahead.
pub fn opening(
    from: &Position,
    rules: &Rules,
    thinker: &mut impl Thinker,
    dice: &mut Dice,
) -> Start {
    let mut start = Start { from: *from, moves: Vec::new(), position: *from };
    for _ in 0..MOST_THROWS {
        start = throw(from, rules, dice);
        if start.position.has_legal_move() && is_open(&start, rules, thinker) {
            break;
        }
    }
    start
}

fn throw(from: &Position, rules: &Rules, dice: &mut Dice) -> Start {
    let (least, most) = (*rules.random_plies.start(), *rules.random_plies.end());
    let plies = least + dice.below((most.saturating_sub(least) + 1) as usize) as u32;
    let mut start = Start { from: *from, moves: Vec::new(), position: *from };
    for _ in 0..plies {
        let legal = start.position.legal_moves();
        let Some(&mv) = legal.get(dice.below(legal.len())) else { break };
        start.position.play_unchecked(mv);
        start.moves.push(mv);
    }
    start
}

fn is_open(start: &Start, rules: &Rules, thinker: &mut impl Thinker) -> bool {
    let position = &start.position;
    if rules.opening_nodes == 0 {
        return true;
    }
    if position.has_insufficient_material() {
        return false;
    }
    thinker.new_game();
    let thought = thinker.think(position, &[], rules.opening_nodes);
    thought.is_some_and(|(_, score)| score.raw().abs() <= rules.opening_bound)
}
