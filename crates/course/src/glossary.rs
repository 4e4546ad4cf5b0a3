//! Words of the field, each in one sentence.

use serde::{Deserialize, Serialize};

/// A word and what it means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GlossaryWord {
    /// The word in full.
    pub word: String,
    /// How the program, or a table, abbreviates it; empty if it does not.
    pub short: String,
    /// One sentence.
    pub meaning: String,
    /// The lesson that treats it, if one does.
    pub lesson: Option<String>,
}

/// A word a line, sorted: word, short form, lesson, meaning, separated by tabs.
const WORDS: &str = include_str!("words.tsv");

/// All words, sorted.
pub fn glossary() -> Vec<GlossaryWord> {
    let read = |line: &str| {
        let mut fields = line.split('\t').map(str::to_owned);
        let (word, short, lesson) = (fields.next()?, fields.next()?, fields.next()?);
        let lesson = Some(lesson).filter(|lesson| !lesson.is_empty());
        Some(GlossaryWord { word, short, meaning: fields.next()?, lesson })
    };
    WORDS.lines().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lessons::IDS;

    #[test]
    fn every_line_is_a_word_in_its_place() {
        let words = glossary();
        assert_eq!(words.len(), WORDS.lines().count());
        for pair in words.windows(2) {
            assert!(pair[0].word.to_lowercase() < pair[1].word.to_lowercase(), "{}", pair[1].word);
        }
        for word in &words {
            assert!(word.meaning.ends_with('.'), "{}", word.word);
            let is_known = word.lesson.as_deref().is_none_or(|lesson| IDS.contains(&lesson));
            assert!(is_known, "{}", word.word);
        }
    }
}
