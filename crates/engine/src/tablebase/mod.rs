//! Endgame tables: what is known for certain when few pieces are left.

#[cfg(feature = "tablebases")]
mod convert;
mod knowledge;
mod rank;
#[cfg(feature = "tablebases")]
mod reading;
#[cfg(feature = "tablebases")]
#[path = "syzygy.rs"]
mod tables;
#[cfg(not(feature = "tablebases"))]
#[path = "without.rs"]
mod tables;

use std::fmt;
use std::path::{Path, PathBuf};

use chess::{Move, Position};
use search::champion::{Oracle, TablebaseResult};
use tables::TableFiles;

pub use knowledge::Knowledge;
pub use rank::Ranked;

/// Syzygy tables from one or more folders.
///
/// Only their names are read at first; tables are opened when they are needed.
/// A table that is missing or damaged is as good as unknown: nothing here fails
/// while a game is on.
pub struct Tablebases {
    tables: TableFiles,
    pieces: u32,
}

/// Why tables cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TablebaseError {
    /// A folder cannot be read.
    Folder(PathBuf, String),
    /// There is no table in any of the folders.
    Empty(Vec<PathBuf>),
}

impl fmt::Display for TablebaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablebaseError::Folder(folder, reason) => {
                write!(f, "cannot read the folder '{}': {reason}", shown(folder))
            }
            TablebaseError::Empty(folders) => {
                let folders: Vec<String> =
                    folders.iter().map(|folder| format!("'{}'", shown(folder))).collect();
                write!(
                    f,
                    "there are no Syzygy tables (KQvK.rtbw and so on) in {}",
                    folders.join(", ")
                )
            }
        }
    }
}

impl std::error::Error for TablebaseError {}

/// A path as it can be shown: what it is called comes from outside.
fn shown(path: &Path) -> String {
    chess::quote_up_to(&path.to_string_lossy(), 300)
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebases").field("pieces", &self.pieces).finish_non_exhaustive()
    }
}

impl Tablebases {
    /// The tables of these folders, which are not searched for folders in them.
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> Result<Tablebases, TablebaseError> {
        let mut tables = TableFiles::none();
        let mut found = 0;
        for folder in folders {
            let folder = folder.as_ref();
            found += tables
                .add_folder(folder)
                .map_err(|error| TablebaseError::Folder(folder.to_owned(), error.to_string()))?;
        }
        if found == 0 {
            let folders = folders.iter().map(|folder| folder.as_ref().to_owned()).collect();
            return Err(TablebaseError::Empty(folders));
        }
        let pieces = tables.pieces();
        Ok(Tablebases { tables, pieces })
    }

    /// How many pieces positions may have that are known.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// What the position is worth to the side to move if a capture or pawn move
    /// led to it; `None` if nobody knows.
    pub fn probe_wdl(&self, position: &Position) -> Option<TablebaseResult> {
        self.may_be_known(position).then(|| self.tables.after_zeroing(position)).flatten()
    }

    /// What the position is worth to the side to move with the half-move clock
    /// as it stands; `None` if nobody knows, or if it depends on a single ply
    /// that the tables are not sure of.
    pub fn probe_now(&self, position: &Position) -> Option<TablebaseResult> {
        self.may_be_known(position).then(|| self.tables.now(position)).flatten()
    }

    /// Plies to the next capture or pawn move on the way to the result, negative
    /// for the losing side, 0 for a draw, beyond ±100 where the fifty-move rule
    /// makes it one; possibly one ply too few. `None` if nobody knows.
    pub fn probe_dtz(&self, position: &Position) -> Option<i32> {
        self.probe_plies(position).map(|(plies, _)| plies)
    }

    /// [`Tablebases::probe_dtz`], and whether it is certain to the ply.
    fn probe_plies(&self, position: &Position) -> Option<(i32, bool)> {
        self.may_be_known(position).then(|| self.tables.plies(position)).flatten()
    }

    /// All legal moves by what they lead to, the best first; `None` if some of
    /// them lead nobody knows where. Tables of results alone tell the moves
    /// apart that win, draw and lose; the others also tell the quickest to a
    /// capture or pawn move when winning, and the slowest when losing. Without
    /// the fifty-move rule no win takes too long. Tables may lie on a slow disk,
    /// so `is_over` is asked before each move, and then nothing is known.
    pub fn ranked_moves(
        &self,
        position: &Position,
        fifty_moves: bool,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Vec<Ranked>> {
        rank::all(self, position, fifty_moves, is_over)
    }

    /// The moves of the highest rank. `None` if nobody knows.
    pub fn best_moves(&self, position: &Position) -> Option<Vec<Move>> {
        let ranked = self.ranked_moves(position, true, &|| false)?;
        let best = ranked.first()?.rank;
        Some(ranked.iter().take_while(|ranked| ranked.rank == best).map(|r| r.mv).collect())
    }

    /// Whether tables have such positions at all.
    fn may_be_known(&self, position: &Position) -> bool {
        position.board().occupied().count() <= self.pieces && position.castling().is_empty()
    }
}

impl Oracle for Tablebases {
    fn pieces(&self) -> u32 {
        self.pieces
    }

    fn probe(&self, position: &Position) -> Option<TablebaseResult> {
        self.probe_wdl(position)
    }
}
