//! Games of minimax against a random player, for the lesson on it.

use chess::{Color, End, Game, Move, Position};
use search::ladder::{Algorithm, Rung, Store};
use search::{Options, Task};

use super::table;
use crate::tables::material;

/// Games of each depth.
const GAMES: u64 = 100;
/// The depths that play.
const DEPTHS: [u32; 2] = [1, 2];

/// How minimax did.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    drawn: u64,
    lost: u64,
}

/// Minimax against random moves, depth by depth.
pub(super) fn against_random() -> String {
    let rows = DEPTHS.map(|depth| {
        let mut tally = Tally::default();
        for seed in 0..GAMES {
            let own = if seed.is_multiple_of(2) { Color::White } else { Color::Black };
            match winner(depth, own, seed) {
                Some(color) if color == own => tally.won += 1,
                Some(_) => tally.lost += 1,
                None => tally.drawn += 1,
            }
        }
        let counts = [tally.won, tally.drawn, tally.lost].map(|count| count.to_string());
        [format!("`minimax:depth={depth}`")].into_iter().chain(counts).collect()
    });
    format!(
        "{GAMES} games each with `material`, half of them as White; the seeds of `random` are 0 to {}.\n\
         A draw is claimed as soon as the rules allow it.\n\n",
        GAMES - 1
    ) + &table(&["against `random`", "won", "drawn", "lost"], rows)
}

/// Who wins a game in which one side looks ahead and the other plays at random.
fn winner(depth: u32, own: Color, seed: u64) -> Option<Color> {
    let looking = Algorithm::plain(Rung::Minimax);
    let options = Options { seed, ..Options::default() };
    let random = Algorithm { options, ..Algorithm::plain(Rung::Random) };
    let mut game = Game::new(Position::start());
    loop {
        match game.end() {
            Some(End::Checkmate(color)) => return Some(color),
            Some(_) => return None,
            None if game.claims().next().is_some() => return None,
            None => {}
        }
        let player = if game.position().turn() == own { &looking } else { &random };
        let mv = chosen(player, &game, depth)?;
        game.play(mv).ok()?;
    }
}

fn chosen(player: &Algorithm, game: &Game, depth: u32) -> Option<Move> {
    // With the positions before, so that who is ahead does not repeat them.
    let before: Vec<u64> = game.history().map(|(position, _)| position.key()).collect();
    let task = Task { history: &before, ..player.task(game.position(), material(), depth) };
    player.rung.search_unwatched(&task, &mut Store::default()).best
}
