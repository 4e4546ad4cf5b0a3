//! What a lesson is made of, whoever shows it.

use serde::{Deserialize, Serialize};

/// A lesson in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LessonHead {
    /// Its name in links and on the command line: `alphabeta`.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What it is about, in one line.
    pub idea: String,
    /// The chapter that it belongs to.
    pub chapter: String,
    /// Its exercises, each by its kind.
    pub exercises: Vec<ExerciseHead>,
}

/// A kind of exercise in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExerciseHead {
    /// Its name in links and on the command line: `leaf`.
    pub kind: String,
    /// What is asked, in one line.
    pub title: String,
}

/// A whole lesson.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LessonPage {
    /// What the list says of it.
    pub head: LessonHead,
    /// The lesson before it.
    pub previous: Option<String>,
    /// The lesson after it.
    pub next: Option<String>,
    /// Its text, from the top.
    pub blocks: Vec<Block>,
}

/// A piece of a lesson.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Block {
    /// A heading within the lesson; the title itself is none.
    Heading {
        /// 2 or 3.
        level: u32,
        /// Its text.
        text: Vec<Span>,
    },
    /// A paragraph.
    Paragraph {
        /// Its text.
        text: Vec<Span>,
    },
    /// A list.
    List {
        /// Whether its items are numbered.
        numbered: bool,
        /// The items.
        items: Vec<Vec<Span>>,
    },
    /// A table.
    Table {
        /// The first row.
        head: Vec<Vec<Span>>,
        /// The others.
        rows: Vec<Vec<Vec<Span>>>,
        /// Whether its numbers were measured by the program.
        measured: bool,
    },
    /// Something to be typed, or output.
    Code {
        /// The lines.
        text: String,
    },
    /// A picture of a tree.
    Picture {
        /// What it shows, for who does not see it.
        alt: String,
        /// Its file's name.
        name: String,
        /// The picture itself, as SVG.
        svg: String,
    },
    /// A board.
    Board {
        /// The position.
        fen: String,
        /// What there is to see.
        caption: String,
    },
    /// A search to step through, on a board: a run of the lab.
    Tree {
        /// The algorithm, as `labRun` takes it.
        algorithm: String,
        /// How deep, in plies.
        depth: u32,
        /// The evaluation's name.
        eval: String,
        /// Where.
        fen: String,
        /// What there is to see.
        caption: String,
    },
    /// A search to step through, on a tree of numbers: a toy of the lab.
    Toy {
        /// The tree, as `toy` takes it.
        tree: String,
        /// Whether MIN moves at its root instead of MAX.
        min: bool,
        /// What there is to see.
        caption: String,
    },
    /// The algorithm, line by line.
    Pseudocode {
        /// The lines.
        lines: Vec<PseudoLine>,
    },
    /// What the algorithm costs, and what it promises.
    Complexity {
        /// Name and formula or sentence: `time`, `space`, `complete`, `optimal`,
        /// `best case`, `average case`, `worst case`; in this order, as far as they are told.
        rows: Vec<ComplexityRow>,
    },
    /// What the algorithm cannot do, and which lesson mends that.
    Limits {
        /// One limit each.
        items: Vec<Limit>,
    },
}

/// A piece of a line of text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Span {
    /// Plain text.
    Text {
        /// It.
        text: String,
    },
    /// Text to stand out.
    Emphasis {
        /// It.
        text: String,
    },
    /// Text to stand out more.
    Strong {
        /// It.
        text: String,
    },
    /// Something typed, or a name in the program.
    Code {
        /// It.
        text: String,
    },
    /// A link to another lesson.
    Lesson {
        /// What it says.
        text: String,
        /// The lesson.
        lesson: String,
    },
    /// A link to a file of the project, such as `crates/search/src/ladder/alphabeta.rs`.
    File {
        /// What it says.
        text: String,
        /// The file, from the top of the project.
        path: String,
    },
}

/// A line of pseudo-code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PseudoLine {
    /// The line, indented with blanks.
    pub text: String,
    /// The steps of the search at which this line is current.
    pub steps: Vec<StepKind>,
}

/// What a search does at a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum StepKind {
    /// A node is entered.
    Enter,
    /// The horizon: the node is evaluated.
    Leaf,
    /// The game is over by mate.
    Mate,
    /// The game is drawn.
    Draw,
    /// The next move is tried.
    Next,
    /// A move is better than all before it: the value, and alpha or beta, change.
    Better,
    /// A move is too good to be allowed: the rest is cut off.
    Cut,
    /// All moves were searched: the node's value goes up.
    Leave,
    /// The table knew enough.
    Table,
    /// Something is put into the table.
    Store,
    /// Quiescence: the mover is content with the evaluation.
    StandPat,
    /// The mover passes.
    Pass,
    /// A rule left out a move or ended the node.
    Pruned,
    /// The same move is searched a second time.
    Again,
    /// A new pass through the root begins.
    Iteration,
    /// A pass is asked for.
    Call,
    /// The answer of a pass is a lower bound.
    Low,
    /// The answer of a pass is an upper bound.
    High,
    /// What a pass found is kept.
    Kept,
    /// A node in which the side to move is in check.
    Check,
}

/// A row of what an algorithm costs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComplexityRow {
    /// `time`, `space`, `complete`, `optimal`, `best case`, `average case`, `worst case`.
    pub name: String,
    /// A formula such as `b^d`, or a sentence.
    pub text: String,
}

/// Something that an algorithm cannot do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Limit {
    /// What.
    pub text: Vec<Span>,
    /// The lesson that mends it, if one does.
    pub lesson: Option<String>,
}
