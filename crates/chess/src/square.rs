//! Squares, files and ranks.

use std::fmt;
use std::str::FromStr;

use crate::Color;

/// A column of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // the letters say it
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files, from a to h.
    pub const ALL: [File; 8] =
        [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// 0 for the a-file up to 7 for the h-file.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file with this index.
    pub const fn from_index(index: usize) -> Option<File> {
        if index < 8 { Some(File::ALL[index]) } else { None }
    }

    /// The lower-case letter.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Reads a letter of either case.
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter.to_ascii_lowercase() {
            letter @ 'a'..='h' => File::from_index(letter as usize - 'a' as usize),
            _ => None,
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A row of the board, counted from White's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // the ordinals say it
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// All ranks, from the first to the eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// 0 for the first rank up to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this index.
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < 8 { Some(Rank::ALL[index]) } else { None }
    }

    /// The digit.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Reads a digit.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Rank::from_index(digit as usize - '1' as usize),
            _ => None,
        }
    }

    /// The rank as `color` counts it: her first rank is where her king begins.
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

/// One of the 64 squares; a1 is 0, b1 is 1, h8 is 63.
///
/// Invariant: the number inside is below 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

macro_rules! name_squares {
    ($($name:ident = $index:expr),* $(,)?) => {
        #[allow(missing_docs)] // the names say it
        impl Square {
            $(pub const $name: Square = Square($index);)*
        }
    };
}

#[rustfmt::skip]
name_squares! {
    A1 = 0,  B1 = 1,  C1 = 2,  D1 = 3,  E1 = 4,  F1 = 5,  G1 = 6,  H1 = 7,
    A2 = 8,  B2 = 9,  C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl Square {
    /// The square where a file and a rank cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// The square with this index, if it is below 64.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// The square named by the low six bits of `index`; the rest is dropped.
    #[inline]
    pub(crate) const fn wrapping(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// All squares in order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone {
        (0..64u8).map(Square)
    }

    /// 0 for a1 up to 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask repeats the invariant in a form that removes bounds checks.
        (self.0 & 63) as usize
    }

    /// The column.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[self.index() & 7]
    }

    /// The row.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() >> 3]
    }

    /// The same square seen from the other side of the board: e2 becomes e7.
    #[inline]
    pub const fn flip_rank(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The mirror image from left to right: a1 becomes h1.
    #[inline]
    pub const fn flip_file(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// The square as `color` sees it: unchanged for White, ranks flipped for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flip_rank(),
        }
    }

    /// The square reached by going `files` right and `ranks` up, if it is on the board.
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let file = self.index() as i32 % 8 + files;
        let rank = self.index() as i32 / 8 + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square((rank * 8 + file) as u8))
    }

    /// Whether a bishop standing here stands on a light square.
    pub const fn is_light(self) -> bool {
        (self.index() / 8 + self.index() % 8) % 2 == 1
    }

    /// How many king steps lie between two squares.
    pub const fn distance(self, other: Square) -> u32 {
        let files = (self.index() % 8).abs_diff(other.index() % 8);
        let ranks = (self.index() / 8).abs_diff(other.index() / 8);
        (if files > ranks { files } else { ranks }) as u32
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter a-h and a digit 1-8, such as e4")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let mut chars = text.chars();
        let (Some(file), Some(rank), None) = (chars.next(), chars.next(), chars.next()) else {
            return Err(ParseSquareError);
        };
        match (File::from_letter(file), Rank::from_digit(rank)) {
            (Some(file), Some(rank)) => Ok(Square::new(file, rank)),
            _ => Err(ParseSquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_agree() {
        for square in Square::all() {
            assert_eq!(Square::from_index(square.index()), Some(square));
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
        }
        assert_eq!(Square::E4.to_string(), "e4");
        assert_eq!(Square::from_index(64), None);
        assert_eq!("E4".parse(), Ok(Square::E4));
        for bad in ["", "e", "e9", "i1", "e44", "é4", "4e"] {
            assert_eq!(bad.parse::<Square>(), Err(ParseSquareError), "{bad}");
        }
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        assert_eq!(Square::E4.offset(1, 2), Some(Square::F6));
        assert_eq!(Square::H4.offset(1, 0), None);
        assert_eq!(Square::A1.offset(0, -1), None);
        assert_eq!(Square::A1.distance(Square::H8), 7);
        assert_eq!(Square::E2.distance(Square::E4), 2);
    }

    #[test]
    fn colours_of_squares() {
        assert!(!Square::A1.is_light());
        assert!(Square::H1.is_light());
        assert_eq!(Square::all().filter(|square| square.is_light()).count(), 32);
    }
}
