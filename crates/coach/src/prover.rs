//! The one way in which the coach searches.

use std::sync::Arc;
use std::time::Instant;

use chess::{Game, Move, Position};
use engine::review::{Assessment, shown, winning_chances};
use engine::{Champion, Question, Tablebases};
use search::champion::{Event, MemoryError};
use search::{Limits, Signals};
use uci::Value;

/// Nodes of a search, unless somebody says otherwise.
pub const USUAL_NODES: u64 = 20_000;
/// How much deeper the second look at a claim about material is.
const CONFIRM: u64 = 5;
/// How much deeper the last look is, where two do not agree.
const LAST_WORD: u64 = 15;
/// How much shorter a quick look is than the usual search.
const GLANCE: u64 = 4;
/// The table of the coach: enough for its small searches, and quickly cleared.
const HASH_MIB: usize = 4;

/// What a search found about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// What it is worth to the side to move.
    pub value: Value,
    /// The moves expected; none where there is no legal one.
    pub line: Vec<Move>,
    /// Nodes that the search looked at.
    pub nodes: u64,
}

impl Found {
    /// What somebody else found.
    pub(crate) fn of(said: &Assessment, nodes: u64) -> Found {
        let line = said.lines.first().map_or_else(Vec::new, |line| line.moves.clone());
        Found { value: said.value, line, nodes }
    }

    /// The move to play.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Chances from −1 to 1.
    pub fn chances(&self) -> f64 {
        winning_chances(self.value)
    }
}

/// Searches positions on one thread, always with the same result.
#[derive(Debug)]
pub struct Prover {
    champion: Champion,
    nodes: u64,
    spent: u64,
    signals: Arc<Signals>,
}

impl Prover {
    /// A prover that looks at so many nodes in each search.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub fn new(nodes: u64) -> Result<Prover, MemoryError> {
        let champion = Champion::new(1, HASH_MIB)?;
        Ok(Prover { champion, nodes: nodes.max(1), spent: 0, signals: Arc::default() })
    }

    /// Lets somebody else end the searches. What is said after that is worth nothing.
    pub fn heed(&mut self, signals: Arc<Signals>) {
        self.signals = signals;
    }

    /// Lets the searches use endgame tables.
    pub fn use_tables(&mut self, tables: Option<Arc<Tablebases>>) {
        self.champion.endgames_mut().tables = tables;
    }

    /// Whether a search of so many nodes is as deep as the deepest of these.
    pub(crate) fn is_deepest(&self, nodes: u64) -> bool {
        nodes >= self.nodes * LAST_WORD
    }

    /// Forgets all that was searched, so that what follows does not depend on it.
    pub fn clear(&mut self) {
        self.champion.clear();
        self.spent = 0;
    }

    /// Nodes since the last [`Prover::clear`].
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The best line.
    pub fn best(&mut self, position: &Position) -> Found {
        self.lines(position, self.nodes, 1, Vec::new()).remove(0)
    }

    /// The best line for who must defend: looked at twice as long, so that a line is not made
    /// of bad defences.
    pub fn defence(&mut self, position: &Position) -> Found {
        self.lines(position, self.nodes * 2, 1, Vec::new()).remove(0)
    }

    /// The best line of a search that is clearly deeper than the usual one.
    pub fn deeper(&mut self, position: &Position) -> Found {
        self.lines(position, self.nodes * CONFIRM, 1, Vec::new()).remove(0)
    }

    /// The best line of the last search that is asked where two do not agree.
    pub fn deepest(&mut self, position: &Position) -> Found {
        self.lines(position, self.nodes * LAST_WORD, 1, Vec::new()).remove(0)
    }

    /// The best line and, where there is another legal move, the next best.
    pub fn best_two(&mut self, position: &Position) -> (Found, Option<Found>) {
        let mut lines = self.lines(position, self.nodes, 2, Vec::new()).into_iter();
        let best = lines.next().unwrap_or_else(|| over(position));
        (best, lines.next())
    }

    /// The same by a search that is clearly deeper than the usual one.
    pub fn deeper_two(&mut self, position: &Position) -> (Found, Option<Found>) {
        let mut lines = self.lines(position, self.nodes * CONFIRM, 2, Vec::new()).into_iter();
        let best = lines.next().unwrap_or_else(|| over(position));
        (best, lines.next())
    }

    /// Nodes after which a search, begun with an empty memory, did not change its mind about the
    /// move any more.
    pub fn settles(&mut self, position: &Position) -> u64 {
        self.champion.clear();
        let game = Game::new(*position);
        let limits = Limits::nodes(self.nodes);
        let question = Question {
            game: &game,
            limits: &limits,
            signals: &self.signals,
            begun: Instant::now(),
        };
        let mut last = None;
        let mut settled = 0;
        let mut hear = |event: Event<'_>| {
            if let Event::Line(info) = event
                && last != info.pv.first().copied()
            {
                (last, settled) = (info.pv.first().copied(), info.nodes);
            }
        };
        let report = self.champion.search(&question, &mut hear);
        self.spent += report.nodes;
        settled
    }

    /// A quick look, for questions that are asked of every legal move.
    pub(crate) fn glance(&mut self, position: &Position) -> Found {
        self.lines(position, (self.nodes / GLANCE).max(1), 1, Vec::new()).remove(0)
    }

    /// The best line of those that begin with one of these moves, in a fraction of the
    /// usual nodes.
    pub fn among(&mut self, position: &Position, moves: Vec<Move>, share: u64) -> Found {
        self.lines(position, (self.nodes / share).max(1), 1, moves).remove(0)
    }

    fn lines(
        &mut self,
        position: &Position,
        nodes: u64,
        count: usize,
        only: Vec<Move>,
    ) -> Vec<Found> {
        let game = Game::new(*position);
        let limits = Limits { search_moves: only, multi_pv: count, ..Limits::nodes(nodes) };
        let question = Question {
            game: &game,
            limits: &limits,
            signals: &self.signals,
            begun: Instant::now(),
        };
        let report = self.champion.search(&question, &mut |_| {});
        self.spent += report.nodes;
        let found = report.lines.iter().map(|info| Found {
            value: shown(position, info.score),
            line: info.pv.clone(),
            nodes: report.nodes,
        });
        let found: Vec<Found> = found.collect();
        if found.is_empty() { vec![over(position)] } else { found }
    }
}

/// What is known of a position without a legal move.
fn over(position: &Position) -> Found {
    let value = if position.is_check() { Value::Mate(0) } else { Value::Cp(0) };
    Found { value, line: Vec::new(), nodes: 0 }
}
