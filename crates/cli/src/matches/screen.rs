//! Lines on a terminal that are drawn over again and again.

use std::fmt::Write;

/// How much a terminal shows.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Size {
    /// That of the terminal behind stderr, now: people pull at its corners.
    pub(super) fn now() -> Size {
        let (columns, rows) = asked().unwrap_or((80, 24));
        Size { columns: columns.max(2), rows: rows.max(2) }
    }

    /// How many columns a line may have that is not to be wrapped.
    pub(super) fn room(self) -> usize {
        self.columns - 1
    }
}

#[cfg(unix)]
fn asked() -> Option<(usize, usize)> {
    let size = rustix::termios::tcgetwinsize(std::io::stderr()).ok()?;
    let known = |length: u16| (length > 0).then_some(usize::from(length));
    Some((known(size.ws_col)?, known(size.ws_row)?))
}

#[cfg(not(unix))]
fn asked() -> Option<(usize, usize)> {
    None
}

/// What is drawn at the end of the terminal at the moment.
#[derive(Default)]
pub(super) struct Screen {
    /// How wide each line is.
    drawn: Vec<usize>,
}

impl Screen {
    /// What takes the lines off the screen.
    pub(super) fn erase(&mut self, size: Size) -> String {
        // A terminal that became narrower has wrapped them. What has left it at
        // the top cannot be taken back.
        let wrapped = |width: usize| width.max(1).div_ceil(size.columns);
        let rows: usize = self.drawn.drain(..).map(wrapped).sum();
        match rows.min(size.rows - 1) {
            0 => String::new(),
            rows => format!("\r\u{1b}[{rows}A\u{1b}[J"),
        }
    }

    /// What puts these lines in the place of those before, as many and as much of
    /// them as the terminal shows.
    pub(super) fn draw<'a>(
        &mut self,
        lines: impl ExactSizeIterator<Item = &'a str>,
        size: Size,
    ) -> String {
        let mut text = self.erase(size);
        // The cursor stands below the last line.
        let (all, fit) = (lines.len(), size.rows - 1);
        let shown = if all > fit { fit - 1 } else { all };
        for line in lines.take(shown) {
            self.put(&mut text, line, size);
        }
        if shown < all {
            self.put(&mut text, &format!("… {} more", all - shown), size);
        }
        text
    }

    fn put(&mut self, text: &mut String, line: &str, size: Size) {
        let line = cut(line, size.room());
        self.drawn.push(line.chars().map(width).sum());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
    }
}

/// As much of a line as fits into so many columns.
pub(super) fn cut(line: &str, room: usize) -> &str {
    let mut used = 0;
    let end = line.char_indices().find(|&(_, c)| {
        used += width(c);
        used > room
    });
    &line[..end.map_or(line.len(), |(end, _)| end)]
}

/// How many columns a character takes at most.
fn width(c: char) -> usize {
    // The wide ones of East Asia and the pictures all stand above; our own sign
    // for what is left out stands there too and is narrow.
    if c < '\u{1100}' || c == '…' { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZero;

    const SMALL: Size = Size { columns: 20, rows: 6 };

    #[test]
    fn a_shortened_name_costs_no_more_than_it_shows() {
        assert_eq!(cut("quiescence:d…  50.0 %", 21), "quiescence:d…  50.0 %");
        assert_eq!(cut("quiescence:d…  50.0 %", 20), "quiescence:d…  50.0 ");
        assert_eq!(cut("王x", 2), "王");
    }

    fn terminal(size: Size) -> vt100::Parser {
        let length = |length: usize| NonZero::new(length as u16).unwrap();
        vt100::Parser::new(length(size.rows), length(size.columns), 100)
    }

    fn show(terminal: &mut vt100::Parser, text: &str) {
        // What the terminal's driver does to line ends.
        terminal.process(text.replace('\n', "\r\n").as_bytes());
    }

    fn rows(terminal: &vt100::Parser, size: Size) -> Vec<String> {
        terminal.screen().rows(0, size.columns as u16).collect()
    }

    #[test]
    fn a_narrow_terminal_keeps_no_old_rows() {
        let (mut terminal, mut screen) = (terminal(SMALL), Screen::default());
        show(&mut terminal, "before\n");
        for number in 0..9 {
            let line = format!("{number} of 9 games and much more than fits");
            let text = screen.draw([line.as_str(), "棋棋棋棋棋棋棋棋棋棋棋棋"].into_iter(), SMALL);
            show(&mut terminal, &text);
        }
        let expected = ["before", "8 of 9 games and mu", "棋棋棋棋棋棋棋棋棋", "", "", ""];
        assert_eq!(rows(&terminal, SMALL), expected);
        show(&mut terminal, &screen.erase(SMALL));
        assert_eq!(rows(&terminal, SMALL), ["before", "", "", "", "", ""]);
    }

    #[test]
    fn a_low_terminal_shows_what_fits_and_nothing_scrolls_away() {
        let (mut terminal, mut screen) = (terminal(SMALL), Screen::default());
        let lines: Vec<String> = (0..26).map(|number| format!("row {number}")).collect();
        for _ in 0..5 {
            let text = screen.draw(lines.iter().map(String::as_str), SMALL);
            show(&mut terminal, &text);
        }
        assert_eq!(rows(&terminal, SMALL), ["row 0", "row 1", "row 2", "row 3", "… 22 more", ""]);
        terminal.screen_mut().set_scrollback(100);
        assert_eq!(terminal.screen().scrollback(), 0, "nothing was pushed out at the top");
    }

    #[test]
    fn lines_that_a_narrower_terminal_has_wrapped_are_taken_back() {
        let (mut screen, wide) = (Screen::default(), Size { columns: 200, rows: 30 });
        let long = "x".repeat(150);
        assert_eq!(screen.draw([long.as_str(), "y"].into_iter(), wide), format!("{long}\ny\n"));
        // 150 columns are four rows of 40.
        let narrow = Size { columns: 40, rows: 30 };
        assert_eq!(screen.erase(narrow), "\r\u{1b}[5A\u{1b}[J");
        assert_eq!(screen.erase(narrow), "");
    }
}
