//! Seating players while somebody waits at the terminal.

use std::sync::mpsc::{TryRecvError, channel};
use std::thread;
use std::time::Duration;

use engine::{PlayerError, Spec};

use super::console::{Awaited, Console, Happening};
use super::session::Seat;
use crate::failure::Failure;

/// How often to look whether an engine is ready.
const LOOK: Duration = Duration::from_millis(20);
/// After how many looks it is told what we wait for.
const LONG: u32 = 15;

/// Seats a player. A foreign engine takes its time to start: whoever does not want
/// to wait can leave, and then it is `None`.
pub(crate) fn seat(
    console: &mut Console,
    spec: Spec,
    seed: u64,
) -> Result<Option<Result<Seat, PlayerError>>, Failure> {
    if !matches!(spec, Spec::Foreign(_)) {
        return Ok(Some(Seat::new(spec, seed)));
    }
    let name = spec.to_string();
    let (sender, receiver) = channel();
    let work = move || {
        // Whoever no longer listens has left.
        let _ = sender.send(Seat::new(spec, seed));
    };
    let thread = thread::Builder::new()
        .spawn(work)
        .map_err(|error| Failure::Failed(format!("cannot start a thread: {error}")))?;
    let mut looks = 0;
    let mut typed = Vec::new();
    loop {
        match receiver.try_recv() {
            Ok(outcome) => {
                typed.into_iter().rev().for_each(|line| console.give_back(line));
                return Ok(Some(outcome));
            }
            // A thread that failed has not answered; nobody waits for the engine.
            Err(TryRecvError::Disconnected) => {
                return Err(Failure::Failed(format!("{name} cannot be started")));
            }
            Err(TryRecvError::Empty) => {}
        }
        looks += 1;
        if looks == LONG {
            console.say(&format!("{name} is starting … (Ctrl-C leaves)"))?;
        }
        match console.wait_for(Awaited::Player, LOOK)? {
            Happening::Line(line) => typed.push(line),
            Happening::Closed | Happening::Interrupted => break,
            Happening::Redraw | Happening::Decided(_) | Happening::Timeout => {}
        }
    }
    // An engine that is starting is known to its thread only, which ends it when
    // its time is over: it should not outlive us.
    console.say(&format!("{name} is being ended … (Ctrl-C leaves at once)"))?;
    while !thread.is_finished() {
        if let Happening::Interrupted = console.wait_for(Awaited::LastWord, LOOK)? {
            break;
        }
    }
    Ok(None)
}
