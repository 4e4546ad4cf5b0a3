//! Openings from games.

use chess::pgn::{ReadError, Reader};

use super::{Opening, OpeningsError};

/// Whether a text is PGN rather than positions: it begins with a tag or with a
/// move number.
pub(super) fn looks_like(text: &str) -> bool {
    let text = text.trim_start();
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.starts_with('[') || number.len() < text.len() && number.starts_with('.')
}

/// The first plies of the main lines, or all of them.
pub(super) fn read(text: &str, plies: Option<usize>) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for game in Reader::new(text.as_bytes()) {
        let game = game.map_err(|error| match error {
            ReadError::Broken(broken) => OpeningsError::At {
                line: broken.line,
                reason: format!("the game cannot be read: {}", broken.cause),
            },
            ReadError::Io(error) => OpeningsError::At { line: 0, reason: error.to_string() },
        })?;
        let tree = &game.game.tree;
        let moves = tree.main_line().take(plies.unwrap_or(usize::MAX));
        // A null move ends what can be played.
        let moves = moves.map_while(|node| tree.mv(node)).collect();
        let opening = Opening { start: *tree.start(), moves }.checked();
        openings.push(opening.map_err(|reason| OpeningsError::At { line: game.line, reason })?);
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_lines_are_cut() {
        let text = "[White \"A\"]\n\n1. e4 e5 (1... c5) 2. Nf3 Nc6 *\n\n[White \"B\"]\n\n1. d4 *\n";
        assert!(looks_like(text) && looks_like("1. e4 e5 *"));
        let lengths = |plies| -> Vec<usize> {
            read(text, plies).unwrap().iter().map(|opening| opening.moves.len()).collect()
        };
        assert_eq!((lengths(None), lengths(Some(3))), (vec![4, 1], vec![3, 1]));
    }

    #[test]
    fn finished_and_broken_games_are_refused() {
        let mate = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        assert!(read(mate, None).unwrap_err().to_string().contains("over before it begins"));
        assert_eq!(read(mate, Some(3)).unwrap().len(), 1);
        let broken = "[White \"A\"]\n\n1. e4 Ke5 *\n";
        assert!(read(broken, None).unwrap_err().to_string().starts_with("line 1: the game cannot"));
        assert!(!looks_like("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"));
        assert!(!looks_like("1k6/8/4K3/8/8/8/4P3/8 w - - 0 1"));
    }
}
