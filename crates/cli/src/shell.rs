//! `plywise completions` and `plywise manual`: what a shell and `man` know about the program.

use std::path::PathBuf;
use std::{fs, io};

use clap::{Args, Command, CommandFactory};
use clap_complete::{Shell, generate};
use files::WholeFile;

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
        let cannot = |error: io::Error| {
            Failure::Failed(format!("cannot write to {}: {error}", self.folder.display()))
        };
        let mut pages = Vec::new();
        add_pages(&command, "plywise", &mut pages).map_err(cannot)?;
        fs::create_dir_all(&self.folder).map_err(cannot)?;
        // Pages of an earlier version are ours. All are looked at before any is written.
        let files = pages.iter().map(|(name, page)| {
            let is_ours = |text: &str| text.contains(&format!(".TH {name} 1"));
            let file = self.folder.join(format!("{name}.1"));
            Ok((WholeFile::again(&file, "a manual page of Plywise", is_ours)?, page))
        });
        let files: Vec<_> = files.collect::<Result<_, Failure>>()?;
        for (file, page) in &files {
            file.write(page)?;
        }
        print(&format!("{} pages written to {}\n", files.len(), self.folder.display()))
    }
}

/// The page of a command and those of its own commands, each with its name.
fn add_pages(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    pages.push((name.to_owned(), page));
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        add_pages(inner, &format!("{name}-{}", inner.get_name()), pages)?;
    }
    Ok(())
}
