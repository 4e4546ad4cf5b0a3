//! `plywise match`: games between any players, and what they say about strength.

mod display;
pub(crate) mod limits;
mod report;
mod screen;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arena::statistics::{EloModel, Sprt, SprtDecision};
use arena::{
    Adjudication, Budget, DrawRule, Entrant, Match, MatchEvent, MatchFiles, MatchFormat,
    OpeningOrder, Openings, Resign, Schedule, Standings, Summary, figures_file,
};
use clap::{Args, ValueEnum};
use engine::{Spec, Tablebases};
use files::{Source, WholeFile, read_text};
use uci::Timeouts;

use crate::arguments::number;
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;
use display::Display;
pub(crate) use report::counted;

/// Play games between any two or more players and measure their strength
#[derive(Args)]
#[command(after_help = crate::players::help())]
pub(crate) struct Matches {
    /// First player; it has White in the first game of each pair
    #[arg(long, value_name = "P", value_parser = player)]
    white: Option<Spec>,
    /// Second player
    #[arg(long, value_name = "P", value_parser = player)]
    black: Option<Spec>,
    /// A further player; any number of them
    #[arg(long, value_name = "P", value_parser = player)]
    player: Vec<Spec>,
    /// Who meets whom: match, gauntlet (the first against the others) or roundrobin
    /// (default: match for two, roundrobin for more)
    #[arg(long, value_parser = format)]
    format: Option<MatchFormat>,
    /// Games of each pairing, two from each opening with colours reversed
    #[arg(long, value_name = "N", value_parser = games, allow_negative_numbers = true, default_value = "100")]
    games: u64,
    #[command(flatten)]
    limits: limits::Arguments,
    /// Stop when it is clear whether the first player is ELO0 or ELO1 stronger, such as 0,5
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// How often the test may accept ELO1 although ELO0 is true
    #[arg(long, value_parser = decimal, default_value = "0.05")]
    alpha: f64,
    /// How often the test may accept ELO0 although ELO1 is true
    #[arg(long, value_parser = decimal, default_value = "0.05")]
    beta: f64,
    /// Which Elo the test's bounds are
    #[arg(long, value_enum, default_value = "logistic")]
    model: ModelName,
    /// Openings: positions as FEN or EPD, one a line, or games as PGN (default: named openings)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// In which order the openings of the file are used
    #[arg(long, value_enum, default_value = "sequential")]
    order: OrderName,
    /// How many plies of PGN openings are used (default: all)
    #[arg(long, value_name = "N", value_parser = plies, allow_negative_numbers = true)]
    plies: Option<usize>,
    /// For the order of openings and for players that roll dice
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, default_value = "1")]
    seed: u64,
    /// Games at once
    #[arg(long, value_name = "K", value_parser = concurrency, allow_negative_numbers = true, default_value = "1")]
    concurrency: usize,
    /// A player that sees itself so far behind for so many moves has lost, such as
    /// score=600,moves=4 or score=600,moves=4,both if the opponent has to agree
    #[arg(long, value_name = "RULE", value_parser = limits::resign)]
    resign: Option<Resign>,
    /// A game is drawn when both players see a draw, such as from=40,moves=8,score=10
    #[arg(long, value_name = "RULE", value_parser = limits::draw)]
    draw: Option<DrawRule>,
    /// A draw after so many moves by each side
    #[arg(long, value_name = "N", value_parser = moves, allow_negative_numbers = true)]
    max_moves: Option<u32>,
    /// Folder with Syzygy tables that decide games with few pieces; any number of them
    #[arg(long, value_name = "FOLDER")]
    tablebases: Vec<PathBuf>,
    /// Milliseconds that a move may be late (default: 10)
    #[arg(long, value_name = "MS", value_parser = millis, allow_negative_numbers = true)]
    margin: Option<Duration>,
    /// Seconds for a move by nodes or depth; an engine that takes longer has lost the game
    #[arg(long, value_name = "S", value_parser = limits::seconds, default_value = "60")]
    patience: Duration,
    /// Add each game to this file as it ends
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the figures to this file as JSON; '-' prints them instead of the report
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Keep the results in this file, and go on from there if it exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// How openings follow each other.
#[derive(Clone, Copy, ValueEnum)]
enum OrderName {
    Sequential,
    Random,
}

/// Which Elo.
#[derive(Clone, Copy, ValueEnum)]
enum ModelName {
    Logistic,
    Normalised,
}

/// Exit codes of a match with a test: H1 accepted is success.
const H0_ACCEPTED: u8 = 3;
/// The games were not enough, or it was stopped.
const UNDECIDED: u8 = 4;

