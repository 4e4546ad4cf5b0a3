//! Setting up a position and playing from it.

use chess::{Color, Setup};

use super::{Host, Next};
use crate::failure::Failure;
use crate::play::board::{self, View};
use crate::play::console::{Happening, Waiting, width};
use crate::play::setup::{self, Wish};
use crate::play::words;

impl Host {
    /// Sets up a position: at once if a FEN is given that is legal, otherwise
    /// step by step. Clocks rest meanwhile.
    pub(crate) fn set_up(&mut self, fen: Option<&str>) -> Result<Next, Failure> {
        self.session.clocks.rest();
        let mut setup = self.session.game.position().setup();
        let mut said = Vec::new();
        if let Some(fen) = fen {
            let (_, wrong) = setup::obey(&mut setup, fen);
            match setup.position() {
                Ok(position) if wrong.is_empty() => {
                    self.begin_anew(position);
                    return Ok(Next::Go);
                }
                _ => said = wrong,
            }
        }
        loop {
            said.push(setup::describe(&setup).trim_end().to_owned());
            self.show_set_up(&setup, &said.join("\n"))?;
            said.clear();
            self.console.set_prompt("set-up (help)> ")?;
            let line = match self.console.wait(Waiting::ForAnswer, None)? {
                Happening::Line(line) => line,
                Happening::Closed | Happening::Interrupted => return Ok(Next::Leave),
                _ => continue,
            };
            let (wish, wrong) = setup::obey(&mut setup, &line);
            said = wrong.into_iter().map(|sentence| sentence + ".").collect();
            match wish {
                Wish::Go => {}
                Wish::Help => said.push(setup::HELP.trim_end().to_owned()),
                Wish::Flip => self.bottom = !self.bottom,
                Wish::Cancel => {
                    self.page.forget();
                    self.say("The set-up was left; the game goes on.");
                    return Ok(Next::Go);
                }
                Wish::Done => {
                    if let Ok(position) = setup.position() {
                        self.begin_anew(position);
                        self.page.forget();
                        return Ok(Next::Go);
                    }
                }
            }
        }
    }

    fn show_set_up(&mut self, setup: &Setup, text: &str) -> Result<(), Failure> {
        let style = self.console.style;
        if style.plain {
            return self.console.say(&format!("{}\n{text}", words::men(&setup.board)));
        }
        let (columns, rows) = self.console.size();
        let cell = if columns >= 60 { 3 } else { 2 };
        let bottom: Color = self.bottom;
        let view = View { board: &setup.board, bottom, last: None, check: None };
        let mut lines = view.draw(style, cell);
        if !style.in_place {
            return self.console.say(&format!("\n{}\n{text}", lines.join("\n")));
        }
        let room = columns.saturating_sub(board::columns(cell) + 3);
        let beside = width::wrap(text, room.max(1));
        if beside.len() <= lines.len() && room >= 16 {
            for (line, beside) in lines.iter_mut().zip(beside) {
                line.push_str("   ");
                line.push_str(&beside);
            }
            return self.console.show_page(&lines.join("\n"));
        }
        let below = width::wrap(text, columns.saturating_sub(1));
        if lines.len() + below.len() < rows {
            lines.extend(below);
            return self.console.show_page(&lines.join("\n"));
        }
        self.console.show_page(&lines.join("\n"))?;
        self.console.say(&below.join("\n"))
    }
}
