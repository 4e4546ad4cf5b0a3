//! Positions by the games that led to them.

use chess::{Game, Position, quote};

use crate::limits;
use crate::protocol::Place;

/// The game of a place, or a sentence that says what is wrong with it.
pub(crate) fn game(place: &Place) -> Result<Game, String> {
    let start = match place.fen.as_deref().map(str::trim) {
        None | Some("") => Position::start(),
        Some(fen) => position(fen)?,
    };
    if place.moves.len() > limits::PLIES {
        return Err(format!("a game has at most {} moves here", limits::PLIES));
    }
    let mut game = Game::new(start);
    for (index, text) in place.moves.iter().enumerate() {
        let number = index + 1;
        let mv = game
            .position()
            .parse_uci(text)
            .map_err(|error| format!("move {number}, '{}': {error}", quote(text)))?;
        game.play(mv).map_err(|error| format!("move {number}, '{}': {error}", quote(text)))?;
    }
    Ok(game)
}

/// A legal position by its FEN.
pub(crate) fn position(fen: &str) -> Result<Position, String> {
    fen.parse().map_err(|error| format!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(fen: Option<&str>, moves: &[&str]) -> Result<Game, String> {
        let moves = moves.iter().map(|text| (*text).to_owned()).collect();
        game(&Place { fen: fen.map(str::to_owned), moves })
    }

    #[test]
    fn places_are_played_to_or_refused_in_a_sentence() {
        assert_eq!(at(None, &["e2e4", "e7e5"]).unwrap().moves().len(), 2);
        assert_eq!(at(Some(" "), &[]).unwrap().position(), &Position::start());
        assert!(at(None, &["e2e4", "e2e4"]).unwrap_err().starts_with("move 2, 'e2e4': "));
        assert!(at(Some("8/8 w"), &[]).is_err());
        let long: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(600);
        assert!(at(None, &long).unwrap_err().contains("at most 2000 moves"));
    }
}
