//! The network file.
//!
//! All numbers are little-endian.
//!
//! | at | bytes | what |
//! |---|---|---|
//! | 0 | 8 | `PLYWNNUE` |
//! | 8 | 4 | version of the format: 1 |
//! | 12 | 4 | set of features: 1 (768, mirrored so that the own king is on e to h) or 2 (the same with king buckets) |
//! | 16 | 4 | H, the size of the hidden layer |
//! | 20 | 4 | number of output buckets: 8 |
//! | 24 | 4 | what stands for a feature's weight of 1: 255 |
//! | 28 | 4 | what stands for an output bucket's weight of 1: 64 |
//! | 32 | 4 | centipawns of an output of 1: 400 |
//! | 36 | 4 | bytes of the weights, which are all that follows the header |
//! | 40 | 28 | name in UTF-8, zeros after it |
//! | 68 | 4 | CRC-32 of everything before it and of the weights |
//! | 72 | 4 | only in set 2: K, the number of king buckets, 2 to 32 |
//! | 76 | 32 | only in set 2: the king bucket (0 to K − 1, each at least once) of an own king on e1 f1 g1 h1, e2 … h8 |
//! | | 2·K·768·H | rows: for each king bucket (K = 1 in set 1) and each feature H numbers of 16 bits |
//! | | 2·H | bias of the accumulators |
//! | | 2·8·2·H | output buckets: for each the mover's H weights, then the other's |
//! | | 4·8 | biases of the output buckets, in units of 1 / (255·255·64) |

use std::fmt;

use super::format::{
    BLOCK, BUCKETED_SET, CENTIPAWNS, CHECKSUM_AT, FEATURE_LIMIT, FEATURE_ONE, FEATURES,
    HEADER_BYTES, KING_BUCKETS_BYTES, KING_SQUARES, LARGEST_HIDDEN, MAGIC, NAME_AT, NAME_BYTES,
    NUMBERS_AT, ONE_SET, OUTPUT_BUCKET_BIAS_LIMIT, OUTPUT_BUCKET_LIMIT, OUTPUT_BUCKET_ONE,
    OUTPUT_BUCKET_SUM_LIMIT, OUTPUT_BUCKETS, VERSION, weight_bytes,
};
use super::king_buckets::KingBuckets;
use super::network::{Network, WeightBlock, check_hidden};
use numbers::crc32;

