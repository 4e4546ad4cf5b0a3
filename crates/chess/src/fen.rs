//! FEN: positions in one line of text.
//!
//! Read: four, five or six fields; castling as X-FEN (`KQkq`, meaning the
//! outermost rook, or a file letter for an inner one) or Shredder-FEN (file
//! letters only), also mixed; tolerated are letters said twice, digits side by
//! side (`44` for `8`), move number 0 and dashes for counters. Written: X-FEN by default, which is plain FEN for
//! plain chess, or Shredder-FEN. The en passant field is written only when a
//! pawn can legally be taken, so that equal positions have equal texts.

use std::fmt;
use std::str::FromStr;

use crate::quote::quote;
use crate::{Bitboard, Board, Color, Faults, File, Piece, Position, Rank, Role, Setup, Square};

/// Why a text is not the FEN of a legal position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// There are not four to six fields.
    Fields(usize),
    /// The placement does not have eight ranks.
    Ranks(usize),
    /// A rank does not have eight squares, or a letter is no piece's.
    Rank(Rank, String),
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// A castling letter means nothing.
    Castling(String),
    /// The en passant field is neither `-` nor a square.
    EnPassant(String),
    /// The half-move clock is not a number from 0 to 65535.
    HalfmoveClock(String),
    /// The move number is not a number from 1 to 4294967295 (0 is read as 1).
    FullmoveNumber(String),
    /// It reads well but is not a legal position.
    Illegal(Faults),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Fields(found) => write!(
                f,
                "a FEN has 4 to 6 fields (placement, side to move, castling, en passant, \
                 half-move clock, move number), not {found}"
            ),
            FenError::Ranks(found) => {
                write!(f, "the placement has 8 ranks separated by '/', not {found}")
            }
            FenError::Rank(rank, text) => write!(
                f,
                "rank {rank} is '{}': it must fill 8 squares with the letters PNBRQKpnbrqk \
                 and the digits 1-8",
                quote(text)
            ),
            FenError::Turn(text) => {
                write!(f, "the side to move is 'w' or 'b', not '{}'", quote(text))
            }
            FenError::Castling(text) => write!(
                f,
                "castling rights are '-' or letters from KQkq or rook files A-H, a-h, not '{}'",
                quote(text)
            ),
            FenError::EnPassant(text) => {
                write!(f, "the en passant field is '-' or a square, not '{}'", quote(text))
            }
            FenError::HalfmoveClock(text) => write!(
                f,
                "the half-move clock is a number from 0 to {}, not '{}'",
                u16::MAX,
                quote(text)
            ),
            FenError::FullmoveNumber(text) => write!(
                f,
                "the move number is a number from 1 to {}, not '{}'",
                u32::MAX,
                quote(text)
            ),
            FenError::Illegal(faults) => write!(f, "not a legal position: {faults}"),
        }
    }
}

impl std::error::Error for FenError {}

impl From<Faults> for FenError {
    fn from(faults: Faults) -> FenError {
        FenError::Illegal(faults)
    }
}

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingLetters {
    /// `KQkq` for the outermost rook, its file letter for another one (X-FEN).
    #[default]
    Xfen,
    /// Always the rook's file letter (Shredder-FEN).
    Shredder,
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a FEN without asking whether the position is legal.
    fn from_str(text: &str) -> Result<Setup, FenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        if !(4..=6).contains(&fields.len()) {
            return Err(FenError::Fields(fields.len()));
        }
        let board: Board = parse_board(fields[0])?;
        let turn = match fields[1] {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::Turn(other.to_owned())),
        };
        let castling = parse_castling(&board, fields[2])?;
        let en_passant = match fields[3] {
            "-" => None,
            square => Some(square.parse().map_err(|_| FenError::EnPassant(square.to_owned()))?),
        };
        // Some programs write a dash where they do not count.
        let halfmove_clock = match fields.get(4) {
            None | Some(&"-") => 0,
            Some(text) => number(text).ok_or(FenError::HalfmoveClock((*text).to_owned()))?,
        };
        let fullmove_number = match fields.get(5) {
            None | Some(&"-") => 1,
            Some(text) => number(text).ok_or(FenError::FullmoveNumber((*text).to_owned()))?,
        };
        Ok(Setup {
            board,
            turn,
            castling,
            en_passant,
            halfmove_clock,
            // Move 0 is seen in the wild and means the first.
            fullmove_number: fullmove_number.max(1),
        })
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN and refuses positions that are not legal.
    fn from_str(text: &str) -> Result<Position, FenError> {
        Ok(text.parse::<Setup>()?.position()?)
    }
}

