//! Ways to look ahead.
//!
//! What every searcher shares stands here: when to stop ([`Limits`], [`Clock`],
//! [`Signals`]), how exact a value is ([`Bound`]), what was found ([`Report`]), how to
//! watch ([`Observer`]). The searchers themselves live in [`ladder`], one lesson a file,
//! in [`champion`], the tournament search, and in [`fallible`], which errs as people do. Rungs of the ladder get a [`Task`], follow
//! the line of positions that led to a node ([`Line`]) and see limits through a
//! [`Control`].
//!
//! Scores are those of the side to move wherever they are passed on: in a node the
//! mover's, in a report those of who moves at the root.
//!
//! This crate never prints. Who wants to see a search think passes an
//! observer; who does not passes [`Silent`], and the compiler removes every
//! trace of the watching.

pub mod champion;
pub mod fallible;
pub mod ladder;

mod control;
mod counters;
mod limits;
mod line;
mod observer;
mod report;
mod signals;
mod task;
mod tree;
mod turns;
mod variation;

pub use control::Control;
pub use counters::Counters;
pub use limits::{Clock, Limits};
pub use line::{Draw, Line};
pub use observer::{
    Both, Bound, Compared, DepthTerm, Node, NodeNote, NodeOutcome, Observer, Rule, Silent, Window,
};
pub use report::{Ending, Report};
pub use signals::Signals;
pub use task::{Options, Task};
pub use tree::{Tree, TreeLimits, TreeMove, TreeNode};
pub use turns::{Change, Turns};
pub use variation::Variations;

/// No searcher looks further than this many plies from its root.
pub const MAX_PLY: usize = 128;
