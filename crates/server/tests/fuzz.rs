//! Nothing that a page can say kills the server.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::page::{Page, server};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// The kinds of requests, from the types that the page is written with: a new
/// one is fuzzed from its first day.
fn kinds() -> Vec<&'static str> {
    const TYPES: &str = include_str!("../../../web/src/protocol/ask.ts");
    let ask = TYPES.split("export type Ask = ").nth(1).unwrap().split("export type").next();
    let kinds = ask.unwrap().split("\"type\": \"").skip(1);
    let kinds: Vec<&str> = kinds.filter_map(|rest| rest.split('"').next()).collect();
    assert!(kinds.len() > 30 && kinds.contains(&"newGame"), "{kinds:?}");
    kinds
}

/// Requests with every field filled by something near what belongs there.
fn request() -> impl Strategy<Value = String> {
    let kind = prop::sample::select(kinds());
    let text = prop_oneof![
        Just("human".to_owned()),
        Just("level:1".to_owned()),
        Just("random".to_owned()),
        Just("e2e4".to_owned()),
        Just("material".to_owned()),
        Just("alphabeta".to_owned()),
        Just("champion".to_owned()),
        Just("1. e4 (1. d4) e5 *".to_owned()),
        Just("((1 2) (3 4))".to_owned()),
        Just("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()),
        Just("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq e3 65535 4294967295".to_owned()),
        ".{0,20}",
    ];
    let number = prop_oneof![
        Just("0".to_owned()),
        Just("1".to_owned()),
        Just("2".to_owned()),
        Just("4294967295".to_owned()),
        Just("-1".to_owned()),
        Just("1e300".to_owned()),
        Just("null".to_owned()),
        Just("true".to_owned()),
    ];
    (kind, vec(text, 8), vec(number, 6)).prop_map(|(kind, texts, numbers)| {
        let text = |at: usize| serde_json::to_string(&texts[at]).unwrap();
        let (a, b, c) = (&numbers[0], &numbers[1], &numbers[2]);
        let place = format!("{{\"fen\":{},\"moves\":[{}]}}", text(0), text(1));
        let game = format!(
            "{{\"fen\":{},\"tags\":[{{\"name\":{},\"value\":{}}}],\"comment\":{},\
             \"nodes\":[{{\"parent\":{a},\"uci\":{},\"comment\":{},\"nags\":[{b}]}}]}}",
            text(0),
            text(1),
            text(2),
            text(3),
            text(4),
            text(5)
        );
        // `game` is a text, a number or a game.
        let game = match kind {
            "writePgn" => game,
            "readPgn" => a.clone(),
            _ => text(2),
        };
        format!(
            "{{\"id\":77,\"type\":\"{kind}\",\"white\":{},\"black\":{},\"text\":{},\"ply\":{a},\
             \"game\":{game},\"place\":{place},\"lines\":{a},\"threads\":{b},\"hash\":{c},\
             \"nodes\":{},\"depth\":{a},\"algorithm\":{},\"algorithms\":[{}],\"eval\":{},\
             \"run\":{a},\"node\":{b},\"from\":{b},\"count\":{c},\"tree\":{},\"player\":{},\
             \"color\":\"white\",\"fen\":{},\"number\":{c},\"switch\":true,\"with\":{},\
             \"play\":{},\"offset\":{b},\"limit\":{c},\"delay\":{},\"seconds\":{},\
             \"clock\":{{\"minutes\":{},\"increment\":{b}}}}}",
            text(3),
            text(4),
            text(5),
            numbers[3],
            text(6),
            text(7),
            text(0),
            text(1),
            text(2),
            text(3),
            text(4),
            text(5),
            numbers[4],
            numbers[5],
            numbers[3]
        )
    })
}

/// Anything at all, or a request with a piece cut out.
fn message() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => request(),
        1 => ".{0,200}",
        1 => (request(), any::<prop::sample::Index>(), 0..20usize).prop_map(|(text, at, length)| {
            let chars: Vec<char> = text.chars().collect();
            let at = at.index(chars.len());
            let end = (at + length).min(chars.len());
            chars[..at].iter().chain(&chars[end..]).collect()
        }),
    ]
}

#[test]
fn fuzzed_messages_never_kill_the_server() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = server();
    let mut runner =
        TestRunner::new(Config { cases: 256, max_shrink_iters: 50, ..Config::default() });
    let result = runner.run(&vec(message(), 1..12), |messages| {
        runtime.block_on(async {
            let mut page = Page::open(&server).await;
            for message in &messages {
                page.send_text(message).await;
            }
            // The same socket answers, and so does another.
            prop_assert!(page.is_alive().await);
            prop_assert!(Page::open(&server).await.is_alive().await);
            Ok(())
        })
    });
    result.unwrap();
    server.close();
}
