//! Books: positions that games begin with.

use std::path::Path;

use chess::Position;

use crate::failure::Failure;
use crate::matches::openings;

/// The positions of a file, lines of FEN or EPD or games in PGN. None where the
/// game is over: nobody can play on from there.
pub(crate) fn starts(file: &Path) -> Result<Vec<Position>, Failure> {
    files::check_plain(file)?;
    let openings = openings(file, None)?;
    let rounds = 0..openings.len() as u64;
    Ok(rounds.map(|round| *openings.round(round).game().position()).collect())
}
