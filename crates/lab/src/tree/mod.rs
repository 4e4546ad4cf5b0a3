//! The tree that was searched, by any searcher: recorded, put into words, trimmed
//! to what is worth looking at, and shown as text, JSON or a picture.
//!
//! | file | what it is |
//! |---|---|
//! | `searcher` | who searches: a rung of the ladder, or the champion |
//! | `search` | a search that can be run again |
//! | `recorder` `growing` | what watches it: the record, and the picture of a tree that still grows |
//! | `recording` | a search with its tree, run again where it was too large |
//! | `explained` `words` | a node with its reason, and where all words come from |
//! | `select` `show` | what of it is worth looking at |
//! | `text` `json` `svg` | how it is shown |
//!
//! Values, windows and reasons are those of the side that moves at the root,
//! in every format, so that they read like the trees in a book: that side
//! maximises, the other minimises, and a window stays what it is on the way
//! down.

mod explained;
mod growing;
mod json;
mod recorder;
mod recording;
mod search;
mod searcher;
mod select;
mod show;
mod svg;
mod text;
mod words;

use ::search::TreeLimits;
use ::search::champion::MemoryError;

pub use self::explained::{
    ExplainedNode, ExplainedNote, ExplainedTerm, LeftOut, MoveName, NodeEnd,
};
pub use self::growing::Growing;
pub use self::recorder::Progress;
pub use self::recording::{ChangedNode, NodeRecord, Recording};
pub use self::search::Assignment;
pub use self::searcher::{Searcher, SearcherError};

/// A search's tree, trimmed.
#[derive(Clone, Debug)]
pub struct SearchTree {
    /// The search with all that was recorded.
    pub recording: Recording,
    /// The root, with what is shown below it.
    pub root: ShownNode,
}

/// A node that is shown.
#[derive(Clone, Debug)]
pub struct ShownNode {
    /// What it says of itself.
    pub node: ExplainedNode,
    /// Whether it is on the best line.
    pub is_best: bool,
    /// The sons that are shown, in the order they were tried.
    pub sons: Vec<ShownNode>,
    /// Sons that were searched and are not shown, as far as they were recorded.
    pub hidden_moves: usize,
    /// Nodes below it that are not shown.
    pub hidden_nodes: u64,
}

/// How much of a tree is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// Nodes, the best line always among them.
    pub nodes: usize,
    /// Distance from the root.
    pub ply: usize,
}

impl Excerpt {
    /// Plies that a picture shows unless somebody says otherwise: as many columns
    /// as a screen is wide.
    pub const PICTURE_PLIES: usize = 5;
}

impl Default for Excerpt {
    /// A page of text.
    fn default() -> Excerpt {
        Excerpt { nodes: 60, ply: usize::MAX }
    }
}

/// Nodes that are recorded at most: beyond, only the upper plies are.
const MOST_RECORDED: usize = 200_000;

impl SearchTree {
    /// Searches and shows an excerpt of the tree.
    ///
    /// # Errors
    /// If there is no room for the champion's table.
    pub fn record(
        assignment: &Assignment<'_>,
        excerpt: Excerpt,
    ) -> Result<SearchTree, MemoryError> {
        let limits = TreeLimits { nodes: MOST_RECORDED, ply: excerpt.ply };
        let recording = Recording::make(assignment, limits, &mut |_| {})?;
        let root = show::root(&recording, excerpt.nodes);
        Ok(SearchTree { recording, root })
    }
}
