//! Positions by the games that led to them.

use chess::{Game, Position, quote};

use crate::limits;
use crate::protocol::Place;

/// A move that is none, as studies have them to show a threat.
pub(crate) const PASS: &str = "0000";

/// The game of a place, or a sentence that says what is wrong with it.
pub(crate) fn game(place: &Place) -> Result<Game, String> {
    let start = match place.fen.as_deref().map(str::trim) {
        None | Some("") => Position::start(),
        Some(fen) => position(fen)?,
    };
    if place.moves.len() > limits::READ_MOVES {
        return Err(format!("a game has at most {} moves here", limits::READ_MOVES));
    }
    let mut game = Game::new(start);
    for (index, text) in place.moves.iter().enumerate() {
        let said = |error: String| format!("move {}, '{}': {error}", index + 1, quote(text));
        if text == PASS {
            // A game in which somebody passes begins anew: nothing that was
            // before it can be repeated.
            let passed = game.position().after_null();
            game = Game::new(passed.ok_or_else(|| said("a side in check cannot pass".to_owned()))?);
            continue;
        }
        let mv = game.position().parse_uci(text).map_err(|error| said(error.to_string()))?;
        game.play(mv).map_err(|error| said(error.to_string()))?;
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
        let long: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(1251);
        assert!(at(None, &long).unwrap_err().contains("at most 5000 moves"));
        assert_eq!(at(None, &long[..5000]).unwrap().moves().len(), 5000);
    }

    #[test]
    fn a_pass_gives_the_move_to_the_other_side() {
        let game = at(None, &["e2e4", "0000", "d2d4"]).unwrap();
        let placed = game.position().to_string();
        assert_eq!(placed, "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2");
        let checked = at(Some("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), &["0000"]);
        assert_eq!(checked.unwrap_err(), "move 1, '0000': a side in check cannot pass");
    }
}
