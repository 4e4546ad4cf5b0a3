//! Why a move is not legal, in words a player understands.

mod typed;

use std::fmt;

use crate::diagram::CastlingPath;
use crate::{Bitboard, File, Move, Piece, Position, Rank, Role, Square, attacks};

/// Why what a player wants to do is not a legal move. Each has its sentence in
/// `Display`, said to the player whose move it is.
///
/// ```
/// use plywise_chess::{Position, Square};
///
/// let start = Position::start();
/// let why = start.refusal(Square::F1, Square::C4).map(|refusal| refusal.to_string());
/// assert_eq!(why.as_deref(), Some("the bishop on f1 is blocked by the pawn on e2"));
/// assert_eq!(start.refusal(Square::E2, Square::E4), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The text does not look like a move.
    Malformed,
    /// Several legal moves are written so: in SAN, what would tell them apart.
    Ambiguous(Vec<String>),
    /// A pawn reaches the last rank, and the text does not say what it becomes.
    PromotionMissing,
    /// Something becomes something else that does not.
    NoPromotion(Square),
    /// The square is empty.
    NoPiece(Square),
    /// Another piece stands there than the text says, if one does.
    OtherMan(Role, Square),
    /// The opponent's piece stands there.
    NotYours(Role, Square),
    /// From a square to itself.
    SameSquare,
    /// One's own piece stands where this one wants to go.
    OwnMan(Role, Square),
    /// No piece of this kind is left.
    NoneLeft(Role),
    /// There are such pieces, but none of them can get there.
    NobodyReaches(Role, Square),
    /// No pawn takes from this file to that one.
    NoPawnTakes(File, File),
    /// This kind of piece does not move so.
    NotItsWay(Role, Square, Square),
    /// A pawn not on its first square goes two steps.
    DoubleStep(Square),
    /// A pawn takes where there is nothing.
    NothingToTake(Square),
    /// Somebody stands in the way.
    Blocked {
        /// Who wants to move.
        piece: (Role, Square),
        /// Who stands in the way.
        by: (Role, Square),
    },
    /// The king is in check, and the move does nothing about it.
    StillInCheck(Role, Square),
    /// The move opens a line to the king.
    Exposes(Role, Square),
    /// The king would step into check.
    IntoCheck {
        /// Where he would stand.
        to: Square,
        /// Who would give check.
        by: (Role, Square),
    },
    /// Castling is not possible.
    Castling(NoCastling),
}

/// Why castling is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoCastling {
    /// The right to this side is lost: kingside if `true`.
    NoRight(bool),
    /// No rook stands on this side of the king: kingside if `true`.
    NoRook(bool),
    /// The king is in check.
    InCheck(Role, Square),
    /// Somebody stands in the way.
    Blocked(Role, Square),
    /// The king would pass over this attacked square.
    Through(Square),
    /// The king would end on this attacked square.
    Into(Square),
}

impl Position {
    /// Why no legal move goes from one square to another; `None` if one does.
    /// Castling may be given as the king's step or as king takes rook.
    pub fn refusal(&self, from: Square, to: Square) -> Option<Refusal> {
        let moves = self.legal_moves_from(from);
        let goes_there =
            |mv: &Move| mv.to() == to || mv.is_castling() && self.castling_king_target(*mv) == to;
        let is_ours = self.board().color(self.turn()).contains(from);
        (!is_ours || !moves.iter().any(goes_there)).then(|| self.why_not(from, to))
    }

    /// The reason, known that there is one.
    fn why_not(&self, from: Square, to: Square) -> Refusal {
        let Some(Piece { color, role }) = self.piece_at(from) else {
            return Refusal::NoPiece(from);
        };
        if color != self.turn() {
            return Refusal::NotYours(role, from);
        }
        if from == to {
            return Refusal::SameSquare;
        }
        let wish = (role == Role::King).then(|| self.castling_wish(from, to)).flatten();
        if let Some(kingside) = wish {
            return Refusal::Castling(self.why_no_castling(kingside));
        }
        if self.board().color(color).contains(to) {
            return Refusal::OwnMan(self.role_at(to).unwrap_or(Role::Pawn), to);
        }
        let geometry = match role {
            Role::Pawn => self.why_no_pawn_move(from, to),
            _ if !attacks::of_role(role, from, Bitboard::EMPTY).contains(to) => {
                Some(Refusal::NotItsWay(role, from, to))
            }
            _ => self.blocker(role, from, attacks::between(from, to)),
        };
        geometry.unwrap_or_else(|| self.why_check(role, from, to))
    }

