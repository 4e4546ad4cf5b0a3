//! How long the review of a game of forty moves takes, with words.

use std::sync::Arc;
use std::time::Instant;

use plywise_coach::practice::of_pgn;
use plywise_coach::{GameSummary, ReviewOrder, review, words};

use crate::Order;
use crate::games::pgns;

/// Plies of a game of forty moves.
const PLIES: usize = 80;
/// The page's usual effort: nodes a position, and what its threads use.
const USUAL: ReviewOrder =
    ReviewOrder { nodes: 200_000, threads: 2, hash_mib: 16, words: true, tables: None };

/// Prints the time of each review, and what is said about the game.
pub(crate) fn measure(order: &Order) -> Result<(), String> {
    let games = pgns(&order.games)?.into_iter().filter_map(|pgn| of_pgn(&pgn));
    let long = games.map(|(game, _)| game).filter(|game| game.moves().len() >= PLIES);
    for mut game in long.take(order.review) {
        while game.moves().len() > PLIES {
            game.undo();
        }
        let begun = Instant::now();
        let reviewed = review(&game, &USUAL, &Arc::default(), &|_, _, _| {});
        let reviewed = reviewed.map_err(|error| error.to_string())?;
        let seconds = begun.elapsed().as_secs_f64();
        let told = reviewed.moves.iter().filter(|one| one.said.is_some());
        println!("{seconds:.1} s for {PLIES} plies on {} threads", USUAL.threads);
        for one in told {
            let summary = one.said.as_ref().and_then(words::summary).unwrap_or_default();
            println!("{}  {summary}", words::numbered(&one.position, one.mv));
        }
        println!("{}", words::of_game(&reviewed, &GameSummary::of(&reviewed, None)).join(" "));
    }
    Ok(())
}
