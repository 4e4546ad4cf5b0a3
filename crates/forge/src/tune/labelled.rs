//! Positions with results, out of whatever files have them.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use chess::pgn::{NodeId, ReadError, Reader};
use chess::{Color, MoveList, Outcome, Position, quote};

use crate::packed::{Families, GamesInFile, OpenError, PackedPly, PlayedGame, check_plain};
use numbers::mix;

/// A position whose result is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Labelled {
    /// The position.
    pub position: Position,
    /// White's points: 0, ½ or 1.
    pub points: f32,
    /// The same for all positions of a game.
    pub game: u64,
}

/// Why a file is not read.
#[derive(Debug)]
pub enum DataError {
    /// It cannot be read.
    Io(PathBuf, io::Error),
    /// Its packed games cannot be read.
    Packed(PathBuf, OpenError),
    /// A line of positions makes no sense.
    Line(PathBuf, usize, String),
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::Io(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            DataError::Packed(path, error) => write!(f, "cannot use {}: {error}", path.display()),
            DataError::Line(path, line, reason) => {
                write!(f, "{}, line {line}: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for DataError {}

/// Reads a file and passes on its quiet positions with known results, until
/// `take` returns `false`. Returns remarks about what could not be used.
///
/// Files are packed games, positions a line each (FEN or EPD with the result
/// somewhere behind: `c9 "1-0"`, `[1.0]`, `1/2-1/2`), or games in PGN; their
/// first bytes tell which. Of games, the first `skipped` plies are left out.
pub fn read(
    path: &Path,
    skipped: usize,
    take: &mut dyn FnMut(Labelled) -> bool,
) -> Result<Vec<String>, DataError> {
    let failed = |error| DataError::Io(path.to_owned(), error);
    let unusable = |error| DataError::Packed(path.to_owned(), error);
    check_plain(path).map_err(unusable)?;
    let mut file = File::open(path).map_err(failed)?;
    let mut begin = Vec::new();
    file.by_ref().take(256).read_to_end(&mut begin).map_err(failed)?;
    file.rewind().map_err(failed)?;
    if !is_text(&begin) {
        read_packed(file, skipped, take).map_err(unusable)
    } else if is_placement(&begin) {
        read_lines(file, path, take)
    } else {
        read_pgn(file, skipped, take).map_err(failed)
    }
}

fn read_packed(
    file: File,
    skipped: usize,
    take: &mut dyn FnMut(Labelled) -> bool,
) -> Result<Vec<String>, OpenError> {
    let mut remarks = Vec::new();
    let mut families = Families::default();
    for game in GamesInFile::open(file)? {
        match game {
            Ok(game) => {
                if !pass_on(&game, families.number(&game), skipped, take) {
                    break;
                }
            }
            Err(damage) => remarks.push(damage.to_string()),
        }
    }
    Ok(remarks)
}

fn read_pgn(
    file: File,
    skipped: usize,
    take: &mut dyn FnMut(Labelled) -> bool,
) -> io::Result<Vec<String>> {
    let mut remarks = Vec::new();
    for item in Reader::new(file) {
        let pgn = match item {
            Ok(read) => read.game,
            Err(ReadError::Io(error)) => return Err(error),
            Err(ReadError::Broken(broken)) => {
                remarks.push(broken.cause.to_string());
                continue;
            }
        };
        let mut game = PlayedGame::new(*pgn.tree.start());
        game.outcome = pgn.outcome();
        // The main line ends where somebody passed: the rest is analysis.
        let moves = pgn.tree.main_line().skip_while(|&node| node == NodeId::ROOT);
        let moves = moves.map_while(|node| pgn.tree.mv(node));
        game.plies = moves.map(|mv| PackedPly { mv, score: None }).collect();
        if !pass_on(&game, game.hash(), skipped, take) {
            break;
        }
    }
    Ok(remarks)
}

fn pass_on(
    game: &PlayedGame,
    number: u64,
    skipped: usize,
    take: &mut dyn FnMut(Labelled) -> bool,
) -> bool {
    let Some(outcome) = game.outcome else { return true };
    game.positions()
        .skip(skipped)
        .filter(|(position, _)| is_quiet(position))
        .all(|(position, _)| take(Labelled { position, points: points(outcome), game: number }))
}

fn points(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win(Color::White) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Win(Color::Black) => 0.0,
    }
}

/// Whether a static evaluation can be held to its word: nobody is in check,
/// and no capture or promotion wins anything.
pub fn is_quiet(position: &Position) -> bool {
    if position.is_check() {
        return false;
    }
    let mut moves = MoveList::new();
    position.captures_and_promotions(&mut moves);
    !moves.iter().any(|&mv| position.see_ge(mv, 1))
}

/// Whether a file begins like one of text; in UTF-16, which games may be in,
/// every other byte is zero. By the first bytes of packed games one could not
/// tell them if just those are damaged.
fn is_text(begin: &[u8]) -> bool {
    let is_wide = matches!(
        begin,
        [0xff, 0xfe, ..]
            | [0xfe, 0xff, ..]
            | [1..=255, 0, 1..=255, 0, ..]
            | [0, 1..=255, 0, 1..=255, ..]
    );
    is_wide || !begin.iter().any(|&byte| byte < b'\t')
}

/// Whether a file begins like a FEN.
fn is_placement(begin: &[u8]) -> bool {
    let begin = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin);
    let mut words = begin.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    first.iter().filter(|&&byte| byte == b'/').count() == 7
}

fn read_lines(
    file: File,
    path: &Path,
    take: &mut dyn FnMut(Labelled) -> bool,
) -> Result<Vec<String>, DataError> {
    let mut line = String::new();
    let mut reader = BufReader::new(file);
    for number in 1.. {
        line.clear();
        // A line of a file that is something else altogether may be endless.
        let read = reader.by_ref().take(LONGEST_LINE).read_line(&mut line);
        if read.map_err(|error| DataError::Io(path.to_owned(), error))? == 0 {
            break;
        }
        let text = line.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let wrong = |reason| DataError::Line(path.to_owned(), number, reason);
        let (position, points) = labelled_line(text).map_err(wrong)?;
        let game = mix(position.key());
        if is_quiet(&position) && !take(Labelled { position, points, game }) {
            break;
        }
    }
    Ok(Vec::new())
}

/// More bytes than a line with a position has.
const LONGEST_LINE: u64 = 1 << 16;

fn labelled_line(text: &str) -> Result<(Position, f32), String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let is_number = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
    let has_counters = fields.get(4..6).is_some_and(|counters| counters.iter().all(is_number));
    let count = fields.len().min(if has_counters { 6 } else { 4 });
    let fen = fields[..count].join(" ");
    let position = fen.parse().map_err(|error: chess::FenError| error.to_string())?;
    let rest = fields[count..].join(" ");
    let results = [
        ("1/2-1/2", 0.5),
        ("1-0", 1.0),
        ("0-1", 0.0),
        ("[1.0]", 1.0),
        ("[0.5]", 0.5),
        ("[0.0]", 0.0),
        ("[1]", 1.0),
        ("[0]", 0.0),
    ];
    let found = results.iter().find(|(text, _)| rest.contains(text));
    let (_, points) = found.ok_or_else(|| {
        format!(
            "no result behind the position ('{}'); results are 1-0, 0-1, 1/2-1/2, [1.0], [0.5], [0.0]",
            quote(&rest)
        )
    })?;
    Ok((position, *points))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_results() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        for (rest, points) in [
            ("c9 \"1-0\";", 1.0),
            ("[0.5]", 0.5),
            ("; result 1/2-1/2", 0.5),
            ("0-1", 0.0),
            ("[0.0] 35", 0.0),
        ] {
            assert_eq!(labelled_line(&format!("{fen} {rest}")).unwrap().1, points);
        }
        assert_eq!(labelled_line("4k3/8/8/8/8/8/8/4K2R w K - c9 \"1-0\";").unwrap().1, 1.0);
        assert!(labelled_line(fen).unwrap_err().starts_with("no result behind the position"));
        assert!(labelled_line("4k3/8/8 w - - 1-0").is_err());
    }

    #[test]
    fn text_is_told_from_packed_games() {
        for text in [&b"[Event \"?\"]\n"[..], b"\xff\xfe[\0E\0", b"\0[\0E\0v", b"[\0E\0v\0", b""] {
            assert!(is_text(text), "{text:?}");
        }
        for damaged in [&b"PLYGAMES\x01\0\x20\0"[..], b"QLYGAMES\x01\0\x20\0", b"\0LYGAMES\x01\0"] {
            assert!(!is_text(damaged), "{damaged:?}");
        }
    }

    #[test]
    fn quiet_is_where_nothing_is_won() {
        let quiet = |fen: &str| is_quiet(&fen.parse().unwrap());
        assert!(quiet("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert!(!quiet("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1"));
        assert!(!quiet("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"));
        // A defended pawn is not won by a rook.
        assert!(quiet("4k3/6p1/7p/8/8/8/8/4K2R w K - 0 1"));
        assert!(!quiet("4k3/8/7p/8/8/8/8/4K2R w K - 0 1"));
    }
}
