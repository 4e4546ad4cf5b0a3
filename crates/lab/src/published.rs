//! What the five reports published: facts, each written once, here.
//!
//! The reports are named by letter: T (*Thinking in Moves*), J (*Chess Engine
//! with MiniMax and Alpha Beta Pruning*), A (*Chess using Alpha-Beta*), P
//! (*Chess AI Report*), Q (*Minmax, Alpha-Beta, Quiescence*). Depths count
//! plies here, and nodes are calls without the root's. Counts of minimax and
//! values are facts about chess and must be met to the last node; counts of
//! alpha-beta depend on the order in which a library lists moves.

/// A position of report P.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Its number in the report.
    pub number: u32,
    /// What it is.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
}

/// Report P's five boards. The fifth diagram is damaged in the text; this is
/// its puzzle: Black's queen takes on a5, or mates on h1.
pub const BOARDS: [Board; 5] = [
    Board {
        number: 1,
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    },
    Board {
        number: 2,
        name: "Sicilian",
        fen: "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1",
    },
    Board {
        number: 3,
        name: "middle game",
        fen: "r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1",
    },
    Board { number: 4, name: "endgame", fen: "8/pkP5/8/8/P7/6q1/3Q2p1/2R2rK1 w - - 0 1" },
    Board { number: 5, name: "puzzle", fen: "5k2/8/8/Q6q/8/PPP5/PPP5/K7 b - - 0 1" },
];

/// Function calls and values of one board, at 1, 2, 3 and 4 plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Calls {
    /// The board's number.
    pub board: u32,
    /// Minimax: exact.
    pub minimax: [u64; 4],
    /// Alpha-beta: about.
    pub alphabeta: [u64; 4],
    /// Alpha-beta with a table: about.
    pub table: [u64; 4],
    /// The value in pawns for the mover, with `material`: exact.
    pub value: [i32; 4],
}

/// Report P: function calls and values.
pub const CALLS: [Calls; 3] = [
    Calls {
        board: 1,
        minimax: [20, 420, 9_322, 206_603],
        alphabeta: [20, 420, 1_298, 13_873],
        table: [20, 420, 1_038, 6_024],
        value: [0, 0, 0, 0],
    },
    Calls {
        board: 3,
        minimax: [35, 1_111, 39_894, 1_275_708],
        alphabeta: [35, 1_111, 8_392, 246_987],
        table: [35, 1_110, 8_908, 119_208],
        value: [3, -2, 2, -2],
    },
    Calls {
        board: 4,
        minimax: [1, 33, 1_016, 25_078],
        alphabeta: [1, 33, 161, 3_925],
        table: [1, 33, 158, 2_267],
        value: [5, -8, 1, 0],
    },
];

/// Report P: the best move that iterative deepening found at 1, 2, 3 and 4
/// plies, by board.
pub const DEEPENING: [(u32, [&str; 4]); 2] =
    [(2, ["d4c6", "d4c6", "f1b5", "f1b5"]), (5, ["h5a5", "h5h1", "h5a5", "h5h1"])];

/// One move of report Q's game of minimax and alpha-beta.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameMove {
    /// The move made after the search.
    pub mv: &'static str,
    /// Minimax, nodes at plies 1 to 4: exact.
    pub minimax: [u64; 4],
    /// Minimax's seconds.
    pub minimax_seconds: f64,
    /// Alpha-beta, nodes at plies 1 to 3: about.
    pub alphabeta: [u64; 3],
    /// Alpha-beta's seconds.
    pub alphabeta_seconds: f64,
}

/// Report Q: nodes per ply along a game from the starting position.
pub const GAME: [GameMove; 6] = [
    GameMove {
        mv: "b1c3",
        minimax: [20, 400, 8_902, 197_281],
        minimax_seconds: 27.0,
        alphabeta: [20, 135, 1_076],
        alphabeta_seconds: 2.0,
    },
    GameMove {
        mv: "c7c6",
        minimax: [20, 440, 9_755, 234_656],
        minimax_seconds: 33.3,
        alphabeta: [22, 43, 609],
        alphabeta_seconds: 1.8,
    },
    GameMove {
        mv: "a1b1",
        minimax: [22, 462, 11_116, 264_316],
        minimax_seconds: 36.9,
        alphabeta: [21, 214, 2_143],
        alphabeta_seconds: 7.1,
    },
    GameMove {
        mv: "g8h6",
        minimax: [21, 441, 10_648, 249_005],
        minimax_seconds: 33.5,
        alphabeta: [21, 41, 692],
        alphabeta_seconds: 2.4,
    },
    GameMove {
        mv: "c3e4",
        minimax: [21, 441, 10_363, 247_970],
        minimax_seconds: 34.2,
        alphabeta: [21, 103, 1_610],
        alphabeta_seconds: 5.0,
    },
    GameMove {
        mv: "d8c7",
        minimax: [21, 501, 11_217, 279_541],
        minimax_seconds: 38.3,
        alphabeta: [24, 25, 601],
        alphabeta_seconds: 1.8,
    },
];

