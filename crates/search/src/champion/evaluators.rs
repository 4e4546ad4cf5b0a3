//! The evaluators of a pool's threads.

use eval::IncrementalEvaluator;

/// An incremental evaluator for each thread, made on that thread when it is first needed and
/// kept from search to search: a network's accumulators and a memory of pawn
/// structures take longer to set up than a fast game's move may take.
pub struct Evaluators<'a, J> {
    make: Box<dyn Fn() -> J + Send + Sync + 'a>,
    /// By the number of the thread.
    kept: Vec<Option<J>>,
}

impl<'a, J: IncrementalEvaluator> Evaluators<'a, J> {
    /// No evaluator yet, and how to make one.
    pub fn new(make: impl Fn() -> J + Send + Sync + 'a) -> Evaluators<'a, J> {
        Evaluators { make: Box::new(make), kept: Vec::new() }
    }

    /// The seats of so many threads. What more threads had is given back.
    pub(super) fn seats(&mut self, threads: usize) -> impl Iterator<Item = EvaluatorSlot<'_, J>> {
        self.kept.resize_with(threads, || None);
        self.kept.iter_mut().map(|evaluator| EvaluatorSlot { make: &*self.make, evaluator })
    }
}

/// The place of one thread's evaluator.
pub(super) struct EvaluatorSlot<'a, J> {
    make: &'a (dyn Fn() -> J + Send + Sync + 'a),
    evaluator: &'a mut Option<J>,
}

impl<'a, J> EvaluatorSlot<'a, J> {
    /// The evaluator, made now if there is none.
    pub(super) fn take(self) -> &'a mut J {
        self.evaluator.get_or_insert_with(self.make)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::{Forgetful, Material};
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn judges_are_made_once_and_only_when_needed() {
        let (material, made) = (Material::default(), AtomicUsize::new(0));
        let mut evaluators = Evaluators::new(|| {
            made.fetch_add(1, Ordering::Relaxed);
            Forgetful(&material)
        });
        let mut work = |threads, used| {
            evaluators.seats(threads).take(used).for_each(|seat| {
                seat.take();
            });
            made.load(Ordering::Relaxed)
        };
        assert_eq!(work(3, 0), 0);
        assert_eq!(work(3, 2), 2);
        assert_eq!(work(3, 3), 3);
        assert_eq!(work(3, 3), 3);
        // Fewer threads, then more again.
        assert_eq!(work(1, 1), 3);
        assert_eq!(work(2, 2), 4);
    }
}
