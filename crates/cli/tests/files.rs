//! One rule for everything that the program writes: what is there and not ours
//! stays as it is, and is refused with a sentence.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::program::start_in;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../forge/tests/data/selfplay.games");
const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

/// What strangers keep in files: text without an end, text with one, JSON, the
/// beginning of JSON, a tag, bytes, notes that hold moves or numbers.
const FOREIGN: [&[u8]; 14] = [
    b"precious",
    b"precious\n",
    b"{\"a\":1}",
    b"{\"a\":1}\n",
    b"{\"round\":0,\"first\":\"love",
    b"[package]\nname = \"precious\"\n",
    b"\x00\x01\xfe\xff",
    b"name = value = 1\n",
    b"a4 paper, 3 reams",
    b"c4 = 12\nd4 = 13",
    b"[Date \"today\"]\nhost=1",
    b"7",
    b"b",
    b"{\"players\":[],\"games\":[],\"pentanomial\":0,\"faults\":0}",
];

/// A new folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, arguments: &[String], input: &str) -> Output {
    let mut child = start_in(folder, arguments);
    // Whoever refuses at once need not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn words(line: &str) -> Vec<String> {
    let words = line.split_whitespace();
    let engine = format!("uci:{} uci", env!("CARGO_BIN_EXE_plywise"));
    let full = |word: &str| match word {
        "GAMES" => GAMES.to_owned(),
        "FEN" => FEN.to_owned(),
        "ENGINE" => engine.clone(),
        word => word.to_owned(),
    };
    words.map(full).collect()
}

/// A command, and the file that it writes.
type Writer = (&'static str, &'static str);

/// Commands that write `x`, or another file, and the file.
const WRITERS: [Writer; 24] = [
    ("match --white random --black random --games 2 --depth 1 --resume x", "x"),
    ("match --white random --black random --games 2 --depth 1 --pgn x", "x"),
    ("match --white random --black random --games 2 --depth 1 --json x", "x"),
    ("book openings --count 1 --judge quiescence:depth=1 --out x", "x"),
    ("book make --nodes 1 --plies 1 --out x", "x"),
    ("analyse FEN --depth 1 --out x", "x"),
    ("analyse FEN --depth 1 --json --out x", "x"),
    ("analyse FEN --depth 1 --json --out x --resume", "x"),
    ("analyse mine.pgn --depth 1 --pgn --out x --resume", "x"),
    ("datagen --games 1 --nodes 10 --threads 1 --out .", "000.games"),
    ("datagen relabel --in GAMES --nodes 10 --threads 1 --out .", "selfplay.games"),
    ("datagen boards --in GAMES --out x", "x"),
    ("datagen import --in mine.pgn --out x", "x"),
    ("manual .", "plywise-play.1"),
    ("datagen boards --in GAMES --out x", "x.part"),
    ("tune texel --eval simple --data GAMES --epochs 1 --only values. --out x", "x"),
    ("tune texel --eval simple --data GAMES --epochs 1 --only values. --out x", "x.state"),
    ("tune texel --eval simple --data GAMES --epochs 1 --only values. --out x --resume", "x.state"),
    ("tune spsa --steps 1 --pairs 1 --depth 1 --longest 4 --out x", "x"),
    ("tune spsa --steps 1 --pairs 1 --depth 1 --longest 4 --out x", "x.state"),
    ("tune cma --generations 1 --pairs 1 --depth 1 --longest 4 --out x", "x"),
    ("tune cma --generations 1 --pairs 1 --depth 1 --longest 4 --out x", "x.state"),
    ("tune options --engine ENGINE --only Skill --steps 1 --pairs 1 --nodes 1 --out x", "x"),
    ("play --white random --black random --pgn x", "x"),
];

