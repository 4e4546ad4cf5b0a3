//! Plywise without a server: the edge of `app` for a page whose browser runs the
//! program itself, as WebAssembly (`web/src/site` is its other side).
//!
//! The program is an ordinary one. It hears frames on its standard input, answers
//! with frames on its standard output, and has neither files nor sockets; what it
//! keeps, the page keeps for it. Its words are how many cores it may think on, and
//! then the sentences that every page is to be told.

mod frame;
mod mouth;
mod site;
mod store;

use std::env;
use std::io;
use std::process::ExitCode;

use mouth::Mouth;

fn main() -> ExitCode {
    let mut words = env::args().skip(1);
    let cores = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    let warnings: Vec<String> = words.collect();
    let served = Mouth::open(io::stdout())
        .and_then(|mouth| site::serve(io::stdin().lock(), mouth, cores, &warnings));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            // The page shows it: there is no other way to say it.
            #[expect(clippy::print_stderr, reason = "an edge, as `cli` is one")]
            {
                eprintln!("{sentence}");
            }
            ExitCode::FAILURE
        }
    }
}
