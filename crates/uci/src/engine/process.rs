//! A child process and the threads that serve its pipes.

use std::ffi::OsStr;
use std::io::{BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use super::error::EngineError;
use super::input::EngineInput;
use super::lines::read_line;
use super::mailbox::{Mailbox, Received, TimedLine};

/// How an engine ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessEnd {
    /// It left by itself.
    Left(ExitStatus),
    /// It had to be killed.
    Killed,
}

/// How long a process that closed its output gets to leave with a status, and
/// its last words to arrive.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How long a killed process gets to die before a thread is left to wait for it.
const DEATH: Duration = Duration::from_secs(1);
/// How often to look whether a process has left: the standard library can wait
/// for that without end or not at all.
const LOOK: Duration = Duration::from_millis(1);

/// The programs that run now.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A program that others have started counts as running while this lives.
pub(crate) struct Enlisted(u32);

impl Enlisted {
    /// A program that leads a group of its own.
    pub(crate) fn new(id: u32) -> Enlisted {
        lock(&RUNNING).push(id);
        Enlisted(id)
    }
}

impl Drop for Enlisted {
    fn drop(&mut self) {
        end_group(self.0);
        lock(&RUNNING).retain(|&id| id != self.0);
    }
}

/// Kills all programs that run, with all that they have started: for whoever is
/// about to end without saying good-bye to each.
pub fn end_all() {
    for id in lock(&RUNNING).drain(..) {
        end_group(id);
    }
}

/// A running program: lines in, lines out.
///
/// Three threads serve its pipes, so that no call here waits for the program
/// longer than it says. They end with the pipes and are not waited for: a pipe
/// stays open as long as anybody holds it, and that may be a grandchild.
///
/// Dropped, it asks the program to quit, then kills it with all that it has
/// started, and in any case collects its exit status, so that no zombie is left.
#[derive(Debug)]
pub(super) struct Process {
    /// `None` once its exit status was collected or a thread waits for it.
    child: Option<Child>,
    id: u32,
    /// `None` once no more is to be said.
    input: Option<EngineInput>,
    output: Arc<Mailbox>,
    clock: Arc<Mutex<Option<Instant>>>,
    last_error: Arc<Mutex<String>>,
    /// Disconnected when all of stderr was read.
    errors: Receiver<()>,
    grace: Duration,
    /// When it was told to leave.
    dismissed: Option<Instant>,
    ending: ProcessEnd,
}

impl Process {
    /// Starts a program: a path, or a name on the PATH or else in the current
    /// folder. It gets `grace` to leave when it is told to.
    pub(super) fn start(
        program: &OsStr,
        args: &[String],
        grace: Duration,
    ) -> Result<Process, EngineError> {
        let refused = |error: io::Error| EngineError::CannotStart {
            program: program.to_string_lossy().into_owned(),
            reason: match error.kind() {
                io::ErrorKind::NotFound if !Path::new(program).exists() => {
                    "no such program on the PATH, and no such file".to_owned()
                }
                _ => error.to_string(),
            },
        };
        let mut child = {
            // Nobody is started while all are ended.
            let mut running = lock(&RUNNING);
            let child = spawn(program, args).map_err(refused)?;
            running.push(child.id());
            child
        };
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (errors_open, errors) = mpsc::channel();
        // From here on the child is ended in every case.
        let mut process = Process {
            id: child.id(),
            child: Some(child),
            input: None,
            output: Arc::default(),
            clock: Arc::default(),
            last_error: Arc::default(),
            errors,
            grace,
            dismissed: None,
            ending: ProcessEnd::Killed,
        };
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(refused(io::Error::other("it has no pipes")));
        };
        let (input, queue) = EngineInput::new(stdin, Arc::clone(&process.clock));
        process.input = Some(input);
        let output = Arc::clone(&process.output);
        let last_error = Arc::clone(&process.last_error);
        spawn_thread("engine input", move || queue.work()).map_err(refused)?;
        spawn_thread("engine output", move || read_output(stdout, &output)).map_err(refused)?;
        spawn_thread("engine errors", move || {
            read_errors(stderr, &last_error);
            drop(errors_open);
        })
        .map_err(refused)?;
        Ok(process)
    }

    pub(super) fn id(&self) -> u32 {
        self.id
    }

    pub(super) fn set_grace(&mut self, grace: Duration) {
        self.grace = grace;
    }

    /// Sends a line. That it does not arrive shows in the answer that is missing.
    ///
    /// The queue to the writing thread is unbounded, but every call of the
    /// driver waits for an answer before it says more.
    pub(super) fn send(&self, line: impl ToString) {
        self.hand_over(line.to_string().into_bytes(), false);
    }

    /// Sends any bytes as a line.
    pub(super) fn send_bytes(&self, line: &[u8]) {
        self.hand_over(line.to_vec(), false);
    }

    /// Says no more: the pipe is closed when all was sent.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Sends a line from which on the program's clock runs.
    pub(super) fn send_and_start_clock(&self, line: impl ToString) {
        *lock(&self.clock) = None;
        self.hand_over(line.to_string().into_bytes(), true);
    }

    fn hand_over(&self, line: Vec<u8>, starts_clock: bool) {
        if let Some(input) = &self.input {
            input.hand_over(line, starts_clock);
        }
    }

    /// When the line that started the clock went into the pipe; `None` if it
    /// has not yet.
    pub(super) fn clock(&self) -> Option<Instant> {
        *lock(&self.clock)
    }

    pub(super) fn receive(&self, patience: Duration) -> Received {
        self.output.receive(patience)
    }

    /// The same for who waits for an answer and has no use for news before it.
    pub(super) fn receive_answer(&self, patience: Duration) -> Received {
        self.output.receive_answer(patience)
    }

    pub(super) fn dropped(&self) -> u64 {
        self.output.dropped()
    }

    /// What happened, after the output has ended. Nothing runs after that.
    pub(super) fn crash(&mut self, last_output: &str) -> EngineError {
        let status = self.wait(LAST_WORDS);
        if status.is_none() {
            self.kill();
        }
        // Comes back at once when everything was read.
        self.errors.recv_timeout(LAST_WORDS).ok();
        let last_error = lock(&self.last_error).clone();
        let last_line = if last_error.is_empty() { last_output.to_owned() } else { last_error };
        EngineError::Crashed { status, last_line: Some(last_line).filter(|line| !line.is_empty()) }
    }

    /// Tells the program to leave and does not wait for it.
    pub(super) fn dismiss(&mut self) {
        if self.dismissed.is_none() {
            self.dismissed = Some(Instant::now());
            self.send("quit");
            // When all is written the pipe is closed, which tells it to those
            // that do not know the word.
            self.input = None;
        }
    }

    /// Tells the program to leave, and kills it if it does not.
    pub(super) fn quit(&mut self) -> ProcessEnd {
        if self.child.is_some() {
            self.dismiss();
            let waited = self.dismissed.map_or(Duration::ZERO, |since| since.elapsed());
            if self.wait(self.grace.saturating_sub(waited)).is_none() {
                self.kill();
            }
        }
        self.ending
    }

    /// Ends the program without asking.
    pub(super) fn kill(&mut self) {
        self.input = None;
        let Some(child) = &mut self.child else { return };
        end_group(self.id);
        // An error means that it has left already.
        child.kill().ok();
        let status = self.wait(DEATH);
        self.ending = ProcessEnd::Killed;
        if status.is_none()
            && let Some(mut child) = self.child.take()
        {
            // Held up in the kernel. Should there be no thread to be had, a
            // zombie remains; nothing is left to try.
            lock(&RUNNING).retain(|&id| id != self.id);
            spawn_thread("engine reaper", move || drop(child.wait())).ok();
        }
    }

    /// Waits for the program to leave by itself and collects its exit status.
    pub(super) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        let child = self.child.as_mut()?;
        loop {
            // What it has started leaves with it. While its status waits for us,
            // nobody else can have its number; so the status is collected only
            // after that, also if the program leaves just now.
            let has_left = has_left(self.id);
            if has_left {
                end_group(self.id);
            }
            let mut running = lock(&RUNNING);
            if has_left && let Ok(Some(status)) = child.try_wait() {
                // From now on its number may be another's.
                running.retain(|&id| id != self.id);
                self.child = None;
                self.ending = ProcessEnd::Left(status);
                return Some(status);
            }
            drop(running);
            if begin.elapsed() >= patience {
                return None;
            }
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.quit();
        self.output.close();
    }
}

