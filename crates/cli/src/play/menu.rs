//! The start menu, and the questions that lead from it to a game.

use std::time::Duration;

use chess::{Color, quote};
use engine::{Limits, Spec};

use super::clocks::TimeControl;
use super::console::terminal::{Style, Wishes};
use super::console::{Console, Happening, Waiting};
use super::host::HouseRules;
use super::memory::Memory;
use super::order::{Order, Resume, USUAL_OPPONENT, opponent};
use super::{any_seed, begin, random_color};
use crate::failure::Failure;

/// What can be chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Computer,
    TwoPlayers,
    SetUp,
    Watch,
    Continue,
    Quit,
}

const CHOICES: [(Choice, &str); 6] = [
    (Choice::Computer, "play the computer"),
    (Choice::TwoPlayers, "two players at this board"),
    (Choice::SetUp, "set up a position"),
    (Choice::Watch, "watch two computer players"),
    (Choice::Continue, "continue a saved game"),
    (Choice::Quit, "quit"),
];

/// The depths that report A's players could choose from.
const DEPTHS: std::ops::RangeInclusive<u32> = 2..=10;
const USUAL_DEPTH: u32 = 4;
const USUAL_SEARCH: &str = "quiescence";
const USUAL_EVAL: &str = "pst";

/// Opens the menu on a terminal, and plays what is chosen.
pub(crate) fn open_menu() -> Result<(), Failure> {
    let style = Style::find(Wishes::default());
    let memory = Memory::open(None);
    let console = Console::open(style, memory.typed());
    let mut menu = Menu { console, fallen_back: Vec::new() };
    let unfinished = memory.unfinished().len();
    let Some(order) = menu.choose(unfinished)? else { return Ok(()) };
    let rules = HouseRules {
        start: order.start,
        limits: Limits::default(),
        delay: Duration::from_secs(if style.in_place { 1 } else { 0 }),
        seed: any_seed(),
        eval: None,
    };
    begin(menu.console, memory, order, rules, menu.fallen_back)
}

struct Menu {
    console: Console,
    /// What was answered by something else than was asked for: told at once, and
    /// again beside the board, which is drawn over the questions.
    fallen_back: Vec<String>,
}

/// Somebody left in the middle of the questions.
struct Left;

/// A value, or that somebody left.
type Answer<T> = Result<Result<T, Left>, Failure>;

/// Unwraps an answer or leaves with `None`.
macro_rules! or_leave {
    ($answer:expr) => {
        match $answer? {
            Ok(value) => value,
            Err(Left) => return Ok(None),
        }
    };
}

impl Menu {
    fn choose(&mut self, unfinished: usize) -> Result<Option<Order>, Failure> {
        let mut text = format!(
            "\nPlywise {}: a chess engine you can watch think\n\n",
            env!("CARGO_PKG_VERSION")
        );
        for (number, (choice, words)) in CHOICES.iter().enumerate() {
            let more = match choice {
                Choice::Continue if unfinished == 0 => " (there is none)".to_owned(),
                Choice::Continue => format!(" ({unfinished})"),
                _ => String::new(),
            };
            text.push_str(&format!("  {}  {words}{more}\n", number + 1));
        }
        self.console.say(&text)?;
        loop {
            let line = or_leave!(self.ask("choose [1]: "));
            let number = if line.is_empty() { Some(1) } else { line.parse().ok() };
            let choice = number.and_then(|number: usize| CHOICES.get(number.checked_sub(1)?));
            let Some((choice, _)) = choice else {
                let most = CHOICES.len();
                self.console.say(&format!("'{}': a number from 1 to {most}.", quote(&line)))?;
                continue;
            };
            return match choice {
                Choice::Computer => self.order_game(),
                Choice::TwoPlayers => {
                    let mut order = Order::between(Spec::Human, Spec::Human);
                    order.control = or_leave!(self.ask_time());
                    Ok(Some(order))
                }
                Choice::SetUp => {
                    let order = self.order_game()?;
                    Ok(order.map(|order| Order { sets_up: true, ..order }))
                }
                Choice::Watch => {
                    let white = or_leave!(self.ask_opponent("White"));
                    let black = or_leave!(self.ask_opponent("Black"));
                    Ok(Some(Order::between(white, black)))
                }
                Choice::Continue if unfinished == 0 => {
                    self.console.say("There is no unfinished game.")?;
                    continue;
                }
                Choice::Continue => {
                    let order = Order::between(Spec::Human, Spec::Human);
                    Ok(Some(Order { resumes: Some(Resume::Chosen), ..order }))
                }
                Choice::Quit => Ok(None),
            };
        }
    }

    fn order_game(&mut self) -> Result<Option<Order>, Failure> {
        let opponent = or_leave!(self.ask_opponent("opponent"));
        let side = or_leave!(self.ask_side());
        let control = or_leave!(self.ask_time());
        Ok(Some(Order { control, ..Order::against(opponent, side) }))
    }

