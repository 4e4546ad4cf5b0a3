//! Books: positions that games begin with.

use std::fs;
use std::path::Path;

use chess::Position;

use crate::failure::Failure;

/// The positions of a file, lines of FEN or EPD or games in PGN. None where the
/// game is over: nobody can play on from there.
pub(crate) fn starts(file: &Path) -> Result<Vec<Position>, Failure> {
    let shown = file.display();
    let text = fs::read_to_string(file)
        .map_err(|error| Failure::Failed(format!("cannot read {shown}: {error}")))?;
    let openings = arena::Openings::read(&text, None)
        .map_err(|error| Failure::WrongUse(format!("{shown}: {error}")))?;
    let rounds = 0..openings.len() as u64;
    Ok(rounds.map(|round| *openings.round(round).game().position()).collect())
}
