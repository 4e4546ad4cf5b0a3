//! The terminal itself: its size, what it can show, raw mode.

use std::io::{IsTerminal, stdin, stdout};

/// What the terminal, the environment and the user let us show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// How lines are read.
    pub(crate) input: InputMode,
    /// Whether the board is drawn again in its place; otherwise everything is
    /// written below what is there.
    pub(crate) in_place: bool,
    /// Which colours.
    pub(crate) colors: Colors,
    /// Chess figures, or letters.
    pub(crate) figures: bool,
    /// Whether only plain ASCII may be drawn.
    pub(crate) ascii: bool,
    /// Words instead of a drawn board, for screen readers.
    pub(crate) plain: bool,
}

/// How lines are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputMode {
    /// Key by key, with our own editing.
    Keys,
    /// Line by line from a person at a terminal that edits by itself.
    Lines,
    /// Line by line from a pipe or a file.
    Piped,
}

/// How many colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colors {
    /// None.
    None,
    /// The sixteen of old terminals.
    Sixteen,
    /// The palette of 256.
    Many,
}

/// What the user asked for on the command line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wishes {
    /// Letters instead of figures.
    pub(crate) ascii: bool,
    /// Figures even if the locale does not promise them.
    pub(crate) unicode: bool,
    /// Words instead of a board.
    pub(crate) plain: bool,
}

impl Style {
    /// What fits this terminal and these wishes.
    pub(crate) fn find(wishes: Wishes) -> Style {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let term = std::env::var("TERM").unwrap_or_default();
        let is_dumb = term.is_empty() || term == "dumb";
        let is_terminal = stdout().is_terminal() && !is_dumb && !wishes.plain;
        let has_keys = is_terminal && stdin().is_terminal() && raw::IS_POSSIBLE;
        let colors = match is_terminal && !is_set("NO_COLOR") {
            false => Colors::None,
            true if term.contains("256") || is_set("COLORTERM") => Colors::Many,
            true => Colors::Sixteen,
        };
        // Without colours, outlined and filled figures are hard to tell apart, and
        // which is which depends on the background; capital and small letters do
        // not. The Linux console promises UTF-8, but its font has no chessmen.
        let fit_figures = speaks_utf8() && colors != Colors::None && term != "linux";
        Style {
            input: match stdin().is_terminal() {
                true if has_keys => InputMode::Keys,
                true => InputMode::Lines,
                false => InputMode::Piped,
            },
            in_place: has_keys,
            colors,
            figures: !wishes.ascii && (wishes.unicode || fit_figures),
            ascii: wishes.ascii || !(wishes.unicode || speaks_utf8()),
            plain: wishes.plain,
        }
    }
}

/// Whether the locale says UTF-8: the first of the three that is set decides.
fn speaks_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Columns and rows of the window; the usual ones where nobody knows.
pub(crate) fn size() -> (usize, usize) {
    const USUAL: (usize, usize) = (80, 24);
    match raw::size() {
        Some((columns, rows)) if columns > 0 && rows > 0 => (columns, rows),
        _ => USUAL,
    }
}

pub(crate) use raw::RawMode;

#[cfg(unix)]
mod raw {
    use std::io::{stdin, stdout};

    use rustix::process::{Signal, getpid, kill_process};
    use rustix::termios::{
        InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr,
        tcgetwinsize, tcsetattr,
    };

    pub(crate) const IS_POSSIBLE: bool = true;

    pub(crate) fn size() -> Option<(usize, usize)> {
        let size = tcgetwinsize(stdout()).ok()?;
        Some((usize::from(size.ws_col), usize::from(size.ws_row)))
    }

    /// Keys come one by one and unechoed while this lives. Output is processed
    /// as ever, so that printing needs no care.
    pub(crate) struct RawMode {
        before: Termios,
    }

    impl RawMode {
        /// Begins, if stdin is a terminal.
        pub(crate) fn begin() -> Option<RawMode> {
            let before = tcgetattr(stdin()).ok()?;
            let mode = RawMode { before };
            mode.set();
            Some(mode)
        }

        fn set(&self) {
            let mut raw = self.before.clone();
            raw.local_modes -=
                LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN;
            raw.input_modes -= InputModes::ICRNL | InputModes::IXON;
            raw.special_codes[SpecialCodeIndex::VMIN] = 1;
            raw.special_codes[SpecialCodeIndex::VTIME] = 0;
            // A terminal that went away is noticed where it is read.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &raw);
        }

        fn restore(&self) {
            let _ = tcsetattr(stdin(), OptionalActions::Now, &self.before);
        }

        /// Stops the program as Ctrl-Z does, and returns when it goes on.
        pub(crate) fn suspend(&self) {
            self.restore();
            let _ = kill_process(getpid(), Signal::TSTP);
            self.set();
        }
    }

    impl Drop for RawMode {
        fn drop(&mut self) {
            self.restore();
        }
    }
}

#[cfg(not(unix))]
mod raw {
    pub(crate) const IS_POSSIBLE: bool = false;

    pub(crate) fn size() -> Option<(usize, usize)> {
        None
    }

    /// Other systems edit lines by themselves.
    pub(crate) struct RawMode;

    impl RawMode {
        pub(crate) fn begin() -> Option<RawMode> {
            None
        }

        pub(crate) fn suspend(&self) {}
    }
}
