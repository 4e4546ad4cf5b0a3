//! What the page may ask for.

use serde::{Deserialize, Serialize};

use course::{Answer, ExerciseOrder};

use super::{ColorName, PgnGame, ToyPlayer};

/// A wish of the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Ask {
    /// Whether anybody is there; answered by `pong`.
    Ping {},

    /// A new game; this socket leaves the one it plays. Answered by `game`.
    NewGame(GameOrder),
    /// Goes on with a kept game. Answered by `game`.
    OpenGame {
        /// Its key.
        game: String,
    },
    /// Leaves the game; it is kept as it stands. Answered by `closed`.
    CloseGame {},
    /// Plays a move: UCI (`e2e4`, `e7e8q`) or as people write it (`Nf3`, `e8=Q`, `O-O`).
    /// Answered by `game`, or by `refused` with the reason why it cannot be played.
    Move {
        /// The move.
        text: String,
        /// How many moves were played when the player decided. If the game is
        /// no longer there, the move is refused: nothing is played by mistake.
        #[cfg_attr(test, ts(optional = nullable))]
        ply: Option<u32>,
    },
    /// Takes back moves until a person is to move; first of all what ended the
    /// game by word. Answered by `game`.
    TakeBack {},
    /// Plays again what was taken back. Answered by `game`.
    Redo {},
    /// What a strong player would do. Answered by `hint`.
    Hint {},
    /// The person gives up: who is to move, or the only one. Answered by `game`.
    Resign {},
    /// Offers a draw to the opponent. Answered by `game`, or by `refused`.
    OfferDraw {},
    /// Claims a draw by the rules. Answered by `game`, or by `refused`.
    ClaimDraw {
        /// The move that the player intends to make, if the claim needs it.
        #[cfg_attr(test, ts(optional = nullable))]
        with: Option<String>,
    },
    /// The computer is to move at once. Answered by `done`.
    MoveNow {},
    /// The same again, or with sides changed. Answered by `game`.
    Rematch {
        /// Whether the players change sides.
        switch: bool,
    },
    /// Seats another player, also in the middle of a game. Answered by `game`.
    Seat {
        /// Which side.
        color: ColorName,
        /// The player as it is written everywhere.
        player: String,
    },
    /// Lets the clocks and the computers rest. Answered by `game`.
    Pause {},
    /// Goes on after a pause. Answered by `game`.
    GoOn {},

    /// A position, and perhaps one more move played in it. Answered by `board`.
    Look {
        /// Where.
        place: Place,
        /// A move to play there, in UCI or as people write it.
        #[cfg_attr(test, ts(optional = nullable))]
        play: Option<String>,
    },
    /// Looks into a position until told to stop. Answered by `analysing`, then
    /// by `analysis` about ten times a second with the same number. Replaces what
    /// this socket analysed before.
    Analyse {
        /// Where.
        place: Place,
        /// How many lines, 1 to 5.
        lines: u32,
        /// On how many threads; 1 if not said.
        #[cfg_attr(test, ts(optional = nullable))]
        threads: Option<u32>,
        /// With how much memory in MiB; 16 if not said.
        #[cfg_attr(test, ts(optional = nullable))]
        hash: Option<u32>,
        /// By which engine of the command line, such as `engine:sf`; by the champion
        /// if not said. Refused, now or later, if that engine fails.
        #[cfg_attr(test, ts(optional = nullable))]
        engine: Option<String>,
    },
    /// Ends the analysis. Answered by `done`.
    StopAnalysis {},
    /// Reviews a game. Answered by `reviewProgress` and at the end `review`.
    Review(ReviewOrder),
    /// Ends the review. Answered by `done`.
    StopReview {},
    /// What the coach says about a position and the move that led to it. Answered by `coached`;
    /// a later one of this socket takes its place.
    Coach {
        /// Where.
        place: Place,
    },
    /// What there is to practise. Answered by `practice`.
    Practice {},
    /// Looks through the kept games for positions to practise. Answered by `practiceProgress` and
    /// at the end by `practice`.
    PreparePractice {},
    /// Ends that; what was found so far is kept. Answered by `done`.
    StopPractice {},
    /// The next position to practise. Answered by `lesson`, or by `refused` where none is due.
    NextLesson {
        /// Only of this motif.
        #[cfg_attr(test, ts(optional = nullable))]
        motif: Option<String>,
    },
    /// Tries a move in a position to practise. Answered by `attempt`.
    TryLesson {
        /// The key of the position.
        lesson: String,
        /// The move; without one somebody gives up and wants to see the solution.
        #[cfg_attr(test, ts(optional = nullable))]
        text: Option<String>,
        /// Whether it is the first try since the position was shown, which is the one that counts.
        is_first: bool,
    },
    /// Reads PGN. Answered by `pgn`.
    ReadPgn {
        /// The text, of one game or several.
        text: String,
        /// Which game is wanted whole, from 0.
        #[cfg_attr(test, ts(optional = nullable))]
        game: Option<u32>,
    },
    /// Writes PGN. Answered by `pgnText`.
    WritePgn {
        /// The game.
        game: PgnGame,
    },

    /// How strong the person who plays here is, by the kept games. Answered by
    /// `estimate`.
    Estimate {},

    /// Checks a set-up, whatever stands on the board. Answered by `setup`.
    CheckSetup {
        /// As FEN; fields after the pieces may be left out.
        fen: String,
    },
    /// A starting position of Chess960. Answered by `setup`.
    Chess960 {
        /// Its number, 0 to 959; any if not said.
        #[cfg_attr(test, ts(optional = nullable))]
        number: Option<f64>,
    },

    /// Runs a search and records its tree. Answered by `labBegun`, then
    /// `labProgress` while it runs and `labDone` at its end.
    LabRun(LabOrder),
    /// Ends a run early. Answered by `done`.
    LabStop {
        /// The run.
        run: u32,
    },
    /// Recorded nodes in the order in which they were entered. Answered by `labNodes`.
    LabNodes {
        /// The run.
        run: u32,
        /// The first of them; 0 is the root.
        from: u32,
        /// How many, at most 2000.
        count: u32,
    },
    /// The children of a node in the order they were tried. Answered by `labNodes`.
    LabChildren {
        /// The run.
        run: u32,
        /// The node.
        node: u32,
    },
    /// The root and all nodes next to the way from it to a node: the children of
    /// each node on the way. Answered by `labNodes`.
    LabPath {
        /// The run.
        run: u32,
        /// The node.
        node: u32,
    },
    /// How a tree grew, turn after turn. Answered by `labTurns`.
    LabTurns {
        /// The run.
        run: u32,
        /// The first turn, from 0.
        from: u32,
        /// How many, at most 500.
        count: u32,
    },
    /// Forgets a run and its tree. Answered by `done`.
    LabForget {
        /// The run.
        run: u32,
    },
    /// Algorithms side by side. Answered by a `labRow` for each and `labCompared` at the end.
    LabCompare {
        /// Where.
        place: Place,
        /// Algorithms as `plywise lab compare` takes them.
        algorithms: Vec<String>,
        /// The evaluation's name.
        eval: String,
        /// How deep, in plies.
        depth: u32,
        /// Nodes after which a search is stopped.
        #[cfg_attr(test, ts(optional = nullable))]
        nodes: Option<u32>,
    },
    /// Ends the comparison. Answered by `done`.
    LabStopCompare {},
    /// Minimax and alpha-beta on a tree of numbers. Answered by `toy`.
    Toy {
        /// Such as `((3 5) (2 9))`, or `knights`.
        tree: String,
        /// Who moves at the root.
        player: ToyPlayer,
    },
    /// An evaluation term by term. Answered by `explained`.
    Explain {
        /// Where.
        place: Place,
        /// The evaluation's name.
        eval: String,
    },

    /// The course: its lessons and its words. Answered by `course`.
    Course {},
    /// A lesson of the course. Answered by `courseLesson`.
    CourseLesson {
        /// Its name, such as `alphabeta`.
        lesson: String,
    },
    /// An exercise of the course. The same order always makes the same one. Answered by `exercise`.
    Exercise(ExerciseOrder),
    /// Checks an answer to an exercise. Answered by `marking`.
    CheckExercise {
        /// The exercise, by exactly what was ordered.
        order: ExerciseOrder,
        /// The answer; without one somebody gives up and wants to see the solution.
        #[cfg_attr(test, ts(optional = nullable))]
        answer: Option<Answer>,
    },

    /// Kept games, the latest first. Answered by `kept`.
    ListGames {
        /// Words that players, opening, result or date contain; all games if empty.
        text: String,
        /// How many to leave out at the beginning.
        offset: u32,
        /// How many to list, at most 100.
        limit: u32,
    },
    /// Deletes a kept game for good. Answered by `deleted`.
    DeleteGame {
        /// Its key.
        game: String,
    },
    /// Keeps games that were played elsewhere. Answered by `imported`.
    KeepPgn {
        /// The text, of one game or several.
        text: String,
    },
}

