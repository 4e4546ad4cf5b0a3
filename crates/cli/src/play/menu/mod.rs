//! The start menu: what can be played from it.

mod doors;
mod questions;

use std::time::Duration;

use chess::{Color, quote};
use engine::{Limits, Spec};
use session::memory::{Memory, Shelf};

use super::console::terminal::{Style, Wishes};
use super::console::{Awaited, Console, Happening};
use super::host::HouseRules;
use super::order::{GameSetup, Resume, USUAL_OPPONENT};
use super::{any_seed, begin, sentence, shelf};
use crate::data_folder;
use crate::failure::Failure;
#[cfg(feature = "serve")]
use crate::serve::Serve;

/// What can be chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Computer,
    TwoPlayers,
    SetUp,
    Watch,
    Continue,
    #[cfg(feature = "serve")]
    Browser,
    Lab,
    Lessons,
    Help,
    Quit,
}

/// The entries in their order, numbered from 1, in a line each and in a word for
/// small windows. What each of them does stands in [`Menu::order`].
const ENTRIES: &[(Choice, &str, &str)] = &[
    (Choice::Computer, "play the computer", "play"),
    (Choice::TwoPlayers, "two players at this board", "two players"),
    (Choice::SetUp, "set up a position", "set up"),
    (Choice::Watch, "watch two computer players", "watch"),
    (Choice::Continue, "continue a saved game", "continue"),
    #[cfg(feature = "serve")]
    (Choice::Browser, "open the board in the browser", "browser"),
    (Choice::Lab, "the lab: watch how a search thinks", "lab"),
    (Choice::Lessons, "the lessons: how engines look ahead, step by step", "lessons"),
    (Choice::Help, "help: everything else the program can do", "help"),
    (Choice::Quit, "quit", "quit"),
];

/// How long each move of a game between computers is shown, in seconds.
const USUAL_DELAY: f64 = 1.0;
/// Rows below which the menu leaves out what is not needed.
const FEW_ROWS: usize = 18;
/// What the menu needs in addition to its entries: two lines of heading, the question.
const OTHER_ROWS: usize = 3;

/// Opens the menu on a terminal, and plays what is chosen.
pub(crate) fn open_menu() -> Result<(), Failure> {
    let style = Style::find(Wishes::default());
    let memory = Memory::open(data_folder::find(), None);
    let console = Console::open(style, memory.typed());
    let delay = Duration::from_secs_f64(USUAL_DELAY);
    let mut menu = Menu { console, shelf: memory.unfinished(), delay };
    let order = match menu.choose()? {
        Some(Chosen::Game(order)) => *order,
        #[cfg(feature = "serve")]
        Some(Chosen::Browser) => {
            // The terminal is given back first: the server speaks to it plainly.
            drop(menu);
            return Serve::in_browser().run();
        }
        None => return Ok(()),
    };
    let rules = HouseRules {
        start: order.start,
        limits: Limits::default(),
        delay: menu.delay,
        seed: any_seed(),
        eval: None,
    };
    begin(menu.console, memory, order, rules)
}

struct Menu {
    console: Console,
    /// The games that can be continued.
    shelf: Shelf,
    /// How long each move of a game between computers is to be shown.
    delay: Duration,
}

/// What the menu led to.
enum Chosen {
    Game(Box<GameSetup>),
    #[cfg(feature = "serve")]
    Browser,
}

/// Why a question has no answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Away {
    /// Somebody leaves the program.
    Left,
    /// Somebody wants to choose again.
    Back,
}

/// A value, or why there is none.
type Answer<T> = Result<Result<T, Away>, Failure>;

/// Unwraps an answer, or goes away with it.
macro_rules! or_away {
    ($answer:expr) => {
        match $answer? {
            Ok(value) => value,
            Err(away) => return Ok(Err(away)),
        }
    };
}
use or_away;

impl Menu {
    /// Shows the entries until one of them leads somewhere; `None` if somebody
    /// leaves.
    fn choose(&mut self) -> Result<Option<Chosen>, Failure> {
        loop {
            self.show()?;
            let choice = match self.ask_choice()? {
                #[cfg(feature = "serve")]
                Ok(Choice::Browser) => return Ok(Some(Chosen::Browser)),
                Ok(choice) => choice,
                Err(Away::Left) => return Ok(None),
                Err(Away::Back) => continue,
            };
            match self.order(choice)? {
                Ok(order) => return Ok(Some(Chosen::Game(Box::new(order)))),
                Err(Away::Left) => return Ok(None),
                Err(Away::Back) => {}
            }
        }
    }

    fn show(&mut self) -> Result<(), Failure> {
        let (_, rows) = self.console.size();
        let is_small = rows < FEW_ROWS;
        let gap = if is_small { "" } else { "\n" };
        let version = env!("CARGO_PKG_VERSION");
        let mut text = format!("{gap}Plywise {version}: a chess engine you can watch think\n{gap}");
        let has_few_rows = rows < ENTRIES.len() + OTHER_ROWS;
        for (number, (choice, words, word)) in (1..).zip(ENTRIES) {
            let more = match (choice, self.shelf.games.len()) {
                (Choice::Continue, 0) => " (none)".to_owned(),
                (Choice::Continue, games) => format!(" ({games})"),
                _ => String::new(),
            };
            text += &match has_few_rows {
                false => format!(" {number:>2}  {words}{more}\n"),
                true if number % 2 == 1 => format!(" {number:>2}  {:<15}", format!("{word}{more}")),
                true => format!("{number:>2}  {word}{more}\n"),
            };
        }
        if has_few_rows && ENTRIES.len() % 2 == 1 {
            text.push('\n');
        }
        if !is_small {
            text.push_str("\nEnter takes what stands in brackets; back leads here, x leaves.\n");
        }
        self.console.say_wrapped(&text)
    }

