//! Quoting what came from outside.

/// As much of a foreign text as fits in a sentence, with nothing a terminal
/// would obey. Error sentences quote what they refuse with it.
///
/// ```
/// assert_eq!(plywise_chess::quote("e4\u{1b}[2J\n"), "e4\u{fffd}[2J\u{fffd}");
/// ```
pub fn quote(text: &str) -> String {
    quote_up_to(text, 40)
}

/// The same with room for so many letters.
pub fn quote_up_to(text: &str, most: usize) -> String {
    let clean = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut quoted: String = text.chars().take(most).map(clean).collect();
    if text.chars().nth(most).is_some() {
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