impl Matches {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen("no game was played");
        let order = self.order()?;
        self.check_apart()?;
        let mut files = MatchFiles::open(self.pgn.as_deref(), self.resume.as_deref(), &order)?;
        let figures = self.json_file().map(figures_file).transpose()?;
        let mut display = Display::new(&order, &files);
        let done = std::mem::take(&mut files.done);
        interrupt.keep(self.keeps(done.len() as u64));
        let mut failure = None;
        let mut on_event = |event: MatchEvent<'_>| {
            if interrupt.is_raised() {
                display.stopping();
            }
            match event {
                MatchEvent::Game { number, fixture, played, result, standings } => {
                    let written = files.add(&order, &fixture, played, result);
                    interrupt.keep(self.keeps(standings.games()));
                    display.game(&order, number, &fixture, played, standings);
                    if let Err(error) = written {
                        failure = Some(error.into());
                        return ControlFlow::Break(());
                    }
                }
                MatchEvent::Tick(standings) => display.tick(&order, standings),
            }
            ControlFlow::Continue(())
        };
        let ended = order.run(&done, interrupt.stop(), &mut on_event);
        display.clear();
        let (standings, aborted) = match ended {
            Ok(standings) => (standings, None),
            Err(aborted) => (aborted.standings, Some(Failure::Failed(aborted.error.to_string()))),
        };
        self.tell(&order, &standings, figures.as_ref())?;
        match failure.or(aborted) {
            Some(failure) => Err(failure),
            None => verdict(&standings, &interrupt),
        }
    }

    /// Refuses one file for two purposes.
    fn check_apart(&self) -> Result<(), Failure> {
        let written = [self.pgn.as_deref(), self.resume.as_deref(), self.json_file()];
        let written: Vec<&Path> = written.into_iter().flatten().collect();
        let openings = self.openings.as_deref().map(Source::File);
        Ok(files::check_apart(&written, openings.as_slice())?)
    }

    /// What stays of so many games if the match is interrupted.
    fn keeps(&self, games: u64) -> String {
        let count = counted(games, "game");
        match (&self.resume, &self.pgn) {
            (Some(file), _) => format!(
                "{count} kept in {}, and the same command goes on with them",
                file.display()
            ),
            (None, Some(file)) => format!("{count} kept in {}", file.display()),
            (None, None) => format!("the figures are those of {count}"),
        }
    }

    /// Where the figures are written as JSON, unless they are printed.
    fn json_file(&self) -> Option<&Path> {
        self.json.as_deref().filter(|file| file.as_os_str() != "-")
    }

    /// The figures, as they were asked for.
    fn tell(
        &self,
        order: &Match,
        standings: &Standings,
        figures: Option<&WholeFile>,
    ) -> Result<(), Failure> {
        let summary = Summary::new(&order.players, standings, order.sprt.as_ref(), order.seed);
        // Numbers, names and lists of them can always be written.
        let json = || serde_json::to_string_pretty(&summary).unwrap_or_default() + "\n";
        match (&self.json, figures) {
            (None, _) => print(&report::text(order, standings)),
            (Some(_), None) => print(&json()),
            (Some(_), Some(file)) => {
                // Whatever becomes of the one, the other is there.
                let printed = print(&report::text(order, standings));
                file.write(json().as_bytes())?;
                printed
            }
        }
    }

    /// Everything checked and brought into order.
    fn order(&self) -> Result<Match, Failure> {
        let specs: Vec<&Spec> = self.white.iter().chain(&self.black).chain(&self.player).collect();
        if specs.len() < 2 {
            return Err(wrong("'match' needs two players: --white P and --black P"));
        }
        let format = self.format.unwrap_or(match specs.len() {
            2 => MatchFormat::Match,
            _ => MatchFormat::RoundRobin,
        });
        if format == MatchFormat::Match && specs.len() > 2 {
            return Err(wrong("a match has two players; --format gauntlet or roundrobin has more"));
        }
        let common = self.limits.common();
        let mut budgets = vec![common; specs.len()];
        for odds in &self.limits.odds {
            let budget = budgets.get_mut(odds.player - 1).ok_or_else(|| {
                wrong(&format!("--odds names player {} of {}", odds.player, specs.len()))
            })?;
            *budget = odds.budget;
        }
        let players = Entrant::list(specs.into_iter().cloned().zip(budgets));
        check(&players)?;
        let sprt = self.test(players.len())?;
        Ok(Match {
            schedule: Schedule::new(format, players.len(), self.games),
            players,
            openings: self.openings()?,
            rules: Adjudication {
                resign: self.resign,
                draw: self.draw,
                most_moves: self.max_moves,
                tablebases: self.tables()?,
            },
            sprt,
            concurrency: self.concurrency,
            margin: self.margin.unwrap_or(arena::MARGIN),
            timeouts: Timeouts { untimed: Some(self.patience), ..Timeouts::default() },
            seed: self.seed,
        })
    }

    fn test(&self, players: usize) -> Result<Option<Sprt>, Failure> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        if players > 2 {
            return Err(wrong("--sprt tests one player against one other"));
        }
        let model = match self.model {
            ModelName::Logistic => EloModel::Logistic,
            ModelName::Normalised => EloModel::Normalised,
        };
        let sprt = Sprt::new(elo0, elo1, self.alpha, self.beta, model);
        sprt.map(Some).map_err(|error| wrong(&format!("--sprt needs {error}")))
    }

    fn tables(&self) -> Result<Option<Arc<Tablebases>>, Failure> {
        if self.tablebases.is_empty() {
            return Ok(None);
        }
        let tables = Tablebases::open(&self.tablebases);
        tables
            .map(|tables| Some(Arc::new(tables)))
            .map_err(|error| Failure::Failed(error.to_string()))
    }

    fn openings(&self) -> Result<Openings, Failure> {
        let Some(file) = &self.openings else { return Ok(Openings::named(self.seed)) };
        let openings = openings(file, self.plies)?;
        let order = match self.order {
            OrderName::Sequential => OpeningOrder::Sequential,
            OrderName::Random => OpeningOrder::Random,
        };
        Ok(openings.in_order(order, self.seed))
    }
}

