//! What may be ordered in the lab.

use chess::{Game, Position, quote};
use engine::{EvalSpec, Evaluation};
use lab::tree::{Assignment, Searcher};
use search::Signals;
use search::ladder::Algorithm;

use crate::protocol::LabOrder;
use crate::{limits, place};

/// A search to run.
pub(super) struct LabRun {
    /// The game; its last position is searched.
    pub(super) game: Game,
    /// Who searches.
    pub(super) searcher: Searcher,
    /// What leaves are judged with.
    pub(super) evaluation: Evaluation,
    /// How deep.
    pub(super) depth: u32,
    /// How many nodes at most.
    pub(super) nodes: u64,
    /// Which pass through the root to record.
    pub(super) pass: Option<u32>,
}

impl LabRun {
    /// Reads an order, or says what is wrong with it.
    pub(super) fn read(order: &LabOrder) -> Result<LabRun, String> {
        let searcher: Searcher = order.algorithm.parse().map_err(|error| format!("{error}"))?;
        if let Searcher::Ladder(algorithm) = &searcher {
            within_limits(algorithm)?;
        }
        let most = match searcher {
            Searcher::Champion => limits::CHAMPION_DEPTH,
            Searcher::Ladder(_) => lab::MAX_DEPTH,
        };
        Ok(LabRun {
            game: place::game(&order.place)?,
            searcher,
            evaluation: evaluation(&order.eval)?,
            depth: depth(order.depth, most)?,
            nodes: nodes(order.nodes)?,
            pass: pass(order.pass)?,
        })
    }

    /// What it is to the lab, with the keys of the game before it.
    pub(super) fn assignment<'a>(
        &'a self,
        history: &'a [u64],
        stop: &'a Signals,
    ) -> Assignment<'a> {
        Assignment {
            position: self.game.position(),
            history,
            searcher: self.searcher,
            evaluation: &self.evaluation,
            depth: self.depth,
            nodes: self.nodes,
            pass: self.pass,
            stop: Some(stop),
        }
    }
}

/// The keys of the positions before the one where the game stands.
pub(super) fn history(game: &Game) -> Vec<u64> {
    let positions = game.positions();
    positions[..positions.len() - 1].iter().map(Position::key).collect()
}

/// A depth within bounds.
pub(super) fn depth(depth: u32, most: u32) -> Result<u32, String> {
    crate::analysis::within("depth", depth, most)
}

/// A number of nodes within bounds; the most if none is said.
pub(super) fn nodes(nodes: Option<u32>) -> Result<u64, String> {
    let nodes = nodes.unwrap_or(limits::LAB_NODES);
    crate::analysis::within("nodes", nodes, limits::LAB_NODES).map(u64::from)
}

/// A pass through the root, from 1.
fn pass(pass: Option<u32>) -> Result<Option<u32>, String> {
    match pass {
        Some(0) => Err("pass cannot be 0: the first pass through the root is 1".to_owned()),
        pass => Ok(pass),
    }
}

/// An algorithm of the ladder within bounds.
pub(super) fn algorithm(text: &str) -> Result<Algorithm, String> {
    let algorithm: Algorithm = text.parse().map_err(|error| format!("{error}"))?;
    within_limits(&algorithm)?;
    Ok(algorithm)
}

fn within_limits(algorithm: &Algorithm) -> Result<(), String> {
    match algorithm.nodes {
        Some(nodes) if nodes > u64::from(limits::LAB_NODES) => {
            Err(format!("nodes cannot be {nodes}: a number from 1 to {}", limits::LAB_NODES))
        }
        _ => Ok(()),
    }
}

/// An evaluation by its name. Files are not opened for a page.
pub(super) fn evaluation(name: &str) -> Result<Evaluation, String> {
    let known = EvalSpec::named().find(|known| *known == name).ok_or_else(|| {
        format!("there is no evaluation '{}'; the evaluations are {}", quote(name), names())
    })?;
    EvalSpec::Named(known).load().map_err(|error| error.to_string())
}

/// The evaluations that a page may choose from, as the end of a sentence.
pub(crate) fn names() -> String {
    EvalSpec::named().collect::<Vec<_>>().join(", ")
}
