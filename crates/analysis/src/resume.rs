//! Results of an earlier run, which need not be found again.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, Take};
use std::path::{Path, PathBuf};

use chess::pgn::Reader;

use crate::error::{AnalysisError, cannot, no_game};
use crate::tally::SolvedTally;
use crate::task::{AnalysisTask, Origin};
use crate::whole::{OldResult, WholeResults, whole_games, whole_lines};
use files::{Good, GrowingFile};

/// Who else may be writing to a file of results.
pub const WRITER: &str = "analysis";

/// The forms of results that can be gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultForm {
    /// A line of JSON a position.
    Json,
    /// Annotated games.
    Pgn,
}

/// The results that a file holds, read once more while the input goes by.
pub struct OldResults {
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

impl OldResults {
    /// No results.
    pub fn nothing() -> OldResults {
        OldResults { path: PathBuf::new(), positions: 0, left: 0, kind: Kind::Nothing }
    }

    /// Opens a file to go on with, made if it is not there; nobody else may write
    /// to it meanwhile. What we did not write to its end is cut off. Comes with
    /// what its results add up to. They must be of the same settings as those to
    /// come, and of a game that begins with these tags.
    pub fn open(
        path: &Path,
        form: ResultForm,
        settings: &str,
        first_tags: Option<&str>,
    ) -> Result<(OldResults, GrowingFile, SolvedTally), AnalysisError> {
        let (growing, whole) = GrowingFile::open::<_, AnalysisError>(path, WRITER, |file| {
            let whole = match form {
                ResultForm::Json => whole_lines(file, settings),
                ResultForm::Pgn => whole_games(file, settings, first_tags),
            };
            let whole: WholeResults = whole.map_err(|foreign| foreign.failure(path, settings))?;
            Ok(Good { length: whole.length, held: whole })
        })?;
        // Where locks are strict, nobody can read it but through this handle. That
        // both share a place in the file does no harm: the old results have all
        // been read before the first new one is written, and that is added at the
        // end wherever the place is.
        let mut file = growing.file();
        let again = file.rewind().and_then(|()| file.try_clone());
        let again = again.map_err(|error| cannot("read", path, &error))?;
        let (left, kind) = match form {
            ResultForm::Pgn => {
                let reader = Box::new(Reader::new(again.take(whole.length)));
                (whole.games, Kind::Games { reader, passing: None })
            }
            ResultForm::Json => (whole.positions, Kind::Lines(BufReader::new(again))),
        };
        let old = OldResults { path: path.to_owned(), positions: whole.positions, left, kind };
        Ok((old, growing, whole.tally))
    }

    /// How many positions were done.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Whether this position was done. The positions come in the order of the
    /// input; if the results are those of other positions, that is a failure.
    pub(crate) fn holds(&mut self, task: &AnalysisTask) -> Result<bool, AnalysisError> {
        let is_same = match &mut self.kind {
            Kind::Nothing => return Ok(false),
            Kind::Lines(_) if self.left == 0 => return Ok(false),
            Kind::Lines(lines) => {
                self.left -= 1;
                let mut line = String::new();
                let read = lines.read_line(&mut line);
                read.map_err(|error| cannot("read", &self.path, &error))?;
                let kept: Result<OldResult, _> = serde_json::from_str(&line);
                kept.is_ok_and(|kept| kept.fen == task.position().to_string())
            }
            Kind::Games { reader, passing } => {
                let Origin::Ply(ply) = &task.origin else { return Err(no_game()) };
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
    pub(crate) fn end(&self) -> Result<(), AnalysisError> {
        if self.left > 0 { Err(self.is_other()) } else { Ok(()) }
    }

    fn is_other(&self) -> AnalysisError {
        AnalysisError::WrongUse(format!(
            "cannot go on with {}: it holds results of another input",
            self.path.display()
        ))
    }
}
