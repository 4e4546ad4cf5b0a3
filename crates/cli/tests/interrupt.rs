//! Every command that may take long answers Ctrl-C, a request to terminate and a
//! closed window within a second, and says what it keeps.

#![cfg(target_os = "linux")] // which tells what a process listens to
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test
#![allow(clippy::print_stdout)] // the times, for who wants to see them: -- --nocapture

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::start_in;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../forge/tests/data/selfplay.games");
const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
/// Ctrl-C, a request to terminate, a window that is closed.
const SIGNALS: [&str; 3] = ["INT", "TERM", "HUP"];
/// How long an answer may take.
const SECOND: Duration = Duration::from_secs(1);
/// A machine that is busy may keep a program from answering; not each time.
const TRIES: usize = 4;

/// A folder of a test's own, with games to work on.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("interrupt").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("many")).unwrap();
    let games = fs::read(GAMES).unwrap();
    for number in 0..60 {
        fs::write(folder.join(format!("many/{number}.games")), &games).unwrap();
    }
    fs::write(folder.join("many.epd"), format!("{FEN}\n").repeat(1_000)).unwrap();
    folder
}

fn start(folder: &Path, command: &str) -> Child {
    let engine = format!("uci:{} uci", env!("CARGO_BIN_EXE_plywise"));
    let words = command.split_whitespace().map(|word| match word {
        "FEN" => FEN,
        "ENGINE" => &engine,
        "PROGRAM" => env!("CARGO_BIN_EXE_plywise"),
        word => word,
    });
    start_in(folder, words)
}

/// Waits until a process listens to signals and has worked for a moment; whether
/// it is still there.
fn is_at_work(child: &mut Child) -> bool {
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    let listens = || {
        let status = fs::read_to_string(process.join("status")).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        // Signals 2 and 15.
        caught.is_some_and(|mask| mask >> 1 & 1 == 1 && mask >> 14 & 1 == 1)
    };
    // Hundredths of a second in user mode; those that wait for somebody use none.
    let has_worked = |since: Instant| {
        let stat = fs::read_to_string(process.join("stat")).unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let used: u64 = fields.clone().nth(11).and_then(|text| text.parse().ok()).unwrap_or(0);
        used >= 10 || since.elapsed() > SECOND
    };
    let mut since = None;
    while child.try_wait().unwrap().is_none() {
        if listens() && has_worked(*since.get_or_insert_with(Instant::now)) {
            return true;
        }
        thread::sleep(Duration::from_millis(1));
    }
    false
}

/// Sends a signal; how the process ended, and after what time.
fn end(child: Child, signal: &str) -> (Output, Duration) {
    let id = child.id().to_string();
    let begun = Instant::now();
    let sent = Command::new("kill").args([&format!("-{signal}"), &id]).status().unwrap();
    assert!(sent.success(), "it was gone before it could be told");
    let output = child.wait_with_output().unwrap();
    (output, begun.elapsed())
}

/// Interrupts a command by each signal, and sees that its last words are these.
fn answers(folder: &Path, command: &str, code: i32, keeps: &str) {
    answers_when(folder, command, code, keeps, is_at_work);
}

/// The same as soon as it is ready.
fn answers_when(
    folder: &Path,
    command: &str,
    code: i32,
    keeps: &str,
    is_ready: impl Fn(&mut Child) -> bool,
) {
    for signal in SIGNALS {
        let mut times = Vec::new();
        loop {
            let mut child = start(folder, command);
            assert!(is_ready(&mut child), "{command}: {:?}", child.wait_with_output());
            let (output, time) = end(child, signal);
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said).into_owned();
            assert_eq!(output.status.code(), Some(code), "{command}, {signal}: {said}");
            assert!(said.contains(keeps), "{command}, {signal}: {said}");
            times.push(time);
            println!("{:>5} ms  {signal:<4}  {command}", time.as_millis());
            if time < SECOND {
                break;
            }
            assert!(times.len() < TRIES, "{command}, {signal}: {times:?}");
        }
    }
}

