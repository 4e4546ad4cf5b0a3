//! The ladder: searches in the order in which one learns them.
//!
//! Each rung is one complete file. What it shares with the rung before is
//! written again on purpose: two files side by side show in their differences
//! what the new idea is. The five things every rung needs and no lesson is
//! about (limits, draws, the best line, move orders, the observer) are shared,
//! and so is the memory of the three side paths that keep their whole tree.
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
//! Beside the ladder run five paths that go another way, those of report P's
//! related work and the one that came after. *Is there a practical alternative
//! to alpha-beta?* They were let play: 100 games each from named openings,
//! 5,000 nodes a move on both sides, evaluation `pst`, depth-limited searches
//! deepening. A score may be off by ten. (`docs/benchmarks/ladder.md` has the
//! command.)
//!
//! | side path | the idea | score against [`alphabeta`] | [`ordered`] | [`quiescence`] |
//! |---|---|---|---|---|
//! | [`bestfirst`] | always look deeper into the line that looks best | 68 % | 15 % | 6 % |
//! | [`mn`] | several good moves are better than one | 44 % | 14 % | 2 % |
//! | [`probimax`] | count on the opponent's errors | 40 % | 8 % | 1 % |
//! | [`bayes`] | know how sure you are, and look where it matters | 88 % | 73 % | 13 % |
//! | [`mcts`] | visit good moves more often, and average | 77 % | 49 % | 8 % |
//!
//! So there are alternatives to alpha-beta as such, and not only because `bayes`
//! knows that captures are mostly answered by captures: without, it scored 86 %
//! and 63 % against the first two in another hundred games each. What has none
//! here is alpha-beta with what was found to go with it.
//!
//! Every node is seen from the side to move (*negamax*): a value is negated
//! when it is passed up, and both sides maximise.

mod algorithm;
pub mod alphabeta;
pub mod bayes;
pub mod bestfirst;
pub mod deepening;
mod growth;
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
mod true_order;

pub use algorithm::{Algorithm, AlgorithmError, Given};
pub use order::{MoveOrder, Orderer};
pub use rung::{MAX_DEPTH, Rung};
pub use store::{Store, StoreEntry};
