//! Positions for targets that are about moves.

use chess::Position;

/// Where a game of Chess960 comes to if each byte chooses one of the legal moves.
pub fn reached([white, black]: [u16; 2], choices: &[u8]) -> Position {
    let mut position = Position::chess960(white, black);
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[usize::from(choice) % moves.len()]);
    }
    position
}
