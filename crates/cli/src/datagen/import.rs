//! `plywise datagen import`: games of other programs, from PGN to packed games.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use files::{Source, WholeFile, check_apart};
use forge::import::Importer;
use forge::packed::Writer;

use super::counted;
use super::progress::Progress;
use crate::failure::{Failure, print, remark};
use crate::interrupt::Interrupt;

/// Pack games from PGN with the scores in their comments, as fastchess and OpenBench write them
#[derive(Args)]
pub(super) struct Import {
    /// PGN files, of which many may be named
    #[arg(long = "in", value_name = "FILES", num_args = 1.., required = true)]
    input: Vec<PathBuf>,
    /// File for the packed games (NAME.games); it appears when it is complete
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write over the file if it is there
    #[arg(long)]
    force: bool,
}

impl Import {
    pub(super) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::listen("no games were written");
        let read: Vec<Source<'_>> = self.input.iter().map(|path| Source::File(path)).collect();
        check_apart(&[&self.out], &read)?;
        let out = WholeFile::anew(&self.out, self.force)?;
        let failed =
            |what: &str, error: &dyn std::fmt::Display| Failure::Failed(format!("{what}: {error}"));
        let mut importer = Importer::default();
        let note = format!("imported=pgn files={}", self.input.len());
        // A game takes about 150 bytes: what a disk holds as PGN fits into memory.
        let mut writer = Writer::new(Vec::new(), &note)
            .map_err(|error| failed("the note cannot be packed", &error))?;
        let mut progress = Progress::new(Duration::from_secs(10));
        let (mut games, mut plies, mut scored) = (0u64, 0u64, 0u64);
        for path in &self.input {
            let unread = |error| failed(&format!("cannot read {}", path.display()), &error);
            let file = File::open(path).map_err(unread)?;
            for game in importer.read(file) {
                let game = game.map_err(unread)?;
                writer.push(&game).map_err(|error| failed("a game cannot be packed", &error))?;
                games += 1;
                plies += game.plies.len() as u64;
                scored += game.scored() as u64;
                progress.tell(|| format!("{}, {plies} positions", counted(games, "game")));
                if interrupt.is_raised() {
                    progress.end();
                    return Err(interrupt.failure());
                }
            }
        }
        progress.end();
        let mut text = {
            let word = if games == 1 { "game" } else { "games" };
            format!("{games:>12}  {word}, {plies} positions, {scored} with a score\n")
        };
        for (reason, count) in importer.left_out() {
            text += &format!("{count:>12}  left out: {}\n", reason.summary());
        }
        if let Some(why) = importer.first_broken() {
            remark(&format!("the first game that cannot be read: {why}"));
        }
        if importer.unexplained() > 0 {
            remark(&format!(
                "{} lost by a player whose last score was better than -1.00, and nothing says how: \
                 games that a clock or a crash decided may be among them, as OpenBench does not say so",
                match importer.unexplained() {
                    1 => "1 game was".to_owned(),
                    many => format!("{many} games were"),
                }
            ));
        }
        if games == 0 {
            print(&text)?;
            return Err(Failure::Failed(format!(
                "no game of these files can be used, so {} was not written",
                self.out.display()
            )));
        }
        let bytes = writer.finish().map_err(|error| failed("a game cannot be packed", &error))?;
        out.write(&bytes)?;
        text += &format!("{:>12}  bytes written to {}\n", bytes.len(), self.out.display());
        print(&text)
    }
}