/// A position by the game that led to it, so that repetitions are known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub struct Place {
    /// Where the game began, as FEN; the usual position if not said.
    pub fen: Option<String>,
    /// The moves since, as UCI.
    pub moves: Vec<String>,
}

/// A game as it is ordered.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub struct GameOrder {
    /// Who plays White: `human`, `level:3`, `champion:elo=1200,character=attacker`, `adaptive`,
    /// `alphabeta:depth=4,eval=phased`, `champion`.
    pub white: String,
    /// Who plays Black.
    pub black: String,
    /// Where it begins; the usual position if not said.
    pub fen: Option<String>,
    /// Or the number of a Chess960 position, 0 to 959.
    pub chess960: Option<f64>,
    /// The clocks; none if not said.
    pub clock: Option<ClockOrder>,
    /// Seconds that a computer takes for a move at most, where there is no clock.
    pub seconds: Option<f64>,
    /// Seconds that each move of a game between computers is shown; against a person,
    /// about how long a computer waits before it thinks about a move.
    pub delay: Option<f64>,
}

/// Clocks as they are ordered.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub struct ClockOrder {
    /// Minutes for the game, up to 1440.
    pub minutes: Option<f64>,
    /// Seconds gained with each move, up to 3600.
    pub increment: Option<f64>,
}

/// A review as it is ordered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub struct ReviewOrder {
    /// The game's end; its moves are reviewed.
    pub place: Place,
    /// Nodes a position, 1,000 to 5,000,000; 200,000 if not said.
    pub nodes: Option<u32>,
    /// Whether moves are explained; they are if not said.
    pub words: Option<bool>,
    /// For whom the summary is; for both sides if not said.
    pub side: Option<ColorName>,
}

/// A run of the lab as it is ordered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub struct LabOrder {
    /// Where.
    pub place: Place,
    /// An algorithm such as `alphabeta` or `quiescence:delta`, or `champion`.
    pub algorithm: String,
    /// The evaluation's name.
    pub eval: String,
    /// How deep, in plies.
    pub depth: u32,
    /// Nodes to search at most; a deeper search is left to the deepest that fits.
    pub nodes: Option<u32>,
    /// Which pass through the root to record, from 1; if not said the last, of the champion
    /// the largest.
    pub pass: Option<u32>,
}
