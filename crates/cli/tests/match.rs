//! `plywise match` and `plywise book` as a user meets them: the real program.

#![allow(clippy::unwrap_used)] // helpers of tests

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::program::{plywise, refusal};
use serde_json::Value;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywise"));
    command.args(arguments);
    command
}

/// What a run with this exit code prints.
fn printed(arguments: &[&str], code: i32) -> String {
    let output = plywise(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// A file of this test's own, not there yet.
fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("match");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    std::fs::remove_file(&file).ok();
    file
}

const RANDOM: [&str; 5] = ["match", "--white", "random", "--black", "random:seed=3"];

fn random<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&RANDOM[..], more].concat()
}

#[test]
fn the_figures_come_as_text_and_as_json() {
    let json = file("figures.json");
    let text = printed(&random(&["--games", "20", "--json", json.to_str().unwrap()]), 0);
    assert!(text.starts_with("random against random:seed=3\ngames 20: "), "{text}");
    let figures: Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(figures["players"], serde_json::json!(["random", "random:seed=3"]));
    let count = |key: &str| figures[key].as_u64().unwrap();
    assert_eq!((count("games"), count("wins") + count("draws") + count("losses")), (20, 20));
    let pairs = figures["pentanomial"].as_array().unwrap();
    assert_eq!((pairs.len(), pairs.iter().map(|pair| pair.as_u64().unwrap()).sum()), (5, 10));
    for key in ["elo", "elo_error", "los"] {
        assert!(figures[key].is_f64(), "{key}");
    }
    assert!(figures["llr"].is_null());
    assert_eq!(
        figures["faults"],
        serde_json::json!({"illegal": 0, "time": 0, "crash": 0, "stall": 0})
    );
    // The same match again, printed this time.
    let again = printed(&random(&["--games", "20", "--json", "-", "--concurrency", "2"]), 0);
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!(again["pentanomial"], figures["pentanomial"]);
    assert_eq!(again["plies_per_game"], figures["plies_per_game"]);
}

#[test]
fn the_exit_code_tells_what_the_test_found() {
    let strong = ["--white", "ordered:depth=2", "--black", "random"];
    let weak = ["--white", "random", "--black", "ordered:depth=2"];
    let test = |players: &[&str], games: &str, code| {
        let rest = ["--games", games, "--sprt", "0,100", "--json", "-"];
        let text = printed(&[&["match"], players, &rest].concat(), code);
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let accepted = test(&strong, "400", 0);
    assert_eq!(accepted["sprt"]["accepted"], "H1");
    assert!(accepted["llr"].as_f64().unwrap() >= accepted["sprt"]["upper"].as_f64().unwrap());
    assert!(accepted["games"].as_u64().unwrap() < 400);
    assert_eq!(test(&weak, "400", 3)["sprt"]["accepted"], "H0");
    assert!(test(&strong, "2", 4)["sprt"]["accepted"].is_null());
}

#[test]
fn many_players_get_a_rating_list() {
    let text = printed(
        &[
            "match",
            "--player",
            "random",
            "--player",
            "alphabeta:depth=1",
            "--player",
            "quiescence:depth=2",
            "--games",
            "4",
        ],
        0,
    );
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("player") && lines[0].contains("Elo"), "{text}");
    assert!(lines[1].contains("quiescence:depth=2") && lines[3].contains("random"), "{text}");
    let gauntlet = printed(
        &[
            "match", "--white", "random", "--black", "random", "--player", "random", "--format",
            "gauntlet", "--games", "2", "--json", "-",
        ],
        0,
    );
    let gauntlet: Value = serde_json::from_str(&gauntlet).unwrap();
    assert_eq!(gauntlet["games"], 4);
    assert_eq!(gauntlet["players"], serde_json::json!(["random", "random #2", "random #3"]));
    assert_eq!(gauntlet["ratings"][0]["games"], 4);
}

