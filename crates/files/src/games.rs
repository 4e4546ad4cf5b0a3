//! Files of PGN games that games are added to.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use chess::pgn::Pgn;

use crate::growing::check_kept;
use crate::movetext::is_games;
use crate::{Draft, FileRefusal, Good, GrowingFile, Turn};

/// What the games of our matches are called in their `Event` tag: by this, half a
/// game at the end of a file is known to be ours.
pub const MATCH_EVENT: &str = "Plywise match";

/// Enough of a file to see what it is.
const HEAD: u64 = 1 << 16;
/// More than a game of ours takes.
const LONGEST_GAME: u64 = 4 << 20;

/// Says why games could not be added to a file, without making it.
pub fn check(path: &Path) -> Result<(), FileRefusal> {
    let cannot = |error: io::Error| FileRefusal::io("write", path, &error);
    check_kept(path)?;
    match File::options().append(true).read(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(cannot(error)),
        Ok(file) => {
            let found = file.metadata().map_err(cannot)?;
            let is_begun = found.is_file() && found.len() > 0;
            if is_begun { judge(&file, path).map(drop) } else { Ok(()) }
        }
    }
}

/// A file of games that is added to. Several programs may do so in turn.
#[derive(Debug)]
pub struct Games(GrowingFile);

impl Games {
    /// Opens a file, or makes it; refuses what is no file of games. If a game of
    /// ours was going to be written behind `at` bytes, also says whether it is
    /// missing. What there is of it is cut off then.
    pub fn open(path: &Path, at: Option<u64>) -> Result<(Games, bool), FileRefusal> {
        let mut is_missing = false;
        let (growing, ()) = GrowingFile::open_shared(path, |file| {
            let good = judge(file, path)?;
            let written = at.map(|at| written(file, at)).transpose();
            let written = written.map_err(|error| FileRefusal::io("read", path, &error))?;
            is_missing = written == Some(Written::Torn);
            Ok(Good { length: at.filter(|_| is_missing).unwrap_or(good.length), held: () })
        })?;
        // An empty file is not judged, and holds nothing of the game.
        is_missing |= at == Some(0) && growing.length()? == 0;
        Ok((Games(growing), is_missing))
    }

    /// Adds a game, with an empty line before it. `before` comes first: nobody
    /// else writes from when it is told how many bytes there are to the end.
    pub fn add<E: From<FileRefusal>>(
        &self,
        pgn: &Pgn,
        before: impl FnOnce(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let Games(growing) = self;
        let _turn = Turn::wait(growing.file());
        let gap = gap(growing.file())
            .map_err(|error| FileRefusal::io("write", growing.path(), &error))?;
        before(growing.length()?)?;
        Ok(growing.add(&format!("{gap}{pgn}"))?)
    }

    /// Waits until all that was added is on the disk.
    pub fn sync(&self) -> Result<(), FileRefusal> {
        let Games(growing) = self;
        growing.file().sync_all().map_err(|error| FileRefusal::io("write", growing.path(), &error))
    }

    /// Whether the file ends with just this game.
    pub fn ends_with(&self, pgn: &Pgn) -> Result<bool, FileRefusal> {
        let Games(growing) = self;
        ends_with(growing.file(), pgn)
            .map_err(|error| FileRefusal::io("read", growing.path(), &error))
    }
}

/// Says what of a file of games is good, or that it is no such file. Games are
/// anybody's; half a game at the end is cut off if it is one of a match of ours.
fn judge(file: &File, path: &Path) -> Result<Good<()>, FileRefusal> {
    let (head, tail) = ends(file).map_err(|error| FileRefusal::io("read", path, &error))?;
    let torn = tail.torn().map(|at| tail.offset + at as u64);
    let is_cut = head.len() as u64 == HEAD;
    if torn != Some(0) && !is_games(&head, is_cut) {
        let reason = "it holds something else than games in PGN; take another file";
        return Err(FileRefusal::foreign("add to", path, reason));
    }
    let kept = torn.map_or(&tail.text[..], |at| &tail.text[..(at - tail.offset) as usize]);
    if ends_in_comment(kept, tail.offset == 0) {
        let reason = "its last game ends in the middle of a comment, which would swallow what is added; \
                      write the } that is missing, or take another file";
        return Err(FileRefusal::foreign("add to", path, reason));
    }
    let length = torn.unwrap_or(tail.offset + tail.text.len() as u64);
    Ok(Good { length, held: () })
}

/// Whether a text of games ends with a comment that is still open. A part of a file,
/// which may begin in the middle of one, is read from where a game begins.
fn ends_in_comment(text: &[u8], is_whole: bool) -> bool {
    let mut is_open = false;
    let lines = text.split(|&byte| byte == b'\n');
    for line in lines.skip_while(|line| !is_whole && !line.starts_with(b"[Event ")) {
        if !is_open && (line.starts_with(b"[") || line.starts_with(b"%")) {
            continue;
        }
        for sign in line {
            match (sign, is_open) {
                (b'}', _) => is_open = false,
                (b'{', _) => is_open = true,
                (b';', false) => break,
                _ => {}
            }
        }
    }
    is_open
}

/// What became of a game that was going to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Written {
    /// It stands there.
    Whole,
    /// Nothing or a part of it does, and nothing else.
    Torn,
    /// Something else stands there.
    Foreign,
}

