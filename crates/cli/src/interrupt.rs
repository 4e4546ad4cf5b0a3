//! Ctrl-C as a flag: whoever works long looks at it and ends in good order.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The exit code of a program that was interrupted, as shells know it.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C or a request to terminate raises. Pressed once more, the
/// program ends at once.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order, so that the first press only raises it. Where the
        // system refuses, Ctrl-C ends the program as it always does.
        let _ = flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&raised));
        let _ = flag::register(signal, Arc::clone(&raised));
    }
    raised
}
