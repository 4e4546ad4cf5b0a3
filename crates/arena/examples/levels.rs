//! Whether the levels stand in order of strength: each plays the one below it, and
//! so do report T's `easy`, `medium` and `hard`.
//!
//! ```text
//! cargo run --release -p plywise-arena --example levels [GAMES] [CONCURRENCY] [SEED] [FIRST]
//! ```
//!
//! FIRST is the number of the first pair to play: 1, level 2 against level 1, if it is not said.
//!
//! Levels look at so many nodes, whatever time there is, so that the results are the same
//! on every machine. The program fails if a level is not clearly stronger than
//! the one below it.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for the terminal

use std::ops::{ControlFlow, RangeInclusive};
use std::process::ExitCode;
use std::thread;

use engine::{Classic, Level, Signals, Spec};
use plywise_arena::statistics::{Estimate, Tally};
use plywise_arena::{
    Adjudication, Budget, Entrant, Match, MatchFormat, Openings, Schedule, Standings,
};

/// Games of each pair of neighbours.
const GAMES: u64 = 400;
/// The seed of openings and dice.
const SEED: u64 = 18;
/// What the higher level is to score.
const AIM: RangeInclusive<f64> = 0.6..=0.8;

fn main() -> ExitCode {
    let words: Option<Vec<u64>> = std::env::args().skip(1).map(|word| word.parse().ok()).collect();
    let Some(words) = words.filter(|words| words.len() <= 4) else {
        eprintln!("levels: say [GAMES] [CONCURRENCY] [SEED] [FIRST], all of them numbers");
        return ExitCode::from(2);
    };
    let cores = || thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    // Whole pairs: the error of a score comes from them.
    let games = words.first().map_or(GAMES, |games| games.next_multiple_of(2).max(2));
    let concurrency = words.get(1).copied().unwrap_or_else(cores);
    let seed = words.get(2).copied().unwrap_or(SEED);
    let first = words.get(3).copied().unwrap_or(1).max(1) as usize;

    println!("{games} games each, seed {seed}\n");
    println!("| level | against | won | drawn | lost | score | Elo | stronger? |");
    println!("|---|---|---:|---:|---:|---:|---:|---|");
    let mut is_in_order = true;
    for pair in pairs().into_iter().skip(first - 1) {
        match play(&pair, games, concurrency as usize, seed) {
            Ok(standings) => is_in_order &= tell(&pair, &standings),
            Err(sentence) => {
                eprintln!("levels: {sentence}");
                return ExitCode::FAILURE;
            }
        }
    }
    let sentence = match is_in_order {
        true => "Each level is stronger than the one below it.",
        false => "The levels are NOT in order.",
    };
    println!("\n{sentence}");
    ExitCode::from(u8::from(!is_in_order))
}

/// All neighbours, the higher one first.
fn pairs() -> Vec<[Spec; 2]> {
    let levels: Vec<Spec> = Level::all().map(Spec::Level).collect();
    let classics = Classic::ALL.map(Spec::Classic);
    let neighbours = levels.windows(2).chain(classics.windows(2));
    neighbours.map(|pair| [pair[1].clone(), pair[0].clone()]).collect()
}

fn play(
    players: &[Spec; 2],
    games: u64,
    concurrency: usize,
    seed: u64,
) -> Result<Standings, String> {
    let order = Match {
        players: Entrant::list(players.clone().map(|player| (player, Budget::default()))),
        schedule: Schedule::new(MatchFormat::Match, players.len(), games),
        openings: Openings::named(seed),
        rules: Adjudication::default(),
        sprt: None,
        concurrency,
        margin: plywise_arena::MARGIN,
        timeouts: uci::Timeouts::default(),
        seed,
    };
    let go_on = &mut |_: plywise_arena::MatchEvent<'_>| ControlFlow::Continue(());
    order.run(&[], &Signals::new(), go_on).map_err(|aborted| aborted.to_string())
}

/// Prints a row; whether the first is clearly stronger.
fn tell(players: &[Spec; 2], standings: &Standings) -> bool {
    let tally = standings.first_tally();
    let Some(score) = tally.score() else { return false };
    let error = error_of_score(&tally);
    let is_clear = score - error > 0.5;
    let are_levels = matches!(players[0], Spec::Level(_));
    let verdict = match (is_clear, are_levels && !AIM.contains(&score)) {
        (false, _) => "NO",
        (true, false) => "yes",
        (true, true) => "yes, outside the aim",
    };
    let elo = Estimate::of(&tally).map_or(0.0, |estimate| estimate.logistic.difference);
    let [higher, lower] = players;
    let (won, drawn, lost) = (tally.wins, tally.draws, tally.losses);
    let (score, error) = (100.0 * score, 100.0 * error);
    println!(
        "| {higher} | {lower} | {won} | {drawn} | {lost} | {score:.1} ± {error:.1} % \
         | {elo:+.0} | {verdict} |"
    );
    is_clear
}

/// Half the 95 % interval of a score, from the spread of pairs: the two games of
/// a pair share an opening.
fn error_of_score(tally: &Tally) -> f64 {
    let pairs = tally.pair_count() as f64;
    let of_pairs = || tally.pairs.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
    let mean = of_pairs().map(|(&count, score)| count as f64 * score).sum::<f64>() / pairs;
    let spread = of_pairs().map(|(&count, score)| count as f64 * (score - mean).powi(2));
    1.96 * (spread.sum::<f64>() / pairs / pairs).sqrt()
}
