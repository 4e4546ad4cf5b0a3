//! The network that is part of the program; `nets/HISTORY.md` says where it
//! comes from.

use std::sync::{Arc, LazyLock};

use super::Network;

/// The file as the build put it here.
static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/network.nnue"));

impl Network {
    /// The network that is part of the program.
    pub fn embedded() -> Arc<Network> {
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            // Not from outside: who builds the program chose the file.
            #[expect(clippy::expect_used, reason = "a test reads the file that ships")]
            Arc::new(Network::read(BYTES).expect("the network built into the program is damaged"))
        });
        Arc::clone(&NETWORK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_reads_and_writes_back() {
        assert_eq!(Network::embedded().write(), BYTES);
    }
}
