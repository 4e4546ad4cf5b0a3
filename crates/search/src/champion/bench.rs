//! The signature of the search: how many nodes it takes for fixed positions to
//! a fixed depth. The same on every machine; another number is another search.

use std::time::{Duration, Instant};

use chess::Position;
use eval::IncrementalEvaluator;

use super::{Job, MemoryError, Solo};
use crate::{Limits, Signals};

/// The depth of the usual run.
pub const DEPTH: u32 = 12;
/// The table of a run, in MiB.
const HASH: usize = 16;

/// What a run took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// All nodes.
    pub nodes: u64,
    /// All time.
    pub time: Duration,
}

/// Searches all [`POSITIONS`] to `depth` with one thread, one after the other
/// and with nothing forgotten in between.
pub fn run<J: IncrementalEvaluator>(
    depth: u32,
    make_evaluator: impl Fn() -> J,
) -> Result<BenchResult, MemoryError> {
    let mut solo = Solo::new(HASH)?;
    let mut evaluator = make_evaluator();
    let (limits, signals) = (Limits::depth(depth), Signals::new());
    let begun = Instant::now();
    let positions = POSITIONS.iter().filter_map(|fen| fen.parse::<Position>().ok());
    let nodes = positions
        .map(|position| solo.search(&Job::new(&position, &limits, &signals), &mut evaluator).nodes)
        .sum();
    Ok(BenchResult { nodes, time: begun.elapsed() })
}

