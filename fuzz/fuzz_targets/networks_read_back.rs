//! Any bytes are a network or are refused; a network writes itself as it was, and
//! evaluates.
//!
//! A network has 50,000 bytes at least and a checksum over them, which nobody
//! finds by chance. So the input is also taken for a piece of a network: its
//! first bytes say where it goes, and what is missing is added.

#![no_main]

use std::sync::{Arc, LazyLock};

use chess::Position;
use eval::Evaluator;
use eval::nnue::{Network, Nnue};
use libfuzzer_sys::fuzz_target;

/// The smallest network there is.
static WHOLE: LazyLock<Vec<u8>> =
    LazyLock::new(|| Network::random(32, 1).map(|network| network.write()).unwrap_or_default());

/// Where the header has its checksum.
const CHECKSUM: usize = 68;
const HEADER: usize = CHECKSUM + 4;

fuzz_target!(|bytes: &[u8]| {
    look(bytes);
    let Some((&[low, high, is_sealed], piece)) = bytes.split_first_chunk() else { return };
    let mut file = WHOLE.clone();
    let at = usize::from(u16::from_le_bytes([low, high])) % file.len();
    let room = &mut file[at..];
    let count = piece.len().min(room.len());
    room[..count].copy_from_slice(&piece[..count]);
    // Mostly with the right checksum, or nothing behind it is ever looked at.
    if is_sealed != 0 {
        let covered = file[..CHECKSUM].iter().chain(&file[HEADER..]);
        let sum = numbers::crc32(covered);
        file[CHECKSUM..HEADER].copy_from_slice(&sum.to_le_bytes());
    }
    look(&file);
});

fn look(bytes: &[u8]) {
    let Ok(network) = Network::read(bytes) else { return };
    assert_eq!(network.write(), bytes);
    Nnue::new(Arc::new(network)).evaluate(&Position::start());
}
