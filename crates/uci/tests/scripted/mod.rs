//! An engine that misbehaves as it is told, for the driver to cope with.
//!
//! It is part of the test program itself, which starts itself once more with
//! the test `scripted_engine` and a behaviour: so there is nothing to build,
//! find or clean up, and whatever the test harness prints is one more kind of
//! noise that a driver has to live with.

use std::io::{BufRead, Write};
use std::process::exit;
use std::time::Duration;
use std::{io, thread};

use chess::{CastlingNotation, Game, Move};
use plywise_uci::{Command, GoLimits, Reply, Timeouts};

/// What marks the argument that names the behaviour.
pub(crate) const MARK: &str = "behave:";

/// More time than anything can need.
pub(crate) const AMPLE: Duration = Duration::from_secs(30);

/// For engines that are going to answer: all the time they want, but so much to quit.
#[allow(dead_code)] // not every test starts engines by itself
pub(crate) const fn patient(quit: Duration) -> Timeouts {
    Timeouts {
        uciok: AMPLE,
        readyok: AMPLE,
        overdue: AMPLE,
        untimed: Some(AMPLE),
        silent: None,
        stop: AMPLE,
        quit,
    }
}

/// Behaves as the program's arguments say, and returns if they do not.
pub(crate) fn run() {
    let behaviour = std::env::args().find_map(|arg| Some(arg.strip_prefix(MARK)?.to_owned()));
    if let Some(behaviour) = behaviour {
        Script { behaviour, ..Script::default() }.run();
    }
}

#[derive(Default)]
struct Script {
    behaviour: String,
    game: Game,
    settings: Vec<String>,
    greetings: u32,
    searches: u32,
    /// How deep it says that it looked.
    depth: u32,
    /// Whether a search goes on until `stop` or `ponderhit`.
    is_waiting: bool,
    is_chess960: bool,
    /// Whether it heard of a position that is none.
    is_stuck: bool,
    /// The only moves it answers with, if any were named.
    allowed: Option<Vec<String>>,
}

/// How late the late one is.
pub(crate) const LATE: Duration = Duration::from_millis(300);
/// How long the one that lingers takes to stop.
const LINGERING: Duration = Duration::from_millis(15);
/// What is a long line to it, in bytes.
const LONG: usize = 50_000;
/// How many lines the flood has that ends.
pub(crate) const FLOOD: u32 = 50_000;

impl Script {
    fn run(&mut self) -> ! {
        if self.behaviour == "hangs at start" {
            sleep();
        }
        // The harness may have written half a line.
        say("\nScripted Engine by nobody");
        for line in io::stdin().lock().split(b'\n') {
            let line = line.unwrap_or_else(|_| exit(1));
            match Command::parse(&String::from_utf8_lossy(&line)).value {
                Some(command) => self.obey(command),
                None => self.wonder(&line),
            }
        }
        if self.behaviour == "outlives its input" {
            sleep();
        }
        exit(0);
    }

    /// What it makes of a line that means nothing.
    fn wonder(&mut self, line: &[u8]) {
        match self.behaviour.as_str() {
            "answers junk" => say("bestmove a2a3"),
            "searches after long lines" if line.len() > LONG => self.is_waiting = true,
            _ => {}
        }
    }

    fn obey(&mut self, command: Command) {
        match (command, self.behaviour.as_str()) {
            (Command::Uci, "never uciok") => say("id name Silent"),
            (Command::Uci, "floods the handshake") => loop {
                say("option name Hash type spin default 1 min 1 max 2");
            },
            (Command::Uci, "greets once") if self.greetings > 0 => {}
            (Command::Uci, _) => {
                self.greetings += 1;
                self.introduce();
            }
            (Command::IsReady, "never ready") => {}
            (Command::IsReady, "deaf") => sleep(),
            (Command::IsReady, "not ready after a move") if self.searches > 0 => {}
            (Command::IsReady, _) => say(Reply::ReadyOk),
            (Command::SetOption { name, value }, _) => {
                self.is_chess960 |= name == "UCI_Chess960" && value.as_deref() == Some("true");
                self.settings.push(format!("{name}={}", value.as_deref().unwrap_or("-")));
            }
            (Command::Position(_), "stuck after a bad position") if self.is_stuck => {}
            (Command::Position(text), behaviour) => match text.game() {
                Ok(game) => self.game = game,
                Err(_) if ["tolerant", "searches after long lines"].contains(&behaviour) => {}
                Err(_) if behaviour == "stuck after a bad position" => self.is_stuck = true,
                Err(error) => {
                    say(Reply::string(format!("refused: {error}")));
                    exit(2)
                }
            },
            (Command::Go(limits), _) => {
                self.searches += 1;
                self.go(&limits);
            }
            (Command::Stop | Command::PonderHit, "ignores stop") => {}
            (Command::Stop | Command::PonderHit, behaviour) if self.is_waiting => {
                if behaviour == "lingers" {
                    thread::sleep(LINGERING);
                }
                self.is_waiting = false;
                self.answer();
            }
            (Command::Quit, "ignores quit") => sleep(),
            (Command::Quit, _) => exit(0),
            _ => {}
        }
    }

