//! The ladder: searches in the order in which one learns them.
//!
//! Each rung is one complete file. What it shares with the rung before is
//! written again on purpose: two files side by side show in their differences
//! what the new idea is. The five things every rung needs and no lesson is
//! about (limits, draws, the best line, move orders, the observer) are shared.
//!
//! | rung | the idea |
//! |---|---|
//! | [`random`] | any legal move |
//! | [`minimax`] | all moves, all replies, to a fixed depth |
//! | [`deepening`] | depth 1, 2, 3 … so that there is always an answer |
//! | [`alphabeta`] | leave out what cannot change the result |
//! | [`ordered`] | try good moves first: more can be left out |
//! | [`table`] | remember positions reached by another order of moves |
//! | [`quiescence`] | do not stop in the middle of an exchange |
//! | [`nullmove`] | if doing nothing is too good already, so is a move |
//! | [`pvs`] | prove quickly that the other moves are no better |
//! | [`mtdf`] | ask only yes-or-no questions, and close in on the value |
//!
//! Beside the ladder run five paths that leave alpha-beta altogether, those of
//! report P's related work and the one that came after. *Is there a practical
//! alternative to alpha-beta?* Let them play and see.
//!
//! | side path | the idea |
//! |---|---|
//! | [`bestfirst`] | always look deeper into the line that looks best |
//! | [`mn`] | several good moves are better than one |
//! | [`probimax`] | count on the opponent's errors |
//! | [`bayes`] | know how sure you are, and look where it matters |
//! | [`mcts`] | visit good moves more often, and average |
//!
//! Every node is seen from the side to move (*negamax*): a value is negated
//! when it is passed up, and both sides maximise.

pub mod alphabeta;
pub mod bayes;
pub mod bestfirst;
pub mod deepening;
pub mod mcts;
pub mod minimax;
pub mod mn;
pub mod mtdf;
pub mod nullmove;
mod order;
pub mod ordered;
pub mod probimax;
pub mod pvs;
pub mod quiescence;
pub mod random;
mod rung;
mod store;
pub mod table;

pub use order::{Order, Orderer};
pub use rung::{MAX_DEPTH, Rung};
pub use store::{Entry, Store};
