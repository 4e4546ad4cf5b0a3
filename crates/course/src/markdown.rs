//! Reads the Markdown of the lessons: exactly the part of it that they use.
//!
//! Headings, paragraphs, lists, tables, code, pictures and links are written as everywhere. What
//! only a course has stands in fenced blocks with a name: `board`, `tree`, `toy`, `pseudocode` and
//! `complexity`. A list under the heading "What it cannot do" is told as limits. HTML comments are
//! left out; between `<!-- lab: … -->` and `<!-- /lab -->` stands what was measured.

use crate::fenced;
use crate::inline::spans;
use crate::page::{Block, Limit, Span};

/// The heading of the section that tells limits.
const LIMITS: &str = "What it cannot do";

/// A lesson as it is written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Written {
    /// The title, without its number.
    pub(crate) title: String,
    /// What follows it.
    pub(crate) blocks: Vec<Block>,
}

/// Reads a lesson. `picture` knows the pictures by name.
///
/// # Errors
/// A sentence, where a fenced block does not say what it must.
pub(crate) fn read(
    text: &str,
    picture: &dyn Fn(&str) -> Option<&'static str>,
) -> Result<Written, String> {
    let mut reader = Reader {
        lines: text.lines().peekable(),
        picture,
        title: String::new(),
        blocks: Vec::new(),
        tells_limits: false,
        is_measured: false,
    };
    reader.read()?;
    Ok(Written { title: reader.title, blocks: reader.blocks })
}

struct Reader<'a> {
    lines: std::iter::Peekable<std::str::Lines<'a>>,
    picture: &'a dyn Fn(&str) -> Option<&'static str>,
    title: String,
    blocks: Vec<Block>,
    tells_limits: bool,
    is_measured: bool,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), String> {
        while let Some(line) = self.lines.next() {
            if line.trim().is_empty() {
                continue;
            }
            if line.starts_with("<!--") {
                self.is_measured = line.starts_with("<!-- lab:");
            } else if let Some(name) = line.strip_prefix("```") {
                let block = self.fenced(name.trim())?;
                self.blocks.push(block);
            } else if let Some((level, text)) = heading(line) {
                self.heading(level, text);
            } else if line.starts_with("![") {
                let block = self.pictured(line)?;
                self.blocks.push(block);
            } else if line.starts_with('|') {
                let block = self.table(line);
                self.blocks.push(block);
            } else if let Some((numbered, text)) = item(line) {
                let block = self.list(numbered, text);
                self.blocks.push(block);
            } else {
                let text = self.paragraph(line);
                self.blocks.push(Block::Paragraph { text: spans(&text) });
            }
        }
        Ok(())
    }

    fn heading(&mut self, level: u32, text: &str) {
        if level == 1 {
            // "4. `alphabeta`: leave out what cannot matter": the number is the list's, and the
            // name the lesson's.
            self.title = title(text);
        } else {
            self.tells_limits = text == LIMITS;
            self.blocks.push(Block::Heading { level, text: spans(text) });
        }
    }

    fn fenced(&mut self, name: &str) -> Result<Block, String> {
        let mut inside: Vec<&str> = Vec::new();
        for line in self.lines.by_ref() {
            if line.starts_with("```") {
                return fenced::block(name, &inside);
            }
            inside.push(line);
        }
        Err(format!("the fenced block '{name}' is never closed"))
    }

    fn pictured(&mut self, line: &str) -> Result<Block, String> {
        let inside = line.strip_prefix("![").and_then(|rest| rest.trim_end().strip_suffix(')'));
        let (alt, name) = inside
            .and_then(|inside| inside.split_once("]("))
            .ok_or_else(|| format!("this picture is not written whole: {line}"))?;
        let svg = (self.picture)(name).ok_or_else(|| format!("there is no picture '{name}'"))?;
        Ok(Block::Picture { alt: alt.to_owned(), name: name.to_owned(), svg: svg.to_owned() })
    }

    fn table(&mut self, first: &str) -> Block {
        let head = cells(first);
        let mut rows = Vec::new();
        while let Some(line) = self.lines.next_if(|line| line.starts_with('|')) {
            let is_rule = line.chars().all(|sign| "|-: ".contains(sign));
            if !is_rule {
                rows.push(cells(line));
            }
        }
        Block::Table { head, rows, measured: self.is_measured }
    }

    fn list(&mut self, numbered: bool, first: &str) -> Block {
        let mut items = vec![first.trim().to_owned()];
        while let Some(line) = self.lines.peek().copied() {
            if let Some((_, text)) = item(line) {
                items.push(text.trim().to_owned());
            } else if line.starts_with("  ") && !line.trim().is_empty() {
                if let Some(last) = items.last_mut() {
                    last.push(' ');
                    last.push_str(line.trim());
                }
            } else {
                break;
            }
            self.lines.next();
        }
        let items: Vec<Vec<Span>> = items.iter().map(|item| spans(item)).collect();
        match self.tells_limits {
            true => Block::Limits { items: items.into_iter().map(limit).collect() },
            false => Block::List { numbered, items },
        }
    }

    fn paragraph(&mut self, first: &str) -> String {
        let mut text = first.trim().to_owned();
        while let Some(line) = self.lines.next_if(|line| is_prose(line)) {
            text.push(' ');
            text.push_str(line.trim());
        }
        text
    }
}

