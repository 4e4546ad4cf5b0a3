//! The `plywise` program: one file a subcommand. This is an edge: it reads
//! arguments, calls the libraries and prints what they return.

#![allow(clippy::print_stdout, clippy::print_stderr)] // edges talk

mod analyse;
mod arguments;
mod bench;
mod book;
mod datagen;
mod eval;
mod failure;
mod interrupt;
mod lab;
mod matches;
mod perft;
mod play;
mod tune;
mod uci;
mod uci_check;

use std::io::{IsTerminal, stdin, stdout};
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
    Analyse(Box<analyse::Analyse>),
    Bench(bench::Bench),
    Book(book::Book),
    Datagen(Box<datagen::Datagen>),
    Eval(eval::Eval),
    Lab(lab::Lab),
    Match(Box<matches::Matches>),
    Perft(perft::Perft),
    Play(Box<play::Play>),
    Tune(Box<tune::Tune>),
    Uci(uci::Uci),
    UciCheck(uci_check::UciCheck),
}

fn main() -> ExitCode {
    let outcome =
        Plywise::try_parse().map_err(|error| arguments::explain(&error, &Plywise::command()));
    let outcome = outcome.and_then(|plywise| match plywise.command {
        Some(Command::Analyse(analyse)) => analyse.run(),
        Some(Command::Bench(bench)) => bench.run(),
        Some(Command::Book(book)) => book.run(),
        Some(Command::Datagen(datagen)) => datagen.run(),
        Some(Command::Eval(eval)) => eval.run(),
        Some(Command::Lab(lab)) => lab.run(),
        Some(Command::Match(matches)) => matches.run(),
        Some(Command::Perft(perft)) => perft.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Tune(tune)) => tune.run(),
        Some(Command::Uci(uci)) => uci.run(),
        Some(Command::UciCheck(check)) => check.run(),
        None => welcome(),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// What a first-time user sees.
fn welcome() -> Result<(), Failure> {
    if stdin().is_terminal() && stdout().is_terminal() {
        return play::open_menu();
    }
    let mut command = Plywise::command();
    failure::print(&format!("{}", command.render_help()))
}
