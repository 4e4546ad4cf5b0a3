//! The positions of the game and of the line being searched, as keys.
//!
//! Inside the tree the second time counts as a draw: whoever could bring a
//! position about once more can do it again. Positions of the game before the
//! root need the third time, as in the rules.

use chess::{Keys, Position, reversal};

/// The keys of all positions up to the current one.
#[derive(Default)]
pub(super) struct Path {
    keys: Vec<u64>,
    /// For each, how many positions before it may come again: those since the
    /// last capture, pawn move, or pass of the search.
    reversible: Vec<u16>,
}

impl Path {
    /// The path at the root.
    pub(super) fn start(&mut self, history: &[u64], root: &Position) {
        self.keys.clear();
        self.reversible.clear();
        let known = history.len().min(usize::from(root.halfmove_clock()));
        self.keys.extend_from_slice(&history[history.len() - known..]);
        self.reversible.resize(known, 0);
        self.keys.push(root.key());
        self.reversible.push(known as u16);
    }

    /// A move led to `position`.
    #[inline]
    pub(super) fn push(&mut self, position: &Position) {
        let before = self.reversible.last().map_or(0, |&before| before + 1);
        self.keys.push(position.key());
        self.reversible.push(before.min(position.halfmove_clock()));
    }

    /// A pass led to `position`.
    #[inline]
    pub(super) fn push_null(&mut self, position: &Position) {
        self.keys.push(position.key());
        self.reversible.push(0);
    }

    /// The last move or pass was taken back.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.keys.pop();
        self.reversible.pop();
    }

    /// Whether the current position, `ply` moves from the root, is drawn by repetition.
    #[inline]
    pub(super) fn is_repetition(&self, ply: usize) -> bool {
        let now = self.keys.len() - 1;
        let limit = usize::from(self.reversible[now]);
        let mut before_root = 0;
        let mut back = 4;
        while back <= limit {
            if self.keys[now - back] == self.keys[now] {
                if back < ply {
                    return true;
                }
                before_root += 1;
                if before_root == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// Whether the current position, `ply` moves from the root, stood twice in the
    /// game before: then it is a draw on every way there.
    pub(super) fn is_third_in_game(&self, ply: usize) -> bool {
        let now = self.keys.len() - 1;
        let limit = usize::from(self.reversible[now]);
        let in_game = (4..=limit).step_by(2).filter(|&back| back >= ply);
        in_game.filter(|back| self.keys[now - back] == self.keys[now]).count() >= 2
    }

    /// Whether the mover can repeat a position by the next move, so that a draw
    /// is the least the position is worth.
    pub(super) fn can_repeat(&self, position: &Position, ply: usize) -> bool {
        let now = self.keys.len() - 1;
        let limit = usize::from(self.reversible[now]);
        if limit < 3 {
            return false;
        }
        // All moves of the opponent since then, as one difference: the mover
        // can restore a position by one move only if they cancel out.
        let mut theirs = self.keys[now] ^ self.keys[now - 1] ^ Keys::TURN;
        let mut back = 3;
        while back <= limit {
            theirs ^= self.keys[now - back + 1] ^ self.keys[now - back] ^ Keys::TURN;
            if theirs == 0
                && let Some(squares) = reversal(self.keys[now] ^ self.keys[now - back])
                && position.is_free_path(squares)
                && (back < ply || self.has_twin(now - back, now - limit))
            {
                return true;
            }
            back += 2;
        }
        false
    }

    /// Whether the position at `index` was there before, not earlier than `first`.
    fn has_twin(&self, index: usize, first: usize) -> bool {
        (first..index)
            .rev()
            .skip(3)
            .step_by(2)
            .any(|earlier| self.keys[earlier] == self.keys[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays `before` as the game and `line` as the search.
    fn path(fen: &str, before: &str, line: &str) -> (Path, Position, usize) {
        let mut position: Position = fen.parse().unwrap();
        let mut history = Vec::new();
        for text in before.split_whitespace() {
            history.push(position.key());
            position.play(position.parse_uci(text).unwrap()).unwrap();
        }
        let mut path = Path::default();
        path.start(&history, &position);
        let mut ply = 0;
        for text in line.split_whitespace() {
            if text == "pass" {
                position = position.after_null().unwrap();
                path.push_null(&position);
            } else {
                position.play(position.parse_uci(text).unwrap()).unwrap();
                path.push(&position);
            }
            ply += 1;
        }
        (path, position, ply)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn twice_in_the_tree_or_three_times_in_all() {
        for (before, line, expected) in [
            ("", "e2e3 e7e6 g1f3 g8f6 f3g1 f6g8", true),
            // The position at the root is part of the game.
            ("", "g1f3 g8f6 f3g1 f6g8", false),
            ("g1f3 g8f6 f3g1", "f6g8", false),
            ("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", "f6g8", true),
            ("g1f3 g8f6 f3g1 f6g8", "g1f3 g8f6 f3g1 f6g8", true),
            ("", "e2e3 e7e6 g1f3 g8f6 f3g1", false),
        ] {
            let (path, _, ply) = path(START, before, line);
            assert_eq!(path.is_repetition(ply), expected, "{before} | {line}");
        }
    }

    #[test]
    fn a_repetition_is_seen_coming() {
        for (before, line, expected) in [
            ("", "e2e3 e7e6 g1f3 g8f6 f3g1", true),
            ("", "g1f3 g8f6 f3g1", false),
            ("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6", "f3g1", true),
            ("", "e2e3 e7e6 g1f3 g8f6 f3h4", false),
            // Two moves away.
            ("", "e2e3 e7e6 f1d3 f8d6 d3e2 d6e7 e2d3 e7f8 d3e2", true),
            ("", "e2e3 e7e6 f1d3 f8d6 d3e2", false),
            // A pass ends the memory.
            ("", "e2e3 e7e6 g1f3 g8f6 f3g1 pass", false),
        ] {
            let (path, position, ply) = path(START, before, line);
            assert_eq!(path.can_repeat(&position, ply), expected, "{before} | {line}");
        }
    }
}
