//! What was taken, and who is ahead.

use chess::{Color, Game, Piece, Position, Role};

/// The pieces that a side has taken in a game, the strongest first.
pub fn taken(game: &Game, by: Color) -> Vec<Piece> {
    let of_mover = game.history().filter(|(position, _)| position.turn() == by);
    let mut taken: Vec<Role> =
        of_mover.filter_map(|(position, mv)| position.captured(mv)).collect();
    taken.sort_by(|a, b| b.cmp(a));
    taken.into_iter().map(|role| Piece { color: !by, role }).collect()
}

/// By how many pawns a side is ahead, counted as beginners do.
pub fn balance(position: &Position, color: Color) -> i32 {
    let worth = |role| match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    };
    let pieces = position.board().iter().map(|(_, piece)| match piece.color == color {
        true => worth(piece.role),
        false => -worth(piece.role),
    });
    pieces.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_are_counted() {
        let mut game = Game::default();
        for text in ["e2e4", "d7d5", "e4d5", "d8d5", "f1a6", "d5d2"] {
            game.play(game.position().parse_uci(text).unwrap()).unwrap();
        }
        assert_eq!(taken(&game, Color::White), [Piece { color: Color::Black, role: Role::Pawn }]);
        assert_eq!(taken(&game, Color::Black).len(), 2);
        assert_eq!(balance(game.position(), Color::White), -1);
        assert_eq!(balance(game.position(), Color::Black), 1);
    }
}
