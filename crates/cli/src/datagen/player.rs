//! Who plays the games.

use std::fmt;

use chess::{Move, Position};
use engine::Evaluation;
use eval::{Forgetful, Judge, Score};
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

/// The table of a player: games of a few hundred nodes a move need little, and
/// it is cleared for every game.
const HASH_MIB: usize = 1;

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
    /// games of two networks are never taken for the same.
    pub(crate) fn name(&self) -> String {
        format!("{}:eval={}", self.search, self.evaluation.identity())
    }

    /// Players for so many threads.
    pub(crate) fn players(&self, threads: usize) -> Result<Vec<Player<'_>>, Failure> {
        (0..threads).map(|_| self.player()).collect()
    }

    fn player(&self) -> Result<Player<'_>, Failure> {
        let evaluator = self.evaluation.evaluator();
        let solo = || Solo::new(HASH_MIB).map_err(|error| Failure::Failed(error.to_string()));
        Ok(match (self.search, evaluator.judge()) {
            (Search::Rung(rung), _) => Box::new(Ladder { rung, evaluator }),
            (Search::Champion, Some(judge)) => Box::new(Champion::new(solo()?, Boxed(judge))),
            (Search::Champion, None) => Box::new(Champion::new(solo()?, Forgetful(evaluator))),
        })
    }
}

/// A judge whose type is not known here.
struct Boxed(Box<dyn Judge>);

impl Judge for Boxed {
    fn start(&mut self, root: &Position) {
        self.0.start(root);
    }

    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        self.0.play(before, mv, after);
    }

    fn pass(&mut self, after: &Position) {
        self.0.pass(after);
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        self.0.evaluate(position)
    }
}
