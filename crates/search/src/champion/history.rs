//! What was learnt about moves: which proved good where, one table a question.
//!
//! Every number drifts towards the bonuses it gets and can never leave its
//! bounds ("gravity"): the nearer it is to a bound, the less a bonus in that
//! direction adds. Old experience fades by itself. Elo figures are meant as in
//! [`node`](super::node).

use chess::{Color, Move, MoveKind, Piece, Position, Role, Square};

use super::threats::Threats;
use super::touched::Touched;

/// The bound of every number in the tables.
pub(super) const LIMIT: i32 = 16_384;
/// Different pawn structures that are told apart.
const PAWN_SLOTS: usize = 512;
/// Up to so many lessons most numbers are still zero, and the marks of what was
/// written are asked first: they lie in the nearest cache, the tables do not. A game
/// of small searches, as in data generation, hardly learns more.
const FEW: u32 = 8_000;
/// Pieces by colour and role, times squares.
pub(super) const PIECE_SQUARES: usize = 12 * 64;

/// A number for each piece and target square.
pub(super) type PieceTo = [i16; PIECE_SQUARES];

/// A piece and where it goes as one index.
#[inline]
pub(super) fn piece_to(piece: Piece, to: Square) -> usize {
    (piece.color.index() * 6 + piece.role.index()) * 64 + to.index()
}

/// The piece a legal move moves and where it goes as one index.
#[inline]
pub(super) fn moved(position: &Position, mv: Move) -> usize {
    let role = position.role_at(mv.from()).unwrap_or(Role::Pawn);
    piece_to(Piece { color: position.turn(), role }, mv.to())
}

/// Moves one number towards `bonus`.
#[inline]
pub(super) fn nudge(cell: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*cell);
    *cell = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// Where in the tables of moves before this one a frame's own move points:
/// one place more than there are moves, for the root and for passes.
pub(super) const NO_MOVE: usize = PIECE_SQUARES;

/// All history tables of a thread.
pub(super) struct Histories {
    /// Quiet moves by colour, threats at both ends (+23 Elo), and both squares.
    butterfly: Box<[[i16; 64 * 64]]>,
    /// Quiet moves by pawn structure, piece and target.
    pawns: Box<[PieceTo]>,
    /// Captures by piece, target and what was taken (+3 Elo).
    captures: Box<[[i16; 6]]>,
    /// Quiet moves by an earlier move, piece and target (+19 Elo).
    continuation: Box<[PieceTo]>,
    /// What was written of each, in this order.
    touched: [Touched; 4],
    /// How much was learnt since everything was cleared.
    lessons: u32,
}

