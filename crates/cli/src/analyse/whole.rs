//! What is whole of a file of results, and whether the rest of it may be cut off:
//! only if it is the beginning of what we would have written next. What is
//! somebody else's stays as it is.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use chess::pgn::{Pgn, ReadError, Reader, Tags};
use serde::Deserialize;

use super::goal::{Points, Verdict};
use super::report::SETTINGS_TAG;
use super::tally::Tally;
use crate::failure::{Failure, cannot};

/// What is needed of an old result.
#[derive(Deserialize)]
pub(super) struct Kept {
    pub(super) fen: String,
    settings: Option<String>,
    solved: Option<bool>,
    points: Option<u32>,
    most_points: Option<u32>,
}

/// What is whole of a file.
#[derive(Default)]
pub(super) struct Whole {
    /// In bytes.
    pub(super) length: u64,
    /// Whether a result follows that was only begun.
    pub(super) has_rest: bool,
    pub(super) positions: u64,
    pub(super) games: u64,
    pub(super) tally: Tally,
}

/// Why a file cannot be gone on with.
pub(super) enum Foreign {
    Io(io::Error),
    Unreadable,
    /// The settings it was made with, where it says so.
    Settings(Option<String>),
}

impl Foreign {
    pub(super) fn failure(self, path: &Path, settings: &str) -> Failure {
        match self {
            Foreign::Io(error) => cannot("read", path, &error),
            Foreign::Settings(old) => Failure::WrongUse(format!(
                "cannot go on with {}: its results were made with {}, not with {settings}",
                path.display(),
                old.map_or_else(
                    || "other settings".to_owned(),
                    |old| chess::quote_up_to(&old, 120)
                ),
            )),
            Foreign::Unreadable => Failure::WrongUse(format!(
                "cannot go on with {}: it holds something else than results in this form",
                path.display()
            )),
        }
    }
}

impl From<io::Error> for Foreign {
    fn from(error: io::Error) -> Foreign {
        Foreign::Io(error)
    }
}

/// What is whole of a file of lines of JSON.
pub(super) fn whole_lines(file: &File, settings: &str) -> Result<Whole, Foreign> {
    let mut input = BufReader::new(file);
    let mut whole = Whole::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(whole);
        }
        let is_ended = line.ends_with(b"\n");
        let kept: Kept = match serde_json::from_slice(&line) {
            Ok(kept) => kept,
            Err(_) if !is_ended && is_begun(&line) => {
                return Ok(Whole { has_rest: true, ..whole });
            }
            Err(_) => return Err(Foreign::Unreadable),
        };
        if kept.settings.as_deref() != Some(settings) {
            return Err(Foreign::Settings(kept.settings));
        }
        if !is_ended {
            // Nothing but its end is missing; it is simply written again.
            return Ok(Whole { has_rest: true, ..whole });
        }
        whole.length += line.len() as u64;
        whole.positions += 1;
        if let Some(is_solved) = kept.solved {
            let points = kept.points.zip(kept.most_points);
            let points = points.map(|(made, most)| Points { made, most });
            whole.tally.add(Verdict { is_solved, points });
        }
    }
}

/// Whether half a line begins as all lines of ours do, and lacks nothing but the
/// rest.
fn is_begun(line: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"{\"index\":";
    let lacks_rest = |text: &[u8]| serde_json::from_slice::<Kept>(text).is_err_and(|e| e.is_eof());
    // What ends with the point of a number counts as wrong without a digit.
    (line.starts_with(BEGINNING) || BEGINNING.starts_with(line))
        && (lacks_rest(line) || lacks_rest(&[line, b"0"].concat()))
}

/// What is whole of a file of annotated games.
pub(super) fn whole_games(file: &File, settings: &str) -> Result<Whole, Foreign> {
    let mut input = BufReader::new(file);
    let mut whole = Whole::default();
    let (mut length, mut draft) = (0, Draft::default());
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        length += line.len() as u64;
        if draft.take(&line) {
            whole.length = length;
            draft = Draft::default();
        }
    }
    input.rewind()?;
    for game in Reader::new(input.by_ref().take(whole.length)) {
        let game = game.map_err(|_| Foreign::Unreadable)?.game;
        check(&game, settings)?;
        whole.games += 1;
        whole.positions += game.tree.main_line().count() as u64 + 1;
    }
    whole.has_rest = length > whole.length;
    if whole.has_rest && draft.is_strange {
        return Err(Foreign::Unreadable);
    }
    if whole.has_rest && draft.has_moves {
        // All its tags are there, so ours have to be.
        input.seek(SeekFrom::Start(whole.length))?;
        match Reader::new(input).next() {
            Some(Ok(read)) => check(&read.game, settings)?,
            Some(Err(ReadError::Broken(broken))) => check(&broken.game, settings)?,
            Some(Err(ReadError::Io(error))) => return Err(error.into()),
            None => return Err(Foreign::Unreadable),
        }
    }
    Ok(whole)
}

/// A game without our tag is none of ours.
fn check(game: &Pgn, settings: &str) -> Result<(), Foreign> {
    match game.tags.get(SETTINGS_TAG) {
        Some(old) if old == settings => Ok(()),
        Some(old) => Err(Foreign::Settings(Some(old.to_owned()))),
        None => Err(Foreign::Unreadable),
    }
}