#[test]
fn games_are_written_down_and_a_match_goes_on() {
    let (pgn, journal) = (file("games.pgn"), file("journal"));
    let (pgn, journal) = (pgn.to_str().unwrap(), journal.to_str().unwrap());
    let play = |games: &str| {
        let more = ["--games", games, "--pgn", pgn, "--resume", journal, "--json", "-"];
        serde_json::from_str::<Value>(&printed(&random(&more), 0)).unwrap()
    };
    assert_eq!(play("4")["games"], 4);
    let whole = play("10");
    assert_eq!(whole["games"], 10);
    let text = std::fs::read_to_string(pgn).unwrap();
    let games: Vec<_> = chess::pgn::Reader::new(text.as_bytes()).collect();
    assert_eq!(games.len(), 10);
    assert!(games.iter().all(|game| game.as_ref().is_ok_and(|game| game.warnings.is_empty())));
    let at_once = printed(&random(&["--games", "10", "--json", "-"]), 0);
    let at_once: Value = serde_json::from_str(&at_once).unwrap();
    assert_eq!(at_once["pentanomial"], whole["pentanomial"]);
    // Another match has no business with this journal.
    let said = refusal(&random(&["--seed", "2", "--resume", journal]));
    assert!(said.contains("belongs to a match with other dice: --seed 1"), "{said}");
}

/// Round and White's name of each game: what tells the games of a match apart.
fn written(pgn: &std::path::Path) -> Vec<(String, String)> {
    let text = std::fs::read(pgn).unwrap();
    let games = chess::pgn::Reader::new(&text[..]).map(|read| {
        let read = read.unwrap();
        assert!(read.warnings.is_empty(), "{:?}", read.warnings);
        let tag = |name| read.game.tags.get(name).unwrap().to_owned();
        (tag("Round"), tag("White"))
    });
    games.collect()
}

fn assert_once(pgn: &std::path::Path, games: usize, why: &str) {
    let mut written = written(pgn);
    assert_eq!(written.len(), games, "{why}");
    written.sort();
    written.dedup();
    assert_eq!(written.len(), games, "{why}");
}

/// Wherever a program is killed between noting a game and having written it, the
/// next one writes each game once.
#[test]
fn a_match_that_was_killed_writes_each_game_once() {
    let (pgn, journal) = (file("killed.pgn"), file("killed.journal"));
    let (pgn_name, journal_name) = (pgn.to_str().unwrap(), journal.to_str().unwrap());
    let more = ["--games", "4", "--pgn", pgn_name, "--resume", journal_name, "--json", "-"];
    let play = || serde_json::from_str::<Value>(&printed(&random(&more), 0)).unwrap();
    let whole = play();
    assert_once(&pgn, 4, "undisturbed");
    let (games, notes) = (std::fs::read(&pgn).unwrap(), std::fs::read(&journal).unwrap());
    let ends: Vec<usize> = (0..notes.len()).filter(|&at| notes[at] == b'\n').collect();
    let begins: Vec<usize> = ends[1..]
        .iter()
        .map(|&end| {
            let line = notes[..end].split(|&byte| byte == b'\n').next_back().unwrap();
            let line: Value = serde_json::from_slice(line).unwrap();
            line["pgn"].as_u64().unwrap() as usize
        })
        .chain([games.len()])
        .collect();
    for last in 0..4 {
        let (begin, end) = (begins[last], begins[last + 1]);
        for written in [begin, begin + 1, begin + 40, (begin + end) / 2, end - 2, end - 1, end] {
            let why = format!("{last} whole games and {} bytes", written - begin);
            std::fs::write(&pgn, &games[..written]).unwrap();
            std::fs::write(&journal, &notes[..=ends[last + 1]]).unwrap();
            let resumed = play();
            assert_eq!(resumed["pentanomial"], whole["pentanomial"], "{why}");
            assert_once(&pgn, 4, &why);
        }
        // Or before the note was written to its end.
        std::fs::write(&pgn, &games[..begin]).unwrap();
        std::fs::write(&journal, &notes[..ends[last + 1] - 5]).unwrap();
        assert_eq!(play()["pentanomial"], whole["pentanomial"]);
        assert_once(&pgn, 4, "half a note");
    }
    // What others have written meanwhile stays.
    std::fs::write(&pgn, "1. d4 d5 *\n").unwrap();
    std::fs::write(&journal, &notes[..=ends[2]]).unwrap();
    play();
    let text = std::fs::read_to_string(&pgn).unwrap();
    assert!(text.starts_with("1. d4 d5 *\n\n[Event \"Plywise match\"]\n"), "{text}");
}