    fn ask_choice(&mut self) -> Answer<Choice> {
        self.ask_until(&["choose [1]: "], |line| {
            let number = if line.is_empty() { Some(1) } else { line.parse().ok() };
            let entry = number.and_then(|number: usize| ENTRIES.get(number.checked_sub(1)?));
            let most = ENTRIES.len();
            entry
                .map(|(choice, ..)| *choice)
                .ok_or_else(|| format!("'{}': a number from 1 to {most}.", quote(line)))
        })
    }

    /// The game behind an entry, with all that has to be asked for it.
    fn order(&mut self, choice: Choice) -> Answer<GameSetup> {
        match choice {
            Choice::Computer => {
                let opponent = or_away!(self.ask_player("opponent", USUAL_OPPONENT));
                let side = or_away!(self.ask_side());
                let first = or_away!(self.ask_first());
                let control = or_away!(self.ask_time());
                self.begun_by(first, GameSetup { control, ..GameSetup::against(opponent, side) })
            }
            Choice::TwoPlayers => {
                let first = or_away!(self.ask_first());
                let control = or_away!(self.ask_time());
                self.begun_by(
                    first,
                    GameSetup { control, ..GameSetup::between(Spec::Human, Spec::Human) },
                )
            }
            Choice::SetUp => {
                let start = or_away!(self.ask_position());
                let white = or_away!(self.ask_player("White", "human"));
                let black = or_away!(self.ask_player("Black", USUAL_OPPONENT));
                let control = or_away!(self.ask_time());
                Ok(Ok(GameSetup { start, control, ..GameSetup::between(white, black) }))
            }
            Choice::Watch => {
                let white = or_away!(self.ask_player("White", USUAL_OPPONENT));
                let black = or_away!(self.ask_player("Black", USUAL_OPPONENT));
                let control = or_away!(self.ask_time());
                self.delay = or_away!(self.ask_delay());
                Ok(Ok(GameSetup { control, ..GameSetup::between(white, black) }))
            }
            Choice::Continue => {
                for trouble in &self.shelf.broken {
                    self.console.say_wrapped(&sentence(trouble))?;
                }
                if self.shelf.games.is_empty() {
                    self.console.say_wrapped(&shelf::nothing(self.shelf.held))?;
                    return Ok(Err(Away::Back));
                }
                let game = or_away!(self.ask_saved());
                Ok(Ok(GameSetup::resumed(Resume::Chosen(Box::new(game)))))
            }
            // The browser's board is no game of this terminal.
            #[cfg(feature = "serve")]
            Choice::Browser => Ok(Err(Away::Left)),
            Choice::Lab => self.tell(&doors::lab()),
            Choice::Lessons => self.tell(&doors::lessons()),
            Choice::Help => self.tell(&doors::help()),
            Choice::Quit => Ok(Err(Away::Left)),
        }
    }

    /// Says something that is no game, and leads back.
    fn tell(&mut self, text: &str) -> Answer<GameSetup> {
        self.console.say_wrapped(text)?;
        or_away!(self.ask_line(&["Enter leads back to the menu: ", "Enter: "]));
        Ok(Err(Away::Back))
    }

    /// The starting position with either side to move is legal; should it not be,
    /// the game is chosen anew.
    fn begun_by(&mut self, first: Color, order: GameSetup) -> Answer<GameSetup> {
        match order.begun_by(first) {
            Ok(order) => Ok(Ok(order)),
            Err(error) => {
                self.console.say_wrapped(&sentence(&error))?;
                Ok(Err(Away::Back))
            }
        }
    }

    /// Asks, in the longest words that fit.
    fn ask_line(&mut self, prompts: &[&str]) -> Answer<String> {
        loop {
            let prompt = self.console.fitting(prompts);
            self.console.set_prompt(&prompt)?;
            match self.console.wait(Awaited::Answer, None)? {
                Happening::Line(line) => return Ok(Ok(line.trim().to_owned())),
                Happening::Closed | Happening::Interrupted => {
                    self.console.leave_prompt()?;
                    return Ok(Err(Away::Left));
                }
                Happening::Redraw | Happening::Decided(_) | Happening::Timeout => {}
            }
        }
    }

    /// Asks until the answer can be read; what cannot is explained.
    fn ask_until<T>(
        &mut self,
        prompts: &[&str],
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Answer<T> {
        loop {
            let line = or_away!(self.ask_line(prompts));
            match line.to_lowercase().as_str() {
                "x" | "q" | "quit" | "exit" => return Ok(Err(Away::Left)),
                "back" | "cancel" => return Ok(Err(Away::Back)),
                _ => {}
            }
            match read(&line) {
                Ok(value) => return Ok(Ok(value)),
                Err(explanation) => self.console.say_wrapped(&explanation)?,
            }
        }
    }
}