/// Runs a command and sees that it is refused, with a sentence that names the file.
fn is_refused(folder: &Path, (command, name): Writer, content: &[u8]) {
    let file = folder.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, content).unwrap();
    let output = run(folder, &words(command), "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let shown = String::from_utf8_lossy(content);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{command}, {shown:?}: {said}");
    assert!(said.starts_with("plywise: ") && said.lines().count() == 1, "{command}: {said}");
    assert!(said.contains(file.file_name().unwrap().to_str().unwrap()) || said.contains("--pgn"));
    assert_eq!(fs::read(&file).unwrap(), content, "{command}: {said}");
    fs::remove_file(&file).unwrap();
}

#[test]
fn foreign_files_stay_as_they_are() {
    let folder = folder("foreign");
    fs::write(folder.join("mine.pgn"), "1. e4 e5 *\n").unwrap();
    for writer in WRITERS {
        for content in FOREIGN {
            is_refused(&folder, writer, content);
        }
    }
    // Nothing is left behind, and nobody's notes were taken for a game.
    let left = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["mine.pgn"]);
}

/// What is no file has nothing to lose.
#[cfg(unix)]
#[test]
fn devices_are_written_to() {
    let folder = folder("devices");
    for (command, _) in WRITERS.iter().filter(|(command, _)| {
        ["match", "book", "analyse FEN"].iter().any(|name| command.starts_with(name))
    }) {
        let command = command.replace(" x", " /dev/null");
        let output = run(&folder, &words(&command), "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{command}: {said}");
    }
}

/// A pipe that nobody reads would take what is added and lose it.
#[cfg(unix)]
#[test]
fn nothing_grows_in_a_pipe() {
    let folder = folder("pipes");
    fs::write(folder.join("mine.pgn"), "1. e4 e5 *\n").unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.join("x")).status();
    assert!(made.unwrap().success());
    for command in [
        "match --white random --black random --games 2 --depth 1 --resume x",
        "match --white random --black random --games 2 --depth 1 --pgn x",
        "book openings --count 1 --judge quiescence:depth=1 --out x",
        "analyse FEN --depth 1 --json --out x",
        "analyse FEN --depth 1 --json --out x --force",
        "analyse mine.pgn --depth 1 --pgn --out x --resume",
        "play --white random --black random --pgn x",
    ] {
        let output = run(&folder, &words(command), "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{command}: {said}");
        assert!(said.contains("it is a pipe, which keeps nothing"), "{command}: {said}");
    }
}

/// No command writes over what it reads, nor two things to one file.
#[test]
fn input_and_output_are_two_files() {
    let folder = folder("apart");
    let game = "[Event \"mine\"]\n\n1. e4 e5 1-0\n";
    let input = folder.join("in.pgn");
    let expect = |command: &str, sentence: &str, stdin: Option<&Path>| {
        fs::write(&input, game).unwrap();
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_plywise"));
        child.args(words(command)).current_dir(&folder);
        if let Some(file) = stdin {
            child.stdin(fs::File::open(file).unwrap());
        }
        let output = child.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains(sentence), "{command}: {said}");
        assert_eq!(fs::read_to_string(&input).unwrap(), game, "{command}");
    };
    let read = "is read by the same command";
    expect("analyse in.pgn --depth 1 --pgn --out in.pgn --force", read, None);
    expect("analyse in.pgn --depth 1 --pgn --out ./in.pgn --resume", read, None);
    let texel = "tune texel --eval simple --epochs 1 --force --data in.pgn --out";
    expect(&format!("{texel} in.pgn"), read, None);
    fs::copy(&input, folder.join("q.state")).unwrap();
    expect("tune texel --eval simple --force --data q.state --out q", read, None);
    assert_eq!(fs::read_to_string(folder.join("q.state")).unwrap(), game);
    expect("datagen import --in in.pgn --out ./in.pgn --force", read, None);
    let players = "match --white random --black random --games 2 --depth 1";
    expect(&format!("{players} --openings in.pgn --pgn in.pgn"), read, None);
    expect(&format!("{players} --pgn new --json new"), "new would be written twice", None);
    expect(&format!("{players} --resume new --json ./new"), "would be written twice", None);
    assert!(!folder.join("new").exists());
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink("in.pgn", folder.join("link")).unwrap();
        expect("analyse link --depth 1 --pgn --out in.pgn --force", read, None);
        expect("analyse in.pgn --depth 1 --pgn --out link --force", read, None);
        expect("analyse - --depth 1 --out in.pgn --force", read, Some(&input));
        expect(&format!("{texel} link"), read, None);
    }
}

