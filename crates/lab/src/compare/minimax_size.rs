//! How large minimax's tree is, without searching it where that is possible.

use chess::{Position, Role, perft};
use search::ladder::{Algorithm, Rung, minimax};
use search::{Control, Silent, Task};

/// How many nodes minimax visits, the root not counted: the sum of perft's
/// counts, because minimax leaves nothing out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MinimaxSize {
    /// So many.
    Exactly(u64),
    /// So many lines of moves, of which a draw may end some early.
    AtMost(u64),
    /// Too many to count here; about so many, going by the plies counted.
    About(f64),
}

/// Counting on would take longer than a reader waits.
const MOST_COUNTED: f64 = 400e6;
/// Where draws may end lines early, so many are counted by searching them.
const MOST_SEARCHED: u64 = 20_000_000;
/// Searches that look at this many nodes answer in a few seconds.
const SENSIBLE: f64 = 40e6;

/// About which power of minimax's nodes a rung visits; 0 for those that keep
/// to a budget of their own. Alpha-beta without an order does as report T
/// says, the others as measured.
fn share_of_minimax(rung: Rung) -> f64 {
    match rung {
        Rung::Random | Rung::BestFirst | Rung::Bayes | Rung::Mcts => 0.0,
        Rung::Minimax | Rung::Deepening => 1.0,
        Rung::Mn | Rung::ProbiMax => 0.85,
        Rung::AlphaBeta => 0.75,
        Rung::Ordered | Rung::Quiescence => 0.58,
        Rung::Table | Rung::Pvs | Rung::Mtdf => 0.55,
        Rung::NullMove => 0.5,
    }
}

impl MinimaxSize {
    /// Counts the tree, as far as that is quick.
    pub fn count(position: &Position, depth: u32) -> MinimaxSize {
        let draws = draws_within(position, depth);
        if draws && let Some(nodes) = searched(position, depth) {
            return MinimaxSize::Exactly(nodes);
        }
        let (mut sum, mut last, mut growth) = (0u64, 1u64, 1.0);
        for ply in 1..=depth {
            if last as f64 * growth > MOST_COUNTED {
                let rest = (ply..=depth)
                    .scan(last as f64, |count, _| {
                        *count *= growth;
                        Some(*count)
                    })
                    .sum::<f64>();
                return MinimaxSize::About(sum as f64 + rest);
            }
            let count = perft::count(position, ply);
            growth = count as f64 / last.max(1) as f64;
            (sum, last) = (sum + count, count);
        }
        if draws { MinimaxSize::AtMost(sum) } else { MinimaxSize::Exactly(sum) }
    }

    /// The number, such as it is.
    pub fn nodes(self) -> f64 {
        match self {
            MinimaxSize::Exactly(nodes) | MinimaxSize::AtMost(nodes) => nodes as f64,
            MinimaxSize::About(nodes) => nodes,
        }
    }

    /// The number if it is a fact.
    pub fn exact(self) -> Option<u64> {
        match self {
            MinimaxSize::Exactly(nodes) => Some(nodes),
            _ => None,
        }
    }
}

/// What minimax itself counts, if that is quick.
fn searched(position: &Position, depth: u32) -> Option<u64> {
    // The evaluation changes nothing about the nodes; this one is quick.
    static QUICK: eval::Material = eval::Material::new(eval::MaterialWeights::DEFAULT);
    let control = Control::unlimited().nodes(MOST_SEARCHED);
    let task = Task { control, ..Task::new(position, &QUICK, depth) };
    let report = minimax::search(&task, &mut Silent);
    report.is_finished().then_some(report.nodes)
}

/// Whether a draw could end a line above the horizon. Says yes where it is not sure.
fn draws_within(position: &Position, depth: u32) -> bool {
    let depth = depth as usize;
    let board = position.board();
    // Kings with nothing but bishops of one colour are a draw, however many there are.
    let harmless = board.role(Role::King) | board.role(Role::Bishop);
    let pieces = board.occupied().without(harmless).count() as usize;
    // The third time needs eight plies; a capture with promotion changes two pieces.
    let repeats = depth > 8;
    let fifty = usize::from(position.halfmove_clock()) + depth > 100;
    let bare = pieces < 2 * depth + 2;
    repeats || fifty || bare
}

/// The rungs that answer within seconds at this depth.
pub fn sensible(minimax: MinimaxSize) -> Vec<Algorithm> {
    // Nothing to compare: a random move looks at nothing.
    let fits = |rung: &Rung| {
        rung.looks_ahead() && minimax.nodes().powf(share_of_minimax(*rung)) <= SENSIBLE
    };
    Rung::ALL.into_iter().filter(fits).map(Algorithm::plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimax_is_counted_without_running_it() {
        let start = Position::start();
        assert_eq!(MinimaxSize::count(&start, 4), MinimaxSize::Exactly(206_603));
        assert_eq!(MinimaxSize::count(&start, 1), MinimaxSize::Exactly(20));
        assert!(matches!(MinimaxSize::count(&start, 12), MinimaxSize::About(_)));
        // A rook that is taken ends the game: 18 moves that perft goes on to count.
        let bare: Position = "8/8/8/8/8/8/6k1/K6R w - - 0 1".parse().unwrap();
        let lines: u64 = (1..=3).map(|ply| perft::count(&bare, ply)).sum();
        let MinimaxSize::Exactly(nodes) = MinimaxSize::count(&bare, 3) else {
            panic!("few enough to search")
        };
        assert!(nodes < lines, "{nodes} {lines}");
        let late = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 95 80".parse().unwrap();
        assert!(matches!(MinimaxSize::count(&late, 6), MinimaxSize::AtMost(_)));
        // Any number of bishops on squares of one colour is a draw from the start.
        let bishops: Position = "k7/8/8/8/8/B1B1B1B1/1B1B4/K7 w - - 0 1".parse().unwrap();
        assert_eq!(MinimaxSize::count(&bishops, 2), MinimaxSize::Exactly(35));
        // Two bare kings have moves for ever, and minimax stops at once.
        let kings: Position = "8/8/8/8/8/8/5k1K/8 w - - 0 1".parse().unwrap();
        assert_eq!(MinimaxSize::count(&kings, 30), MinimaxSize::Exactly(2));
        let mated: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().unwrap();
        assert_eq!(MinimaxSize::count(&mated, 4), MinimaxSize::Exactly(0));
    }

    #[test]
    fn sensible_rungs_get_fewer_as_depth_grows() {
        let counts = [1e4, 1e8, 1e12].map(|nodes| sensible(MinimaxSize::About(nodes)).len());
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 3);
    }
}
