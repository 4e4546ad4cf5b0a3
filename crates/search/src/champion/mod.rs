//! The tournament search: modern alpha-beta on all cores.
//!
//! | file | what it is |
//! |---|---|
//! | `job` `info` `oracle` | what is asked, what is told, who knows endgames |
//! | `workers` `solo` `evaluators` | all threads together, or one alone, and their evaluators |
//! | `team` `time` `stalls` | what threads tell each other; how long to think; how busy the machine is |
//! | `searcher` `deepening` `root` `node` `quiescence` | one thread, and its search from the outside in |
//! | `before` `shortcuts` `pruning` `singular` `reductions` | the large steps of the main search |
//! | `watch` | what an observer of a node is told |
//! | `mate` | the mate search that runs along with it |
//! | `picker` `checks` `threats` | the order of moves |
//! | `history` `correction` `learn` `touched` | what is learnt about moves and evaluations |
//! | `table` `fresh` `prefetch` `path` `frame` | what is remembered |
//! | `lines` | lines as they are shown |
//! | `margins` `params` `value` | formulas, their numbers, scores as numbers |
//! | `bench` | the fixed positions whose node count is the signature of the search |
//!
//! One thread is deterministic: same position, limits and memory, same nodes.
//! An observer changes nothing, and the default one costs nothing.

mod before;
pub mod bench;
mod checks;
mod correction;
mod deepening;
mod evaluators;
mod frame;
mod fresh;
mod history;
mod info;
mod job;
mod learn;
mod lines;
mod margins;
mod mate;
mod node;
mod oracle;
pub mod params;
mod path;
mod picker;
mod prefetch;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod searcher;
mod shortcuts;
mod singular;
mod solo;
mod stalls;
mod table;
mod team;
mod threats;
mod time;
mod touched;
mod value;
mod watch;
mod workers;

pub use evaluators::Evaluators;
pub use info::{Event, Info};
pub use job::Job;
pub use oracle::{NoOracle, Oracle, TablebaseResult};
pub use solo::Solo;
pub use table::MemoryError;
pub use value::FIFTY_MOVES;
pub use workers::{MAX_THREADS, Pool};

/// The most iterations a search goes through.
pub const MAX_DEPTH: u32 = crate::MAX_PLY as u32 - 8;
