//! Random legal positions with few pieces, the same in every run.

use chess::{Color, File, Piece, Position, Rank, Role, Setup, Square};
use engine::Tablebases;

/// How often in a row the tables may not know a position before we give up.
const PATIENCE: usize = 100_000;

/// Positions with three pieces up to as many as the tables know, one in ten with a
/// pawn to take en passant; `None` if too few are known.
pub fn random(tables: &Tablebases, count: usize) -> Option<Vec<Position>> {
    let mut random = Random(0x0BAD_5EED_C0FF_EE11);
    let mut draw = |number: usize| {
        let pieces = 3 + random.below((tables.pieces() as usize).saturating_sub(2).max(1));
        let setup = if number % 20 < 2 { random.en_passant() } else { random.pieces(pieces) };
        let position = setup.position().ok()?;
        tables.probe_dtz(&position)?;
        // Either side moves, and takes en passant, in half of them.
        Some(if number.is_multiple_of(2) { position.mirrored() } else { position })
    };
    (0..count).map(|number| (0..PATIENCE).find_map(|_| draw(number))).collect()
}

/// Marsaglia's xorshift, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }

    /// So many pieces thrown onto the board, first the kings.
    fn pieces(&mut self, pieces: usize) -> Setup {
        let mut setup = Setup::empty();
        for piece in 0..pieces {
            let (color, role) = match piece {
                0 | 1 => (Color::ALL[piece], Role::King),
                _ => (Color::ALL[self.below(2)], Role::ALL[self.below(5)]),
            };
            let empty: Vec<Square> = (!setup.board.occupied()).into_iter().collect();
            setup.board.set(empty[self.below(empty.len())], Some(Piece { color, role }));
        }
        setup
    }

    /// Kings, and two pawns of which Black's can take White's en passant.
    fn en_passant(&mut self) -> Setup {
        let mut setup = self.pieces(2);
        let (left, stepped) = (self.below(7), self.below(2));
        for (beside, color) in [(stepped, Color::White), (1 - stepped, Color::Black)] {
            let square = Square::new(File::ALL[left + beside], Rank::ALL[3]);
            setup.board.set(square, Some(Piece { color, role: Role::Pawn }));
        }
        setup.turn = Color::Black;
        setup.en_passant = Some(Square::new(File::ALL[left + stepped], Rank::ALL[2]));
        setup
    }
}
