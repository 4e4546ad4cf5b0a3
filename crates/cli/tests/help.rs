//! What `--help` says is so: what is required looks required, and names are explained.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::process::Command;

/// The help of a command, with every run of spaces as one.
fn help(command: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_plywise");
    let output = Command::new(program).args(command).arg("--help").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{command:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_required_looks_required() {
    for (command, usage) in [
        (&["lab"][..], "Usage: plywise lab <COMMAND>"),
        (&["lab", "toy"], "Usage: plywise lab toy [OPTIONS] <TREE>"),
        (&["book"], "Usage: plywise book <COMMAND>"),
        (&["tune"], "Usage: plywise tune <COMMAND>"),
        (&["analyse"], "Usage: plywise analyse [OPTIONS] <FEN|FILE|->..."),
        (&["uci-check"], "Usage: plywise uci-check [OPTIONS] <ENGINE>"),
        // The menu of the program and games of `datagen` begin without a command.
        (&[], "Usage: plywise [COMMAND]"),
    ] {
        let help = help(command);
        assert!(help.contains(usage), "{command:?}: {help}");
    }
}

#[test]
fn a_position_is_written_alike_everywhere_and_commands_have_two_names() {
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let said = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_plywise")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let best = |arguments: &[&str]| {
        let line: serde_json::Value = serde_json::from_str(said(arguments).trim()).unwrap();
        line["best"].as_str().unwrap().to_owned()
    };
    let limits = ["--depth", "4", "--json"];
    for words in [&["analyse", fen][..], &["analyse", "--fen", fen], &["analyze", "--fen", fen]] {
        assert_eq!(best(&[words, &limits[..]].concat()), "a1a8", "{words:?}");
    }
    assert_eq!(said(&["show", "--fen", fen]), said(&["d", "--fen", fen]));
}

/// Shells and `man` know every command, those of commands included.
#[test]
fn completions_and_manual_pages_name_every_command() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_plywise")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = run(&["completions", shell]);
        for word in ["explain", "uci-check", "relabel", "min-ply"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    let folder = std::env::temp_dir().join(format!("plywise-manual-{}", std::process::id()));
    let said = run(&["manual", folder.to_str().unwrap()]);
    assert!(said.contains("pages written to"), "{said}");
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(page("plywise.1").contains("uci\\-check"), "{}", page("plywise.1"));
    assert!(page("plywise-datagen-import.1").contains("OpenBench"));
    assert!(page("plywise-play.1").contains(".TH plywise"), "{}", page("plywise-play.1"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn it_is_said_how_players_are_written() {
    for command in ["play", "match"] {
        let help = help(&[command]);
        for words in [
            "human a person",
            "level:1 … level:10 levels in order of strength",
            "champion:elo=1200 a player by rating, 600 to 2800",
            "character=attacker",
            "champion:threads=2,nodes=50000",
            "alphabeta:depth=4,eval=phased",
            "random, minimax, deepening, alphabeta",
            "uci:stockfish,Hash=64",
        ] {
            assert!(help.contains(words), "{command}: {words}\n{help}");
        }
    }
}

/// The example of the README shows what it is there for: branches that are cut off.
#[test]
fn the_toy_tree_of_the_readme_has_cut_offs() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md"));
    let readme = readme.unwrap();
    let (_, example) = readme.split_once("`plywise lab toy ").unwrap();
    let example = example.split('`').next().unwrap();
    let (options, tree) = example.split_once('\'').unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_plywise"))
        .args(["lab", "toy", "--json"])
        .args(options.split_whitespace())
        .arg(tree.trim_end_matches('\''))
        .output()
        .unwrap();
    let story: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let leaves = |search: &str| story[search]["leaves"].as_u64().unwrap();
    assert!(leaves("alpha_beta") < leaves("minimax"), "{example}: {story}");
}
