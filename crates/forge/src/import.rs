//! Games that other programs played and wrote down as PGN, as packed games.
//!
//! Test frameworks such as fastchess, cutechess and OpenBench's workers leave a comment at each move:
//! `{+0.31/12 0.543s}`, the score from the mover's view, the depth and the time; `{-M4/18 0.1s}` for mates,
//! `{book}` for moves that nobody thought about. Our own arena writes the same.
//!
//! ```
//! use plywise_forge::import::Importer;
//!
//! let text = b"[Result \"1-0\"]\n\n1. e4 {book} e5 {+0.10/9 0.1s} 2. Nf3 {+0.31/12 0.5s} 1-0\n";
//! let mut importer = Importer::default();
//! let game = importer.read(&text[..]).next().ok_or("no game")??;
//! let scores: Vec<Option<i16>> = game.plies.iter().map(|ply| ply.score).collect();
//! assert_eq!(scores, [None, Some(-10), Some(31)]); // from White's view
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Read};

use chess::Outcome;
use chess::pgn::{Pgn, ReadError, Reader};
use eval::Score;

use crate::packed::{GameEnding, MAX_PLIES, PackedPly, PlayedGame};

/// Why a game is of no use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Useless {
    /// It cannot be read to its end.
    Broken,
    /// It has no result.
    Unfinished,
    /// It was lost by the clock, a crash or an illegal move: its result says nothing about its positions.
    Fault,
    /// It has more plies than a packed game can.
    TooLong,
    /// No move of it has a score.
    Unscored,
}

impl Useless {
    /// All reasons, in the order in which they are looked for.
    pub const ALL: [Useless; 5] =
        [Useless::Broken, Useless::Unfinished, Useless::Fault, Useless::TooLong, Useless::Unscored];

    /// A few words for lists.
    pub const fn summary(self) -> &'static str {
        match self {
            Useless::Broken => "cannot be read to the end",
            Useless::Unfinished => "without a result",
            Useless::Fault => "lost by clock, crash or illegal move",
            Useless::Unscored => "without any score",
            Useless::TooLong => "too long",
        }
    }
}

/// Reads games and counts those that are of no use.
#[derive(Default, Debug)]
pub struct Importer {
    left_out: [u64; Useless::ALL.len()],
    first_broken: Option<String>,
}

impl Importer {
    /// The useful games of a stream, one by one; an error of the stream is the last.
    pub fn read<R: Read>(&mut self, input: R) -> impl Iterator<Item = io::Result<PlayedGame>> {
        let mut reader = Reader::new(input);
        std::iter::from_fn(move || {
            loop {
                let useless = match reader.next()? {
                    Ok(read) => match played(&read.game) {
                        Ok(game) => return Some(Ok(game)),
                        Err(useless) => useless,
                    },
                    Err(ReadError::Io(error)) => return Some(Err(error)),
                    Err(broken @ ReadError::Broken(_)) => {
                        self.first_broken.get_or_insert_with(|| broken.to_string());
                        Useless::Broken
                    }
                };
                self.left_out[useless as usize] += 1;
            }
        })
    }

    /// How many games were left out, reason by reason.
    pub fn left_out(&self) -> impl Iterator<Item = (Useless, u64)> {
        Useless::ALL.into_iter().map(|reason| (reason, self.left_out[reason as usize]))
    }

    /// What was wrong with the first game that could not be read.
    pub fn first_broken(&self) -> Option<&str> {
        self.first_broken.as_deref()
    }
}

/// A game as the workshop sees it, or why it is of no use.
pub fn played(pgn: &Pgn) -> Result<PlayedGame, Useless> {
    let outcome = pgn.outcome().ok_or(Useless::Unfinished)?;
    let ending = ending(pgn.tags.get("Termination"), outcome).ok_or(Useless::Fault)?;
    let mut game = PlayedGame::new(*pgn.tree.start());
    (game.outcome, game.ending) = (Some(outcome), ending);
    let mut turn = game.start.turn();
    for node in pgn.tree.main_line() {
        // A null move is none that a game can have.
        let mv = pgn.tree.mv(node).ok_or(Useless::Broken)?;
        let said = pgn.tree.comments(node).iter().find_map(|comment| score(comment.as_str()));
        let said = said.map(|score| score.for_white(turn).to_i16());
        game.plies.push(PackedPly { mv, score: said });
        turn = !turn;
    }
    if game.plies.len() > MAX_PLIES {
        return Err(Useless::TooLong);
    }
    if game.scored() == 0 {
        return Err(Useless::Unscored);
    }
    Ok(game)
}