#[test]
fn matches() {
    let folder = folder("matches");
    for (limits, keeps) in [
        ("--games 100000", "interrupted; the figures are those of "),
        ("--games 100000 --pgn a.pgn", "kept in a.pgn\n"),
        ("--games 100000 --resume a", "kept in a, and the same command goes on with them\n"),
        ("--games 2 --nodes 1000000000", "interrupted; the figures are those of 0 games\n"),
    ] {
        let players = "match --white quiescence:depth=2 --black quiescence:depth=2";
        let players = if limits.contains("nodes") {
            "match --white champion --black champion"
        } else {
            players
        };
        answers(&folder, &format!("{players} {limits}"), 130, keeps);
    }
    let test = "match --white champion --black champion --nodes 1000000000 --sprt 0,5";
    answers(&folder, test, 4, "interrupted; the figures are those of 0 games\n");
}

#[test]
fn analyses() {
    let folder = folder("analyses");
    let nothing = "interrupted; nothing was analysed\n";
    answers(&folder, "analyse FEN --time 3600", 130, nothing);
    answers(&folder, "analyse many.epd --depth 60 --out y --force", 130, nothing);
    let resumed = "analyse many.epd --nodes 20000 --json --out x --resume";
    let keeps = "x keeps the results so far, and --resume goes on with it";
    answers_when(&folder, resumed, 130, keeps, |child| {
        // One of this run, behind those of the runs before.
        let length = || fs::metadata(folder.join("x")).map_or(0, |file| file.len());
        let before = length();
        let has_result = || length() > before;
        while !has_result() && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        is_at_work(child)
    });
}

#[test]
fn data() {
    let folder = folder("data");
    let games = "datagen --games 1000000 --nodes 5000 --out made";
    answers(&folder, games, 130, "made keeps the games that were finished, and the same command");
    let scores = "datagen relabel --in many --nodes 1000000 --out scored";
    answers(&folder, scores, 130, "scored keeps the games that were scored, and the same command");
    answers(
        &folder,
        "datagen boards --in many --out x",
        130,
        "interrupted; no boards were written\n",
    );
    let shuffled = "datagen boards --in many --shuffle 1 --memory 1 --out x";
    answers(&folder, shuffled, 130, "interrupted; no boards were written\n");
    let left = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with('x')).collect();
    assert!(left.is_empty(), "{left:?}");
    answers(&folder, "datagen stats many", 130, "interrupted; nothing was counted to its end\n");
}

#[test]
fn tuners() {
    let folder = folder("tuners");
    let texel = "tune texel --eval pst --data many --epochs 100000 --out a --force";
    answers(&folder, texel, 130, "interrupted; ");
    let spsa = "tune spsa --eval pst --steps 100000 --pairs 1 --depth 3 --out b --force";
    answers(&folder, spsa, 130, "interrupted; ");
    // Where a generation takes minutes.
    let cma = "tune cma --depth 6 --pairs 1000 --out c";
    answers(&folder, cma, 130, "interrupted; nothing was written\n");
    assert!(!folder.join("c").exists());
    let some = "tune cma --eval material --depth 1 --longest 4 --pairs 1 --generations 100000 --out d --force";
    answers(&folder, some, 130, "d keeps generation ");
    answers(
        &folder,
        &some.replace("--force", "--resume"),
        130,
        "and --resume goes on from there\n",
    );
    let options = "tune options --engine ENGINE --only Skill --nodes 1000000 --out e";
    answers(&folder, options, 130, "interrupted; nothing was written\n");
}

