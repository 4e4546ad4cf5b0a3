//! The lab: searches run with somebody watching, their trees kept for the page.
//! What is recorded, and in which words, is the library's (`lab::tree`).
//!
//! | file | what it is |
//! |---|---|
//! | `order` | what may be ordered |
//! | `run` | runs a search, tells how far it is, and keeps its tree |
//! | `told` | the lab's types as the page sees them |
//! | `compare` | algorithms side by side |
//! | `toy` `explain` | trees of numbers, evaluations term by term |

mod compare;
mod explain;
mod order;
mod run;
mod told;
mod toy;

pub(crate) use compare::compare;
pub(crate) use explain::explain;
pub(crate) use order::names as evaluation_names;
pub(crate) use run::Runs;
pub(crate) use toy::toy;
