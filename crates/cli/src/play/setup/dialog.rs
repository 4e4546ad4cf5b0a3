//! Setting up a position with somebody at the terminal.

use chess::{Color, Position, Setup};
use session::words;

use super::{HELP, SHORT_HELP, Wish, describe, describe_shortly, obey};
use crate::failure::Failure;
use crate::play::board::{self, BoardDrawing};
use crate::play::console::terminal::Style;
use crate::play::console::{Console, width};

/// How setting up came to its end.
pub(crate) enum Ended {
    /// With a legal position.
    Done(Box<Position>),
    /// Somebody thought better of it.
    Cancelled,
}

/// A position that is being set up. Whoever runs it shows it, and tells it what
/// was typed.
pub(crate) struct Dialog {
    setup: Setup,
    /// Answers to the last line.
    said: Vec<String>,
    /// Whether the list of what can be said is wanted.
    wants_help: bool,
    /// Whether every reason against the position is wanted.
    wants_reasons: bool,
}

/// Columns from which squares are three wide.
const WIDE: usize = 60;
/// The narrowest text beside the board.
const NARROWEST: usize = 16;

impl Dialog {
    /// Begins with what is there; some words may be told first.
    pub(crate) fn new(setup: Setup, said: Vec<String>) -> Dialog {
        Dialog { setup, said, wants_help: false, wants_reasons: false }
    }

    /// Does what a line says; `bottom` is whose side is below.
    pub(crate) fn hear(&mut self, line: &str, style: Style, bottom: &mut Color) -> Option<Ended> {
        let (wish, wrong) = obey(&mut self.setup, line);
        self.said = wrong;
        self.wants_help = wish == Wish::Help;
        self.wants_reasons = wish == Wish::Why;
        match wish {
            Wish::Go | Wish::Help | Wish::Why => {}
            Wish::Flip if style.plain => {
                self.said
                    .push("The pieces are told in words: there is no board to turn.".to_owned());
            }
            Wish::Flip => *bottom = !*bottom,
            Wish::Cancel => return Some(Ended::Cancelled),
            // Whoever mistyped something on the way may not be done.
            Wish::Done if !self.said.is_empty() => {}
            Wish::Done => match self.setup.position() {
                Ok(position) => return Some(Ended::Done(Box::new(position))),
                Err(_) => self.wants_reasons = true,
            },
        }
        None
    }

    /// Shows what stands so far and what was wrong with the last line: board and
    /// text on one page if they fit, otherwise whichever was asked for.
    pub(crate) fn show(&self, console: &mut Console, bottom: Color) -> Result<(), Failure> {
        let style = console.style;
        let text = self.text(HELP, &describe(&self.setup));
        if style.plain {
            return console.say_wrapped(&format!("{}\n{text}", words::pieces(&self.setup.board)));
        }
        let (columns, rows) = console.size();
        let cell = if columns >= WIDE { 3 } else { 2 };
        let view = BoardDrawing { board: &self.setup.board, bottom, last: None, check: None };
        let mut lines = view.draw(style, cell);
        if !style.in_place {
            return console.say_wrapped(&format!("\n{}\n{text}", lines.join("\n")));
        }
        let room = columns.saturating_sub(board::columns(cell) + 3);
        // The prompt takes the last row.
        let fits_at_all = rows > lines.len();
        let is_narrow = room < NARROWEST;
        let mut beside = width::wrap(&text, room.max(1));
        if fits_at_all && !is_narrow && beside.len() <= lines.len() {
            return console.show_page(&side_by_side(lines, &beside));
        }
        let below = width::wrap(&text, columns.saturating_sub(1));
        if lines.len() + below.len() < rows {
            lines.extend(below);
            return console.show_page(&lines.join("\n"));
        }
        let has_words = self.wants_help || self.wants_reasons || !self.said.is_empty();
        if has_words || !fits_at_all || is_narrow {
            let short = match self.wants_reasons {
                true => describe(&self.setup),
                false => describe_shortly(&self.setup),
            };
            let wrap = |text: &str| width::wrap(text, columns.saturating_sub(1));
            let mut page = wrap(&self.text(SHORT_HELP, &short));
            if page.len() >= rows && has_words && !self.wants_reasons {
                // What stands is shown again with the next page.
                page = wrap(&self.text(SHORT_HELP, ""));
            }
            return console.show_page(&page.join("\n"));
        }
        beside = width::wrap(&describe_shortly(&self.setup), room);
        console.show_page(&side_by_side(lines, &beside))
    }

    /// What was wrong, the help that was asked for, and what stands so far.
    fn text(&self, help: &str, standing: &str) -> String {
        let mut text = self.said.clone();
        if self.wants_help {
            text.push(help.trim_matches('\n').to_owned());
        }
        text.push(standing.to_owned());
        text.join("\n").trim_end().to_owned()
    }
}

fn side_by_side(mut lines: Vec<String>, beside: &[String]) -> String {
    for (line, beside) in lines.iter_mut().zip(beside) {
        line.push_str("   ");
        line.push_str(beside);
    }
    lines.join("\n")
}
