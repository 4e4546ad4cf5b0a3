//! Writing games so that a crash costs little.

use std::io::{self, Write};
use std::{fmt, mem};

use numbers::crc32;

use super::block::OpenBlock;
use super::{MAGIC, MAX_NOTE, MAX_PLIES, PlayedGame, VERSION};

/// Packs games into a file, block by block.
///
/// Dropping it loses the open block, as a crash would; [`Writer::finish`]
/// writes it.
pub struct Writer<W> {
    output: W,
    block: OpenBlock,
    /// The number of the open block's first game.
    first_number: u32,
    /// Bytes of the blocks that were written.
    written: u64,
}

/// Why a game was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The game has more than [`MAX_PLIES`] plies.
    TooLong(usize),
    /// A move of the game is not legal: this one, counted from 0.
    Illegal(usize),
    /// The note is longer than [`MAX_NOTE`] bytes.
    LongNote(usize),
    /// The file takes nothing more.
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::TooLong(plies) => {
                write!(f, "a packed game has at most {MAX_PLIES} plies, not {plies}")
            }
            WriteError::Illegal(ply) => write!(f, "ply {} of the game is not legal", ply + 1),
            WriteError::LongNote(bytes) => {
                write!(f, "a note has at most {MAX_NOTE} bytes, not {bytes}")
            }
            WriteError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Io(error)
    }
}

impl<W: Write> Writer<W> {
    /// Begins a file. The note says where the games come from.
    pub fn new(mut output: W, note: &str) -> Result<Writer<W>, WriteError> {
        output.write_all(&header(note)?)?;
        output.flush()?;
        Ok(Writer::behind(output, 0))
    }

    /// Goes on with a file; the next game has this number.
    pub(super) fn behind(output: W, first_number: u32) -> Writer<W> {
        Writer { output, block: OpenBlock::new(), first_number, written: 0 }
    }

    /// Adds a game; a full block is written.
    pub fn push(&mut self, game: &PlayedGame) -> Result<(), WriteError> {
        self.push_together(std::slice::from_ref(game))
    }

    /// Adds games that belong together: they stand in one block, unless they
    /// are more than a block can hold.
    pub fn push_together(&mut self, games: &[PlayedGame]) -> Result<(), WriteError> {
        for game in games {
            check(game)?;
            if self.block.has_no_room_for(game) {
                self.close_block()?;
            }
            self.block.push(game);
        }
        if self.block.is_full() { self.close_block() } else { Ok(()) }
    }

    /// Closes the block and lets the next game have this number, if that is
    /// more: games that are missing here keep theirs.
    pub fn skip_to(&mut self, number: u32) -> Result<(), WriteError> {
        self.close_block()?;
        self.first_number = self.first_number.max(number);
        Ok(())
    }

    /// The number of the next game: how many were ever written, those of the open
    /// block, those damaged since and those skipped included.
    pub fn next_number(&self) -> u32 {
        self.first_number.saturating_add(self.block.games)
    }

    /// Bytes of all games that were pushed, those of the open block included.
    pub fn bytes(&self) -> u64 {
        self.written + self.block.bytes()
    }

    /// Writes the open block, full or not.
    pub fn close_block(&mut self) -> Result<(), WriteError> {
        if self.block.games > 0 {
            let block = mem::replace(&mut self.block, OpenBlock::new());
            let games = block.games;
            // In one piece: what another program sees of it is all or a part
            // that its checksum gives away.
            let bytes = block.close(self.first_number);
            self.output.write_all(&bytes)?;
            self.output.flush()?;
            self.written += bytes.len() as u64;
            self.first_number = self.first_number.saturating_add(games);
        }
        Ok(())
    }

    /// Writes the open block and returns the output.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.close_block()?;
        Ok(self.output)
    }
}

/// The bytes that a file with this note begins with.
pub(super) fn header(note: &str) -> Result<Vec<u8>, WriteError> {
    if note.len() > MAX_NOTE {
        return Err(WriteError::LongNote(note.len()));
    }
    let mut header = Vec::from(MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend((note.len() as u16).to_le_bytes());
    header.extend(note.as_bytes());
    header.extend(crc32(&header).to_le_bytes());
    Ok(header)
}

/// Whether a game can be packed.
fn check(game: &PlayedGame) -> Result<(), WriteError> {
    if game.plies.len() > MAX_PLIES {
        return Err(WriteError::TooLong(game.plies.len()));
    }
    let mut position = game.start;
    for (ply, &super::PackedPly { mv, .. }) in game.plies.iter().enumerate() {
        position.play(mv).map_err(|_| WriteError::Illegal(ply))?;
    }
    Ok(())
}
