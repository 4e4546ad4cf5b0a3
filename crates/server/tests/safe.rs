//! What a page, or what pretends to be one, cannot do.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::page::{Page, get, server};
use app::protocol::{Ask, Tell};
use plywise_server::{Server, ServerOptions};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::Frame as RawFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

async fn sentence(page: &mut Page, text: &str) -> (Option<u32>, String) {
    page.send_text(text).await;
    let message = page.next().await.unwrap();
    match message.tell {
        Tell::Refused { sentence } => (message.id, sentence),
        other => panic!("a refusal was expected, not {other:?}"),
    }
}

#[tokio::test]
async fn bad_requests_are_answered_with_a_sentence() {
    let server = server();
    let mut page = Page::open(&server).await;
    for (text, id) in [
        ("", None),
        ("hello", None),
        ("{}", None),
        ("[1,2]", None),
        ("{\"id\": 7}", Some(7)),
        ("{\"id\": 8, \"type\": \"fly\"}", Some(8)),
        ("{\"id\": 9, \"type\": \"move\"}", Some(9)),
        ("{\"id\": -1, \"type\": \"ping\"}", None),
        ("{\"id\": 10, \"type\": \"look\", \"place\": {\"moves\": 5}}", Some(10)),
        ("{\"id\": 11, \"type\": \"move\", \"text\": 5}", Some(11)),
    ] {
        let (told, said) = sentence(&mut page, text).await;
        assert_eq!(told, id, "{text}");
        assert!(said.starts_with("this is no request: "), "{said}");
    }
    let deep = "[".repeat(100_000);
    assert!(sentence(&mut page, &deep).await.1.starts_with("this is no request"));
    assert!(page.send_frame(Frame::Binary(vec![1, 2, 3].into())).await);
    let said = page.next().await.unwrap();
    assert!(matches!(said.tell, Tell::Refused { .. }));
    assert!(page.is_alive().await);
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_its_socket_alone() {
    let server = server();
    let (mut page, mut other) = (Page::open(&server).await, Page::open(&server).await);
    assert!(page.send_frame(Frame::Text("x".repeat(3 << 20).into())).await);
    let said = page.farewell().await;
    assert_eq!(said, Some((1009, "a message has at most 1048576 bytes".to_owned())));
    assert!(other.is_alive().await);
}

#[tokio::test]
async fn what_is_no_message_closes_its_socket_with_a_code_and_a_reason() {
    let server = server();
    let mut other = Page::open(&server).await;
    let part = |text: &'static [u8], code: Data, is_last: bool| {
        Frame::Frame(RawFrame::message(text, OpCode::Data(code), is_last))
    };
    for (frames, code, reason) in [
        (vec![part(b"\xff\xfe", Data::Text, true)], 1007, "UTF-8"),
        (vec![part(b"{}", Data::Reserved(5), true)], 1002, "5"),
        (vec![part(b"{}", Data::Continue, true)], 1002, "ontinu"),
        (vec![part(b"{", Data::Text, false), part(b"}", Data::Text, true)], 1002, "fragment"),
    ] {
        let mut page = Page::open(&server).await;
        for frame in frames {
            assert!(page.send_frame(frame).await);
        }
        let (told, said) = page.farewell().await.expect("a code and a reason");
        assert!(told == code && said.contains(reason), "{code} {reason}: {told} {said}");
    }
    assert!(other.is_alive().await);
}

#[tokio::test]
async fn who_says_good_bye_is_answered() {
    let server = server();
    let mut page = Page::open(&server).await;
    let close = CloseFrame { code: 1000.into(), reason: "enough".into() };
    assert!(page.send_frame(Frame::Close(Some(close))).await);
    assert_eq!(page.farewell().await, Some((1000, "enough".to_owned())));
    let mut page = Page::open(&server).await;
    server.close();
    assert_eq!(page.farewell().await, Some((1001, "the server closes".to_owned())));
}

#[tokio::test]
async fn a_page_that_never_stops_talking_is_let_go() {
    let server = server();
    let frames =
        [Frame::Text("{}".into()), Frame::Binary(vec![7].into()), Frame::Ping(vec![7].into())];
    for frame in frames {
        let (mut page, mut other) = (Page::open(&server).await, Page::open(&server).await);
        let mut sent = 0;
        while sent < 5000 && page.send_frame(frame.clone()).await {
            sent += 1;
        }
        let (code, reason) = page.farewell().await.expect("a code and a reason");
        assert!(code == 1008, "{code} {reason}");
        assert!(other.is_alive().await);
    }
}

