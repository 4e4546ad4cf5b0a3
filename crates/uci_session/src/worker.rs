//! A thread that stays for the next piece of work.
//!
//! On a busy machine a thread that is started anew waits milliseconds for its first turn. One that
//! slept is woken at once as a rule.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// One thread, one piece of work at a time.
pub(crate) struct Worker<T> {
    orders: Sender<Box<dyn FnOnce() -> T + Send>>,
    results: Receiver<T>,
}

impl<T: Send + 'static> Worker<T> {
    /// A worker with so much stack. It leaves when it is dropped and its work is done.
    pub(crate) fn start(name: &str, stack: usize) -> io::Result<Worker<T>> {
        let (orders, incoming) = mpsc::channel::<Box<dyn FnOnce() -> T + Send>>();
        let (outgoing, results) = mpsc::channel();
        thread::Builder::new().name(name.to_owned()).stack_size(stack).spawn(move || {
            for order in incoming {
                if outgoing.send(order()).is_err() {
                    return; // nobody waits for it any more
                }
            }
        })?;
        Ok(Worker { orders, results })
    }

    /// Hands work over. It must not panic.
    pub(crate) fn order(&self, work: impl FnOnce() -> T + Send + 'static) {
        // A worker that has died is noticed where its result is missed.
        let _ = self.orders.send(Box::new(work));
    }

    /// Waits for the result of what was ordered; `None` if the worker has died.
    pub(crate) fn result(&self) -> Option<T> {
        self.results.recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_does_it_all() {
        let worker = Worker::start("test", 1 << 20).unwrap();
        let mut seen = Vec::new();
        for _ in 0..3 {
            worker.order(|| thread::current().id());
            seen.push(worker.result().unwrap());
        }
        assert!(seen[0] != thread::current().id() && seen.iter().all(|id| *id == seen[0]));
    }
}
