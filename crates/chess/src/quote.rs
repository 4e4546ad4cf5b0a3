//! Quoting what came from outside.

/// As much of a text as fits in a sentence, with nothing a terminal would obey.
pub(crate) fn quote(text: &str) -> String {
    const MOST: usize = 40;
    let clean = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut quoted: String = text.chars().take(MOST).map(clean).collect();
    if text.chars().nth(MOST).is_some() {
        quoted.push('…');
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn long_and_wild_texts_are_tamed() {
        assert_eq!(quote("e4"), "e4");
        assert_eq!(quote("a\u{1b}[31mb\n"), "a\u{fffd}[31mb\u{fffd}");
        assert_eq!(quote(&"é".repeat(41)), format!("{}…", "é".repeat(40)));
    }
}
