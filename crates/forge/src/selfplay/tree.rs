//! Positions from inside the search: what an evaluation is really asked about.

use chess::{Color, Position};

use super::game::play_with;
use super::{Rules, Start, Thinker};
use crate::Dice;
use crate::packed::{PlayedGame, Ply};

/// Plays a game and returns, instead of it, one position of each search on the
/// way, scored by a search of its own. Each is a game of a single ply with the
/// result of the game it was found in.
pub fn sample_tree(
    start: &Start,
    rules: &Rules,
    thinker: &mut impl Thinker,
    dice: &mut Dice,
) -> Vec<PlayedGame> {
    thinker.new_game();
    let mut kept = Vec::new();
    let game = play_with(start, rules, |position, keys| {
        let (thought, sample) = thinker.sample(position, keys, rules.nodes, dice);
        kept.extend(sample.and_then(|sample| scored(&sample, rules, thinker)));
        thought
    });
    for position in &mut kept {
        position.outcome = game.outcome;
        position.ending = game.ending;
    }
    kept
}

fn scored(position: &Position, rules: &Rules, thinker: &mut impl Thinker) -> Option<PlayedGame> {
    let (mv, score) = thinker.think(position, &[], rules.nodes)?;
    let white = match position.turn() {
        Color::White => score,
        Color::Black => -score,
    };
    let mut game = PlayedGame::new(*position);
    game.plies.push(Ply { mv, score: Some(white.to_i16()) });
    Some(game)
}
