//! Games as text, in the export format of the standard.

use std::fmt;

use super::comment::may_begin_line;
use super::tree::after;
use super::{Comment, GameTree, NodeId, Pgn};
use crate::{Color, Position};

/// Lines are shorter than eighty columns, as the standard asks.
const COLUMNS: usize = 79;

/// In the export format: the seven tags of the roster first, then a line for
/// each other one in its order, then the moves in lines below 80 columns. An
/// empty line follows the tags; one between games is the caller's to write.
impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.tree.start();
        let own = |(name, _): &(&str, &str)| !matches!(*name, "FEN" | "SetUp");
        for (name, value) in self.tags.iter().filter(own) {
            write_tag(f, name, value)?;
        }
        if *start != Position::start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &start.to_string())?;
        }
        f.write_str("\n")?;
        let mut lines = Lines::new(f);
        write_moves(&mut lines, &self.tree)?;
        lines.word(self.outcome().map_or("*", |outcome| outcome.pgn()))?;
        lines.flush()?;
        f.write_str("\n")
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for part in value.split_inclusive(['"', '\\']) {
        match part.char_indices().next_back() {
            Some((index, sign @ ('"' | '\\'))) => write!(f, "{}\\{sign}", &part[..index])?,
            _ => f.write_str(part)?,
        }
    }
    f.write_str("\"]\n")
}

/// A line that was left for a variation: what to come back to.
struct Left {
    /// The move that is varied.
    varied: NodeId,
    before: Position,
    /// The next variation of it.
    next: Option<NodeId>,
}

fn write_moves(lines: &mut Lines<'_, '_>, tree: &GameTree) -> fmt::Result {
    let mut left: Vec<Left> = Vec::new();
    let mut node = NodeId::ROOT;
    let mut position = *tree.start();
    // Whether a black move needs its number: at the start and after comments
    // and variations.
    let mut is_interrupted = true;
    write_notes(lines, tree, NodeId::ROOT)?;
    loop {
        // The next move of the line, with its variations; or the end of the
        // line, back to the move it varied.
        let (varied, before, variation) = match tree.next(node) {
            Some(next) => {
                is_interrupted = write_move(lines, tree, next, &position, is_interrupted)?;
                (next, position, tree.next_sibling(next))
            }
            None => match left.pop() {
                None => return Ok(()),
                Some(line) => {
                    lines.close()?;
                    is_interrupted = true;
                    (line.varied, line.before, line.next)
                }
            },
        };
        match variation {
            None => {
                node = varied;
                position = after(&before, tree.mv(varied));
            }
            Some(variation) => {
                left.push(Left { varied, before, next: tree.next_sibling(variation) });
                lines.open()?;
                write_comments(lines, tree.starting_comments(variation))?;
                is_interrupted = write_move(lines, tree, variation, &before, true)?;
                node = variation;
                position = after(&before, tree.mv(variation));
            }
        }
    }
}

/// Writes a move and what is said after it; whether that interrupts the moves.
fn write_move(
    lines: &mut Lines<'_, '_>,
    tree: &GameTree,
    node: NodeId,
    before: &Position,
    is_interrupted: bool,
) -> Result<bool, fmt::Error> {
    match before.turn() {
        Color::White => lines.word(&format!("{}.", before.fullmove_number()))?,
        Color::Black if is_interrupted => {
            lines.word(&format!("{}...", before.fullmove_number()))?;
        }
        Color::Black => {}
    }
    match tree.mv(node) {
        Some(mv) => lines.word(&before.to_san(mv))?,
        None => lines.word("--")?,
    }
    write_notes(lines, tree, node)?;
    Ok(!tree.comments(node).is_empty())
}

fn write_notes(lines: &mut Lines<'_, '_>, tree: &GameTree, node: NodeId) -> fmt::Result {
    for nag in tree.nags(node) {
        lines.word(&nag.to_string())?;
    }
    write_comments(lines, tree.comments(node))
}

fn write_comments(lines: &mut Lines<'_, '_>, comments: &[Comment]) -> fmt::Result {
    for comment in comments {
        lines.word("{")?;
        for (index, paragraph) in comment.as_str().split("\n\n").enumerate() {
            if index > 0 {
                lines.end_paragraph()?;
            }
            let mut rest = paragraph;
            while !rest.is_empty() {
                let (word, tail) = rest.split_at(word_length(rest));
                lines.word(word)?;
                rest = tail.trim_start_matches(' ');
            }
        }
        lines.word("}")?;
    }
    Ok(())
}

/// How long the first word is. A command is one: some readers do not look for
/// the rest of it on the next line.
fn word_length(text: &str) -> usize {
    // One that is longer than a line is broken anyway: its end, which may be
    // far away or nowhere, is not looked for.
    let line = || text.bytes().take(COLUMNS);
    let command = if text.starts_with("[%") { line().position(|byte| byte == b']') } else { None };
    let from = command.unwrap_or(0);
    text[from..].find(' ').map_or(text.len(), |space| from + space)
}

/// Puts words into lines.
struct Lines<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    /// How many columns of the current line are full.
    column: usize,
    /// The last word, which a closing parenthesis may still join.
    word: String,
    /// Whether the word is an opening parenthesis that the next one joins.
    is_opening: bool,
}

impl<'a, 'b> Lines<'a, 'b> {
    fn new(f: &'a mut fmt::Formatter<'b>) -> Lines<'a, 'b> {
        Lines { f, column: 0, word: String::new(), is_opening: false }
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        if !std::mem::take(&mut self.is_opening) {
            self.flush()?;
        }
        self.word.push_str(word);
        Ok(())
    }

    fn open(&mut self) -> fmt::Result {
        self.flush()?;
        self.word.push('(');
        self.is_opening = true;
        Ok(())
    }

    fn close(&mut self) -> fmt::Result {
        // Thousands of variations may end at once.
        if self.word.len() >= COLUMNS / 2 {
            self.flush()?;
        }
        self.word.push(')');
        Ok(())
    }

    fn end_paragraph(&mut self) -> fmt::Result {
        self.flush()?;
        self.column = 0;
        self.f.write_str("\n\n")
    }

    /// Writes the word that was held back, on a new line if there is no room.
    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let width = self.word.chars().count();
        if self.column > 0 {
            if self.column + 1 + width > COLUMNS && may_begin_line(&self.word) {
                self.f.write_str("\n")?;
                self.column = 0;
            } else {
                self.f.write_str(" ")?;
                self.column += 1;
            }
        }
        self.f.write_str(&self.word)?;
        self.column += width;
        self.word.clear();
        Ok(())
    }
}
