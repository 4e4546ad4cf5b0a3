//! Numbers made of bytes, seeds and text, the same on every machine.
//!
//! Checksums of files ([`crc32`]), hashes and random numbers that a seed repeats
//! ([`mix`], [`Dice`]), times as people write them ([`parse_seconds`]).
//!
//! Does not know: chess, files, clocks, any other crate.

mod checksum;
mod dice;
mod seconds;

pub use checksum::crc32;
pub use dice::{Dice, mix};
pub use seconds::parse_seconds;
