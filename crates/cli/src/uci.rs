//! `plywise uci`: the champion for chess programs.

use std::io::{self, Write};
use std::thread;

use clap::Args;
use uci_session::{AfterCommand, Lines, Session};

use crate::failure::Failure;

/// Speak UCI, the language of chess programs, on standard input and output
#[derive(Args)]
#[command(after_help = uci_session::HELP)]
pub(crate) struct Uci {}

impl Uci {
    pub(crate) fn run(self) -> Result<(), Failure> {
        // Short searches happen where commands are read, and the main thread has as much stack as
        // the system likes.
        let listener =
            thread::Builder::new().name("listener".to_owned()).stack_size(uci_session::STACK);
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
            AfterCommand::Listen => {}
            AfterCommand::Quit => break,
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
