//! King and pawn against king: who wins, for every position.
//!
//! Worked out once, backwards from what is decided: a set of squares of the lone
//! king for each pawn, king and side to move, 24 kB in all. Whole sets are worked
//! on at a time, so it is done in less than a millisecond: whoever gets here in
//! the middle of a game with a short clock cannot wait for longer.

use std::sync::LazyLock;

use chess::{Bitboard, Color, Square, attacks};

/// Whether the side with the pawn wins. All squares as she sees them, her pawn
/// moving up; `to_move` if it is her move.
pub(super) fn is_won(king: Square, pawn: Square, prey: Square, to_move: bool) -> bool {
    // The board is the same from left to right: the pawn stands on files a to d.
    let flip = |square: Square| if pawn.index() % 8 < 4 { square } else { square.flip_file() };
    WON.of(flip(king), flip(pawn), to_move).contains(flip(prey))
}

static WON: LazyLock<Won> = LazyLock::new(|| {
    let mut won = Won([[[Bitboard::EMPTY; 64]; 24]; 2]);
    // A pawn only goes up, so what becomes of it is known before.
    for rank in (1..7).rev() {
        for pawn in (0..4).filter_map(|file| Square::from_index(8 * rank + file)) {
            while won.improve(pawn) {}
        }
    }
    won
});

/// The squares of the lone king where it loses, by the side to move (the lone
/// king's first), the pawn on the files a to d, and the king beside it.
struct Won([[[Bitboard; 64]; 24]; 2]);

impl Won {
    fn of(&self, king: Square, pawn: Square, to_move: bool) -> Bitboard {
        slot(pawn).map_or(Bitboard::EMPTY, |slot| self.0[usize::from(to_move)][slot][king.index()])
    }

    /// One round for one pawn: what leads to a win is won. Whether anything was new.
    fn improve(&mut self, pawn: Square) -> bool {
        let Some(slot) = slot(pawn) else { return false };
        let mut has_changed = false;
        for king in Square::all().filter(|&king| king != pawn) {
            for (side, won) in [self.lost_by_prey(king, pawn), self.won_by_move(king, pawn)]
                .into_iter()
                .enumerate()
            {
                let known = &mut self.0[side][slot][king.index()];
                has_changed |= *known != won;
                *known = won;
            }
        }
        has_changed
    }

    /// Where the lone king, to move, has moves and all of them lose.
    fn lost_by_prey(&self, king: Square, pawn: Square) -> Bitboard {
        let kings = attacks::king(king) | Bitboard::of(king);
        // It may take a pawn that is not defended, and then it has not lost.
        let open = !(kings | attacks::pawn(Color::White, pawn));
        let saves = open.without(self.of(king, pawn, true));
        neighbours(open).without(neighbours(saves) | kings | Bitboard::of(pawn))
    }

    /// Where the lone king loses to some move of the side with the pawn.
    fn won_by_move(&self, king: Square, pawn: Square) -> Bitboard {
        let mut won = Bitboard::EMPTY;
        for to in attacks::king(king).without(Bitboard::of(pawn)) {
            won |= self.of(to, pawn, false);
        }
        if let Some(ahead) = pawn.offset(0, 1).filter(|&ahead| ahead != king) {
            let free = !Bitboard::of(ahead);
            if ahead.index() >= 56 {
                // A queen that cannot be taken wins.
                let is_defended = attacks::king(king).contains(ahead);
                let takes = if is_defended { Bitboard::EMPTY } else { attacks::king(ahead) };
                won |= free.without(takes);
            } else {
                won |= self.of(king, ahead, false);
                let two = ahead.offset(0, 1).filter(|&two| pawn.index() < 16 && two != king);
                won |= two.map_or(Bitboard::EMPTY, |two| self.of(king, two, false) & free);
            }
        }
        // Positions with the lone king in check, or beside the other, do not exist.
        let kings = attacks::king(king) | Bitboard::of(king);
        won.without(kings | attacks::pawn(Color::White, pawn) | Bitboard::of(pawn))
    }
}

/// `None` if no pawn can stand there.
fn slot(pawn: Square) -> Option<usize> {
    let (file, rank) = (pawn.index() % 8, pawn.index() / 8);
    (file < 4 && (1..7).contains(&rank)).then(|| (rank - 1) * 4 + file)
}

/// The squares one step away from any of these.
fn neighbours(squares: Bitboard) -> Bitboard {
    let beside = squares.west() | squares.east();
    let row = squares | beside;
    beside | row.north() | row.south()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All positions: king, pawn, lone king.
    fn positions() -> impl Iterator<Item = (Square, Square, Square)> {
        Square::all().flat_map(|king| {
            let pawns = Square::all().filter(|&pawn| slot(pawn).is_some());
            pawns.flat_map(move |pawn| Square::all().map(move |prey| (king, pawn, prey)))
        })
    }

    fn position(
        king: Square,
        pawn: Square,
        prey: Square,
        to_move: bool,
    ) -> Option<chess::Position> {
        if king == pawn || king == prey || pawn == prey {
            return None;
        }
        let piece = |square| match square {
            _ if square == king => "K",
            _ if square == pawn => "P",
            _ if square == prey => "k",
            _ => "1",
        };
        let rank = |rank: usize| -> String {
            (0..8).filter_map(|file| Square::from_index(8 * rank + file)).map(piece).collect()
        };
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        let side = if to_move { "w" } else { "b" };
        format!("{} {side} - - 0 1", ranks.join("/")).parse().ok()
    }

    #[test]
    fn every_verdict_follows_from_those_after_the_moves() {
        let mut count = 0;
        for (king, pawn, prey) in positions() {
            for to_move in [false, true] {
                let Some(position) = position(king, pawn, prey, to_move) else {
                    assert!(!is_won(king, pawn, prey, to_move));
                    continue;
                };
                let wins = |mv: chess::Move| {
                    if to_move && mv.promoted().is_some() {
                        let mut next = position;
                        next.play_unchecked(mv);
                        return mv.promoted() == Some(chess::Role::Queen)
                            && !next.legal_moves().iter().any(|&reply| next.is_capture(reply));
                    }
                    if to_move {
                        let stays = mv.from() == king;
                        let (king, pawn) = if stays { (mv.to(), pawn) } else { (king, mv.to()) };
                        return is_won(king, pawn, prey, false);
                    }
                    mv.to() != pawn && is_won(king, pawn, mv.to(), true)
                };
                let moves = position.legal_moves();
                let expected = if to_move {
                    moves.iter().any(|&mv| wins(mv))
                } else {
                    !moves.is_empty() && moves.iter().all(|&mv| wins(mv))
                };
                let found = is_won(king, pawn, prey, to_move);
                assert_eq!(found, expected, "{position}");
                count += usize::from(found);
            }
        }
        // As the tables of three pieces have it.
        assert_eq!(count, 111_282);
    }
}
