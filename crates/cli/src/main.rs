//! The `plywise` program: one file a subcommand. This is an edge: it reads
//! arguments, calls the libraries and prints what they return.

#![allow(clippy::print_stdout, clippy::print_stderr)] // edges talk

mod arguments;
mod eval;
mod failure;
mod lab;
mod perft;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use failure::Failure;

/// A chess engine you can watch think.
#[derive(Parser)]
#[command(name = "plywise", version, max_term_width = 100)]
struct Plywise {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Eval(eval::Eval),
    Lab(lab::Lab),
    Perft(perft::Perft),
}

fn main() -> ExitCode {
    let outcome =
        Plywise::try_parse().map_err(|error| arguments::explain(&error, &Plywise::command()));
    let outcome = outcome.and_then(|plywise| match plywise.command {
        Some(Command::Eval(eval)) => eval.run(),
        Some(Command::Lab(lab)) => lab.run(),
        Some(Command::Perft(perft)) => perft.run(),
        None => welcome(),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// What a first-time user sees.
fn welcome() -> Result<(), Failure> {
    let mut command = Plywise::command();
    failure::print(&format!("{}", command.render_help()))
}
