//! Half a game: how far somebody came with writing it.

use chess::pgn::Tags;

/// A game as we write it, of which a few lines were read: tags with the usual
/// seven first, an empty line, moves without empty lines, a result.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Lines of tags.
    tags: usize,
    /// Whether the empty line after the tags was there.
    pub has_moves: bool,
    /// Whether a comment is open: it may hold whatever it likes.
    has_open_comment: bool,
    /// Whether the last line ended with a result.
    pub has_result: bool,
    /// Whether we do not write games like this.
    pub is_strange: bool,
}

impl Draft {
    /// Takes the next line; whether the game is over with it. An empty line where
    /// none has begun is as good as one.
    pub fn take(&mut self, line: &[u8]) -> bool {
        let text = line.strip_suffix(b"\n");
        let is_ended = text.is_some();
        let text = text.unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if self.has_moves { self.take_moves(text, is_ended) } else { self.take_tag(text, is_ended) }
    }

    fn take_tag(&mut self, text: &[u8], is_ended: bool) -> bool {
        let tags = Tags::default();
        let mut roster = tags.iter().map(|(name, _)| name);
        if text.is_empty() && is_ended {
            self.has_moves = self.tags > 0;
            self.is_strange |= roster.nth(self.tags).is_some();
            return !self.has_moves;
        }
        let beginning = roster.nth(self.tags).map_or("[".to_owned(), |name| format!("[{name} \""));
        let beginning = beginning.as_bytes();
        let is_good = match is_ended {
            true => text.starts_with(beginning) && text.ends_with(b"\"]"),
            false => text.starts_with(beginning) || beginning.starts_with(text),
        };
        self.is_strange |= !is_good;
        self.tags += 1;
        false
    }

    fn take_moves(&mut self, text: &[u8], is_ended: bool) -> bool {
        if text.is_empty() && is_ended && self.has_result {
            return true;
        }
        // Moves come without empty lines, nothing follows a result, and tags would
        // be those of another game.
        let is_good = !text.is_empty() && !text.starts_with(b"[") && !self.has_result;
        self.is_strange |= !is_good && !self.has_open_comment;
        for sign in text {
            match sign {
                b'{' => self.has_open_comment = true,
                b'}' => self.has_open_comment = false,
                _ => {}
            }
        }
        let word = text.rsplit(|&sign| sign == b' ').next().unwrap_or_default();
        let is_result = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].contains(&word);
        self.has_result = is_result && is_ended && !self.has_open_comment;
        false
    }
}
