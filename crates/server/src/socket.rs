//! One page's socket: hears requests, sends what waits for it.

use std::sync::Arc;
use std::time::Instant;

use app::limits::MESSAGE_BYTES;
use app::protocol::Message;
use app::{Desk, House};
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, close_code};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tungstenite::error::{Error as SocketError, ProtocolError};

use crate::outbox::Outbox;
use crate::{limits, listen};

/// Messages refused for coming too fast before the page is let go.
const PATIENCE: u32 = 1000;

/// Serves a page until it goes, is silent for too long, or the server closes.
pub(crate) async fn serve(
    mut socket: WebSocket,
    house: Arc<House>,
    mut closing: watch::Receiver<bool>,
) {
    let (outbox, mut unsent) = Outbox::new();
    let mut desk = Desk::new(house, outbox);
    let mut pace = Pace::new();
    let mut heartbeat = interval(limits::HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let end = loop {
        tokio::select! {
            // In this order: a page must hear its answers before it asks for more,
            // so that what waits for it does not grow.
            biased;
            () = listen::closed(&mut closing) => {
                break Some((close_code::AWAY, "the server closes".to_owned()));
            }
            () = unsent.overflow.notified() => {
                break Some((close_code::POLICY, "the page does not keep up".to_owned()));
            }
            _ = heartbeat.tick() => {
                if heard.elapsed() > limits::SILENCE {
                    break Some((close_code::AWAY, "nothing was heard for too long".to_owned()));
                }
                let ping = socket.send(Frame::Ping(Vec::new().into()));
                if !matches!(timeout(limits::HEARTBEAT, ping).await, Ok(Ok(()))) {
                    break None;
                }
            }
            message = unsent.messages.recv() => {
                // The desk holds an outbox, so that there is always a next one.
                let Some(message) = message else { break None };
                if !send(&mut socket, &message).await {
                    break None;
                }
            }
            frame = socket.recv() => {
                heard = Instant::now();
                let frame = match frame {
                    Some(Ok(Frame::Close(_))) => {
                        // The answer to it is sent on the way to the next frame, which is none.
                        let _ = timeout(limits::HEARTBEAT, socket.recv()).await;
                        break None;
                    }
                    Some(Ok(frame)) => frame,
                    Some(Err(error)) => break fault(error),
                    None => break None,
                };
                match (frame, pace.step()) {
                    (_, Step::Enough) => break Some((close_code::POLICY, too_fast())),
                    (Frame::Text(text), Step::Go) => {
                        // On a thread that may wait; the page's next request waits for it.
                        let answered = spawn_blocking(move || {
                            desk.hear(text.as_str());
                            desk
                        });
                        desk = match answered.await {
                            Ok(desk) => desk,
                            Err(_) => return,
                        };
                    }
                    (Frame::Text(text), Step::TooFast) => desk.refuse(text.as_str(), too_fast()),
                    (Frame::Binary(_), Step::Go) => {
                        desk.refuse("", "a request is a JSON text, not bytes");
                    }
                    _ => {}
                }
            }
        }
    };
    drop(desk);
    if let Some((code, reason)) = end {
        let close = Frame::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = timeout(limits::HEARTBEAT, socket.send(close)).await;
    }
}

/// The close code and the reason for what was heard and is no message; nothing
/// where nobody is left to hear them.
fn fault(error: axum::Error) -> Option<(u16, String)> {
    match *error.into_inner().downcast::<SocketError>().ok()? {
        SocketError::Capacity(_) => {
            Some((close_code::SIZE, format!("a message has at most {MESSAGE_BYTES} bytes")))
        }
        SocketError::Utf8(_) => Some((close_code::INVALID, "a text must be UTF-8".to_owned())),
        SocketError::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        // Its words have no text of the page in them, and are short enough for a close frame.
        SocketError::Protocol(error) => Some((close_code::PROTOCOL, error.to_string())),
        _ => None,
    }
}

async fn send(socket: &mut WebSocket, message: &Message) -> bool {
    let Ok(text) = serde_json::to_string(message) else { return true };
    let sent = timeout(limits::SILENCE, socket.send(Frame::Text(text.into()))).await;
    matches!(sent, Ok(Ok(())))
}

fn too_fast() -> String {
    format!("these are too many messages: at most {} a second", limits::MESSAGES_A_SECOND)
}

/// How fast a page speaks.
struct Pace {
    /// Messages that may come at once.
    left: f64,
    at: Instant,
    refused: u32,
}

/// What to do about a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Go,
    TooFast,
    Enough,
}

impl Pace {
    fn new() -> Pace {
        Pace { left: limits::MESSAGES_AT_ONCE, at: Instant::now(), refused: 0 }
    }

    fn step(&mut self) -> Step {
        let now = Instant::now();
        let rest = now.duration_since(self.at).as_secs_f64();
        self.at = now;
        self.left = (self.left + rest * limits::MESSAGES_A_SECOND).min(limits::MESSAGES_AT_ONCE);
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Step::Go;
        }
        self.refused += 1;
        if self.refused > PATIENCE { Step::Enough } else { Step::TooFast }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_speaks_too_fast_is_told_so_and_then_let_go() {
        let mut pace = Pace::new();
        // Nothing is gained while no time passes.
        let still = Instant::now() + std::time::Duration::from_secs(3600);
        let mut step = || {
            pace.at = still;
            pace.step()
        };
        let steps: Vec<Step> = (0..1300).map(|_| step()).collect();
        assert!(steps[..200].iter().all(|step| *step == Step::Go));
        assert!(steps[200..1200].iter().all(|step| *step == Step::TooFast));
        assert_eq!(steps[1200], Step::Enough);
    }
}