/// Report Q: the average number of moves in a position, of minimax and of alpha-beta alike.
pub const AVERAGE_BRANCHING: f64 = 20.0;
/// Report Q: the average time of a move, minimax to four plies.
pub const AVERAGE_MINIMAX_SECONDS: f64 = 30.0;
/// Report Q: the same of alpha-beta to three plies.
pub const AVERAGE_ALPHABETA_SECONDS: f64 = 3.0;

/// One move of report Q's game of quiescence searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QuietMove {
    /// The move made after the search.
    pub mv: &'static str,
    /// Nodes at plies 1, 2, 3 …: three full plies, then captures.
    pub nodes: &'static [u64],
    /// Its seconds.
    pub seconds: f64,
}

/// Report Q: nodes per ply of quiescence, along a game of its own.
pub const QUIET_GAME: [QuietMove; 6] = [
    QuietMove { mv: "g1h3", nodes: &[20, 20, 445, 638, 201, 8], seconds: 4.7 },
    QuietMove { mv: "g8h6", nodes: &[20, 20, 449, 485, 40, 4], seconds: 2.8 },
    QuietMove { mv: "h3g5", nodes: &[20, 20, 426, 1_547, 1_166, 48, 3], seconds: 9.8 },
    QuietMove { mv: "h8g8", nodes: &[25, 29, 690, 923, 257, 21, 2, 2, 1], seconds: 5.3 },
    QuietMove { mv: "g5h7", nodes: &[18, 23, 409, 1_464, 1_151, 93, 2], seconds: 8.8 },
    QuietMove { mv: "g8h8", nodes: &[22, 22, 528, 528], seconds: 2.7 },
];

/// Report T: what its program printed after a game, said to be at depth 4.
pub mod t {
    /// The depth that goes with the figures.
    pub const DEPTH: u32 = 4;
    /// The game that they were printed after; the program had Black.
    pub const GAME: [&str; 12] = [
        "e2e4", "g8f6", "d2d4", "f6e4", "g1f3", "b8c6", "c2c3", "d7d5", "f1d3", "d8d7", "d1d2",
        "e4d2",
    ];
    /// Average time of a move.
    pub const SECONDS: f64 = 2.818;
    /// Average positions analysed for a move.
    pub const POSITIONS: f64 = 3_564.8;
    /// Average number of moves in the positions analysed.
    pub const BRANCHING: f64 = 30.076;
    /// Average time of a move at depth 5, from and to.
    pub const SECONDS_AT_5: [f64; 2] = [20.0, 30.0];
    /// The worked example's left half; its root is a maximiser. The rest of
    /// the leaves is only in the figure.
    pub const LEFT_HALF: &str = "(((8 7) (3 9)) ((9 8) (2 4)))";
    /// The next two leaves, of which the second is cut.
    pub const NEXT_LEAVES: [i32; 2] = [1, 8];
    /// Values of the root's left son and of the root.
    pub const VALUES: [i32; 2] = [7, 8];
}

/// Report A: times on a desktop of its day, as bounds.
pub mod a {
    /// `simple`, depth 6: under so many seconds, three kinds of positions.
    pub const SIMPLE_6: f64 = 120.0;
    /// `simple`, depth 7, all pieces and no pawns: over so many seconds.
    pub const SIMPLE_7: f64 = 600.0;
    /// `phased`, depth 7: mostly under so many seconds.
    pub const PHASED_7: f64 = 60.0;
    /// `phased`, an endgame of four queens at effective depth 9: under so many seconds.
    pub const PHASED_9: f64 = 300.0;
}

/// Report J: how a tree grows, and what alpha-beta saves in its example.
pub mod j {
    /// The branching factor it reckons with.
    pub const BRANCHING: u64 = 30;
    /// Leaves at 3, 4 and 5 plies.
    pub const LEAVES: [(u32, u64); 3] = [(3, 27_000), (4, 810_000), (5, 24_300_000)];
    /// In its example alpha-beta visits the first of the second number of leaves.
    pub const EXAMPLE: [u64; 2] = [8, 19];
    /// What its evaluation says of three positions that only its pictures show, for White in pawns.
    pub const EVALUATIONS: [f64; 3] = [7.05, 0.05, -9.55];
}
