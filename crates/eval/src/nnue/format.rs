//! The numbers of the network file and of the arithmetic behind it, each once.
//!
//! `build.rs` has them from here too, because it looks at a network before there is
//! a crate to call. The trainer reads them from `training/trainer/formats.json`, which
//! a test of `forge` writes. [`file`](super::file) describes the format.

/// How every network file begins.
pub const MAGIC: [u8; 8] = *b"PLYWNNUE";
/// The version that is read and written.
pub const VERSION: u32 = 1;
/// The feature set whose rows do not depend on the own king's square.
pub const ONE_SET: u32 = 1;
/// The feature set with rows by king bucket.
pub const BUCKETED_SET: u32 = 2;

/// Features that one side sees: the rows of one king bucket.
pub const FEATURES: usize = 2 * 6 * 64;
/// How many output output buckets there are.
pub const OUTPUT_BUCKETS: usize = 8;
/// The largest hidden layer.
pub const LARGEST_HIDDEN: usize = 1024;
/// Hidden layers come in multiples of this.
pub const BLOCK: usize = 32;
/// Squares that an own king can stand on once the view is mirrored.
pub const KING_SQUARES: usize = 32;
/// The most king buckets: one for each square.
pub const MOST_KING_BUCKETS: usize = KING_SQUARES;

/// A feature's weight of 1 is stored as this; accumulators are clipped to it.
pub const FEATURE_ONE: i16 = 255;
/// An output bucket's weight of 1 is stored as this.
pub const OUTPUT_BUCKET_ONE: i16 = 64;
/// What an output of 1 means in centipawns.
pub const CENTIPAWNS: i32 = 400;
/// An output of 1 before it is scaled down: a squared clipped number times a weight.
pub const OUTPUT_ONE: i32 = FEATURE_ONE as i32 * FEATURE_ONE as i32 * OUTPUT_BUCKET_ONE as i32;

/// The most pieces there can be.
pub const MOST_PIECES: i16 = 32;
/// The largest weight of a feature: with it the sum of all pieces and the bias fits in
/// 16 bits.
pub const FEATURE_LIMIT: i16 = i16::MAX / (MOST_PIECES + 1);
/// The largest weight of an output bucket: with it a clipped number times a weight fits in 16 bits.
pub const OUTPUT_BUCKET_LIMIT: i16 = i16::MAX / FEATURE_ONE;
/// The most that an output bucket's weights of one sign may come to for one accumulator:
/// with it no sum over an accumulator leaves 32 bits, in whatever order it is made.
pub const OUTPUT_BUCKET_SUM_LIMIT: i32 = i32::MAX / (FEATURE_ONE as i32 * FEATURE_ONE as i32);
/// The largest bias of an output bucket, so that it cannot push a value out of range: two whole outputs.
pub const OUTPUT_BUCKET_BIAS_LIMIT: i32 = 2 * OUTPUT_ONE;

/// Where the eight numbers of the header begin: version, feature set, hidden layer, output buckets,
/// the three scales, bytes of the weights.
pub const NUMBERS_AT: usize = MAGIC.len();
/// Where the network's name stands.
pub const NAME_AT: usize = NUMBERS_AT + 8 * 4;
/// Bytes of the name.
pub const NAME_BYTES: usize = 28;
/// Where the checksum stands.
pub const CHECKSUM_AT: usize = NAME_AT + NAME_BYTES;
/// Bytes of the header.
pub const HEADER_BYTES: usize = CHECKSUM_AT + 4;
/// Bytes of the king buckets, where there are several: their number and the map of squares.
pub const KING_BUCKETS_BYTES: usize = 4 + KING_SQUARES;

/// All bytes behind the header of a network with so many numbers in its hidden layer and so
/// many king buckets.
pub const fn weight_bytes(hidden: usize, king_buckets: usize) -> usize {
    let map = if king_buckets > 1 { KING_BUCKETS_BYTES } else { 0 };
    map + 2 * hidden * (king_buckets * FEATURES + 1 + OUTPUT_BUCKETS * 2) + 4 * OUTPUT_BUCKETS
}
