//! Minimax and alpha-beta on trees small enough to follow with a finger.
//!
//! A toy is anything with positions, sons and values: a tree of numbers
//! written as text ([`NumberTree`]), two knights on a board of nine squares
//! ([`Knights`], the example of report T) or noughts and crosses
//! ([`Noughts`]). One player, MAX, wants a large number, the other, MIN, a
//! small one. [`minimax`] looks at everything, [`alpha_beta`] says at every
//! step what it does and why it leaves something out, and [`Story`] tells it.
//!
//! ```
//! use plywise_lab::toy::{NumberTree, Player, Story};
//!
//! let tree: NumberTree = "((3 5) (2 9))".parse()?;
//! let story = Story::new(tree, Player::Max);
//! assert_eq!((story.minimax.value, story.alpha_beta.value), (3.0, 3.0));
//! assert_eq!((story.minimax.leaves, story.alpha_beta.leaves), (4, 3));
//! # Ok::<(), plywise_lab::toy::TreeError>(())
//! ```

mod knights;
mod known;
mod noughts;
mod number_tree;
mod picture;
mod search;
mod story;

pub use knights::Knights;
pub use noughts::Noughts;
pub use number_tree::{MAX_DEPTH, MAX_NODES, NumberTree, ToyPlace, TreeError};
pub use search::{Player, Step, Toy, ToyResult, Window, alpha_beta, minimax};
pub use story::{Cut, Story};
