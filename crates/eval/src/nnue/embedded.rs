//! The network that is part of the program; `nets/HISTORY.md` says where it
//! comes from. A program that was built without one is given it when it runs.

use std::sync::{Arc, OnceLock};

use super::{Network, NetworkError};

/// The file as the build put it here; empty where the network comes later.
static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/network.nnue"));

static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();

impl Network {
    /// The network that is part of the program. Where it comes later
    /// ([`Network::supply`]), this waits for it.
    pub fn embedded() -> Arc<Network> {
        if BYTES.is_empty() {
            return Arc::clone(NETWORK.wait());
        }
        let network = NETWORK.get_or_init(|| {
            // Not from outside: who builds the program chose the file.
            #[expect(clippy::expect_used, reason = "a test reads the file that ships")]
            Arc::new(Network::read(BYTES).expect("the network built into the program is damaged"))
        });
        Arc::clone(network)
    }

    /// Gives the program the network that it was built without, as the file has
    /// it; whether there was none yet.
    pub fn supply(bytes: &[u8]) -> Result<bool, NetworkError> {
        let network = Network::read(bytes)?;
        Ok(NETWORK.set(Arc::new(network)).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_reads_and_writes_back() {
        assert_eq!(Network::embedded().write(), BYTES);
    }

    #[test]
    fn a_network_that_is_there_stays() {
        let before = Network::embedded();
        assert_eq!(Network::supply(BYTES), Ok(false));
        assert_eq!(
            Network::supply(&BYTES[..100]).map_err(|error| error.to_string().is_empty()),
            Err(false)
        );
        assert!(Arc::ptr_eq(&before, &Network::embedded()));
    }
}
