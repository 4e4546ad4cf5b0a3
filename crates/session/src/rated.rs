//! Games of a person against a rated player, as the public record has them.

use chess::pgn::Pgn;
use chess::{Color, Outcome};
use engine::{Level, RatedResult, Rating};

/// How a person did against a player by rating or a level; `None` for any other game,
/// and for one that has no result.
pub fn rated_result(pgn: &Pgn) -> Option<RatedResult> {
    let is_human =
        |color: Color| pgn.tags.get(&format!("{color}Type")).is_some_and(|kind| kind == "human");
    let person = Color::ALL.into_iter().find(|&color| is_human(color) && !is_human(!color))?;
    let opponent = rating_of(pgn.tags.get(&(!person).to_string())?)?;
    let score = match pgn.outcome()? {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from(u8::from(winner == person)),
    };
    Some(RatedResult { opponent, score })
}

/// The rating of a player by the name that the record gives it: `Plywise level 4`,
/// `Plywise 1300` or `Plywise attacker 1300`.
fn rating_of(name: &str) -> Option<Rating> {
    let words: Vec<&str> = name.strip_prefix("Plywise ")?.split(' ').collect();
    let number = words.last()?.parse().ok()?;
    match words[..] {
        ["level", _] => Level::new(u8::try_from(number).ok()?).map(Level::rating),
        [_] | [_, _] => Rating::new(number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::record::{self, Detail};
    use crate::{GameSession, Note, Seat};

    /// A game that Black wins by checkmate, or the first moves of it.
    fn recorded(white: &str, black: &str, plies: usize) -> Pgn {
        let seats = [white, black].map(|spec| Seat::new(spec.parse().unwrap()));
        let mut session = GameSession::new(Position::start(), seats, None, 0);
        for san in ["f3", "e5", "g4", "Qh4"].iter().take(plies) {
            let mv = session.game.position().parse_san(san).unwrap();
            session.play(mv, Note::default());
        }
        record::write(&session, Detail::Public)
    }

    #[test]
    fn what_the_record_says_of_rated_games_is_read_back() {
        let level = Level::new(4).unwrap().rating();
        for (white, black, wanted) in [
            ("human", "level:4", Some((level.elo(), 0.0))),
            ("champion:elo=1300", "human", Some((1300, 1.0))),
            ("champion:elo=1300,character=attacker", "human", Some((1300, 1.0))),
            ("human", "champion", None),
            ("human", "human", None),
            ("human", "random", None),
            ("level:4", "level:5", None),
        ] {
            let found = rated_result(&recorded(white, black, 4));
            assert_eq!(found.map(|found| (found.opponent.elo(), found.score)), wanted, "{white}");
        }
        assert_eq!(rated_result(&recorded("human", "level:4", 3)), None, "not finished");
    }
}