#[test]
fn books() {
    let folder = folder("books");
    answers(
        &folder,
        "book make --nodes 1000000000 --out x",
        130,
        "interrupted; no book was written\n",
    );
    answers(&folder, "book make --nodes 1000 --out x", 130, "interrupted; no book was written\n");
    let openings = "book openings --count 100000 --nodes 1000 --out y";
    answers(&folder, openings, 130, "y keeps what it holds, and the same command goes on\n");
    let long = "book openings --nodes 1000000000";
    answers(&folder, long, 130, "interrupted; the openings so far were printed\n");
}

#[test]
fn measurements() {
    let folder = folder("measurements");
    let nothing = "interrupted; nothing is kept\n";
    answers(&folder, "bench", 130, nothing);
    answers(&folder, "perft 12", 130, nothing);
    answers(&folder, "perft 12 --threads 2 --hash 16", 130, nothing);
    let compare = "lab compare --depth 30 --nodes 1000000000000 --algorithms minimax,alphabeta";
    answers(&folder, compare, 130, nothing);
    answers(&folder, "lab tree --depth 30 --nodes 1000000000000 --algorithm minimax", 130, nothing);
    answers(&folder, "lab tables", 130, nothing);
    let explained = "interrupted; nothing was explained\n";
    answers(&folder, "explain --nodes 1000000000", 130, explained);
    answers(&folder, "explain --move e4 --nodes 1000000000", 130, explained);
    answers(&folder, "uci-check PROGRAM -- uci", 130, " checks were made\n");
}

#[test]
fn games_and_the_page() {
    let folder = folder("games");
    answers(&folder, "serve --port 0", 0, "plywise: ended; the games are kept in ");
    let other = self::folder("store");
    fs::create_dir(other.join("data")).unwrap();
    fs::write(other.join("data/games.sqlite"), "precious").unwrap();
    answers(&other, "serve --port 0", 0, "plywise: ended; the games of this run are not kept\n");
    let watched = "play --white champion --black champion --time 60";
    answers(&folder, watched, 0, "The game is kept; plywise play --continue goes on with it.\n");
    let people = "play --white champion --black human --time 60";
    answers(&folder, people, 0, "The game is kept; plywise play --continue goes on with it.\n");
}

/// An engine that hangs does not outlive the program that started it.
#[test]
fn engines_end_with_us() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder("engines");
    let engine = folder.join("hangs");
    let script = "#!/bin/sh\necho $$ > process\nwhile :; do sleep 1; done\n";
    fs::write(&engine, script).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let is_running = |id: &str| {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        !status.is_empty() && !status.contains("State:\tZ")
    };
    for command in ["uci-check ./hangs", "tune options --engine uci:./hangs --only x --out y"] {
        let _ = fs::remove_file(folder.join("process"));
        let child = start(&folder, command);
        let id = loop {
            let id = fs::read_to_string(folder.join("process")).unwrap_or_default();
            if id.ends_with('\n') {
                break id.trim().to_owned();
            }
            thread::sleep(Duration::from_millis(1));
        };
        assert!(is_running(&id));
        let (output, _) = end(child, "TERM");
        assert_eq!(output.status.code(), Some(130), "{command}: {output:?}");
        while is_running(&id) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// What was started to outlive its terminal does.
#[test]
fn a_closed_window_does_not_end_what_was_told_to_stay() {
    let folder = folder("nohup");
    let program = env!("CARGO_BIN_EXE_plywise");
    let script = "trap '' HUP; exec \"$0\" match --white random --black random --games 1000000 \
                  --resume journal";
    let child = Command::new("sh")
        .args(["-c", script, program])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap();
    assert!(is_at_work(&mut child));
    let games = || fs::read(folder.join("journal")).map_or(0, |text| text.len());
    let sent = Command::new("kill").args(["-HUP", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    // It plays on for longer than it takes to stop.
    let (before, begun) = (games(), Instant::now());
    while games() < before + 20_000 || begun.elapsed() < SECOND {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        thread::sleep(Duration::from_millis(5));
    }
    let (output, _) = end(child, "TERM");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
}