/// Why bytes are not a network that can be used here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// It does not begin as a network file does.
    Magic,
    /// A version that this program does not know.
    Version(u32),
    /// The network knows other features.
    FeatureSet(u32),
    /// A hidden layer of this size cannot be.
    Hidden(usize),
    /// Another number of output buckets.
    OutputBuckets(u32),
    /// Weights are scaled otherwise.
    Scales {
        /// What stands for a feature's weight of 1.
        feature: u32,
        /// What stands for an output bucket's weight of 1.
        output_bucket: u32,
        /// Centipawns of an output of 1.
        centipawns: u32,
    },
    /// The king buckets are too many, or some have no square.
    KingBuckets,
    /// There are too few or too many bytes.
    Length {
        /// How many the header promises.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Some byte is not what was written.
    Checksum,
    /// The name is not text that can be shown, or not followed by zeros.
    Name,
    /// A weight so large that sums could overflow.
    Range(&'static str),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Magic => f.write_str("this is not a Plywise network file"),
            NetworkError::Version(version) => write!(
                f,
                "the network file has version {version}, and this program reads version {VERSION}"
            ),
            NetworkError::FeatureSet(set) => write!(
                f,
                "the network has the feature set {set}, and this program knows {ONE_SET} and {BUCKETED_SET}"
            ),
            NetworkError::Hidden(hidden) => write!(
                f,
                "a hidden layer of {hidden} cannot be; sizes are multiples of {BLOCK} up to {LARGEST_HIDDEN}"
            ),
            NetworkError::OutputBuckets(output_buckets) => {
                write!(
                    f,
                    "the network has {output_buckets} output buckets, and this program reads {OUTPUT_BUCKETS}"
                )
            }
            NetworkError::Scales { feature, output_bucket, centipawns } => write!(
                f,
                "the network's scales are {feature}, {output_bucket} and {centipawns}; \
                 this program reads {FEATURE_ONE}, {OUTPUT_BUCKET_ONE} and {CENTIPAWNS}"
            ),
            NetworkError::KingBuckets => write!(
                f,
                "the network's king buckets do not divide the {KING_SQUARES} squares of a king among them"
            ),
            NetworkError::Length { expected, found } => {
                write!(f, "the network file should have {expected} bytes and has {found}")
            }
            NetworkError::Checksum => {
                f.write_str("the network file is damaged: its checksum does not fit")
            }
            NetworkError::Name => write!(
                f,
                "the network's name is not plain text in UTF-8 with zeros up to {NAME_BYTES} bytes"
            ),
            NetworkError::Range(what) => {
                write!(f, "the network has {what} too large to be added up safely")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// Reads a network file.
    ///
    /// # Errors
    /// If it is none, is damaged, or was made for another program or version.
    ///
    /// ```
    /// use plywise_eval::nnue::{Network, NetworkError};
    ///
    /// let network = Network::random(64, 1)?;
    /// let mut bytes = network.write();
    /// assert_eq!(Network::read(&bytes)?, network);
    /// bytes[1000] ^= 1;
    /// assert_eq!(Network::read(&bytes), Err(NetworkError::Checksum));
    /// # Ok::<(), NetworkError>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::Magic);
        }
        let Some((header, weights)) = bytes.split_at_checked(HEADER_BYTES) else {
            return Err(NetworkError::Length { expected: HEADER_BYTES, found: bytes.len() });
        };
        let field = |index: usize| word(&header[NUMBERS_AT + 4 * index..]);
        if field(0) != VERSION {
            return Err(NetworkError::Version(field(0)));
        }
        let has_buckets = match field(1) {
            ONE_SET => false,
            BUCKETED_SET => true,
            set => return Err(NetworkError::FeatureSet(set)),
        };
        let hidden = field(2) as usize;
        check_hidden(hidden)?;
        if field(3) != OUTPUT_BUCKETS as u32 {
            return Err(NetworkError::OutputBuckets(field(3)));
        }
        let (feature, output_bucket, centipawns) = (field(4), field(5), field(6));
        if (feature, output_bucket, centipawns)
            != (FEATURE_ONE as u32, OUTPUT_BUCKET_ONE as u32, CENTIPAWNS as u32)
        {
            return Err(NetworkError::Scales { feature, output_bucket, centipawns });
        }
        let (king_buckets, rows_at) = match has_buckets {
            false => (KingBuckets::ONE, 0),
            true => match weights.split_at_checked(KING_BUCKETS_BYTES) {
                Some((buckets, _)) => (read_buckets(buckets)?, KING_BUCKETS_BYTES),
                None => {
                    let expected = HEADER_BYTES + KING_BUCKETS_BYTES;
                    return Err(NetworkError::Length { expected, found: bytes.len() });
                }
            },
        };
        let expected = weight_bytes(hidden, king_buckets.count());
        if field(7) as usize != expected || weights.len() != expected {
            return Err(NetworkError::Length {
                expected: HEADER_BYTES + expected,
                found: bytes.len(),
            });
        }
        if word(&header[CHECKSUM_AT..]) != crc32(header[..CHECKSUM_AT].iter().chain(weights)) {
            return Err(NetworkError::Checksum);
        }

        let blocks = hidden / BLOCK;
        let mut rest = &weights[rows_at..];
        let network = Network {
            name: name(&header[NAME_AT..CHECKSUM_AT]).ok_or(NetworkError::Name)?,
            blocks,
            rows: take_blocks(&mut rest, king_buckets.count() * FEATURES * blocks),
            king_buckets,
            bias: take_blocks(&mut rest, blocks),
            output_buckets: take_blocks(&mut rest, OUTPUT_BUCKETS * 2 * blocks),
            output_bias: std::array::from_fn(|output_bucket| {
                word(&rest[4 * output_bucket..]) as i32
            }),
        };
        network.check_ranges()?;
        Ok(network)
    }

    /// The network as a file.
    pub fn write(&self) -> Vec<u8> {
        let hidden = self.hidden();
        let has_buckets = self.king_buckets.count() > 1;
        let weights = weight_bytes(hidden, self.king_buckets.count());
        let mut bytes = Vec::with_capacity(HEADER_BYTES + weights);
        bytes.extend(MAGIC);
        let fields = [
            VERSION,
            if has_buckets { BUCKETED_SET } else { ONE_SET },
            hidden as u32,
            OUTPUT_BUCKETS as u32,
            FEATURE_ONE as u32,
            OUTPUT_BUCKET_ONE as u32,
            CENTIPAWNS as u32,
            weights as u32,
        ];
        bytes.extend(fields.iter().flat_map(|field| field.to_le_bytes()));
        bytes.extend(self.name.bytes().chain(std::iter::repeat(0)).take(NAME_BYTES));
        bytes.extend([0; 4]);
        if has_buckets {
            bytes.extend((self.king_buckets.count() as u32).to_le_bytes());
            bytes.extend(self.king_buckets.map());
        }
        for block in self.rows.iter().chain(&self.bias).chain(&self.output_buckets) {
            bytes.extend(block.0.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let sum = crc32(bytes[..CHECKSUM_AT].iter().chain(&bytes[HEADER_BYTES..]));
        bytes[CHECKSUM_AT..HEADER_BYTES].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Whether all weights keep the limits that make overflow impossible.
    fn check_ranges(&self) -> Result<(), NetworkError> {
        let within = |blocks: &[WeightBlock], limit: i16| {
            blocks.iter().flat_map(|block| block.0).all(|number| (-limit..=limit).contains(&number))
        };
        if !within(&self.rows, FEATURE_LIMIT) || !within(&self.bias, FEATURE_LIMIT) {
            return Err(NetworkError::Range("a weight of a feature"));
        }
        if !within(&self.output_buckets, OUTPUT_BUCKET_LIMIT) {
            return Err(NetworkError::Range("a weight of an output bucket"));
        }
        for half in self.output_buckets.chunks_exact(self.blocks) {
            let numbers = || half.iter().flat_map(|block| block.0).map(i32::from);
            let up: i32 = numbers().filter(|&number| number > 0).sum();
            let down: i32 = numbers().filter(|&number| number < 0).sum();
            if up > OUTPUT_BUCKET_SUM_LIMIT || -down > OUTPUT_BUCKET_SUM_LIMIT {
                return Err(NetworkError::Range("an output bucket's weights together"));
            }
        }
        match self
            .output_bias
            .iter()
            .all(|bias| bias.unsigned_abs() <= OUTPUT_BUCKET_BIAS_LIMIT as u32)
        {
            true => Ok(()),
            false => Err(NetworkError::Range("a bias of an output bucket")),
        }
    }
}

/// The king buckets of [`KING_BUCKETS_BYTES`] bytes. A single one is not written so, and not read either.
fn read_buckets(bytes: &[u8]) -> Result<KingBuckets, NetworkError> {
    let map =
        bytes.get(4..).and_then(|map| map.try_into().ok()).ok_or(NetworkError::KingBuckets)?;
    let king_buckets = KingBuckets::new(map)?;
    match king_buckets.count() > 1 && king_buckets.count() == word(bytes) as usize {
        true => Ok(king_buckets),
        false => Err(NetworkError::KingBuckets),
    }
}

/// The first four bytes; the callers have counted them.
fn word(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

fn take_blocks(bytes: &mut &[u8], count: usize) -> Vec<WeightBlock> {
    let (taken, rest) = bytes.split_at(count * size_of::<WeightBlock>());
    *bytes = rest;
    let block = |bytes: &[u8]| {
        WeightBlock(std::array::from_fn(|index| {
            i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]])
        }))
    };
    taken.chunks_exact(size_of::<WeightBlock>()).map(block).collect()
}

/// The name; `None` if it would not be written again as it is.
fn name(bytes: &[u8]) -> Option<String> {
    let name = std::str::from_utf8(bytes).ok()?.trim_end_matches('\0');
    (!name.contains(char::is_control)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = crc32(bytes[..CHECKSUM_AT].iter().chain(&bytes[HEADER_BYTES..]));
        bytes[CHECKSUM_AT..HEADER_BYTES].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    #[test]
    fn what_is_written_reads_back() {
        for hidden in [32, 256, 1024] {
            let mut network = Network::random(hidden, 7).unwrap();
            network.name = "a name of 28 bytes, at most!".to_owned();
            assert_eq!(Network::read(&network.write()), Ok(network));
        }
        for count in [2, 4, 32] {
            let network = with_buckets(count);
            assert_eq!(network.write().len(), HEADER_BYTES + 36 + 2 * 32 * (count * 768 + 17) + 32);
            assert_eq!(Network::read(&network.write()), Ok(network));
        }
    }

    fn with_buckets(count: usize) -> Network {
        let map = std::array::from_fn(|index| (index % count) as u8);
        Network::random_with(32, KingBuckets::new(map).unwrap(), 7).unwrap()
    }

    #[test]
    fn wrong_king_buckets_are_refused() {
        let good = with_buckets(4).write();
        // The count, and buckets too high; then one bucket for all.
        for (at, bytes) in [
            (HEADER_BYTES, &[1u8][..]),
            (HEADER_BYTES, &[5]),
            (HEADER_BYTES + 2, &[1]),
            (HEADER_BYTES + 4, &[4]),
            (HEADER_BYTES + 35, &[255]),
        ] {
            let mut bad = good.clone();
            bad[at..at + bytes.len()].copy_from_slice(bytes);
            assert_eq!(Network::read(&sealed(bad)), Err(NetworkError::KingBuckets), "{bytes:?}");
        }
        let mut single = good.clone();
        single[HEADER_BYTES..HEADER_BYTES + KING_BUCKETS_BYTES].fill(0);
        single[HEADER_BYTES] = 1;
        assert_eq!(Network::read(&sealed(single)), Err(NetworkError::KingBuckets));
        for length in [
            HEADER_BYTES,
            HEADER_BYTES + 1,
            HEADER_BYTES + KING_BUCKETS_BYTES - 1,
            HEADER_BYTES + KING_BUCKETS_BYTES,
            good.len() - 1,
        ] {
            let error = Network::read(&good[..length]).unwrap_err();
            assert!(matches!(error, NetworkError::Length { .. }), "{length}: {error}");
        }
    }

    #[test]
    fn other_sizes_cannot_be() {
        for hidden in [0, 1, 31, 48, 1056, usize::MAX] {
            assert_eq!(Network::random(hidden, 1), Err(NetworkError::Hidden(hidden)));
        }
    }

    #[test]
    fn wrong_files_are_refused_with_a_reason() {
        let good = Network::random(32, 7).unwrap().write();
        let changed = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            Network::read(&sealed(bytes))
        };
        assert_eq!(changed(0, b'X'), Err(NetworkError::Magic));
        assert_eq!(changed(8, 9), Err(NetworkError::Version(9)));
        assert_eq!(changed(12, 9), Err(NetworkError::FeatureSet(9)));
        assert_eq!(changed(16, 33), Err(NetworkError::Hidden(33)));
        assert_eq!(changed(20, 4), Err(NetworkError::OutputBuckets(4)));
        let scales = NetworkError::Scales { feature: 255, output_bucket: 128, centipawns: 400 };
        assert_eq!(changed(28, 128), Err(scales));
        assert!(matches!(changed(36, 1), Err(NetworkError::Length { .. })));
        // A byte that is none in UTF-8, one that cannot be shown, one behind a zero.
        for (at, byte) in [(40, 0xff), (41, 0), (42, b'\n'), (CHECKSUM_AT - 1, b'x')] {
            assert_eq!(changed(at, byte), Err(NetworkError::Name), "{at}");
        }
        assert_eq!(
            changed(HEADER_BYTES + 1, 0x7f),
            Err(NetworkError::Range("a weight of a feature"))
        );
        let output_buckets = HEADER_BYTES + 2 * 32 * (FEATURES + 1);
        assert_eq!(
            changed(output_buckets + 1, 0x7f),
            Err(NetworkError::Range("a weight of an output bucket"))
        );
        assert_eq!(
            changed(good.len() - 1, 0x7f),
            Err(NetworkError::Range("a bias of an output bucket"))
        );
        assert_eq!(Network::read(b""), Err(NetworkError::Magic));
        for length in (8..good.len()).step_by(997) {
            let error = Network::read(&good[..length]).unwrap_err();
            assert!(matches!(error, NetworkError::Length { .. }), "{length}: {error}");
        }
        for at in (HEADER_BYTES - 4..good.len()).step_by(101) {
            let mut bytes = good.clone();
            bytes[at] ^= 16;
            assert_eq!(Network::read(&bytes), Err(NetworkError::Checksum), "{at}");
        }
    }

    #[test]
    fn a_head_that_could_overflow_is_refused() {
        let mut network = Network::random(1024, 7).unwrap();
        network.output_buckets.fill(WeightBlock([OUTPUT_BUCKET_LIMIT; BLOCK]));
        let refused = Network::read(&network.write());
        assert_eq!(refused, Err(NetworkError::Range("an output bucket's weights together")));
    }
}
