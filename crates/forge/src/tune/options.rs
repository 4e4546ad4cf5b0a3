//! SPSA over the number options of any UCI engine: a [`Walk`] decided by games
//! in the arena.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::time::Duration;

use arena::{
    Adjudication, Budget, DrawRule, Entrant, Match, MatchError, MatchFormat, Openings, Resign,
    Schedule,
};
use engine::{ForeignSpec, Spec};
use search::Signals;
use uci::{EngineError, Timeouts};

use super::walk::Settings;
use super::{NoteError, NumberOption, Walk};

/// How long an engine may think about a number of nodes before it has hung.
const PATIENCE: Duration = Duration::from_secs(60);

/// How the games of a step are played.
#[derive(Clone, Debug)]
pub struct OptionGames {
    /// What both sets may spend on a move or a game.
    pub budget: Budget,
    /// Where the games begin.
    pub openings: Openings,
    /// When a player has lost.
    pub resign: Resign,
    /// When a game is drawn.
    pub draw: DrawRule,
    /// Games at once.
    pub threads: usize,
}

/// A run that moves the options of an engine to where it wins.
#[derive(Clone, Debug)]
pub struct OptionTuner {
    engine: ForeignSpec,
    options: Vec<NumberOption>,
    games: OptionGames,
    seed: u64,
    walk: Walk,
    faults: u64,
}

/// Why no option can be tuned.
#[derive(Debug)]
pub enum OptionsError {
    /// The engine does not say which options it has.
    Engine(EngineError),
    /// None of its numbers has one of the names; all that it has.
    NoneLeft(Vec<String>),
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionsError::Engine(error) => error.fmt(f),
            OptionsError::NoneLeft(names) => {
                write!(
                    f,
                    "no option is left to tune; the engine's numbers are {}",
                    names.join(", ")
                )
            }
        }
    }
}

impl std::error::Error for OptionsError {}

/// The number options of an engine whose names begin with one of the prefixes; without a prefix, all that are numbers of
/// its search, as far as names tell.
pub fn number_options(
    engine: &ForeignSpec,
    prefixes: &[String],
) -> Result<Vec<NumberOption>, OptionsError> {
    let declared = engine.declarations().map_err(OptionsError::Engine)?;
    let all: Vec<NumberOption> =
        declared.iter().filter_map(|option| NumberOption::new(option, engine)).collect();
    let names: Vec<String> = all.iter().map(|option| option.name.clone()).collect();
    // A prefix that names nothing asks for everything, and nobody means the table's size by that.
    let is_wanted = |option: &NumberOption| {
        let begins =
            |prefix: &String| !prefix.is_empty() && option.name.starts_with(prefix.as_str());
        prefixes.iter().any(begins)
            || (prefixes.iter().all(String::is_empty) && !is_setting(&option.name))
    };
    let wanted: Vec<NumberOption> = all.into_iter().filter(is_wanted).collect();
    match wanted.is_empty() {
        true => Err(OptionsError::NoneLeft(names)),
        false => Ok(wanted),
    }
}

