//! Playing moves: every field of the position brought up to date.

use std::fmt;

use super::{Position, can_take_en_passant, for_turn, safety};
use crate::diagram::CastlingPath;
use crate::side::{Black, Side, White};
use crate::{Bitboard, Color, Move, MoveKind, Piece, Role, Square, attacks};

/// A move that is not legal in the position it was to be played in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a legal move here", self.0)
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// Plays a move if it is legal; otherwise nothing changes.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move known to be legal, as the generator's are.
    ///
    /// Never undefined behaviour, but an illegal move leaves a position that
    /// breaks the promises of this type.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} in {self}");
        for_turn!(self.turn, play(self, mv));
    }

    /// Passes: the other side is to move, nothing else happens. `None` in check,
    /// where passing would leave the king to be taken.
    pub fn after_null(&self) -> Option<Position> {
        if self.is_check() {
            return None;
        }
        let mut next = *self;
        next.keys.toggle_en_passant(next.diagram.en_passant);
        next.diagram.en_passant = Bitboard::EMPTY;
        next.halfmove_clock = next.halfmove_clock.saturating_add(1);
        next.pass_turn();
        Some(next)
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        if self.turn == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.turn = !self.turn;
        self.keys.toggle_turn();
        self.safety = for_turn!(self.turn, safety(&self.diagram));
    }

    #[inline(always)]
    fn put<S: Side>(&mut self, role: Role, square: Square) {
        self.diagram.board.colors[S::US].insert(square);
        self.diagram.board.roles[role.index()].insert(square);
        self.roles[square.index()] = Some(role);
        self.keys.toggle(Piece { color: S::COLOR, role }, square);
    }

    #[inline(always)]
    fn take<S: Side>(&mut self, role: Role, square: Square) {
        self.diagram.board.colors[S::US].remove(square);
        self.diagram.board.roles[role.index()].remove(square);
        self.roles[square.index()] = None;
        self.keys.toggle(Piece { color: S::COLOR, role }, square);
    }
}

#[inline(always)]
fn play<S: Side>(position: &mut Position, mv: Move) {
    let (from, to) = (mv.from(), mv.to());
    // A legal move has a piece on its first square; the pawn stands for a broken promise.
    let role = position.role_at(from).unwrap_or(Role::Pawn);
    let mut resets_clock = role == Role::Pawn;
    let mut lost_rights = Bitboard::of(from) | Bitboard::of(to);
    if role == Role::King {
        lost_rights |= S::BACK_RANK;
    }
    position.keys.toggle_en_passant(position.diagram.en_passant);
    position.diagram.en_passant = Bitboard::EMPTY;

    match mv.kind() {
        MoveKind::Normal => {
            resets_clock |= take_target::<S>(position, to);
            position.take::<S>(role, from);
            position.put::<S>(role, to);
            if role == Role::Pawn && from.index().abs_diff(to.index()) == 16 {
                open_en_passant::<S>(position, to);
            }
        }
        MoveKind::Promotion(promoted) => {
            take_target::<S>(position, to);
            position.take::<S>(Role::Pawn, from);
            position.put::<S>(promoted, to);
        }
        MoveKind::EnPassant => {
            let taken = S::backward(Bitboard::of(to)).first_of_some();
            position.take::<S::Them>(Role::Pawn, taken);
            position.take::<S>(Role::Pawn, from);
            position.put::<S>(Role::Pawn, to);
        }
        MoveKind::Castling => {
            let path = CastlingPath::new(S::COLOR, from, to);
            // Both leave before either arrives: in Chess960 one may land where
            // the other stood.
            position.take::<S>(Role::King, from);
            position.take::<S>(Role::Rook, to);
            position.put::<S>(Role::King, path.king_to);
            position.put::<S>(Role::Rook, path.rook_to);
        }
    }

    let lost = position.diagram.castling & lost_rights;
    position.diagram.castling ^= lost;
    position.keys.toggle_castling(lost);
    position.halfmove_clock =
        if resets_clock { 0 } else { position.halfmove_clock.saturating_add(1) };
    position.pass_turn();
}

/// Takes the opponent's piece off the target square; whether there was one.
#[inline(always)]
fn take_target<S: Side>(position: &mut Position, to: Square) -> bool {
    match position.role_at(to) {
        None => false,
        Some(role) => {
            position.take::<S::Them>(role, to);
            true
        }
    }
}

/// After a double step to `to`: the square behind, if a pawn can legally take there.
#[inline(always)]
fn open_en_passant<S: Side>(position: &mut Position, to: Square) {
    let target = S::backward(Bitboard::of(to));
    let near = attacks::pawn(S::COLOR, target.first_of_some());
    if (near & position.diagram.theirs::<S>(Role::Pawn)).is_empty() {
        return;
    }
    position.diagram.en_passant = target;
    if can_take_en_passant::<S::Them>(&position.diagram) {
        position.keys.toggle_en_passant(target);
    } else {
        position.diagram.en_passant = Bitboard::EMPTY;
    }
}
