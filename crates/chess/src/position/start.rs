//! Where games begin: chess, and the 960 positions of Chess960.

use crate::{Color, Piece, Position, Role, Setup, Square};

impl Position {
    /// The position in which every game of chess begins.
    pub fn start() -> Position {
        Position::chess960(518, 518)
    }

    /// The starting position of Chess960 by the numbers 0 to 959 of White's and
    /// Black's back rank (Scharnagl's numbering; 518 is chess). The same number
    /// twice is Chess960, two different ones are double Chess960. Larger
    /// numbers are taken modulo 960.
    ///
    /// ```
    /// use plywise_chess::Position;
    ///
    /// assert_eq!(Position::chess960(518, 518), Position::start());
    /// assert!(Position::chess960(0, 0).to_string().starts_with("bbqnnrkr/"));
    /// ```
    pub fn chess960(white: u16, black: u16) -> Position {
        let mut setup = Setup::empty();
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            for (index, role) in back_rank(number).into_iter().enumerate() {
                let square = Square::wrapping(index as u32);
                let home = square.relative_to(color);
                setup.board.set(home, Some(Piece { color, role }));
                let pawn = Square::wrapping(index as u32 + 8).relative_to(color);
                setup.board.set(pawn, Some(Piece { color, role: Role::Pawn }));
                if role == Role::Rook {
                    setup.castling.insert(home);
                }
            }
        }
        Position::from_valid(&setup)
    }
}

/// The back rank with this number, from the a-file to the h-file.
fn back_rank(number: u16) -> [Role; 8] {
    let mut rest = usize::from(number % 960);
    let mut pieces: [Option<Role>; 8] = [None; 8];
    pieces[rest % 4 * 2 + 1] = Some(Role::Bishop);
    rest /= 4;
    pieces[rest % 4 * 2] = Some(Role::Bishop);
    rest /= 4;
    let mut place = |nth: usize, role: Role| {
        if let Some(free) = pieces.iter_mut().filter(|piece| piece.is_none()).nth(nth) {
            *free = Some(role);
        }
    };
    place(rest % 6, Role::Queen);
    rest /= 6;
    // Ten ways to choose two of the five squares left for the knights.
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (first, second) = KNIGHTS[rest];
    place(second, Role::Knight);
    place(first, Role::Knight);
    place(0, Role::Rook);
    place(0, Role::King);
    pieces.map(|piece| piece.unwrap_or(Role::Rook))
}
