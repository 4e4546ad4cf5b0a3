//! How long a player thinks.

use std::time::{Duration, Instant};

use chess::Game;
use engine::{Limits, Player, Signals};

use crate::matches::rated;

pub(crate) const RATINGS: [u32; 6] = [600, 900, 1200, 1499, 2000, 2400];
/// Plies of the game that each rating plays with itself.
const PLIES: usize = 120;

/// Times the moves of players who play with themselves; moves from the book are left out.
pub(crate) fn time(ratings: &[u32]) -> Result<(), String> {
    println!("| rating | moves | ms a move | worst | nodes a move |\n|---|---|---|---|---|");
    for &rating in ratings {
        let mut player = Player::seat(&rated(rating), 1).map_err(|error| error.to_string())?;
        let mut game = Game::default();
        let (mut moves, mut nodes) = (0, 0);
        let (mut total, mut worst) = (Duration::ZERO, Duration::ZERO);
        while game.end().is_none() && game.moves().len() < PLIES {
            let begun = Instant::now();
            let decision = player.decide(&game, &Limits::default(), &Signals::new());
            let decision = decision.map_err(|error| error.to_string())?;
            let Some(mv) = decision.mv else { break };
            if !decision.is_from_book {
                let took = begun.elapsed();
                (moves, nodes) = (moves + 1, nodes + decision.nodes);
                (total, worst) = (total + took, worst.max(took));
            }
            game.play(mv).map_err(|error| error.to_string())?;
        }
        let all = f64::from(moves.max(1));
        println!(
            "| {rating} | {moves} | {:.1} | {:.1} | {:.0} |",
            1000.0 * total.as_secs_f64() / all,
            1000.0 * worst.as_secs_f64(),
            nodes as f64 / all
        );
    }
    Ok(())
}
