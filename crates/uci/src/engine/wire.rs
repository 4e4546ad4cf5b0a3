//! A foreign program as it is: lines in, lines out, nothing understood.

use std::ffi::OsStr;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use super::EngineError;
use super::mailbox::Received;
use super::process::Process;

/// A program whose every word is heard and that may be told anything. For who
/// wants to know how an engine behaves; who wants it to play takes
/// [`ForeignEngine`](super::ForeignEngine).
///
/// Dropped, the program is told to quit, and killed if it does not.
#[derive(Debug)]
pub struct Wire(Process);

/// What came over the wire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line, and when it came.
    Line(String, Instant),
    /// Nothing in time.
    Silence,
    /// Nothing will come any more.
    End,
}

/// How long a program gets to leave when this is dropped.
const GRACE: Duration = Duration::from_millis(500);

impl Wire {
    /// Starts a program, a file or a name on the PATH.
    pub fn start(program: impl AsRef<OsStr>, args: &[String]) -> Result<Wire, EngineError> {
        Process::start(program.as_ref(), args, GRACE).map(Wire)
    }

    /// Says a line.
    pub fn say(&self, line: &str) {
        self.0.send(line);
    }

    /// Says any bytes, and a line end.
    pub fn say_bytes(&self, line: &[u8]) {
        self.0.send_bytes(line);
    }

    /// The next line, waiting for it at most so long.
    pub fn hear(&self, patience: Duration) -> Heard {
        match self.0.receive(patience) {
            Received::Line(line) => Heard::Line(line.text, line.at),
            Received::Nothing => Heard::Silence,
            Received::End => Heard::End,
        }
    }

    /// Closes the program's input.
    pub fn hang_up(&mut self) {
        self.0.close_input();
    }

    /// How the program left, if it does in this time.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.0.wait(patience)
    }

    /// How many lines were dropped because they came faster than they were heard.
    pub fn dropped(&self) -> u64 {
        self.0.dropped()
    }
}