/// Digits only: `str::parse` would take a plus sign.
fn number<T: FromStr>(text: &str) -> Option<T> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn parse_board(text: &str) -> Result<Board, FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut board = Board::default();
    for (rank, row) in Rank::ALL.into_iter().rev().zip(ranks) {
        let wrong = || FenError::Rank(rank, row.to_owned());
        let mut file = 0;
        for letter in row.chars() {
            match letter {
                '1'..='8' => file += letter as usize - '0' as usize,
                _ => {
                    let piece = Piece::from_letter(letter).ok_or_else(wrong)?;
                    let square = Square::new(File::from_index(file).ok_or_else(wrong)?, rank);
                    board.set(square, Some(piece));
                    file += 1;
                }
            }
        }
        if file != 8 {
            return Err(wrong());
        }
    }
    Ok(board)
}

fn parse_castling(board: &Board, text: &str) -> Result<Bitboard, FenError> {
    let mut rights = Bitboard::EMPTY;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = Rank::First.relative_to(color);
        let square = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(board, color, true),
            'q' => outermost_rook(board, color, false),
            'a'..='h' => File::from_letter(letter).map(|file| Square::new(file, rank)),
            _ => None,
        };
        rights.insert(square.ok_or_else(|| FenError::Castling(text.to_owned()))?);
    }
    Ok(rights)
}

/// The rook that `K` or `Q` means; the corner if there is none, for
/// [`Setup::faults`] to find empty.
fn outermost_rook(board: &Board, color: Color, kingside: bool) -> Option<Square> {
    let back_rank = Bitboard::rank(Rank::First.relative_to(color));
    let rooks = board.pieces(color, Role::Rook) & back_rank;
    let king = (board.pieces(color, Role::King) & back_rank).first();
    let corner = if kingside { Square::H1 } else { Square::A1 };
    let outermost = if kingside { rooks.last() } else { rooks.first() };
    let is_beyond_king = |rook: &Square| king.is_some_and(|king| (*rook > king) == kingside);
    Some(outermost.filter(is_beyond_king).unwrap_or(corner.relative_to(color)))
}

impl Setup {
    /// The FEN of six fields.
    pub fn to_fen(&self, letters: CastlingLetters) -> String {
        let mut castling = String::new();
        for color in Color::ALL {
            let back_rank = Bitboard::rank(Rank::First.relative_to(color));
            let mut rooks: Vec<Square> = (self.castling & back_rank).into_iter().collect();
            rooks.reverse(); // K before Q, H before A
            for rook in rooks {
                let standard =
                    |kingside| outermost_rook(&self.board, color, kingside) == Some(rook);
                let letter = match letters {
                    CastlingLetters::Xfen if standard(true) => 'k',
                    CastlingLetters::Xfen if standard(false) => 'q',
                    _ => rook.file().letter(),
                };
                castling.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
        if castling.is_empty() {
            castling.push('-');
        }
        let en_passant = self.en_passant.map_or("-".to_owned(), |square| square.to_string());
        format!(
            "{} {} {castling} {en_passant} {} {}",
            self.board,
            self.turn.letter(),
            self.halfmove_clock,
            self.fullmove_number
        )
    }
}

impl Position {
    /// The FEN of six fields.
    pub fn to_fen(&self, letters: CastlingLetters) -> String {
        self.setup().to_fen(letters)
    }
}

/// X-FEN.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen(CastlingLetters::Xfen))
    }
}

/// X-FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen(CastlingLetters::Xfen))
    }
}