/// What became of a game of ours that was going to be written behind so many
/// bytes of a file.
fn written(mut file: &File, at: u64) -> io::Result<Written> {
    if file.metadata()?.len() < at {
        return Ok(Written::Foreign);
    }
    let mut text = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    file.take(LONGEST_GAME).read_to_end(&mut text)?;
    let gap = text.iter().take_while(|&&byte| byte == b'\n').count();
    let text = &text[gap..];
    Ok(if is_ours(text) { state(text) } else { Written::Foreign })
}

/// What it takes to leave one empty line after what is there.
fn gap(mut file: &File) -> io::Result<&'static str> {
    let length = file.metadata()?.len();
    let mut tail = Vec::new();
    if length > 0 {
        file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
        file.take(2).read_to_end(&mut tail)?;
    }
    Ok(match tail.as_slice() {
        [] | b"\n" | b"\n\n" => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    })
}

/// Whether a file ends with just this game.
fn ends_with(mut file: &File, pgn: &Pgn) -> io::Result<bool> {
    let text = pgn.to_string();
    let Some(at) = file.metadata()?.len().checked_sub(text.len() as u64) else { return Ok(false) };
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    file.take(text.len() as u64).read_to_end(&mut tail)?;
    Ok(tail == text.as_bytes())
}

/// The last bytes of a file.
struct Tail {
    /// Where they begin.
    offset: u64,
    text: Vec<u8>,
}

fn ends(mut file: &File) -> io::Result<(Vec<u8>, Tail)> {
    let (mut head, mut text) = (Vec::new(), Vec::new());
    file.rewind()?;
    file.take(HEAD).read_to_end(&mut head)?;
    let offset = file.metadata()?.len().saturating_sub(LONGEST_GAME);
    file.seek(SeekFrom::Start(offset))?;
    file.read_to_end(&mut text)?;
    Ok((head, Tail { offset, text }))
}

impl Tail {
    /// Where half a game of ours begins, if the file ends with one.
    fn torn(&self) -> Option<usize> {
        let text = &self.text[..];
        let behind_gap = |at: &usize| match *at {
            0 => self.offset == 0,
            at => text[at] != b'\n' && text[..at].ends_with(b"\n\n"),
        };
        // A game has two paragraphs: tags and moves.
        let last = (0..text.len()).rev().filter(behind_gap).take(2);
        let mut ours = last.filter(|&at| is_ours(&text[at..]));
        ours.next().filter(|&at| state(&text[at..]) == Written::Torn)
    }
}

