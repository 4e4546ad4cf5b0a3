//! Positions from inside the search: what an evaluation is really asked about.

use chess::Position;
use search::Signals;

use super::game::play_with;
use super::{Effort, MoveRequest, RandomStart, Rules, Thinker};
use crate::Dice;
use crate::packed::{PackedPly, PlayedGame};

/// Plays a game and returns, instead of it, one position of each search on the
/// way, scored by a search of its own. Each is a game of a single ply with the
/// result of the game it was found in. `None` if `stop` is raised before the game
/// is over.
pub fn sample_tree(
    start: &RandomStart,
    rules: &Rules,
    thinker: &mut impl Thinker,
    dice: &mut Dice,
    stop: &Signals,
) -> Option<Vec<PlayedGame>> {
    thinker.new_game();
    let mut kept = Vec::new();
    let game = play_with(start, rules, stop, |position, keys, effort| {
        let (thought, sample) =
            thinker.sample(MoveRequest { position, history: keys, effort }, dice);
        kept.extend(sample.and_then(|sample| scored(&sample, effort, thinker)));
        thought
    })?;
    for position in &mut kept {
        position.outcome = game.outcome;
        position.ending = game.ending;
    }
    Some(kept)
}

fn scored(
    position: &Position,
    effort: Effort<'_>,
    thinker: &mut impl Thinker,
) -> Option<PlayedGame> {
    let (mv, score) = thinker.think(MoveRequest { position, history: &[], effort })?;
    let white = score.for_white(position.turn());
    let mut game = PlayedGame::new(*position);
    game.plies.push(PackedPly { mv, score: Some(white.to_i16()) });
    Some(game)
}
