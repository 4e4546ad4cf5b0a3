//! Reading files of games: what is good of them, and what is not.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use numbers::crc32;

use super::block::{HEADER, Header, MARK, MOST_BYTES};
use super::{Damage, DamageKind, MAGIC, MAX_NOTE, OpenError, PackedBlock, PlayedGame, VERSION};

/// The blocks of a file, one by one: for whoever spreads them over threads.
///
/// Damage comes as an error in its place; good blocks follow behind it.
pub struct Blocks<R> {
    input: R,
    note: String,
    /// What was read.
    buffer: Vec<u8>,
    /// How much of that was used.
    used: usize,
    /// Where the rest begins in the file.
    offset: u64,
    /// How many bytes may yet be looked at in vain.
    credit: u64,
    is_at_end: bool,
    /// Damage that was met and is to be said next.
    pending: Option<Damage>,
    /// A good block behind that.
    found: Option<PackedBlock>,
    /// How far to look for one.
    until: u64,
}

/// How much is read at once at least.
const CHUNK: usize = 1 << 16;

/// How many bytes are looked at in vain at most before any are passed: headers
/// that promise long blocks and lie one inside the other must not have the same
/// bytes looked at again and again.
const MOST_CREDIT: u64 = SHARE * MOST_BYTES as u64;
/// One header may use up this part of the credit, so that something is left for
/// shorter blocks behind it.
const SHARE: u64 = 8;
/// The credit that each byte brings that is passed.
const CREDIT_A_BYTE: u64 = 4;

/// Where the first good block begins at the latest if the file does not begin as
/// one of ours: a foreign one need not be read to its end.
const FAR: u64 = 8 * MOST_BYTES as u64;

/// Begins to read the file of this name.
///
/// # Errors
/// If it is no plain file, which might never answer, or as [`Blocks::open`] says.
pub fn open_file(path: &Path) -> Result<Blocks<File>, OpenError> {
    check_plain(path)?;
    Blocks::open(File::open(path)?)
}

/// Refuses what is there and no plain file. This has to be asked before: a pipe
/// does not even open before somebody holds its other end.
pub(crate) fn check_plain(path: &Path) -> Result<(), OpenError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(OpenError::NotPlain),
        _ => Ok(()),
    }
}

impl<R: Read> Blocks<R> {
    /// Begins to read a file. If its beginning is damaged, good blocks behind
    /// that show what it is.
    ///
    /// # Errors
    /// If it is no file of packed games, or one of another version.
    pub fn open(input: R) -> Result<Blocks<R>, OpenError> {
        let mut blocks = Blocks {
            input,
            note: String::new(),
            buffer: Vec::new(),
            used: 0,
            offset: 0,
            credit: MOST_CREDIT,
            is_at_end: false,
            pending: None,
            found: None,
            until: u64::MAX,
        };
        blocks.fill(12)?;
        if !blocks.rest().starts_with(&MAGIC) {
            // A writer that was stopped within the first bytes leaves these;
            // none at all if it had not begun.
            if !MAGIC.starts_with(blocks.rest()) {
                blocks.find_block(OpenError::NotGames)?;
            } else if !blocks.rest().is_empty() {
                blocks.lose(0, DamageKind::CutShort)?;
            }
            return Ok(blocks);
        }
        let version = match blocks.rest().get(8..12) {
            Some(&[low, high, ..]) => u16::from_le_bytes([low, high]),
            _ => VERSION,
        };
        if version == VERSION {
            blocks.read_note()?;
        } else if blocks.header_end()?.is_ok() {
            return Err(OpenError::Version(version));
        } else {
            blocks.find_block(OpenError::Version(version))?;
        }
        Ok(blocks)
    }

    /// What the file's writer wrote about it.
    pub fn note(&self) -> &str {
        &self.note
    }

    fn read_note(&mut self) -> io::Result<()> {
        let end = match self.header_end()? {
            Ok(end) => end,
            // The note is lost; blocks behind it may be good.
            Err(kind) => return self.lose(MAGIC.len(), kind),
        };
        self.note = String::from_utf8_lossy(&self.rest()[12..end]).into_owned();
        self.skip(end + 4);
        Ok(())
    }

    /// Where the header's checksum stands if it is right, or what is wrong.
    fn header_end(&mut self) -> io::Result<Result<usize, DamageKind>> {
        let length = match self.rest().get(10..12) {
            Some(bytes) => usize::from(bytes[0]) | usize::from(bytes[1]) << 8,
            None => 0,
        };
        let end = 12 + length.min(MAX_NOTE);
        self.fill(end + 4)?;
        let Some(checksum) = self.rest().get(end..end + 4) else {
            // A writer was stopped, or the length is wrong and blocks follow.
            return Ok(Err(DamageKind::CutShort));
        };
        let is_right = length <= MAX_NOTE && checksum == crc32(&self.rest()[..end]).to_le_bytes();
        Ok(if is_right { Ok(end) } else { Err(DamageKind::Checksum) })
    }

    /// Takes everything before the first good block for damage. Where there is
    /// none either, the file is refused.
    fn find_block(&mut self, refusal: OpenError) -> Result<(), OpenError> {
        self.until = FAR;
        loop {
            match self.read_block()? {
                Some(Ok(block)) => {
                    let (length, kind) = (block.offset, DamageKind::Checksum);
                    self.pending = Some(Damage { offset: 0, length, kind });
                    self.found = Some(block);
                    self.until = u64::MAX;
                    return Ok(());
                }
                Some(Err(_)) if self.offset < FAR => {}
                _ => return Err(refusal),
            }
        }
    }

    /// What was read and not used.
    fn rest(&self) -> &[u8] {
        &self.buffer[self.used..]
    }

