//! What the page and the server say to each other, as types.
//!
//! The page sends a [`Request`]: a number of its own choice and an [`Ask`]. The
//! server answers with a [`Message`]: the number of the request that it answers,
//! or `null` where it speaks unasked, and a [`Tell`]. Both are JSON objects with
//! a field `type`. Every request gets at least one message with its number, if
//! only [`Tell::Refused`] with a sentence that says why.
//!
//! The TypeScript of these types stands in `web/src/protocol`, written by a test
//! of this module.
//!
//! Scores and values are White's view everywhere but in the lab, where they are
//! the view of the side that moves at the root.

mod analysis;
mod ask;
mod board;
mod house;
mod kept;
mod lab;
mod pgn;
mod play;
mod practice;
mod tell;
#[cfg(test)]
mod typescript;

use serde::{Deserialize, Serialize};

pub use analysis::{
    Accuracy, AnalysisLine, AnalysisReport, ClaimView, CoachView, MoveMark, PhaseAccuracy,
    ReviewReport, ReviewedMove, TablebaseReport, TablebaseVerdict,
};
pub use ask::{Ask, ClockOrder, GameOrder, LabOrder, Place, ReviewOrder};
pub use board::{
    BoardView, ColorName, Destinations, LineView, OpeningName, PlayedMove, Value, Wdl,
};
pub use house::{
    AlgorithmCard, CharacterCard, EvaluationCard, House, LevelCard, Most, PlayerCard, RungKind,
};
pub use kept::{KeptGame, KeptList};
pub use lab::{
    CompareRow, EvalTerm, Explanation, LabChange, LabCounters, LabLeftOut, LabNode, LabNote,
    LabNumbers, LabProgress, LabReport, LabTerm, LabTurn, LabValue, ToyCut, ToyFound, ToyNode,
    ToyPlayer, ToyStep, ToyStory,
};
pub use pgn::{PgnGame, PgnHead, PgnNode, PgnTag, PgnText};
pub use play::{
    ClockView, EndView, GameView, MoveView, PlayerStatistics, SeatView, Takings, ThoughtView,
};
pub use practice::{AttemptView, LessonView, PracticeView, TopicView};
pub use tell::{Message, Tell};

/// What the page sends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// A number of the page's choice; answers carry it.
    pub id: u32,
    /// What is wanted.
    #[serde(flatten)]
    pub ask: Ask,
}
