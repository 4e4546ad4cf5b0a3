//! Who plays the games.

use std::fmt;

use engine::Evaluation;
use eval::{Judge, WithJudges};
use forge::selfplay::{Champion, Ladder, Thinker};
use search::champion::Solo;
use search::ladder::Rung;

use crate::failure::Failure;

/// What searches: the champion or a rung of the ladder.
#[derive(Clone, Copy)]
pub(crate) enum Search {
    Champion,
    Rung(Rung),
}

/// What searches unless somebody says otherwise.
pub(super) const DEFAULT_SEARCH: &str = "champion";
/// What evaluates unless somebody says otherwise.
pub(super) const DEFAULT_EVAL: &str = "nnue";

/// How a network is asked, counted up when that changes: games of both must not
/// stand in one file. At first it was asked about everything; since 2 endings
/// with a lone king are known.
const JUDGE: u32 = 2;

/// The table of a player of so many nodes a move, in KiB. A game of a few hundred nodes a move needs
/// little, and one of a few dozen fits into a table that stays in the nearest caches. It is cleared
/// for every game.
const fn hash_kib(nodes: u64) -> usize {
    if nodes <= 100 { 256 } else { 1024 }
}

pub(super) fn search(text: &str) -> Result<Search, String> {
    if text == "champion" {
        return Ok(Search::Champion);
    }
    Rung::by_name(text).map(Search::Rung).ok_or_else(|| {
        let names: Vec<&str> = Rung::ALL.iter().map(|rung| rung.name()).collect();
        format!("one of champion, {}", names.join(", "))
    })
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Search::Champion => "champion",
            Search::Rung(rung) => rung.name(),
        })
    }
}

/// A search and an evaluation.
pub(crate) struct Choice {
    pub(crate) search: Search,
    pub(crate) evaluation: Evaluation,
}

/// A player of one thread.
pub(crate) type Player<'a> = Box<dyn Thinker + Send + 'a>;

impl Choice {
    /// The name written into the files. It changes with every weight, so that
    /// games of two networks are never taken for the same, and with what is
    /// known in front of the network.
    pub(crate) fn name(&self) -> String {
        let name = format!("{}:eval={}", self.search, engine::identity(&self.evaluation));
        match (self.search, self.evaluation.network()) {
            (Search::Champion, Some(_)) => format!("{name} judge={JUDGE}"),
            _ => name,
        }
    }

    /// Players for so many threads and about so many nodes a move.
    pub(crate) fn players(&self, threads: usize, nodes: u64) -> Result<Vec<Player<'_>>, Failure> {
        (0..threads).map(|_| self.player(nodes)).collect()
    }

    /// A player that judges as [`engine::Champion`] does, so that the games are
    /// those of the program that learns from them.
    fn player(&self, nodes: u64) -> Result<Player<'_>, Failure> {
        if let Search::Rung(rung) = self.search {
            return Ok(Box::new(Ladder { rung, evaluator: self.evaluation.evaluator() }));
        }
        let solo =
            Solo::of_kib(hash_kib(nodes)).map_err(|error| Failure::Failed(error.to_string()))?;
        Ok(self.evaluation.with_judges(MakePlayer(solo)))
    }
}

/// Makes the champion's player with an evaluation.
struct MakePlayer(Solo);

impl WithJudges for MakePlayer {
    type Output = Player<'static>;

    fn run<J: Judge + 'static>(
        self,
        make: impl Fn() -> J + Send + Sync + 'static,
    ) -> Player<'static> {
        Box::new(Champion::new(self.0, make()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use chess::{Game, Position};
    use engine::Question;
    use forge::selfplay::{Effort, Turn};
    use search::{Limits, Signals};

    use super::*;
    use crate::eval::evaluation;

    /// Self-play and the program that people play against have one mind.
    #[test]
    fn the_player_answers_like_the_champion() {
        let never = Signals::new();
        for name in ["nnue", "tuned", "pst"] {
            let evaluation = evaluation(name).unwrap();
            let choice = Choice { search: Search::Champion, evaluation: evaluation.clone() };
            let mut player = choice.player(500).ok().unwrap();
            let mut champion = engine::Champion::new(1, 1).unwrap();
            champion.set_evaluation(evaluation);
            for fen in [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
                "7k/8/8/8/8/8/8/KBN5 w - - 0 1",
            ] {
                let position: Position = fen.parse().unwrap();
                for nodes in [500, 3_000] {
                    player.new_game();
                    champion.clear();
                    let limits = Limits { soft_nodes: Some(nodes), ..Limits::default() };
                    let question = Question {
                        game: &Game::new(position),
                        limits: &limits,
                        signals: &Signals::new(),
                        begun: Instant::now(),
                    };
                    let found = champion.search(&question, &mut |_| {});
                    assert_eq!(
                        player.think(Turn {
                            position: &position,
                            history: &[],
                            effort: Effort { nodes, stop: &never },
                        }),
                        found.best.map(|mv| (mv, found.score)),
                        "{name} {fen} {nodes}"
                    );
                }
            }
        }
    }

    /// Games from before are known by their note.
    #[test]
    fn the_name_says_how_a_network_is_asked() {
        let name = |name: &str| {
            let evaluation = evaluation(name).unwrap();
            Choice { search: Search::Champion, evaluation }.name()
        };
        assert!(name("nnue").ends_with(" judge=2"), "{}", name("nnue"));
        assert!(!name("tuned").contains("judge"));
    }
}
