//! Endgame tables in `plywise analyse`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::syzygy;

/// The program, which lies above the tests of the same build.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let program = test
        .parent()
        .unwrap()
        .with_file_name("plywise")
        .with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.is_file(), "there is no {}; cargo test -p plywise --no-run", program.display());
    program
}

fn printed(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(program())
        .arg("analyse")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn endgame_tables_say_what_is_certain() {
    let folder = syzygy();
    let folder = folder.to_str().unwrap();
    let limits = ["--depth", "2", "--threads", "1", "--syzygy", folder];
    let text = printed(&[&limits[..], &["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]].concat(), "");
    assert!(text.contains("\n  tablebase: White wins; "), "{text}");
    let positions = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\n8/8/8/8/8/k7/p7/K7 w - - 0 1\n";
    let text = printed(&[&limits[..], &["--json", "-"]].concat(), positions);
    let records: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let known = &records[0]["tablebase"];
    assert_eq!(known["verdict"], "draw", "{text}");
    assert!(known["best"].as_array().unwrap().contains(&"e8e7".into()), "{text}");
    assert_eq!(records[1]["tablebase"]["sentence"], "a draw", "{text}");
    let game = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd8 2. Kd2 Kc8 3. Kd3 *\n";
    let text = printed(&[&limits[..], &["--pgn", "-"]].concat(), game).replace('\n', " ");
    // What throws a draw away is a blunder, however harmless it looks two plies deep.
    assert!(text.contains("{ Tablebase: a draw } 1... Kd8 $4"), "{text}");
    assert!(text.contains("{ Tablebase: White wins; "), "{text}");
}

#[test]
fn settings_say_how_many_pieces_the_tables_have() {
    let folder = syzygy();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("settings.json");
    let _ = std::fs::remove_file(&out);
    let stalemate = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1";
    let kept = ["--json", "--resume", "--out", out.to_str().unwrap()];
    let tables = ["-", "--depth", "2", "--syzygy", folder.to_str().unwrap()];
    printed(&[&tables[..], &kept].concat(), stalemate);
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap();
    let settings = record["settings"].as_str().unwrap();
    assert!(settings.ends_with(" syzygy=4"), "{settings}");
}
