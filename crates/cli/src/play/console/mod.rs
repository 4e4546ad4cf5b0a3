//! Talking with whoever sits at the terminal: lines in, text out, and what
//! happens meanwhile.

pub(crate) mod editor;
pub(crate) mod events;
pub(crate) mod keys;
pub(crate) mod terminal;
pub(crate) mod width;

use std::collections::VecDeque;
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use editor::{Edit, Editor};
use events::{ConsoleEvent, Events};
use keys::{Key, KeyReader};
use terminal::{InputMode, RawMode, Style};

use super::thinking::Decided;
use crate::failure::{Failure, print};

/// What happened while we waited.
pub(crate) enum Happening {
    /// A line was typed.
    Line(String),
    /// Nothing more will be typed.
    Closed,
    /// Ctrl-C, or a signal to end.
    Interrupted,
    /// The window has another size, or the user wants to see it all again.
    Redraw,
    /// A player has decided.
    Decided(Box<Decided>),
    /// The time is over.
    Timeout,
}

/// What we wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Awaited {
    /// An answer: any line will do.
    Answer,
    /// A player's decision. A person at a terminal may say something
    /// meanwhile; lines from a pipe were written for later, all but `now`.
    Player,
    /// A player's last word: nobody is listened to any more.
    LastWord,
}

/// The terminal and all that comes from it.
pub(crate) struct Console {
    /// What it can show.
    pub(crate) style: Style,
    events: Events,
    keys: KeyReader,
    editor: Editor,
    /// What was typed and not yet taken, and the beginning of a piped line.
    lines: VecDeque<String>,
    begun: Vec<u8>,
    is_closed: bool,
    prompt: String,
    /// Whether the prompt stands on the screen and the cursor behind it.
    is_prompting: bool,
    /// Whether the window is ours already.
    has_page: bool,
    /// Whether the space bar says `pause` on an empty line, which holds a game that
    /// is only watched and lets it go on.
    pub(crate) space_pauses: bool,
    raw: Option<RawMode>,
}

/// Columns that a long prompt leaves for the answer, where there are many.
const ROOM_TO_TYPE: usize = 6;
/// Longer than any line that makes sense; the rest is dropped.
const LONGEST_LINE: usize = 4096;

impl Console {
    /// Takes the terminal.
    pub(crate) fn open(style: Style, history: Vec<String>) -> Console {
        let raw = if style.input == InputMode::Keys { RawMode::begin() } else { None };
        let events = Events::listen();
        events.ask_for_more();
        Console {
            style,
            events,
            keys: KeyReader::default(),
            editor: Editor::new(history),
            lines: VecDeque::new(),
            begun: Vec::new(),
            is_closed: false,
            prompt: String::new(),
            is_prompting: false,
            has_page: false,
            space_pauses: false,
            raw,
        }
    }

    /// Where threads report.
    pub(crate) fn sender(&self) -> Sender<ConsoleEvent> {
        self.events.sender.clone()
    }

    /// The lines typed by hand, oldest first.
    pub(crate) fn history(&self) -> &[String] {
        self.editor.history()
    }

    /// Columns and rows of the window.
    pub(crate) fn size(&self) -> (usize, usize) {
        terminal::size()
    }

