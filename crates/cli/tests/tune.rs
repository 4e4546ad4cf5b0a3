//! `plywise tune` as a user runs it.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs;
use std::path::PathBuf;

use crate::program::{plywise, printed};

fn complaint(arguments: &[&str], code: i32) -> String {
    let output = plywise(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    text.lines().last().unwrap().strip_prefix("plywise: ").unwrap().to_owned()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywise-cli-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../forge/tests/data/selfplay.games");

#[test]
fn texel_writes_weights_and_goes_on() {
    let folder = folder("texel");
    let out = folder.join("weights.txt");
    let out = out.to_str().unwrap();
    let tune = |more: &[&str]| {
        let common = ["--eval", "simple", "--data", GAMES, "--out", out, "--positions", "3000"];
        printed(&[&["tune", "texel"], &common[..], more].concat())
    };
    let text = tune(&["--epochs", "3", "--only", "values."]);
    assert!(text.contains("values.queen"), "{text}");
    let weights = fs::read_to_string(out).unwrap();
    assert!(weights.contains("evaluation = simple\n"), "{weights}");
    let read = |text: &str, name: &str| -> i32 {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        let value = line.split(['=', '#']).nth(1).unwrap();
        value.trim().parse().unwrap()
    };
    assert_eq!(read(&weights, "values.pawn "), 100);
    assert_ne!(read(&weights, "values.queen "), 900);
    // All epochs are done: going on changes nothing.
    tune(&["--epochs", "3", "--only", "values.", "--resume"]);
    assert_eq!(fs::read_to_string(out).unwrap(), weights);
    fs::remove_dir_all(&folder).unwrap();
}

/// A pipe that nobody writes to holds nobody up.
#[test]
#[cfg(unix)]
fn pipes_are_refused() {
    let folder = folder("tune-pipe");
    let pipe = folder.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (pipe, out) = (pipe.to_str().unwrap(), folder.join("out"));
    let texel = ["tune", "texel", "--eval", "simple", "--out", out.to_str().unwrap()];
    let refused = complaint(&[&texel[..], &["--data", pipe]].concat(), 1);
    assert!(refused.ends_with("not a plain file, and games are kept in no other"), "{refused}");
    let refused = complaint(&[&texel[..], &["--data", GAMES, "--start", pipe]].concat(), 1);
    assert_eq!(refused, format!("cannot read {pipe}: it is not a plain file"));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_with_a_damaged_beginning_are_used() {
    let folder = folder("tune-damage");
    let (data, out) = (folder.join("damaged.games"), folder.join("out"));
    let mut bytes = fs::read(GAMES).unwrap();
    bytes[0] ^= 0x55;
    fs::write(&data, bytes).unwrap();
    let [data, out] = [&data, &out].map(|path| path.to_str().unwrap());
    let output = plywise(&[
        "tune", "texel", "--eval", "simple", "--data", data, "--out", out, "--epochs", "1",
    ]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains(data), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn players_write_weights_and_go_on() {
    let folder = folder("spsa");
    let start = folder.join("start.txt");
    fs::write(&start, "evaluation = material\nvalues.queen = 300\n").unwrap();
    for (method, length) in [("spsa", ["--steps", "12"]), ("cma", ["--generations", "3"])] {
        let out = folder.join(method);
        let arguments = |more: &[&'static str]| -> Vec<String> {
            let files = ["--start", start.to_str().unwrap(), "--out", out.to_str().unwrap()];
            let games = ["--odds", "6", "--longest", "4", "--referee", "pst", "--depth", "1"];
            let all =
                [&["tune", method, "--pairs", "2"], &files[..], &games[..], &length[..], more];
            all.concat().into_iter().map(str::to_owned).collect()
        };
        let run = |more| {
            let arguments = arguments(more);
            printed(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let refused = |more| {
            let arguments = arguments(more);
            complaint(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), 1)
        };
        assert!(run(&["--eval", "material"]).contains("300 -> "), "{method}");
        let weights = fs::read_to_string(&out).unwrap();
        let again = run(&["--eval", "material", "--resume"]);
        assert!(again.contains("300 -> "), "{method}: what a finished run changed");
        assert_eq!(fs::read_to_string(&out).unwrap(), weights, "{method}");
        // With other dice it is another run, and what was found stays.
        let other = refused(&["--eval", "material", "--seed", "2", "--resume"]);
        assert!(other.contains("was written by another run"), "{other}");
        // A state that no run can have come to.
        let state = out.with_extension("state");
        let (is, cannot_be) = match method {
            "spsa" => ("\nstep 12.0\n", "\nstep -5.0\n"),
            _ => ("\ngeneration 3.0\n", "\ngeneration -5.0\n"),
        };
        let text = fs::read_to_string(&state).unwrap();
        assert!(text.contains(is), "{text}");
        fs::write(&state, text.replace(is, cannot_be)).unwrap();
        let broken = refused(&["--eval", "material", "--resume"]);
        assert!(broken.ends_with("does not fit"), "{broken}");
        assert_eq!(fs::read_to_string(&out).unwrap(), weights, "{method}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn options_of_an_engine_go_to_what_wins() {
    let folder = folder("options");
    let out = folder.join("options");
    let engine = format!("uci:{} uci,Skill Level=5", env!("CARGO_BIN_EXE_plywise"));
    let run = |more: &[&str]| {
        let start = ["tune", "options", "--engine", &engine, "--only", "Skill"];
        let games = ["--steps", "6", "--pairs", "2", "--nodes", "200", "--reach", "5"];
        let rest = ["--pace", "0.5", "--out", out.to_str().unwrap()];
        printed(&[&start[..], &games[..], &rest[..], more].concat())
    };
    // Ten levels of skill decide nearly every game.
    let text = run(&[]);
    let found = fs::read_to_string(&out).unwrap();
    let level: i64 = found.trim().strip_prefix("Skill Level = ").unwrap().parse().unwrap();
    assert!(level > 5, "{found}");
    assert!(text.contains(&format!("5 -> {level:<6} Skill Level")), "{text}");
    run(&["--resume"]);
    assert_eq!(fs::read_to_string(&out).unwrap(), found);
    fs::remove_dir_all(&folder).unwrap();
}

/// What OpenBench is told are the numbers of the search, all of them and nothing else. The engine says what the build
/// for tuning says; `openbench/test.sh` asks that build itself.
#[test]
#[cfg(unix)]
fn openbench_gets_every_number_of_the_search() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder("tune-openbench");
    let engine = folder.join("engine");
    let params = search::champion::params::all();
    assert!(params.len() > 50, "{}", params.len());
    let declared: String = params
        .iter()
        .map(|param| {
            let search::champion::params::Param { name, default, least, most, .. } = param;
            format!("echo option name {name} type spin default {default} min {least} max {most}\n")
        })
        .collect();
    let usual = "echo option name Hash type spin default 16 min 1 max 1048576\n\
                 echo option name UCI_Elo type spin default 2800 min 600 max 2800\n";
    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
         uci)\necho id name Tunable\n{usual}{declared}echo uciok ;;\n\
         isready) echo readyok ;;\nquit) exit ;;\nesac; done\n"
    );
    fs::write(&engine, script).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let engine = format!("uci:{}", engine.display());
    let lines = printed(&["tune", "options", "--openbench", "--engine", &engine]);
    let told: Vec<&str> = lines.lines().collect();
    assert_eq!(told.len(), params.len());
    for (line, param) in told.iter().zip(params) {
        let [name, kind, value, least, most, reach, rate] =
            line.split(", ").collect::<Vec<_>>()[..].try_into().unwrap();
        assert_eq!((name, kind, rate), (param.name, "int", "0.002"));
        let numbers = [value, least, most].map(|number| number.parse::<i32>().unwrap());
        assert_eq!(numbers, [param.default, param.least, param.most], "{line}");
        assert!(reach.parse::<f64>().unwrap() >= 0.5, "{line}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn mistakes_are_explained() {
    let folder = folder("tune-mistakes");
    let out = folder.join("out");
    let out = out.to_str().unwrap();
    let texel = |more: &[&str]| complaint(&[&["tune", "texel", "--out", out], more].concat(), 2);
    assert!(texel(&["--eval", "tarot", "--data", GAMES]).contains("the evaluations are material"));
    assert!(texel(&["--data", GAMES, "--only", "pawn"]).starts_with("no weight is left to tune"));
    let anchor = texel(&["--data", GAMES, "--anchor", "king"]);
    assert_eq!(anchor, "--anchor: 'material' has no weight 'king'");
    let missing = complaint(&["tune", "texel", "--out", out, "--data", "/no/such/file"], 1);
    assert!(missing.starts_with("cannot read /no/such/file"), "{missing}");
    let state = complaint(&["tune", "spsa", "--out", out, "--resume"], 1);
    assert!(state.starts_with("cannot read ") && state.contains("out.state"), "{state}");
    let many = complaint(&["tune", "cma", "--eval", "pst", "--out", out], 2);
    assert!(many.contains("too many for a population"), "{many}");
    let start = folder.join("start.txt");
    fs::write(&start, "evaluation = material\nvalues.queen = nine\n").unwrap();
    let bad = complaint(&["tune", "spsa", "--out", out, "--start", start.to_str().unwrap()], 2);
    assert!(bad.ends_with("'nine' is no whole number from -10000 to 10000"), "{bad}");
    let engine = format!("uci:{} uci", env!("CARGO_BIN_EXE_plywise"));
    let options = |engine: &str, only: &str, code| {
        complaint(&["tune", "options", "--engine", engine, "--only", only, "--out", out], code)
    };
    let none = options(&engine, "margin", 2);
    assert!(none.starts_with("no option is left to tune; the engine's numbers are Threads, "));
    let words = ["tune", "options", "--engine", &engine, "--only", "Skill"];
    assert!(complaint(&words, 2).starts_with("'options' needs --out"));
    let lines = printed(&[&words[..], &["--openbench"]].concat());
    assert_eq!(lines, "Skill Level, int, 20, 0, 20, 1, 0.002\n");
    // The table's size is no number of a search, and this build has no other.
    let without = complaint(&["tune", "options", "--openbench"], 2);
    assert!(without.contains("'make' in openbench/tuning builds the program that has them"));
    let all = complaint(&["tune", "options", "--openbench", "--engine", &engine, "--only", ""], 2);
    assert!(all.starts_with("no option is left to tune; "), "{all}");
    assert!(complaint(&["tune", "options", "--out", out], 2).contains("needs --engine"));
    assert!(options("champion", "x", 2).contains("a UCI engine is needed"));
    assert!(options("uci:no-such-engine", "x", 1).contains("no such program"));
    fs::remove_dir_all(&folder).unwrap();
}
