//! Puzzles: which rating of puzzles a player solves every second time.

use std::fs;

use chess::{Game, Move, Position};
use engine::{Limits, Player, Signals};

use crate::matches::rated;

pub(crate) const RATINGS: [u32; 8] = [800, 1000, 1200, 1400, 1600, 1800, 2000, 2200];

struct Puzzle {
    game: Game,
    /// The solver's moves and the replies, the solver's first.
    moves: Vec<Move>,
    rating: f64,
}

/// Reads a line of lichess's table: its moves begin with the opponent's.
fn read(line: &str) -> Option<Puzzle> {
    let mut fields = line.split(',').skip(1);
    let mut game = Game::new(fields.next()?.parse().ok()?);
    let mut position: Position = *game.position();
    let mut moves = Vec::new();
    for text in fields.next()?.split(' ') {
        let mv = position.parse_uci(text).ok()?;
        position.play(mv).ok()?;
        moves.push(mv);
    }
    game.play(moves.remove(0)).ok()?;
    Some(Puzzle { game, moves, rating: fields.next()?.parse().ok()? })
}

/// Whether the player finds all moves; any mate will do where mate is wanted.
fn is_solved(puzzle: &Puzzle, player: &mut Player) -> Result<bool, String> {
    let mut game = puzzle.game.clone();
    for (ply, &wanted) in puzzle.moves.iter().enumerate() {
        if ply % 2 == 0 {
            let found = player.decide(&game, &Limits::default(), &Signals::new());
            let found = found.map_err(|error| error.to_string())?.mv;
            if found != Some(wanted) {
                let mut other = game;
                let played = found.is_some_and(|mv| other.play(mv).is_ok());
                return Ok(played && matches!(other.end(), Some(chess::End::Checkmate(_))));
            }
        }
        game.play(wanted).map_err(|error| error.to_string())?;
    }
    Ok(true)
}

/// The rating that makes the results most likely.
fn fit(results: &[(f64, bool)]) -> f64 {
    let slope = |rating: f64| -> f64 {
        let chance = |puzzle: f64| 1.0 / (1.0 + 10f64.powf((puzzle - rating) / 400.0));
        results.iter().map(|&(puzzle, solved)| f64::from(u8::from(solved)) - chance(puzzle)).sum()
    };
    let (mut low, mut high) = (0.0, 4000.0);
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        *(if slope(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    low
}

/// Solves every so manieth puzzle.
pub(crate) fn solve(file: &str, every: u64, ratings: &[u32]) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let lines = text.lines().skip(1).step_by(every.max(1) as usize);
    let puzzles: Vec<Puzzle> = lines.filter_map(read).collect();
    println!("{} puzzles\n\n| rating | solved | solves like |\n|---|---|---|", puzzles.len());
    for &rating in ratings {
        let mut results = Vec::new();
        for (number, puzzle) in puzzles.iter().enumerate() {
            let player = Player::seat(&rated(rating), number as u64);
            let mut player = player.map_err(|error| error.to_string())?;
            results.push((puzzle.rating, is_solved(puzzle, &mut player)?));
        }
        let solved = results.iter().filter(|(_, solved)| *solved).count() as f64;
        let share = 100.0 * solved / results.len().max(1) as f64;
        println!("| {rating} | {share:.1} % | {:.0} |", fit(&results));
    }
    Ok(())
}
