//! Adding games to a file that is there.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::block::MARK;
use super::reader::check_plain;
use super::writer::header;
use super::{Blocks, Damage, DamageKind, OpenError, Writer};

/// What a file held when it was opened to add to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tail {
    /// Games in its good blocks.
    pub games: u64,
    /// The number of the next game: those of damaged blocks keep theirs, so that
    /// no two games ever have the same.
    pub next_number: u32,
    /// Plies with a score in its good blocks.
    pub scored: u64,
    /// Bytes of its good blocks.
    pub bytes: u64,
    /// What its writer wrote about it, empty if that is damaged; `None` if the
    /// file is new.
    pub note: Option<String>,
    /// Damage that was found.
    pub damage: Vec<Damage>,
}

/// A file behind whose good part is written. A block at its end that was not
/// finished stays until the first byte is written: who only looks, or finds that
/// the games are another's, takes nothing away. Other damage is nobody's to take
/// away: games are added behind it.
#[derive(Debug)]
pub struct GoodPart {
    file: File,
    /// How many bytes are good.
    good: u64,
    /// What to write before anything else: the beginning of a new file.
    header: Vec<u8>,
    is_begun: bool,
    cut: u64,
}

impl GoodPart {
    /// What was taken away from the end, if anything was.
    pub fn cut(&self) -> Option<Damage> {
        let damage = Damage { offset: self.good, length: self.cut, kind: DamageKind::CutOff };
        (self.cut > 0).then_some(damage)
    }

    fn begin(&mut self) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        if length > self.good {
            self.file.set_len(self.good)?;
            self.cut = length - self.good;
        }
        self.file.seek(SeekFrom::Start(self.good))?;
        self.file.write_all(&self.header)?;
        self.is_begun = true;
        Ok(())
    }
}

impl Write for GoodPart {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_begun {
            self.begin()?;
        }
        self.file.write(bytes)
    }

    /// Waits until what was written is on the disk: a writer flushes block by
    /// block, and not even a power failure takes more than the open one.
    fn flush(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// Opens a file to add games to it, or begins it with `note` if there is none.
/// The file is locked: a second writer is refused.
///
/// Whether an old file's note allows more games is the caller's to decide;
/// until the first block is written a file that was there stays as it is.
pub fn append(path: &Path, note: &str) -> Result<(Writer<GoodPart>, Tail), OpenError> {
    let header = header(note).map_err(|error| io::Error::other(error.to_string()))?;
    check_plain(path)?;
    let is_new = !path.exists();
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        // There are file systems that know no locks.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
        Err(TryLockError::Error(error)) => return Err(error.into()),
        Err(TryLockError::WouldBlock) => {
            let reason = "another program is writing to it";
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, reason).into());
        }
    }
    let mut begin = Vec::new();
    (&file).take(header.len() as u64).read_to_end(&mut begin)?;
    if begin.len() < header.len() && header.starts_with(&begin) {
        // New, or a crash within the header of this very file: it begins anew.
        let damage = Damage { offset: 0, length: begin.len() as u64, kind: DamageKind::CutShort };
        let damage = Vec::from_iter((!begin.is_empty()).then_some(damage));
        let mut part = GoodPart { file, good: 0, header, is_begun: false, cut: 0 };
        if is_new {
            // Nothing can be lost here, so the header need not wait.
            part.begin()?;
        }
        return Ok((Writer::behind(part, 0), Tail { damage, ..Tail::default() }));
    }
    file.rewind()?;
    let mut tail = Tail::default();
    let mut blocks = Blocks::open(&mut file)?;
    tail.note = Some(blocks.note().to_owned());
    let mut cut = None;
    for block in blocks.by_ref() {
        match block {
            Ok(block) => {
                tail.games += u64::from(block.games);
                tail.next_number = block.first_game.saturating_add(block.games);
                tail.scored += u64::from(block.scored);
                tail.bytes += block.bytes();
                cut = None;
            }
            Err(damage) => {
                if let DamageKind::Unreadable(reason) = &damage.kind {
                    return Err(OpenError::Io(io::Error::other(reason.clone())));
                }
                cut = (damage.kind == DamageKind::CutShort).then_some(damage.offset);
                tail.damage.push(damage);
            }
        }
    }
    let length = file.metadata()?.len();
    let good = match cut {
        Some(offset) if is_begun_block(&mut file, offset)? => offset,
        _ => length,
    };
    let part = GoodPart { file, good, header: Vec::new(), is_begun: false, cut: 0 };
    Ok((Writer::behind(part, tail.next_number), tail))
}

/// Whether what stands there to the end of the file begins as a block does.
fn is_begun_block(file: &mut File, offset: u64) -> io::Result<bool> {
    let mut mark = Vec::new();
    file.seek(SeekFrom::Start(offset))?;
    file.take(MARK.len() as u64).read_to_end(&mut mark)?;
    Ok(MARK.starts_with(&mark))
}
