//! What the build takes for a network to build in.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use plywise_eval::nnue::{KingBuckets, Network};

#[allow(dead_code, clippy::print_stdout)] // cargo runs the rest of it
#[path = "../build.rs"]
mod build;

#[test]
fn only_whole_networks_are_built_in() {
    for hidden in [32, 256] {
        assert_eq!(build::check(&Network::random(hidden, 1).unwrap().write()), Ok(()));
    }
    let good = Network::random(32, 1).unwrap().write();
    only_whole(&good);
    // Sizes, names and feature sets that nobody reads, sealed well.
    let sizes = [0u32, 33, 64, 1 << 20].map(|hidden| (16, hidden.to_le_bytes()));
    let names = [b"\x1b[1m", b"a\0b\n", b"\xff\xff\xff\xff"].map(|&name| (40, name));
    let sets = [0u32, 2, 3].map(|set| (12, set.to_le_bytes()));
    for (at, bytes) in sizes.into_iter().chain(names).chain(sets) {
        refused(&good, at, &bytes);
    }
}

#[test]
fn only_whole_king_buckets_are_built_in() {
    let map = std::array::from_fn(|square| (square / 8) as u8);
    let buckets = KingBuckets::new(map).unwrap();
    let good = Network::random_with(32, buckets, 1).unwrap().write();
    assert_eq!(build::check(&good), Ok(()));
    only_whole(&good);
    refused(&good, 12, &[1, 0, 0, 0]);
    for count in [0u32, 1, 3, 5, 33] {
        refused(&good, 72, &count.to_le_bytes());
    }
    refused(&good, 72, &[0; 36]);
    refused(&good, 76, &[4]);
    refused(&good, 76, &[1; 8]);
}

/// The whole network sealed with other bytes in it is refused by the build and by the program.
fn refused(good: &[u8], at: usize, bytes: &[u8]) {
    let mut bad = good.to_vec();
    bad[at..at + bytes.len()].copy_from_slice(bytes);
    let sum = numbers::crc32(bad[..68].iter().chain(&bad[72..]));
    bad[68..72].copy_from_slice(&sum.to_le_bytes());
    assert!(build::check(&bad).is_err() && Network::read(&bad).is_err(), "{at}: {bytes:?}");
}

/// Neither a part of a network nor more than one nor a damaged one is taken.
fn only_whole(good: &[u8]) {
    for length in [0, 8, 70, 72, 75, 107, good.len() - 1] {
        assert!(build::check(&good[..length]).is_err(), "{length}");
    }
    assert!(build::check(&[good, &[0]].concat()).is_err());
    for at in (0..good.len()).step_by(997).chain(0..72) {
        let mut bad = good.to_vec();
        bad[at] ^= 16;
        assert!(build::check(&bad).is_err(), "{at}");
        assert!(Network::read(&bad).is_err(), "{at}");
    }
}