/// What is written over stays until there is something to write.
#[test]
fn bad_input_costs_no_old_result() {
    let folder = folder("bad");
    fs::write(folder.join("x"), "precious").unwrap();
    fs::write(folder.join("bad"), "garbage\n").unwrap();
    for form in ["", "--json", "--score", "--pgn"] {
        let command = format!("analyse bad --depth 1 --out x --force {form}");
        let output = run(&folder, &words(&command), "");
        assert_eq!(output.status.code(), Some(2), "{command}: {output:?}");
        assert_eq!(fs::read(folder.join("x")).unwrap(), b"precious", "{command}");
    }
}

/// What somebody else writes while a command runs stays, and the result is put next
/// to it.
#[cfg(unix)]
#[test]
fn what_appears_meanwhile_stays() {
    let folder = folder("meanwhile");
    let command = "match --white random --black random --games 1000000 --pgn games --json x";
    let mut child = start_in(&folder, words(command));
    // With the first game on its way, the name has been looked at.
    while fs::read(folder.join("games")).map_or(0, |text| text.len()) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    fs::write(folder.join("x"), "precious").unwrap();
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("x was written by somebody else meanwhile and stays"), "{said}");
    assert!(said.trim_end().ends_with("x.new"), "{said}");
    assert_eq!(fs::read(folder.join("x")).unwrap(), b"precious");
    let figures = fs::read_to_string(folder.join("x.new")).unwrap();
    assert!(figures.contains("\"pentanomial\""), "{figures}");
}

/// `--force` writes over whatever is there, and a second time too.
#[test]
fn force_writes_over() {
    let folder = folder("force");
    for command in [
        "book make --nodes 1 --plies 1 --out x --force",
        "analyse FEN --depth 1 --out x --force",
        "datagen boards --in GAMES --out x --force",
        "tune texel --eval simple --data GAMES --epochs 1 --only values. --out x --force",
        "tune spsa --steps 1 --pairs 1 --depth 1 --longest 4 --out x --force",
        "tune cma --generations 1 --pairs 1 --depth 1 --longest 4 --out x --force",
    ] {
        let file = folder.join("x");
        fs::write(&file, "precious").unwrap();
        for _ in 0..2 {
            let output = run(&folder, &words(command), "");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{command}: {said}");
            assert_ne!(fs::read(&file).unwrap(), b"precious", "{command}");
        }
        fs::remove_file(&file).unwrap();
        let _ = fs::remove_file(folder.join("x.state"));
    }
    // Where a run may be gone on with, both cannot be meant.
    let both = "tune spsa --steps 1 --out x --force --resume";
    assert_eq!(run(&folder, &words(both), "").status.code(), Some(2));
}

/// What is written over keeps its permissions and the links that lead to it.
#[cfg(unix)]
#[test]
fn force_keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder("permissions");
    fs::create_dir(folder.join("far")).unwrap();
    let file = folder.join("far/file");
    symlink("far/file", folder.join("x")).unwrap();
    for command in [
        "book make --nodes 1 --plies 1 --out x --force",
        "analyse FEN --depth 1 --out x --force",
        "datagen boards --in GAMES --out x --force",
        "tune spsa --steps 1 --pairs 1 --depth 1 --longest 4 --out x --force",
    ] {
        fs::write(&file, "precious").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        let output = run(&folder, &words(command), "");
        assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
        assert_ne!(fs::read(&file).unwrap(), b"precious", "{command}");
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{command}");
        assert!(fs::symlink_metadata(folder.join("x")).unwrap().is_symlink(), "{command}");
        fs::remove_file(&file).unwrap();
    }
}

