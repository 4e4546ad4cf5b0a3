//! What lies beyond the horizon: the table and the cuts change nothing, and the
//! table knows how far down the line matters.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::games::{Random, evaluator};
use chess::{MoveList, Position};
use eval::Score;
use plywise_search::ladder::Rung;
use plywise_search::{Line, Node, NodeOutcome, Observer, Silent, Task};

/// The slow way: the same search without a table, moves in any order.
struct Slow<'a> {
    task: &'a Task<'a>,
    line: Line,
    nodes: u64,
}

/// Larger trees are left to faster searches.
const MOST_NODES: u64 = 60_000;

impl Slow<'_> {
    /// `depth` is what remains, 0 and less beyond the horizon; `None` if the tree is too large.
    fn value(
        &mut self,
        position: &Position,
        depth: i32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        if !position.has_legal_move() {
            let ply = self.line.ply() as u32;
            return Some(if position.is_check() { Score::mated_in(ply) } else { Score::DRAW });
        }
        // A way out of check is the last move that a draw may depend on.
        let is_drawn = match depth {
            -1.. => self.line.draw(position).is_some(),
            _ => position.has_insufficient_material(),
        };
        if is_drawn {
            return Some(Score::DRAW);
        }
        let mut best = Score::mated_in(0);
        let mut moves = MoveList::new();
        if depth > 0 {
            moves = position.legal_moves();
        } else if position.is_check() {
            position.evasions(&mut moves);
        } else {
            best = self.task.evaluator.evaluate(position);
            position.captures_and_promotions(&mut moves);
        }
        for mv in &moves {
            if best >= beta {
                break;
            }
            let mut next = *position;
            next.play_unchecked(mv);
            self.line.push(&next);
            let value = self.value(&next, depth - 1, -beta, -alpha.max(best));
            self.line.pop();
            best = best.max(-value?);
        }
        Some(best)
    }
}

fn check(task: &Task<'_>) -> bool {
    let mut slow = Slow { task, line: Line::new(task), nodes: 0 };
    let expected =
        slow.value(task.position, task.depth as i32, Score::mated_in(0), Score::INFINITE);
    if let Some(expected) = expected {
        let value = Rung::Quiescence.search(task, &mut Silent).score;
        assert_eq!(value, expected, "depth {} on {}", task.depth, task.position);
    }
    expected.is_some()
}

#[test]
fn table_and_cuts_change_nothing() {
    let mut random = Random(31);
    let mut compared = 0;
    for round in 0..600 {
        let plies = random.below(140);
        let start = random.start();
        let (position, history) = random.game(start, plies);
        let mut task = Task::new(&position, evaluator(round), 1 + (round % 3) as u32);
        task.history = &history;
        compared += usize::from(check(&task));
    }
    assert!(compared > 300, "{compared}");
}

/// Few pieces, and a game behind them that shuffles to and fro.
#[test]
fn table_and_cuts_change_nothing_where_lines_repeat() {
    let starts = [
        "8/8/8/8/8/k1p5/2P5/K7 w - - 0 1",
        "8/6p1/6Pk/8/8/6K1/8/8 w - - 92 99",
        "k7/p7/P7/8/8/8/6pp/6bK w - - 0 1",
        "k7/p1p5/P1P5/8/8/5p1p/5P1P/6RK w - - 0 1",
        "kb6/p1p5/P1P5/8/8/5p1p/5P1P/6RK b - - 0 1",
        "kr6/p1p5/P1P5/8/8/5p1p/5P1P/6RK w - - 94 99",
    ];
    let mut random = Random(32);
    let mut compared = 0;
    for round in 0..120 {
        let plies = random.below(14);
        let start = starts[round % starts.len()].parse().unwrap();
        let (position, history) = random.game(start, plies);
        let mut task = Task::new(&position, evaluator(round), 5 + (round % 5) as u32);
        task.history = &history;
        compared += usize::from(check(&task));
    }
    assert!(compared > 60, "{compared}");
}

/// A perpetual check: after four plies the white king is in check for the
/// second time, and five plies later, one beyond a horizon of four, it steps
/// out of check into a position that stands there for the third time, if it
/// came this way, and for the second, if it came another way. So what is known
/// of four plies from there holds for one line and not for the other: the table
/// may neither keep nor use it.
#[test]
fn a_way_out_of_check_beyond_the_horizon_depends_on_the_line() {
    let root: Position = "1q4K1/6P1/3k3N/6p1/6P1/6p1/6P1/8 w - - 0 1".parse().unwrap();
    let evaluator = eval::by_name("material").unwrap();
    let task = Task::new(&root, evaluator, 8);
    let mut line = Line::new(&task);
    let mut position = root;
    let mut way = Vec::new();
    for text in ["g8f7", "b8b3", "f7e8", "b3b8"] {
        position.play(position.parse_uci(text).unwrap()).unwrap();
        line.push(&position);
        way.push(position.key());
    }
    way.pop();
    assert!(position.is_check());

    // Searched from there, with and without the way behind it.
    let alone = Task::new(&position, evaluator, 4);
    let came_this_way = Task { history: &way, ..alone };
    for task in [alone, came_this_way] {
        assert!(check(&task));
    }
    let [alone, came_this_way] =
        [alone, came_this_way].map(|task| Rung::Quiescence.search(&task, &mut Silent).score);
    assert!(alone < Score::DRAW, "{alone}");
    assert_eq!(came_this_way, Score::DRAW);

    // The depth alone does not tell; one ply more does.
    assert!(!line.matters(&position, 4));
    assert!(line.matters(&position, 5));
}

/// Walks along with a search and hears when the table is asked.
struct Listener {
    line: Line,
    open: Vec<(Position, i32)>,
    asked: u64,
    /// Nodes that one ply less would have let the table speak of.
    on_the_edge: u64,
}

impl Observer for Listener {
    fn enter(&mut self, node: &Node<'_>) {
        if node.ply > 0 {
            self.line.push(node.position);
        }
        self.open.push((*node.position, node.depth));
        let depth = node.depth.max(0) as u32;
        let matters = |more| self.line.matters(node.position, depth + more);
        self.on_the_edge += u64::from(depth > 0 && matters(1) && !matters(0));
    }

    fn probed(&mut self, _: bool) {
        let &(position, depth) = self.open.last().unwrap();
        assert!(!self.line.matters(&position, depth as u32 + 1), "{position}");
        self.asked += 1;
    }

    fn leave(&mut self, _: Score, _: NodeOutcome) {
        if self.open.len() > 1 {
            self.line.pop();
        }
        self.open.pop();
    }
}

#[test]
fn the_table_is_not_asked_where_the_line_matters() {
    let position: Position = "k7/p1p5/P1P5/8/8/5p1p/5P1P/6RK w - - 0 1".parse().unwrap();
    let task = Task::new(&position, eval::by_name("pst").unwrap(), 8);
    for rung in [Rung::Quiescence, Rung::NullMove] {
        let line = Line::new(&task);
        let mut listener = Listener { line, open: Vec::new(), asked: 0, on_the_edge: 0 };
        rung.search(&task, &mut listener);
        assert!(listener.asked > 0 && listener.on_the_edge > 0, "{}", rung.name());
    }
}
