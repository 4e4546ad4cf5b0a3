//! `plywise serve` as a program: started, killed, started again.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

#[cfg(unix)]
use std::io::Read;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A program that ends with the test.
struct Program {
    child: Child,
    url: String,
}

impl Program {
    fn start(data: &Path, arguments: &[&str]) -> Program {
        Program::from(command(data, arguments))
    }

    fn from(mut command: Command) -> Program {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        Program { child, url: url.unwrap().to_owned() }
    }

    async fn page(&self) -> Socket {
        let url = self.url.replacen("http", "ws", 1) + "api/socket";
        let (mut socket, _) = connect_async(url).await.unwrap();
        assert_eq!(hear(&mut socket).await["type"], "welcome");
        socket
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Killed, not asked: nothing can be saved on the way out.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywise"));
    // None of these tests looks at the page: they hold where npm is missing, too.
    command.arg("serve").args(arguments);
    command.env("PLYWISE_DATA", data).stderr(Stdio::null());
    command
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywise-serve-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

async fn say(socket: &mut Socket, request: Value) {
    socket.send(Frame::Text(request.to_string().into())).await.unwrap();
}

async fn hear(socket: &mut Socket) -> Value {
    loop {
        if let Frame::Text(text) = socket.next().await.unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// The next state of the game with so many moves.
async fn game(socket: &mut Socket, plies: usize) -> Value {
    loop {
        let message = hear(socket).await;
        assert_ne!(message["type"], "refused", "{message}");
        let is_game = message["type"] == "game";
        if is_game && message["moves"].as_array().unwrap().len() == plies {
            return message;
        }
    }
}

#[tokio::test]
async fn a_game_survives_a_killed_server() {
    let data = folder("killed");
    let first = Program::start(&data, &["--port", "0"]);
    let mut page = first.page().await;
    let clock = json!({"minutes": 5, "increment": 0});
    let order =
        json!({"id": 1, "type": "newGame", "white": "human", "black": "level:1", "clock": clock});
    say(&mut page, order).await;
    game(&mut page, 0).await;
    say(&mut page, json!({"id": 2, "type": "move", "text": "e4"})).await;
    let before = game(&mut page, 2).await;
    drop(first);

    let second = Program::start(&data, &["--port", "0"]);
    let mut page = second.page().await;
    say(&mut page, json!({"id": 1, "type": "openGame", "game": before["game"]})).await;
    let after = game(&mut page, 2).await;
    assert_eq!(after["moves"], before["moves"]);
    assert_eq!(after["clock"]["black"], before["clock"]["black"]);
    // What was used for moves that were made does not come back.
    let left = after["clock"]["white"].as_u64().unwrap();
    assert!(left <= after["moves"][0]["clock"].as_u64().unwrap(), "{after}");
    say(&mut page, json!({"id": 3, "type": "move", "text": "Nf3"})).await;
    game(&mut page, 4).await;
    drop(second);
    std::fs::remove_dir_all(data).unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_in_good_order() {
    let data = folder("interrupted");
    let mut program = Program::start(&data, &["--port", "0"]);
    let process = rustix::process::Pid::from_child(&program.child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    assert!(program.child.wait().unwrap().success());
    let mut rest = String::new();
    program.child.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    std::fs::remove_dir_all(data).unwrap();
}

/// What `plywise lab tree` prints is what the page is told: the same nodes, with
/// the same words and numbers, of the ladder and of the champion.
#[tokio::test]
async fn a_tree_has_the_same_words_in_the_terminal_and_in_the_browser() {
    // No mate at hand: there nobody passes, and nothing is reduced.
    let opening = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let ending = "4k3/pp3p2/8/3n4/8/2N5/PP3P2/4K3 w - - 0 1";
    let data = folder("words");
    let program = Program::start(&data, &["--port", "0"]);
    let mut page = program.page().await;
    for (id, algorithm, eval, depth) in [
        (10, "alphabeta", "material", 3),
        (20, "pvs", "pst", 3),
        (30, "quiescence:delta,see", "material", 2),
        (40, "nullmove", "material", 4),
        (50, "mtdf", "material", 3),
        (60, "champion", "tuned", 8),
        (70, "champion", "nnue", 8),
    ] {
        let fen = if algorithm == "champion" { opening } else { ending };
        let depth_text = depth.to_string();
        let arguments = ["lab", "tree", "--format", "json", "--limit", "100000", "--fen", fen];
        let more = ["--algorithm", algorithm, "--eval", eval, "--depth", &depth_text];
        let output = Command::new(env!("CARGO_BIN_EXE_plywise"))
            .args(arguments)
            .args(more)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
        let mut ours = Vec::new();
        flatten(&printed["root"], &mut ours);

        let place = json!({ "fen": fen, "moves": [] });
        let order = json!({ "id": id, "type": "labRun", "place": place, "algorithm": algorithm,
            "eval": eval, "depth": depth });
        say(&mut page, order).await;
        let done = heard(&mut page, id, "labDone").await;
        let mut theirs = Vec::new();
        while theirs.len() < done["recorded"].as_u64().unwrap() as usize {
            let ask = json!({ "id": id + 1, "type": "labNodes", "run": done["run"],
                "from": theirs.len(), "count": 2000 });
            say(&mut page, ask).await;
            let told = heard(&mut page, id + 1, "labNodes").await;
            theirs.extend(told["nodes"].as_array().unwrap().iter().map(told_node));
        }
        assert_eq!(printed["line"], done["line"]["uci"], "{algorithm}");
        assert_eq!(ours.len(), theirs.len(), "{algorithm}");
        for (one, other) in ours.iter().zip(&theirs) {
            assert_eq!(one, other, "{algorithm}");
        }
        // The table answers the last pass of MTD(f), so nothing is left out there.
        let has_left_out = ours.iter().any(|node| node["leftOut"] != json!([]));
        assert_eq!(has_left_out, algorithm != "mtdf", "{algorithm}");
        let has_terms = ["nullmove", "champion"].contains(&algorithm);
        let terms = ours.iter().filter(|node| node["terms"] != json!([])).count();
        assert_eq!(terms > 0, has_terms, "{algorithm}");
    }
    drop(program);
    std::fs::remove_dir_all(data).unwrap();
}

async fn heard(page: &mut Socket, id: u32, kind: &str) -> Value {
    loop {
        let message = hear(page).await;
        assert_ne!(message["type"], "refused", "{message}");
        if message["id"] == id && message["type"] == kind {
            return message;
        }
    }
}

/// A centipawn value as both say it.
fn value(centipawns: &Value, mate: &Value) -> Value {
    match (centipawns.as_i64(), mate.as_i64()) {
        (_, Some(moves)) => json!({ "mate": moves }),
        (Some(centipawns), None) if centipawns.abs() < 31_000 => json!({ "cp": centipawns }),
        // Only the browser counts the mates of windows in moves.
        (Some(_), None) => json!("mate"),
        (None, None) => Value::Null,
    }
}

fn told_value(value: &Value) -> Value {
    if value.get("mate").is_some() { json!("mate") } else { value.clone() }
}

/// The nodes of a printed tree in the order in which they were entered.
fn flatten(node: &Value, nodes: &mut Vec<Value>) {
    let bound = match node["bound"].as_str() {
        Some("at_least") => "≥",
        Some("at_most") => "≤",
        _ => "=",
    };
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let terms: Vec<Value> = list(&node["depth_terms"])
        .iter()
        .map(|term| json!([term["name"], term["plies"], value(&term["value_cp"], &Value::Null)]))
        .collect();
    let left_out: Vec<Value> = list(&node["left_out"])
        .iter()
        .map(|left| json!([left["move"], left["san"], left["reason"]]))
        .collect();
    nodes.push(json!({
        "uci": node["move"],
        "san": node["san"],
        "attempt": node["attempt"].as_u64().unwrap_or(1),
        "ply": node["ply"],
        "depth": node["depth"],
        "reduced": number(&node["reduced_by"]),
        "extended": number(&node["extended_by"]),
        "terms": terms,
        "alpha": value(&node["alpha_cp"], &Value::Null),
        "beta": value(&node["beta_cp"], &Value::Null),
        "value": value(&node["value_cp"], &node["mate"]),
        "bound": bound,
        "reason": node["reason"],
        "note": node["note"],
        "best": node["best_line"],
        "below": node["nodes_below"],
        "leftOut": left_out,
    }));
    node["children"].as_array().unwrap().iter().for_each(|child| flatten(child, nodes));
}

/// A node as the page is told of it, in the same shape.
fn told_node(node: &Value) -> Value {
    let terms: Vec<Value> = node["depthTerms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|term| json!([term["name"], term["plies"], told_value(&term["numbers"]["value"])]))
        .collect();
    let left_out: Vec<Value> = node["leftOut"]
        .as_array()
        .unwrap()
        .iter()
        .map(|left| json!([left["uci"], left["san"], left["reason"]]))
        .collect();
    json!({
        "uci": node["uci"],
        "san": node["san"],
        "attempt": node["attempt"],
        "ply": node["ply"],
        "depth": node["depth"],
        "reduced": node["reduced"],
        "extended": node["extended"],
        "terms": terms,
        "alpha": told_value(&node["alpha"]),
        "beta": told_value(&node["beta"]),
        "value": node["value"],
        "bound": node["bound"],
        "reason": node["reason"],
        "note": node["note"]["text"],
        "best": node["best"],
        "below": node["below"],
        "leftOut": left_out,
    })
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let data = folder("wrong");
    let taken = Program::start(&data, &["--port", "0"]);
    let port = taken.url.trim_end_matches('/').rsplit(':').next().unwrap();
    for (arguments, code, said) in [
        (vec!["--port", port], 1, format!("plywise: port {port} is taken; --port N takes another")),
        (
            vec!["--port", "70000"],
            2,
            "plywise: --port cannot be '70000': a whole number from 0 to 65535".to_owned(),
        ),
        (
            vec!["--host", "no.such.host.invalid"],
            1,
            "plywise: cannot listen at 'no.such.host.invalid'".to_owned(),
        ),
        (
            vec!["--port", "0", "--tablebases", "no/such/folder"],
            1,
            "plywise: cannot read the folder".to_owned(),
        ),
    ] {
        let output = command(&data, &arguments).stderr(Stdio::piped()).output().unwrap();
        let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{sentence}");
        assert!(sentence.starts_with(&said) && sentence.lines().count() == 1, "{sentence}");
    }
    drop(taken);
    std::fs::remove_dir_all(data).unwrap();
}

/// This very program, as somebody else's engine: it analyses for the page, several
/// lines of a position with Black to move, and it is gone when nobody wants it.
#[tokio::test]
async fn another_program_analyses() {
    let data = folder("engine");
    let engine = format!("own={} uci,Hash=1", env!("CARGO_BIN_EXE_plywise"));
    let program = Program::start(&data, &["--port", "0", "--engine", &engine]);
    let mut page = program.page().await;
    let place = json!({ "fen": null, "moves": ["f2f3", "e7e5", "g2g4"] });
    let order = json!({ "id": 1, "type": "analyse", "place": place, "lines": 3, "hash": 16,
        "engine": "engine:own" });
    say(&mut page, order).await;
    let report = loop {
        let report = heard(&mut page, 1, "analysis").await;
        if report["lines"].as_array().unwrap().len() == 3 {
            break report;
        }
    };
    assert!(report["engine"].as_str().unwrap().starts_with("Plywise"), "{report}");
    assert_eq!(report["lines"][0]["line"]["san"][0], "Qh4#");
    // Black mates: White's view.
    assert_eq!(report["lines"][0]["value"], json!({ "mate": -1 }));
    assert!(report["lines"][0]["winPercent"].as_f64().unwrap() < 5.0);
    assert_eq!(report["lines"][0]["wdl"]["black"], 1000);
    assert!(report["nodes"].as_u64().unwrap() > 0 && report["depth"].as_u64().unwrap() > 0);

    let refused = json!({ "id": 2, "type": "analyse", "place": place, "lines": 1,
        "engine": "uci:/bin/sh" });
    say(&mut page, refused).await;
    loop {
        let message = hear(&mut page).await;
        if message["id"] == 2 {
            assert_eq!(message["type"], "refused", "{message}");
            break;
        }
    }
    drop(program);
    std::fs::remove_dir_all(data).unwrap();
}
