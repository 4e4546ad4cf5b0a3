//! A lesson as text.

use chess::{CastlingNotation, Position};
use course::{Block, LessonPage, Span};
use lab::toy::{NumberTree, Player, Story};

use super::toy::minimax_told;

/// Columns of prose, where the terminal has as many.
const WIDTH: usize = 96;
/// Columns below which lines are not made shorter.
const NARROW: usize = 30;
/// Steps of a toy that are shown.
const STEPS: usize = 24;

/// The whole lesson.
pub(super) fn text(page: &LessonPage) -> String {
    let head = &page.head;
    let mut text = format!(
        "{}: {}\n{}\n\n",
        head.id,
        head.title,
        "=".repeat(head.id.len() + 2 + head.title.chars().count())
    );
    let knows_cuts = knows_cuts(&head.id);
    for block in &page.blocks {
        text += &block_text(block, knows_cuts);
        text.push('\n');
    }
    if !head.exercises.is_empty() {
        text += "Exercises\n---------\n";
        for exercise in &head.exercises {
            text += &format!("  {:<16}{}\n", exercise.kind, exercise.title);
        }
        text += &format!("\n  plywise learn {} --exercise KIND\n", head.id);
    }
    if let Some(next) = &page.next {
        text += &format!("\nNext: plywise learn {next}\n");
    }
    text
}

/// The lesson that first speaks of windows and cuts.
const CUTS: &str = "alphabeta";

/// Whether a reader of a lesson has heard of windows and cuts.
fn knows_cuts(lesson: &str) -> bool {
    let heads = course::lessons().unwrap_or_default();
    let place = |id: &str| heads.iter().position(|head| head.id == id);
    place(lesson) >= place(CUTS)
}

fn block_text(block: &Block, knows_cuts: bool) -> String {
    match block {
        Block::Heading { text, .. } => {
            let text = plain(text);
            format!("{text}\n{}\n", "-".repeat(text.chars().count()))
        }
        Block::Paragraph { text } => wrapped(&plain(text), 0),
        Block::List { items, numbered } => {
            let mark = |at: usize| if *numbered { format!("{}.", at + 1) } else { "-".to_owned() };
            let items = items.iter().enumerate();
            items.map(|(at, item)| listed(&mark(at), &plain(item))).collect()
        }
        Block::Limits { items } => {
            items.iter().map(|item| listed("-", &plain(&item.text))).collect()
        }
        Block::Table { head, rows, .. } => table(head, rows),
        Block::Code { text } => indented(text),
        Block::Picture { alt, name, .. } => {
            wrapped(&format!("[picture: {alt} (crates/course/lessons/{name})]"), 0)
        }
        Block::Board { fen, caption } => board(fen) + &wrapped(caption, 0),
        Block::Tree { algorithm, depth, eval, fen, caption } => {
            let command = format!(
                "plywise lab tree --algorithm {algorithm} --depth {depth} --eval {eval} --fen '{fen}'"
            );
            board(fen) + &wrapped(caption, 0) + &indented(&command)
        }
        Block::Toy { tree, min, caption } => toy(tree, *min, knows_cuts) + &wrapped(caption, 0),
        Block::Pseudocode { lines } => {
            lines.iter().map(|line| format!("    {}\n", line.text)).collect()
        }
        Block::Complexity { rows } => {
            rows.iter().map(|row| format!("  {:<14}{}\n", row.name, row.text)).collect()
        }
    }
}

/// The board alone, and who is to move: what identifies it would only distract.
pub(super) fn board(fen: &str) -> String {
    let Ok(position) = fen.parse::<Position>() else { return format!("{fen}\n") };
    let diagram = uci_session::show(&position, CastlingNotation::Standard);
    let board = diagram.split("\n\n").next().unwrap_or_default().trim_end();
    format!("{board}\n{} to move: {fen}\n", position.turn())
}

