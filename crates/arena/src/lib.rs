//! Games between any players, and figures that can be believed.
//!
//! A [`Match`] says who plays whom from which [`Openings`] with what [`Budget`];
//! [`Match::run`] plays it, several games at once, and tells each game as it
//! ends. Games come in pairs from one opening with colours reversed.
//! [`Standings`] count, [`statistics`] say what the count means, [`pgn`] and
//! [`Summary`] write it down, and a [`Journal`] lets a match go on another day;
//! [`MatchFiles`] keep both as games end.
//!
//! ```
//! use std::ops::ControlFlow;
//! use plywise_arena::{Adjudication, Budget, Entrant, MatchFormat, Match, Openings, Schedule};
//! use engine::{Signals, Spec};
//!
//! let players = ["alphabeta:depth=1", "random"].map(|text| text.parse::<Spec>());
//! let [first, second] = players;
//! let order = Match {
//!     players: Entrant::list([(first?, Budget::default()), (second?, Budget::default())]),
//!     schedule: Schedule::new(MatchFormat::Match, 2, 4),
//!     openings: Openings::named(1),
//!     rules: Adjudication::default(),
//!     sprt: None,
//!     concurrency: 1,
//!     margin: plywise_arena::MARGIN,
//!     timeouts: uci::Timeouts::default(),
//!     seed: 1,
//! };
//! let stop = Signals::new();
//! let standings = order.run(&[], &stop, &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!(standings.games(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Does not know: terminals, arguments, how players think.

mod budget;
mod clock;
mod entrant;
mod fault;
mod journal;
mod match_files;
mod openings;
mod play;
mod record;
mod referee;
mod runner;
mod schedule;
mod standings;
pub mod statistics;
mod summary;
mod torn;

use std::time::Duration;

pub use budget::{BadTimeControl, Budget, MatchTimeControl};
pub use entrant::Entrant;
pub use fault::{GameFault, GameFaults};
pub use journal::{Journal, JournalError, LastLine};
pub use match_files::{MatchFiles, MatchFilesError, figures_file};
pub use openings::{
    MakeError, Opening, OpeningOrder, OpeningRecipe, Openings, OpeningsError, make,
};
pub use play::{Complaints, MoveNote, Played};
pub use record::{EVENT, ending, pgn};
pub use referee::{Adjudication, DrawRule, Resign};
pub use runner::{Aborted, Match, MatchError, MatchEvent};
pub use schedule::{Fixture, MatchFormat, Schedule, UnknownFormat};
pub use standings::{Conduct, GameResult, Standings, WorkDone};
pub use summary::{SprtSummary, Standing, Summary};

/// How late a move may come where nobody says how late: what a busy machine may
/// add to a move that was made in time.
pub const MARGIN: Duration = Duration::from_millis(10);