impl Histories {
    pub(super) fn new() -> Histories {
        Histories {
            butterfly: vec![[0; 64 * 64]; 8].into_boxed_slice(),
            pawns: vec![[0; PIECE_SQUARES]; PAWN_SLOTS].into_boxed_slice(),
            captures: vec![[0; 6]; PIECE_SQUARES].into_boxed_slice(),
            continuation: vec![[0; PIECE_SQUARES]; PIECE_SQUARES + 1].into_boxed_slice(),
            touched: [
                Touched::new(8 * 64 * 64),
                Touched::new(PAWN_SLOTS * PIECE_SQUARES),
                Touched::new(PIECE_SQUARES * 6),
                Touched::new((PIECE_SQUARES + 1) * PIECE_SQUARES),
            ],
            lessons: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        let [butterfly, pawns, captures, continuation] = &mut self.touched;
        butterfly.clear(self.butterfly.as_flattened_mut());
        pawns.clear(self.pawns.as_flattened_mut());
        captures.clear(self.captures.as_flattened_mut());
        continuation.clear(self.continuation.as_flattened_mut());
        self.lessons = 0;
    }

    /// Whether so little was learnt that the functions with `fresh` in their names
    /// are faster than those without; both say the same.
    #[inline]
    pub(super) fn is_fresh(&self) -> bool {
        self.lessons < FEW
    }

    /// What is known of a quiet move by its squares.
    #[inline]
    pub(super) fn fresh_butterfly(&self, turn: Color, threats: &Threats, mv: Move) -> i32 {
        let (row, column) = (row(turn, threats, mv), squares(mv));
        let is_known = self.touched[0].is_marked(row * 64 * 64 + column);
        if is_known { i32::from(self.butterfly[row][column]) } else { 0 }
    }

    /// What is known of a quiet move under a pawn structure.
    #[inline]
    pub(super) fn fresh_pawns(&self, position: &Position, moved: usize) -> i32 {
        let slot = pawn_slot(position);
        let is_known = self.touched[1].is_marked(slot * PIECE_SQUARES + moved);
        if is_known { i32::from(self.pawns[slot][moved]) } else { 0 }
    }

    /// What is known of a move after an earlier one.
    #[inline]
    pub(super) fn fresh_after(&self, earlier: usize, moved: usize) -> i32 {
        let is_known = self.touched[3].is_marked(earlier * PIECE_SQUARES + moved);
        if is_known { i32::from(self.continuation[earlier][moved]) } else { 0 }
    }

    /// What is known of a quiet move by its squares.
    #[inline]
    pub(super) fn butterfly(&self, turn: Color, threats: &Threats, mv: Move) -> i32 {
        i32::from(self.butterfly[row(turn, threats, mv)][squares(mv)])
    }

    #[inline]
    pub(super) fn learn_butterfly(&mut self, turn: Color, threats: &Threats, mv: Move, bonus: i32) {
        let (row, column) = (row(turn, threats, mv), squares(mv));
        self.touched[0].mark(row * 64 * 64 + column);
        self.lessons = self.lessons.saturating_add(1);
        nudge(&mut self.butterfly[row][column], bonus);
    }

    /// What is known of all quiet moves under this pawn structure.
    #[inline]
    pub(super) fn pawns(&self, position: &Position) -> &PieceTo {
        &self.pawns[pawn_slot(position)]
    }

    #[inline]
    pub(super) fn learn_pawns(&mut self, position: &Position, moved: usize, bonus: i32) {
        let slot = pawn_slot(position);
        self.touched[1].mark(slot * PIECE_SQUARES + moved);
        nudge(&mut self.pawns[slot][moved], bonus);
    }

    /// What is known of all moves after an earlier one.
    #[inline]
    pub(super) fn after(&self, earlier: usize) -> &PieceTo {
        &self.continuation[earlier]
    }

    #[inline]
    pub(super) fn learn_after(&mut self, earlier: usize, moved: usize, bonus: i32) {
        if earlier != NO_MOVE {
            self.touched[3].mark(earlier * PIECE_SQUARES + moved);
            nudge(&mut self.continuation[earlier][moved], bonus);
        }
    }

    /// What is known of a quiet move after the last one and under this pawn structure.
    #[inline]
    pub(super) fn standing(&self, position: &Position, last: usize, moved: usize) -> i32 {
        if self.is_fresh() {
            return self.fresh_after(last, moved) + self.fresh_pawns(position, moved);
        }
        i32::from(self.after(last)[moved]) + i32::from(self.pawns(position)[moved])
    }

    /// What is known of a capture or promotion.
    #[inline]
    pub(super) fn capture(&self, moved: usize, taken: Role) -> i32 {
        i32::from(self.captures[moved][taken.index()])
    }

    #[inline]
    pub(super) fn learn_capture(&mut self, moved: usize, taken: Role, bonus: i32) {
        self.touched[2].mark(moved * 6 + taken.index());
        nudge(&mut self.captures[moved][taken.index()], bonus);
    }
}

/// Whether a move is noisy: a capture or a promotion. All others are quiet.
#[inline]
pub(super) fn is_noisy(position: &Position, mv: Move) -> bool {
    match mv.kind() {
        MoveKind::Normal => position.role_at(mv.to()).is_some(),
        MoveKind::Promotion(_) | MoveKind::EnPassant => true,
        MoveKind::Castling => false,
    }
}

/// What a noisy move takes; a plain promotion counts as taking a pawn, which
/// no capture on that rank can do.
#[inline]
pub(super) fn taken(position: &Position, mv: Move) -> Role {
    position.captured(mv).unwrap_or(Role::Pawn)
}

#[inline]
fn row(turn: Color, threats: &Threats, mv: Move) -> usize {
    turn.index() * 4 + threats.index(mv)
}

#[inline]
fn squares(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

#[inline]
fn pawn_slot(position: &Position) -> usize {
    position.keys().pawns as usize % PAWN_SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_numbers_in_bounds() {
        let mut cell = 0;
        for bonus in [1_000, 30_000, 500, i32::MAX, 12_345] {
            nudge(&mut cell, bonus);
            assert!(i32::from(cell).abs() <= LIMIT);
        }
        let high = cell;
        nudge(&mut cell, -2_000);
        assert!(high - cell > 2_000, "what is high falls faster than it rose");
        for _ in 0..100 {
            nudge(&mut cell, i32::MIN / 2);
        }
        assert_eq!(i32::from(cell), -LIMIT);
    }

    #[test]
    fn fresh_tables_say_what_all_tables_say() {
        let position = Position::start();
        let threats = Threats::of(&position);
        let moves = position.legal_moves();
        let mut histories = Histories::new();
        for (index, mv) in (&moves).into_iter().enumerate() {
            let (moved, bonus) = (moved(&position, mv), 100 * index as i32 - 700);
            if index % 3 > 0 {
                histories.learn_butterfly(Color::White, &threats, mv, bonus);
                histories.learn_pawns(&position, moved, bonus);
                histories.learn_after(7, moved, bonus);
            }
        }
        for _ in 0..2 {
            for mv in &moves {
                let moved = moved(&position, mv);
                let fresh = histories.fresh_butterfly(Color::White, &threats, mv);
                assert_eq!(fresh, histories.butterfly(Color::White, &threats, mv));
                let fresh = histories.fresh_pawns(&position, moved);
                assert_eq!(fresh, i32::from(histories.pawns(&position)[moved]));
                for earlier in [7, 8, NO_MOVE] {
                    let fresh = histories.fresh_after(earlier, moved);
                    assert_eq!(fresh, i32::from(histories.after(earlier)[moved]));
                }
            }
            histories.clear();
        }
    }

    #[test]
    fn promotions_and_captures_are_noisy() {
        let position: Position = "4k3/P7/8/3pP3/8/8/4p3/R3K2R w KQ d6 0 1".parse().unwrap();
        for (text, noisy, role) in [
            ("a7a8q", true, Role::Pawn),
            ("e5d6", true, Role::Pawn),
            ("e1e2", true, Role::Pawn),
            ("a1a3", false, Role::Pawn),
        ] {
            let mv = position.parse_uci(text).unwrap();
            assert_eq!((is_noisy(&position, mv), taken(&position, mv)), (noisy, role), "{text}");
        }
    }
}
