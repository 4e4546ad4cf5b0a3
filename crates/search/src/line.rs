//! The positions that led to the one being searched, for the draws that
//! depend on them.

use chess::Position;

use crate::Task;

/// A draw that a searcher sees before anybody runs out of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Draw {
    /// The position stands on the board for the third time.
    Repetition,
    /// The side to move can bring about a position that stood on the board before,
    /// and so has a draw at least.
    RepetitionAtHand,
    /// Fifty moves by each side without capture or pawn move.
    FiftyMoves,
    /// Neither side can ever mate.
    Material,
    /// The side to move has no legal move and is not in check.
    Stalemate,
}

/// The game so far and the moves searched from its end, as keys.
pub struct Line {
    /// Keys of all positions, the current one last.
    keys: Vec<u64>,
    /// For each of them, how many positions before it are the same.
    seen: Vec<u8>,
    /// Index of the root.
    root: usize,
}

impl Line {
    /// The line at the root of a task.
    pub fn new(task: &Task<'_>) -> Line {
        let mut line = Line {
            keys: Vec::with_capacity(task.history.len() + crate::MAX_PLY + 2),
            seen: Vec::with_capacity(task.history.len() + crate::MAX_PLY + 2),
            root: task.history.len(),
        };
        let clock = usize::from(task.position.halfmove_clock());
        for (index, &key) in task.history.iter().enumerate() {
            // Of a game only the keys are known here, not its clocks; but what
            // lies before the root's last irreversible move cannot come again.
            let reversible = (index + clock).saturating_sub(task.history.len());
            line.push_key(key, reversible);
        }
        line.push_key(task.position.key(), clock);
        line
    }

    /// A move was made and led to `position`.
    #[inline]
    pub fn push(&mut self, position: &Position) {
        self.push_key(position.key(), usize::from(position.halfmove_clock()));
    }

    /// The last move was taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
        self.seen.pop();
    }

    /// How many moves were made from the root.
    #[inline]
    pub fn ply(&self) -> usize {
        self.keys.len() - 1 - self.root
    }

    /// The draw that stands on the board at `position`, the current one, if it
    /// is no mate. Never at the root, where a move is wanted all the same.
    #[inline]
    pub fn draw(&self, position: &Position) -> Option<Draw> {
        if self.ply() == 0 {
            None
        } else if self.seen[self.keys.len() - 1] >= 2 {
            Some(Draw::Repetition)
        } else if position.has_insufficient_material() {
            Some(Draw::Material)
        } else if position.halfmove_clock() >= 100 {
            Some(Draw::FiftyMoves)
        } else {
            None
        }
    }

    /// Whether the value of a search `depth` plies deep from the current
    /// position may depend on how it was reached, so that it must be neither
    /// stored for nor taken from another line. A search that looks for draws
    /// beyond its depth asks for as much more. See the lesson in
    /// [`ladder::table`](crate::ladder::table).
    #[inline]
    pub fn matters(&self, position: &Position, depth: u32) -> bool {
        let clock = usize::from(position.halfmove_clock());
        let depth = depth as usize;
        if clock + depth >= 100 {
            return true;
        }
        let ply = self.ply();
        // The earliest position after the root that can still come again.
        let first = ply.saturating_sub(clock).max(1);
        if first >= ply {
            return false;
        }
        // Third time within the line: the same position at first, first + 4 and
        // first + 8 at the earliest ...
        if first + 8 <= ply + depth {
            return true;
        }
        // ... or one that has come a second time already on the way here.
        (first..=ply).any(|at| self.seen[self.root + at] > 0)
    }

    #[inline]
    fn push_key(&mut self, key: u64, reversible: usize) {
        let len = self.keys.len();
        let mut seen = 0;
        // The same side is to move every second ply, and nothing comes again
        // in fewer than four.
        let mut back = 4;
        while back <= reversible && back <= len {
            if self.keys[len - back] == key {
                seen = self.seen[len - back] + 1;
                break;
            }
            back += 2;
        }
        self.keys.push(key);
        self.seen.push(seen.min(100));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    fn walk(start: &Position, moves: &str) -> (Position, Vec<u64>) {
        let mut position = *start;
        let mut play = |text| {
            let key = position.key();
            position.play(position.parse_uci(text).unwrap()).unwrap();
            key
        };
        let keys = moves.split_whitespace().map(&mut play).collect();
        (position, keys)
    }

    #[test]
    fn the_third_time_is_a_draw() {
        let evaluator = eval::by_name("material").unwrap();
        let dance = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
        let (position, history) = walk(&Position::start(), dance);
        let mut task = Task::new(&position, evaluator, 1);
        task.history = &history;
        let mut line = Line::new(&task);
        assert_eq!(line.ply(), 0);
        let (home, _) = walk(&position, "f6g8");
        line.push(&home);
        assert_eq!(line.draw(&home), Some(Draw::Repetition));
        line.pop();
        let (elsewhere, _) = walk(&position, "b8c6");
        line.push(&elsewhere);
        assert_eq!(line.draw(&elsewhere), None);
    }

    #[test]
    fn a_pawn_move_ends_the_memory() {
        let evaluator = eval::by_name("material").unwrap();
        let (position, history) = walk(&Position::start(), "g1f3 g8f6 f3g1 f6g8 e2e4");
        let mut task = Task::new(&position, evaluator, 1);
        task.history = &history;
        let mut line = Line::new(&task);
        let (next, _) = walk(&position, "g8f6");
        line.push(&next);
        assert_eq!(line.draw(&next), None);
        assert!(!line.matters(&next, 3));
    }

    #[test]
    fn the_line_matters_near_the_fifty_moves_and_after_a_repetition() {
        let evaluator = eval::by_name("material").unwrap();
        let late: Position = "4k3/8/8/8/8/8/3R4/4K3 w - - 96 100".parse().unwrap();
        let line = Line::new(&Task::new(&late, evaluator, 4));
        assert!(line.matters(&late, 4) && !line.matters(&late, 3));

        let start = Position::start();
        let mut line = Line::new(&Task::new(&start, evaluator, 8));
        let mut position = start;
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            assert!(!line.matters(&position, 3), "{text}");
            position.play(position.parse_uci(text).unwrap()).unwrap();
            line.push(&position);
        }
        assert_eq!(line.draw(&position), None, "the second time only");
        assert!(line.matters(&position, 3));
    }
}
