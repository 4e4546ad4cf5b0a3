//! Choosing one of the games that were not finished.

use chess::quote;
use session::memory::Unfinished;

use super::count;

/// The question, in the longest words that fit.
pub(crate) const WHICH: [&str; 2] =
    ["which one (Enter: the first, x: none)? ", "which (Enter: 1, x: none)? "];

/// How many games are shown.
const MOST_SHOWN: usize = 9;

/// The games, numbered from 1.
pub(crate) fn list(games: &[Unfinished]) -> String {
    let mut list = "Unfinished games:\n".to_owned();
    for (index, game) in games.iter().enumerate().take(MOST_SHOWN) {
        list.push_str(&format!("  {}  {}\n", index + 1, game.title));
    }
    if games.len() > MOST_SHOWN {
        list.push_str(&format!("  older ones: {} to {}\n", MOST_SHOWN + 1, games.len()));
    }
    list
}

/// That there is none, or none that nobody else has.
pub(crate) fn nothing(held: usize) -> String {
    match held {
        0 => "There is no unfinished game.".to_owned(),
        _ => format!(
            "There is no unfinished game but {} open elsewhere.",
            count(held as u64, "game")
        ),
    }
}

/// Which of so many games is meant, counted from 0; `None` for none of them.
pub(crate) fn read_choice(line: &str, games: usize) -> Result<Option<usize>, String> {
    let line = line.trim().to_lowercase();
    let number = match line.as_str() {
        "x" | "q" | "quit" | "exit" | "cancel" | "back" | "no" | "none" => return Ok(None),
        "" => Some(1),
        text => text.parse().ok(),
    };
    match number.filter(|number| (1..=games).contains(number)) {
        Some(number) => Ok(Some(number - 1)),
        None => {
            Err(format!("'{}' is none of them: a number from 1 to {games}, or x.", quote(&line)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_or_none() {
        assert_eq!(read_choice("", 3), Ok(Some(0)));
        assert_eq!(read_choice(" 3 ", 3), Ok(Some(2)));
        for text in ["x", "back", "Cancel"] {
            assert_eq!(read_choice(text, 3), Ok(None), "{text}");
        }
        for text in ["0", "4", "e4", "99999999999999999999"] {
            let sentence = read_choice(text, 3).unwrap_err();
            assert!(
                sentence.ends_with("is none of them: a number from 1 to 3, or x."),
                "{sentence}"
            );
        }
    }
}
