//! `plywise lab tables`: every published figure beside ours.

use clap::Args;

use crate::failure::{Failure, print};

/// Show every table of the five reports beside our own figures
#[derive(Args)]
pub(crate) struct Tables {
    /// Print a JSON object for programs to read
    #[arg(long)]
    json: bool,
}

impl Tables {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let tables = lab::tables::Tables::run();
        print(&if self.json { tables.json() } else { tables.text() })?;
        let wrong = tables.wrong();
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(Failure::Failed(format!("not as published: {}", wrong.join("; ")))),
        }
    }
}
