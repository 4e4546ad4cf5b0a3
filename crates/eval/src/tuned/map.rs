//! Pairs by square, drawn as boards.

use chess::Square;

use super::Pair;
use crate::weights::{Visit, Visitor};

/// A pair for each square, as the owner of the piece sees the board.
///
/// `N` says which squares have numbers of their own: 64 the whole board, 48 the
/// ranks on which pawns stand, 32 the files a to d, which the others mirror.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairMap<const N: usize>([Pair; N]);

/// Every square has its own pair.
pub(super) const WHOLE: usize = 64;
/// The second to the seventh rank.
pub(super) const PAWNS: usize = 48;
/// The files a to d; h is as a, g as b and so on.
pub(super) const HALF: usize = 32;

impl<const N: usize> PairMap<N> {
    /// How many squares of a rank are drawn.
    const FILES: usize = if N == HALF { 4 } else { 8 };
    /// The first rank that is drawn.
    const FIRST_RANK: usize = if N == PAWNS { 1 } else { 0 };

    /// A map from two pictures, middle game and endgame: rows of squares, the
    /// highest rank first, as one sees a board from White's side.
    pub const fn drawn(mg: [i32; N], eg: [i32; N]) -> PairMap<N> {
        let mut map = [Pair::ZERO; N];
        let mut index = 0;
        while index < N {
            let row = N / Self::FILES - 1 - index / Self::FILES;
            map[row * Self::FILES + index % Self::FILES] = Pair::new(mg[index], eg[index]);
            index += 1;
        }
        PairMap(map)
    }

    /// The pair of a square. Ranks without pawns have none: they answer with
    /// the map's first pair, which nobody should ask for.
    #[inline(always)]
    pub const fn at(&self, square: Square) -> &Pair {
        let (file, rank) = (square.index() % 8, square.index() / 8);
        let index = match N {
            HALF => rank * 4 + if file < 4 { file } else { 7 - file },
            PAWNS => square.index().wrapping_sub(8),
            _ => square.index(),
        };
        if index < N { &self.0[index] } else { &self.0[0] }
    }
}

impl<const N: usize> Visit for PairMap<N> {
    fn visit(&mut self, name: &str, meaning: &'static str, visitor: &mut Visitor<'_>) {
        for (index, pair) in self.0.iter_mut().enumerate() {
            let file = (b'a' + (index % Self::FILES) as u8) as char;
            let rank = index / Self::FILES + Self::FIRST_RANK + 1;
            pair.visit(&format!("{name}.{file}{rank}"), meaning, visitor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_find_their_pairs() {
        let mut rows = [0; HALF];
        rows[1] = 5; // b8
        rows[31] = 7; // d1
        let half = PairMap::<HALF>::drawn(rows, [0; HALF]);
        for (square, number) in
            [(Square::B8, 5), (Square::G8, 5), (Square::D1, 7), (Square::E1, 7), (Square::A8, 0)]
        {
            assert_eq!(half.at(square).mg(), number, "{square}");
        }
        let mut rows = [0; PAWNS];
        rows[0] = 3; // a7
        rows[47] = 4; // h2
        let pawns = PairMap::<PAWNS>::drawn([0; PAWNS], rows);
        assert_eq!((pawns.at(Square::A7).eg(), pawns.at(Square::H2).eg()), (3, 4));
        let mut names = Vec::new();
        pawns.clone().visit("pawn", "", &mut |name, _, _| names.push(name));
        assert_eq!(
            (&*names[0], &*names[1], &*names[95]),
            ("pawn.a2.mg", "pawn.a2.eg", "pawn.h7.eg")
        );
    }
}
