//! Books: positions that games begin with.

use std::fs;
use std::path::Path;

use chess::Position;

use crate::failure::Failure;
use crate::matches::openings;

/// The positions of a file, lines of FEN or EPD or games in PGN. None where the
/// game is over: nobody can play on from there.
pub(crate) fn starts(file: &Path) -> Result<Vec<Position>, Failure> {
    // A pipe may never answer and a device never end, so neither is opened.
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        return Err(Failure::Failed(format!(
            "cannot read {}: it is not a plain file",
            file.display()
        )));
    }
    let openings = openings(file, None)?;
    let rounds = 0..openings.len() as u64;
    Ok(rounds.map(|round| *openings.round(round).game().position()).collect())
}