    /// Kingside or queenside, if a king's move can only be meant as castling.
    fn castling_wish(&self, from: Square, to: Square) -> Option<bool> {
        let home = Rank::First.relative_to(self.turn());
        let steps = from.file().index().abs_diff(to.file().index());
        let is_meant = from.rank() == home
            && to.rank() == home
            && (steps == 2 && from.file() == File::E || self.castling().contains(to));
        is_meant.then_some(to > from)
    }

    fn why_no_castling(&self, kingside: bool) -> NoCastling {
        let (us, king) = (self.turn(), self.king(self.turn()));
        let home = Bitboard::rank(Rank::First.relative_to(us));
        let rooks = self.castling() & home;
        let is_aside =
            |rook: &Square| rook.file() != king.file() && (rook.file() > king.file()) == kingside;
        let Some(rook) = rooks.into_iter().find(is_aside) else {
            let any = self.board().pieces(us, Role::Rook) & home;
            return match any.into_iter().any(|rook| is_aside(&rook)) {
                true => NoCastling::NoRight(kingside),
                false => NoCastling::NoRook(kingside),
            };
        };
        if let Some(checker) = self.checkers().first() {
            return NoCastling::InCheck(self.role_on(checker), checker);
        }
        let path = CastlingPath::new(us, king, rook);
        let both = Bitboard::of(king) | Bitboard::of(rook);
        let in_the_way = (path.crossed & self.board().occupied()).without(both);
        if let Some(at) = nearest(king, in_the_way) {
            return NoCastling::Blocked(self.role_on(at), at);
        }
        let occupied = self.board().occupied().without(both);
        let mut attacked = Bitboard::EMPTY;
        for square in path.king_crosses {
            if (self.attackers_to(square, occupied) & self.board().color(!us)).any() {
                attacked.insert(square);
            }
        }
        match nearest(king, attacked) {
            Some(square) if square != path.king_to => NoCastling::Through(square),
            _ => NoCastling::Into(path.king_to),
        }
    }

    fn why_no_pawn_move(&self, from: Square, to: Square) -> Option<Refusal> {
        let us = self.turn();
        let (start, end) = (from.relative_to(us), to.relative_to(us));
        let ahead = end.rank().index() as i32 - start.rank().index() as i32;
        let aside = from.file().index().abs_diff(to.file().index());
        match (aside, ahead) {
            (0, 1) => self.blocker(Role::Pawn, from, Bitboard::of(to)),
            (0, 2) if start.rank() != Rank::Second => Some(Refusal::DoubleStep(from)),
            (0, 2) => {
                let way = attacks::between(from, to) | Bitboard::of(to);
                self.blocker(Role::Pawn, from, way)
            }
            (1, 1) if !self.board().color(!us).contains(to) && self.en_passant() != Some(to) => {
                Some(Refusal::NothingToTake(to))
            }
            (1, 1) => None,
            _ => Some(Refusal::NotItsWay(Role::Pawn, from, to)),
        }
    }

    /// Who stands in a piece's way, the nearest first.
    fn blocker(&self, role: Role, from: Square, way: Bitboard) -> Option<Refusal> {
        let at = nearest(from, way & self.board().occupied())?;
        Some(Refusal::Blocked { piece: (role, from), by: (self.role_on(at), at) })
    }

    /// The check that forbids a move which is possible otherwise.
    fn why_check(&self, role: Role, from: Square, to: Square) -> Refusal {
        let them = self.board().color(!self.turn());
        let mut gone = Bitboard::of(from);
        if role == Role::Pawn && self.en_passant() == Some(to) {
            gone.insert(Square::new(to.file(), from.rank()));
        }
        let occupied = self.board().occupied().without(gone) | Bitboard::of(to);
        let king = if role == Role::King { to } else { self.king(self.turn()) };
        let checkers = self.attackers_to(king, occupied) & them.without(gone | Bitboard::of(to));
        // A move that is refused for no other reason leaves a check; should this
        // ever be wrong, the king's own square is at least no lie about a piece.
        let at = checkers.first().unwrap_or(king);
        let by = (self.role_on(at), at);
        match role {
            Role::King => Refusal::IntoCheck { to, by },
            _ if self.is_check() => Refusal::StillInCheck(by.0, by.1),
            _ => Refusal::Exposes(by.0, by.1),
        }
    }

