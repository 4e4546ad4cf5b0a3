//! What searches promise, one file a promise.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod alternatives;
mod champion;
mod champion_support;
mod champion_threads;
mod depths;
mod exact;
mod fallible;
mod fifty_moves;
mod games;
mod left_out;
mod quiescence;
mod rungs;