/// Whether a text begins as games of matches do, as far as it goes. Of other games
/// one cannot be as sure that nobody else wrote them.
fn is_ours(text: &[u8]) -> bool {
    let line = format!("[Event \"{}\"]\n", MATCH_EVENT);
    text.starts_with(line.as_bytes()) || line.as_bytes().starts_with(text)
}

/// How much of a game a text is that begins as ours do.
fn state(text: &[u8]) -> Written {
    let mut draft = Draft::default();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if draft.take(line) {
            return Written::Whole;
        }
    }
    match (draft.has_result, draft.is_strange) {
        (true, _) => Written::Whole,
        (false, true) => Written::Foreign,
        (false, false) => Written::Torn,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use super::*;

    const FOREIGN: &str = "[Event \"Linares\"]\n\n1. d4 d5 1/2-1/2\n";

    fn ours() -> String {
        let mut pgn: Pgn =
            "1. e4 { +0.35/12, book } e5 { 1-0 } 2. Nf3 { ends } 1-0".parse().unwrap();
        pgn.tags.set("Event", MATCH_EVENT).unwrap();
        pgn.to_string()
    }

    /// How much of a text is good; `None` if it is refused.
    fn good(text: &[u8]) -> Option<usize> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("plywise-pgn-{}-{number}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let judged = judge(&File::open(&path).unwrap(), &path);
        std::fs::remove_file(&path).unwrap();
        judged.ok().map(|good| good.length as usize)
    }

    #[test]
    fn half_a_game_of_ours_is_cut_off_wherever_it_ends() {
        for before in ["", FOREIGN, &ours()] {
            let gap = if before.is_empty() { "" } else { "\n" };
            let begin = format!("{before}{gap}");
            let text = format!("{begin}{}", ours());
            for length in begin.len() + 1..text.len() {
                let found = good(&text.as_bytes()[..length]);
                assert_eq!(found, Some(begin.len()), "{}", &text[..length]);
            }
            assert_eq!(good(text.as_bytes()), Some(text.len()));
            let apart = format!("{text}\n\n");
            assert_eq!(good(apart.as_bytes()), Some(apart.len()));
        }
    }

    #[test]
    fn what_others_wrote_stays() {
        let torn = "[Event \"Linares\"]\n\n1. d4 d5 2. c4";
        for text in [FOREIGN, torn, "1. d4 d5 *", "1. e4", "\n\n[White \"A\"]\n\n*"] {
            assert_eq!(good(text.as_bytes()), Some(text.len()), "{text}");
            let behind_ours = format!("{}\n{text}", ours());
            assert_eq!(good(behind_ours.as_bytes()), Some(behind_ours.len()), "{text}");
        }
        let edited = format!("{}\nmy notes", ours().replace(" 1-0\n", "\n"));
        assert_eq!(good(edited.as_bytes()), Some(edited.len()));
        for text in ["precious", "{\"a\":1}", "a4 paper, 3 reams", "\u{0}\u{1}"] {
            assert_eq!(good(text.as_bytes()), None, "{text}");
        }
        let open = "[Event \"Linares {1990}\"]\n\n1. d4 d5 { hm\n[Event \"no tag\"]\n";
        let closed = format!("{open}}} 2. c4 ; {{ to the end of the line\n");
        assert_eq!(good(open.as_bytes()), None, "what is added would be a comment");
        assert_eq!(good(closed.as_bytes()), Some(closed.len()));
        let behind = format!("{}\n{open}", ours());
        assert_eq!(good(behind.as_bytes()), None);
        let long =
            format!("{}{FOREIGN}\n{open}", FOREIGN.repeat(LONGEST_GAME as usize / FOREIGN.len()));
        assert_eq!(good(long.as_bytes()), None);
        let wide: Vec<u8> = FOREIGN.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(good(&wide), None);
    }
}