    /// Prints text on lines of its own.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.leave_prompt()?;
        let newline = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        self.print(&format!("{text}{newline}"))
    }

    /// Prints text on lines of its own, broken between words where the window ends.
    pub(crate) fn say_wrapped(&mut self, text: &str) -> Result<(), Failure> {
        match self.style.input {
            InputMode::Piped => self.say(text),
            _ => {
                let (columns, _) = self.size();
                self.say(&width::wrap(text, columns.saturating_sub(1)).join("\n"))
            }
        }
    }

    /// Empties the window and prints text at its top. The first page pushes what
    /// stands in the window up and out, so that nothing of it is overwritten.
    pub(crate) fn show_page(&mut self, text: &str) -> Result<(), Failure> {
        if !std::mem::replace(&mut self.has_page, true) {
            let (_, rows) = self.size();
            print(&"\n".repeat(rows))?;
        }
        self.is_prompting = false;
        self.print(&format!("\x1b[H\x1b[J{text}\n"))
    }

    /// Prints text in letters that the terminal has.
    fn print(&self, text: &str) -> Result<(), Failure> {
        match self.style.ascii {
            true => print(&width::in_ascii(text)),
            false => print(&text.replace(width::TIED, " ")),
        }
    }

    /// Asks with this prompt from now on.
    pub(crate) fn set_prompt(&mut self, prompt: &str) -> Result<(), Failure> {
        if self.is_prompting && self.prompt == prompt {
            return Ok(());
        }
        self.prompt.clear();
        self.prompt.push_str(prompt);
        match self.style.input {
            InputMode::Keys => self.draw_line(),
            // A person's own terminal echoes what is typed behind the prompt.
            InputMode::Lines if self.is_prompting => Ok(()),
            InputMode::Lines => {
                self.is_prompting = true;
                print(prompt)
            }
            // Shown together with what is read.
            InputMode::Piped => Ok(()),
        }
    }

    /// Columns that a prompt may take.
    pub(crate) fn prompt_room(&self) -> usize {
        let (columns, _) = self.size();
        (columns - ROOM_TO_TYPE.min(columns / 3)).max(1)
    }

    /// The first of some prompts, the longest first, that leaves room to type.
    pub(crate) fn fitting<T: AsRef<str>>(&self, prompts: &[T]) -> String {
        let room = self.prompt_room();
        let mut prompts = prompts.iter().map(AsRef::as_ref);
        let last = prompts.clone().next_back().unwrap_or_default();
        prompts.find(|prompt| width::of(prompt) <= room).unwrap_or(last).to_owned()
    }

    /// Gives a line back that was not for whoever took it: it is read next.
    pub(crate) fn give_back(&mut self, line: String) {
        self.lines.push_front(line);
    }

    /// Whether a prompt may change while somebody types behind it.
    pub(crate) fn has_live_prompt(&self) -> bool {
        self.style.input == InputMode::Keys
    }

    /// Waits until something happens, but not longer than until `deadline`.
    pub(crate) fn wait(
        &mut self,
        awaited: Awaited,
        deadline: Option<Instant>,
    ) -> Result<Happening, Failure> {
        loop {
            if let Some(line) = self.take_line(awaited) {
                self.echo(&line)?;
                return Ok(Happening::Line(line));
            }
            let is_patient = match awaited {
                Awaited::Answer => false,
                Awaited::Player => self.style.input == InputMode::Piped,
                Awaited::LastWord => true,
            };
            if self.is_closed && !is_patient {
                return Ok(Happening::Closed);
            }
            if self.lines.is_empty() {
                self.events.ask_for_more();
            }
            let event = match deadline {
                None => self.events.receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    self.events.receiver.recv_timeout(left)
                }
            };
            match event {
                Ok(ConsoleEvent::Typed(bytes)) => {
                    if let Some(happening) = self.type_in(&bytes)? {
                        return Ok(happening);
                    }
                }
                Ok(ConsoleEvent::Closed) => self.close(),
                Ok(ConsoleEvent::Interrupted) => return Ok(Happening::Interrupted),
                Ok(ConsoleEvent::Resized) if self.style.in_place => {
                    self.leave_prompt()?;
                    return Ok(Happening::Redraw);
                }
                Ok(ConsoleEvent::Resized) => {}
                Ok(ConsoleEvent::Decided(decided)) => return Ok(Happening::Decided(decided)),
                Err(RecvTimeoutError::Timeout) => return Ok(Happening::Timeout),
                // We hold a sender ourselves, so this cannot be; if it is, it is over.
                Err(RecvTimeoutError::Disconnected) => return Ok(Happening::Interrupted),
            }
        }
    }

    /// Waits for a while, whatever happens.
    pub(crate) fn wait_for(
        &mut self,
        awaited: Awaited,
        time: Duration,
    ) -> Result<Happening, Failure> {
        self.wait(awaited, Instant::now().checked_add(time))
    }

    /// Ends the line with the prompt, so that what is printed next stands alone.
    pub(crate) fn leave_prompt(&mut self) -> Result<(), Failure> {
        if !std::mem::take(&mut self.is_prompting) {
            return Ok(());
        }
        match self.style.input {
            InputMode::Keys => print("\r\x1b[K"),
            _ => print("\n"),
        }
    }

    fn take_line(&mut self, awaited: Awaited) -> Option<String> {
        let is_now = |line: &String| line.trim().eq_ignore_ascii_case("now");
        let is_for_later = match awaited {
            Awaited::Answer => false,
            Awaited::Player => {
                self.style.input == InputMode::Piped && !self.lines.front().is_some_and(is_now)
            }
            Awaited::LastWord => true,
        };
        if is_for_later { None } else { self.lines.pop_front() }
    }

    /// A transcript of piped input reads like a session at a terminal.
    fn echo(&mut self, line: &str) -> Result<(), Failure> {
        match self.style.input {
            InputMode::Piped => {
                let clean = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
                let line: String = line.chars().map(clean).collect();
                print(&format!("{}{line}\n", self.prompt))
            }
            _ => {
                self.is_prompting = false;
                Ok(())
            }
        }
    }

    fn type_in(&mut self, bytes: &[u8]) -> Result<Option<Happening>, Failure> {
        if self.style.input != InputMode::Keys {
            self.split_lines(bytes);
            return Ok(None);
        }
        let mut happening = None;
        for key in self.keys.read(bytes) {
            if key == Key::Char(' ') && self.space_pauses && self.editor.line().is_empty() {
                self.lines.push_back("pause".to_owned());
                continue;
            }
            match self.editor.press(key) {
                Edit::Line(line) => {
                    print("\n")?;
                    self.is_prompting = false;
                    self.lines.push_back(line);
                }
                Edit::Changed => self.draw_line()?,
                Edit::Interrupt => return Ok(Some(Happening::Interrupted)),
                Edit::End => self.is_closed = true,
                Edit::Suspend => {
                    if let Some(raw) = &self.raw {
                        print("\n")?;
                        raw.suspend();
                        self.is_prompting = false;
                        happening = Some(Happening::Redraw);
                    }
                }
                Edit::Redraw => {
                    self.leave_prompt()?;
                    happening = Some(Happening::Redraw);
                }
                Edit::Ignored => {}
            }
        }
        Ok(happening)
    }

    fn split_lines(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'\n' => {
                    let line = std::mem::take(&mut self.begun);
                    let line = String::from_utf8_lossy(&line);
                    self.lines.push_back(line.trim_end_matches('\r').to_owned());
                }
                _ if self.begun.len() < LONGEST_LINE => self.begun.push(byte),
                _ => {}
            }
        }
    }

    /// The end of the input also ends its last line.
    fn close(&mut self) {
        self.is_closed = true;
        if !self.begun.is_empty() {
            self.split_lines(b"\n");
        }
    }

    /// Draws the prompt and as much of the line as fits, cursor included.
    fn draw_line(&mut self) -> Result<(), Failure> {
        self.is_prompting = true;
        let (columns, _) = self.size();
        let prompt = width::cut(&self.prompt, self.prompt_room());
        let prompt = if self.style.ascii { width::in_ascii(&prompt) } else { prompt };
        let room = columns.saturating_sub(width::of(&prompt) + 1).max(1);
        let (line, cursor) = (self.editor.line(), self.editor.cursor());
        let span = |letters: &[char]| letters.iter().copied().map(width::of_char).sum::<usize>();
        let mut begin = 0;
        while span(&line[begin..cursor]) > room {
            begin += 1;
        }
        let mut end = cursor;
        while end < line.len() && span(&line[begin..=end]) <= room {
            end += 1;
        }
        let text: String = line[begin..end].iter().collect();
        let column = width::of(&prompt) + span(&line[begin..cursor]);
        let go = if column > 0 { format!("\x1b[{column}C") } else { String::new() };
        print(&format!("\r{prompt}{text}\x1b[K\r{go}"))
    }
}
