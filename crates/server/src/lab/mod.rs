//! The lab: searches run with somebody watching, their trees kept for the page.
//!
//! | file | what it is |
//! |---|---|
//! | `order` | what may be ordered |
//! | `growing` | the picture of a tree that still grows |
//! | `live` | watches a search and tells how far it is |
//! | `search` | a search that can be run again |
//! | `run` | runs one, once to see how large its tree is, again if it was too large |
//! | `node` | a recorded node as the page shows it |
//! | `compare` | algorithms side by side |
//! | `toy` `explain` | trees of numbers, evaluations term by term |

mod compare;
mod explain;
mod growing;
mod live;
mod node;
mod order;
mod run;
mod search;
mod toy;

pub(crate) use compare::compare;
pub(crate) use explain::explain;
pub(crate) use order::names as evaluation_names;
pub(crate) use run::Runs;
pub(crate) use toy::toy;