/// The openings of a file, in its order.
pub(crate) fn openings(file: &Path, plies: Option<usize>) -> Result<Openings, Failure> {
    let text = read_text(file)?;
    Openings::read(&text, plies).map_err(|error| wrong(&format!("{}: {error}", file.display())))
}

/// Refuses players that cannot play a match.
fn check(players: &[Entrant]) -> Result<(), Failure> {
    for player in players {
        if player.spec.is_human() {
            return Err(wrong("a person plays with 'plywise play', not in a match"));
        }
        if player.is_endless() {
            let name = chess::quote(&player.name);
            return Err(wrong(&format!(
                "'{name}' needs a limit: --tc, --move-time, --nodes or --depth"
            )));
        }
    }
    Ok(())
}

/// The exit code says what a test found, and without one whether all was played.
fn verdict(standings: &Standings, interrupt: &Interrupt) -> Result<(), Failure> {
    let was_stopped = interrupt.is_raised() && standings.games() < standings.planned;
    match standings.verdict {
        None if was_stopped => Err(interrupt.failure()),
        Some(SprtDecision::Undecided) if was_stopped => {
            interrupt.tell();
            Err(Failure::Answer(UNDECIDED))
        }
        None | Some(SprtDecision::H1) => Ok(()),
        Some(SprtDecision::H0) => Err(Failure::Answer(H0_ACCEPTED)),
        Some(SprtDecision::Undecided) => Err(Failure::Answer(UNDECIDED)),
    }
}

fn wrong(sentence: &str) -> Failure {
    Failure::WrongUse(sentence.to_owned())
}

/// Reads a player; the error lists them.
pub(crate) fn player(text: &str) -> Result<Spec, String> {
    text.parse().map_err(|error: engine::SpecError| error.to_string())
}

fn format(text: &str) -> Result<MatchFormat, String> {
    text.parse().map_err(|error: arena::UnknownFormat| error.to_string())
}

fn games(text: &str) -> Result<u64, String> {
    number(text, 1..=10_000_000)
}

fn plies(text: &str) -> Result<usize, String> {
    number(text, 0..=1_000).map(|plies| plies as usize)
}

/// Reads a seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    number(text, 0..=u64::MAX)
}

fn concurrency(text: &str) -> Result<usize, String> {
    number(text, 1..=1_024).map(|games| games as usize)
}

fn moves(text: &str) -> Result<u32, String> {
    number(text, 1..=10_000).map(|moves| moves as u32)
}

fn millis(text: &str) -> Result<Duration, String> {
    number(text, 0..=1_000_000).map(Duration::from_millis)
}

fn decimal(text: &str) -> Result<f64, String> {
    let number: Result<f64, _> = text.parse();
    number.ok().filter(|number| number.is_finite()).ok_or_else(|| "a number".to_owned())
}

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let read = |part: &str| decimal(part.trim()).ok();
    text.split_once(',')
        .and_then(|(low, high)| Some((read(low)?, read(high)?)))
        .ok_or_else(|| "two differences in Elo, the smaller first, such as 0,5".to_owned())
}

impl limits::Arguments {
    /// What every player is given that has no odds.
    fn common(&self) -> Budget {
        Budget { control: self.tc, move_time: self.move_time, nodes: self.nodes, depth: self.depth }
    }
}
