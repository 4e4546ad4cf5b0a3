//! Syzygy tables by the library that reads them.

use std::io;
use std::path::Path;

use chess::Position;
use search::champion::TablebaseResult;
use shakmaty::Chess;
use shakmaty_syzygy::{AmbiguousWdl, MaybeRounded, Tablebase, Wdl};

use super::{convert, reading};

/// Open tables.
pub(super) struct TableFiles(Tablebase<Chess>);

impl TableFiles {
    pub(super) fn none() -> TableFiles {
        TableFiles(reading::no_tables())
    }

    /// Adds the tables of a folder; how many there are.
    pub(super) fn add_folder(&mut self, folder: &Path) -> io::Result<usize> {
        self.0.add_directory(folder)
    }

    /// How many pieces the largest table has.
    pub(super) fn pieces(&self) -> u32 {
        u32::try_from(self.0.max_pieces()).unwrap_or(0)
    }

    /// What a position is worth if a capture or pawn move led to it.
    pub(super) fn after_zeroing(&self, position: &Position) -> Option<TablebaseResult> {
        self.0.probe_wdl_after_zeroing(&convert::position(position)?).ok().map(verdict)
    }

    /// What a position is worth with its half-move clock.
    pub(super) fn now(&self, position: &Position) -> Option<TablebaseResult> {
        let found: AmbiguousWdl = self.0.probe_wdl(&convert::position(position)?).ok()?;
        found.unambiguous().map(verdict)
    }

    /// Plies to the next capture or pawn move, and whether that is certain to the ply.
    pub(super) fn plies(&self, position: &Position) -> Option<(i32, bool)> {
        let position = convert::position(position)?;
        let found: MaybeRounded<shakmaty_syzygy::Dtz> = self.0.probe_dtz(&position).ok()?;
        let is_precise = matches!(found, MaybeRounded::Precise(_));
        Some((found.ignore_rounding().0, is_precise))
    }
}

fn verdict(wdl: Wdl) -> TablebaseResult {
    match wdl {
        Wdl::Loss => TablebaseResult::Loss,
        Wdl::BlessedLoss => TablebaseResult::BlessedLoss,
        Wdl::Draw => TablebaseResult::Draw,
        Wdl::CursedWin => TablebaseResult::CursedWin,
        Wdl::Win => TablebaseResult::Win,
    }
}
