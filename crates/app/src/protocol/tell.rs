//! What the server may tell.

use course::{Exercise, GlossaryWord, LessonHead, LessonPage, Marking};
use serde::{Deserialize, Serialize};

use super::{
    AnalysisReport, AttemptView, BoardView, CoachView, CompareRow, Explanation, GameView, House,
    KeptList, LabNode, LabProgress, LabReport, LabTurn, LessonView, LineView, PgnText, PlayedMove,
    PracticeView, ReviewReport, ThoughtView, ToyStory, Value,
};

/// What the server sends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// The request that this answers; nothing where the server speaks unasked.
    pub id: Option<u32>,
    /// What is told.
    #[serde(flatten)]
    pub tell: Tell,
}

/// News from the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Tell {
    /// The first word on every socket.
    Welcome(Box<House>),
    /// It cannot be done: one sentence that says why, or what is allowed.
    Refused {
        /// The sentence.
        sentence: String,
    },
    /// Something ended that has nothing else to tell.
    Done {},
    /// Somebody is there.
    Pong {},

    /// The game this socket plays, after each change, asked or unasked.
    Game(Box<GameView>),
    /// What the computer to move thinks, about ten times a second.
    Thought(Box<ThoughtView>),
    /// The game was left.
    Closed {},
    /// What a strong player would do.
    Hint {
        /// The move for programs.
        uci: String,
        /// The move for people.
        san: String,
        /// What it is worth. White's view.
        value: Option<Value>,
        /// The line expected.
        line: LineView,
    },

    /// A position.
    Board {
        /// The position.
        board: Box<BoardView>,
        /// The move that was played to get there, if one was asked for.
        played: Option<PlayedMove>,
        /// All legal moves, in both notations.
        legal: LineView,
    },
    /// An analysis begins.
    Analysing {},
    /// An analysis so far.
    Analysis(Box<AnalysisReport>),
    /// A review so far: positions done, of how many.
    ReviewProgress {
        /// Done.
        done: u32,
        /// In all.
        total: u32,
        /// What the last of them is worth. White's view.
        value: Value,
    },
    /// A review.
    Review(Box<ReviewReport>),
    /// What the coach says about a position and the move that led to it.
    Coached(Box<CoachView>),
    /// What there is to practise.
    Practice(Box<PracticeView>),
    /// How many of the kept games were looked through.
    PracticeProgress {
        /// So many are done.
        done: u32,
        /// Of so many.
        total: u32,
    },
    /// A position to practise.
    Lesson(Box<LessonView>),
    /// What became of a try.
    Attempt(Box<AttemptView>),
    /// The course.
    Course {
        /// Its lessons, in their order.
        lessons: Vec<LessonHead>,
        /// Its words, sorted.
        words: Vec<GlossaryWord>,
    },
    /// A lesson of the course.
    CourseLesson(Box<LessonPage>),
    /// An exercise.
    Exercise(Box<Exercise>),
    /// What an answer to an exercise is worth.
    Marking(Box<Marking>),
    /// PGN as it was read.
    Pgn(Box<PgnText>),
    /// PGN as it is written.
    PgnText {
        /// The text.
        text: String,
    },

    /// A set-up as it was read.
    Setup {
        /// As FEN, whether legal or not; nothing where it could not be read.
        fen: Option<String>,
        /// Every reason why it is not legal, a sentence each; none if it is.
        faults: Vec<String>,
        /// The board, if it is legal.
        board: Option<Box<BoardView>>,
        /// The number of the Chess960 starting position that it is, if it is one.
        chess960: Option<u16>,
    },

    /// A run of the lab begins.
    LabBegun {
        /// Its number.
        run: u32,
    },
    /// A run of the lab so far.
    LabProgress(Box<LabProgress>),
    /// A run of the lab is over; its nodes can be asked for.
    LabDone(Box<LabReport>),
    /// Nodes of a run.
    LabNodes {
        /// The run.
        run: u32,
        /// The nodes.
        nodes: Vec<LabNode>,
    },
    /// Turns of a run.
    LabTurns {
        /// The run.
        run: u32,
        /// The turns.
        turns: Vec<LabTurn>,
    },
    /// A row of a comparison.
    LabRow(Box<CompareRow>),
    /// A comparison is over.
    LabCompared {
        /// How many nodes minimax visits here, the root not counted.
        minimax: Option<f64>,
        /// Whether that number is exact.
        exact: bool,
    },
    /// A toy.
    Toy(Box<ToyStory>),
    /// An evaluation term by term.
    Explained(Box<Explanation>),

    /// What the kept games say of the person who plays here.
    Estimate {
        /// The rating that is expected.
        rating: u32,
        /// Half the interval that holds it in 95 of 100 cases.
        error: u32,
        /// Finished games that it rests on.
        games: u32,
        /// The rating of the opponent that adapts in the next game.
        opponent: u32,
    },
    /// Kept games.
    Kept(KeptList),
    /// A game was deleted.
    Deleted {
        /// Its key.
        game: String,
    },
    /// Games that were played elsewhere are kept.
    Imported {
        /// Their keys.
        games: Vec<String>,
        /// What could not be read, in sentences.
        remarks: Vec<String>,
    },
}