    /// Reads until the rest has `wanted` bytes or the file ends.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        while self.rest().len() < wanted && !self.is_at_end {
            let missing = (wanted - self.rest().len()).max(CHUNK) as u64;
            let read = self.input.by_ref().take(missing).read_to_end(&mut self.buffer)?;
            self.is_at_end = (read as u64) < missing;
        }
        Ok(())
    }

    fn skip(&mut self, bytes: usize) {
        self.used += bytes;
        self.offset += bytes as u64;
        self.credit = (self.credit + CREDIT_A_BYTE * bytes as u64).min(MOST_CREDIT);
        // Not each time: what follows has to be moved.
        if self.used > self.buffer.len() / 2 {
            self.buffer.drain(..self.used);
            self.used = 0;
        }
    }

    /// Passes over bytes that cannot be used, to the next mark of a block that
    /// is `from` bytes away or more, and remembers to say so. What is cut short
    /// was so at the end of the file only.
    fn lose(&mut self, from: usize, kind: DamageKind) -> io::Result<()> {
        let offset = self.offset;
        self.pass(from)?;
        let is_end = self.rest().is_empty() && self.is_at_end;
        let kind = match kind {
            DamageKind::CutShort if !is_end => DamageKind::Checksum,
            kind => kind,
        };
        self.pending = Some(Damage { offset, length: self.offset - offset, kind });
        Ok(())
    }

    /// Passes over everything up to the next header that can be believed, from
    /// `from` bytes on, or to the end or beyond `until`. Nothing is kept on the
    /// way: it may be long.
    fn pass(&mut self, mut from: usize) -> io::Result<()> {
        loop {
            if from > CHUNK {
                self.skip(from.min(self.rest().len()));
                from = 0;
            }
            if self.offset >= self.until {
                return Ok(());
            }
            self.fill(from + HEADER)?;
            let rest = self.rest().get(from..).unwrap_or_default();
            if let Some(at) = rest.windows(MARK.len()).position(|window| window == MARK) {
                let at = from + at;
                self.fill(at + HEADER)?;
                let header = Header::read(&self.rest()[at..]);
                let credit = self.credit + CREDIT_A_BYTE * at as u64;
                if header.is_some_and(|header| u64::from(header.length) <= credit / SHARE) {
                    self.skip(at);
                    return Ok(());
                }
                from = at + 1;
            } else if self.is_at_end {
                self.skip(self.rest().len());
                return Ok(());
            } else {
                // A mark may stand across the end of what was read.
                from = self.rest().len() - (MARK.len() - 1);
            }
        }
    }

    fn read_block(&mut self) -> io::Result<Option<Result<PackedBlock, Damage>>> {
        if let Some(damage) = self.pending.take() {
            return Ok(Some(Err(damage)));
        }
        if let Some(block) = self.found.take() {
            return Ok(Some(Ok(block)));
        }
        self.fill(HEADER)?;
        if self.rest().is_empty() {
            return Ok(None);
        }
        let Some(header) = Header::read(self.rest()) else {
            // A part of a header at the very end is a writer's that was stopped.
            let is_part = self.is_at_end && self.rest().len() < HEADER;
            let kind = if is_part { DamageKind::CutShort } else { DamageKind::Checksum };
            self.lose(1, kind)?;
            return Ok(self.pending.take().map(Err));
        };
        let length = u64::from(header.length);
        if length > self.credit / SHARE {
            self.lose(1, DamageKind::Checksum)?;
            return Ok(self.pending.take().map(Err));
        }
        let end = HEADER + header.length as usize;
        self.fill(end)?;
        let block = self.rest().get(HEADER..end).map(|payload| header.block(self.offset, payload));
        match block {
            Some(Some(block)) => {
                self.skip(end);
                Ok(Some(Ok(block)))
            }
            Some(None) => {
                // The length may be right and may lead over good blocks: look
                // for the next mark rather than believe it.
                self.credit = self.credit.saturating_sub(length);
                self.lose(1, DamageKind::Checksum)?;
                Ok(self.pending.take().map(Err))
            }
            None => {
                self.lose(1, DamageKind::CutShort)?;
                Ok(self.pending.take().map(Err))
            }
        }
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = Result<PackedBlock, Damage>;

    fn next(&mut self) -> Option<Result<PackedBlock, Damage>> {
        match self.read_block() {
            Ok(item) => item,
            Err(error) => {
                let kind = DamageKind::Unreadable(error.to_string());
                let offset = self.offset + self.rest().len() as u64;
                self.buffer.clear();
                self.used = 0;
                self.is_at_end = true;
                Some(Err(Damage { offset, length: 0, kind }))
            }
        }
    }
}

/// The games of a file, one by one, with damage reported in its place.
pub struct GamesInFile<R> {
    blocks: Blocks<R>,
    games: std::vec::IntoIter<PlayedGame>,
}

impl<R: Read> GamesInFile<R> {
    /// Begins to read a file.
    ///
    /// # Errors
    /// If it is no file of packed games, or one of another version.
    pub fn open(input: R) -> Result<GamesInFile<R>, OpenError> {
        Ok(GamesInFile { blocks: Blocks::open(input)?, games: Vec::new().into_iter() })
    }

    /// What the file's writer wrote about it.
    pub fn note(&self) -> &str {
        self.blocks.note()
    }
}

impl<R: Read> Iterator for GamesInFile<R> {
    type Item = Result<PlayedGame, Damage>;

    fn next(&mut self) -> Option<Result<PlayedGame, Damage>> {
        loop {
            if let Some(game) = self.games.next() {
                return Some(Ok(game));
            }
            match self.blocks.next()?.and_then(|block| block.decode()) {
                Ok(games) => self.games = games.into_iter(),
                Err(damage) => return Some(Err(damage)),
            }
        }
    }
}
