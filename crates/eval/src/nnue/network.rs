//! The weights, and what they make of two accumulators.

use chess::{Board, Color, Square};
use numbers::Dice;

use super::features::Perspective;
use super::file::NetworkError;
use super::format::{BLOCK, CENTIPAWNS, FEATURES, LARGEST_HIDDEN, OUTPUT_BUCKETS, OUTPUT_ONE};
use super::kernel::Backend;
use super::king_buckets::KingBuckets;

/// 32 numbers side by side: a cache line, and the widest register there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct WeightBlock(pub [i16; BLOCK]);

impl WeightBlock {
    /// Nothing yet.
    pub const ZERO: WeightBlock = WeightBlock([0; BLOCK]);
}

/// A trained network, ready for use. Shared by all threads; never changes.
///
/// Invariant: the weights keep the limits above, so no arithmetic overflows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    pub(super) name: String,
    /// The hidden layer's size in blocks.
    pub(super) blocks: usize,
    /// Which rows belong to which squares of the own king.
    pub(super) king_buckets: KingBuckets,
    /// A row of `blocks` for each feature of each king bucket.
    pub(super) rows: Vec<WeightBlock>,
    /// What an accumulator holds before any piece is on the board.
    pub(super) bias: Vec<WeightBlock>,
    /// For each output bucket `blocks` for the mover's accumulator, then as many for the other's.
    pub(super) output_buckets: Vec<WeightBlock>,
    /// What each output bucket says to an empty board, in [`OUTPUT_ONE`]s.
    pub(super) output_bias: [i32; OUTPUT_BUCKETS],
}

impl Network {
    /// A network of random weights that knows nothing: for tests and for
    /// measuring speed, which does not depend on what a network knows.
    ///
    /// # Errors
    /// If there can be no hidden layer of that size.
    pub fn random(hidden: usize, seed: u64) -> Result<Network, NetworkError> {
        Network::random_with(hidden, KingBuckets::ONE, seed)
    }

    /// The same with king buckets.
    ///
    /// # Errors
    /// If there can be no hidden layer of that size.
    pub fn random_with(
        hidden: usize,
        king_buckets: KingBuckets,
        seed: u64,
    ) -> Result<Network, NetworkError> {
        check_hidden(hidden)?;
        let mut random = Random(Dice::new(seed));
        let blocks = hidden / BLOCK;
        Ok(Network {
            name: format!("random-{hidden}"),
            blocks,
            rows: random.blocks(king_buckets.count() * FEATURES * blocks, RANDOM_FEATURE),
            king_buckets,
            bias: random.blocks(blocks, RANDOM_FEATURE),
            output_buckets: random.blocks(OUTPUT_BUCKETS * 2 * blocks, RANDOM_HEAD),
            output_bias: std::array::from_fn(|_| random.within(OUTPUT_ONE)),
        })
    }

    /// What it is called; empty if it was given no name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many numbers each accumulator has.
    pub fn hidden(&self) -> usize {
        self.blocks * BLOCK
    }

    /// Its king buckets.
    pub fn king_buckets(&self) -> &KingBuckets {
        &self.king_buckets
    }

    /// How `color` sees a board with its king on this square.
    #[inline]
    pub(super) fn view(&self, color: Color, king: Square) -> Perspective {
        Perspective::new(&self.king_buckets, color, king)
    }

    /// The weights that a feature adds to an accumulator.
    #[inline]
    pub(super) fn row(&self, index: usize) -> &[WeightBlock] {
        &self.rows[index * self.blocks..][..self.blocks]
    }

    /// What two accumulators are worth to the mover, in centipawns.
    #[inline]
    pub(super) fn output(
        &self,
        backend: Backend,
        us: &[WeightBlock],
        them: &[WeightBlock],
        output_bucket: usize,
    ) -> i32 {
        let (first, second) = self.output_buckets[output_bucket * 2 * self.blocks..]
            [..2 * self.blocks]
            .split_at(self.blocks);
        let sum = i64::from(backend.weigh(us, first))
            + i64::from(backend.weigh(them, second))
            + i64::from(self.output_bias[output_bucket]);
        // Within 32 bits: two sums of less than 2³¹ and a small bias, times 400, over 4 million.
        (sum * i64::from(CENTIPAWNS) / i64::from(OUTPUT_ONE)) as i32
    }
}

/// The output bucket for a board: four numbers of pieces share one.
#[inline]
pub(super) fn output_bucket(board: &Board) -> usize {
    let pieces = board.occupied().count() as usize;
    (pieces.saturating_sub(2) / 4).min(OUTPUT_BUCKETS - 1)
}

/// Whether there can be a hidden layer of that size.
pub(super) fn check_hidden(hidden: usize) -> Result<(), NetworkError> {
    match hidden % BLOCK {
        0 if (BLOCK..=LARGEST_HIDDEN).contains(&hidden) => Ok(()),
        _ => Err(NetworkError::Hidden(hidden)),
    }
}

/// Random weights of features: 20 or 30 of them reach both ends of the clipping.
const RANDOM_FEATURE: i32 = 90;
/// Random weights of output buckets: large, but not past [`OUTPUT_BUCKET_SUM_LIMIT`](super::format::OUTPUT_BUCKET_SUM_LIMIT).
const RANDOM_HEAD: i32 = 60;

/// Random weights.
struct Random(Dice);

impl Random {
    fn within(&mut self, limit: i32) -> i32 {
        let span = 2 * limit as u64 + 1;
        (self.0.roll() % span) as i32 - limit
    }

    fn blocks(&mut self, count: usize, limit: i32) -> Vec<WeightBlock> {
        (0..count)
            .map(|_| WeightBlock(std::array::from_fn(|_| self.within(limit) as i16)))
            .collect()
    }
}
