//! The `plywise` program: one file a subcommand. This is an edge: it reads
//! arguments, calls the libraries and prints what they return.
//!
//! It is a library so that fuzzing can talk to the UCI [`Session`], in [`Lines`],
//! without a process in between; `main` does nothing but call [`main()`].

#![allow(clippy::print_stdout, clippy::print_stderr)] // edges talk

mod analyse;
mod arguments;
mod bench;
mod book;
mod data_folder;
mod datagen;
mod eval;
mod explain;
mod failure;
mod genfens;
mod interrupt;
mod lab;
mod learn;
mod matches;
mod perft;
mod play;
mod players;
#[cfg(feature = "serve")]
mod practise;
#[cfg(feature = "serve")]
mod serve;
mod shell;
mod show;
mod tune;
mod uci;
mod uci_check;

use std::io::{IsTerminal, stdin, stdout};
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{CommandFactory, Parser, Subcommand};

use failure::Failure;

pub use uci_session::{AfterCommand, Lines, Session};

/// The version; the programs of a release also know their commit (packaging/dist.sh).
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("PLYWISE_COMMIT").filter(|commit| !commit.is_empty());
    let commit = commit.map(|commit| format!(" ({commit})")).unwrap_or_default();
    format!("{}{commit}", env!("CARGO_PKG_VERSION"))
});

/// A chess engine you can watch think.
#[derive(Parser)]
#[command(name = "plywise", version = VERSION.as_str(), max_term_width = 100)]
struct Plywise {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    #[command(visible_alias = "analyze")]
    Analyse(Box<analyse::Analyse>),
    Bench(bench::Bench),
    Book(book::Book),
    Completions(shell::Completions),
    Datagen(Box<datagen::Datagen>),
    Eval(eval::Eval),
    Explain(explain::Explain),
    Lab(lab::Lab),
    Learn(learn::Learn),
    Manual(shell::Manual),
    Match(Box<matches::Matches>),
    Perft(perft::Perft),
    Play(Box<play::Play>),
    #[cfg(feature = "serve")]
    #[command(visible_alias = "practice")]
    Practise(practise::Practise),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    #[command(visible_alias = "d")]
    Show(show::Show),
    Tune(Box<tune::Tune>),
    Uci(uci::Uci),
    UciCheck(uci_check::UciCheck),
}

/// Does what the arguments say.
pub fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run() -> Result<(), Failure> {
    let first = std::env::args_os().nth(1);
    if let Some(order) = first.as_ref().and_then(|word| word.to_str())
        && order.starts_with(genfens::WORD)
    {
        return genfens::run(order);
    }
    let plywise =
        Plywise::try_parse().map_err(|error| arguments::explain(&error, &Plywise::command()))?;
    match plywise.command {
        Some(Command::Analyse(analyse)) => analyse.run(),
        Some(Command::Bench(bench)) => bench.run(),
        Some(Command::Book(book)) => book.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Datagen(datagen)) => datagen.run(),
        Some(Command::Eval(eval)) => eval.run(),
        Some(Command::Explain(explain)) => explain.run(),
        Some(Command::Lab(lab)) => lab.run(),
        Some(Command::Learn(learn)) => learn.run(),
        Some(Command::Manual(manual)) => manual.run(),
        Some(Command::Match(matches)) => matches.run(),
        Some(Command::Perft(perft)) => perft.run(),
        Some(Command::Play(play)) => play.run(),
        #[cfg(feature = "serve")]
        Some(Command::Practise(practise)) => practise.run(),
        #[cfg(feature = "serve")]
        Some(Command::Serve(serve)) => serve.run(),
        Some(Command::Show(show)) => show.run(),
        Some(Command::Tune(tune)) => tune.run(),
        Some(Command::Uci(uci)) => uci.run(),
        Some(Command::UciCheck(check)) => check.run(),
        None => welcome(),
    }
}

/// What happens without a word: a person sees the menu, a chess program an
/// engine.
fn welcome() -> Result<(), Failure> {
    if stdin().is_terminal() && stdout().is_terminal() {
        return play::open_menu();
    }
    if !stdin().is_terminal() {
        // Chess programs start engines without a word.
        return uci::Uci {}.run();
    }
    let mut command = Plywise::command();
    failure::print(&format!("{}", command.render_help()))
}
