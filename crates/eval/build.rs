//! Chooses the network that is built into the program: the one that ships, or
//! the file that the variable EVALFILE names, as OpenBench does.

#[allow(unreachable_pub)] // public in the crate, whose file it is
#[path = "src/checksum.rs"]
mod checksum;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The network that ships, from this folder.
const SHIPS: &str = "../../nets/v5.nnue";

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=EVALFILE");
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
    let out = env::var_os("OUT_DIR").ok_or("cargo did not say where to write")?;
    fs::write(Path::new(&out).join("network.nnue"), bytes)
        .map_err(|error| format!("cannot write the network: {error}"))
}

/// Where the header has the network's name.
const NAME: usize = 40;
/// Where the header has its checksum; the weights follow behind it.
const CHECKSUM: usize = 68;
const HEADER: usize = CHECKSUM + 4;

/// The widest hidden layer, as in `src/nnue/network.rs`.
const LARGEST_HIDDEN: usize = 1024;

/// Whether these bytes are a whole network for this program, so that nobody
/// finds out when it starts; only weights that are too large are left to the
/// reader, and to who sealed them with a good checksum. `src/nnue/file.rs` has
/// the format; it cannot be called from here, where the crate is not built yet.
pub(crate) fn check(bytes: &[u8]) -> Result<(), String> {
    if !bytes.starts_with(b"PLYWNNUE") {
        return Err("it is no network of this program".to_owned());
    }
    if bytes.len() < HEADER {
        return Err(format!("it has {} bytes, and a header alone has {HEADER}", bytes.len()));
    }
    let word =
        |at: usize| bytes[at..at + 4].iter().rev().fold(0, |word, &b| word << 8 | u32::from(b));
    // Version, heads and scales; the size of the hidden layer and the king buckets may differ.
    for (at, known) in [(8, 1), (20, 8), (24, 255), (28, 64), (32, 400)] {
        if word(at) != known {
            return Err(format!(
                "it says {} at byte {at}, and this program reads networks with {known} there",
                word(at)
            ));
        }
    }
    let (buckets, map) = match word(12) {
        1 => (1, 0),
        2 => (king_buckets(&bytes[HEADER..])?, 36),
        set => return Err(format!("its feature set is {set}, and this program reads 1 and 2")),
    };
    let hidden = word(16) as usize;
    if hidden == 0 || !hidden.is_multiple_of(32) || hidden > LARGEST_HIDDEN {
        return Err(format!(
            "its hidden layer has {hidden} numbers, where multiples of 32 up to {LARGEST_HIDDEN} are read"
        ));
    }
    let name = std::str::from_utf8(&bytes[NAME..CHECKSUM]).unwrap_or("\0\n");
    if name.trim_end_matches('\0').contains(char::is_control) {
        return Err("its name is not plain text in UTF-8 with zeros behind it".to_owned());
    }
    let weights = word(36) as usize;
    let expected = map + 2 * (768 * buckets + 1 + 16) * hidden + 32;
    if weights != expected {
        return Err(format!(
            "it promises {weights} bytes of weights, and its sizes need {expected}"
        ));
    }
    if bytes.len() - HEADER != weights {
        return Err(format!(
            "it is cut short or has too much: {} bytes, and its header promises {}",
            bytes.len(),
            HEADER + weights
        ));
    }
    let covered = bytes[..CHECKSUM].iter().chain(&bytes[HEADER..]);
    match checksum::crc32(covered) == word(CHECKSUM) {
        true => Ok(()),
        false => Err("it is damaged: its checksum does not fit".to_owned()),
    }
}

/// How many king buckets there are, if their number and map make sense.
fn king_buckets(weights: &[u8]) -> Result<usize, String> {
    let Some((head, map)) = weights.get(..36).and_then(|bytes| bytes.split_at_checked(4)) else {
        return Err("it is cut short inside its king buckets".to_owned());
    };
    let count = head.iter().rev().fold(0, |word, &byte| word << 8 | usize::from(byte));
    let is_used = |bucket| map.iter().any(|&each| usize::from(each) == bucket);
    let are_known = map.iter().all(|&bucket| usize::from(bucket) < count);
    match (2..=32).contains(&count) && (0..count).all(is_used) && are_known {
        true => Ok(count),
        false => Err("its king buckets do not divide the 32 squares of a king".to_owned()),
    }
}
