//! A flag that ends a search when whoever wanted it is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Raises its flag when it is dropped.
#[derive(Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// The flag, for the search to look at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Raises it now.
    pub(crate) fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        self.raise();
    }
}
