//! `plywise datagen --out DIR`: the games.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::Evaluation;
use forge::selfplay::{
    self, Amount, Plan, Rules, RunGoal, RunStatus, SelfPlaySearch, SelfPlayer, TrainingSource,
};

use super::progress::{Progress, bytes_spoken, spoken};
use super::{
    DEFAULT_EVAL, DEFAULT_SEARCH, all_threads, any_number, book, counted, report_damage, search,
    threads,
};
use crate::arguments::number;
use crate::eval::evaluation;
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;

/// How many games, by whom and how.
#[derive(Args)]
pub(super) struct Generate {
    /// Folder for the games, one file a thread; what is there is continued
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// Stop when the folder holds so many games that can be read; with --source tree each sample is one
    #[arg(long, value_parser = any_number)]
    games: Option<u64>,
    /// Stop when the folder holds so many positions with a score
    #[arg(long, value_parser = any_number)]
    positions: Option<u64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = any_number)]
    time: Option<u64>,
    /// Games at once (default: one a processor)
    #[arg(long, value_parser = threads)]
    threads: Option<usize>,
    /// Nodes a move at least: an iteration that was begun is finished (8 times as many at most)
    #[arg(long, value_parser = nodes, default_value = "400")]
    nodes: u64,
    /// What the dice depend on: the same seed makes the same games
    #[arg(long, value_parser = any_number, default_value = "1")]
    seed: u64,
    /// Search that plays
    #[arg(long, value_name = "NAME", value_parser = search, default_value = DEFAULT_SEARCH)]
    search: SelfPlaySearch,
    /// Evaluation it plays with
    #[arg(long, value_name = "NAME", value_parser = evaluation, default_value = DEFAULT_EVAL)]
    eval: Evaluation,
    /// What to keep: the games, or a position from inside each search with a search of its own
    #[arg(long, value_name = "SOURCE", value_parser = source, default_value = "games")]
    source: TrainingSource,
    /// Begin with positions of this file, FEN, EPD or PGN, instead of the starting position
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Random plies at the beginning: a number or a range such as 8-9
    #[arg(long, value_name = "PLIES", value_parser = plies, default_value = "8-9")]
    random: (u32, u32),
    /// Nodes for the search that drops lopsided openings (0: none is dropped)
    #[arg(long, value_name = "NODES", value_parser = any_number, default_value = "1000")]
    opening_nodes: u64,
    /// Centipawns beyond which an opening is lopsided
    #[arg(long, value_name = "CP", value_parser = centipawns, default_value = "300")]
    opening_bound: i32,
    /// Centipawns at which a game is called won
    #[arg(long, value_name = "CP", value_parser = centipawns, default_value = "2000")]
    win: i32,
    /// Centipawns within which a game is called drawn, after ply 80
    #[arg(long, value_name = "CP", value_parser = centipawns, default_value = "10")]
    draw: i32,
    /// Plies after which a game is called drawn
    #[arg(long, value_parser = longest, default_value = "400")]
    longest: usize,
    /// Seconds between two lines of progress where there is no terminal
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    report: u64,
}

fn source(text: &str) -> Result<TrainingSource, String> {
    match text {
        "games" => Ok(TrainingSource::Games),
        "tree" => Ok(TrainingSource::Tree),
        _ => Err("one of games, tree".to_owned()),
    }
}

pub(super) fn nodes(text: &str) -> Result<u64, String> {
    number(text, 1..=u64::from(u32::MAX))
}

fn centipawns(text: &str) -> Result<i32, String> {
    number(text, 0..=40_000).map(|number| number as i32)
}

fn seconds(text: &str) -> Result<u64, String> {
    number(text, 1..=86_400)
}

fn longest(text: &str) -> Result<usize, String> {
    number(text, 1..=forge::packed::MAX_PLIES as u64).map(|plies| plies as usize)
}

fn plies(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let read = |text| number(text, 0..=100).map(|plies| plies as u32);
    match (read(least), read(most)) {
        (Ok(least), Ok(most)) if least <= most => Ok((least, most)),
        _ => Err("a number from 0 to 100 or a range such as 8-9".to_owned()),
    }
}

