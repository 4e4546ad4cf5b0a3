//! Numbers by square, drawn as a board.

use chess::{Color, Position, Role, Square};

use crate::tally::TermSink;
use crate::weights::{Visit, Visitor};

/// A number for each square, as the owner of the piece sees the board: for a
/// black piece the ranks are flipped.
///
/// ```
/// use chess::Square;
/// use plywise_eval::SquareMap;
///
/// let mut rows = [0; 64];
/// rows[1] = 7;
/// assert_eq!(SquareMap::drawn(rows).at(Square::B8), 7);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareMap([i32; 64]);

impl SquareMap {
    /// A map from its picture: eight rows of eight, the eighth rank first, as
    /// one sees a board from White's side.
    pub const fn drawn(rows: [i32; 64]) -> SquareMap {
        let mut map = [0; 64];
        let mut index = 0;
        while index < rows.len() {
            // Flips the rank: a8, which is drawn first, is square 56.
            map[index ^ 56] = rows[index];
            index += 1;
        }
        SquareMap(map)
    }

    /// The number of a square.
    #[inline]
    pub const fn at(&self, square: Square) -> i32 {
        self.0[square.index()]
    }

    /// The map in which `value` × (number − 100) / 100 stands for each number:
    /// what a factor in per cent adds to a value.
    pub(crate) const fn gain(&self, value: i32) -> SquareMap {
        let mut map = self.0;
        let mut index = 0;
        while index < map.len() {
            map[index] = value * (map[index] - PER_CENT) / PER_CENT;
            index += 1;
        }
        SquareMap(map)
    }
}

/// The factor that changes nothing.
const PER_CENT: i32 = 100;

/// Adds what all pieces get for their squares; `maps` has one for each role, pawns first.
#[inline(always)]
pub(crate) fn tally_squares<T: TermSink>(
    maps: [&SquareMap; 6],
    position: &Position,
    tally: &mut T,
) {
    for (role, map) in Role::ALL.into_iter().zip(maps) {
        for color in Color::ALL {
            let pieces = position.board().pieces(color, role);
            let sum = pieces.into_iter().map(|square| map.at(square.relative_to(color))).sum();
            tally.add(term(role), color, sum);
        }
    }
}

const fn term(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn squares",
        Role::Knight => "knight squares",
        Role::Bishop => "bishop squares",
        Role::Rook => "rook squares",
        Role::Queen => "queen squares",
        Role::King => "king square",
    }
}

impl Visit for SquareMap {
    fn visit(&mut self, name: &str, meaning: &'static str, visitor: &mut Visitor<'_>) {
        for (square, number) in Square::all().zip(&mut self.0) {
            visitor(format!("{name}.{square}"), meaning, number);
        }
    }
}
