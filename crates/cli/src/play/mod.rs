//! `plywise play`: a game in the terminal, between any two players.

mod board;
mod clock_face;
mod commands;
pub(crate) mod console;
mod host;
mod menu;
mod order;
mod panel;
mod seating;
mod setup;
mod shelf;
mod statistics;
mod telling;
mod thinking;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chess::{Color, Position};
use clap::{Args, ValueEnum};
use engine::{EvalSpec, Limits, Spec, SpecError};
use search::ladder::MAX_DEPTH;
use session::memory::{self, Memory};
use session::{GameSession, TimeControl};

use crate::arguments::number;
use crate::data_folder;
use crate::eval::{evaluation_spec, fen};
use crate::failure::Failure;
use console::Console;
use console::terminal::{InputMode, Style, Wishes};
use host::{Host, HouseRules, Next};
use order::{ADAPTIVE, GameSetup, Resume, USUAL_OPPONENT, adjusted, opponent};
use seating::Seated;

pub(crate) use menu::open_menu;

/// Play in the terminal: people, levels, searches and foreign engines
#[derive(Args)]
#[command(after_help = crate::players::help())]
pub(crate) struct Play {
    /// Who plays White (default: you)
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    white: Option<Spec>,
    /// Who plays Black (default: level 4)
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    black: Option<Spec>,
    /// Your opponent: 1 to 10, adaptive (as strong as your results), easy, medium, hard, or
    /// any player
    #[arg(long, value_name = "LEVEL", value_parser = opponent, conflicts_with_all = ["white", "black"])]
    level: Option<Spec>,
    /// Your colour against --level
    #[arg(long, value_name = "white|black|random", value_enum, hide_possible_values = true)]
    #[arg(conflicts_with_all = ["white", "black"], ignore_case = true)]
    side: Option<OwnSide>,
    /// Plies that computer players look ahead, unless they set their own depth
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Evaluation for computer players who do not name one
    #[arg(long, value_name = "NAME", value_parser = evaluation_spec)]
    eval: Option<EvalSpec>,
    /// Seconds a move for computer players
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Clocks: minutes and seconds a move, such as 5+3, or none
    #[arg(long, value_name = "TIME", value_parser = time_control, allow_hyphen_values = true, default_value = "none")]
    tc: Tc,
    /// Position to begin with, as FEN (default: the starting position)
    #[arg(long, value_parser = fen)]
    fen: Option<Position>,
    /// Which colour moves first (default: as the position says)
    #[arg(
        long,
        value_name = "white|black",
        value_enum,
        hide_possible_values = true,
        ignore_case = true
    )]
    first: Option<First>,
    /// Go on with the latest unfinished game; --white and --black replace its players
    #[arg(long = "continue", conflicts_with_all = ["level", "side", "fen", "first", "tc"])]
    resume: bool,
    /// File that finished games are added to
    #[arg(long, value_name = "FILE", value_parser = target)]
    pgn: Option<PathBuf>,
    /// Seconds that each move of a game between computers is shown (default: 1 in a terminal)
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    delay: Option<Duration>,
    /// Letters instead of chess figures
    #[arg(long, conflicts_with = "unicode")]
    ascii: bool,
    /// Chess figures, whatever the terminal seems to be able to show
    #[arg(long)]
    unicode: bool,
    /// Words instead of a drawn board, for screen readers
    #[arg(long)]
    plain: bool,
    /// Seed for players that roll dice (default: another one each time)
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OwnSide {
    White,
    Black,
    Random,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum First {
    White,
    Black,
}

/// A time control or none, as one value for the argument parser.
#[derive(Clone, Copy)]
struct Tc(Option<TimeControl>);

fn player(text: &str) -> Result<Spec, String> {
    match text.eq_ignore_ascii_case(ADAPTIVE) {
        true => opponent(text),
        false => text.parse().map_err(|error: SpecError| error.to_string()),
    }
}

fn target(text: &str) -> Result<PathBuf, String> {
    memory::check_target(Path::new(text)).map(|()| PathBuf::from(text))
}

fn depth(text: &str) -> Result<u32, String> {
    number(text, 1..=u64::from(MAX_DEPTH)).map(|depth| depth as u32)
}

fn seed(text: &str) -> Result<u64, String> {
    number(text, 0..=u64::MAX)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = text.parse::<f64>().ok().filter(|_| is_plain && text.len() < 10);
    seconds
        .filter(|seconds| (0.0..=3600.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "seconds from 0 to 3600, such as 0.5".to_owned())
}

fn time_control(text: &str) -> Result<Tc, String> {
    match text.trim() {
        "none" | "-" => Ok(Tc(None)),
        text => text.parse().map(|control| Tc(Some(control))),
    }
}

impl Play {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let order = self.order()?;
        let wishes = Wishes { ascii: self.ascii, unicode: self.unicode, plain: self.plain };
        let style = Style::find(wishes);
        let memory = Memory::open(data_folder::find(), self.pgn);
        let console = Console::open(style, memory.typed());
        let usual_delay = Duration::from_secs(if style.input == InputMode::Piped { 0 } else { 1 });
        let rules = HouseRules {
            start: order.start,
            limits: Limits { depth: self.depth, move_time: self.time, ..Limits::default() },
            delay: self.delay.unwrap_or(usual_delay),
            seed: self.seed.unwrap_or_else(any_seed),
            eval: self.eval.clone(),
        };
        begin(console, memory, order, rules)
    }

    fn order(&self) -> Result<GameSetup, Failure> {
        let adjust = |spec| adjusted(spec, self.depth, self.eval.clone());
        if self.resume {
            let instead = [&self.white, &self.black].map(|spec| spec.clone().map(adjust));
            return Ok(GameSetup::resumed(Resume::Latest(instead)));
        }
        let usual = || opponent(USUAL_OPPONENT).map_err(Failure::Failed);
        let mut order = match (&self.white, &self.black) {
            (None, None) => {
                let opponent = self.level.clone().map_or_else(usual, Ok)?;
                let side = match self.side.unwrap_or(OwnSide::White) {
                    OwnSide::White => Color::White,
                    OwnSide::Black => Color::Black,
                    OwnSide::Random => random_color(self.seed.unwrap_or_else(any_seed)),
                };
                GameSetup::against(opponent, side)
            }
            (Some(white), Some(black)) => GameSetup::between(white.clone(), black.clone()),
            // Whoever names one side plays the other, or its usual opponent does.
            (Some(white), None) if white.is_human() => GameSetup::between(Spec::Human, usual()?),
            (Some(white), None) => GameSetup::between(white.clone(), Spec::Human),
            (None, Some(black)) if black.is_human() => GameSetup::between(usual()?, Spec::Human),
            (None, Some(black)) => GameSetup::between(Spec::Human, black.clone()),
        };
        order.specs = order.specs.map(adjust);
        order.control = self.tc.0;
        order.start = self.fen.unwrap_or_default();
        let turn = self.first.map(|first| match first {
            First::White => Color::White,
            First::Black => Color::Black,
        });
        match turn {
            Some(turn) => order.begun_by(turn).map_err(Failure::WrongUse),
            None => Ok(order),
        }
    }
}

/// Seats the players and plays.
fn begin(
    mut console: Console,
    memory: Memory,
    order: GameSetup,
    rules: HouseRules,
) -> Result<(), Failure> {
    let mut seated = [Seated::human(), Seated::human()];
    for (color, spec) in Color::ALL.into_iter().zip(order.specs) {
        match seating::seat(&mut console, spec, rules.seed ^ color.index() as u64)? {
            Some(Ok(player)) => seated[color.index()] = player,
            Some(Err(error)) => return Err(Failure::Failed(format!("{color}: {error}"))),
            None => return Ok(()),
        }
    }
    let [white, black] = seated;
    let seats = [white.seat, black.seat];
    let session = GameSession::new(order.start, seats, order.control, unix_seconds());
    let mut host = Host::new(console, session, [white.player, black.player], memory, rules);
    host.finish_earlier_games();
    let next = match order.resumes {
        None => Next::Go,
        Some(Resume::Latest(instead)) => host.resume_latest(instead)?,
        Some(Resume::Chosen(game)) => host.resume_or_fail(*game, [None, None])?,
    };
    if next == Next::Leave {
        return Ok(());
    }
    host.say_welcome();
    host.run()
}

/// Seconds since 1970, now.
fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A seed that is another one each time.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64 ^ u64::from(std::process::id()) << 32
}

fn random_color(seed: u64) -> Color {
    // The clock's low digits may be round; mixed, any bit is as good as another.
    let mixed = (seed ^ seed >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    if mixed >> 63 == 0 { Color::White } else { Color::Black }
}

/// A number with its thousands set apart: `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What a program says as a person says it: with a capital letter and a full stop.
fn sentence(text: &impl std::fmt::Display) -> String {
    let text = text.to_string();
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

/// A number of things: `1 move`, `4 moves`.
fn count(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn both_colors_come_up() {
        let white = (0..1000).filter(|seed| random_color(*seed) == Color::White).count();
        assert!((400..600).contains(&white), "{white}");
    }
}