impl Generate {
    pub(super) fn run(self) -> Result<(), Failure> {
        let Some(folder) = self.out else {
            return Err(Failure::WrongUse("'datagen' needs --out, a folder".to_owned()));
        };
        let interrupt = Interrupt::listen(format!(
            "{} keeps the games that were finished, and the same command goes on",
            folder.display()
        ));
        let goal = RunGoal {
            games: self.games,
            positions: self.positions,
            time: self.time.map(Duration::from_secs),
        };
        if goal == RunGoal::default() {
            return Err(Failure::WrongUse(
                "'datagen' needs --games, --positions or --time to know when it is enough"
                    .to_owned(),
            ));
        }
        if self.longest <= self.random.1 as usize {
            return Err(Failure::WrongUse(format!(
                "a game of {} plies is over with its {} random ones; \
                 --longest must be more than --random",
                self.longest, self.random.1
            )));
        }
        let player = SelfPlayer { search: self.search, evaluation: self.eval };
        let players = player
            .players(self.threads.unwrap_or_else(all_threads), self.nodes)
            .map_err(Failure::Failed)?;
        let plan = Plan {
            folder,
            goal,
            seed: self.seed,
            rules: Rules {
                random_plies: self.random.0..=self.random.1,
                opening_nodes: self.opening_nodes,
                opening_bound: self.opening_bound,
                nodes: self.nodes,
                win_score: self.win,
                draw_score: self.draw,
                longest: self.longest,
                ..Rules::default()
            },
            source: self.source,
            starts: self.book.as_deref().map(book::starts).transpose()?.unwrap_or_default(),
            players: player.name(),
        };
        let mut progress = Progress::new(Duration::from_secs(self.report));
        let made = selfplay::generate(&plan, players, &mut |status| {
            progress.tell(|| line(status, &goal));
            !interrupt.is_raised()
        });
        progress.end();
        let (status, damage) = made.map_err(|error| Failure::Failed(error.to_string()))?;
        report_damage(&damage);
        print(&format!(
            "{}, {} in {:.1} s, {:.0} positions/s; {} holds {}, {}\n",
            counted(status.made.games, "game"),
            counted(status.made.positions, "position"),
            status.elapsed.as_secs_f64(),
            status.speed(),
            plan.folder.display(),
            counted(status.total().games, "game"),
            counted(status.total().positions, "position"),
        ))?;
        let is_done = status.share(&goal) >= 1.0;
        if interrupt.is_raised() && !is_done {
            return Err(interrupt.failure());
        }
        Ok(())
    }
}

fn line(status: &RunStatus, goal: &RunGoal) -> String {
    let share = status.share(goal);
    let start = RunStatus { made: Amount::default(), elapsed: Duration::ZERO, ..*status };
    let begun = start.share(goal);
    let left = match share - begun {
        done if done > 0.0 => {
            let seconds = status.elapsed.as_secs_f64() * (1.0 - share) / done;
            format!(", {} left", spoken(Duration::from_secs_f64(seconds.clamp(0.0, 1e9))))
        }
        _ => String::new(),
    };
    let Amount { games, positions, bytes } = status.total();
    format!(
        "{:3.0} %  {}, {positions} positions, {}{} boards, {}, {:.0} positions/s{left}",
        100.0 * share,
        counted(games, "game"),
        // Boards of an earlier run are not counted, only guessed.
        if status.before.positions > 0 { "about " } else { "" },
        status.boards(),
        bytes_spoken(bytes),
        status.speed(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_positions_boards_bytes_and_time_left() {
        let made = Amount { games: 100, positions: 10_000, bytes: 16_200 };
        let elapsed = Duration::from_secs(2);
        let mut status = RunStatus { before: Amount::default(), made, made_boards: 6_000, elapsed };
        let goal = RunGoal { positions: Some(40_000_000), ..RunGoal::default() };
        assert_eq!(
            line(&status, &goal),
            "  0 %  100 games, 10000 positions, 6000 boards, 16.2 kB, 5000 positions/s, 2 h 13 min left"
        );
        status.before = Amount { games: 50, positions: 5_000, bytes: 8_000 };
        let goal = RunGoal { games: Some(200), ..RunGoal::default() };
        assert_eq!(
            line(&status, &goal),
            " 75 %  150 games, 15000 positions, about 9000 boards, 24.2 kB, 5000 positions/s, 1 s left"
        );
    }
}
