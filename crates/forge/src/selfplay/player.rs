//! Who plays the games.

use std::fmt;
use std::str::FromStr;

use engine::Evaluation;
use eval::{IncrementalEvaluator, WithEvaluators};
use search::champion::Solo;
use search::ladder::Rung;

use super::thinker::{Ladder, SoloChampion, Thinker};

/// What searches: the champion or a rung of the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfPlaySearch {
    /// The champion on one thread.
    Champion,
    /// A rung of the ladder.
    Rung(Rung),
}

/// How a network is asked, counted up when that changes: games of both must not
/// stand in one file. At first it was asked about everything; since 2 endings
/// with a lone king are known. Files hold it as `judge`, whatever the code calls it.
const JUDGE: u32 = 2;

/// The table of a player of so many nodes a move, in KiB. A game of a few hundred nodes a move needs
/// little, and one of a few dozen fits into a table that stays in the nearest caches. It is cleared
/// for every game.
const fn hash_kib(nodes: u64) -> usize {
    if nodes <= 100 { 256 } else { 1024 }
}

impl FromStr for SelfPlaySearch {
    type Err = String;

    /// Reads a name; the error says which there are.
    fn from_str(text: &str) -> Result<SelfPlaySearch, String> {
        if text == "champion" {
            return Ok(SelfPlaySearch::Champion);
        }
        Rung::by_name(text).map(SelfPlaySearch::Rung).ok_or_else(|| {
            let names: Vec<&str> = Rung::ALL.iter().map(|rung| rung.name()).collect();
            format!("one of champion, {}", names.join(", "))
        })
    }
}

impl fmt::Display for SelfPlaySearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SelfPlaySearch::Champion => "champion",
            SelfPlaySearch::Rung(rung) => rung.name(),
        })
    }
}

/// Who plays games against itself: a search and an evaluation.
#[derive(Clone, Debug)]
pub struct SelfPlayer {
    /// What searches.
    pub search: SelfPlaySearch,
    /// What leaves are judged with.
    pub evaluation: Evaluation,
}

/// A player of one thread.
type Player<'a> = Box<dyn Thinker + Send + 'a>;

impl SelfPlayer {
    /// The name written into the files. It changes with every weight, so that
    /// games of two networks are never taken for the same, and with what is
    /// known in front of the network.
    pub fn name(&self) -> String {
        let name = format!("{}:eval={}", self.search, engine::identity(&self.evaluation));
        match (self.search, self.evaluation.network()) {
            (SelfPlaySearch::Champion, Some(_)) => format!("{name} judge={JUDGE}"),
            _ => name,
        }
    }

    /// Players for so many threads and about so many nodes a move.
    pub fn players(
        &self,
        threads: usize,
        nodes: u64,
    ) -> Result<Vec<Box<dyn Thinker + Send + '_>>, String> {
        (0..threads).map(|_| self.player(nodes)).collect()
    }

    /// A player that judges as [`engine::Champion`] does, so that the games are
    /// those of the program that learns from them.
    fn player(&self, nodes: u64) -> Result<Player<'_>, String> {
        if let SelfPlaySearch::Rung(rung) = self.search {
            return Ok(Box::new(Ladder { rung, evaluator: self.evaluation.evaluator() }));
        }
        let solo = Solo::of_kib(hash_kib(nodes)).map_err(|error| error.to_string())?;
        Ok(champion(solo, &self.evaluation))
    }
}

/// The champion's player with an evaluation.
pub fn champion(solo: Solo, evaluation: &Evaluation) -> Box<dyn Thinker + Send> {
    evaluation.with_evaluators(MakePlayer(solo))
}

/// Makes the champion's player with an evaluation.
struct MakePlayer(Solo);

impl WithEvaluators for MakePlayer {
    type Output = Player<'static>;

    fn run<J: IncrementalEvaluator + 'static>(
        self,
        make: impl Fn() -> J + Send + Sync + 'static,
    ) -> Player<'static> {
        Box::new(SoloChampion::new(self.0, make()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use chess::{Game, Position};
    use engine::Question;
    use search::{Limits, Signals};

    use super::super::{Effort, MoveRequest};
    use super::*;

    fn evaluation(name: &str) -> Evaluation {
        name.parse::<engine::EvalSpec>().unwrap().load().unwrap()
    }

    /// Self-play and the program that people play against have one mind.
    #[test]
    fn the_player_answers_like_the_champion() {
        let never = Signals::new();
        for name in ["nnue", "tuned", "pst"] {
            let evaluation = evaluation(name);
            let spec =
                SelfPlayer { search: SelfPlaySearch::Champion, evaluation: evaluation.clone() };
            let mut player = spec.player(500).unwrap();
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
                        player.think(MoveRequest {
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
            let evaluation = evaluation(name);
            SelfPlayer { search: SelfPlaySearch::Champion, evaluation }.name()
        };
        assert!(name("nnue").ends_with(" judge=2"), "{}", name("nnue"));
        assert!(!name("tuned").contains("judge"));
    }
}
