//! The program in a pseudo-terminal, and a person who types and reads.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test
#![allow(dead_code)] // each test takes what it needs

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::program::hear_hangups;

/// How long a person waits before the test has failed. Nothing here is slow, but
/// machines may be busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder for one test, removed with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("plywise-play-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The finished games, in one line: where PGN breaks its lines is no
    /// concern of ours.
    pub(crate) fn games(&self) -> String {
        unwrapped(&fs::read_to_string(self.0.join("games.pgn")).unwrap_or_default())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// No program holds a person's end of the line, not even that of another test: it
/// would never see its window closed.
#[cfg(target_os = "linux")]
const OURS: OpenptFlags = OpenptFlags::CLOEXEC;
#[cfg(not(target_os = "linux"))]
const OURS: OpenptFlags = OpenptFlags::empty();

/// How the terminal is set up.
pub(crate) struct Order<'a> {
    pub(crate) arguments: &'a [&'a str],
    pub(crate) columns: u16,
    pub(crate) rows: u16,
    pub(crate) environment: &'a [(&'a str, &'a str)],
}

impl Default for Order<'_> {
    fn default() -> Self {
        // High enough that nothing of a short game scrolls away.
        Order { arguments: &["play"], columns: 80, rows: 60, environment: &[] }
    }
}

/// A text with all its words in one line.
pub(crate) fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The program at a terminal.
pub(crate) struct Terminal {
    child: Child,
    /// The side of a person's keyboard and eyes.
    keyboard: Option<File>,
    seen: Arc<(Mutex<Seen>, Condvar)>,
}

struct Seen {
    screen: vt100::Parser,
    /// All that was ever written, escape sequences included.
    written: Vec<u8>,
    is_closed: bool,
    /// Whether the window is to be closed: nobody looks any more.
    is_hung_up: bool,
}

/// How long the reader waits before it looks whether the window was closed.
const GLANCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

/// The program, with nothing in its environment that a test did not put there.
pub(crate) fn command(folder: &Folder) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywise"));
    for name in ["NO_COLOR", "COLORTERM", "LC_ALL", "LC_CTYPE", "TERM"] {
        command.env_remove(name);
    }
    command.env("LANG", "C.UTF-8").env("PLYWISE_DATA", folder.path()).current_dir(folder.path());
    command
}

impl Terminal {
    /// Starts `plywise` with these arguments in a large window.
    pub(crate) fn start(folder: &Folder, arguments: &[&str]) -> Terminal {
        Terminal::order(folder, &Order { arguments, ..Order::default() })
    }

