//! A signal that ends a search when whoever wanted it is gone.

use search::Signals;
use std::sync::Arc;

/// Gives its signal when it is dropped.
#[derive(Default)]
pub(crate) struct Stop(Arc<Signals>);

impl Stop {
    /// The signal, for the search to look at.
    pub(crate) fn signals(&self) -> Arc<Signals> {
        Arc::clone(&self.0)
    }

    /// Raises it now.
    pub(crate) fn raise(&self) {
        self.0.stop();
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        self.raise();
    }
}
