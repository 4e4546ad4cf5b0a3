//! The champion's side of a conversation in UCI.
//!
//! A [`Session`] hears lines and writes its answers to whatever it was given; who
//! reads the lines, and from where, is the edge's affair. [`Lines`] cuts any bytes
//! into lines that can be heard.
//!
//! ```
//! use plywise_uci_session::{AfterCommand, Session};
//!
//! let mut session = Session::new(Vec::new())?;
//! assert_eq!(session.hear("isready"), AfterCommand::Listen);
//! assert_eq!(session.hear("quit"), AfterCommand::Quit);
//! session.quit();
//! # Ok::<(), String>(())
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `session` | what is done about each command; who searches, and on which thread (`worker`) |
//! | `options` | the options of the engine |
//! | `speak` `reporter` `output` | what a search finds, as UCI says it |
//! | `asides` `show` | what people and test frameworks ask in addition to the protocol |
//! | `lines` `tables` | what comes in: lines, and folders of tablebases |
//!
//! Does not know: standard input and output, terminals, arguments.

mod asides;
mod lines;
mod options;
mod output;
mod reporter;
mod session;
mod show;
mod speak;
mod tables;
mod worker;

use std::time::SystemTime;

pub use asides::{HELP, bench_summary};
pub use lines::Lines;
pub use session::{AfterCommand, STACK, Session};
pub use show::text as show;
pub use tables::open as open_tables;

/// A seed for books and weaker play, so that no two games are alike: nobody
/// knows the nanosecond of a command.
fn seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}
