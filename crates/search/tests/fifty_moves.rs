//! Mates near the end that the fifty-move rule sets, compared with brute force.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::champion_support::brute_mate::{Cases, shortest_mate};
use crate::champion_support::{position, replay, solve};
use plywise_search::Limits;

/// Moves that reset the counter make longer mates possible than it seems to leave.
#[test]
fn a_mate_by_way_of_a_capture_is_found() {
    for fen in ["8/Q2K4/1p6/8/8/R7/8/5k2 w - - 96 1", "5R2/2B5/1K6/8/8/8/1R5b/7k w - - 96 1"] {
        let position = position(fen);
        assert_eq!(shortest_mate(&position, 4), Some(3), "{fen}");
        let found = solve(&position, &Limits { mate: Some(4), ..Limits::nodes(1_000_000) });
        assert_eq!(found.score.mate_moves(), Some(3), "{fen}: {:?}", found.pv);
        replay(&position, &found.pv, found.score);
    }
}

#[test]
fn wanted_mates_are_those_of_brute_force() {
    for case in Cases::new(18).take(40) {
        let position = &case.position;
        let limits = Limits { mate: Some(case.most), ..Limits::nodes(150_000) };
        let found = solve(position, &limits);
        let mate = found.score.mate_moves().filter(|&moves| moves > 0 && moves <= case.most as i32);
        assert_eq!(mate, case.shortest.map(|moves| moves as i32), "{position}: {:?}", found.pv);
        replay(position, &found.pv, found.score);
    }
}
