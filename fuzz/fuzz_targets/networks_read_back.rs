//! Any bytes are a network or are refused; a network writes itself as it was,
//! and evaluates.

#![no_main]

use std::sync::Arc;

use chess::Position;
use eval::Evaluator;
use eval::nnue::{Network, Nnue};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(network) = Network::read(bytes) else { return };
    assert_eq!(network.write(), bytes);
    Nnue::new(Arc::new(network)).evaluate(&Position::start());
});
