//! Moves as players type them, and why they are refused.

use super::Refusal;
use crate::san::{WrittenMove, castling_side, role_of, without_marks};
use crate::{Bitboard, Color, Move, Position, Rank, Role, SanError, Square};

impl Position {
    /// Reads a move as a player types it: `e2e4`, `E2 E4`, `e7e8=N`, `Nf3`,
    /// `o-o`, with spaces anywhere. What is refused is refused with the reason.
    ///
    /// ```
    /// use plywise_chess::Position;
    ///
    /// let start = Position::start();
    /// assert_eq!(start.read_move("E2 E4"), start.read_move("e4"));
    /// assert_eq!(start.read_move("nf3"), start.read_move("g1 - f3"));
    /// let why = start.read_move("Ra3").map_err(|refusal| refusal.to_string());
    /// assert_eq!(why, Err("the rook on a1 is blocked by the pawn on a2".to_owned()));
    /// ```
    pub fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        let text: String =
            text.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("to")).collect();
        if let Ok(mv) = self.parse_uci(&text) {
            return Ok(mv);
        }
        match self.parse_san(&text) {
            Ok(mv) => Ok(mv),
            // `B4` is a pawn's move typed with the shift key held.
            Err(SanError::Malformed) => {
                let small = text.to_lowercase();
                self.parse_san(&small).map_err(|error| self.explain(error, &small))
            }
            Err(error) => Err(self.explain(error, &text)),
        }
    }

    fn explain(&self, error: SanError, text: &str) -> Refusal {
        match error {
            SanError::Malformed => Refusal::Malformed,
            SanError::Ambiguous(moves) => {
                Refusal::Ambiguous(moves.into_iter().map(|mv| self.to_san(mv)).collect())
            }
            SanError::PromotionMissing => Refusal::PromotionMissing,
            SanError::Illegal => self.explain_illegal(without_marks(text)),
        }
    }

    fn explain_illegal(&self, text: &str) -> Refusal {
        if let Some(kingside) = castling_side(text) {
            return Refusal::Castling(self.why_no_castling(kingside));
        }
        let mut letters = text.chars();
        let role = letters.next().and_then(role_of);
        let rest = letters.as_str().trim_start_matches(['\u{fe0e}', '\u{fe0f}']);
        let written = WrittenMove::read(role, if role.is_some() { rest } else { text });
        // `bc4` may be a bishop's move written small; the file goes before.
        let bishop = || WrittenMove::read(Some(Role::Bishop), rest);
        let Some(written) = written.or_else(bishop) else { return Refusal::Malformed };
        match (written.from(), written.to()) {
            (Some(from), Some(to)) => self.explain_squares(&written, from, to),
            (None, Some(to)) => match written.role.unwrap_or(Role::Pawn) {
                Role::Pawn => self.explain_pawn(&written, to),
                role => self.explain_piece(&written, role, to),
            },
            (_, None) => match written.from_file {
                Some(from) => Refusal::NoPawnTakes(from, written.to_file),
                None => Refusal::Malformed,
            },
        }
    }

    /// Both squares are known.
    fn explain_squares(&self, written: &WrittenMove, from: Square, to: Square) -> Refusal {
        let ours = self.piece_at(from).filter(|piece| piece.color == self.turn());
        match (ours, written.role) {
            (Some(piece), Some(role)) if piece.role != role => Refusal::OtherMan(role, from),
            _ => self.refusal(from, to).unwrap_or(Refusal::NoPromotion(to)),
        }
    }

    /// A piece and where it wants to go: the one that nearly could is meant.
    fn explain_piece(&self, written: &WrittenMove, role: Role, to: Square) -> Refusal {
        let mut pieces = self.board().pieces(self.turn(), role);
        if pieces.is_empty() {
            return Refusal::NoneLeft(role);
        }
        if let Some(file) = written.from_file {
            pieces &= Bitboard::file(file);
        }
        if let Some(rank) = written.from_rank {
            pieces &= Bitboard::rank(rank);
        }
        let refusals = pieces
            .into_iter()
            .map(|from| self.refusal(from, to).unwrap_or(Refusal::NoPromotion(to)));
        match refusals.min_by_key(Refusal::distance) {
            Some(Refusal::NotItsWay(..)) if pieces.more_than_one() => {
                Refusal::NobodyReaches(role, to)
            }
            Some(refusal) => refusal,
            None => Refusal::NobodyReaches(role, to),
        }
    }

    /// A pawn and where it wants to go: the one behind that square is meant.
    fn explain_pawn(&self, written: &WrittenMove, to: Square) -> Refusal {
        let us = self.turn();
        if written.promotion.is_some() && to.rank() != Rank::Eighth.relative_to(us) {
            return Refusal::NoPromotion(to);
        }
        let pawns = self.board().pieces(us, Role::Pawn);
        if pawns.is_empty() {
            return Refusal::NoneLeft(Role::Pawn);
        }
        let back = if us == Color::White { -1 } else { 1 };
        let takes = written.takes || written.from_file.is_some();
        let aside = |file: i32| to.offset(file, back);
        let origins: Vec<Square> = match (takes, written.from_file) {
            (true, Some(file)) => {
                let beside = [aside(-1), aside(1)].into_iter().flatten();
                beside.filter(|square| square.file() == file).collect()
            }
            (true, None) => [aside(-1), aside(1)].into_iter().flatten().collect(),
            (false, _) => {
                [to.offset(0, back), to.offset(0, 2 * back)].into_iter().flatten().collect()
            }
        };
        let found = origins.into_iter().filter(|square| pawns.contains(*square));
        let refusals =
            found.filter_map(|from| self.refusal(from, to)).min_by_key(Refusal::distance);
        refusals.unwrap_or(Refusal::NobodyReaches(Role::Pawn, to))
    }
}
