//! Dead positions: those from which no series of legal moves leads to mate.
//!
//! FIDE 5.2.2 ends the game in such a position, and 6.9 turns a loss on time
//! into a draw when the *opponent* cannot mate by any series of moves. No known
//! method decides this quickly for every position. What is done here is a
//! proof: it says "dead" only where that is certain, and nothing otherwise.
//! [`Position::is_dead`] lists what is found and what is not.
//!
//! # The proof
//!
//! **Material.** See [`Position::can_mate_by_material`].
//!
//! **Reach.** For each piece keep a set of squares, at first the one it stands
//! on, and a mark "may be taken", at first off. Call a piece *fixed* while its set
//! is that one square and the mark is off. Now let the sets grow by every move
//! that these rules allow, until nothing changes:
//!
//! - a piece steps from a square of its set to any square next on its lines (a
//!   knight: any leap) where no fixed piece of its own side stands;
//! - a king does the same, but never onto a square that a fixed piece of the
//!   other side attacks;
//! - a pawn steps forward unless a fixed piece stands there, and takes to each
//!   side where a piece of the other side, king excepted, may come to stand;
//! - whoever may take on a square marks all pieces of the other side, king
//!   excepted, whose sets hold that square.
//!
//! In every position to come each piece stands in its set, and only marked pieces
//! are gone. It is so at the start; and suppose it is so before a move. Fixed
//! pieces then stand where they stood, so the move is one that the rules allow: a
//! line move is a series of steps over squares that are empty, hence without a
//! fixed piece; a double step is two steps; a capture en passant ends like a
//! capture of that pawn on the square it passed, which is in its set. Castling
//! and a capture en passant that is possible at once are excluded beforehand,
//! and if a pawn may promote nothing is claimed. Pins, checks and whose turn it
//! is only forbid moves; forgetting them makes the sets larger, never too small.
//!
//! **Mate.** Mate needs a square of the loser's king's set that a piece of the
//! winner other than the king may attack from its set, and a square for the
//! winner's king that does not touch it. For each such pair take the squares
//! around the mated king, less those the winner's king there or any other of
//! the winner's pieces may attack, less those where the loser's fixed pieces stand.
//! On each square left nothing can hinder the king but a piece of its own. If
//! there are more squares left than the loser has other pieces that may come
//! there, one is free: no mate. If that is so for every pair, the winner can
//! never mate.
//!
//! **Forced lines.** A side also cannot mate if there are only few legal moves
//! and it cannot after any of them: the king that must take the last queen.

use super::reach::{Reach, union};
use crate::{Bitboard, Color, Position, attacks};

impl Position {
    /// Whether it is proven that neither side can ever mate: `true` is always
    /// right, `false` may mean that no proof was found.
    ///
    /// Found are
    /// - insufficient material, and stalemate;
    /// - walls of locked pawns, closed or with gaps that pawns guard, with kings
    ///   that can neither pass nor take a pawn, even if other pawns have spare
    ///   moves behind them;
    /// - such walls with any number of bishops on either side that set no pawn
    ///   free and cannot mate with what is there, and with pieces of any kind that
    ///   are shut in;
    /// - forced lines of a move or two into one of these: a king that must take
    ///   the last queen.
    ///
    /// Not found are dead positions in which
    /// - a knight, a rook or a queen can move;
    /// - pawns that face each other have squares left between them, or a pawn
    ///   fails to promote only because of timing;
    /// - mate fails only because a piece would have to be in two places, or because
    ///   one king keeps out the other.
    ///
    /// There the game goes on until a draw is claimed, five repetitions or 75
    /// moves.
    ///
    /// ```
    /// use plywise_chess::Position;
    ///
    /// let wall: Position = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(wall.is_dead());
    /// let way_round: Position = "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(!way_round.is_dead());
    /// # Ok::<(), plywise_chess::FenError>(())
    /// ```
    pub fn is_dead(&self) -> bool {
        Color::ALL.into_iter().all(|color| !self.can_mate(color))
    }

    /// Whether `color` may still mate; `false` only if it is proven that no
    /// series of legal moves, the opponent's blunders included, gets there.
    pub fn can_mate(&self, color: Color) -> bool {
        can_mate(self, color, FORCED_POSITIONS)
    }
}

/// How many positions may be looked at where few moves are legal: enough for a
/// king that must take or step aside, too few to be felt in a game.
const FORCED_POSITIONS: usize = 8;

fn can_mate(position: &Position, winner: Color, budget: usize) -> bool {
    if !position.can_mate_by_material(winner)
        || Reach::of(position).is_some_and(|reach| !reach.allows_mate(winner))
    {
        return false;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return position.is_check() && position.turn() != winner;
    }
    if moves.len() > budget {
        return true;
    }
    let share = (budget - 1) / moves.len();
    moves.into_iter().any(|mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        can_mate(&next, winner, share)
    })
}

impl Reach {
    /// Whether `winner` mates in some arrangement within these bounds.
    fn allows_mate(&self, winner: Color) -> bool {
        let loser = !winner;
        let attacked = union(self.pieces(winner).map(|piece| piece.attacked()));
        let fixed =
            union(self.pieces(loser).filter(|piece| piece.is_fixed()).map(|piece| piece.squares));
        (self.king(loser) & attacked).into_iter().any(|mated| {
            let around = attacks::king(mated);
            let free = around.without(attacked | fixed);
            let mating = self.king(winner).without(around | Bitboard::of(mated));
            mating.into_iter().any(|king| {
                let escapes = free.without(attacks::king(king));
                let blockers = self
                    .pieces(loser)
                    .filter(|piece| !piece.is_fixed() && (piece.squares & escapes).any())
                    .count();
                escapes.count() as usize <= blockers
            })
        })
    }
}

#[cfg(test)]
mod tests;
