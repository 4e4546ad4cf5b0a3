//! The rules.

use chess::{Position, Setup, perft};

use super::text;

#[test]
fn legal_and_illegal_positions_are_told_apart() {
    let (valid, invalid) = (text("fen/valid.sfens"), text("fen/invalid.sfens"));
    for fen in valid.lines() {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.to_fen(chess::CastlingLetters::Shredder).parse(), Ok(position));
    }
    for fen in invalid.lines() {
        let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(!setup.faults().is_empty(), "{fen}");
    }
    assert_eq!((valid.lines().count(), invalid.lines().count()), (5000, 5000));
}

/// Values of the list that trying out all captures refutes: in the first both
/// sides go on to the end, in the second a pawn retakes and becomes a queen.
const CORRECTED: [(&str, i32); 2] = [
    ("3r3k/3r4/2n1n3/8/3p4/2PR4/1B1Q4/3R3K w - - 0 1", -100),
    ("8/8/8/1k6/6b1/4N3/2p3K1/3n4 w - - 0 1", -800),
];

#[test]
fn exchanges_have_their_published_values() {
    let text = text("epd/see.tsv");
    let mut checked = 0;
    for line in text.lines().skip(1) {
        let [fen, mv, value, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        // One position has its king in check out of turn.
        let Ok(position) = fen.parse::<Position>() else { continue };
        let corrected = CORRECTED.iter().find(|(wrong, _)| *wrong == fen);
        let value = corrected.map_or_else(|| value.parse().unwrap(), |&(_, value)| value);
        let mv = position.parse_uci(mv).unwrap();
        assert_eq!(position.see(mv), value, "{line}");
        checked += 1;
    }
    assert!(checked >= 70, "{checked}");
}

#[test]
fn perft_suites_to_a_quick_depth() {
    for name in ["perft/perftsuite.epd", "perft/fischer.epd"] {
        let text = text(name);
        for line in text.lines() {
            let at = line.find("D1").unwrap();
            let position: Position = line[..at].trim_end_matches([' ', ';']).parse().unwrap();
            for (depth, count) in (1..).zip(line[at..].split(';')) {
                let nodes: u64 = count.split_whitespace().nth(1).map_or(0, |n| n.parse().unwrap());
                if (1..=1_000_000).contains(&nodes) {
                    assert_eq!(perft::count(&position, depth), nodes, "{position} {depth}");
                }
            }
        }
    }
}
