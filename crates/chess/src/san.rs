//! SAN: moves as people write them, `Nf3`, `exd5`, `O-O`, `e8=Q+`.
//!
//! Written exactly as the PGN standard asks; read with patience for what
//! people and old programs write instead, as long as it can mean one thing.

mod written;

use std::fmt;

pub(crate) use self::written::{WrittenMove, castling_side, role_of, without_marks};
use crate::{Bitboard, Color, Move, Position, Rank, Role, Square, attacks};

/// Why a text is not one legal move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SanError {
    /// It does not look like a move.
    Malformed,
    /// It looks like a move, but no such move is legal here.
    Illegal,
    /// These legal moves are all written so.
    Ambiguous(Vec<Move>),
    /// A pawn reaches the last rank there, and the text does not say what it becomes.
    PromotionMissing,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Malformed => f.write_str("a move looks like e4, Nf3, exd5, O-O or e8=Q"),
            SanError::Illegal => f.write_str("no such move is legal here"),
            SanError::Ambiguous(moves) => {
                f.write_str("it can mean ")?;
                for (index, mv) in moves.iter().enumerate() {
                    let joint = if index == 0 { "" } else { " or " };
                    write!(f, "{joint}{mv:?}")?;
                }
                f.write_str(": the file or rank the piece comes from would tell")
            }
            SanError::PromotionMissing => f.write_str(
                "the pawn reaches the last rank: what it becomes is missing, as in e8=Q",
            ),
        }
    }
}

impl std::error::Error for SanError {}