/// Openings are added to openings; a torn line of ours is cut off, nobody else's is.
#[test]
fn openings_know_their_torn_lines() {
    let folder = folder("openings");
    let file = folder.join("x");
    let line = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    let make = |content: String| {
        fs::write(&file, content).unwrap();
        let command = "book openings --count 2 --judge quiescence:depth=1 --out x";
        let output = run(&folder, &words(command), "");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (said, fs::read_to_string(&file).unwrap())
    };
    // Half a line behind whole ones of ours.
    let (said, text) = make(format!("{FEN}\n{line}"));
    assert!(text.starts_with(FEN) && !text.contains(line) && text.lines().count() == 2, "{text}");
    assert_eq!(said, "1 opening more, 2 in all\n");
    // Lines of somebody who writes no clocks.
    let (said, text) = make(format!("{line}\n4k3/8/8/8/8/8/4P3/4K3 w - -"));
    assert!(text.ends_with("4K3 w - -\n") && text.lines().count() == 2, "{text}");
    assert_eq!(said, "x holds 2 openings already\n");
}

/// A file that stands next to it for a moment takes nobody's place.
#[test]
fn files_beside_are_nobody_elses() {
    let folder = folder("beside");
    for name in ["x.part", "x.tmp", "x.json.part"] {
        fs::write(folder.join(name), "precious").unwrap();
    }
    for command in [
        "tune spsa --steps 1 --pairs 1 --depth 1 --longest 4 --out x",
        "match --white random --black random --games 2 --depth 1 --json x.json",
    ] {
        assert_eq!(run(&folder, &words(command), "").status.code(), Some(0), "{command}");
    }
    for name in ["x.part", "x.tmp", "x.json.part"] {
        assert_eq!(fs::read(folder.join(name)).unwrap(), b"precious", "{name}");
    }
}

/// The figures of an earlier match are written over.
#[test]
fn figures_are_renewed() {
    let folder = folder("figures");
    let command = "match --white random --black random --games 2 --depth 1 --json x";
    for seed in ["1", "2"] {
        let output = run(&folder, &words(&format!("{command} --seed {seed}")), "");
        assert_eq!(output.status.code(), Some(0));
        let text = fs::read_to_string(folder.join("x")).unwrap();
        assert!(text.contains("\"pentanomial\""), "{text}");
    }
}

/// In the terminal game, `save` and the file of finished games keep to it too.
#[test]
fn games_are_added_to_games_only() {
    let folder = folder("games");
    let mine = folder.join("data/games.pgn");
    fs::create_dir_all(mine.parent().unwrap()).unwrap();
    for content in FOREIGN {
        fs::write(folder.join("x"), content).unwrap();
        fs::write(&mine, content).unwrap();
        let people = words("play --white human --black human");
        let output = run(&folder, &people, "f3\ne5\ng4\nsave x\nQh4\nx\n");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("cannot be written to x: it holds something else"), "{said}");
        assert!(said.contains("games.pgn: it holds something else than games"), "{said}");
        assert_eq!(fs::read(folder.join("x")).unwrap(), content);
        assert_eq!(fs::read(&mine).unwrap(), content);
        // The game waits for a place.
        let kept = fs::read_dir(folder.join("data/unfinished")).unwrap().count();
        assert!(kept > 0);
        fs::remove_dir_all(folder.join("data/unfinished")).unwrap();
    }
}

/// The page works without kept games where something else has their name.
#[test]
fn the_page_leaves_other_databases_alone() {
    let folder = folder("page");
    let file = folder.join("data/games.sqlite");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    for content in FOREIGN {
        fs::write(&file, content).unwrap();
        let mut child = start_in(&folder, ["serve", "--port", "0"]);
        let mut line = String::new();
        BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(line.starts_with("plywise: the kept games ("), "{line}");
        assert_eq!(fs::read(&file).unwrap(), content, "{line}");
    }
}

/// A network is written to a new file only.
#[test]
fn networks_are_exported_to_new_files() {
    let folder = folder("network");
    fs::write(folder.join("x"), "precious").unwrap();
    let output = run(&folder, &words("uci"), "export_net x\nquit\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains("exists already"), "{output:?}");
    assert_eq!(fs::read(folder.join("x")).unwrap(), b"precious");
}
