//! The opponent that adapts: what the kept games say of the person who plays here.

use engine::{Adaptive, Persona, RatedResult, Rating, Spec};

use crate::protocol::{GameOrder, KeptGame, Tell};
use crate::store::{ListOrder, Store};

/// How the opponent that adapts is ordered.
const ADAPTIVE: &str = "adaptive";
/// Games that are looked at, the latest.
const GAMES: u32 = 60;

/// What the kept games say: all finished ones of a person against a level or a
/// player by rating.
fn known(store: &dyn Store) -> Result<Adaptive, String> {
    let order = ListOrder { text: "human".to_owned(), offset: 0, limit: GAMES };
    let mut results: Vec<RatedResult> =
        store.list(order)?.games.iter().filter_map(result).collect();
    results.reverse();
    Ok(Adaptive::after(&results))
}

/// How a person did against a rated opponent.
fn result(game: &KeptGame) -> Option<RatedResult> {
    let (opponent, white_scores) = match (game.white.as_str(), game.black.as_str()) {
        ("human", other) => (other, true),
        (other, "human") => (other, false),
        _ => return None,
    };
    let opponent = match opponent.parse().ok()? {
        Spec::Level(level) => level.rating(),
        Spec::Rated(persona) => persona.rating,
        _ => return None,
    };
    let white = match game.result.as_str() {
        "1-0" => 1.0,
        "0-1" => 0.0,
        "1/2-1/2" => 0.5,
        _ => return None,
    };
    Some(RatedResult { opponent, score: if white_scores { white } else { 1.0 - white } })
}

/// The estimate as the page is told it.
pub(crate) fn estimate(store: &dyn Store) -> Result<Tell, String> {
    let adaptive = known(store)?;
    let estimate = adaptive.estimate();
    let whole = |number: f64| number.round().max(0.0) as u32;
    Ok(Tell::Estimate {
        rating: whole(estimate.rating),
        error: whole(estimate.error),
        games: estimate.games as u32,
        opponent: adaptive.next_opponent().elo(),
    })
}

/// The order with a rating in the place of `adaptive`.
pub(crate) fn resolved(order: GameOrder, store: &dyn Store) -> Result<GameOrder, String> {
    if order.white != ADAPTIVE && order.black != ADAPTIVE {
        return Ok(order);
    }
    let rating: Rating = known(store)?.next_opponent();
    let opponent = Spec::Rated(Persona::plain(rating)).to_string();
    let instead = |player: String| if player == ADAPTIVE { opponent.clone() } else { player };
    Ok(GameOrder { white: instead(order.white), black: instead(order.black), ..order })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Kept, MemoryStore};

    fn keep(store: &MemoryStore, number: u64, white: &str, black: &str, result: &str) {
        let head = KeptGame {
            game: format!("key{number}"),
            white: white.to_owned(),
            black: black.to_owned(),
            result: result.to_owned(),
            reason: String::new(),
            opening: String::new(),
            plies: 40,
            date: String::new(),
            began: number,
            changed: number,
            fen: String::new(),
        };
        store.save(Kept { head, whole: String::new() }).unwrap();
    }

    #[test]
    fn wins_make_the_next_opponent_stronger() {
        let store = MemoryStore::default();
        let opponent = |store: &MemoryStore| known(store).unwrap().next_opponent().elo();
        let first = opponent(&store);
        keep(&store, 1, "human", "level:4", "1-0");
        let second = opponent(&store);
        keep(&store, 2, "champion:elo=1300", "human", "0-1");
        let third = opponent(&store);
        keep(&store, 3, "human", "level:5", "0-1");
        let fourth = opponent(&store);
        assert!(
            first < second && second < third && fourth < third,
            "{first} {second} {third} {fourth}"
        );
        // What says nothing changes nothing.
        keep(&store, 4, "human", "level:5", "*");
        keep(&store, 5, "human", "human", "1-0");
        keep(&store, 6, "human", "random", "1-0");
        assert_eq!(opponent(&store), fourth);
        assert!(matches!(estimate(&store), Ok(Tell::Estimate { games: 3, .. })));
    }
}
