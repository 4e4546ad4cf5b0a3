//! Chooses the network that is built into the program: the one that ships, or
//! the file that the variable EVALFILE names, as OpenBench does. With
//! PLYWISE_NETWORK=later there is none: the program is given one when it runs.

#[allow(dead_code, unreachable_pub)] // public in the crate, whose file it is, and all used there
#[path = "src/nnue/format.rs"]
mod format;

use std::path::{Path, PathBuf};
use std::{env, fs};

use format::{
    BLOCK, BUCKETED_SET, CENTIPAWNS, CHECKSUM_AT, FEATURE_ONE, HEADER_BYTES, KING_BUCKETS_BYTES,
    KING_SQUARES, LARGEST_HIDDEN, MAGIC, MOST_KING_BUCKETS, NAME_AT, NUMBERS_AT, ONE_SET,
    OUTPUT_BUCKET_ONE, OUTPUT_BUCKETS, VERSION, weight_bytes,
};

/// The network that ships, from this folder.
const SHIPS: &str = "nets/v8k.nnue";

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    println!("cargo::rerun-if-env-changed=PLYWISE_NETWORK");
    let out = env::var_os("OUT_DIR").ok_or("cargo did not say where to write")?;
    let written = Path::new(&out).join("network.nnue");
    let write = |bytes: &[u8]| {
        fs::write(&written, bytes).map_err(|error| format!("cannot write the network: {error}"))
    };
    match env::var("PLYWISE_NETWORK").as_deref() {
        Err(_) | Ok("") => {}
        Ok("later") => return write(&[]),
        Ok(other) => return Err(format!("PLYWISE_NETWORK is later or nothing, not '{other}'")),
    }
    let file = env::var_os("EVALFILE").filter(|file| !file.is_empty()).map(PathBuf::from);
    let file = file.unwrap_or_else(|| PathBuf::from(SHIPS));
    println!("cargo::rerun-if-changed={}", file.display());
    let bytes = fs::read(&file).map_err(|error| {
        let from = match file.is_relative() {
            true => format!("; the path counts from {}", env!("CARGO_MANIFEST_DIR")),
            false => String::new(),
        };
        format!("cannot read the network {}: {error}{from}", file.display())
    })?;
    check(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    write(&bytes)
}

/// Whether these bytes are a whole network for this program, so that nobody
/// finds out when it starts; only weights that are too large are left to the
/// reader, and to who sealed them with a good checksum. `src/nnue/file.rs` has
/// the format; it cannot be called from here, where the crate is not built yet.
pub(crate) fn check(bytes: &[u8]) -> Result<(), String> {
    if !bytes.starts_with(&MAGIC) {
        return Err("it is no network of this program".to_owned());
    }
    if bytes.len() < HEADER_BYTES {
        return Err(format!("it has {} bytes, and a header alone has {HEADER_BYTES}", bytes.len()));
    }
    let word =
        |at: usize| bytes[at..at + 4].iter().rev().fold(0, |word, &b| word << 8 | u32::from(b));
    // Version, output buckets and scales; the size of the hidden layer and the king buckets may differ.
    let number = |index: usize| NUMBERS_AT + 4 * index;
    let scales = [FEATURE_ONE as u32, OUTPUT_BUCKET_ONE as u32, CENTIPAWNS as u32];
    let known =
        [(0, VERSION), (3, OUTPUT_BUCKETS as u32), (4, scales[0]), (5, scales[1]), (6, scales[2])];
    for (at, known) in known.map(|(index, known)| (number(index), known)) {
        if word(at) != known {
            return Err(format!(
                "it says {} at byte {at}, and this program reads networks with {known} there",
                word(at)
            ));
        }
    }
    let buckets = match word(number(1)) {
        ONE_SET => 1,
        BUCKETED_SET => king_buckets(&bytes[HEADER_BYTES..])?,
        set => {
            return Err(format!(
                "its feature set is {set}, and this program reads {ONE_SET} and {BUCKETED_SET}"
            ));
        }
    };
    let hidden = word(number(2)) as usize;
    if hidden == 0 || !hidden.is_multiple_of(BLOCK) || hidden > LARGEST_HIDDEN {
        return Err(format!(
            "its hidden layer has {hidden} numbers, where multiples of {BLOCK} up to {LARGEST_HIDDEN} are read"
        ));
    }
    let name = std::str::from_utf8(&bytes[NAME_AT..CHECKSUM_AT]).unwrap_or("\0\n");
    if name.trim_end_matches('\0').contains(char::is_control) {
        return Err("its name is not plain text in UTF-8 with zeros behind it".to_owned());
    }
    let weights = word(number(7)) as usize;
    let expected = weight_bytes(hidden, buckets);
    if weights != expected {
        return Err(format!(
            "it promises {weights} bytes of weights, and its sizes need {expected}"
        ));
    }
    if bytes.len() - HEADER_BYTES != weights {
        return Err(format!(
            "it is cut short or has too much: {} bytes, and its header promises {}",
            bytes.len(),
            HEADER_BYTES + weights
        ));
    }
    let covered = bytes[..CHECKSUM_AT].iter().chain(&bytes[HEADER_BYTES..]);
    match numbers::crc32(covered) == word(CHECKSUM_AT) {
        true => Ok(()),
        false => Err("it is damaged: its checksum does not fit".to_owned()),
    }
}

/// How many king buckets there are, if their number and map make sense.
fn king_buckets(weights: &[u8]) -> Result<usize, String> {
    let Some((output_bucket, map)) =
        weights.get(..KING_BUCKETS_BYTES).and_then(|bytes| bytes.split_at_checked(4))
    else {
        return Err("it is cut short inside its king buckets".to_owned());
    };
    let count = output_bucket.iter().rev().fold(0, |word, &byte| word << 8 | usize::from(byte));
    let is_used = |bucket| map.iter().any(|&each| usize::from(each) == bucket);
    let are_known = map.iter().all(|&bucket| usize::from(bucket) < count);
    match (2..=MOST_KING_BUCKETS).contains(&count) && (0..count).all(is_used) && are_known {
        true => Ok(count),
        false => {
            Err(format!("its king buckets do not divide the {KING_SQUARES} squares of a king"))
        }
    }
}
