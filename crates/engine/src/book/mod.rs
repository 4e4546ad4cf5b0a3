//! Opening books in Polyglot's format.
//!
//! A book is a sorted list of 16-byte entries, big-endian: the key of a position
//! (8), a move (2), its weight (2), and four bytes that programs use for
//! learning and that we leave alone.

mod key;
mod random;

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::LazyLock;

use chess::{Move, MoveKind, Position, Role, Square};
use numbers::Dice;

pub use key::polyglot_key;

use crate::plain::content;

/// An opening book.
///
/// ```
/// use chess::Position;
/// use plywise_engine::Book;
///
/// let start = Position::start();
/// let mut book = Book::default();
/// book.add(&start, start.parse_uci("e2e4")?, 3);
/// book.add(&start, start.parse_uci("d2d4")?, 1);
/// let same = Book::read(&book.to_bytes())?;
/// assert_eq!(same.moves(&start), [(start.parse_uci("e2e4")?, 3), (start.parse_uci("d2d4")?, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// Invariant: sorted by key.
    entries: Vec<BookEntry>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct BookEntry {
    key: u64,
    mv: u16,
    weight: u16,
    learn: u32,
}

/// Why a book cannot be used.
#[derive(Debug)]
pub enum BookError {
    /// The file cannot be read.
    Io(io::Error),
    /// The length is no multiple of an entry's.
    Length(u64),
    /// Two neighbours are in the wrong order, so that nothing could be found.
    Unsorted {
        /// The number of the second, from 1.
        entry: usize,
    },
}

/// Bytes of an entry.
const ENTRY: usize = 16;
/// The largest book there is a use for: 64 million moves.
const LARGEST: u64 = 1 << 30;

/// The book that is part of the program, made by `plywise book make --nodes 100000 --plies 24`.
static OWN: &[u8] = include_bytes!("own.bin");

impl Book {
    /// The book that is part of the program: the named openings as the
    /// champion's search judges them.
    pub fn own() -> &'static Book {
        static BOOK: LazyLock<Book> = LazyLock::new(|| {
            // Not from outside: it was compiled in.
            #[expect(clippy::expect_used, reason = "a test reads the book that ships")]
            Book::read(OWN).expect("the book built into the program is damaged")
        });
        &BOOK
    }

    /// Reads a book file.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        Book::read(&content(path, LARGEST).map_err(BookError::Io)?)
    }

    /// Reads a book.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let (chunks, rest) = bytes.as_chunks::<ENTRY>();
        if !rest.is_empty() {
            return Err(BookError::Length(bytes.len() as u64));
        }
        let entries: Vec<BookEntry> = chunks.iter().map(BookEntry::read).collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(index) => Err(BookError::Unsorted { entry: index + 2 }),
            None => Ok(Book { entries }),
        }
    }

    /// The book as a file has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.entries.iter().flat_map(BookEntry::write).collect()
    }

    /// How many moves it has in all positions together.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no move at all.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a move, or replaces its weight.
    pub fn add(&mut self, position: &Position, mv: Move, weight: u16) {
        let entry = BookEntry { key: polyglot_key(position), mv: encode(mv), weight, learn: 0 };
        let mut range = self.range(entry.key);
        let known = self.entries[range.clone()].iter().position(|known| known.mv == entry.mv);
        if let Some(index) = known {
            self.entries.remove(range.start + index);
            range.end -= 1;
        }
        // Heavier moves first, as books have them.
        let is_heavier = |known: &BookEntry| known.weight >= weight;
        let moves = &self.entries[range.clone()];
        let place = moves.iter().position(|known| !is_heavier(known)).unwrap_or(moves.len());
        self.entries.insert(range.start + place, entry);
    }

    /// The moves it has for a position with their weights, as they stand there.
    /// What is not legal here, the book of a broken program, is left out.
    pub fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        let entries = &self.entries[self.range(polyglot_key(position))];
        entries
            .iter()
            .filter_map(|entry| Some((decode(position, entry.mv)?, entry.weight)))
            .collect()
    }

    /// One of the moves, each with a chance by its weight; moves of weight 0
    /// are never played.
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: usize = moves.iter().map(|&(_, weight)| usize::from(weight)).sum();
        let mut left = Dice::new(seed).below(total);
        moves.into_iter().find_map(|(mv, weight)| {
            let weight = usize::from(weight);
            if left < weight {
                return Some(mv);
            }
            left -= weight;
            None
        })
    }

    fn range(&self, key: u64) -> std::ops::Range<usize> {
        let start = self.entries.partition_point(|entry| entry.key < key);
        let length = self.entries[start..].partition_point(|entry| entry.key == key);
        start..start + length
    }
}

impl BookEntry {
    fn read(bytes: &[u8; ENTRY]) -> BookEntry {
        let number = u128::from_be_bytes(*bytes);
        BookEntry {
            key: (number >> 64) as u64,
            mv: (number >> 48) as u16,
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    fn write(&self) -> [u8; ENTRY] {
        let number = u128::from(self.key) << 64
            | u128::from(self.mv) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        number.to_be_bytes()
    }
}

/// Target, origin and promotion, three bits each for file, rank and piece.
/// Castling is the king taking its own rook, as with us.
fn encode(mv: Move) -> u16 {
    let promotion = match mv.promoted() {
        None | Some(Role::Pawn | Role::King) => 0,
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
    };
    mv.to().index() as u16 | (mv.from().index() as u16) << 6 | promotion << 12
}

/// The legal move that is meant.
fn decode(position: &Position, bits: u16) -> Option<Move> {
    let square = |bits: u16| Square::from_index(usize::from(bits & 63));
    let (to, from) = (square(bits)?, square(bits >> 6)?);
    let legal = position.legal_moves_from(from);
    let exact = legal.iter().copied().find(|&mv| encode(mv) == bits);
    // Some books write castling as the king's own two steps.
    exact.or_else(|| {
        let castles =
            |mv: &Move| mv.kind() == MoveKind::Castling && position.castling_king_target(*mv) == to;
        legal.iter().copied().find(castles).filter(|_| bits >> 12 == 0)
    })
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Io(error) => write!(f, "the book cannot be read: {error}"),
            BookError::Length(length) => {
                write!(f, "this is no Polyglot book: {length} bytes are no multiple of {ENTRY}")
            }
            BookError::Unsorted { entry } => {
                write!(f, "this is no Polyglot book: entry {entry} is out of order")
            }
        }
    }
}

impl std::error::Error for BookError {}
