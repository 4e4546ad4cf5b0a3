//! An engine to which nobody listens any more.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::{Complaint, EngineUnderTest, wrong};
use crate::engine::{Enlisted, lead_group};
use crate::reply::Reply;

/// An engine whose output is going to be closed, and whose input is not. A process
/// of its own: [`Wire`](crate::Wire) listens as long as it lives.
pub(crate) struct Unheard {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<Output>,
    /// Dropped, it ends the engine and all that it has started.
    enlisted: Option<Enlisted>,
}

type Output = BufReader<ChildStdout>;

/// As much of a line as is read at once; nothing that is waited for is longer.
const PIECE: u64 = 16 * 1024;
/// How often to look whether it has left.
const LOOK: Duration = Duration::from_millis(1);

impl Unheard {
    /// Starts an engine and waits until it is ready.
    pub(crate) fn start(candidate: &EngineUnderTest) -> Result<Unheard, Complaint> {
        let refused = |error: io::Error| {
            Complaint::Wrong(format!("cannot start '{}': {error}", candidate.program))
        };
        let mut child = spawn(candidate).map_err(refused)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        // From here on the child is ended in every case.
        let enlisted = Some(Enlisted::new(child.id()));
        let mut engine = Unheard { child, input, output: None, enlisted };
        engine.say("uci\nisready");
        let Some(output) = output else { return Err(refused(io::Error::other("it has no pipes"))) };
        let (tell, told) = mpsc::channel();
        let listener = thread::Builder::new().name("engine output".to_owned());
        listener.spawn(move || tell.send(listen(output)).ok()).map_err(refused)?;
        match told.recv_timeout(candidate.patience) {
            Ok(Some(output)) => {
                engine.output = Some(output);
                Ok(engine)
            }
            Ok(None) => wrong("it left while 'readyok' was awaited"),
            Err(_) => wrong(format!("it did not say 'readyok' within {:.1?}", candidate.patience)),
        }
    }

    /// Says a line. All that is ever said here fits into a pipe, so this does not
    /// wait; that it does not arrive shows in how the engine goes on.
    pub(crate) fn say(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            input.write_all(format!("{line}\n").as_bytes()).ok();
        }
    }

    /// Closes the engine's output.
    pub(crate) fn stop_listening(&mut self) {
        self.output = None;
    }

    /// Whether it leaves by itself in this time.
    pub(crate) fn leaves(&mut self, patience: Duration) -> bool {
        let begin = Instant::now();
        loop {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return true;
            }
            if begin.elapsed() >= patience {
                return false;
            }
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Unheard {
    fn drop(&mut self) {
        self.input = None;
        // While its status waits for us, nobody else can have its number.
        self.enlisted = None;
        // An error means that it has left already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn spawn(candidate: &EngineUnderTest) -> io::Result<Child> {
    let spawn = |program: &Path| {
        let mut command = Command::new(program);
        command.args(&candidate.args).stderr(Stdio::null());
        lead_group(&mut command);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
    };
    // Like the driver: a name on the PATH or else in the current folder.
    let program = Path::new(&candidate.program);
    let here = Path::new(".").join(program);
    spawn(program).or_else(|error| if here.is_file() { spawn(&here) } else { Err(error) })
}

/// Reads until `readyok`; `None` if the output ends before.
fn listen(output: ChildStdout) -> Option<Output> {
    let mut source = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match source.by_ref().take(PIECE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return None,
            Ok(_) if Reply::parse(&String::from_utf8_lossy(&line)).value == Reply::ReadyOk => {
                return Some(source);
            }
            Ok(_) => {}
        }
    }
}
