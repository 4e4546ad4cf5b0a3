//! Results of an earlier run, which need not be found again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Take};
use std::path::{Path, PathBuf};

use chess::pgn::Reader;
use serde::Deserialize;

use super::goal::{Points, Verdict};
use super::out::cannot;
use super::report::{Format, SETTINGS_TAG};
use super::tally::Tally;
use super::task::{Origin, Task};
use crate::failure::Failure;

/// The results that a file holds, read once more while the input goes by.
pub(super) struct Old {
    path: PathBuf,
    positions: u64,
    left: u64,
    kind: Kind,
}

enum Kind {
    Nothing,
    Lines(BufReader<File>),
    Games {
        reader: Box<Reader<Take<File>>>,
        /// The number of the game that is passed over at the moment.
        passing: Option<u64>,
    },
}

/// What is needed of an old result.
#[derive(Deserialize)]
struct Kept {
    fen: String,
    settings: Option<String>,
    solved: Option<bool>,
    points: Option<u32>,
    most_points: Option<u32>,
}

impl Old {
    /// No results.
    pub(super) fn nothing() -> Old {
        Old { path: PathBuf::new(), positions: 0, left: 0, kind: Kind::Nothing }
    }

    /// Opens a file to go on with, made if it is not there. What was not written
    /// to its end is cut off. Comes with what its results add up to. They must be
    /// of the same settings as those to come.
    pub(super) fn open(
        path: &Path,
        format: Format,
        settings: &str,
    ) -> Result<(Old, File, Tally), Failure> {
        let open = || OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = open().map_err(|error| cannot("write", path, &error))?;
        let read = || File::open(path).map_err(|error| cannot("read", path, &error));
        let whole = match format {
            Format::Json => whole_lines(read()?, settings),
            Format::Pgn => whole_games(read()?, settings),
            Format::Table | Format::Scores => Err(Foreign::Unreadable),
        };
        let whole = whole.map_err(|foreign| foreign.failure(path, settings))?;
        file.set_len(whole.length).map_err(|error| cannot("write", path, &error))?;
        let again = read()?;
        let (left, kind) = match format {
            Format::Pgn => {
                let reader = Box::new(Reader::new(again.take(whole.length)));
                (whole.games, Kind::Games { reader, passing: None })
            }
            _ => (whole.positions, Kind::Lines(BufReader::new(again))),
        };
        let old = Old { path: path.to_owned(), positions: whole.positions, left, kind };
        Ok((old, file, whole.tally))
    }

    /// How many positions were done.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// Whether this position was done. The positions come in the order of the
    /// input; if the results are those of other positions, that is a failure.
    pub(super) fn holds(&mut self, task: &Task) -> Result<bool, Failure> {
        let is_same = match &mut self.kind {
            Kind::Nothing => return Ok(false),
            Kind::Lines(_) if self.left == 0 => return Ok(false),
            Kind::Lines(lines) => {
                self.left -= 1;
                let mut line = String::new();
                let read = lines.read_line(&mut line);
                read.map_err(|error| cannot("read", &self.path, &error))?;
                let kept: Result<Kept, _> = serde_json::from_str(&line);
                kept.is_ok_and(|kept| kept.fen == task.position().to_string())
            }
            Kind::Games { reader, passing } => {
                let Origin::Ply(ply) = &task.origin else { return Err(self.is_other()) };
                let number = ply.game.number;
                if *passing == Some(number) {
                    return Ok(true);
                }
                if self.left == 0 {
                    return Ok(false);
                }
                self.left -= 1;
                *passing = Some(number);
                let (ours, theirs) = (&ply.game.pgn.tree, reader.next());
                theirs.is_some_and(|theirs| {
                    theirs.is_ok_and(|theirs| {
                        let theirs = &theirs.game.tree;
                        let moves = theirs.main_line().map(|node| theirs.mv(node));
                        theirs.start() == ours.start()
                            && moves.eq(ours.main_line().map(|node| ours.mv(node)))
                    })
                })
            }
        };
        if is_same { Ok(true) } else { Err(self.is_other()) }
    }

