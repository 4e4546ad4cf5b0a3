//! Showing the game: the board and what is said, as it fits the window.

use chess::{Color, Move, Position};
use session::words;

use super::Host;
use crate::failure::Failure;
use crate::play::board::{self, BoardDrawing};
use crate::play::console::width;
use crate::play::panel;
use crate::play::telling::{self, Told};

/// What was last shown.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// Position and side below, as they were last drawn.
    shown: Option<(u64, usize, Color)>,
    /// What was last told in words.
    told: Told,
}

impl Page {
    /// The board is shown with the next page, whether it has changed or not.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }
}

/// Columns from which squares are three wide.
const WIDE: usize = 60;
/// Rows from which there is room to talk below the board.
const ROOMY: usize = 13;
/// The narrowest panel that says anything.
const NARROWEST_PANEL: usize = 12;

impl Host {
    /// Shows what has changed: the board in its place, or below if there is no
    /// place to keep, and all that was said.
    pub(super) fn present(&mut self) -> Result<(), Failure> {
        let state = self.state();
        let text = self.take_said();
        if self.console.style.in_place {
            return self.show_in_place(&text);
        }
        let is_new = self.page.shown != Some(state);
        let is_first = self.page.shown.is_none();
        self.page.shown = Some(state);
        if self.console.style.plain {
            self.console.say_wrapped(&text)?;
            let mut lines = Vec::new();
            if is_first {
                lines = telling::whole(&self.session, self.console.style, &mut self.page.told);
            } else if is_new {
                lines = telling::news(&self.session, self.console.style, &mut self.page.told);
                if self.session.is_human(self.session.turn()) && self.session.reason().is_none() {
                    lines.push(telling::turn(&self.session));
                }
            }
            return self.console.say_wrapped(&lines.join("\n"));
        }
        if is_new {
            let board = self.board_lines(3, 46, &[]);
            self.console.say(&format!("\n{}\n", board.join("\n")))?;
        }
        self.console.say_wrapped(&text)
    }

    /// All that is to be told, what stays until it is answered first.
    fn take_said(&mut self) -> String {
        let said = std::mem::take(&mut self.said);
        self.warning.iter().cloned().chain(said).collect::<Vec<_>>().join("\n")
    }

    /// Shows the board, whether it has changed or not.
    pub(super) fn show_board(&mut self) -> Result<(), Failure> {
        self.page.forget();
        self.present()
    }

    /// Shows only what was said, below all else.
    pub(super) fn tell_said(&mut self) -> Result<(), Failure> {
        let text = self.take_said();
        self.tell(&text)
    }

    /// Writes text below all else; on a terminal, broken between words.
    pub(super) fn tell(&mut self, text: &str) -> Result<(), Failure> {
        self.console.say_wrapped(text)
    }

    /// What decides whether the board must be drawn again.
    fn state(&self) -> (u64, usize, Color) {
        let game = &self.session.game;
        (game.position().key(), game.moves().len(), self.bottom)
    }

    fn show_in_place(&mut self, text: &str) -> Result<(), Failure> {
        let (columns, rows) = self.console.size();
        // The prompt takes the last row.
        if rows <= board::LINES || columns <= board::columns(2) {
            return self.show_without_board(text, columns);
        }
        let cell = if columns >= WIDE { 3 } else { 2 };
        let room = columns.saturating_sub(board::columns(cell) + 3);
        let below = width::wrap(text, columns.saturating_sub(1));
        let beside = width::wrap(text, room);
        let fits_below = board::LINES + 1 + below.len().max(1) < rows;
        let fits_beside = room >= NARROWEST_PANEL && beside.len() <= 8;
        let is_new = self.page.shown != Some(self.state());
        self.page.shown = Some(self.state());
        if fits_below && rows >= ROOMY {
            // With nothing to say there is an empty line, so that the prompt stays put.
            let page = self.board_lines(cell, room, &[]);
            return self.console.show_page(&format!("{}\n\n{}", page.join("\n"), below.join("\n")));
        }
        if text.is_empty() || fits_beside {
            let page = self.board_lines(cell, room, &beside);
            return self.console.show_page(&page.join("\n"));
        }
        if is_new {
            let page = self.board_lines(cell, room, &[]);
            self.console.show_page(&page.join("\n"))?;
        } else if below.len() < rows {
            // A page of its own, with nothing of the last one above it.
            return self.console.show_page(&below.join("\n"));
        }
        self.console.say(&below.join("\n"))
    }

    /// In a window that is too small for any board: what was said, the last move,
    /// who is to move.
    fn show_without_board(&mut self, text: &str, columns: usize) -> Result<(), Failure> {
        self.page.shown = Some(self.state());
        let mut lines = vec![text.to_owned()];
        lines.extend(panel::move_words(&self.session).pop());
        lines.push(telling::turn(&self.session));
        if text.is_empty() {
            let (needed, rows) = (board::columns(2) + 1, board::LINES + 1);
            lines.push(format!("A board needs {needed} columns and {rows} rows."));
        }
        let page = width::wrap(lines.join("\n").trim_start(), columns.saturating_sub(1));
        self.console.show_page(&page.join("\n"))
    }

    /// The board with the panel beside it; a message may take the panel's place.
    fn board_lines(&self, cell: usize, room: usize, message: &[String]) -> Vec<String> {
        let style = self.console.style;
        let mut lines = self.view().draw(style, cell);
        if room < NARROWEST_PANEL {
            return lines;
        }
        let panel = match message.len() {
            0..=4 => panel::lines(&self.session, self.bottom, style, room, message),
            _ => message.to_vec(),
        };
        for (line, beside) in lines.iter_mut().zip(panel) {
            line.push_str(if cell == 3 { "   " } else { "  " });
            line.push_str(&beside);
        }
        // Spaces at the end say nothing; those of coloured squares end with a code.
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }

    fn view(&self) -> BoardDrawing<'_> {
        let game = &self.session.game;
        let position = game.position();
        BoardDrawing {
            board: position.board(),
            bottom: self.bottom,
            last: game.history().next_back().map(|(before, mv)| {
                let to = if mv.is_castling() { before.castling_king_target(mv) } else { mv.to() };
                (mv.from(), to)
            }),
            check: position.is_check().then(|| position.king(position.turn())),
        }
    }

    /// A move as it is told: `12... Nf6`, or in words.
    pub(super) fn name_move(&self, position: &Position, mv: Move) -> String {
        if self.console.style.plain {
            return words::of_move(position, mv);
        }
        let dots = if position.turn() == Color::White { "." } else { "..." };
        format!("{}{dots} {}", position.fullmove_number(), position.to_san(mv))
    }
}
