//! Changing a tree: moves, variations, what is said about them.

use std::fmt;
use std::time::Duration;

use super::marks::format_duration;
use super::tree::{ListedNode, MoveNotes};
use super::{Comment, Eval, GameTree, Nag, NodeId};
use crate::{IllegalMove, Move};

/// Why a tree cannot be changed so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditError {
    /// There is no such node, or no longer.
    NoSuchNode,
    /// The root is no move.
    Root,
    /// The move is not legal there.
    Illegal(IllegalMove),
    /// The side to move is in check and cannot pass.
    NullInCheck,
    /// Only the first move of a variation can have comments before it.
    NotAVariation,
    /// The tree cannot hold more moves.
    Full,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::NoSuchNode => f.write_str("there is no such move in this game"),
            EditError::Root => f.write_str("the starting position is no move"),
            EditError::Illegal(illegal) => illegal.fmt(f),
            EditError::NullInCheck => f.write_str("a side in check cannot pass"),
            EditError::NotAVariation => {
                f.write_str("only the first move of a variation can have a comment before it")
            }
            EditError::Full => f.write_str("the game has as many moves as it can hold"),
        }
    }
}

impl std::error::Error for EditError {}

impl From<IllegalMove> for EditError {
    fn from(illegal: IllegalMove) -> EditError {
        EditError::Illegal(illegal)
    }
}