fn heading(line: &str) -> Option<(u32, &str)> {
    let marks = line.bytes().take_while(|&byte| byte == b'#').count();
    let text = line[marks..].strip_prefix(' ')?;
    (1..=3).contains(&marks).then_some((marks as u32, text.trim()))
}

/// The text of a list's item, and whether it is numbered.
fn item(line: &str) -> Option<(bool, &str)> {
    if let Some(text) = line.strip_prefix("- ") {
        return Some((false, text));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let text = line[digits..].strip_prefix(". ")?;
    (digits > 0).then_some((true, text))
}

/// Whether a line goes on with a paragraph.
fn is_prose(line: &str) -> bool {
    let starts_block = ["```", "|", "![", "<!--"].iter().any(|mark| line.starts_with(mark));
    !line.trim().is_empty() && !starts_block && heading(line).is_none() && item(line).is_none()
}

fn cells(line: &str) -> Vec<Vec<Span>> {
    let inside = line.trim().trim_start_matches('|').trim_end_matches('|');
    inside.split('|').map(|cell| spans(cell.trim())).collect()
}

fn limit(text: Vec<Span>) -> Limit {
    let lesson = text.iter().find_map(|span| match span {
        Span::Lesson { lesson, .. } => Some(lesson.clone()),
        _ => None,
    });
    Limit { text, lesson }
}

fn title(text: &str) -> String {
    let text = item(text).map_or(text, |(_, text)| text);
    let text = text.split_once("`: ").map_or(text, |(_, text)| text).replace('`', "");
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Vec<Span> {
        vec![Span::Text { text: text.to_owned() }]
    }

    fn blocks(written: &str) -> Vec<Block> {
        read(written, &|name| (name == "a.svg").then_some("<svg/>")).unwrap().blocks
    }

    #[test]
    fn prose_lists_and_tables() {
        let written = "# 2. `minimax`: all moves\n\nOne\ntwo.\n\n## Head\n- a\n  b\n- c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n";
        let lesson = read(written, &|_| None).unwrap();
        assert_eq!(lesson.title, "All moves");
        assert_eq!(
            lesson.blocks,
            [
                Block::Paragraph { text: text("One two.") },
                Block::Heading { level: 2, text: text("Head") },
                Block::List { numbered: false, items: vec![text("a b"), text("c")] },
                Block::Table {
                    head: vec![text("x"), text("y")],
                    rows: vec![vec![text("1"), text("2")]],
                    measured: false
                },
            ]
        );
    }

    #[test]
    fn pictures_comments_and_limits() {
        let told = blocks(
            "<!-- lab: x -->\n| a |\n|---|\n| 1 |\n<!-- /lab -->\n![It](a.svg)\n\n## What it cannot do\n\n- Wait. See [next](b.md).\n",
        );
        assert!(matches!(&told[0], Block::Table { measured: true, .. }));
        assert!(matches!(&told[1], Block::Picture { svg, .. } if svg == "<svg/>"));
        let Block::Limits { items } = &told[3] else { panic!("{told:?}") };
        assert_eq!(items[0].lesson.as_deref(), Some("b"));
    }

    #[test]
    fn what_is_not_whole_is_said() {
        for wrong in ["```\nx", "![a](b.svg)", "![a", "```board\nno fen\n```"] {
            assert!(read(wrong, &|_| None).is_err(), "{wrong}");
        }
    }
}
