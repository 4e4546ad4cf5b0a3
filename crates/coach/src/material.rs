//! What changes hands in a line.

use chess::{Color, Move, Position, Role};

/// What pieces are worth when they are counted, in pawns; kings are not counted.
pub const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// What a piece is worth when pieces are counted, in pawns.
pub const fn value(role: Role) -> i32 {
    VALUES[role.index()]
}

/// What one side has more than the other, in pawns.
pub fn balance(position: &Position, color: Color) -> i32 {
    let of = |color| -> i32 {
        let count = |role| position.board().pieces(color, role).count() as i32;
        Role::ALL.into_iter().map(|role| value(role) * count(role)).sum()
    };
    of(color) - of(!color)
}

/// What a side loses and gets in a line, equal pieces left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exchange {
    /// What it loses, the most valuable first.
    pub lost: Vec<Role>,
    /// What it gets for that, the most valuable first.
    pub gained: Vec<Role>,
}

impl Exchange {
    /// What `color` loses and gets between two positions.
    pub fn between(start: &Position, end: &Position, color: Color) -> Exchange {
        let changes = [color, !color].map(|color| changes(start, end, color));
        let net: Vec<i32> =
            changes[0].iter().zip(changes[1]).map(|(ours, theirs)| ours - theirs).collect();
        let mut exchange = Exchange::default();
        for (&role, &net) in Role::ALL.iter().zip(&net).rev() {
            for _ in 0..net.abs() {
                if net > 0 { exchange.lost.push(role) } else { exchange.gained.push(role) }
            }
        }
        exchange.cancel(|lost, gained| value(lost) == value(gained));
        exchange
    }

    /// What is lost in all, in pawns; negative for a gain.
    pub fn cost(&self) -> i32 {
        let sum = |roles: &[Role]| roles.iter().map(|&role| value(role)).sum::<i32>();
        sum(&self.lost) - sum(&self.gained)
    }

    /// The same as the other side sees it.
    #[must_use]
    pub fn turned(self) -> Exchange {
        Exchange { lost: self.gained, gained: self.lost }
    }

    /// Removes pairs that are worth the same, such as a knight for a bishop.
    fn cancel(&mut self, is_even: impl Fn(Role, Role) -> bool) {
        let mut index = 0;
        while let Some(&lost) = self.lost.get(index) {
            match self.gained.iter().position(|&gained| is_even(lost, gained)) {
                Some(found) => {
                    self.gained.remove(found);
                    self.lost.remove(index);
                }
                None => index += 1,
            }
        }
    }
}

/// How many pieces of each role a side has lost. A piece that a pawn has become counts as that
/// pawn: who lets a pawn through has not lost a queen.
fn changes(start: &Position, end: &Position, color: Color) -> [i32; 6] {
    let count = |position: &Position, role| position.board().pieces(color, role).count() as i32;
    let mut lost = Role::ALL.map(|role| count(start, role) - count(end, role));
    let pawn = Role::Pawn.index();
    for role in Role::ALL.into_iter().filter(|&role| role != Role::Pawn) {
        let promoted = (-lost[role.index()]).max(0);
        lost[role.index()] += promoted;
        lost[pawn] -= promoted;
    }
    lost
}

/// The position at the quiet end of a line: after its moves and the captures that then win
/// material at once.
pub fn quiet_end(position: &Position, line: &[Move]) -> Position {
    let mut end = *position;
    for &mv in line {
        if end.play(mv).is_err() {
            break;
        }
    }
    for _ in 0..MOST_CAPTURES {
        let mut moves = chess::MoveList::new();
        end.captures_and_promotions(&mut moves);
        let best = moves.iter().map(|&mv| (end.see(mv), mv)).max_by_key(|&(gain, _)| gain);
        match best {
            Some((gain, mv)) if gain > 0 => end.play_unchecked(mv),
            _ => break,
        }
    }
    end
}

/// Captures that are played out at the end of a line; more than any exchange has.
const MOST_CAPTURES: usize = 32;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use super::*;

    #[test]
    fn equal_pieces_are_left_out() {
        let start: Position = "4k3/8/8/3n4/8/4B3/8/3RK3 w - - 0 1".parse().unwrap();
        let end: Position = "4k3/8/8/8/8/8/8/3RK3 w - - 0 1".parse().unwrap();
        assert_eq!(Exchange::between(&start, &end, Color::White), Exchange::default());
        let end: Position = "4k3/8/8/8/8/4B3/8/4K3 w - - 0 1".parse().unwrap();
        let exchange = Exchange::between(&start, &end, Color::White);
        assert_eq!(
            (exchange.lost.as_slice(), exchange.gained.as_slice()),
            (&[Role::Rook][..], &[Role::Knight][..])
        );
        assert_eq!(exchange.cost(), 2);
    }

    /// Black has a rook taken and a pawn let through: the new queen is no queen that Black lost.
    #[test]
    fn a_pawn_that_became_a_queen_is_a_pawn() {
        let start: Position = "6k1/8/8/P7/8/2r2N2/5PK1/R7 b - - 0 1".parse().unwrap();
        let end: Position = "Q5k1/8/8/8/8/5K2/5P2/R7 b - - 0 1".parse().unwrap();
        let exchange = Exchange::between(&start, &end, Color::Black);
        assert_eq!(exchange.lost, [Role::Rook]);
        assert_eq!(exchange.gained, [Role::Knight]);
    }

    #[test]
    fn a_line_ends_where_nothing_hangs() {
        let start: Position = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1".parse().unwrap();
        assert_eq!(balance(&quiet_end(&start, &[]), Color::White), 5);
        let guarded: Position = "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1".parse().unwrap();
        assert_eq!(balance(&quiet_end(&guarded, &[]), Color::White), 1);
    }
}
