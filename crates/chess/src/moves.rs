//! Moves in two bytes, and lists of them.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::{File, Role, Square};

/// What is special about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// A piece goes from one square to another and takes what stands there.
    Normal,
    /// A pawn reaches the last rank and becomes this.
    Promotion(Role),
    /// A pawn takes the pawn that just went past it.
    EnPassant,
    /// King and rook; the move goes from the king's square to the *rook's*, which is
    /// the one notation that is never ambiguous in Chess960.
    Castling,
}

/// A move: from, to and kind in two bytes.
///
/// A move says nothing about whose it is or what moves; it is read against the
/// [`Position`](crate::Position) that generated it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

const PROMOTION: u16 = 1 << 14;
const EN_PASSANT: u16 = 2 << 14;
const CASTLING: u16 = 3 << 14;

impl Move {
    const fn new(from: Square, to: Square, flags: u16) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6 | flags)
    }

    /// An ordinary move or capture.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::new(from, to, 0)
    }

    /// A promotion; `None` if a pawn cannot become `role`.
    pub const fn promotion(from: Square, to: Square, role: Role) -> Option<Move> {
        match role {
            Role::Pawn | Role::King => None,
            _ => Some(Move::promotion_unchecked(from, to, role)),
        }
    }

    #[inline]
    pub(crate) const fn promotion_unchecked(from: Square, to: Square, role: Role) -> Move {
        Move::new(from, to, PROMOTION | (role as u16 - 1) << 12)
    }

    /// A capture en passant; `to` is the empty square the pawn lands on.
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::new(from, to, EN_PASSANT)
    }

    /// Castling, written king takes own rook.
    #[inline]
    pub const fn castling(king: Square, rook: Square) -> Move {
        Move::new(king, rook, CASTLING)
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0 as u32)
    }

    /// Where the piece goes; the rook's square when castling.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrapping((self.0 >> 6) as u32)
    }

    /// What is special about it.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 14 {
            0 => MoveKind::Normal,
            1 => MoveKind::Promotion(Role::ALL[(self.0 >> 12 & 3) as usize + 1]),
            2 => MoveKind::EnPassant,
            _ => MoveKind::Castling,
        }
    }

    /// What the pawn becomes, if this is a promotion.
    #[inline]
    pub const fn promoted(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// Whether the king castles.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0 & CASTLING == CASTLING
    }

    /// The two bytes, for tables; never 0 for a move of any position.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The move with these two bytes; `None` for 0. Any other value yields some
    /// move, perhaps legal nowhere: ask [`Position::is_legal`](crate::Position::is_legal).
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        if bits == 0 { None } else { Some(Move(bits)) }
    }
}

/// From, to and promotion letter, castling as king takes rook: UCI's Chess960 notation.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promoted() {
            Some(role) => write!(f, "{}", role.letter()),
            None => Ok(()),
        }
    }
}

/// As UCI writes it in chess, castling as the king's own step: `e2e4`, `e7e8q`, `e1g1`. Where a king may start
/// elsewhere that can mean two moves: in Chess960 use [`Position::to_uci`](crate::Position::to_uci).
///
/// ```
/// use plywise_chess::{Move, Square};
///
/// assert_eq!(Move::normal(Square::E2, Square::E4).to_string(), "e2e4");
/// assert_eq!(Move::castling(Square::E1, Square::H1).to_string(), "e1g1");
/// ```
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_castling() {
            let is_kingside = self.to().index() > self.from().index();
            let file = if is_kingside { File::G } else { File::C };
            return write!(f, "{}{}", self.from(), Square::new(file, self.from().rank()));
        }
        fmt::Debug::fmt(self, f)
    }
}

/// The most legal moves a position can have is 218; a little room is left.
const CAPACITY: usize = 256;

/// A list of moves that lives on the stack.
///
/// Invariant: `moves[..len]` are the moves; what follows is left over.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: usize,
}

impl MoveList {
    /// An empty list.
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { moves: [Move(0); CAPACITY], len: 0 }
    }

    /// Adds a move.
    ///
    /// # Panics
    /// If the list is full, which no legal position brings about.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }
}

/// Moves by value: `for mv in position.legal_moves()`.
impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Moves;

    #[inline]
    fn into_iter(self) -> Moves {
        Moves { list: self, next: 0 }
    }
}

/// The moves of a list, one by one.
#[derive(Clone, Debug)]
pub struct Moves {
    list: MoveList,
    next: usize,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mv = *self.list.get(self.next)?;
        self.next += 1;
        Some(mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Moves {}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_yields_its_moves_by_value() {
        let moves = crate::Position::start().legal_moves();
        let listed: Vec<Move> = moves.iter().copied().collect();
        let mut rest = moves.into_iter();
        assert_eq!(rest.len(), 20);
        assert_eq!(rest.next(), Some(listed[0]));
        assert_eq!(rest.len(), 19);
        assert_eq!(rest.collect::<Vec<Move>>(), listed[1..]);
        assert_eq!(MoveList::new().into_iter().next(), None);
    }

    /// What is displayed is what the reader of UCI understands, in chess.
    #[test]
    fn moves_are_displayed_as_uci_has_them() {
        let position: crate::Position =
            "r3k2r/1P6/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1".parse().unwrap();
        for mv in position.legal_moves() {
            assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv), "{mv}");
        }
        let shown: Vec<String> =
            position.legal_moves().into_iter().map(|mv| mv.to_string()).collect();
        for text in ["e1g1", "e1c1", "b7a8q", "b7b8n", "d5c6"] {
            assert!(shown.iter().any(|each| each == text), "{text}: {shown:?}");
        }
    }

    #[test]
    fn two_bytes_hold_everything() {
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mut moves = vec![
                    (Move::normal(from, to), MoveKind::Normal),
                    (Move::en_passant(from, to), MoveKind::EnPassant),
                    (Move::castling(from, to), MoveKind::Castling),
                ];
                for role in Role::PROMOTIONS {
                    let mv = Move::promotion(from, to, role).unwrap();
                    moves.push((mv, MoveKind::Promotion(role)));
                }
                for (mv, kind) in moves {
                    assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                    assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
                }
            }
        }
        assert_eq!(Move::promotion(Square::A7, Square::A8, Role::King), None);
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(size_of::<Move>(), 2);
    }
}