/// What the tag `Termination` says; `None` if a player failed.
fn ending(tag: Option<&str>, outcome: Outcome) -> Option<GameEnding> {
    let Some(tag) = tag else { return Some(GameEnding::Unknown) };
    let tag = tag.to_ascii_lowercase();
    let has = |word: &&str| tag.contains(*word);
    const FAULTS: [&str; 10] = [
        "time forfeit",
        "abandoned",
        "illegal",
        "rules infraction",
        "stall",
        "disconnect",
        "crash",
        "unterminated",
        "emergency",
        "interrupt",
    ];
    match (FAULTS.iter().any(&has), outcome) {
        (true, _) => None,
        _ if tag == "normal" => Some(GameEnding::Rules),
        (false, Outcome::Draw) if has(&"adjudication") => Some(GameEnding::CalledDrawn),
        (false, Outcome::Win(_)) if has(&"adjudication") => Some(GameEnding::CalledWon),
        _ => Some(GameEnding::Unknown),
    }
}

/// The score at the beginning of a comment, from the mover's view: `+0.31/12 0.5s` or `-M4/18 0.1s`.
fn score(comment: &str) -> Option<Score> {
    let (text, depth) = comment.split_once('/')?;
    // A slash in some other comment is no score: a depth follows it.
    depth.bytes().next().filter(u8::is_ascii_digit)?;
    let (is_lost, size) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if let Some(moves) = size.strip_prefix(['M', '#']) {
        let moves: u32 = moves.parse().ok().filter(|&moves| moves < 10_000)?;
        return Some(match is_lost {
            true => Score::mated_in((2 * moves).min(LONGEST_MATE)),
            false => Score::mate_in((2 * moves).saturating_sub(1).min(LONGEST_MATE)),
        });
    }
    let is_number = size.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let pawns: f64 = size.parse().ok().filter(|_| is_number)?;
    let centipawns = (pawns * 100.0).round().min(MOST_CENTIPAWNS) as i32;
    Some(Score::cp(if is_lost { -centipawns } else { centipawns }))
}

/// The longest mate that a score can say, in plies.
const LONGEST_MATE: u32 = 200;
/// More than any board for training has; below all mates.
const MOST_CENTIPAWNS: f64 = 20_000.0;

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Color;

    fn all(text: &str) -> (Vec<PlayedGame>, Importer) {
        let mut importer = Importer::default();
        let games = importer.read(text.as_bytes()).map(Result::unwrap).collect();
        (games, importer)
    }

    #[test]
    fn comments_of_test_frameworks_are_scores() {
        let cases = [
            ("+0.31/12 0.543s", Some(Score::cp(31))),
            ("-1.05/7 0.1s, n=123, pv=\"e2e4\"", Some(Score::cp(-105))),
            ("0.00/20 1s", Some(Score::DRAW)),
            ("+M1/2 0.001s, White mates", Some(Score::mate_in(1))),
            ("-M2/30 0.001s", Some(Score::mated_in(4))),
            ("+999.99/1 0s", Some(Score::cp(20_000))),
            ("book", None),
            ("book 0.001s", None),
            ("0.250s", None),
            ("an idea of 1/2", None),
            ("1e9/3", None),
            ("+/3", None),
            ("+M/3", None),
            ("inf/3", None),
            ("ü/3", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(score(text), expected, "{text}");
        }
    }

    #[test]
    fn results_that_say_nothing_about_the_position_are_left_out() {
        let game = |result: &str, end: &str, comment: &str| {
            format!(
                "[Result \"{result}\"]\n[Termination \"{end}\"]\n\n1. e4 {{{comment}}} {result}\n\n"
            )
        };
        let text = [
            game("1-0", "adjudication", "+0.50/3 0s"),
            game("1/2-1/2", "adjudication", "+0.50/3 0s"),
            game("0-1", "normal", "+0.50/3 0s"),
            game("0-1", "time forfeit", "+0.50/3 0s"),
            game("0-1", "abandoned", "+0.50/3 0s"),
            game("*", "unterminated", "+0.50/3 0s"),
            game("1-0", "normal", "book"),
            "[Result \"1-0\"]\n\n1. e4 {+0.1/2 0s} Ke7 1-0\n\n".to_owned(),
        ]
        .concat();
        let (games, importer) = all(&text);
        let ends: Vec<GameEnding> = games.iter().map(|game| game.ending).collect();
        assert_eq!(ends, [GameEnding::CalledWon, GameEnding::CalledDrawn, GameEnding::Rules]);
        let counts: Vec<u64> = importer.left_out().map(|(_, count)| count).collect();
        assert_eq!(counts, [1, 1, 2, 0, 1], "{importer:?}");
        assert!(importer.first_broken().is_some_and(|why| why.contains("Ke7")));
    }

    #[test]
    fn scores_are_turned_to_white_and_start_positions_kept() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
        let text = format!(
            "[FEN \"{fen}\"]\n[Result \"1/2-1/2\"]\n\n1... Kd7 {{-0.20/5 0s}} 2. e4 {{+0.30/5 0s}} 1/2-1/2\n"
        );
        let (games, _) = all(&text);
        assert_eq!(games[0].start.turn(), Color::Black);
        let scores: Vec<_> = games[0].plies.iter().map(|ply| ply.score).collect();
        assert_eq!(scores, [Some(20), Some(30)]);
    }
}
