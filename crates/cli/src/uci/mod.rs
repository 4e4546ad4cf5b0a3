//! `plywise uci`: the champion for chess programs.

mod asides;
mod options;
mod output;
mod reporter;
mod session;
mod speak;
mod worker;

use std::io::{self, BufRead, Write};
use std::thread;
use std::time::SystemTime;

use clap::Args;

use crate::failure::Failure;

pub use session::{Next, Session};

/// Speak UCI, the language of chess programs, on standard input and output
#[derive(Args)]
#[command(after_help = asides::HELP)]
pub(crate) struct Uci {}

impl Uci {
    pub(crate) fn run(self) -> Result<(), Failure> {
        // Short searches happen where commands are read, and the main thread has as much stack as
        // the system likes.
        let listener =
            thread::Builder::new().name("listener".to_owned()).stack_size(session::STACK);
        match listener.spawn(listen).map(thread::JoinHandle::join) {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(Failure::Failed(format!("cannot start a thread: {error}"))),
        }
    }
}

/// Does what the lines on standard input say, up to the last one.
fn listen() -> Result<(), Failure> {
    let mut session = Session::new(Listener(io::stdout())).map_err(Failure::Failed)?;
    for line in Lines(io::stdin().lock()) {
        match session.hear(&line) {
            Next::Listen => {}
            Next::Quit => break,
        }
    }
    // The end of the input means quit.
    session.quit();
    Ok(())
}

/// Standard output that ends the program when nobody reads it any more. The
/// thread that reads commands may wait for one that never comes, so it is not
/// asked.
struct Listener(io::Stdout);

impl Write for Listener {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).inspect_err(leave)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().inspect_err(leave)
    }
}

fn leave(error: &io::Error) {
    if error.kind() == io::ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
}

/// A seed for books and weaker play, so that no two games are alike: nobody
/// knows the nanosecond of a command.
fn seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}

/// The longest line that is kept: a game of two hundred thousand half-moves.
const LONGEST_LINE: usize = 1 << 20;

/// Lines of any bytes: what is no UTF-8 is replaced, what is too long is cut.
pub struct Lines<R>(pub R);

impl<R: BufRead> Iterator for Lines<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut line = Vec::new();
        loop {
            let chunk = match self.0.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // Input that cannot be read any more has ended.
                Err(_) => return None,
            };
            if chunk.is_empty() {
                return (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned());
            }
            let (taken, is_end) = match chunk.iter().position(|&byte| byte == b'\n') {
                Some(end) => (end, true),
                None => (chunk.len(), false),
            };
            let room = LONGEST_LINE - line.len();
            line.extend_from_slice(&chunk[..taken.min(room)]);
            self.0.consume(taken + usize::from(is_end));
            if is_end {
                return Some(String::from_utf8_lossy(&line).into_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_mended() {
        let text =
            [b"uci\r\nfoo\xff\n".as_slice(), &[b'x'; LONGEST_LINE + 7], b"\n\nquit"].concat();
        let lines: Vec<String> = Lines(text.as_slice()).collect();
        assert_eq!(lines[0], "uci\r");
        assert_eq!(lines[1], "foo\u{fffd}");
        assert_eq!(lines[2].len(), LONGEST_LINE);
        assert_eq!(lines[3..], ["", "quit"]);
    }
}