/// A tree of numbers, searched as far as the reader knows how.
fn toy(tree: &str, min: bool, knows_cuts: bool) -> String {
    let player = if min { Player::Min } else { Player::Max };
    match tree.parse::<NumberTree>() {
        Ok(read) if !knows_cuts => indented(&minimax_told(&read, player)),
        Ok(read) => indented(&Story::new(read, player).text(STEPS)),
        Err(_) => indented(tree),
    }
}

/// Spans as they are read aloud; code keeps its marks.
fn plain(spans: &[Span]) -> String {
    let said = |span: &Span| match span {
        Span::Text { text } | Span::Emphasis { text } | Span::Strong { text } => text.clone(),
        Span::Code { text } => format!("`{text}`"),
        Span::Lesson { text, lesson } => format!("{text} (plywise learn {lesson})"),
        Span::File { text, path } if path.ends_with(text.as_str()) => path.clone(),
        Span::File { text, path } => format!("{text} ({path})"),
    };
    spans.iter().map(said).collect()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect()
}

/// A text behind a mark, its lines below each other.
pub(super) fn listed(mark: &str, text: &str) -> String {
    let lines = wrapped(text, mark.len() + 1);
    format!("{mark}{}", &lines[mark.len()..])
}

/// Columns of prose: no more than the terminal has, if it is one.
fn width() -> usize {
    match terminal_columns() {
        // Some terminals say 0, which is to say that they do not know.
        None | Some(0) => WIDTH,
        Some(columns) => columns.saturating_sub(1).clamp(NARROW, WIDTH),
    }
}

#[cfg(unix)]
fn terminal_columns() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    Some(usize::from(size.ws_col))
}

#[cfg(not(unix))]
fn terminal_columns() -> Option<usize> {
    None
}

/// Text in lines that fit, all of them indented by so much.
pub(super) fn wrapped(text: &str, indent: usize) -> String {
    let width = width();
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let length = line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && indent + length > width {
            lines += &format!("{:indent$}{line}\n", "");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines += &format!("{:indent$}{line}\n", "");
    }
    lines
}

/// A table in columns; where it would not fit, row by row.
fn table(head: &[Vec<Span>], rows: &[Vec<Vec<Span>>]) -> String {
    let head: Vec<String> = head.iter().map(|cell| bare(cell)).collect();
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| bare(cell)).collect()).collect();
    let of_column = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).chain(head.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(of_column).collect();
    let fits = widths.iter().sum::<usize>() + 2 * widths.len() <= width() + 8;
    if fits {
        let row = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        return row(&head) + &row(&rule) + &rows.iter().map(|cells| row(cells)).collect::<String>();
    }
    let mut text = String::new();
    for cells in &rows {
        for (at, (name, cell)) in head.iter().zip(cells).enumerate() {
            match at {
                0 => text += &format!("{cell}\n"),
                _ => text += &wrapped(&format!("{name}: {cell}"), 4),
            }
        }
    }
    text
}

/// A cell: links without where they lead.
fn bare(spans: &[Span]) -> String {
    let said = |span: &Span| match span {
        Span::Text { text }
        | Span::Emphasis { text }
        | Span::Strong { text }
        | Span::Code { text }
        | Span::Lesson { text, .. }
        | Span::File { text, .. } => text.clone(),
    };
    spans.iter().map(said).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_fits_into_a_window() {
        for head in course::lessons().unwrap() {
            let text = text(&course::lesson(&head.id).unwrap());
            assert!(text.starts_with(&head.id));
            for line in text.lines() {
                // What is to be typed stays in one line, so that it can be copied.
                let is_typed = line.starts_with("    ") || line.contains(" to move: ");
                assert!(is_typed || line.chars().count() <= WIDTH + 8, "{}: {line}", head.id);
            }
        }
        let shown = text(&course::lesson("alphabeta").unwrap());
        assert!(shown.contains("| r |   | b | q | k | b |   | r | 8"), "{shown}");
        assert!(shown.contains("worst case"), "{shown}");
    }
}
