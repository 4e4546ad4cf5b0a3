//! `plywise completions` and `plywise manual`: what a shell and `man` know about the program.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Args, Command, CommandFactory};
use clap_complete::{Shell, generate};

use crate::Plywise;
use crate::failure::{Failure, print};

/// Print what a shell needs to complete commands: bash, elvish, fish, powershell or zsh
///
/// For bash: plywise completions bash > ~/.local/share/bash-completion/completions/plywise
#[derive(Args)]
pub(crate) struct Completions {
    /// Shell to print it for
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut text = Vec::new();
        generate(self.shell, &mut Plywise::command(), "plywise", &mut text);
        print(&String::from_utf8_lossy(&text))
    }
}

/// Write the manual pages, one a command, into a folder
#[derive(Args)]
pub(crate) struct Manual {
    /// Folder for plywise.1, plywise-play.1 and so on
    folder: PathBuf,
}

impl Manual {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut command = Plywise::command();
        // So that each command knows its whole name.
        command.build();
        let written = fs::create_dir_all(&self.folder)
            .and_then(|()| write_pages(&command, &self.folder, "plywise"));
        let pages = written.map_err(|error| {
            Failure::Failed(format!("cannot write to {}: {error}", self.folder.display()))
        })?;
        print(&format!("{pages} pages written to {}\n", self.folder.display()))
    }
}

/// The page of a command and those of its own commands; how many there are.
fn write_pages(command: &Command, folder: &Path, name: &str) -> io::Result<usize> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    fs::write(folder.join(format!("{name}.1")), page)?;
    let mut pages = 1;
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        pages += write_pages(inner, folder, &format!("{name}-{}", inner.get_name()))?;
    }
    Ok(pages)
}
