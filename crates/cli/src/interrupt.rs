//! Ctrl-C as a flag: whoever works long looks at it and ends in good order.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// The exit code of a program that was interrupted, as shells know it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Signals that follow one another so closely are one: a terminal and a program
/// that started us may both pass the same key on.
const ONE_PRESS: Duration = Duration::from_millis(300);

/// A flag that Ctrl-C or a request to terminate raises. Pressed once more, the
/// program ends at once.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let raised = Arc::new(AtomicBool::new(false));
    // Where the system refuses, Ctrl-C ends the program as it always does.
    if let Ok(signals) = Signals::new([SIGINT, SIGTERM]) {
        let raised = Arc::clone(&raised);
        thread::spawn(move || watch(signals, &raised));
    }
    raised
}

fn watch(mut signals: Signals, raised: &AtomicBool) {
    let mut first: Option<Instant> = None;
    for _ in signals.forever() {
        match first {
            None => {
                first = Some(Instant::now());
                raised.store(true, Ordering::SeqCst);
            }
            Some(at) if at.elapsed() < ONE_PRESS => {}
            Some(_) => std::process::exit(i32::from(INTERRUPTED)),
        }
    }
}
