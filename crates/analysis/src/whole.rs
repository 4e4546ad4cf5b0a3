//! What is whole of a file of results, and whether the rest of it may be cut off:
//! only if it is the beginning of what we would have written next. What is
//! somebody else's stays as it is.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use chess::pgn::{Pgn, ReadError, Reader};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::annotate::SETTINGS_TAG;
use crate::error::{AnalysisError, cannot};
use crate::goal::{GoalVerdict, SuitePoints};
use crate::tally::SolvedTally;
use files::Draft;

/// What is needed of an old result.
#[derive(Deserialize)]
pub(crate) struct OldResult {
    pub(crate) fen: String,
    settings: Option<String>,
    solved: Option<bool>,
    points: Option<u32>,
    most_points: Option<u32>,
}

/// What is whole of a file.
#[derive(Default)]
pub(crate) struct WholeResults {
    /// In bytes. If a result follows, it was only begun.
    pub(crate) length: u64,
    pub(crate) positions: u64,
    pub(crate) games: u64,
    pub(crate) tally: SolvedTally,
}

/// Why a file cannot be gone on with.
pub(crate) enum Foreign {
    Io(io::Error),
    Unreadable,
    /// The settings it was made with, where it says so.
    Settings(Option<String>),
}

impl Foreign {
    pub(crate) fn failure(self, path: &Path, settings: &str) -> AnalysisError {
        match self {
            Foreign::Io(error) => cannot("read", path, &error),
            Foreign::Settings(old) => AnalysisError::WrongUse(format!(
                "cannot go on with {}: its results were made with {}, not with {settings}",
                path.display(),
                old.map_or_else(
                    || "other settings".to_owned(),
                    |old| chess::quote_up_to(&old, 120)
                ),
            )),
            Foreign::Unreadable => AnalysisError::WrongUse(format!(
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
pub(crate) fn whole_lines(file: &File, settings: &str) -> Result<WholeResults, Foreign> {
    let mut input = BufReader::new(file);
    let mut whole = WholeResults::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(whole);
        }
        let is_ended = line.ends_with(b"\n");
        let kept: OldResult = match serde_json::from_slice(&line) {
            Ok(kept) => kept,
            Err(_) if !is_ended && is_begun(&line) => return Ok(whole),
            Err(_) => return Err(Foreign::Unreadable),
        };
        if kept.settings.as_deref() != Some(settings) {
            return Err(Foreign::Settings(kept.settings));
        }
        if !is_ended {
            // Nothing but its end is missing; it is simply written again.
            return Ok(whole);
        }
        whole.length += line.len() as u64;
        whole.positions += 1;
        if let Some(is_solved) = kept.solved {
            let points = kept.points.zip(kept.most_points);
            let points = points.map(|(made, most)| SuitePoints { made, most });
            whole.tally.add(GoalVerdict { is_solved, points });
        }
    }
}

/// The keys of a line in their order, and how their values begin. Only the first
/// is always there.
const KEYS: [(&str, &[u8]); 21] = [
    ("index", NUMBER),
    ("line", NUMBER),
    ("id", b"\""),
    ("game", NUMBER),
    ("ply", NUMBER),
    ("fen", b"\""),
    ("lines", b"["),
    ("best", b"\"n"),
    ("tablebase", b"{"),
    ("nodes", NUMBER),
    ("seconds", NUMBER),
    ("settings", b"\""),
    ("move", b"\""),
    ("loss_percent", NUMBER),
    ("mark", b"\""),
    ("words", b"\""),
    ("better", b"["),
    ("operations", b"{"),
    ("solved", b"tf"),
    ("points", NUMBER),
    ("most_points", NUMBER),
];
const NUMBER: &[u8] = b"-0123456789";

/// Whether this is the beginning of a line as we write them.
fn is_begun(line: &[u8]) -> bool {
    let Some(mut rest) = line.strip_prefix(b"{") else { return line.is_empty() };
    let mut next = 0;
    loop {
        let keys = &KEYS[next..if next == 0 { 1 } else { KEYS.len() }];
        let key = |name: &str| format!("\"{name}\":").into_bytes();
        if keys.iter().any(|(name, _)| key(name).starts_with(rest)) {
            return true;
        }
        let found = keys.iter().position(|(name, _)| rest.starts_with(&key(name)));
        let Some(found) = found else { return false };
        let (name, first) = keys[found];
        next += found + 1;
        rest = &rest[key(name).len()..];
        match rest.first() {
            Some(byte) if !first.contains(byte) => return false,
            _ => {}
        }
        match value_end(rest) {
            None => return true,
            Some(Err(())) => return false,
            Some(Ok(end)) => rest = &rest[end..],
        }
        match rest.strip_prefix(b",") {
            Some(more) => rest = more,
            None => return rest.is_empty(),
        }
    }
}

/// Where a value of JSON ends; `None` if it goes on beyond the text.
fn value_end(text: &[u8]) -> Option<Result<usize, ()>> {
    let end = |text: &[u8]| {
        let mut values = serde_json::Deserializer::from_slice(text).into_iter::<IgnoredAny>();
        match values.next() {
            Some(Ok(_)) => Some(Ok(values.byte_offset())),
            Some(Err(error)) if !error.is_eof() => Some(Err(())),
            _ => None,
        }
    };
    match end(text) {
        // What ends with the point of a number counts as wrong without a digit.
        Some(Err(())) => end(&[text, b"0"].concat()).filter(Result::is_err),
        found => found,
    }
}

/// More than the tags of a game take.
const LONGEST_TAGS: u64 = 1 << 20;

/// What is whole of a file of annotated games, the first of which has these tags
/// before ours.
pub(crate) fn whole_games(
    file: &File,
    settings: &str,
    first_tags: Option<&str>,
) -> Result<WholeResults, Foreign> {
    let mut input = BufReader::new(file);
    let mut whole = WholeResults::default();
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
    let has_rest = length > whole.length;
    if has_rest && draft.is_strange {
        return Err(Foreign::Unreadable);
    }
    if has_rest && whole.games == 0 && !draft.has_moves {
        // Anybody's game may begin with tags: these have to be those of the input.
        input.seek(SeekFrom::Start(whole.length))?;
        let mut rest = Vec::new();
        input.take(LONGEST_TAGS).read_to_end(&mut rest)?;
        rest.retain(|&byte| byte != b'\r');
        let first = first_tags.unwrap_or_default().as_bytes();
        if !rest.starts_with(first) && !first.starts_with(&rest) || first.is_empty() {
            return Err(Foreign::Unreadable);
        }
    } else if has_rest && draft.has_moves {
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
            _ => whole_games(&opened, "depth=3", Some(ROSTER.trim_end())),
        };
        std::fs::remove_file(&file).unwrap();
        whole.ok().map(|whole| whole.length)
    }

    #[test]
    fn a_line_may_end_anywhere() {
        let line = "{\"index\":1,\"id\":\"Müller \\\"é\\\"\",\"fen\":\"8/8 w\",\"lines\":[{\"pv\":[]}],\
                    \"best\":null,\"nodes\":12,\"seconds\":0.5e-1,\"settings\":\"depth=3\",\
                    \"mark\":\"blunder\",\"words\":\"loses\",\"better\":[\"e2e4\"],\
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
            "{\"index\":1,\"prec",
            "{\"index\":1,\"precious\":\"con",
            "{\"index\":\"one",
            "{\"index\":1,\"fen\":\"8/8 w\",\"fen\":\"8/8",
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
        let tags = "[Event \"x\"]\n[Site \"y\"]\n[Date \"1999.01.01\"]\n[Rou";
        assert_eq!(whole("foreign", tags.as_bytes()), None);
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
