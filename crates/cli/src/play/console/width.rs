//! How wide text is on a terminal, and how it is cut and wrapped.

/// A space where no line is broken. The console writes it as a plain one.
pub(crate) const TIED: char = '\u{a0}';

/// How many columns a character takes.
pub(crate) fn of_char(letter: char) -> usize {
    match letter as u32 {
        // Marks that stand on the letter before them, and invisible selectors.
        0x0300..=0x036f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        // East Asian letters and most emoji.
        0x1100..=0x115f
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// How many columns a text without escape sequences takes.
pub(crate) fn of(text: &str) -> usize {
    text.chars().map(of_char).sum()
}

/// As much of a text as fits, with an ellipsis where something is missing.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if of(text) <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut width = 0;
    for letter in text.chars() {
        width += of_char(letter);
        if width >= columns {
            break;
        }
        kept.push(letter);
    }
    if columns > 0 {
        kept.push('…');
    }
    kept
}

/// The same text, as wide as before, without the signs that we draw with. What a
/// user has typed or named stays as it is: that much the terminal can show.
pub(crate) fn in_ascii(text: &str) -> String {
    let plain = |letter: char| match letter {
        TIED => ' ',
        '─' => '-',
        '…' | '·' => '.',
        other => other,
    };
    text.chars().map(plain).collect()
}

/// The same name without accents: those that the names of openings have.
pub(crate) fn without_accents(name: &str) -> String {
    let plain = |letter: char| match letter {
        'á' | 'ä' => 'a',
        'é' => 'e',
        'ī' => 'i',
        'ņ' => 'n',
        'ó' | 'ö' | 'ø' => 'o',
        'ü' => 'u',
        'ý' => 'y',
        'ć' | 'č' => 'c',
        'š' => 's',
        other => other,
    };
    name.chars().map(plain).collect()
}

/// Lines of at most `columns` columns, broken between words; a word that is
/// longer is broken where it must be. Line breaks of the text stay, and so
/// does the indentation of a line, also for what is wrapped from it.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        wrap_line(line, columns.max(1), &mut lines);
    }
    lines
}

fn wrap_line(line: &str, columns: usize, lines: &mut Vec<String>) {
    if of(line) <= columns {
        lines.push(line.to_owned());
        return;
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let indent = " ".repeat(if indent + 8 < columns { indent } else { 0 });
    let mut current = indent.clone();
    let mut is_empty = true;
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        if !is_empty && of(&current) + 1 + of(word) > columns {
            lines.push(std::mem::replace(&mut current, indent.clone()));
            is_empty = true;
        }
        if !is_empty {
            current.push(' ');
        }
        for letter in word.chars() {
            if of(&current) + of_char(letter) > columns && of(&current) > indent.len() {
                lines.push(std::mem::replace(&mut current, indent.clone()));
            }
            current.push(letter);
        }
        is_empty = false;
    }
    if !is_empty {
        lines.push(current);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting() {
        assert_eq!(cut("medium", 6), "medium");
        assert_eq!(cut("medium", 5), "medi…");
        assert_eq!(cut("medium", 0), "");
        assert_eq!(of("♞é"), 2);
    }

    #[test]
    fn everything_we_draw_has_a_plain_form() {
        assert_eq!(in_ascii(&cut("Gru Defence", 4)), "Gru.");
        let phased = eval::by_name("phased").unwrap();
        let table = lab::explanation_text(&phased.explain(&chess::Position::start()));
        assert!(!table.is_ascii() && in_ascii(&table).is_ascii(), "{table}");
        for opening in chess::openings::all() {
            assert!(without_accents(opening.name).is_ascii(), "{}", opening.name);
        }
    }

    #[test]
    fn wrapping() {
        assert_eq!(wrap("the bishop is blocked", 12), ["the bishop", "is blocked"]);
        assert_eq!(wrap("a\n\n  b", 9), ["a", "", "  b"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("  one two three four", 12), ["  one two", "  three four"]);
        assert_eq!(wrap("1. e4 e5 2.\u{a0}Nf3\u{a0}Nc6", 14), ["1. e4 e5", "2.\u{a0}Nf3\u{a0}Nc6"]);
        assert!(wrap("x y z", 0).len() <= 3);
        for columns in 1..40 {
            for line in wrap("  Sicilian Defence: Najdorf Variation, English Attack ♞", columns) {
                assert!(of(&line) <= columns, "{columns}: {line}");
            }
        }
    }
}
