//! King and pawn against king: who wins, for every position.
//!
//! Worked out once, backwards from what is decided, in a few milliseconds: one
//! bit a position, 24 kB.

use std::sync::LazyLock;

use chess::{Square, attacks};

/// Whether the side with the pawn wins. All squares as she sees them, her pawn
/// moving up; `to_move` if it is her move.
pub(super) fn is_won(king: Square, pawn: Square, prey: Square, to_move: bool) -> bool {
    // The board is the same from left to right: the pawn stands on files a to d.
    let flip = |square: Square| if pawn.index() % 8 < 4 { square } else { square.flip_file() };
    let (king, pawn, prey) = (flip(king), flip(pawn), flip(prey));
    let Some(index) = index(king, pawn, prey, to_move) else { return false };
    WON[index / 64] >> (index % 64) & 1 != 0
}

/// Two sides to move, 24 squares of the pawn, 64 of each king.
const POSITIONS: usize = 2 * 24 * 64 * 64;

/// `None` if no pawn can stand there.
fn index(king: Square, pawn: Square, prey: Square, to_move: bool) -> Option<usize> {
    let (file, rank) = (pawn.index() % 8, pawn.index() / 8);
    if file > 3 || !(1..7).contains(&rank) {
        return None;
    }
    let pawn = (rank - 1) * 4 + file;
    Some(((usize::from(to_move) * 24 + pawn) * 64 + king.index()) * 64 + prey.index())
}

static WON: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut verdicts = vec![Verdict::Open; POSITIONS];
    for all in &mut verdicts.iter_mut().enumerate() {
        *all.1 = State::of(all.0).verdict_at_sight();
    }
    // What leads to a decided position is decided: until nothing changes.
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for index in 0..POSITIONS {
            if verdicts[index] == Verdict::Open {
                verdicts[index] = State::of(index).verdict_by_moves(&verdicts);
                has_changed |= verdicts[index] != Verdict::Open;
            }
        }
    }
    let mut bits = vec![0; POSITIONS / 64];
    for (index, &verdict) in verdicts.iter().enumerate() {
        if verdict == Verdict::Won {
            bits[index / 64] |= 1 << (index % 64);
        }
    }
    // What is still open goes on for ever: a draw.
    bits
});

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Not a position at all: no move may lead there.
    Illegal,
    Open,
    Drawn,
    Won,
}

#[derive(Clone, Copy)]
struct State {
    king: Square,
    pawn: Square,
    prey: Square,
    to_move: bool,
}

impl State {
    /// The position with this index.
    fn of(index: usize) -> State {
        let square = |index: usize| Square::from_index(index).unwrap_or(Square::A1);
        let pawn = index / 4096 % 24;
        State {
            prey: square(index % 64),
            king: square(index / 64 % 64),
            pawn: square((pawn / 4 + 1) * 8 + pawn % 4),
            to_move: index / 4096 / 24 == 1,
        }
    }

    /// What can be said without looking at other positions.
    fn verdict_at_sight(self) -> Verdict {
        let State { king, pawn, prey, to_move } = self;
        let pawn_attacks = attacks::pawn(chess::Color::White, pawn);
        if king.distance(prey) <= 1
            || king == pawn
            || prey == pawn
            || to_move && pawn_attacks.contains(prey)
        {
            return Verdict::Illegal;
        }
        if to_move {
            // A queen that cannot be taken wins.
            let Some(ahead) = pawn.offset(0, 1) else { return Verdict::Open };
            let promotes = ahead.index() >= 56 && ahead != king && ahead != prey;
            if promotes && (prey.distance(ahead) > 1 || king.distance(ahead) <= 1) {
                return Verdict::Won;
            }
        } else {
            let takes = prey.distance(pawn) <= 1 && king.distance(pawn) > 1;
            let is_stuck =
                attacks::king(prey).without(attacks::king(king) | pawn_attacks).is_empty();
            if takes || is_stuck {
                return Verdict::Drawn;
            }
        }
        Verdict::Open
    }

    /// What the moves say, as far as their verdicts are known.
    fn verdict_by_moves(self, verdicts: &[Verdict]) -> Verdict {
        let after = |king, pawn, prey| {
            index(king, pawn, prey, !self.to_move).map_or(Verdict::Illegal, |index| verdicts[index])
        };
        let (best, rest) = if self.to_move {
            (Verdict::Won, Verdict::Drawn)
        } else {
            (Verdict::Drawn, Verdict::Won)
        };
        let mut next = Vec::with_capacity(10);
        if self.to_move {
            next.extend(
                attacks::king(self.king).into_iter().map(|to| after(to, self.pawn, self.prey)),
            );
            let is_free = |square: &Square| *square != self.king && *square != self.prey;
            if let Some(one) = self.pawn.offset(0, 1).filter(is_free).filter(|to| to.index() < 56) {
                next.push(after(self.king, one, self.prey));
                if self.pawn.index() < 16 {
                    let two = one.offset(0, 1).filter(is_free);
                    next.extend(two.map(|two| after(self.king, two, self.prey)));
                }
            }
        } else {
            next.extend(
                attacks::king(self.prey).into_iter().map(|to| after(self.king, self.pawn, to)),
            );
        }
        if next.contains(&best) {
            best
        } else if next.contains(&Verdict::Open) {
            Verdict::Open
        } else {
            rest
        }
    }
}
