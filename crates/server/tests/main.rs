//! Pages without a browser, against the real server: one file a topic.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod fuzz;
mod kept;
mod lab;
mod load;
mod page;
mod play;
mod safe;
mod think;
