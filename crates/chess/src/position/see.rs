//! Static exchange evaluation: what a capture wins when both sides go on
//! taking on the same square, cheapest piece first, and may stop when they like.

use super::Position;
use crate::{Bitboard, Board, Color, Move, MoveKind, Role, Square, attacks};

/// What pieces are worth in an exchange, in centipawns.
pub const SEE_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

const fn value(role: Role) -> i32 {
    SEE_VALUES[role.index()]
}

impl Position {
    /// The material a legal move wins (positive) or loses by exchanges on its
    /// target square, in centipawns by [`SEE_VALUES`].
    ///
    /// Sliders behind other pieces join in as lines open, pawns that take on the
    /// last rank become queens, a king takes only what is not protected. Pins
    /// are not looked at: the answer is quick, not final. Castling is worth 0.
    ///
    /// ```
    /// use plywise_chess::{Move, Position, Square};
    ///
    /// let position: Position = "4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1".parse()?;
    /// assert_eq!(position.see(Move::normal(Square::E1, Square::E5)), 100 - 500);
    /// # Ok::<(), plywise_chess::FenError>(())
    /// ```
    pub fn see(&self, mv: Move) -> i32 {
        let Some((gain, mut on_square)) = self.first_capture(mv) else { return 0 };
        let mut exchange = Exchange::after(self, mv);
        // gains[n]: what the side that takes n-th has won if nobody goes on.
        let mut gains = [0; 32];
        gains[0] = gain;
        let mut last = 0;
        while let Some(taker) = exchange.next() {
            last += 1;
            gains[last] = on_square + taker.promotion - gains[last - 1];
            on_square = taker.value;
        }
        // Backwards: nobody takes if standing still is better.
        while last > 0 {
            gains[last - 1] = -gains[last].max(-gains[last - 1]);
            last -= 1;
        }
        gains[0]
    }

    /// Whether [`Position::see`] is at least `threshold`; stops as soon as
    /// that is known, so it is the one to use in a search.
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let Some((gain, mut on_square)) = self.first_capture(mv) else { return threshold <= 0 };
        // By how much the claim of whoever took last holds, if the other stops.
        let mut margin = gain - threshold;
        if margin < 0 {
            return false;
        }
        let mut holds = true;
        let mut exchange = Exchange::after(self, mv);
        while margin < on_square + exchange.most_promotion {
            let Some(taker) = exchange.next() else { break };
            margin = on_square + taker.promotion - margin - 1;
            if margin < 0 {
                break;
            }
            holds = !holds;
            on_square = taker.value;
        }
        holds
    }

    /// What the move itself wins and the value that then stands on the square.
    #[inline]
    fn first_capture(&self, mv: Move) -> Option<(i32, i32)> {
        let role = self.role_at(mv.from())?;
        let taken = self.role_at(mv.to()).map_or(0, value);
        match mv.kind() {
            MoveKind::Normal => Some((taken, value(role))),
            MoveKind::Promotion(promoted) => {
                Some((taken + value(promoted) - value(Role::Pawn), value(promoted)))
            }
            MoveKind::EnPassant => Some((value(Role::Pawn), value(Role::Pawn))),
            MoveKind::Castling => None,
        }
    }
}

/// A piece that takes on the square.
struct Taker {
    /// What then stands on the square.
    value: i32,
    /// What it wins by promoting there.
    promotion: i32,
}

/// The pieces that can still take on one square, cheapest first, sides in turn.
struct Exchange<'a> {
    board: &'a Board,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    turn: Color,
    /// What a pawn wins by promoting on the square: 0 except on the last ranks.
    most_promotion: i32,
}

impl<'a> Exchange<'a> {
    /// The exchange after `mv` was played, the opponent to take.
    fn after(position: &'a Position, mv: Move) -> Exchange<'a> {
        let square = mv.to();
        let mut occupied = position.board().occupied();
        occupied.remove(mv.from());
        occupied.insert(square);
        if mv.kind() == MoveKind::EnPassant {
            occupied.remove(Square::new(square.file(), mv.from().rank()));
        }
        Exchange {
            board: position.board(),
            square,
            occupied,
            attackers: position.attackers_to(square, occupied) & occupied,
            turn: !position.turn(),
            most_promotion: if Bitboard::BACK_RANKS.contains(square) {
                value(Role::Queen) - value(Role::Pawn)
            } else {
                0
            },
        }
    }

    /// The next piece to take, if the side whose turn it is has one.
    fn next(&mut self) -> Option<Taker> {
        let ours = self.attackers & self.board.color(self.turn);
        let (role, from) = Role::ALL
            .into_iter()
            .find_map(|role| Some((role, (ours & self.board.role(role)).first()?)))?;
        if role == Role::King && (self.attackers & self.board.color(!self.turn)).any() {
            return None;
        }
        self.occupied.remove(from);
        let queens = self.board.role(Role::Queen);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            let behind = attacks::bishop(self.square, self.occupied);
            self.attackers |= behind & (self.board.role(Role::Bishop) | queens);
        }
        if matches!(role, Role::Rook | Role::Queen) {
            let behind = attacks::rook(self.square, self.occupied);
            self.attackers |= behind & (self.board.role(Role::Rook) | queens);
        }
        self.attackers &= self.occupied;
        self.turn = !self.turn;
        Some(if role == Role::Pawn && self.most_promotion > 0 {
            Taker { value: value(Role::Queen), promotion: self.most_promotion }
        } else {
            Taker { value: value(role), promotion: 0 }
        })
    }
}
