//! A window on a stream: the part of a file that is looked at.

use std::io::{self, ErrorKind, Read};

use super::decode::{self, Encoding};

/// How much is read at once, and the least the window holds.
const CHUNK: usize = 64 * 1024;

/// Bytes of a stream that were read and not yet used, as UTF-8 or single bytes.
///
/// The window grows only when [`TextWindow::fill`] is called with much unused in
/// it: whoever asks for more without using what is there decides its size.
pub(super) struct TextWindow<R> {
    input: R,
    encoding: Option<Encoding>,
    bytes: Vec<u8>,
    /// Invariant: `start <= end <= bytes.len()`; between them lies the window.
    start: usize,
    end: usize,
    /// UTF-16 that was read and not yet decoded; empty for other encodings.
    raw: Vec<u8>,
    used: u64,
    is_over: bool,
}

impl<R: Read> TextWindow<R> {
    pub(super) fn new(input: R) -> TextWindow<R> {
        TextWindow {
            input,
            encoding: None,
            bytes: Vec::new(),
            start: 0,
            end: 0,
            raw: Vec::new(),
            used: 0,
            is_over: false,
        }
    }

    /// What lies in the window.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Whether nothing comes after the window.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes bytes off the front.
    #[inline]
    pub(super) fn advance(&mut self, count: usize) {
        self.start = (self.start + count).min(self.end);
        self.used += count as u64;
    }

    /// How many bytes were taken off in all.
    pub(super) fn used(&self) -> u64 {
        self.used
    }

    /// Memory held for the window.
    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity() + self.raw.capacity()
    }

    /// Reads on until the window holds twice as much, or at least a byte more,
    /// or nothing comes any more.
    pub(super) fn fill(&mut self) -> io::Result<()> {
        // Twice, so that looking through a long text again and again while it
        // trickles in costs no more than a multiple of its length.
        let unused = self.end - self.start;
        let wanted = (2 * unused).max(unused + 1);
        self.make_room(wanted);
        while self.end < wanted && !self.is_over {
            match self.encoding {
                None => self.sniff()?,
                Some(Encoding::Bytes) => {
                    let count = read(&mut self.input, &mut self.bytes[self.end..])?;
                    self.end += count;
                    self.is_over = count == 0;
                }
                Some(encoding) => self.fill_utf16(encoding)?,
            }
        }
        Ok(())
    }

    /// Moves the window to the front of the buffer and makes the buffer at
    /// least so large.
    fn make_room(&mut self, wanted: usize) {
        self.bytes.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        let size = wanted.max(CHUNK).next_power_of_two();
        if self.bytes.len() < size {
            self.bytes.resize(size, 0);
        }
    }

    /// Reads the first bytes, enough to tell the encoding.
    fn sniff(&mut self) -> io::Result<()> {
        let mut first = [0; 4];
        let mut length = 0;
        while length < first.len() {
            match read(&mut self.input, &mut first[length..])? {
                0 => break,
                count => length += count,
            }
        }
        let first = &first[..length];
        let (encoding, mark) = Encoding::sniff(first);
        self.encoding = Some(encoding);
        if encoding == Encoding::Bytes {
            let rest = &first[mark..];
            self.bytes[..rest.len()].copy_from_slice(rest);
            self.end = rest.len();
        } else {
            self.raw.extend_from_slice(&first[mark..]);
        }
        Ok(())
    }

    fn fill_utf16(&mut self, encoding: Encoding) -> io::Result<()> {
        let held = self.raw.len();
        self.raw.resize(held + CHUNK / 4, 0);
        let read = read(&mut self.input, &mut self.raw[held..]);
        self.raw.truncate(held + read.as_ref().copied().unwrap_or(0));
        self.is_over = read? == 0;
        self.bytes.truncate(self.end);
        let used = decode::utf16(&self.raw, encoding, self.is_over, &mut self.bytes);
        self.raw.drain(..used);
        self.end = self.bytes.len();
        Ok(())
    }
}

/// [`Read::read`] that goes on when interrupted and believes no one who claims
/// to have read more than there was room for.
fn read(input: &mut impl Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(room) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(count) => return Ok(count.min(room.len())),
        }
    }
}