    /// The input is at its end: so should the old results be.
    pub(super) fn end(&self) -> Result<(), Failure> {
        if self.left > 0 { Err(self.is_other()) } else { Ok(()) }
    }

    fn is_other(&self) -> Failure {
        Failure::WrongUse(format!(
            "cannot go on with {}: it holds results of another input",
            self.path.display()
        ))
    }
}

/// What is whole of a file.
#[derive(Default)]
struct Whole {
    /// In bytes.
    length: u64,
    positions: u64,
    games: u64,
    tally: Tally,
}

/// Why a file cannot be gone on with.
enum Foreign {
    Io(io::Error),
    Unreadable,
    /// The settings it was made with, where it says so.
    Settings(Option<String>),
}

impl Foreign {
    fn failure(self, path: &Path, settings: &str) -> Failure {
        match self {
            Foreign::Io(error) => cannot("read", path, &error),
            Foreign::Settings(old) => Failure::WrongUse(format!(
                "cannot go on with {}: its results were made with {}, not with {settings}",
                path.display(),
                old.map_or_else(
                    || "other settings".to_owned(),
                    |old| chess::quote_up_to(&old, 120)
                ),
            )),
            Foreign::Unreadable => Failure::WrongUse(format!(
                "cannot go on with {}: it holds something else than results in this form",
                path.display()
            )),
        }
    }
}

impl From<io::Error> for Foreign {
    fn from(error: io::Error) -> Foreign {
        Foreign::Io(error)
    }
}

fn whole_lines(file: File, settings: &str) -> Result<Whole, Foreign> {
    let mut input = BufReader::new(file);
    let mut whole = Whole::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        input.read_until(b'\n', &mut line)?;
        let kept: Option<Kept> =
            serde_json::from_slice(&line).ok().filter(|_| line.ends_with(b"\n"));
        let Some(kept) = kept else {
            // Only the last one can be half written, and begun it has to be.
            let is_last = input.fill_buf()?.is_empty();
            let is_begun = line.is_empty() || line.starts_with(b"{");
            return if is_last && is_begun { Ok(whole) } else { Err(Foreign::Unreadable) };
        };
        if kept.settings.as_deref() != Some(settings) {
            return Err(Foreign::Settings(kept.settings));
        }
        whole.length += line.len() as u64;
        whole.positions += 1;
        if let Some(is_solved) = kept.solved {
            let points = kept.points.zip(kept.most_points);
            let points = points.map(|(made, most)| Points { made, most });
            whole.tally.add(Verdict { is_solved, points });
        }
    }
}

fn whole_games(file: File, settings: &str) -> Result<Whole, Foreign> {
    let mut input = BufReader::new(file.try_clone()?);
    let mut whole = Whole::default();
    let (mut length, mut ends_game) = (0, false);
    let mut line = Vec::new();
    let mut begins_well = true;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        begins_well &= length > 0 || line.starts_with(b"[");
        length += line.len() as u64;
        if line == b"\n" && ends_game {
            whole.length = length;
        }
        let results = [&b"1-0\n"[..], b"0-1\n", b"1/2-1/2\n", b"*\n"];
        ends_game = results.iter().any(|result| line.ends_with(result));
    }
    if !begins_well {
        return Err(Foreign::Unreadable);
    }
    io::Seek::rewind(&mut input)?;
    for game in Reader::new(input.take(whole.length)) {
        let game = game.map_err(|_| Foreign::Unreadable)?.game;
        let old = game.tags.get(SETTINGS_TAG);
        if old != Some(settings) {
            return Err(Foreign::Settings(old.map(str::to_owned)));
        }
        whole.games += 1;
        whole.positions += game.tree.main_line().count() as u64 + 1;
    }
    Ok(whole)
}