impl Position {
    /// Reads a move in standard algebraic notation.
    ///
    /// Also taken, as long as it means one legal move: too much or too little
    /// (`Ng1f3`, `Ng1-f3`, `g1f3`, `e2-e4`, `ed5`, `ed`, an `x` too many or too
    /// few), castling with zeros, promotion as `e8Q`, `e8(Q)`, `e8/q`,
    /// figurines, marks at the end (`+ # ! ?`, `e.p.`) whether they are right
    /// or not, and small letters for pieces. A small `b` is a file first: `bxc3`
    /// is always a pawn, `bc4` a bishop only if no pawn can go so.
    ///
    /// ```
    /// use plywise_chess::{Position, SanError};
    ///
    /// let position = Position::start();
    /// assert_eq!(position.parse_san("Nf3"), position.parse_san(" Ng1-f3!? "));
    /// assert_eq!(position.parse_san("e5"), Err(SanError::Illegal));
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let text = without_marks(text);
        if let Some(kingside) = castling_side(text) {
            let king = self.king(self.turn());
            let moves = self.legal_moves_from(king);
            let wanted = |mv: &Move| mv.is_castling() && (mv.to() > king) == kingside;
            return moves.into_iter().find(wanted).ok_or(SanError::Illegal);
        }
        let mut letters = text.chars();
        match letters.next() {
            Some('b') => {
                let as_file = WrittenMove::read(None, text);
                let found = as_file.as_ref().map_or(Err(SanError::Malformed), |w| self.find(w));
                match (found, as_file) {
                    (Err(SanError::Illegal), Some(WrittenMove { takes: true, .. })) => {
                        Err(SanError::Illegal)
                    }
                    (Err(reason @ (SanError::Illegal | SanError::Malformed)), _) => {
                        let as_bishop = WrittenMove::read(Some(Role::Bishop), letters.as_str());
                        as_bishop.map_or(Err(reason), |written| self.find(&written))
                    }
                    (found, _) => found,
                }
            }
            Some(letter) => {
                let role = role_of(letter);
                // A figurine may be followed by a sign that it is text, not an emoji.
                let after = letters.as_str().trim_start_matches(['\u{fe0e}', '\u{fe0f}']);
                let rest = if role.is_some() { after } else { text };
                let written = WrittenMove::read(role, rest).ok_or(SanError::Malformed)?;
                self.find(&written)
            }
            None => Err(SanError::Malformed),
        }
    }

    /// Writes a move in standard algebraic notation, with the mark of check or
    /// mate. A move that is not legal here is written from square to square.
    pub fn to_san(&self, mv: Move) -> String {
        let mut text = String::new();
        self.push_san(mv, &mut text);
        text
    }

    /// [`Position::to_san`] at the end of a text.
    pub(crate) fn push_san(&self, mv: Move, text: &mut String) {
        use fmt::Write as _;
        if !self.is_legal(mv) {
            // Writing to a string does not fail.
            let _ = write!(text, "{mv:?}");
            return;
        }
        match self.role_at(mv.from()) {
            _ if mv.is_castling() => {
                text.push_str(if mv.to() > mv.from() { "O-O" } else { "O-O-O" });
            }
            None | Some(Role::Pawn) => {
                if mv.from().file() != mv.to().file() {
                    text.push(mv.from().file().letter());
                    text.push('x');
                }
                push_square(mv.to(), text);
                if let Some(role) = mv.promoted() {
                    text.push('=');
                    text.push(role.letter().to_ascii_uppercase());
                }
            }
            Some(role) => {
                text.push(role.letter().to_ascii_uppercase());
                self.push_origin(role, mv, text);
                if self.is_capture(mv) {
                    text.push('x');
                }
                push_square(mv.to(), text);
            }
        }
        if self.gives_check(mv) {
            let mut after = *self;
            after.play_unchecked(mv);
            text.push(if after.count_legal_moves() == 0 { '#' } else { '+' });
        }
    }

    /// As much of the origin as tells the move from those of the piece's likes:
    /// the file if that is enough, else the rank, else both.
    fn push_origin(&self, role: Role, mv: Move, text: &mut String) {
        let from = mv.from();
        let mut rivals = self.origins(role, mv.to());
        rivals.remove(from);
        let (mut any, mut on_file, mut on_rank) = (false, false, false);
        for rival in rivals {
            if self.can_reach(role, rival, mv.to()) {
                any = true;
                on_file |= rival.file() == from.file();
                on_rank |= rival.rank() == from.rank();
            }
        }
        if any && (!on_file || on_rank) {
            text.push(from.file().letter());
        }
        if on_file {
            text.push(from.rank().digit());
        }
    }

    /// Our pieces of a role, no pawns, that can reach a square, pins left aside.
    fn origins(&self, role: Role, to: Square) -> Bitboard {
        let board = self.board();
        attacks::of_role(role, to, board.occupied()) & board.pieces(self.turn(), role)
    }

    /// The one legal move that fits what was written.
    fn find(&self, written: &WrittenMove) -> Result<Move, SanError> {
        let mut found = Matching::Nothing;
        let mut is_promotion_missing = false;
        let origins = self.origins_of(written);
        match (written.role, written.to()) {
            (Some(role), Some(to)) if role != Role::Pawn => {
                for from in origins {
                    if written.promotion.is_none() && self.can_reach(role, from, to) {
                        found.add(Move::normal(from, to));
                    }
                }
            }
            (Some(_), Some(to)) if written.from_rank.is_none() && self.en_passant() != Some(to) => {
                let takes = written.takes || written.from_file.is_some();
                let is_promotion = Bitboard::BACK_RANKS.contains(to);
                for from in origins & self.pawn_origins(to, takes) {
                    if self.can_reach(Role::Pawn, from, to) {
                        match written.promotion {
                            None if is_promotion => is_promotion_missing = true,
                            None => found.add(Move::normal(from, to)),
                            Some(role) if is_promotion => {
                                found.add(Move::promotion_unchecked(from, to, role));
                            }
                            Some(_) => {}
                        }
                    }
                }
            }
            // Rarely: en passant, or a text that says too much or too little.
            _ => {
                for from in origins {
                    for mv in &self.legal_moves_from(from) {
                        if !written.fits(mv) {
                        } else if mv.promoted() == written.promotion {
                            found.add(mv);
                        } else if written.promotion.is_none() {
                            is_promotion_missing = true;
                        }
                    }
                }
            }
        }
        match found {
            Matching::One(mv) => Ok(mv),
            Matching::Many(moves) => Err(SanError::Ambiguous(moves)),
            Matching::Nothing if is_promotion_missing => Err(SanError::PromotionMissing),
            Matching::Nothing => self.castling_by_squares(written).ok_or(SanError::Illegal),
        }
    }

    /// Our pawns that can take on a square, not en passant, or go there, pins
    /// left aside.
    fn pawn_origins(&self, to: Square, takes: bool) -> Bitboard {
        let (board, us) = (self.board(), self.turn());
        let pawns = board.pieces(us, Role::Pawn);
        if board.occupied().contains(to) || takes {
            let can_take = takes && board.color(!us).contains(to);
            return if can_take { pawns & attacks::pawn(!us, to) } else { Bitboard::EMPTY };
        }
        let behind = |set: Bitboard| match us {
            Color::White => set.south(),
            Color::Black => set.north(),
        };
        let single = behind(Bitboard::of(to));
        let can_be_double =
            to.rank() == Rank::Fourth.relative_to(us) && (single & board.occupied()).is_empty();
        pawns & if can_be_double { behind(single) } else { single }
    }

    /// Whether one of our pieces that could go to a square, were it not for
    /// checks and pins, may go there: what [`Position::is_legal`] says, without
    /// generating moves for it.
    fn can_reach(&self, role: Role, from: Square, to: Square) -> bool {
        let board = self.board();
        if board.color(self.turn()).contains(to) {
            return false;
        }
        let king = self.king(self.turn());
        if role == Role::King {
            let occupied = board.occupied().without(Bitboard::of(king));
            return (self.attackers_to(to, occupied) & board.color(!self.turn())).is_empty();
        }
        let checkers = self.checkers();
        let parries = match checkers.first() {
            None => true,
            Some(_) if checkers.more_than_one() => false,
            Some(checker) => checker == to || attacks::between(king, checker).contains(to),
        };
        parries && (!self.pinned().contains(from) || attacks::line(king, from).contains(to))
    }

    /// Our pieces that may be meant, pins left aside.
    fn origins_of(&self, written: &WrittenMove) -> Bitboard {
        let mut origins = match (written.role, written.to()) {
            (Some(Role::Pawn), _) => {
                let pawns = self.board().pieces(self.turn(), Role::Pawn);
                let goes_ahead = written.from_file.is_none() && !written.takes;
                if goes_ahead { pawns & Bitboard::file(written.to_file) } else { pawns }
            }
            (Some(role), Some(to)) => self.origins(role, to),
            // Squares alone, e2e4 or g1f3: any piece may be meant.
            _ => self.board().color(self.turn()),
        };
        if let Some(file) = written.from_file {
            origins &= Bitboard::file(file);
        }
        if let Some(rank) = written.from_rank {
            origins &= Bitboard::rank(rank);
        }
        origins
    }

    /// Castling as squares give it: `e1g1`, `Ke1-g1` or `e1h1`.
    fn castling_by_squares(&self, written: &WrittenMove) -> Option<Move> {
        let king = self.king(self.turn());
        let is_kings = matches!(written.role, None | Some(Role::King));
        if written.from() != Some(king) || !is_kings || written.promotion.is_some() {
            return None;
        }
        let to = written.to()?;
        let moves = self.legal_moves_from(king);
        let fits =
            |mv: &Move| mv.is_castling() && (mv.to() == to || self.castling_king_target(*mv) == to);
        moves.into_iter().find(fits)
    }
}

/// The moves that fit, mostly one.
enum Matching {
    Nothing,
    One(Move),
    Many(Vec<Move>),
}

impl Matching {
    fn add(&mut self, mv: Move) {
        match self {
            Matching::Nothing => *self = Matching::One(mv),
            Matching::One(first) => *self = Matching::Many(vec![*first, mv]),
            Matching::Many(moves) => moves.push(mv),
        }
    }
}

fn push_square(square: Square, text: &mut String) {
    text.push(square.file().letter());
    text.push(square.rank().digit());
}
