//! Why a move is good or bad, in claims that are proven.
//!
//! A [`Claim`] has a kind, the squares and pieces it speaks of, the line that shows it and a
//! [`Proof`]. What cannot be proven is not claimed.
//!
//! Does not know: files, terminals, pages. It prints nothing.

mod better;
mod board;
pub mod claim;
mod coach;
mod concession;
mod facts;
mod looks;
mod losses;
pub mod material;
pub mod motifs;
mod opinion;
mod phases;
mod plan;
pub mod practice;
mod praise;
mod prover;
mod record;
mod review;
mod summary;
mod survey;
mod tactic;
mod threat;
pub mod words;

pub use claim::{Claim, ClaimRole, Kind, Motif, Proof, Topic};
pub use coach::{Coach, MoveExplanation};
pub use concession::Concession;
pub use looks::Seen;
pub use phases::{Phase, phases};
pub use plan::Step;
pub use prover::{Found, Prover, USUAL_NODES};
pub use record::{ClaimRecord, ExplanationRecord};
pub use review::{GameReview, MoveReview, ReviewError, ReviewOrder, review};
pub use summary::{GameSummary, Practice};
pub use survey::hanging;
pub use tactic::{ONLY_GAP, Tactic, TacticPly};
pub use threat::{Prize, Threat};