/// A game of which a few lines were read.
#[derive(Default)]
struct Draft {
    /// Lines of tags.
    tags: usize,
    /// Whether the empty line after the tags was there.
    has_moves: bool,
    /// Whether a comment is open: it may hold whatever it likes.
    has_open_comment: bool,
    /// Whether the last line ended with a result.
    has_result: bool,
    /// Whether we do not write games like this.
    is_strange: bool,
}

impl Draft {
    /// Takes the next line; whether the game is over with it. An empty line where
    /// none has begun is as good as one.
    fn take(&mut self, line: &[u8]) -> bool {
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

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use super::*;

    /// What is whole of a text, in bytes; `None` for what is not ours.
    fn whole(name: &str, text: &[u8]) -> Option<u64> {
        let file = format!("plywise-whole-{}-{name}", std::process::id());
        let file = std::env::temp_dir().join(file);
        std::fs::write(&file, text).unwrap();
        let opened = File::open(&file).unwrap();
        let whole = match name {
            "lines" => whole_lines(&opened, "depth=3"),
            _ => whole_games(&opened, "depth=3"),
        };
        std::fs::remove_file(&file).unwrap();
        whole.ok().map(|whole| {
            assert_eq!(whole.has_rest, whole.length < text.len() as u64);
            whole.length
        })
    }

    #[test]
    fn a_line_may_end_anywhere() {
        let line = "{\"index\":1,\"id\":\"Müller \\\"é\\\"\",\"fen\":\"8/8 w\",\"lines\":[{\"pv\":[]}],\
                    \"best\":null,\"nodes\":12,\"seconds\":0.5e-1,\"settings\":\"depth=3\",\
                    \"solved\":true}\n";
        let text = format!("{line}{line}");
        for length in 0..=text.len() {
            let kept = length / line.len() * line.len();
            assert_eq!(whole("lines", &text.as_bytes()[..length]), Some(kept as u64), "{length}");
        }
        for foreign in [
            "{\"precious\":\"config\"}\n",
            "{\"precious\":\"config\"}",
            "{\"precious\":\"con",
            "{\"index\":1}",
            "{\"index\":1} mine",
            "{\"index\":1,\n",
            "{\n",
            "\n",
            "[",
            "{\"index\":1,\"fen\":\"\",\"settings\":\"depth=4\"}",
        ] {
            assert_eq!(whole("lines", foreign.as_bytes()), None, "{foreign}");
            let text = format!("{line}{foreign}");
            assert_eq!(whole("lines", text.as_bytes()), None, "{foreign}");
        }
    }

    const ROSTER: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                          [White \"Müller \\\"é\\\"\"]\n[Black \"?\"]\n[Result \"1-0\"]\n";

    #[test]
    fn a_game_may_end_anywhere() {
        let game = format!(
            "{ROSTER}[AnnotatorSettings \"depth=3\"]\n\n{{ once 0-1\n\n[so] 1-0\n\n}} 1. e4 $4\n\
             {{ [%eval 0.3,3] }} (1. d4 {{ better }}) 1... e5 1-0\n\n"
        );
        for text in [game.repeat(2), game.repeat(2).replace('\n', "\r\n")] {
            let length = text.len() / 2;
            for end in 0..=text.len() {
                let found = whole("games", &text.as_bytes()[..end]);
                // Half an end of line is none that we write: it may be refused.
                let may_be_refused = text.as_bytes()[..end].ends_with(b"\r");
                let kept = (end / length * length) as u64;
                assert!(found == Some(kept) || found.is_none() && may_be_refused, "{end}");
            }
            // Empty lines between games are nobody's.
            let apart = format!("\n{text}\n\r\n");
            assert_eq!(whole("games", apart.as_bytes()), Some(apart.len() as u64));
        }
    }

    #[test]
    fn what_is_not_ours_is_no_game_of_ours() {
        let ours = format!("{ROSTER}[AnnotatorSettings \"depth=3\"]\n\n1. e4 1-0\n\n");
        let begun = format!("{ROSTER}[AnnotatorSettings \"depth=3\"]\n\n1. e4");
        for foreign in [
            "[Event \"x\"]\n\n1. e4 *\n\n".to_owned(),
            "[Event \"x\"]\r\n\r\n1. e4 *\r\n\r\n".to_owned(),
            "[Event \"x\"]\n\n1. e4 *\n".to_owned(),
            "[Event \"x\"]\n\n1. e4 *".to_owned(),
            "[Event \"x\"]\n[White \"A\"]\n".to_owned(),
            "[Event \"x\n".to_owned(),
            "1. e4 *\n\n".to_owned(),
            "1. e4".to_owned(),
            format!("{ROSTER}\n1. e4 1-0\n\n"),
            format!("{ROSTER}\n1. e4 1-0\n"),
            format!("{ROSTER}\n1. e4"),
            format!("{ROSTER}[AnnotatorSettings \"depth=4\"]\n\n1. e4"),
            format!("{begun}\n\nmy notes"),
            format!("{begun} 1-0\nmy notes"),
            format!("{begun}\n[Event \"x\"]\n\n1. e4 *\n"),
            format!("{begun}\n[Event \"x\"]\n\n1. e4 *\n\n"),
        ] {
            assert_eq!(whole("foreign", foreign.as_bytes()), None, "{foreign}");
            let text = format!("{ours}{foreign}");
            assert_eq!(whole("foreign", text.as_bytes()), None, "{text}");
        }
    }
}
