//! How far each piece can ever get: a bound that errs on the large side only.

use crate::{Bitboard, Color, Position, Role, attacks};

/// For each piece, all squares it may ever stand on, and whether it may ever be
/// taken. See [`super::dead`] for why this holds in every position to come.
pub(super) struct Reach {
    pieces: Vec<Roamer>,
}

/// A piece on the board and what may become of it.
#[derive(Clone, Copy)]
pub(super) struct Roamer {
    pub(super) color: Color,
    pub(super) role: Role,
    /// The squares it may ever stand on, the one where it stands among them.
    pub(super) squares: Bitboard,
    may_be_taken: bool,
}

/// How a round of spreading went.
enum Round {
    Grew,
    Settled,
    /// A pawn may reach the last rank, and then nothing is bounded any more.
    Promoted,
}

impl Reach {
    /// The bound for this position; `None` where it is not worth computing or
    /// a pawn may promote.
    pub(super) fn of(position: &Position) -> Option<Reach> {
        if !may_be_locked(position) {
            return None;
        }
        let pieces = position.board().iter().map(|(square, piece)| Roamer {
            color: piece.color,
            role: piece.role,
            squares: Bitboard::of(square),
            may_be_taken: false,
        });
        let mut reach = Reach { pieces: pieces.collect() };
        loop {
            match reach.spread() {
                Round::Grew => {}
                Round::Settled => return Some(reach),
                Round::Promoted => return None,
            }
        }
    }

    /// The squares the king of `color` may ever stand on.
    pub(super) fn king(&self, color: Color) -> Bitboard {
        let king =
            self.pieces.iter().find(|piece| piece.color == color && piece.role == Role::King);
        king.map_or(Bitboard::ALL, |king| king.squares)
    }

    /// The pieces of `color` but for the king.
    pub(super) fn pieces(&self, color: Color) -> impl Iterator<Item = &Roamer> {
        self.pieces.iter().filter(move |piece| piece.color == color && piece.role != Role::King)
    }

    /// Lets every piece make every move that the bound found so far allows.
    fn spread(&mut self) -> Round {
        let mut round = Round::Settled;
        // What is read here may be out of date before the round is over; then
        // the round is not the last.
        let fixed = Color::ALL.map(|color| union(self.fixed(color).map(|piece| piece.squares)));
        let guarded = Color::ALL.map(|color| union(self.fixed(color).map(Roamer::attacked)));
        let visited = Color::ALL.map(|color| union(self.pieces(color).map(|piece| piece.squares)));
        for index in 0..self.pieces.len() {
            let piece = self.pieces[index];
            let (us, them) = (piece.color.index(), (!piece.color).index());
            let attacked = piece.attacked();
            let (moves, captures) = match piece.role {
                Role::Pawn => {
                    let captures = attacked & visited[them];
                    let steps =
                        forward(piece.color, piece.squares).without(fixed[us] | fixed[them]);
                    (steps | captures, captures)
                }
                Role::King => {
                    let moves = attacked.without(fixed[us] | guarded[them]);
                    (moves, moves)
                }
                _ => {
                    let moves = attacked.without(fixed[us]);
                    (moves, moves)
                }
            };
            if moves.without(piece.squares).any() {
                round = Round::Grew;
                self.pieces[index].squares |= moves;
                if piece.role == Role::Pawn && (moves & Bitboard::BACK_RANKS).any() {
                    return Round::Promoted;
                }
            }
            for victim in &mut self.pieces {
                if victim.color != piece.color
                    && victim.role != Role::King
                    && !victim.may_be_taken
                    && (victim.squares & captures).any()
                {
                    round = Round::Grew;
                    victim.may_be_taken = true;
                }
            }
        }
        round
    }

    /// The pieces of `color` that stand where they stand forever, the king too.
    fn fixed(&self, color: Color) -> impl Iterator<Item = &Roamer> {
        self.pieces.iter().filter(move |piece| piece.color == color && piece.is_fixed())
    }
}

