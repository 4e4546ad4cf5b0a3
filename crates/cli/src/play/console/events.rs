//! What can happen while the program waits, on one channel.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use super::super::thinking::Decided;
use crate::interrupt::signals::{self, Signal};

/// Something happened.
pub(crate) enum ConsoleEvent {
    /// These bytes were typed or read.
    Typed(Vec<u8>),
    /// Nothing more will be typed or read.
    Closed,
    /// Somebody wants the program to end.
    Interrupted,
    /// The window has another size.
    Resized,
    /// A player has decided.
    Decided(Box<Decided>),
}

/// Where events come from.
pub(crate) struct Events {
    pub(crate) receiver: Receiver<ConsoleEvent>,
    pub(crate) sender: Sender<ConsoleEvent>,
    /// Lets the reader of stdin go on. It reads one piece at a time, so that no
    /// flood of input fills the memory while a player thinks.
    more: SyncSender<()>,
}

impl Events {
    /// Begins to listen to stdin and to signals.
    pub(crate) fn listen() -> Events {
        let (sender, receiver) = channel();
        let (more, permission) = sync_channel(1);
        let to_main = sender.clone();
        // A thread that cannot be started is like an input that is closed.
        if thread::Builder::new().spawn(move || read(&to_main, &permission)).is_err() {
            let _ = sender.send(ConsoleEvent::Closed);
        }
        let to_main = sender.clone();
        signals::listen(true, move |signal| {
            let event = match signal {
                Signal::End => ConsoleEvent::Interrupted,
                Signal::Resized => ConsoleEvent::Resized,
            };
            to_main.send(event).is_ok()
        });
        Events { receiver, sender, more }
    }

    /// Lets the next piece of input come.
    pub(crate) fn ask_for_more(&self) {
        // If the reader was told already or is gone, there is nothing to tell.
        let _ = self.more.try_send(());
    }
}

fn read(sender: &Sender<ConsoleEvent>, permission: &Receiver<()>) {
    let mut buffer = [0; 4096];
    let mut is_first = true;
    while permission.recv().is_ok() {
        let event = loop {
            match io::stdin().read(&mut buffer) {
                Ok(0) => break ConsoleEvent::Closed,
                Ok(length) => {
                    let piece = &buffer[..length];
                    // Some programs begin every text with a mark of its byte order.
                    let mark = b"\xef\xbb\xbf".as_slice();
                    let typed = piece.strip_prefix(mark).filter(|_| is_first).unwrap_or(piece);
                    is_first = false;
                    break ConsoleEvent::Typed(typed.to_vec());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break ConsoleEvent::Closed,
            }
        };
        let is_last = matches!(event, ConsoleEvent::Closed);
        if sender.send(event).is_err() || is_last {
            return;
        }
    }
}
