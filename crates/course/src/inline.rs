//! Text within a line: `code`, *emphasis*, **strong** and links.

use crate::page::Span;

/// Where files that a lesson links to are seen from.
const LESSONS: &str = "crates/course/lessons";

/// Reads a line.
pub(crate) fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        match marked(rest) {
            Some((span, taken)) => {
                if !plain.is_empty() {
                    spans.push(Span::Text { text: std::mem::take(&mut plain) });
                }
                spans.push(span);
                rest = &rest[taken..];
            }
            None => {
                plain.push(sign);
                rest = &rest[sign.len_utf8()..];
            }
        }
    }
    if !plain.is_empty() {
        spans.push(Span::Text { text: plain });
    }
    spans
}

/// What a text begins with, if it is marked, and how many bytes that takes.
fn marked(text: &str) -> Option<(Span, usize)> {
    if let Some((inside, taken)) = between(text, "`", "`") {
        return Some((Span::Code { text: inside.to_owned() }, taken));
    }
    if let Some((inside, taken)) = between(text, "**", "**") {
        return Some((Span::Strong { text: inside.to_owned() }, taken));
    }
    if let Some((inside, taken)) = between(text, "*", "*")
        && !inside.starts_with(' ')
    {
        return Some((Span::Emphasis { text: inside.to_owned() }, taken));
    }
    let (said, to_target) = between(text, "[", "](")?;
    let (target, taken) = between(&text[to_target - 1..], "(", ")")?;
    Some((link(said.replace('`', ""), target), to_target - 1 + taken))
}

/// What stands between two marks, and how long it is with them.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<(&'a str, usize)> {
    let inside = text.strip_prefix(open)?;
    let end = inside.find(close)?;
    (end > 0).then(|| (&inside[..end], open.len() + end + close.len()))
}

fn link(text: String, target: &str) -> Span {
    match target.strip_suffix(".md") {
        Some(lesson) if !lesson.contains('/') => Span::Lesson { text, lesson: lesson.to_owned() },
        _ => Span::File { text, path: from_top(target) },
    }
}

/// A path as it is from the top of the project, not from the lessons.
fn from_top(path: &str) -> String {
    let mut folders: Vec<&str> = LESSONS.split('/').collect();
    for step in path.split('/') {
        match step {
            ".." => drop(folders.pop()),
            "." => {}
            step => folders.push(step),
        }
    }
    folders.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_mark() {
        let told =
            spans("a *b* **c** `d*` [e](f.md) [`g`](../../search/src/g.rs) 3 * 4 * 5 [x] b^(d/2)");
        let said = |span: &Span| format!("{span:?}");
        assert_eq!(told.len(), 11, "{told:?}");
        assert!(said(&told[1]).starts_with("Emphasis"));
        assert!(said(&told[3]).starts_with("Strong"));
        assert_eq!(told[5], Span::Code { text: "d*".to_owned() });
        assert_eq!(told[7], Span::Lesson { text: "e".to_owned(), lesson: "f".to_owned() });
        let path = "crates/search/src/g.rs".to_owned();
        assert_eq!(told[9], Span::File { text: "g".to_owned(), path });
        assert_eq!(told[10], Span::Text { text: " 3 * 4 * 5 [x] b^(d/2)".to_owned() });
    }
}
