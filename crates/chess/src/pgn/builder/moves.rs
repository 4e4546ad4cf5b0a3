//! Moves and variations: where in the tree the reader is.

use super::Builder;
use crate::pgn::tree::{MoveNotes, after};
use crate::pgn::words::Word;
use crate::pgn::{FaultyVariation, NodeId, Problem};
use crate::quote::quote;
use crate::{Move, Position, SanError};

/// A line that was left for a variation: what to come back to.
pub(super) struct Left {
    node: NodeId,
    before: Position,
    is_fresh: bool,
    /// What was said before its first move, if that has not come yet.
    starting: MoveNotes,
    /// Where it was left.
    pub(super) line: u64,
}

impl Builder {
    /// A word that may be a move. `is_numbered` if a move number led to it.
    pub(in crate::pgn) fn word(&mut self, line: u64, text: &str, is_numbered: bool) {
        if self.passed_over > 0 || self.cause.is_some() || !self.set_up() {
            self.is_past_tags = !self.is_blank();
            return;
        }
        let is_blank = self.is_blank();
        let word = match self.position.parse_san(text) {
            Ok(mv) => Word::Move(mv, None),
            // Where no game has begun, only a move begins one.
            Err(_) if is_blank && !is_numbered => Word::Prose,
            Err(reason) => match Word::read(&self.position, text, reason) {
                Word::Fault(SanError::Malformed) if is_blank => Word::Prose,
                word => word,
            },
        };
        match word {
            Word::Move(mv, sign) => {
                self.play(line, Some(mv));
                if let Some(nag) = sign {
                    self.nag(nag);
                }
            }
            Word::Moves(moves) => {
                for mv in moves {
                    self.play(line, Some(mv));
                }
            }
            Word::Null if self.position.is_check() => self.fault(line, Problem::NullInCheck),
            Word::Null => self.play(line, None),
            Word::Sign(nag) => self.nag(nag),
            Word::Nothing => {}
            Word::Prose => self.warn(line, Problem::StrayText(quote(text))),
            Word::Fault(reason) => self.fault(line, Problem::Move { text: quote(text), reason }),
        }
        self.is_past_tags |= self.has_moves();
        if is_blank && self.is_blank() {
            self.tree = None;
        }
    }

    pub(in crate::pgn) fn open(&mut self, line: u64) {
        if self.cause.is_some() || self.passed_over > 0 {
            self.passed_over += 1;
            return;
        }
        if self.left.len() >= self.limits.nesting {
            return self.break_off(line, Problem::DeepNesting(self.limits.nesting));
        }
        let Some(tree) = self.tree.as_ref().filter(|tree| !tree.is_empty()) else {
            self.passed_over = 1;
            return self.warn(line, Problem::NothingToVary);
        };
        let (node, is_fresh) = (self.node, self.is_fresh);
        let starting = std::mem::take(&mut self.starting);
        if !is_fresh {
            self.node = tree.parent(node).unwrap_or(NodeId::ROOT);
            self.position = self.before;
            self.is_fresh = true;
        }
        self.left.push(Left { node, before: self.position, is_fresh, starting, line });
    }

    pub(in crate::pgn) fn close(&mut self, line: u64) {
        if self.passed_over > 0 {
            self.passed_over -= 1;
            // After a fault the variation itself ends here too; a variation of
            // nothing has no line to come back to.
            if self.passed_over > 0 || self.cause.is_some() || self.left.is_empty() {
                return;
            }
        } else if self.cause.is_some() {
            self.left.pop();
            return;
        }
        let Some(left) = self.left.pop() else {
            return self.warn(line, Problem::StrayClosing);
        };
        let unplaced = std::mem::replace(&mut self.starting, left.starting);
        self.node = left.node;
        self.before = left.before;
        self.position = left.before;
        self.is_fresh = left.is_fresh;
        if !left.is_fresh {
            let mv = self.tree.as_ref().and_then(|tree| tree.mv(left.node));
            self.position = after(&left.before, mv);
        }
        // A variation of words only says something about the move it would vary.
        for comment in unplaced.before {
            self.place(comment);
        }
    }

    fn play(&mut self, line: u64, mv: Option<Move>) {
        let Some(tree) = &mut self.tree else { return };
        if tree.len() >= self.limits.moves {
            return self.break_off(line, Problem::ManyMoves(self.limits.moves));
        }
        let Some(node) = tree.push(self.node, mv) else { return };
        if !self.starting.is_empty() {
            if let Ok(notes) = tree.notes_mut(node) {
                *notes = std::mem::take(&mut self.starting);
            }
        }
        self.node = node;
        self.before = self.position;
        match mv {
            Some(mv) => self.position.play_unchecked(mv),
            None => self.position = after(&self.before, None),
        }
        self.is_fresh = false;
    }

    /// A move that cannot be played: the end of the game, or of the variation.
    fn fault(&mut self, line: u64, problem: Problem) {
        if self.left.is_empty() || self.policy == FaultyVariation::BreaksGame {
            return self.break_off(line, problem);
        }
        self.warn(line, problem);
        self.passed_over = 1;
    }
}