    pub(crate) fn order(folder: &Folder, order: &Order<'_>) -> Terminal {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OURS).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let name = ptsname(&controller, Vec::new()).unwrap();
        let path = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
        let line = OpenOptions::new().read(true).write(true).open(path).unwrap();
        let (columns, rows) = (order.columns, order.rows);
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&line, size).unwrap();
        let mut command = command(folder);
        command.args(order.arguments).env("TERM", "xterm-256color");
        command.envs(order.environment.iter().copied());
        command
            .stdin(Stdio::from(line.try_clone().unwrap()))
            .stdout(Stdio::from(line.try_clone().unwrap()))
            .stderr(Stdio::from(line));
        hear_hangups();
        let child = command.spawn().unwrap();
        // The command holds the program's end of the line; closed here, we see
        // when the program goes.
        drop(command);
        let (rows, columns) = (NonZeroU16::new(rows).unwrap(), NonZeroU16::new(columns).unwrap());
        let screen = vt100::Parser::new(rows, columns, 0);
        let seen = Seen { screen, written: Vec::new(), is_closed: false, is_hung_up: false };
        let seen = Arc::new((Mutex::new(seen), Condvar::new()));
        let keyboard = File::from(controller);
        let mut eyes = keyboard.try_clone().unwrap();
        let shared = Arc::clone(&seen);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let mut waiting = [PollFd::new(&eyes, PollFlags::IN)];
                let is_silent = matches!(poll(&mut waiting, Some(&GLANCE)), Ok(0));
                // A test that failed with the lock in its hand has said so already.
                let Ok(mut seen) = shared.0.lock() else { return };
                if is_silent && !seen.is_hung_up {
                    continue;
                }
                // The line reports an error when the program is gone.
                let length = if seen.is_hung_up { 0 } else { eyes.read(&mut buffer).unwrap_or(0) };
                seen.screen.process(&buffer[..length]);
                seen.written.extend_from_slice(&buffer[..length]);
                seen.is_closed = length == 0;
                shared.1.notify_all();
                if length == 0 {
                    return;
                }
            }
        });
        Terminal { child, keyboard: Some(keyboard), seen }
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.press_bytes(keys.as_bytes());
    }

    pub(crate) fn press_bytes(&mut self, keys: &[u8]) {
        self.keyboard.as_mut().unwrap().write_all(keys).unwrap();
    }

    /// Types a line.
    pub(crate) fn line(&mut self, text: &str) {
        self.press(&format!("{text}\r"));
    }

    /// Waits until the window shows this text, perhaps over several rows;
    /// returns what it shows.
    #[track_caller]
    pub(crate) fn expect(&self, text: &str) -> String {
        self.expect_that(text, |screen| screen.contains(text) || unwrapped(screen).contains(text))
    }

    /// Types a line and waits until the window shows this text.
    #[track_caller]
    pub(crate) fn line_expect(&mut self, line: &str, text: &str) -> String {
        self.line(line);
        self.expect(text)
    }

    /// Waits until the window shows what is wanted; returns what it shows.
    #[track_caller]
    pub(crate) fn expect_that(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + PATIENCE;
        let mut seen = self.seen.0.lock().unwrap();
        loop {
            let screen = seen.screen.screen().contents();
            if is_there(&screen) {
                return screen;
            }
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero() && !seen.is_closed, "no '{what}' on the screen:\n{screen}");
            seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
        }
    }

    /// The rows of the window as they are now.
    pub(crate) fn rows(&self) -> Vec<String> {
        let seen = self.seen.0.lock().unwrap();
        let (_, columns) = seen.screen.screen().size();
        seen.screen.screen().rows(0, columns.get()).collect()
    }

    /// Whether a row of the window went over its edge into the next one.
    pub(crate) fn has_overlong_rows(&self) -> bool {
        let seen = self.seen.0.lock().unwrap();
        let screen = seen.screen.screen();
        (0..screen.size().0.get()).any(|row| screen.row_wrapped(row))
    }

    /// All that was ever written, escape sequences included.
    pub(crate) fn written(&self) -> String {
        String::from_utf8_lossy(&self.seen.0.lock().unwrap().written).into_owned()
    }

    /// Ends the program as nothing else can.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends a signal by its number.
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let process = rustix::process::Pid::from_raw(self.child.id() as i32).unwrap();
        rustix::process::kill_process(process, signal).unwrap();
    }

    /// Closes the window: nobody holds the other end of the line any more. The
    /// program is not told by a signal; it may read an end, and not write.
    pub(crate) fn hang_up(&mut self) {
        self.keyboard = None;
        self.seen.0.lock().unwrap().is_hung_up = true;
    }

    /// Waits for the program to end by itself; what it had written at the end.
    #[track_caller]
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                let mut seen = self.seen.0.lock().unwrap();
                while !seen.is_closed {
                    let left = until.saturating_duration_since(Instant::now());
                    assert!(!left.is_zero(), "the line stays open");
                    seen = self.seen.1.wait_timeout(seen, left).unwrap().0;
                }
                return (status, seen.screen.screen().contents());
            }
            assert!(
                Instant::now() < until,
                "the program does not end:\n{}",
                self.rows().join("\n")
            );
            let seen = self.seen.0.lock().unwrap();
            // Woken by what is written, or soon.
            drop(self.seen.1.wait_timeout(seen, Duration::from_millis(10)).unwrap());
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Nobody is left behind, also when a test fails.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
