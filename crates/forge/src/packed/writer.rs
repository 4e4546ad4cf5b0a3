//! Writing games so that a crash costs little.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::{fmt, mem};

use super::block::OpenBlock;
use super::checksum::crc32;
use super::{
    Blocks, Damage, DamageKind, MAGIC, MAX_NOTE, MAX_PLIES, OpenError, PlayedGame, VERSION,
};

/// Packs games into a file, block by block.
///
/// Dropping it loses the open block, as a crash would; [`Writer::finish`]
/// writes it.
pub struct Writer<W> {
    output: W,
    block: OpenBlock,
    /// Games in blocks that were written.
    written: u32,
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
        if note.len() > MAX_NOTE {
            return Err(WriteError::LongNote(note.len()));
        }
        let mut header = Vec::from(MAGIC);
        header.extend(VERSION.to_le_bytes());
        header.extend((note.len() as u16).to_le_bytes());
        header.extend(note.as_bytes());
        header.extend(crc32(&header).to_le_bytes());
        output.write_all(&header)?;
        output.flush()?;
        Ok(Writer { output, block: OpenBlock::new(), written: 0 })
    }

    /// Adds a game; a full block is written.
    pub fn push(&mut self, game: &PlayedGame) -> Result<(), WriteError> {
        if game.plies.len() > MAX_PLIES {
            return Err(WriteError::TooLong(game.plies.len()));
        }
        let mut position = game.start;
        for (ply, &super::Ply { mv, .. }) in game.plies.iter().enumerate() {
            position.play(mv).map_err(|_| WriteError::Illegal(ply))?;
        }
        self.block.push(game);
        if self.block.is_full() { self.close_block() } else { Ok(()) }
    }

    /// How many games the file holds, those of the open block included.
    pub fn games(&self) -> u32 {
        self.written + self.block.games
    }

    /// Writes the open block, full or not.
    pub fn close_block(&mut self) -> Result<(), WriteError> {
        if self.block.games > 0 {
            let block = mem::replace(&mut self.block, OpenBlock::new());
            let games = block.games;
            // In one piece: what another program sees of it is all or a part
            // that its checksum gives away.
            self.output.write_all(&block.close(self.written))?;
            self.output.flush()?;
            self.written = self.written.saturating_add(games);
        }
        Ok(())
    }

    /// Writes the open block and returns the output.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.close_block()?;
        Ok(self.output)
    }
}

/// What a file held when it was opened to add to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tail {
    /// Games written to it, those in damaged blocks included.
    pub games: u32,
    /// Plies with a score in its good blocks.
    pub scored: u64,
    /// What its writer wrote about it; `None` if the file is new.
    pub note: Option<String>,
    /// Damage that was found. What was cut short at the end is taken away.
    pub damage: Vec<Damage>,
}

/// Opens a file to add games to it, or begins it with `note` if there is none.
/// The file is locked: a second writer is refused.
///
/// Whether an old file's note allows more games is the caller's to decide.
pub fn append(path: &Path, note: &str) -> Result<(Writer<File>, Tail), OpenError> {
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    file.try_lock().map_err(|error| match error {
        TryLockError::Error(error) => error,
        TryLockError::WouldBlock => {
            io::Error::new(io::ErrorKind::ResourceBusy, "another program is writing to it")
        }
    })?;
    // An empty file is what a crash leaves before the first byte.
    if file.metadata()?.len() == 0 {
        return Ok((begin(file, note)?, Tail::default()));
    }
    let mut tail = Tail::default();
    let mut blocks = Blocks::open(&mut file)?;
    tail.note = Some(blocks.note().to_owned());
    let mut cut = None;
    for block in blocks.by_ref() {
        match block {
            Ok(block) => {
                tail.games = block.first_game.saturating_add(block.games);
                tail.scored += u64::from(block.scored);
                cut = None;
            }
            Err(damage) => {
                if let DamageKind::Unreadable(reason) = &damage.kind {
                    return Err(OpenError::Io(io::Error::other(reason.clone())));
                }
                cut = Some(damage.offset);
                tail.damage.push(damage);
            }
        }
    }
    if let Some(good) = cut {
        file.set_len(good)?;
        if good == 0 {
            file.rewind()?;
            return Ok((begin(file, note)?, Tail { note: None, ..tail }));
        }
    }
    file.seek(SeekFrom::End(0))?;
    Ok((Writer { output: file, block: OpenBlock::new(), written: tail.games }, tail))
}

fn begin(file: File, note: &str) -> Result<Writer<File>, OpenError> {
    Writer::new(file, note).map_err(|error| match error {
        WriteError::Io(error) => OpenError::Io(error),
        other => OpenError::Io(io::Error::other(other.to_string())),
    })
}
