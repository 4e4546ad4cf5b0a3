//! Ways to look ahead.
//!
//! What every searcher shares stands here: what to search ([`Task`]), when to
//! stop ([`Control`]), what came out ([`Report`]), the line of positions that
//! led here ([`Line`]), and how to watch ([`Observer`]). The searchers
//! themselves live in [`ladder`], one lesson a file, and in [`champion`], the
//! tournament search.
//!
//! This crate never prints. Who wants to see a search think passes an
//! observer; who does not passes [`Silent`], and the compiler removes every
//! trace of the watching.

pub mod champion;
pub mod ladder;

mod control;
mod counters;
mod dice;
mod line;
mod observer;
mod report;
mod task;
mod tree;
mod variation;

pub use control::Control;
pub use counters::Counters;
pub use dice::{Dice, mix};
pub use line::{Draw, Line};
pub use observer::{
    Both, Bound, Compared, DepthTerm, Node, Observer, Outcome, Rule, Silent, Window,
};
pub use report::{Ending, Report};
pub use task::{Options, Task};
pub use tree::{Tree, TreeLimits, TreeMove, TreeNode};
pub use variation::Variations;

/// No searcher looks further than this many plies from its root.
pub const MAX_PLY: usize = 128;
