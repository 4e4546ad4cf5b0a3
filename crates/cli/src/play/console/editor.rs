//! A line that is being typed: editing and history.

use super::keys::Key;

/// What a key did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Edit {
    /// The line looks different or the cursor stands elsewhere.
    Changed,
    /// The line is finished.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D on an empty line.
    End,
    /// Ctrl-Z.
    Suspend,
    /// Ctrl-L.
    Redraw,
    /// Nothing.
    Ignored,
}

/// The line, the cursor, and the lines before it.
#[derive(Debug, Default)]
pub(crate) struct Editor {
    line: Vec<char>,
    /// Where the next character goes. Invariant: at most `line.len()`.
    cursor: usize,
    history: Vec<String>,
    /// Which line of the history is shown, and what was typed before that.
    shown: Option<(usize, Vec<char>)>,
}

/// Longer than any command: what a cat on the keyboard types is not kept.
const LONGEST_LINE: usize = 4096;
/// How many lines are remembered.
const LONGEST_HISTORY: usize = 500;

impl Editor {
    /// An editor that remembers these lines, oldest first.
    pub(crate) fn new(history: Vec<String>) -> Editor {
        Editor { history, ..Editor::default() }
    }

    /// The line as far as it is typed.
    pub(crate) fn line(&self) -> &[char] {
        &self.line
    }

    /// Where the next character goes.
    pub(crate) fn cursor(&self) -> usize {
        self.cursor
    }

    /// The lines typed before, oldest first.
    pub(crate) fn history(&self) -> &[String] {
        &self.history
    }

    /// Takes a key.
    pub(crate) fn press(&mut self, key: Key) -> Edit {
        match key {
            Key::Char(letter) if self.line.len() < LONGEST_LINE => {
                self.line.insert(self.cursor, letter);
                self.cursor += 1;
            }
            Key::Enter => return Edit::Line(self.finish()),
            Key::Control('c') => return Edit::Interrupt,
            Key::Control('d') if self.line.is_empty() => return Edit::End,
            Key::Control('z') => return Edit::Suspend,
            Key::Control('l') => return Edit::Redraw,
            Key::Backspace | Key::Control('h') if self.cursor > 0 => {
                self.cursor -= 1;
                self.line.remove(self.cursor);
            }
            Key::Delete | Key::Control('d') if self.cursor < self.line.len() => {
                self.line.remove(self.cursor);
            }
            Key::Left | Key::Control('b') => self.cursor = self.cursor.saturating_sub(1),
            Key::Right | Key::Control('f') => self.cursor = (self.cursor + 1).min(self.line.len()),
            Key::Home | Key::Control('a') => self.cursor = 0,
            Key::End | Key::Control('e') => self.cursor = self.line.len(),
            Key::Control('k') => self.line.truncate(self.cursor),
            Key::Control('u') => {
                self.line.drain(..self.cursor);
                self.cursor = 0;
            }
            Key::Control('w') => {
                let begin = self.word_begin();
                self.line.drain(begin..self.cursor);
                self.cursor = begin;
            }
            Key::Up | Key::Control('p') => return self.recall_older(),
            Key::Down | Key::Control('n') => return self.recall_newer(),
            _ => return Edit::Ignored,
        }
        Edit::Changed
    }

    fn word_begin(&self) -> usize {
        let before = &self.line[..self.cursor];
        let end = before.iter().rposition(|c| !c.is_whitespace()).map_or(0, |at| at + 1);
        before[..end].iter().rposition(|c| c.is_whitespace()).map_or(0, |at| at + 1)
    }

    fn finish(&mut self) -> String {
        let line: String = std::mem::take(&mut self.line).into_iter().collect();
        self.cursor = 0;
        self.shown = None;
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
            if self.history.len() > LONGEST_HISTORY {
                self.history.remove(0);
            }
        }
        line
    }

    fn recall_older(&mut self) -> Edit {
        let at = match &self.shown {
            Some((at, _)) => at.checked_sub(1),
            None => self.history.len().checked_sub(1),
        };
        let Some(at) = at else { return Edit::Ignored };
        let typed = match self.shown.take() {
            Some((_, typed)) => typed,
            None => std::mem::take(&mut self.line),
        };
        self.show(self.history[at].chars().collect());
        self.shown = Some((at, typed));
        Edit::Changed
    }

    fn recall_newer(&mut self) -> Edit {
        let Some((at, typed)) = self.shown.take() else { return Edit::Ignored };
        match self.history.get(at + 1) {
            Some(line) => {
                self.show(line.chars().collect());
                self.shown = Some((at + 1, typed));
            }
            None => self.show(typed),
        }
        Edit::Changed
    }

    fn show(&mut self, line: Vec<char>) {
        self.cursor = line.len();
        self.line = line;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn type_in(editor: &mut Editor, text: &str) {
        for letter in text.chars() {
            editor.press(Key::Char(letter));
        }
    }

    fn text(editor: &Editor) -> String {
        editor.line().iter().collect()
    }

    #[test]
    fn editing() {
        let mut editor = Editor::default();
        type_in(&mut editor, "e4 e5");
        editor.press(Key::Control('w'));
        assert_eq!(text(&editor), "e4 ");
        editor.press(Key::Home);
        editor.press(Key::Delete);
        type_in(&mut editor, "d");
        assert_eq!(text(&editor), "d4 ");
        editor.press(Key::End);
        editor.press(Key::Backspace);
        editor.press(Key::Left);
        editor.press(Key::Control('k'));
        assert_eq!(text(&editor), "d");
        assert_eq!(editor.press(Key::Enter), Edit::Line("d".to_owned()));
        assert_eq!(text(&editor), "");
        assert_eq!(editor.press(Key::Control('d')), Edit::End);
        assert_eq!(editor.press(Key::Backspace), Edit::Ignored);
    }

    #[test]
    fn history_keeps_what_was_being_typed() {
        let mut editor = Editor::new(vec!["e4".to_owned()]);
        type_in(&mut editor, "Nf3");
        editor.press(Key::Enter);
        editor.press(Key::Enter);
        type_in(&mut editor, "un");
        assert_eq!(editor.press(Key::Up), Edit::Changed);
        assert_eq!(text(&editor), "Nf3");
        editor.press(Key::Up);
        assert_eq!(text(&editor), "e4");
        assert_eq!(editor.press(Key::Up), Edit::Ignored);
        editor.press(Key::Down);
        editor.press(Key::Down);
        assert_eq!(text(&editor), "un");
        assert_eq!(editor.press(Key::Down), Edit::Ignored);
        assert_eq!(editor.history(), ["e4", "Nf3"]);
    }

    #[test]
    fn any_keys_in_any_order() {
        let keys = [
            Key::Char('x'),
            Key::Control('w'),
            Key::Left,
            Key::Up,
            Key::Char(' '),
            Key::Down,
            Key::Delete,
            Key::Control('u'),
            Key::Right,
            Key::Backspace,
            Key::Enter,
        ];
        let mut editor = Editor::default();
        let mut state = 1u32;
        for _ in 0..20_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            editor.press(keys[(state >> 16) as usize % keys.len()]);
            assert!(editor.cursor() <= editor.line().len());
        }
    }
}