impl GameTree {
    /// Adds a move after a node, behind the moves that are there; the node of
    /// the same move if there is one already.
    ///
    /// ```
    /// use plywise_chess::pgn::{NodeId, GameTree};
    ///
    /// let mut tree = GameTree::default();
    /// let e4 = tree.start().parse_san("e4")?;
    /// let node = tree.add_move(NodeId::ROOT, e4)?;
    /// assert_eq!(tree.add_move(NodeId::ROOT, e4), Ok(node));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, EditError> {
        self.add_line(parent, &[mv])
    }

    /// Adds moves one after another; the node of the last one. If one is not
    /// legal, none is added.
    pub fn add_line(&mut self, parent: NodeId, moves: &[Move]) -> Result<NodeId, EditError> {
        let mut position = self.position(parent).ok_or(EditError::NoSuchNode)?;
        for &mv in moves {
            position.play(mv)?;
        }
        moves.iter().try_fold(parent, |node, &mv| self.find_or_push(node, Some(mv)))
    }

    /// Adds a null move after a node: the side to move passes.
    pub fn add_null(&mut self, parent: NodeId) -> Result<NodeId, EditError> {
        let position = self.position(parent).ok_or(EditError::NoSuchNode)?;
        if position.is_check() {
            return Err(EditError::NullInCheck);
        }
        self.find_or_push(parent, None)
    }

    /// Deletes a move and all that follows from it.
    pub fn delete(&mut self, node: NodeId) -> Result<(), EditError> {
        let parent = self.parent_of_move(node)?;
        let mut children: Vec<NodeId> = self.children(parent).collect();
        children.retain(|&child| child != node);
        let subtree: Vec<NodeId> = self.walk(node).collect();
        self.deleted += subtree.len();
        for node in subtree {
            self.nodes[node.index() as usize] = ListedNode::default();
        }
        self.relink(parent, &children);
        Ok(())
    }

    /// Moves a variation one place towards the main line, which it becomes if
    /// it was the first variation. Whether there was a place to go.
    pub fn promote(&mut self, node: NodeId) -> Result<bool, EditError> {
        let parent = self.parent_of_move(node)?;
        let mut children: Vec<NodeId> = self.children(parent).collect();
        match children.iter().position(|&child| child == node) {
            Some(index @ 1..) => {
                children.swap(index - 1, index);
                self.relink(parent, &children);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Makes the line that leads to a node the main line, all the way from
    /// the root.
    pub fn promote_to_main_line(&mut self, node: NodeId) -> Result<(), EditError> {
        self.parent_of_move(node)?;
        for node in self.path(node).into_iter().skip(1) {
            let parent = self.parent_of_move(node)?;
            let mut children: Vec<NodeId> = self.children(parent).collect();
            if let Some(index) = children.iter().position(|&child| child == node) {
                children[..=index].rotate_right(1);
                self.relink(parent, &children);
            }
        }
        Ok(())
    }

    /// Replaces what is said after a move; at the root, before the first one.
    pub fn set_comments(&mut self, node: NodeId, comments: Vec<Comment>) -> Result<(), EditError> {
        self.notes_mut(node)?.after = comments;
        Ok(())
    }

    /// Replaces what is said before the first move of a variation.
    pub fn set_starting_comments(
        &mut self,
        node: NodeId,
        comments: Vec<Comment>,
    ) -> Result<(), EditError> {
        if self.contains(node) && !self.begins_variation(node) {
            return Err(EditError::NotAVariation);
        }
        self.notes_mut(node)?.before = comments;
        Ok(())
    }

    /// Replaces the glyphs at a move. What is there twice is kept once, and of
    /// more than 256 the first.
    pub fn set_nags(&mut self, node: NodeId, nags: &[Nag]) -> Result<(), EditError> {
        let notes = self.notes_mut(node)?;
        notes.nags.clear();
        for &nag in nags {
            notes.add_nag(nag);
        }
        Ok(())
    }

    /// Writes down, or no longer, what was left on the mover's clock.
    pub fn set_clock(&mut self, node: NodeId, clock: Option<Duration>) -> Result<(), EditError> {
        self.set_command(node, "clk", clock.map(format_duration))
    }

    /// Writes down, or no longer, the time a move took.
    pub fn set_elapsed(&mut self, node: NodeId, time: Option<Duration>) -> Result<(), EditError> {
        self.set_command(node, "emt", time.map(format_duration))
    }

    /// Writes down, or no longer, an engine's evaluation.
    pub fn set_eval(&mut self, node: NodeId, eval: Option<Eval>) -> Result<(), EditError> {
        self.set_command(node, "eval", eval.map(|eval| eval.to_string()))
    }

    /// The command goes to the front of the first comment, where programs put it.
    fn set_command(
        &mut self,
        node: NodeId,
        name: &str,
        value: Option<String>,
    ) -> Result<(), EditError> {
        let comments = &mut self.notes_mut(node)?.after;
        let rest = comments.iter().filter_map(|comment| comment.without_command(name));
        let mut rest: Vec<Comment> = rest.collect();
        if let Some(value) = value {
            let first = if rest.is_empty() { String::new() } else { rest.remove(0).to_string() };
            let comment = Comment::new(&format!("[%{name} {value}] {first}"));
            rest.splice(0..0, comment);
        }
        *comments = rest;
        Ok(())
    }

    fn parent_of_move(&self, node: NodeId) -> Result<NodeId, EditError> {
        match self.node(node) {
            None => Err(EditError::NoSuchNode),
            Some(node) => node.parent.ok_or(EditError::Root),
        }
    }

    fn find_or_push(&mut self, parent: NodeId, mv: Option<Move>) -> Result<NodeId, EditError> {
        let found = self.children(parent).find(|&child| self.mv(child) == mv);
        found.or_else(|| self.push(parent, mv)).ok_or(EditError::Full)
    }

    /// Adds a legal move behind the children of a node that is there; `None`
    /// if the numbers are used up.
    pub(super) fn push(&mut self, parent: NodeId, mv: Option<Move>) -> Option<NodeId> {
        let node = NodeId::from_index(u32::try_from(self.nodes.len()).ok()?)?;
        self.nodes.push(ListedNode { parent: Some(parent), mv, ..ListedNode::default() });
        let owner = self.node_mut(parent)?;
        match owner.last_child.replace(node) {
            None => owner.first_child = Some(node),
            Some(last) => self.node_mut(last)?.next_sibling = Some(node),
        }
        Some(node)
    }

    pub(super) fn notes_mut(&mut self, node: NodeId) -> Result<&mut MoveNotes, EditError> {
        let node = self.node_mut(node).ok_or(EditError::NoSuchNode)?;
        Ok(node.notes.get_or_insert_default())
    }

    /// Gives a node these children in this order.
    fn relink(&mut self, parent: NodeId, children: &[NodeId]) {
        for (index, &child) in children.iter().enumerate() {
            self.nodes[child.index() as usize].next_sibling = children.get(index + 1).copied();
        }
        let owner = &mut self.nodes[parent.index() as usize];
        owner.first_child = children.first().copied();
        owner.last_child = children.last().copied();
        // The text before a variation's first move stays where it is read when
        // the variation becomes the line: it follows the move before.
        let Some(&first) = children.first() else { return };
        if let Some(notes) = &mut self.nodes[first.index() as usize].notes {
            let mut before = std::mem::take(&mut notes.before);
            if !before.is_empty() {
                let owner = &mut self.nodes[parent.index() as usize];
                owner.notes.get_or_insert_default().after.append(&mut before);
            }
        }
    }
}

impl MoveNotes {
    /// Whether nothing is said.
    pub(super) fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty() && self.nags.is_empty()
    }

    /// Adds a glyph if it is new and not one of far too many.
    pub(super) fn add_nag(&mut self, nag: Nag) {
        const MOST: usize = 256;
        if self.nags.len() < MOST && !self.nags.contains(&nag) {
            self.nags.push(nag);
        }
    }
}