    fn role_on(&self, square: Square) -> Role {
        self.role_at(square).unwrap_or(Role::Pawn)
    }
}

/// The square of a set that is nearest to `from`.
fn nearest(from: Square, set: Bitboard) -> Option<Square> {
    set.into_iter().min_by_key(|square| square.distance(from))
}

impl Refusal {
    /// How near a refused move was to being legal: of several pieces that a text
    /// may mean, the player means the one that nearly could.
    fn distance(&self) -> u8 {
        match self {
            Refusal::Exposes(..) | Refusal::StillInCheck(..) | Refusal::IntoCheck { .. } => 0,
            Refusal::Blocked { .. } => 1,
            Refusal::OwnMan(..) | Refusal::NothingToTake(..) => 2,
            _ => 3,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Malformed => f.write_str("a move looks like e2e4, e4, Nf3, exd5, O-O or e8=Q"),
            Refusal::Ambiguous(moves) => {
                write!(f, "that can mean {}", moves.join(" or "))
            }
            Refusal::PromotionMissing => {
                f.write_str("the pawn reaches the last rank: say what it becomes, as in e8=Q")
            }
            Refusal::NoPromotion(to) => write!(f, "nothing is promoted on {to}"),
            Refusal::NoPiece(from) => write!(f, "there is no piece on {from}"),
            Refusal::OtherMan(role, from) => write!(f, "there is no {role} of yours on {from}"),
            Refusal::NotYours(role, from) => write!(f, "the {role} on {from} is not yours"),
            Refusal::SameSquare => f.write_str("that is no move: from a square to itself"),
            Refusal::OwnMan(role, to) => write!(f, "your own {role} stands on {to}"),
            Refusal::NoneLeft(role) => write!(f, "you have no {role}"),
            Refusal::NobodyReaches(role, to) => {
                write!(f, "no {role} of yours can go to {to}")
            }
            Refusal::NoPawnTakes(from, to) => write!(
                f,
                "no pawn of yours can take from the {}-file to the {}-file",
                from.letter(),
                to.letter()
            ),
            Refusal::NotItsWay(role, from, to) => {
                write!(f, "a {role} does not move from {from} to {to}")
            }
            Refusal::DoubleStep(from) => {
                write!(f, "the pawn on {from} has left its first square and goes one step only")
            }
            Refusal::NothingToTake(to) => {
                write!(f, "there is nothing to take on {to}, and pawns go aside only to take")
            }
            Refusal::Blocked { piece: (piece, from), by: (by, at) } => {
                write!(f, "the {piece} on {from} is blocked by the {by} on {at}")
            }
            Refusal::StillInCheck(by, at) | Refusal::Exposes(by, at) => {
                write!(f, "that leaves your king in check by the {by} on {at}")
            }
            Refusal::IntoCheck { to, by: (by, at) } => {
                write!(f, "the king would be in check on {to} by the {by} on {at}")
            }
            Refusal::Castling(why) => write!(f, "you cannot castle: {why}"),
        }
    }
}

impl fmt::Display for NoCastling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCastling::NoRight(kingside) => {
                write!(f, "the king or the {} rook has moved", side_name(*kingside))
            }
            NoCastling::NoRook(kingside) => {
                write!(f, "no rook stands ready on the {}", side_name(*kingside))
            }
            NoCastling::InCheck(by, at) => write!(f, "the {by} on {at} gives check"),
            NoCastling::Blocked(by, at) => write!(f, "the {by} on {at} stands in the way"),
            NoCastling::Through(square) => {
                write!(f, "the king would pass through check on {square}")
            }
            NoCastling::Into(square) => write!(f, "the king would be in check on {square}"),
        }
    }
}

fn side_name(kingside: bool) -> &'static str {
    if kingside { "kingside" } else { "queenside" }
}

impl std::error::Error for Refusal {}
