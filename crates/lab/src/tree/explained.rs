//! A node of a search as it is told: with its reason, and all numbers from the
//! view of the side that moves at the root.

use chess::Color;
use eval::Score;
use search::{Bound, Compared, Rule, Window};
use serde::{Deserialize, Serialize};

/// A node with its reason. Values and windows are those of the side that moves
/// at the root: that side maximises, the other minimises.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplainedNode {
    /// The move that led here; `None` at the root.
    pub mv: Option<MoveName>,
    /// How often that move was searched at the node above, this time included:
    /// what proves better than thought is searched again.
    pub attempt: u32,
    /// Who is to move.
    pub turn: Color,
    /// Distance from the root.
    pub ply: usize,
    /// Plies still to go; 0 or less in quiescence.
    pub depth: i32,
    /// How many plies less deep it was searched than its move alone costs.
    pub reduced: u32,
    /// How many plies deeper it was searched than its move alone leaves.
    pub extended: u32,
    /// What made it less deep or deeper.
    pub terms: Vec<ExplainedTerm>,
    /// The window.
    pub window: Window,
    /// The value; `None` where nothing was searched, or where the search was
    /// stopped below.
    pub value: Option<Score>,
    /// How the value is to be read.
    pub bound: Bound,
    /// How it ended.
    pub end: NodeEnd,
    /// Why, in a few words with the numbers.
    pub reason: String,
    /// The rule that ended it, if one did.
    pub rule: Option<Rule>,
    /// Nodes below it, recorded or not.
    pub below: u64,
    /// What the search keeps of it besides its value, if it told.
    pub note: Option<ExplainedNote>,
    /// Moves that were not searched, in their order.
    pub left_out: Vec<LeftOut>,
}

/// The move that led to a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveName {
    /// As UCI writes it, `0000` for a null move; `None` where the same position is
    /// looked at a second time.
    pub uci: Option<String>,
    /// As score sheets write it; `pass` for a null move, and `second look` where
    /// the same position is looked at again, without one move or with less depth.
    pub san: String,
}

/// How a node ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum NodeEnd {
    /// All moves that mattered were searched.
    Searched,
    /// A move was too good to be allowed.
    Cut,
    /// The table knew enough.
    Table,
    /// A rule ended it.
    Pruned,
    /// The horizon: the evaluation.
    Leaf,
    /// Quiescence: doing nothing is good enough, or better than any capture.
    StandPat,
    /// Mate.
    Mate,
    /// A draw.
    Draw,
    /// An endgame tablebase knew enough.
    Tablebase,
    /// The search was stopped below it.
    Stopped,
    /// It is being searched at the moment.
    Open,
    /// Nothing was searched at all.
    NotSearched,
}

impl NodeEnd {
    /// As one word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            NodeEnd::Searched => "searched",
            NodeEnd::Cut => "cut",
            NodeEnd::Table => "table",
            NodeEnd::Pruned => "pruned",
            NodeEnd::Leaf => "leaf",
            NodeEnd::StandPat => "stand_pat",
            NodeEnd::Mate => "mate",
            NodeEnd::Draw => "draw",
            NodeEnd::Tablebase => "tablebase",
            NodeEnd::Stopped => "stopped",
            NodeEnd::Open => "open",
            NodeEnd::NotSearched => "not_searched",
        }
    }
}

/// What a search keeps of a node besides its value, from the root's view: visits,
/// a spread of values, the moves that count, the order in which nodes were opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplainedNote {
    /// In as few words as fit beside a node.
    pub brief: String,
    /// In a sentence's part.
    pub text: String,
}

/// One of the reasons why a node was searched less deep, or deeper, than its move
/// alone makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplainedTerm {
    /// What it is.
    pub name: &'static str,
    /// How many plies deeper, less deep where negative. All together they are what the
    /// node was extended or reduced by.
    pub plies: f64,
    /// What a rule compared, value and bound, if it did.
    pub compared: Option<(Score, Score)>,
}

/// A move that was not searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// As UCI writes it.
    pub uci: String,
    /// As score sheets write it.
    pub san: String,
    /// The rule; `None` where a move before it was a cut-off.
    pub rule: Option<Rule>,
    /// What the rule compared: values from the root's view, everything else from
    /// the mover's.
    pub compared: Compared,
    /// Why, in a few words with the numbers.
    pub reason: String,
}
