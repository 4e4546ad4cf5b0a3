//! Many pages at once against a weak level: how long they wait for its answers,
//! and whether the server's memory stays where it is.
//!
//! ```text
//! cargo run --release -p server --example load [PAGES] [SECONDS] [LEVEL]
//! ```
//!
//! Each page plays random legal moves with a pause as a person would make it,
//! and begins another game when one is over.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

use std::env;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use plywise_server::{Server, ServerOptions};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What a page thinks about its move.
const PAUSE: Duration = Duration::from_millis(1000);

fn main() {
    let mut words = env::args().skip(1).map(|word| word.parse::<u64>().unwrap());
    let pages = words.next().unwrap_or(200);
    let seconds = words.next().unwrap_or(60);
    let level = words.next().unwrap_or(2);
    let folder = env::temp_dir().join(format!("plywise-load-{}", std::process::id()));
    let data = Some(folder.clone());
    let server =
        Server::start(&ServerOptions { port: 0, data, ..ServerOptions::default() }).unwrap();
    let url = format!("ws://{}/api/socket", server.address());
    let until = Instant::now() + Duration::from_secs(seconds);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut waits = runtime.block_on(async {
        let play = |number| tokio::spawn(page(url.clone(), number, level, until));
        let pages: Vec<_> = (0..pages).map(play).collect();
        let watch = tokio::spawn(async move {
            while Instant::now() < until {
                println!("{:>4} s left, {} MiB", (until - Instant::now()).as_secs(), memory_mib());
                sleep(Duration::from_secs((seconds / 10).max(1))).await;
            }
        });
        let mut waits = Vec::new();
        for page in pages {
            waits.extend(page.await.unwrap());
        }
        watch.await.unwrap();
        waits
    });
    waits.sort();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{pages} pages, level {level}, {seconds} s: {} answers, {:.1} a second; \
         p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms, longest {:.1} ms; {} MiB at the end",
        waits.len(),
        waits.len() as f64 / seconds as f64,
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0),
        memory_mib()
    );
    server.close();
    std::fs::remove_dir_all(folder).unwrap();
}

/// Plays until the time is over: how long each answer took.
async fn page(url: String, number: u64, level: u64, until: Instant) -> Vec<Duration> {
    // Pages come one after another, not all at once.
    sleep(Duration::from_millis(number * 10)).await;
    let (mut socket, _) = connect_async(url).await.unwrap();
    let mut waits = Vec::new();
    let mut dice = number + 1;
    let mut game = begin(&mut socket, level).await;
    while Instant::now() < until {
        sleep(PAUSE).await;
        if !game["end"].is_null() {
            game = begin(&mut socket, level).await;
            continue;
        }
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        let text = choose(&game["board"], dice >> 33);
        let plies = game["moves"].as_array().unwrap().len();
        let begun = Instant::now();
        say(&mut socket, &json!({"id": 2, "type": "move", "text": text})).await;
        game = hear(&mut socket, |game| {
            game["moves"].as_array().unwrap().len() == plies + 2 || !game["end"].is_null()
        })
        .await;
        waits.push(begun.elapsed());
    }
    waits
}

async fn begin(socket: &mut Socket, level: u64) -> Value {
    let black = format!("level:{level}");
    let clock = json!({"minutes": 30, "increment": 1});
    say(
        socket,
        &json!({"id": 1, "type": "newGame", "white": "human", "black": black, "clock": clock}),
    )
    .await;
    hear(socket, |game| game["moves"].as_array().unwrap().is_empty()).await
}

/// Any of the moves that the board shows.
fn choose(board: &Value, dice: u64) -> String {
    let all: Vec<String> = board["destinations"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(from, squares)| {
            let squares = squares.as_array().unwrap().iter();
            squares.map(move |to| format!("{from}{}", to.as_str().unwrap()))
        })
        .collect();
    let step = all[(dice % all.len() as u64) as usize].clone();
    let is_promotion = board["promotions"].as_array().unwrap().contains(&json!(step));
    if is_promotion { step + "q" } else { step }
}

async fn say(socket: &mut Socket, request: &Value) {
    socket.send(Frame::Text(request.to_string().into())).await.unwrap();
}

async fn hear(socket: &mut Socket, is_wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let Frame::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        assert_ne!(message["type"], "refused", "{message}");
        if message["type"] == "game" && is_wanted(&message) {
            return message;
        }
    }
}

/// What this process, server and pages, holds in memory.
fn memory_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or("0");
    let number = line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok());
    number.unwrap_or(0) / 1024
}
