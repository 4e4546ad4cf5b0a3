//! The champion as a player.

use std::fmt;
use std::time::Duration;

use numbers::Dice;
use search::Bound;
use search::champion::{Event, MAX_DEPTH};

use crate::{Book, Champion, Clock, Decision, EvalSpec, Limits, PlayerError, Question, Thought};

/// The champion as it is ordered: `champion:threads=2,hash=64`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChampionSpec {
    /// Threads to search on.
    pub threads: usize,
    /// The table's size in MiB.
    pub hash_mib: usize,
    /// What it judges with.
    pub eval: EvalSpec,
    /// How many plies it looks ahead at most.
    pub depth: Option<u32>,
    /// How many nodes it searches at most.
    pub nodes: Option<u64>,
    /// Whether it plays openings by its own book.
    pub book: bool,
}

/// How long it thinks where nobody says how long.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// What a move loses on its way from here to the clock.
const OVERHEAD: Duration = Duration::from_millis(2);

impl Default for ChampionSpec {
    fn default() -> ChampionSpec {
        ChampionSpec {
            threads: 1,
            hash_mib: Champion::DEFAULT_HASH_MIB,
            eval: Champion::DEFAULT_EVAL,
            depth: None,
            nodes: None,
            book: false,
        }
    }
}

impl ChampionSpec {
    /// What may follow `champion:`, as a list of what is allowed shows it.
    pub const OPTIONS: [&str; 6] =
        ["threads=NUMBER", "hash=MIB", "eval=NAME", "depth=NUMBER", "nodes=NUMBER", "book"];

    /// What is asked, within what the player was ordered with.
    fn limits(&self, limits: &Limits) -> Limits {
        let least = |own: Option<u64>, given: Option<u64>| own.into_iter().chain(given).min();
        let depth = least(self.depth.map(u64::from), limits.depth.map(u64::from));
        let nodes = least(self.nodes, limits.nodes);
        let clock = limits.clock.map(|clock| Clock { overhead: OVERHEAD, ..clock });
        let is_limited = depth.is_some() || nodes.is_some() || clock.is_some();
        let move_time = limits.move_time.or((!is_limited).then_some(DEFAULT_TIME));
        // A fixed time would be waited out even with nothing left to search,
        // unless there is a depth to reach.
        let most = move_time.map(|_| u64::from(MAX_DEPTH));
        Limits {
            depth: depth.or(most).map(|depth| depth.min(u64::from(MAX_DEPTH)) as u32),
            nodes,
            clock,
            move_time,
            ..limits.clone()
        }
    }
}

/// As it is written on the command line, with what is not the default.
impl fmt::Display for ChampionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = ChampionSpec::default();
        let mut parts = Vec::new();
        if self.threads != plain.threads {
            parts.push(format!("threads={}", self.threads));
        }
        if self.hash_mib != plain.hash_mib {
            parts.push(format!("hash={}", self.hash_mib));
        }
        if self.eval != plain.eval {
            parts.push(format!("eval={}", self.eval));
        }
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.book.then(|| "book".to_owned()));
        let colon = if parts.is_empty() { "" } else { ":" };
        f.pad(&format!("champion{colon}{}", parts.join(",")))
    }
}

/// The champion at work.
#[derive(Debug)]
pub(crate) struct ChampionPlayer {
    spec: ChampionSpec,
    champion: Champion,
    /// For the choice between moves of the book.
    dice: Dice,
}

impl ChampionPlayer {
    pub(crate) fn new(spec: &ChampionSpec, seed: u64) -> Result<ChampionPlayer, PlayerError> {
        let mut champion = Champion::new(spec.threads, spec.hash_mib)?;
        champion.set_evaluation(spec.eval.load()?);
        Ok(ChampionPlayer { spec: spec.clone(), champion, dice: Dice::new(seed) })
    }

    pub(crate) fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }

    pub(crate) fn new_game(&mut self) {
        self.champion.clear();
    }

    pub(crate) fn think(
        &mut self,
        question: &Question<'_>,
        on_thought: &mut dyn FnMut(&Thought),
    ) -> Decision {
        let begun = question.begun;
        if self.spec.book
            && let Some(mv) = Book::own().choose(question.game.position(), self.dice.roll())
        {
            return Decision { is_from_book: true, ..Decision::unsearched(Some(mv), begun) };
        }
        let limits = self.spec.limits(question.limits);
        let question = Question { limits: &limits, ..*question };
        let found = self.champion.search(&question, &mut |event| {
            if let Event::Line(info) = event
                && info.multipv == 1
            {
                on_thought(&Thought {
                    depth: info.depth,
                    score: info.score,
                    line: info.pv.clone(),
                    nodes: info.nodes,
                    elapsed: info.time,
                    is_complete: info.bound == Bound::Exact,
                });
            }
        });
        Decision {
            mv: found.best,
            score: Some(found.score),
            depth: found.depth,
            nodes: found.nodes,
            line: found.pv,
            elapsed: begun.elapsed(),
            branching: None,
            is_from_book: false,
            complaint: None,
        }
    }
}
