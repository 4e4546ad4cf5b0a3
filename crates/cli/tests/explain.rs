//! `plywise explain` as a user runs it.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::program::{complaint, printed};

const FOOLS_MATE: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";

#[test]
fn a_bad_move_is_explained_to_people_and_programs() {
    for mv in ["g4", "g2g4"] {
        let text = printed(&["explain", "--fen", FOOLS_MATE, "--move", mv]);
        assert!(text.starts_with("g4??: blunder"), "{text}");
        assert!(text.contains("g4 allows mate in 1: Qh4#.\n    Qh4#\n"), "{text}");
        assert!(text.contains("\nBetter: "), "{text}");
    }
    let json = printed(&["explain", "--fen", FOOLS_MATE, "--move", "g4", "--json"]);
    let record: serde_json::Value = serde_json::from_str(json.trim()).unwrap();
    assert_eq!((record["fen"].as_str(), record["move"].as_str()), (Some(FOOLS_MATE), Some("g2g4")));
    assert_eq!(record["mark"].as_str(), Some("blunder"));
    assert!(record["loss"].as_f64().unwrap() > 0.3);
    let claim = &record["claims"][0];
    assert_eq!(claim["kind"].as_str(), Some("mateIn1"));
    assert_eq!(claim["line"][0].as_str(), Some("d8h4"));
    for key in ["text", "squares", "proof"] {
        assert!(!claim[key].is_null(), "{key}: {claim}");
    }
}

#[test]
fn a_position_is_explained_without_a_move() {
    let hanging = "4k3/5ppp/8/3n4/8/8/5PPP/3R2K1 w - - 0 1";
    let text = printed(&["explain", "--fen", hanging]);
    assert!(text.contains("White wins a knight with Rxd5."), "{text}");
    let json = printed(&["explain", "--fen", hanging, "--json"]);
    let record: serde_json::Value = serde_json::from_str(json.trim()).unwrap();
    assert_eq!(record["claims"][0]["role"].as_str(), Some("chance"));
    let quiet = printed(&["explain"]);
    assert_eq!(quiet, "Nobody wins anything by force here, and nothing is threatened.\n");
}

#[test]
fn where_the_game_is_over_it_says_so() {
    for (fen, sentence) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "The game is over: draw by stalemate.\n"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "The game is over: White wins by checkmate.\n"),
        (
            "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
            "The game is over: draw: too few pieces are left for any mate.\n",
        ),
    ] {
        assert_eq!(printed(&["explain", "--fen", fen]), sentence);
        let json = printed(&["explain", "--fen", fen, "--json"]);
        assert!(json.contains("\"claims\":[]"), "{json}");
    }
    // A draw that can be claimed is none yet.
    let claimable = "7k/8/6K1/8/8/8/8/5Q2 w - - 100 80";
    assert!(printed(&["explain", "--fen", claimable]).starts_with("White mates in 1"));
}

#[test]
fn what_makes_no_sense_is_refused_in_a_sentence() {
    complaint(&["explain", "--fen", "nonsense", "--move", "e4"], 2);
    for mv in ["Qh5", "e2e5", "x"] {
        let sentence = complaint(&["explain", "--move", mv], 2);
        assert!(!sentence.is_empty());
    }
    complaint(&["explain", "--nodes", "1"], 2);
}
