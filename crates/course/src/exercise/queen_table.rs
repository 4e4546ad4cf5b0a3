//! A tablebase made by retrograde analysis: king and queen against king, every position, backwards
//! from mate. It takes a fraction of a second and is made when somebody first asks.

use std::sync::LazyLock;

/// Where the three pieces stand, squares from 0 (a1) to 63 (h8), and whether White moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) white_king: usize,
    pub(super) queen: usize,
    pub(super) black_king: usize,
    pub(super) white_moves: bool,
}

/// Plies to mate for each place; `OPEN` where there is none.
static PLIES: LazyLock<Vec<u8>> = LazyLock::new(solved);
const OPEN: u8 = u8::MAX;
const SQUARES: usize = 64;

/// In how many plies Black is mated if both play well; nothing where that cannot be forced.
pub(super) fn plies(place: Place) -> Option<u32> {
    let plies = PLIES[place.index()];
    (plies != OPEN).then_some(u32::from(plies))
}

impl Place {
    fn index(self) -> usize {
        let Place { white_king, queen, black_king, white_moves } = self;
        ((usize::from(white_moves) * SQUARES + white_king) * SQUARES + queen) * SQUARES + black_king
    }

    /// Whether the pieces may stand like this: on squares of their own, the kings apart, and Black
    /// not in check when White moves.
    fn is_legal(self) -> bool {
        let Place { white_king, queen, black_king, white_moves } = self;
        let is_apart = white_king != queen && queen != black_king && white_king != black_king;
        is_apart && !touch(white_king, black_king) && !(white_moves && self.is_check())
    }

    fn is_check(self) -> bool {
        rays(self.queen, self.white_king).any(|square| square == self.black_king)
    }

    /// Where Black's king can go: nothing if it can take the queen, for then nobody is mated.
    fn escapes(self) -> Option<Vec<Place>> {
        let mut places = Vec::new();
        for square in steps(self.black_king) {
            if touch(square, self.white_king) || square == self.white_king {
                continue;
            }
            if square == self.queen {
                return None;
            }
            let next = Place { black_king: square, white_moves: true, ..self };
            if next.is_legal() {
                places.push(next);
            }
        }
        Some(places)
    }

    /// The places from which White's move leads here.
    fn before_white(self) -> Vec<Place> {
        let Place { white_king, queen, black_king, .. } = self;
        let from_queen = rays_between(queen, white_king, black_king);
        let queens = from_queen.into_iter().map(|queen| Place { queen, white_moves: true, ..self });
        let kings = steps(white_king).into_iter();
        let kings = kings.map(|white_king| Place { white_king, white_moves: true, ..self });
        queens.chain(kings).filter(|place| place.is_legal()).collect()
    }

    /// The places from which Black's move leads here.
    fn before_black(self) -> Vec<Place> {
        let kings = steps(self.black_king).into_iter();
        let places = kings.map(|black_king| Place { black_king, white_moves: false, ..self });
        places.filter(|place| place.is_legal()).collect()
    }
}

fn solved() -> Vec<u8> {
    let mut plies = vec![OPEN; 2 * SQUARES * SQUARES * SQUARES];
    // All places where Black is mated, then those one ply before, and so on.
    let mut mated: Vec<Place> = Vec::new();
    for white_king in 0..SQUARES {
        for queen in 0..SQUARES {
            for black_king in 0..SQUARES {
                let place = Place { white_king, queen, black_king, white_moves: false };
                let is_over = || place.escapes().is_some_and(|escapes| escapes.is_empty());
                if place.is_legal() && place.is_check() && is_over() {
                    plies[place.index()] = 0;
                    mated.push(place);
                }
            }
        }
    }
    let mut ply = 0;
    while !mated.is_empty() {
        let mut won = Vec::new();
        for place in mated.iter().flat_map(|place| place.before_white()) {
            if plies[place.index()] == OPEN {
                plies[place.index()] = ply + 1;
                won.push(place);
            }
        }
        mated.clear();
        for place in won.iter().flat_map(|place| place.before_black()) {
            let is_lost = |next: &Place| plies[next.index()] != OPEN;
            let is_new = plies[place.index()] == OPEN;
            if is_new && place.escapes().is_some_and(|escapes| escapes.iter().all(is_lost)) {
                plies[place.index()] = ply + 2;
                mated.push(place);
            }
        }
        ply += 2;
    }
    plies
}

fn apart(one: usize, other: usize) -> (usize, usize) {
    ((one % 8).abs_diff(other % 8), (one / 8).abs_diff(other / 8))
}

/// Whether a king on one square attacks the other.
fn touch(one: usize, other: usize) -> bool {
    let (files, ranks) = apart(one, other);
    files.max(ranks) == 1
}

/// The squares around a square.
fn steps(from: usize) -> Vec<usize> {
    WAYS.into_iter().filter_map(|way| ray(from, way).next()).collect()
}

const WAYS: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The squares in one direction, the nearest first.
fn ray(from: usize, (file, rank): (i32, i32)) -> impl Iterator<Item = usize> {
    let at = move |step: i32| {
        let to = ((from % 8) as i32 + step * file, (from / 8) as i32 + step * rank);
        let is_on = (0..8).contains(&to.0) && (0..8).contains(&to.1);
        is_on.then_some((8 * to.1 + to.0) as usize)
    };
    (1..8).map_while(at)
}

/// The squares that a queen attacks, one piece being in its way.
fn rays(from: usize, blocker: usize) -> impl Iterator<Item = usize> {
    WAYS.into_iter().flat_map(move |way| ray(from, way).take_while(move |&to| to != blocker))
}

/// The squares from which a queen can have come, two pieces being in its way.
fn rays_between(from: usize, one: usize, other: usize) -> Vec<usize> {
    let free = |way| ray(from, way).take_while(|&to| to != one && to != other);
    WAYS.into_iter().flat_map(free).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known of this ending: no win takes more than ten moves, and from some positions it takes that.
    #[test]
    fn the_longest_win_takes_ten_moves() {
        let longest = PLIES.iter().filter(|plies| **plies != OPEN).max();
        assert_eq!(longest, Some(&20), "Black to move: a move, and ten by White");
        let white =
            PLIES[SQUARES * SQUARES * SQUARES..].iter().filter(|plies| **plies != OPEN).max();
        assert_eq!(white, Some(&19));
    }
}