#[tokio::test]
async fn other_sites_and_other_names_are_refused() {
    let server = server();
    let address = server.address().to_string();
    let url = format!("ws://{address}/api/socket");
    for (origin, is_welcome) in [
        (format!("http://{address}"), true),
        ("http://evil.example".to_owned(), false),
        ("null".to_owned(), false),
        (format!("http://{address}.evil.example"), false),
    ] {
        let mut request = url.as_str().into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        assert_eq!(connect_async(request).await.is_ok(), is_welcome, "{origin}");
    }
    for (status, headers) in [
        (421, vec![("host", "evil.example")]),
        (403, vec![("origin", "http://evil.example")]),
        (403, vec![("sec-fetch-site", "cross-site")]),
        (200, vec![]),
    ] {
        assert_eq!(get(&server, "/api/games.pgn", &headers).await.0, status, "{headers:?}");
    }
}

#[tokio::test]
async fn no_second_name_gets_past_the_guard() {
    let server = server();
    let own = server.address().to_string();
    let here = ("host", own.as_str());
    for (status, target, headers) in [
        (200, format!("http://{own}/api/games.pgn"), vec![here]),
        (421, "http://evil.example/api/games.pgn".to_owned(), vec![here]),
        (421, format!("http://{own}/api/games.pgn"), vec![("host", "evil.example")]),
        (400, "/api/games.pgn".to_owned(), vec![here, ("host", "evil.example")]),
        (400, "/api/games.pgn".to_owned(), vec![("host", "evil.example"), here]),
    ] {
        let (told, text) = get(&server, &target, &headers).await;
        assert_eq!(told, status, "{target} {headers:?}: {text}");
    }
    // The socket stands behind the same guard.
    let request = [
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let both = [&request[..], &[here, ("host", "evil.example")]].concat();
    assert_eq!(get(&server, "/api/socket", &both).await.0, 400);
    let one = [&request[..], &[here]].concat();
    assert_eq!(get(&server, "http://evil.example/api/socket", &one).await.0, 421);
}

#[tokio::test]
async fn every_answer_tells_browsers_to_be_strict() {
    let server = server();
    for path in ["/", "/play", "/assets/nothing.js", "/api/games.pgn", "/api/nothing", "/../../etc"]
    {
        let (_, text) = get(&server, path, &[]).await;
        for header in [
            "content-security-policy: default-src 'none'",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-embedder-policy: require-corp",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(text.contains(header), "{path}: {header} is missing in {text}");
        }
    }
}

#[tokio::test]
async fn other_computers_need_the_token() {
    let options = ServerOptions { host: "0.0.0.0".to_owned(), port: 0, ..ServerOptions::default() };
    let server = Server::start(&options).unwrap();
    let port = server.address().port();
    let token = server.url().split_once("token=").unwrap().1.to_owned();
    assert!(token.len() >= 24 && server.url().starts_with("http://127.0.0.1:"));
    // Where this computer has an address for others, that is told, token and all.
    if let Some(url) = server.url_for_others() {
        let own = format!(":{port}/?token={token}");
        assert!(url.ends_with(&own) && !url.contains("127.0.0.1"), "{url}");
        let host = url.trim_start_matches("http://").split('/').next().unwrap();
        let (status, _) = get(&server, "/", &[("host", host)]).await;
        assert_eq!(status, 200);
    }
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    if !name.trim().is_empty() {
        let host = format!("{}:{port}", name.trim());
        let (status, _) = get(&server, "/", &[("host", host.as_str())]).await;
        assert_eq!(status, 200, "{host} is a name of this computer");
    }
    assert!(connect_async(format!("ws://127.0.0.1:{port}/api/socket")).await.is_err());
    let wrong = format!("ws://127.0.0.1:{port}/api/socket?token=wrong");
    assert!(connect_async(wrong).await.is_err());
    let right = format!("ws://127.0.0.1:{port}/api/socket?token={token}");
    assert!(Page::open_at(&right).await.is_alive().await);
}

#[tokio::test]
async fn whoever_asks_too_fast_hears_which_request_was_refused() {
    let server = server();
    let mut page = Page::open(&server).await;
    let mut asked = std::collections::BTreeSet::new();
    for _ in 0..400 {
        asked.insert(page.ask(Ask::Ping {}).await);
    }
    let mut refused = 0;
    // Each is answered under its own number, one way or the other.
    while !asked.is_empty() {
        let message = page.next().await.unwrap();
        match message.tell {
            Tell::Pong {} => {}
            Tell::Refused { sentence } => {
                assert!(sentence.starts_with("these are too many messages"), "{sentence}");
                refused += 1;
            }
            other => panic!("{other:?}"),
        }
        assert!(asked.remove(&message.id.unwrap()));
    }
    assert!(refused > 0);
}

#[tokio::test]
async fn pages_that_order_memory_without_end_hold_nobody_up() {
    let server = server();
    let mut floods = [Page::open(&server).await, Page::open(&server).await];
    let mut other = Page::open(&server).await;
    let mut last = 0;
    for number in 0..190 {
        for flood in &mut floods {
            let hash = Some(255 + number % 2);
            let ask = Ask::Analyse {
                place: crate::page::after(&[]),
                lines: 1,
                threads: None,
                hash,
                engine: None,
            };
            last = flood.ask(ask).await;
        }
        assert!(other.is_alive().await);
    }
    // Both are heard to the end, and the last of their wishes is fulfilled.
    for flood in &mut floods {
        let is_found = |tell: &Tell| matches!(tell, Tell::Analysis(report) if report.depth > 0);
        flood.wait(|message| message.id == Some(last) && is_found(&message.tell)).await;
    }
}

#[tokio::test]
async fn so_many_pages_and_no_more() {
    let server = server();
    let mut pages = Vec::new();
    for _ in 0..256 {
        pages.push(Page::open(&server).await);
    }
    let url = format!("ws://{}/api/socket", server.address());
    assert!(connect_async(url.as_str()).await.is_err());
    pages.pop();
    // The place is free once the server has seen the page go.
    let mut is_in = false;
    for _ in 0..200 {
        is_in = connect_async(url.as_str()).await.is_ok();
        if is_in {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(is_in);
    assert!(pages[0].is_alive().await);
}

#[test]
fn a_port_that_is_taken_is_said_so() {
    let first = Server::start(&ServerOptions { port: 0, ..ServerOptions::default() }).unwrap();
    let port = first.address().port();
    let second = Server::start(&ServerOptions { port, ..ServerOptions::default() }).unwrap_err();
    assert!(second.to_string().starts_with(&format!("port {port} is taken;")));
    let nowhere =
        ServerOptions { host: "nowhere.invalid".to_owned(), port: 0, ..ServerOptions::default() };
    let sentence = Server::start(&nowhere).unwrap_err().to_string();
    assert!(sentence.starts_with("cannot listen at 'nowhere.invalid'"), "{sentence}");
    let tables = vec![std::env::temp_dir().join("no such folder")];
    let options = ServerOptions { port: 0, tablebases: tables, ..ServerOptions::default() };
    assert!(Server::start(&options).is_err());
}

#[tokio::test]
async fn lists_and_numbers_beyond_bounds_are_refused() {
    let server = server();
    let mut page = Page::open(&server).await;
    for (ask, said) in [
        (
            Ask::Analyse {
                place: crate::page::after(&[]),
                lines: 6,
                threads: None,
                hash: None,
                engine: None,
            },
            "lines cannot be 6",
        ),
        (
            Ask::Analyse {
                place: crate::page::after(&[]),
                lines: 0,
                threads: None,
                hash: None,
                engine: None,
            },
            "lines cannot be 0",
        ),
        (
            Ask::Analyse {
                place: crate::page::after(&[]),
                lines: 1,
                threads: Some(10_000),
                hash: None,
                engine: None,
            },
            "threads cannot be",
        ),
        (
            Ask::Analyse {
                place: crate::page::after(&[]),
                lines: 1,
                threads: None,
                hash: Some(1 << 20),
                engine: None,
            },
            "hash cannot be",
        ),
        (Ask::Chess960 { number: Some(960.0) }, "a Chess960 position has a number"),
        (Ask::LabNodes { run: 1, from: 0, count: 1 }, "there is no run 1"),
        (Ask::LabStop { run: 9 }, "there is no run 9"),
    ] {
        let sentence = page.refusal(ask).await;
        assert!(sentence.starts_with(said), "{sentence}");
    }
}

#[tokio::test]
async fn the_page_and_all_it_names_are_part_of_the_program() {
    let server = server();
    let (status, page) = get(&server, "/", &[]).await;
    assert_eq!(status, 200);
    let named: Vec<&str> =
        page.split('"').filter(|word| word.starts_with('/') && word.contains('.')).collect();
    assert!(named.iter().any(|path| path.ends_with(".js")), "{page}");
    for path in named {
        assert_eq!(get(&server, path, &[]).await.0, 200, "{path}");
    }
}
