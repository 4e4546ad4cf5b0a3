//! From tokens to a game: the part of the reader that knows chess.

use super::reader::{FaultyVariation, Limits};
use super::start::{Start, take_start};
use super::tags::TagText;
use super::tree::after;
use super::words::Word;
use super::{Comment, Nag, NodeId, Pgn, Problem, Remark, Tags, Tree};
use crate::game::Outcome;
use crate::quote::quote;
use crate::{Move, Position, SanError};

/// A game while it is read.
pub(super) struct Builder {
    limits: Limits,
    policy: FaultyVariation,
    tags: Tags,
    tag_count: usize,
    /// Whether moves were read, good or bad: the next tag is another game's.
    is_past_tags: bool,
    /// Where the tags were that the starting position depends on.
    setup_line: u64,
    /// `None` until the starting position is needed.
    tree: Option<Tree>,
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
    starting: (Vec<Comment>, Vec<Nag>),
    /// The lines that were left for variations.
    left: Vec<Left>,
    /// How many parentheses are open in a part that is passed over.
    passed_over: usize,
    result: Option<Option<Outcome>>,
    warnings: Vec<Remark>,
    cause: Option<Remark>,
}

/// A line that was left for a variation: what to come back to.
struct Left {
    node: NodeId,
    before: Position,
    is_fresh: bool,
    /// What was said before its first move, if that has not come yet.
    starting: (Vec<Comment>, Vec<Nag>),
    /// Where it was left.
    line: u64,
}

/// Room for a game of usual length, so that its list need not grow step by step.
const USUAL_MOVES: usize = 100;

/// More warnings about one game help nobody.
const MOST_WARNINGS: usize = 100;

impl Builder {
    pub(super) fn new(limits: Limits, policy: FaultyVariation, start: Position) -> Builder {
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
            starting: Default::default(),
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
    /// again after an empty line.
    pub(super) fn is_next_games_tag(&self, name: &str, follows_empty_line: bool) -> bool {
        let begins_game = name == "Event" && self.tag_count > 0;
        self.is_past_tags
            || self.result.is_some()
            || begins_game && self.tags.is_set("Event")
            || follows_empty_line && (begins_game || self.tags.is_set(name))
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
            self.warn(line, Problem::UnclosedTag(tag.name.to_owned()));
        }
        if self.tree.is_some() && matches!(tag.name, "FEN" | "SetUp") {
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
            self.starting.1.push(nag);
        } else if let Some(Ok(notes)) = self.tree.as_mut().map(|tree| tree.notes_mut(self.node)) {
            notes.add_nag(nag);
        }
    }

    pub(super) fn open(&mut self, line: u64) {
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

    pub(super) fn close(&mut self, line: u64) {
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
        let (unplaced, _) = std::mem::replace(&mut self.starting, left.starting);
        self.node = left.node;
        self.before = left.before;
        self.position = left.before;
        self.is_fresh = left.is_fresh;
        if !left.is_fresh {
            let mv = self.tree.as_ref().and_then(|tree| tree.mv(left.node));
            self.position = after(&left.before, mv);
        }
        // A variation of words only says something about the move it would vary.
        for comment in unplaced {
            self.place(comment);
        }
    }

    /// A word that may be a move. `is_numbered` if a move number led to it.
    pub(super) fn word(&mut self, line: u64, text: &str, is_numbered: bool) {
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
        let pgn =
            Pgn { tags: self.tags, tree: self.tree.unwrap_or_else(|| Tree::new(self.position)) };
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
            Some(_) if self.is_fresh && !self.left.is_empty() => self.starting.0.push(comment),
            Some(tree) => {
                if let Ok(notes) = tree.notes_mut(self.node) {
                    // Mostly there is one, and a list would make room for four.
                    notes.after.reserve_exact(usize::from(notes.after.is_empty()));
                    notes.after.push(comment);
                }
            }
        }
    }

    fn play(&mut self, line: u64, mv: Option<Move>) {
        let Some(tree) = &mut self.tree else { return };
        if tree.len() >= self.limits.moves {
            return self.break_off(line, Problem::ManyMoves(self.limits.moves));
        }
        let Some(node) = tree.push(self.node, mv) else { return };
        if !self.starting.0.is_empty() || !self.starting.1.is_empty() {
            let (comments, nags) = std::mem::take(&mut self.starting);
            if let Ok(notes) = tree.notes_mut(node) {
                notes.before = comments;
                nags.into_iter().for_each(|nag| notes.add_nag(nag));
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
            Ok(Start::Usual) => {}
            Ok(Start::Given(start)) => self.position = start,
            Ok(Start::Repaired(start, error)) => {
                self.position = start;
                self.warn(self.setup_line, Problem::RepairedFen(error));
            }
        }
        self.before = self.position;
        let mut tree = Tree::new(self.position);
        tree.nodes.reserve(USUAL_MOVES);
        if let Ok(notes) = tree.notes_mut(NodeId::ROOT) {
            notes.after = std::mem::take(&mut self.prelude);
        }
        self.tree = Some(tree);
        true
    }
}