    /// A line of an answer; leaving is an answer too.
    fn ask(&mut self, question: &str) -> Answer<String> {
        self.console.set_prompt(question)?;
        loop {
            match self.console.wait(Waiting::ForAnswer, None)? {
                Happening::Line(line) => {
                    let line = line.trim().to_owned();
                    let leaves = ["x", "q", "quit", "exit"];
                    return Ok(match leaves.contains(&line.to_lowercase().as_str()) {
                        true => Err(Left),
                        false => Ok(line),
                    });
                }
                Happening::Closed | Happening::Interrupted => {
                    self.console.leave_prompt()?;
                    return Ok(Err(Left));
                }
                Happening::Redraw | Happening::Decided(_) | Happening::Timeout => {}
            }
        }
    }

    fn ask_opponent(&mut self, who: &str) -> Answer<Spec> {
        loop {
            let question =
                format!("{who}: level 1 to 10, easy, medium, hard, own, or ? [{USUAL_OPPONENT}]: ");
            let line = match self.ask(&question)? {
                Ok(line) => line,
                Err(left) => return Ok(Err(left)),
            };
            let text = if line.is_empty() { USUAL_OPPONENT } else { &line };
            if text == "?" {
                self.console.say(&format!(
                    "Players are {}.\nown asks for search, depth and evaluation.",
                    Spec::names()
                ))?;
                continue;
            }
            if text.eq_ignore_ascii_case("own") {
                return self.ask_own();
            }
            match opponent(text) {
                Ok(spec) => return Ok(Ok(spec)),
                Err(sentence) => self.console.say(&format!("{sentence}."))?,
            }
        }
    }

    /// Search, depth and evaluation one by one; what is odd falls back to the
    /// usual, with a word (report A).
    fn ask_own(&mut self) -> Answer<Spec> {
        let search = match self.ask(&format!("search [{USUAL_SEARCH}]: "))? {
            Ok(line) => line,
            Err(left) => return Ok(Err(left)),
        };
        let is_search = |text: &str| matches!(text.parse(), Ok(Spec::Ladder(ladder)) if text != "random" && ladder.depth.is_none());
        let search = match search.to_lowercase() {
            text if text.is_empty() => USUAL_SEARCH.to_owned(),
            text if is_search(&text) => text,
            text => {
                self.fall_back(&text, "no search of the ladder", USUAL_SEARCH)?;
                USUAL_SEARCH.to_owned()
            }
        };
        let question = format!("depth {} to {} [{USUAL_DEPTH}]: ", DEPTHS.start(), DEPTHS.end());
        let depth = match self.ask(&question)? {
            Ok(line) => line,
            Err(left) => return Ok(Err(left)),
        };
        let depth = match depth.parse() {
            Ok(depth) if DEPTHS.contains(&depth) => depth,
            _ if depth.is_empty() => USUAL_DEPTH,
            _ => {
                let range = format!("no depth from {} to {}", DEPTHS.start(), DEPTHS.end());
                self.fall_back(&depth, &range, &USUAL_DEPTH.to_string())?;
                USUAL_DEPTH
            }
        };
        let question = format!("evaluation: {} [{USUAL_EVAL}]: ", eval::NAMES.join(", "));
        let evaluation = match self.ask(&question)? {
            Ok(line) => line.to_lowercase(),
            Err(left) => return Ok(Err(left)),
        };
        let evaluation = match eval::NAMES.into_iter().find(|name| *name == evaluation) {
            Some(name) => name,
            None if evaluation.is_empty() => USUAL_EVAL,
            None => {
                self.fall_back(&evaluation, "no evaluation", USUAL_EVAL)?;
                USUAL_EVAL
            }
        };
        let joint = if search.contains(':') { ',' } else { ':' };
        let order = format!("{search}{joint}depth={depth},eval={evaluation}");
        match opponent(&order) {
            Ok(spec) => Ok(Ok(spec)),
            Err(sentence) => {
                self.console.say(&format!("{sentence}; {USUAL_OPPONENT} plays instead."))?;
                opponent(USUAL_OPPONENT).map(Ok).map_err(Failure::Failed)
            }
        }
    }

    fn ask_side(&mut self) -> Answer<Color> {
        let line = match self.ask("your colour: white, black or random [white]: ")? {
            Ok(line) => line.to_lowercase(),
            Err(left) => return Ok(Err(left)),
        };
        Ok(Ok(match line.as_str() {
            "" | "w" | "white" => Color::White,
            "b" | "black" => Color::Black,
            "r" | "random" => random_color(any_seed()),
            _ => {
                self.fall_back(&line, "no colour", "white")?;
                Color::White
            }
        }))
    }

    fn ask_time(&mut self) -> Answer<Option<TimeControl>> {
        let line = match self.ask("clocks: minutes+seconds a move, such as 5+3 [none]: ")? {
            Ok(line) => line.to_lowercase(),
            Err(left) => return Ok(Err(left)),
        };
        if line.is_empty() || line == "none" {
            return Ok(Ok(None));
        }
        Ok(Ok(match line.parse() {
            Ok(control) => Some(control),
            Err(_) => {
                self.fall_back(&line, "no time control", "none")?;
                None
            }
        }))
    }

    fn fall_back(&mut self, text: &str, what: &str, usual: &str) -> Result<(), Failure> {
        let sentence = format!("'{}' is {what}; it is {usual} then.", quote(text));
        self.console.say(&sentence)?;
        self.fallen_back.push(sentence);
        Ok(())
    }
}
