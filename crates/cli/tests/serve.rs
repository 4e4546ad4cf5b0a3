//! `plywise serve` as a program: started, killed, started again.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::io::{BufRead, BufReader, Read};
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
        let mut child = command(data, arguments).stdout(Stdio::piped()).spawn().unwrap();
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
    command.arg("serve").args(arguments).env("PLYWISE_DATA", data).stderr(Stdio::null());
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
