//! Each motif in a line where it holds, and in one that only looks like it.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use chess::{Move, Position};
use plywise_coach::motifs::sightings;
use plywise_coach::{Motif, Tactic};
use uci::Value;

/// The motifs of a line; a move before the position stands first, after a bar.
fn seen(fen: &str, line: &str) -> Vec<Motif> {
    let mut position: Position = fen.parse().unwrap();
    let mut prior = None;
    let mut moves: Vec<Move> = Vec::new();
    let (before, line) = line.split_once('|').unwrap_or(("", line));
    for text in before.split_whitespace() {
        let mv = position.parse_uci(text).unwrap();
        prior = Some((position, mv));
        position.play(mv).unwrap();
    }
    let start = position;
    for text in line.split_whitespace() {
        let mv = position.parse_uci(text).unwrap();
        position.play(mv).unwrap();
        moves.push(mv);
    }
    let tactic = Tactic::of_line(&start, prior, &moves, Value::Cp(300));
    sightings(&tactic).into_iter().map(|sighting| sighting.motif).collect()
}

#[test]
fn motifs_are_seen_where_they_are_and_not_where_they_seem() {
    for (motif, [fen, line], [other_fen, other_line]) in [
        (
            Motif::Fork,
            ["r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7 e8d7 c7a8"],
            // The forking piece can be taken.
            ["rb2k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7 b8c7"],
        ),
        (
            Motif::Pin,
            ["4k3/8/8/4n3/8/5P2/8/4RK2 w - - 0 1", "f3f4 e8d7 f4e5"],
            // Nothing stands behind the knight.
            ["3k4/8/8/4n3/8/5P2/8/4RK2 w - - 0 1", "f3f4 e5f3"],
        ),
        (
            Motif::Skewer,
            ["r7/8/8/8/k7/8/8/1R2K3 w - - 0 1", "b1a1 a4b4 a1a8"],
            // What stands behind the king is guarded.
            ["rr6/8/8/8/k7/8/8/1R2K3 w - - 0 1", "b1a1 a4b4 a1a8"],
        ),
        (
            Motif::DiscoveredAttack,
            ["4k3/8/8/8/4N3/8/q7/4RK2 w - - 0 1", "e4c3 e8d7 c3a2"],
            // The rook attacks nothing.
            ["3k4/8/8/8/4N3/8/q7/4RK2 w - - 0 1", "e4c3 a2b2"],
        ),
        (
            Motif::DoubleCheck,
            ["4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6"],
            ["4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4c3"],
        ),
        (
            Motif::BackRankMate,
            ["6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"],
            // The other rook takes the squares before the king, not its own pawns.
            ["6k1/1R6/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"],
        ),
        (
            Motif::HangingPiece,
            ["4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5"],
            ["4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", "d1d5"],
        ),
        (
            Motif::TrappedPiece,
            ["4k3/8/8/8/8/2P5/bPK5/R7 w - - 0 1", "b2b3 e8d7 a1a2"],
            // The bishop can take the pawn.
            ["4k3/8/8/8/8/2P5/bP1K4/R7 w - - 0 1", "b2b3 e8d7 a1a2"],
        ),
        (
            Motif::Deflection,
            ["4k3/8/1q6/8/P7/8/1r6/1R5K w - - 0 1", "a4a5 b6a5 b1b2"],
            // The queen guards the rook from where it is now.
            ["4k3/8/1q6/8/P7/8/1r6/1R5K w - - 0 1", "a4a5 b6b5 b1b2"],
        ),
        (
            Motif::Attraction,
            ["3q2k1/8/8/6N1/8/8/8/K6R w - - 0 1", "h1h8 g8h8 g5f7 h8g7 f7d8"],
            // Nothing comes of it.
            ["3q2k1/8/8/6N1/8/8/8/K6R w - - 0 1", "h1h8 g8h8 g5e6"],
        ),
        (
            Motif::CapturingDefender,
            ["4k3/8/8/2n5/4b3/8/8/2R1R1K1 w - - 0 1", "c1c5 e8d7 e1e4"],
            // Another guard is left.
            ["4k3/8/8/2n2p2/4b3/8/8/2R1R1K1 w - - 0 1", "c1c5 e8d7 e1e4"],
        ),
        (
            Motif::Intermezzo,
            ["3rk3/8/8/8/3N4/8/8/3RK2B b - - 0 1", "d8d4 | h1c6 e8e7 d1d4"],
            // The opponent has taken nothing there.
            ["4k3/8/8/8/3r4/8/8/3RK2B w - - 0 1", "h1c6 e8e7 d1d4"],
        ),
        (
            Motif::Promotion,
            ["8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"],
            ["8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "e1e2"],
        ),
    ] {
        assert!(seen(fen, line).contains(&motif), "{motif:?} is there: {:?}", seen(fen, line));
        let other = seen(other_fen, other_line);
        assert!(!other.contains(&motif), "{motif:?} only seems to be there: {other:?}");
    }
}

#[test]
fn every_motif_has_a_name_of_its_own() {
    let mut names: Vec<&str> = Motif::ALL.iter().map(|motif| motif.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Motif::ALL.len());
}
