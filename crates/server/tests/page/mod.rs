//! A page without a browser: speaks to a real server over a real socket.

#![allow(dead_code)] // each test uses what it needs

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use app::protocol::{Ask, ClockOrder, GameOrder, GameView, Message, Place, Request, Tell};
use futures_util::{SinkExt, StreamExt};
use plywise_server::{Server, ServerOptions};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer than anything here takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server whose games are forgotten.
pub(crate) fn server() -> Server {
    server_at(None)
}

/// A server whose games are kept in a folder.
pub(crate) fn server_at(data: Option<PathBuf>) -> Server {
    Server::start(&ServerOptions { port: 0, data, ..ServerOptions::default() }).unwrap()
}

/// A folder of this test alone.
pub(crate) fn folder(name: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("plywise-server-{name}-{}-{count}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// A page.
pub(crate) struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    last: u32,
    /// What was heard while something else was waited for.
    unheard: Vec<Message>,
}

impl Page {
    /// Opens a page and hears the welcome.
    pub(crate) async fn open(server: &Server) -> Page {
        Page::open_at(&format!("ws://{}/api/socket", server.address())).await
    }

    /// The same at an address.
    pub(crate) async fn open_at(url: &str) -> Page {
        let (socket, _) = connect_async(url).await.unwrap();
        let mut page = Page { socket, last: 0, unheard: Vec::new() };
        let welcome = page.next().await.unwrap();
        assert!(matches!(welcome.tell, Tell::Welcome(_)), "{welcome:?}");
        page
    }

    /// Sends a text as it is.
    pub(crate) async fn send_text(&mut self, text: &str) {
        self.socket.send(Frame::Text(text.into())).await.unwrap();
    }

    /// Sends a frame as it is; whether that went well.
    pub(crate) async fn send_frame(&mut self, frame: Frame) -> bool {
        self.socket.send(frame).await.is_ok()
    }

    /// Asks for something: the number of the request.
    pub(crate) async fn ask(&mut self, ask: Ask) -> u32 {
        self.last += 1;
        let request = Request { id: self.last, ask };
        self.send_text(&serde_json::to_string(&request).unwrap()).await;
        self.last
    }

    /// The next message; nothing if the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<Message> {
        loop {
            let frame = timeout(PATIENCE, self.socket.next()).await.expect("an answer comes");
            match frame? {
                Ok(Frame::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Frame::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Reads until the socket is closed: the code and the reason, if they were said.
    pub(crate) async fn farewell(&mut self) -> Option<(u16, String)> {
        loop {
            let frame = timeout(PATIENCE, self.socket.next()).await.expect("the socket is closed");
            match frame? {
                Ok(Frame::Close(close)) => {
                    return close.map(|close| (close.code.into(), close.reason.to_string()));
                }
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// The next message that is wanted; others wait.
    pub(crate) async fn wait(&mut self, is_wanted: impl Fn(&Message) -> bool) -> Message {
        if let Some(at) = self.unheard.iter().position(&is_wanted) {
            return self.unheard.remove(at);
        }
        let heard = async {
            loop {
                let message = self.next().await.expect("the socket stays open");
                if is_wanted(&message) {
                    return message;
                }
                self.unheard.push(message);
            }
        };
        timeout(PATIENCE, heard).await.expect("what is wanted comes")
    }

    /// Asks, and waits for the first answer.
    pub(crate) async fn answer(&mut self, ask: Ask) -> Tell {
        let id = self.ask(ask).await;
        self.wait(|message| message.id == Some(id)).await.tell
    }

    /// Asks for what changes the game: the game after it.
    pub(crate) async fn game(&mut self, ask: Ask) -> GameView {
        match self.answer(ask).await {
            Tell::Game(game) => *game,
            other => panic!("a game was expected, not {other:?}"),
        }
    }

    /// Asks for what cannot be done: the sentence.
    pub(crate) async fn refusal(&mut self, ask: Ask) -> String {
        match self.answer(ask).await {
            Tell::Refused { sentence } => sentence,
            other => panic!("a refusal was expected, not {other:?}"),
        }
    }

    /// Waits for the game to be as wanted, told unasked.
    pub(crate) async fn until(&mut self, is_wanted: impl Fn(&GameView) -> bool) -> GameView {
        let message =
            self.wait(|message| matches!(&message.tell, Tell::Game(game) if is_wanted(game))).await;
        match message.tell {
            Tell::Game(game) => *game,
            _ => unreachable!("only games are wanted"),
        }
    }

    /// Forgets what was heard and not waited for.
    pub(crate) fn forget(&mut self) {
        self.unheard.clear();
    }

    /// Whether the server still answers here.
    pub(crate) async fn is_alive(&mut self) -> bool {
        matches!(self.answer(Ask::Ping {}).await, Tell::Pong {})
    }
}

/// A game between these two from the usual start, without clocks.
pub(crate) fn between(white: &str, black: &str) -> GameOrder {
    GameOrder { white: white.to_owned(), black: black.to_owned(), ..GameOrder::default() }
}

/// The same from a position.
pub(crate) fn from(fen: &str, white: &str, black: &str) -> GameOrder {
    GameOrder { fen: Some(fen.to_owned()), ..between(white, black) }
}

/// The same with clocks.
pub(crate) fn timed(order: GameOrder, minutes: f64, increment: f64) -> GameOrder {
    let clock = ClockOrder { minutes: Some(minutes), increment: Some(increment) };
    GameOrder { clock: Some(clock), ..order }
}

/// A move.
pub(crate) fn play(text: &str) -> Ask {
    Ask::Move { text: text.to_owned(), ply: None }
}

/// A place by moves from the usual start.
pub(crate) fn after(moves: &[&str]) -> Place {
    Place { fen: None, moves: moves.iter().map(|text| (*text).to_owned()).collect() }
}

/// A place by its FEN.
pub(crate) fn at(fen: &str) -> Place {
    Place { fen: Some(fen.to_owned()), moves: Vec::new() }
}

/// What the server answers to a plain request: status, and all of it as text.
/// `path` may be a whole address, as it is sent to proxies.
pub(crate) async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let mut request = format!("GET {path} HTTP/1.1\r\nconnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "host") {
        request += &format!("host: {}\r\n", server.address());
    }
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{request}\r\n").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    (status, answer)
}