/// Gives a program a group of its own. Ctrl-C goes to all that share the
/// terminal's group; it is meant for us, who then tell the engine to quit.
pub(crate) fn lead_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    {
        /// What Windows calls `CREATE_NEW_PROCESS_GROUP`.
        const NEW_GROUP: u32 = 0x200;
        std::os::windows::process::CommandExt::creation_flags(command, NEW_GROUP);
    }
    // Elsewhere no program can be started at all.
    #[cfg(not(any(unix, windows)))]
    let _ = command;
}

fn spawn(program: &OsStr, args: &[String]) -> io::Result<Child> {
    let spawn = |program: &OsStr| {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        lead_group(&mut command);
        command.spawn()
    };
    spawn(program).or_else(|error| {
        let here = Path::new(".").join(program);
        let is_bare = Path::new(program).components().count() == 1;
        if error.kind() == io::ErrorKind::NotFound && is_bare && here.is_file() {
            spawn(here.as_os_str())
        } else {
            Err(error)
        }
    })
}

/// Kills a process and all that it has started: an engine may stand behind a
/// script.
#[cfg(unix)]
fn end_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // An error means that nobody is left.
        kill_process_group(group, Signal::KILL).ok();
    }
}

/// Whether a child has ended, its status being left where it is.
#[cfg(unix)]
fn has_left(id: u32) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    i32::try_from(id)
        .ok()
        .and_then(Pid::from_raw)
        .is_some_and(|id| matches!(waitid(WaitId::Pid(id), options), Ok(Some(_))))
}

#[cfg(not(unix))]
fn end_group(_: u32) {}

/// There are no groups to end before the status is collected.
#[cfg(not(unix))]
fn has_left(_: u32) -> bool {
    true
}

/// Like [`thread::spawn`], which panics if the system has no more threads.
fn spawn_thread(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

fn read_output(pipe: impl Read, output: &Mailbox) {
    let mut source = BufReader::new(pipe);
    while let Ok(Some(text)) = read_line(&mut source) {
        if !output.put(TimedLine { text, at: Instant::now() }) {
            return;
        }
    }
    output.end();
}

fn read_errors(pipe: impl Read, last: &Mutex<String>) {
    let mut source = BufReader::new(pipe);
    while let Ok(Some(text)) = read_line(&mut source) {
        if !text.trim().is_empty() {
            *lock(last) = text;
        }
    }
}

/// What is locked here is replaced as a whole, so a panic elsewhere breaks nothing.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