/// Whether an option is one that many engines have and that says how they are used (threads, table, clock, strength,
/// endgame tables), not how they search. Nothing is won by tuning it.
fn is_setting(name: &str) -> bool {
    const WHOLE: [&str; 7] =
        ["hash", "threads", "multipv", "moveoverhead", "skilllevel", "slowmover", "nodestime"];
    const BEGINNINGS: [&str; 2] = ["uci_", "syzygy"];
    let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    let name = name.to_ascii_lowercase();
    WHOLE.contains(&&*name) || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

/// Whether a text is what [`OptionTuner::sheet`] writes.
pub fn is_option_sheet(text: &str) -> bool {
    text.lines()
        .all(|line| line.rsplit_once(" = ").is_some_and(|(_, value)| value.parse::<i64>().is_ok()))
}

impl OptionTuner {
    /// Begins where the options stand, or goes on from what [`OptionTuner::save`]
    /// wrote.
    pub fn new(
        engine: ForeignSpec,
        options: Vec<NumberOption>,
        games: OptionGames,
        settings: Settings,
        saved: Option<&str>,
    ) -> Result<OptionTuner, NoteError> {
        let walk = match saved {
            Some(saved) => Walk::resume(options.len(), settings, saved)?,
            None => Walk::new(options.iter().map(NumberOption::start).collect(), settings),
        };
        let walk = walk.within(options.iter().map(NumberOption::range).collect());
        Ok(OptionTuner { engine, options, games, seed: settings.seed, walk, faults: 0 })
    }

    /// Steps done.
    pub fn done(&self) -> u64 {
        self.walk.done()
    }

    /// Whether all steps are done.
    pub fn is_finished(&self) -> bool {
        self.walk.is_finished()
    }

    /// Games that a fault of the engine ended. Whoever crashes or is late loses; that
    /// is no reason to stop.
    pub fn faults(&self) -> u64 {
        self.faults
    }

    /// Each option with the value that it has now.
    pub fn values(&self) -> impl Iterator<Item = (&NumberOption, i64)> {
        self.options.iter().zip(values(&self.options, &self.walk.place()))
    }

    /// The options with their values as text, one a line.
    pub fn sheet(&self) -> String {
        self.values().map(|(option, value)| format!("{} = {value}\n", option.name)).collect()
    }

    /// The state as text, for [`OptionTuner::new`].
    pub fn save(&self) -> String {
        self.walk.save()
    }

    /// One step: some games, one move of the options. Returns the points of the first
    /// set; `None` if it is stopped meanwhile, and then nothing has happened. While
    /// games are played, `on_tick` is called many times a second.
    pub fn step(
        &mut self,
        stop: &Signals,
        on_tick: &mut dyn FnMut(),
    ) -> Result<Option<f64>, MatchError> {
        let OptionTuner { engine, options, games, seed, walk, faults } = self;
        let mut problem = None;
        let points = walk.step(|first, second, rounds| {
            let specs = [first, second].map(|place| with(engine, options, &values(options, place)));
            let order = games.order(specs, &rounds, *seed);
            let standings = order.run(&[], stop, &mut |_| {
                on_tick();
                ControlFlow::Continue(())
            });
            match standings {
                _ if stop.is_stopped() => None,
                Ok(standings) => {
                    *faults += standings.faults().total();
                    standings.first_tally().score()
                }
                Err(aborted) => {
                    problem = Some(aborted.error);
                    None
                }
            }
        });
        problem.map_or(Ok(points), Err)
    }
}

impl OptionGames {
    /// The match of a step.
    fn order(&self, specs: [Spec; 2], rounds: &Range<u64>, seed: u64) -> Match {
        Match {
            players: Entrant::list(specs.map(|spec| (spec, self.budget))),
            schedule: Schedule::new(MatchFormat::Match, 2, 2 * (rounds.end - rounds.start)),
            openings: rounds.clone().map(|round| self.openings.round(round)).collect(),
            rules: Adjudication {
                resign: Some(self.resign),
                draw: Some(self.draw),
                ..Adjudication::default()
            },
            sprt: None,
            concurrency: self.threads,
            margin: arena::MARGIN,
            timeouts: Timeouts { untimed: Some(PATIENCE), ..Timeouts::default() },
            seed: seed ^ rounds.start,
        }
    }
}

fn values(options: &[NumberOption], place: &[f64]) -> Vec<i64> {
    options.iter().zip(place).map(|(option, &at)| option.value(at)).collect()
}

/// The engine with these values.
fn with(engine: &ForeignSpec, options: &[NumberOption], values: &[i64]) -> Spec {
    let mut engine = engine.clone();
    engine.options.retain(|(name, _)| !options.iter().any(|option| option.is_named(name)));
    let set = options.iter().zip(values);
    engine.options.extend(set.map(|(option, value)| (option.name.clone(), value.to_string())));
    Spec::Foreign(engine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_no_numbers_of_a_search() {
        for name in ["Hash", "Threads", "MultiPV", "UCI_Elo", "Move Overhead", "SyzygyProbeDepth"] {
            assert!(is_setting(name), "{name}");
        }
        for name in ["hash_bonus", "reduction_base", "Contempt", "table_age"] {
            assert!(!is_setting(name), "{name}");
        }
    }

    #[test]
    fn sheets_are_known_again() {
        assert!(is_option_sheet("Skill Level = 5\nA = B = -3\n"));
        assert!(!is_option_sheet("Skill Level = five\n"));
        assert!(!is_option_sheet("evaluation material\n"));
    }
}