impl Roamer {
    /// Whether it will stand where it stands forever.
    pub(super) fn is_fixed(&self) -> bool {
        !self.may_be_taken && !self.squares.more_than_one()
    }

    /// The squares it may ever attack.
    ///
    /// One step along each line is enough: the squares are closed under moving,
    /// so a bishop that sees farther may also stand nearer.
    pub(super) fn attacked(&self) -> Bitboard {
        let from = self.squares;
        let straight = from.north() | from.south() | from.east() | from.west();
        let (north, south) = (from.north(), from.south());
        let diagonal = north.east() | north.west() | south.east() | south.west();
        match self.role {
            Role::Pawn => {
                let ahead = forward(self.color, from);
                ahead.east() | ahead.west()
            }
            Role::Knight => union(from.into_iter().map(attacks::knight)),
            Role::Bishop => diagonal,
            Role::Rook => straight,
            Role::Queen | Role::King => straight | diagonal,
        }
    }
}

/// Whether the position looks like one that can be locked: quick to say no,
/// since every move of a game asks. A knight, rook or queen that moves nearly
/// always gets at a pawn or lets one take it.
fn may_be_locked(position: &Position) -> bool {
    let board = position.board();
    let moves = |color: Color, role: Role| {
        board.pieces(color, role).into_iter().any(|square| {
            attacks::of_role(role, square, board.occupied()).without(board.color(color)).any()
        })
    };
    board.role(Role::Pawn).any()
        && position.castling().is_empty()
        && position.en_passant().is_none()
        && ![Role::Queen, Role::Rook, Role::Knight]
            .into_iter()
            .any(|role| Color::ALL.into_iter().any(|color| moves(color, role)))
}

fn forward(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

/// All squares of some sets.
pub(super) fn union(sets: impl Iterator<Item = Bitboard>) -> Bitboard {
    sets.fold(Bitboard::EMPTY, |all, set| all | set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::drawn;

    fn reach(fen: &str) -> Reach {
        Reach::of(&fen.parse().unwrap()).unwrap()
    }

    #[test]
    fn kings_stay_behind_what_pawns_guard() {
        let reach = reach("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1");
        let white = drawn(
            ". . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             X X X X X X X X
             X X X X X X X X
             X X X X X X X X",
        );
        assert_eq!(reach.king(Color::White), white);
        assert_eq!(reach.king(Color::Black), white.flip_ranks());
        assert!(Color::ALL.into_iter().all(|color| reach.pieces(color).all(Roamer::is_fixed)));
    }

    #[test]
    fn a_bishop_goes_where_no_pawn_of_its_own_stands() {
        let reach = reach("2B1k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1");
        let bishop = reach.pieces(Color::White).find(|piece| piece.role == Role::Bishop).unwrap();
        let squares = drawn(
            "X . X . X . X .
             . X . X . X . X
             X . X . X . X .
             . X . X . X . X
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .",
        );
        assert_eq!(bishop.squares, squares);
    }

    #[test]
    fn a_pawn_with_moves_left_ends_up_behind_its_own() {
        let reach = reach("2k5/6p1/8/8/p1p1p1p1/PpPpP1Pp/1P1P3P/2K5 b - - 0 1");
        let tempo = reach.pieces(Color::Black).find(|piece| !piece.is_fixed()).unwrap();
        let squares = drawn(
            ". . . . . . . .
             . . . . . . X .
             . . . . . . X .
             . . . . . . X .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .",
        );
        assert_eq!(tempo.squares, squares);
    }

    #[test]
    fn nothing_is_bounded_once_a_pawn_may_promote() {
        for fen in [
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            // The black king takes a pawn, and its own runs.
            "8/8/8/p1p1p1pk/P1P1P1P1/8/8/4K3 b - - 0 1",
            // A rook can move.
            "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K2R w - - 0 1",
            // En passant is possible.
            "4k3/8/8/1pP5/1P6/8/8/4K3 w - b6 0 1",
        ] {
            assert!(Reach::of(&fen.parse().unwrap()).is_none(), "{fen}");
        }
    }
}
