//! The numbers of our file formats as the trainer, which is written in Python, reads them.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fmt::Write;
use std::path::Path;

use eval::nnue::format as network;
use plywise_forge::boards::record;

/// Where the trainer looks for them.
const FILE: &str = "../../training/trainer/formats.json";

/// The file as it has to be.
fn formats() -> String {
    let magic = std::str::from_utf8(&network::MAGIC).unwrap();
    let network = [
        ("version", i64::from(network::VERSION)),
        ("one_set", i64::from(network::ONE_SET)),
        ("bucketed_set", i64::from(network::BUCKETED_SET)),
        ("features", network::FEATURES as i64),
        ("output_buckets", network::OUTPUT_BUCKETS as i64),
        ("hidden_step", network::BLOCK as i64),
        ("largest_hidden", network::LARGEST_HIDDEN as i64),
        ("king_squares", network::KING_SQUARES as i64),
        ("most_king_buckets", network::MOST_KING_BUCKETS as i64),
        ("feature_one", i64::from(network::FEATURE_ONE)),
        ("output_bucket_one", i64::from(network::OUTPUT_BUCKET_ONE)),
        ("centipawns", i64::from(network::CENTIPAWNS)),
        ("feature_limit", i64::from(network::FEATURE_LIMIT)),
        ("output_bucket_limit", i64::from(network::OUTPUT_BUCKET_LIMIT)),
        ("output_bucket_sum_limit", i64::from(network::OUTPUT_BUCKET_SUM_LIMIT)),
        ("output_bucket_bias_limit", i64::from(network::OUTPUT_BUCKET_BIAS_LIMIT)),
        ("name_bytes", network::NAME_BYTES as i64),
        ("checksum_at", network::CHECKSUM_AT as i64),
        ("header_bytes", network::HEADER_BYTES as i64),
        ("king_buckets_bytes", network::KING_BUCKETS_BYTES as i64),
    ];
    let boards = [
        ("bytes", record::SIZE),
        ("most_pieces", record::MOST_PIECES),
        ("pieces_at", record::PIECES_AT),
        ("score_at", record::SCORE_AT),
        ("result_at", record::RESULT_AT),
        ("own_king_at", record::OWN_KING_AT),
        ("their_king_at", record::THEIR_KING_AT),
        ("count_at", record::COUNT_AT),
        ("game_at", record::GAME_AT),
    ];
    let mut text = format!("{{\n  \"network\": {{\n    \"magic\": \"{magic}\"");
    for (name, number) in network {
        write!(text, ",\n    \"{name}\": {number}").unwrap();
    }
    text.push_str("\n  },\n  \"boards\": {");
    for (index, (name, number)) in boards.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(text, "{comma}\n    \"{name}\": {number}").unwrap();
    }
    text + "\n  }\n}\n"
}

/// `WRITE_FORMATS=1 cargo test -p plywise-forge --test formats` writes the file anew.
#[test]
fn the_trainer_reads_the_engines_numbers() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("WRITE_FORMATS").is_some() {
        std::fs::write(&file, formats()).unwrap();
    }
    let held = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        held == formats(),
        "{FILE} is old: run WRITE_FORMATS=1 cargo test -p plywise-forge --test formats"
    );
}
