//! What the system tells a program: to end, or that its window has changed.

/// Something that the system says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Signal {
    /// Somebody wants the program to end: Ctrl-C, a request to terminate, a window
    /// that is closed.
    End,
    /// The window has another size.
    #[cfg_attr(not(unix), allow(dead_code))] // others do not tell
    Resized,
}

/// Calls `on` with each signal, on a thread of its own, until it says no. Those of
/// the window come only if they are asked for. Where the system refuses, its own
/// handlers are as good as before.
pub(crate) fn listen(with_window: bool, on: impl FnMut(Signal) -> bool + Send + 'static) {
    system::listen(with_window, on);
}

#[cfg(unix)]
mod system {
    use std::io::{IsTerminal, stderr, stdin, stdout};
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGWINCH};
    use signal_hook::iterator::Signals;

    use super::Signal;

    pub(super) fn listen(with_window: bool, mut on: impl FnMut(Signal) -> bool + Send + 'static) {
        let mut wanted = vec![SIGINT, SIGTERM];
        wanted.extend((!is_hangup_ignored()).then_some(SIGHUP));
        wanted.extend(with_window.then_some(SIGWINCH));
        let Ok(mut signals) = Signals::new(wanted) else { return };
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                let said = if signal == SIGWINCH { Signal::Resized } else { Signal::End };
                if !on(said) {
                    return;
                }
            }
        });
    }

    /// Whether whoever started us wants us to outlive the terminal, as `nohup` does.
    /// Linux tells; elsewhere `nohup` is known by that nothing is left of the
    /// terminal.
    fn is_hangup_ignored() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        match ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()) {
            Some(mask) => mask >> (SIGHUP - 1) & 1 == 1,
            None => !stdin().is_terminal() && !stdout().is_terminal() && !stderr().is_terminal(),
        }
    }
}

#[cfg(windows)]
mod system {
    use std::io;
    use std::thread;

    use tokio::runtime::Builder;
    use tokio::signal::windows;

    use super::Signal;

    /// Windows tells of keys and of a window that is closed, and not of its size.
    pub(super) fn listen(_: bool, on: impl FnMut(Signal) -> bool + Send + 'static) {
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let runtime = Builder::new_current_thread().build();
            runtime.and_then(|runtime| runtime.block_on(hear(on)))
        });
    }

    async fn hear(mut on: impl FnMut(Signal) -> bool) -> io::Result<()> {
        let (mut key, mut break_key) = (windows::ctrl_c()?, windows::ctrl_break()?);
        // With these two Windows waits some seconds for us.
        let (mut close, mut shutdown) = (windows::ctrl_close()?, windows::ctrl_shutdown()?);
        loop {
            tokio::select! {
                _ = key.recv() => {}
                _ = break_key.recv() => {}
                _ = close.recv() => {}
                _ = shutdown.recv() => {}
            }
            if !on(Signal::End) {
                return Ok(());
            }
        }
    }
}

#[cfg(not(any(unix, windows)))]
mod system {
    /// Nothing is told here.
    pub(super) fn listen(_: bool, _: impl FnMut(super::Signal) -> bool + Send + 'static) {}
}
