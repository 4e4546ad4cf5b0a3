//! Setting up a position with somebody at the terminal.

use chess::{Color, Position, Setup};

use super::{HELP, Wish, describe, obey};
use crate::failure::Failure;
use crate::play::board::{self, View};
use crate::play::console::{Awaited, Console, Happening, width};
use crate::play::words;

/// How setting up came to its end.
pub(crate) enum Ended {
    /// With a legal position.
    Done(Box<Position>),
    /// Somebody thought better of it.
    Cancelled,
    /// Somebody leaves altogether.
    Left,
}

/// Columns from which squares are three wide.
const WIDE: usize = 60;
/// The narrowest text beside the board.
const NARROWEST: usize = 16;

/// Sets up a position step by step, beginning with what is there; some words may
/// be told first. `bottom` is whose side is below.
pub(crate) fn run(
    console: &mut Console,
    mut setup: Setup,
    bottom: &mut Color,
    mut said: Vec<String>,
) -> Result<Ended, Failure> {
    loop {
        let mut text = said.clone();
        text.push(describe(&setup).trim_end().to_owned());
        show(console, &setup, *bottom, &text.join("\n"))?;
        console.set_prompt("set-up (help)> ")?;
        let line = match console.wait(Awaited::Answer, None)? {
            Happening::Line(line) => line,
            Happening::Closed | Happening::Interrupted => return Ok(Ended::Left),
            _ => continue,
        };
        let (wish, wrong) = obey(&mut setup, &line);
        said = wrong;
        match wish {
            Wish::Go => {}
            Wish::Help => said.push(HELP.trim_matches('\n').to_owned()),
            Wish::Flip if console.style.plain => {
                said.push("The men are told in words: there is no board to turn.".to_owned());
            }
            Wish::Flip => *bottom = !*bottom,
            Wish::Cancel => return Ok(Ended::Cancelled),
            // Whoever mistyped something on the way may not be done.
            Wish::Done if !said.is_empty() => {}
            Wish::Done => {
                if let Ok(position) = setup.position() {
                    return Ok(Ended::Done(Box::new(position)));
                }
            }
        }
    }
}

fn show(console: &mut Console, setup: &Setup, bottom: Color, text: &str) -> Result<(), Failure> {
    let style = console.style;
    if style.plain {
        return console.say_wrapped(&format!("{}\n{text}", words::men(&setup.board)));
    }
    let (columns, rows) = console.size();
    let cell = if columns >= WIDE { 3 } else { 2 };
    let view = View { board: &setup.board, bottom, last: None, check: None };
    let mut lines = view.draw(style, cell);
    if !style.in_place {
        return console.say_wrapped(&format!("\n{}\n{text}", lines.join("\n")));
    }
    let room = columns.saturating_sub(board::columns(cell) + 3);
    let beside = width::wrap(text, room.max(1));
    if beside.len() <= lines.len() && room >= NARROWEST {
        for (line, beside) in lines.iter_mut().zip(beside) {
            line.push_str("   ");
            line.push_str(&beside);
        }
        return console.show_page(&lines.join("\n"));
    }
    let below = width::wrap(text, columns.saturating_sub(1));
    if lines.len() + below.len() < rows {
        lines.extend(below);
        return console.show_page(&lines.join("\n"));
    }
    console.show_page(&lines.join("\n"))?;
    console.say(&below.join("\n"))
}