/// The start, a start of Chess960, two composed endings, and positions from games
/// of this engine against itself after eight random half-moves.
pub const POSITIONS: [&str; 50] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
    "8/5k2/8/2p5/1pP5/1P3K2/8/8 w - - 0 1",
    "8/8/2k5/6q1/8/3K4/4Q3/8 b - - 0 1",
    "r1bqkbnr/p1pp1ppp/4p3/1p6/3nP3/1QP5/PP1P1PPP/RNB1KBNR w KQkq - 0 5",
    "r2q1rk1/p1p1n1bp/1p2b3/3p1p1R/5PP1/2PNBP2/PP6/R2QKB2 b Q - 1 18",
    "5k2/r2p3R/1ppNp3/p4p2/2P5/8/PP2B1r1/3K4 w - - 8 32",
    "5r2/8/3k1b1R/P3p1p1/1p2Kn2/1N6/1P6/8 b - - 3 45",
    "6k1/4r3/r7/1R4NK/7P/8/8/8 w - - 3 59",
    "r1b2rk1/4bppp/2p2n2/pNQ5/4PP2/P2B4/1P1B2PP/R3K2R b KQ - 0 17",
    "2r2bk1/pp4p1/5n2/3p4/P2P4/2P1R1Pp/1PK5/R7 w - - 0 31",
    "7k/7p/2br1p2/5BP1/pK3RP1/8/2P5/8 b - - 0 44",
    "8/8/3k4/1P6/pK6/N7/8/8 w - - 3 58",
    "2bqk2r/1p2npb1/r2p2p1/p1pPp1Pp/n1N1P2P/5P2/P1PBN1B1/1RQ1K2R b Kk - 5 16",
    "2rq1r2/5pbk/1p1p3p/pPnP1Pp1/2N1p3/1P2B2P/2B2RP1/2Q2RK1 w - - 0 30",
    "3r2k1/5pb1/1QB5/4P1pp/1p1B1p2/3K1P2/3N2q1/8 b - - 7 43",
    "8/6k1/8/5p1P/R4N2/P5K1/2r3P1/8 w - - 1 57",
    "1rbq1rk1/p1p3pp/1pn5/2b2pN1/P3PPnP/2NP1B2/1PPB4/R2QK2R b KQ - 6 15",
    "6k1/2bb4/1pp2pp1/2p4p/P1P1P2P/4NN2/5PP1/1R4K1 w - - 0 29",
    "8/5k2/4bp2/3Np2p/4P2P/1rrB1n2/5N2/3R1K2 b - - 1 42",
    "8/p7/2p2n2/P3K1k1/8/P4b2/2P3p1/6R1 w - - 3 56",
    "r1b1kb1r/p1p4p/n4p2/1NP1pp2/7P/4P3/P4PP1/2R1KBNR b Kkq - 0 14",
    "5r1k/3q2pp/p3p3/2p2nPR/PpP5/1P3P2/1B2QP2/4K3 w - - 0 28",
    "8/8/4k3/3n4/R4p2/P4K2/1r6/8 b - - 0 41",
    "8/3Kr3/k7/7p/2R5/p7/B7/8 w - - 0 55",
    "r1q1k1r1/pbnnppbp/1p1p4/2pP2B1/2P1PP2/2N5/PPQ1N1PP/2KR1B1R b q - 0 13",
    "4r2k/3n3p/p2p2p1/PppN1rP1/1P3P2/2NP4/2PK4/1R5R w - - 0 27",
    "3r4/5k2/5pp1/1pq1p2p/2pbP2P/P4PP1/1PQ1B1K1/3R4 b - - 3 40",
    "8/3k4/8/3p4/3P1B1b/pK2P3/5P2/8 w - - 0 54",
    "rQ2k1nr/3n1pp1/p2ppbb1/2p4p/2P1P3/2NP1N1P/PP3PP1/R1BB1RK1 b kq - 0 12",
    "3k3r/2np1p2/2nBp3/p2bP2p/Pp4pP/1P6/5PP1/1R2KB1R w K - 0 26",
    "r7/6p1/n7/2Bk1P2/3pR2p/p7/2P3KP/1R6 b - - 0 39",
    "2k5/5r1p/8/4p2R/4P3/r2K2P1/7P/8 w - - 9 53",
    "1nbqk2r/3p2p1/4pn2/rp3p1p/PbpP1P2/4PN2/2PN2PP/1RBQKB1R b k - 3 11",
    "2r3k1/5pp1/1p2nn1r/pB1p3p/P3p1bP/1NN1P1P1/1PPK2P1/4RR2 w - - 4 25",
    "3r4/kp6/r4pp1/2bp3p/2nN3P/pR2P1qP/2P3B1/Q3R2K b - - 1 38",
    "8/8/6p1/4kqP1/8/4K3/6R1/8 w - - 4 52",
    "r2qk1nr/1bpp2pp/4p3/pp3p2/3NPP2/1P1P4/2PN2PP/R2QKB1R b KQkq - 1 10",
    "4k3/p2n1p1p/b1p3rp/q2pp3/P1PPB2b/4N1P1/1BQN1P2/4K3 w - - 0 24",
    "2k1r3/2p2N2/ppnp1R2/7p/1PP5/P1Q3Pq/3B4/2K5 b - - 6 37",
    "8/pk1n4/7p/P4K1P/8/8/2R5/8 w - - 1 51",
    "r1bqkbnr/1pp3p1/p4p2/3pp1Pp/8/3P1N2/PPPPQPBP/RNB2RK1 b kq - 1 9",
    "r3k3/2p1pp2/pp3n2/8/2P5/r1P1Pp2/5Q1P/5RK1 w - - 0 23",
    "4r3/3bnQ2/1p6/p1pp2k1/P2P1p2/3N1P2/1PP5/2K5 b - - 1 36",
    "8/8/5K2/P4P2/P3k3/6r1/8/8 w - - 0 50",
    "r1bqk2r/p1p1p1bp/1pn2p1n/3p2pP/3P4/P1N1PP1N/1PP3P1/R1BQKB1R b KQkq - 0 8",
    "1r2kb1r/4p3/8/3p1p1p/3PnP2/1P3N2/3B2PP/R1R3K1 w k - 3 22",
    "4k2r/6p1/1pp5/4p1pp/4P3/2B2P2/PKP1R3/8 b k - 0 35",
    "8/2N2R2/3k4/8/6P1/2n1b3/7P/7K w - - 1 49",
    "r1bqkb1r/1p2pppp/2n4n/2pp4/1P6/4P1PP/1BPP1P2/RN1QKBNR b KQkq - 0 7",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_positions_are_legal_and_different() {
        let positions: HashSet<u64> =
            POSITIONS.iter().map(|fen| fen.parse::<Position>().unwrap().key()).collect();
        assert_eq!(positions.len(), POSITIONS.len());
    }
}
