//! From tokens to a game: the part of the reader that knows chess.

mod moves;

use self::moves::Left;
use super::start::{PgnStart, take_start};
use super::tags::TagText;
use super::tree::MoveNotes;
use super::{
    Comment, FaultyVariation, GameTree, Nag, NodeId, Pgn, Problem, ReaderLimits, Remark, Tags,
};
use crate::Position;
use crate::game::Outcome;
use crate::quote::quote;

/// A game while it is read.
pub(super) struct Builder {
    limits: ReaderLimits,
    policy: FaultyVariation,
    tags: Tags,
    tag_count: usize,
    /// Whether moves were read, good or bad: the next tag is another game's.
    is_past_tags: bool,
    /// Where the tags were that the starting position depends on.
    setup_line: u64,
    /// `None` until the starting position is needed.
    tree: Option<GameTree>,
    comment_count: usize,
    /// What is said before the first move; kept here while there is no tree.
    prelude: Vec<Comment>,
    /// The last move read, and the positions before and after it; before the
    /// first one, the starting position.
    node: NodeId,
    before: Position,
    position: Position,
    /// Whether the current line has no move yet: `node` is then where it branches off.
    is_fresh: bool,
    /// What was said before the first move of the current variation.
    starting: MoveNotes,
    /// The lines that were left for variations.
    left: Vec<Left>,
    /// How many parentheses are open in a part that is passed over.
    passed_over: usize,
    result: Option<Option<Outcome>>,
    warnings: Vec<Remark>,
    cause: Option<Remark>,
}

/// Room for a game of usual length, so that its list need not grow step by step.
const USUAL_MOVES: usize = 100;

/// More warnings about one game help nobody.
const MOST_WARNINGS: usize = 100;

impl Builder {
    pub(super) fn new(limits: ReaderLimits, policy: FaultyVariation, start: Position) -> Builder {
        Builder {
            limits,
            policy,
            tags: Tags::default(),
            tag_count: 0,
            is_past_tags: false,
            setup_line: 0,
            tree: None,
            comment_count: 0,
            prelude: Vec::new(),
            node: NodeId::ROOT,
            before: start,
            position: start,
            is_fresh: true,
            starting: MoveNotes::default(),
            left: Vec::new(),
            passed_over: 0,
            result: None,
            warnings: Vec::new(),
            cause: None,
        }
    }

    /// Whether nothing was read that makes a game.
    pub(super) fn is_blank(&self) -> bool {
        self.tag_count == 0 && !self.has_moves() && self.result.is_none() && self.cause.is_none()
    }

    /// Whether nothing at all is kept of what was read.
    pub(super) fn is_empty(&self) -> bool {
        self.is_blank() && self.prelude.is_empty()
    }

    /// Whether there is a move, or was to be one.
    pub(super) fn has_moves(&self) -> bool {
        self.tree.as_ref().is_some_and(|tree| !tree.is_empty()) || self.cause.is_some()
    }

    /// Whether variations are open.
    pub(super) fn is_nested(&self) -> bool {
        !self.left.is_empty() || self.passed_over > 0
    }

    /// Whether this tag belongs to the next game: the same again, or tags
    /// again after an empty line, or the first of a game after a broken one.
    pub(super) fn is_next_games_tag(&self, name: &str, follows_empty_line: bool) -> bool {
        let begins_game = name == "Event";
        self.is_past_tags
            || self.result.is_some()
            || begins_game && (self.cause.is_some() || self.tags.is_set("Event"))
            || follows_empty_line && (begins_game && self.tag_count > 0 || self.tags.is_set(name))
    }

    /// Whether move number 1 would begin another game here.
    pub(super) fn is_past_move_one(&self) -> bool {
        let has_gone_on = self.cause.is_some() || self.position.fullmove_number() > 1;
        self.has_moves() && has_gone_on && !self.is_nested()
    }