#[test]
fn killing_a_match_again_and_again_does_no_harm() {
    let (pgn, journal) = (file("again.pgn"), file("again.journal"));
    let (pgn_name, journal_name) = (pgn.to_str().unwrap(), journal.to_str().unwrap());
    let more = ["--games", "100000", "--pgn", pgn_name, "--resume", journal_name];
    let lines = || {
        std::fs::read(&journal).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
    };
    for _ in 0..10 {
        let before = lines();
        let mut child = command(&random(&more));
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while lines() < before + 3 {
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // Once more, to an end: as many games as there are, and one pair more.
    let games = ((lines() + 2) / 2 * 2).to_string();
    let more = more.map(|word| if word == "100000" { games.as_str() } else { word });
    printed(&random(&more), 0);
    assert_once(&pgn, games.parse().unwrap(), "killed ten times");
}

#[test]
fn openings_are_made_and_used() {
    let book = file("book.epd");
    let book = book.to_str().unwrap();
    let make = [
        "book",
        "openings",
        "--count",
        "5",
        "--judge",
        "quiescence:depth=2",
        "--advantage",
        "30-150",
        "--plies",
        "6",
        "--out",
        book,
    ];
    assert_eq!(printed(&make, 0), "5 openings\n");
    let text = std::fs::read_to_string(book).unwrap();
    assert_eq!(text.lines().count(), 5);
    // Once more there is nothing to do, and what was cut off is found again.
    assert_eq!(printed(&make, 0), format!("{book} holds 5 openings already\n"));
    std::fs::write(book, &text[..text.len() - 40]).unwrap();
    assert_eq!(printed(&make, 0), "1 opening more, 5 in all\n");
    assert_eq!(std::fs::read_to_string(book).unwrap(), text);
    let more = make.map(|argument| if argument == "5" { "7" } else { argument });
    assert_eq!(printed(&more, 0), "2 openings more, 7 in all\n");
    let longer = std::fs::read_to_string(book).unwrap();
    assert!(longer.starts_with(&text) && longer.lines().count() == 7);
    std::fs::write(book, &text).unwrap();
    let pgn = file("book.pgn");
    let pgn = pgn.to_str().unwrap();
    let more = ["--games", "10", "--openings", book, "--order", "random", "--pgn", pgn];
    printed(&random(&more), 0);
    let games = std::fs::read_to_string(pgn).unwrap();
    for fen in text.lines() {
        assert_eq!(games.matches(&format!("[FEN \"{fen}\"]")).count(), 2, "{fen}");
    }
}

#[test]
fn wrong_use_gets_one_sentence_with_what_is_allowed() {
    let bad = file("bad.epd");
    std::fs::write(&bad, "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\nnonsense\n").unwrap();
    let bad = bad.to_str().unwrap();
    for (arguments, said) in [
        (vec!["match"], "'match' needs two players: --white P and --black P"),
        (vec!["match", "--white", "random"], "needs two players"),
        (vec!["match", "--white", "randum"], "players are human, "),
        (vec!["match", "--white", "human", "--black", "random"], "'plywise play'"),
        (vec!["match", "--white", "uci:x", "--black", "random"], "'uci:x' needs a limit: --tc"),
        (random(&["--player", "random", "--format", "match"]), "a match has two players"),
        (random(&["--player", "pvs", "--player", "random:eval=pst"]), "no option of 'random'"),
        (random(&["--player", "random", "--sprt", "0,5"]), "--sprt tests one player"),
        (random(&["--format", "swiss"]), "the formats are match, gauntlet, roundrobin"),
        (random(&["--games", "0"]), "a whole number from 1"),
        (random(&["--tc", "fast"]), "MOVES/SECONDS+INCREMENT"),
        (random(&["--nodes", "-1"]), "a whole number from 1"),
        (random(&["--move-time", "0"]), "a number of seconds above 0"),
        (random(&["--odds", "1"]), "2:tc=10+0.1"),
        (random(&["--odds", "3:nodes=1"]), "--odds names player 3 of 2"),
        (random(&["--sprt", "5"]), "two differences in Elo"),
        (random(&["--sprt", "5,0"]), "the smaller first"),
        (random(&["--sprt", "0,5", "--alpha", "0.7"]), "--sprt needs alpha and beta above 0 and"),
        (random(&["--model", "bayes"]), "logistic, normalised"),
        (random(&["--order", "best"]), "sequential, random"),
        (random(&["--resign", "score=5"]), "score=600,moves=4"),
        (random(&["--draw", "score=5"]), "from=40,moves=8,score=10"),
        (random(&["--concurrency", "0"]), "a whole number from 1 to 1024"),
        (random(&["--openings", bad]), "line 2: 'nonsense'"),
        (vec!["book"], "'book' needs a command; the commands are make, openings"),
        (vec!["book", "openings", "--plies", "9-7"], "a number from 1 to 60"),
        (vec!["book", "openings", "--judge", "x"], "players are"),
    ] {
        let refused = refusal(&arguments);
        assert!(refused.contains(said), "{arguments:?}: {refused}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    for (more, said) in [
        (&["--openings", "no/such/file"][..], "cannot read no/such/file"),
        (&["--pgn", "no/such/folder/x.pgn"], "cannot write no/such/folder/x.pgn"),
        (&["--tablebases", "no/such/folder"], "cannot read the folder 'no/such/folder'"),
    ] {
        let output = plywise(&random(more));
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(said), "{text}");
    }
    let missing = ["match", "--white", "uci:no-such-engine", "--black", "random", "--depth", "1"];
    let output = plywise(&missing);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.ends_with("no such program on the PATH, and no such file\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_with_the_figures_so_far() {
    use std::io::{BufRead, BufReader};

    let journal = file("interrupted");
    let mut child =
        command(&random(&["--games", "1000000", "--resume", journal.to_str().unwrap()]))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
    // It says what it is going to play when everything is set up.
    let mut line = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("1000000 games"), "{line}");
    // A few games first; the file tells when.
    let results = || std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while results() < 5 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // Twice, as from `timeout -s INT`, which tells the program and its whole group.
    let press = format!("kill -INT {0} && kill -INT {0}", child.id());
    assert!(Command::new("sh").args(["-c", &press]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("random against random:seed=3\ngames "), "{text}");
}

/// A program of this test's own that is an engine by a shell script.
#[cfg(unix)]
fn engine(name: &str, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let file = file(name);
    std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!("uci:{}", file.display())
}

/// Waits for a file that a program is bound to write.
#[cfg(unix)]
fn wait_for(file: &std::path::Path) {
    while !file.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Whatever an engine hangs in, that the match stops is said, and then it does.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_whatever_engines_hang_in() {
    let marker = file("hangs");
    let hang = format!("touch '{}'; while :; do sleep 1; done", marker.display());
    let answers = "uci) echo uciok;;";
    for (name, script) in [
        ("hangs_at_start", hang.clone()),
        ("hangs_at_uci", format!("read line; {hang}")),
        (
            "hangs_in_search",
            format!(
                "while read line; do case $line in {answers} isready) echo readyok;; go*) {hang};; \
                 esac; done"
            ),
        ),
        (
            "hangs_at_ready",
            format!("while read line; do case $line in {answers} isready) {hang};; esac; done"),
        ),
    ] {
        std::fs::remove_file(&marker).ok();
        let engine = engine(name, &script);
        let child = command(&["match", "--white", &engine, "--black", "random"])
            .args(["--nodes", "100", "--patience", "3600"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for(&marker);
        let press = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(press.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(130), "{name}: {said}");
        assert!(said.contains("stopping; games under way do not count"), "{name}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn one_journal_is_for_one_match_at_a_time() {
    use std::io::{BufRead, BufReader};

    let journal = file("alone");
    let journal = journal.to_str().unwrap();
    let mut first = command(&random(&["--games", "1000000", "--resume", journal]))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It says what it is going to play when everything is set up.
    let mut line = String::new();
    BufReader::new(first.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    let output = plywise(&random(&["--games", "1000000", "--resume", journal]));
    first.kill().unwrap();
    first.wait().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.ends_with(&format!("another match writes to {journal}\n")), "{said}");
    assert!(output.stdout.is_empty());
    // The lock ends with its holder.
    let done = std::fs::read_to_string(journal).unwrap().lines().count();
    let more = ["--games", "1", "--resume", journal, "--json", "-"];
    let figures: Value = serde_json::from_str(&printed(&random(&more), 0)).unwrap();
    assert!(figures["games"].as_u64().unwrap() + 2 >= done as u64, "the journal counts whole");
}

#[test]
fn other_rules_are_another_match() {
    let journal = file("rules");
    let journal = journal.to_str().unwrap();
    let play = ["--games", "2", "--max-moves", "30", "--resume", journal];
    printed(&random(&play), 0);
    let said = refusal(&random(&["--games", "4", "--max-moves", "40", "--resume", journal]));
    let rules = "belongs to a match with other rules: --max-moves 30 --margin 10 --patience 60";
    assert!(said.contains(rules), "{said}");
    // What is there counts, also where fewer games are asked for.
    let output = plywise(&random(&["--games", "1", "--max-moves", "30", "--resume", journal]));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("2 games were played before, 1 of them beyond --games"), "{said}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("games 2: "));
}

#[test]
fn figures_that_cannot_be_written_do_not_cost_the_match() {
    let output = plywise(&random(&["--games", "2", "--json", "no/such/folder/x.json"]));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot write no/such/folder/x.json"), "{said}");
    assert!(output.stdout.is_empty(), "it is refused before the first game");
    if std::path::Path::new("/dev/full").exists() {
        let output = plywise(&random(&["--games", "2", "--json", "/dev/full"]));
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8(output.stdout).unwrap().contains("games 2: "));
    }
}

#[cfg(unix)]
#[test]
fn progress_that_cannot_be_shown_does_not_stop_a_match() {
    let full = std::path::Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let full = std::fs::OpenOptions::new().write(true).open(full).unwrap();
    let output = command(&random(&["--games", "2"])).stderr(full).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("games 2: "));
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_whole_games() {
    let pgn = file("full.pgn");
    // A limit on the length of files does as well as a full disk, in blocks of
    // 512 or 1024 bytes.
    let script = "trap '' XFSZ; ulimit -f 20; exec \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_plywise")])
        .args(random(&["--games", "100", "--pgn", pgn.to_str().unwrap()]))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot write"), "{said}");
    let text = std::fs::read_to_string(&pgn).unwrap();
    let games: Vec<_> = chess::pgn::Reader::new(text.as_bytes()).collect();
    assert!(!games.is_empty() && text.ends_with('\n'), "{text}");
    for game in games {
        let game = game.unwrap();
        assert!(game.warnings.is_empty() && game.game.outcome().is_some(), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn names_cannot_write_to_the_terminal() {
    let wild = engine("wild\u{1b}[31m", "exit 1");
    let output = plywise(&["match", "--white", &wild, "--black", "random", "--depth", "1"]);
    let (out, said) = (output.stdout, output.stderr);
    assert!(String::from_utf8_lossy(&said).contains("wild\u{fffd}[31m"));
    assert!(!out.contains(&0x1b) && !said.contains(&0x1b));
}
