//! Seating players while somebody waits at the terminal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{TryRecvError, channel};
use std::thread;
use std::time::Duration;

use chess::quote;
use engine::{Player, PlayerError, Spec};
use session::Seat;

use super::console::{Awaited, Console, Happening};
use super::thinking::end_process;
use crate::failure::Failure;

/// A seat, and the player at it if it is no person.
pub(crate) struct Seated {
    /// Who it is.
    pub(crate) seat: Seat,
    /// The player.
    pub(crate) player: Option<Player>,
}

impl Seated {
    /// A person.
    pub(crate) fn human() -> Seated {
        Seated { seat: Seat::human(), player: None }
    }

    /// Seats a player; a foreign engine is started, and its process is told.
    fn new(spec: Spec, seed: u64, on_start: &mut dyn FnMut(u32)) -> Result<Seated, PlayerError> {
        if spec.is_human() {
            return Ok(Seated::human());
        }
        let player = Player::seat_watched(&spec.at_board(), seed, on_start)?;
        let mut seat = Seat::new(spec);
        if let Spec::Foreign(_) = seat.spec {
            // Whatever it calls itself goes to a terminal.
            seat.name = quote(&player.name());
        }
        Ok(Seated { seat, player: Some(player) })
    }
}

/// How often to look whether an engine is ready.
const LOOK: Duration = Duration::from_millis(20);
/// After how many looks it is told what we wait for.
const LONG: u32 = 15;
/// For how many looks somebody who leaves waits for a process to be known.
const MOST_LOOKS: u32 = 10;

/// Seats a player. A foreign engine takes its time to start: whoever does not want
/// to wait can leave, and then it is `None`, and the engine is ended.
pub(crate) fn seat(
    console: &mut Console,
    spec: Spec,
    seed: u64,
) -> Result<Option<Result<Seated, PlayerError>>, Failure> {
    if !matches!(spec, Spec::Foreign(_)) {
        return Ok(Some(Seated::new(spec, seed, &mut |_| {})));
    }
    let name = spec.to_string();
    let (sender, receiver) = channel();
    // The engine's process; 0 until it has one.
    let process = Arc::new(AtomicU32::new(0));
    let started = Arc::clone(&process);
    let work = move || {
        let seated = Seated::new(spec, seed, &mut |id| started.store(id, Ordering::Release));
        // Whoever no longer listens has left.
        let _ = sender.send(seated);
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
            console.say(&format!("{name} is starting ... (Ctrl-C leaves)"))?;
        }
        match console.wait_for(Awaited::Player, LOOK)? {
            Happening::Line(line) => typed.push(line),
            Happening::Closed | Happening::Interrupted => break,
            Happening::Redraw | Happening::Decided(_) | Happening::Timeout => {}
        }
    }
    console.leave_prompt()?;
    // It might never notice that we are gone. Its process comes at once, unless
    // the system is very slow.
    for _ in 0..MOST_LOOKS {
        match process.load(Ordering::Acquire) {
            0 if thread.is_finished() => break,
            0 => thread::sleep(LOOK),
            process => {
                end_process(process, &thread);
                break;
            }
        }
    }
    Ok(None)
}