    pub(super) fn warn(&mut self, line: u64, problem: Problem) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(Remark { line, problem });
        }
    }

    /// The game cannot be read any further.
    pub(super) fn break_off(&mut self, line: u64, problem: Problem) {
        if self.cause.is_none() {
            self.cause = Some(Remark { line, problem });
        }
    }

    pub(super) fn tag(&mut self, line: u64, tag: &TagText<'_>) {
        // A broken game takes nothing more: it may be broken for being too long.
        if self.cause.is_some() {
            return;
        }
        if self.is_blank() {
            // A parenthesis in the text before the game is none of its own.
            self.passed_over = 0;
        }
        self.tag_count += 1;
        if self.tag_count > self.limits.tags {
            if self.tag_count == self.limits.tags + 1 {
                self.warn(line, Problem::ManyTags(self.limits.tags));
            }
            return;
        }
        if !tag.is_whole {
            self.warn(line, Problem::UnclosedTag(quote(tag.name)));
        }
        if self.tree.is_some() && matches!(tag.name, "FEN" | "SetUp" | "Variant") {
            return self.warn(line, Problem::LateStart(tag.name.to_owned()));
        }
        if matches!(tag.name, "FEN" | "Variant") {
            self.setup_line = line;
        }
        // A tag that was read has a good name.
        let _ = self.tags.set(tag.name, &tag.value());
    }

    pub(super) fn comment(&mut self, line: u64, text: &str) {
        if self.passed_over > 0 || self.cause.is_some() {
            return;
        }
        let Some(comment) = Comment::new(text) else { return };
        self.comment_count += 1;
        if self.comment_count > self.limits.comments {
            return self.break_off(line, Problem::ManyComments(self.limits.comments));
        }
        self.place(comment);
    }

    pub(super) fn nag(&mut self, nag: Nag) {
        if self.passed_over > 0 || self.cause.is_some() {
            return;
        }
        // At the root it judges the starting position.
        if self.tree.is_none() && (self.is_blank() || !self.set_up()) {
            return;
        }
        if self.is_fresh && !self.left.is_empty() {
            self.starting.add_nag(nag);
        } else if let Some(Ok(notes)) = self.tree.as_mut().map(|tree| tree.notes_mut(self.node)) {
            notes.add_nag(nag);
        }
    }

    /// A comment that runs to the end of the game.
    pub(super) fn unclosed_comment(&mut self, line: u64, text: &str) {
        self.comment(line, text);
        self.break_off(line, Problem::UnclosedComment);
        self.is_past_tags = true;
    }

    pub(super) fn result(&mut self, line: u64, result: Option<Outcome>) {
        if self.result.is_some() {
            self.warn(line, Problem::SecondResult);
        } else {
            self.result = Some(result);
        }
    }

    /// The game as far as it was read, what is odd about it, and why it was
    /// broken off if it was.
    pub(super) fn finish(mut self, line: u64) -> (Pgn, Vec<Remark>, Option<Remark>) {
        self.set_up();
        if let Some(outermost) = self.left.first() {
            self.break_off(outermost.line, Problem::UnclosedVariation);
        }
        self.settle_result(line);
        let pgn = Pgn {
            tags: self.tags,
            tree: self.tree.unwrap_or_else(|| GameTree::new(self.position)),
        };
        (pgn, self.warnings, self.cause)
    }

    /// Makes the tag and the end of the moves agree. The tag is what people
    /// look for games by, so it counts if both say something.
    fn settle_result(&mut self, line: u64) {
        let tag = match self.tags.result() {
            "" | "?" | "-" => "*",
            "1/2" | "½-½" | "½" => Outcome::Draw.pgn(),
            other => other,
        };
        let tag = tag.to_owned();
        let moves = self.result.flatten().map_or("*", Outcome::pgn);
        self.tags.set_result(if tag == "*" { moves } else { &tag });
        if tag != "*" && moves != "*" && tag != moves {
            let (tag, moves) = (quote(&tag), moves.to_owned());
            self.warn(line, Problem::ResultMismatch { tag, moves });
        }
    }

    /// Puts a comment where it belongs.
    fn place(&mut self, comment: Comment) {
        match &mut self.tree {
            None => self.prelude.push(comment),
            Some(_) if self.is_fresh && !self.left.is_empty() => self.starting.before.push(comment),
            Some(tree) => {
                if let Ok(notes) = tree.notes_mut(self.node) {
                    // Mostly there is one, and a list would make room for four.
                    notes.after.reserve_exact(usize::from(notes.after.is_empty()));
                    notes.after.push(comment);
                }
            }
        }
    }

    /// Finds the starting position if that has not been done; whether there is one.
    fn set_up(&mut self) -> bool {
        if self.tree.is_some() {
            return true;
        }
        if self.cause.is_some() {
            return false;
        }
        match take_start(&mut self.tags) {
            Err(problem) => {
                self.break_off(self.setup_line, problem);
                return false;
            }
            Ok(PgnStart::Usual) => {}
            Ok(PgnStart::Given(start)) => self.position = start,
            Ok(PgnStart::Repaired(start, error)) => {
                self.position = start;
                self.warn(self.setup_line, Problem::RepairedFen(error));
            }
        }
        self.before = self.position;
        let mut tree = GameTree::new(self.position);
        tree.nodes.reserve(USUAL_MOVES);
        if let Ok(notes) = tree.notes_mut(NodeId::ROOT) {
            notes.after = std::mem::take(&mut self.prelude);
        }
        self.tree = Some(tree);
        true
    }
}