    fn introduce(&self) {
        say("id name Scripted 1.0");
        say("id author Nobody");
        say("option name Hash type spin default 16 min 1 max 1024");
        say("option name Clear Hash type button");
        say("option name Style type combo default Solid var Solid var Very Wild");
        say("option name Book File type string default <empty>");
        if self.behaviour != "no Chess960" {
            say("option name UCI_Chess960 type check default false");
        }
        if ["tolerant", "says no news"].contains(&self.behaviour.as_str()) {
            say("option name UCI_ShowWDL type check default false");
        }
        say("this line means nothing");
        say(Reply::UciOk);
    }

    fn go(&mut self, limits: &GoLimits) {
        if self.behaviour != "keeps searchmoves" || limits.searchmoves.is_some() {
            self.allowed.clone_from(&limits.searchmoves);
        }
        self.depth = limits.depth.unwrap_or(1);
        let turn = self.game.position().turn();
        match self.behaviour.as_str() {
            "minds its values" if self.settings.iter().any(|set| set == "Threads=0") => exit(4),
            "crashes on move 5" if self.searches == 5 => {
                io::stderr().write_all(b"assertion failed: move < 5\n").ok();
                exit(3);
            }
            "leaves" => exit(0),
            "illegal move" => say("bestmove e2e5"),
            "garbage" => say("bestmove xyzzy"),
            "empty best move" => say("bestmove"),
            "none" => say("bestmove (none)"),
            "null move" => say("bestmove 0000"),
            "illegal ponder" => say("bestmove e2e4 ponder e2e4"),
            "late" => {
                thread::sleep(LATE);
                self.answer();
            }
            "floods" => loop {
                say("info depth 1 score cp 1 pv e2e4");
            },
            "floods and answers" => {
                let lines: Vec<String> =
                    (1..=FLOOD).map(|depth| format!("info depth {depth} score cp 1")).collect();
                say(lines.join("\n"));
                self.answer();
            }
            "endless line" => loop {
                io::stdout().write_all(&[b'x'; 4096]).unwrap_or_else(|_| exit(1));
            },
            "long line" => {
                say(format!("info string {}", "long ".repeat(1_000_000)));
                self.answer();
            }
            "invalid UTF-8" => {
                io::stdout().write_all(b"info string caf\xe9 \xff\n\xc3\n").ok();
                self.answer();
            }
            "two best moves" => {
                self.answer();
                say("bestmove a2a3");
            }
            "bounds" => {
                say("info depth 3 multipv 1 score cp 20 pv e2e4");
                say("info depth 3 multipv 2 score cp 10 pv d2d4");
                say("info depth 4 multipv 1 score cp 50 lowerbound pv e2e4");
                say("info depth 4 currmove e2e4 currmovenumber 1");
                say("bestmove e2e4");
            }
            "ignores stop" => {}
            "wants its own clock" if limits.allowance(turn).is_none() => self.is_waiting = true,
            "ignores limits" => {
                say("info depth 1 score cp 1 nodes 1000000");
                self.is_waiting = true;
            }
            _ if limits.infinite || limits.ponder => self.is_waiting = true,
            _ => self.answer(),
        }
    }

    /// Mate or castling where it is possible, or else the first move allowed.
    fn answer(&self) {
        let position = self.game.position();
        let notation =
            if self.is_chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard };
        let mut moves = position.legal_moves().to_vec();
        if let Some(allowed) = self.allowed.as_ref().filter(|allowed| !allowed.is_empty()) {
            moves.retain(|&mv| allowed.contains(&position.to_uci(mv, notation)));
        }
        let mates = |mv: &&Move| {
            let mut next = *position;
            next.play(**mv).is_ok() && next.is_checkmate()
        };
        let castling = || moves.iter().find(|mv| mv.is_castling());
        let mate = moves.iter().find(mates).filter(|_| self.behaviour != "misses mates");
        let best = mate.or_else(castling).or(moves.first());
        let best = best.map(|&mv| position.to_uci(mv, notation));
        if self.behaviour != "says no news" {
            self.report(best.as_deref());
        }
        say(Reply::BestMove { mv: best, ponder: None });
    }

    /// What it was set to, and its line, if it has one.
    fn report(&self, best: Option<&str>) {
        say(format!("info string set {}", self.settings.join(", ")));
        let Some(best) = best else { return };
        let (depth, searches) = (self.depth, self.searches);
        let shows_wdl = self.settings.iter().any(|set| set == "UCI_ShowWDL=true");
        let wdl = if shows_wdl { " wdl 300 400 300" } else { "" };
        say(format!("info depth {depth} score cp {searches}{wdl} nodes 1 time 1 pv {best}"));
    }
}

/// Whether the program is told to behave so.
fn behaves(behaviour: &str) -> bool {
    std::env::args().any(|arg| arg.strip_prefix(MARK) == Some(behaviour))
}

/// Writes one line, past the harness, which would catch `println!`.
fn say(line: impl ToString) {
    let mut output = io::stdout().lock();
    let line = line.to_string() + "\n";
    let is_heard = output.write_all(line.as_bytes()).and_then(|()| output.flush()).is_ok();
    if !is_heard && !behaves("talks to nobody") {
        exit(1);
    }
}

/// Does nothing until killed, but not for ever should nobody do that.
fn sleep() -> ! {
    thread::sleep(Duration::from_secs(60));
    exit(1);
}
