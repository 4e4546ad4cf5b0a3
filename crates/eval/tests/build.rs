//! What the build takes for a network to build in.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use eval::nnue::Network;

#[allow(dead_code, clippy::print_stdout)] // cargo runs the rest of it
#[path = "../build.rs"]
mod build;

#[test]
fn only_whole_networks_are_built_in() {
    for hidden in [32, 256] {
        assert_eq!(build::check(&Network::random(hidden, 1).unwrap().write()), Ok(()));
    }
    let good = Network::random(32, 1).unwrap().write();
    for length in [0, 8, 70, 72, good.len() - 1] {
        assert!(build::check(&good[..length]).is_err(), "{length}");
    }
    assert!(build::check(&[&good[..], &[0]].concat()).is_err());
    // Sizes and names that nobody reads, sealed well.
    let sizes = [0u32, 33, 64, 1 << 20].map(|hidden| (16, hidden.to_le_bytes()));
    let names = [b"\x1b[1m", b"a\0b\n", b"\xff\xff\xff\xff"].map(|&name| (40, name));
    for (at, bytes) in sizes.into_iter().chain(names) {
        let mut bad = good.clone();
        bad[at..at + 4].copy_from_slice(&bytes);
        let sum = eval::crc32(bad[..68].iter().chain(&bad[72..]));
        bad[68..72].copy_from_slice(&sum.to_le_bytes());
        assert!(build::check(&bad).is_err() && Network::read(&bad).is_err(), "{at}: {bytes:?}");
    }
    for at in (0..good.len()).step_by(997).chain(0..72) {
        let mut bad = good.clone();
        bad[at] ^= 16;
        assert!(build::check(&bad).is_err(), "{at}");
        assert!(Network::read(&bad).is_err(), "{at}");
    }
}
