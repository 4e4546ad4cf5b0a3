//! Games that other programs played and wrote down as PGN, as packed games.
//!
//! Test frameworks such as fastchess, cutechess and OpenBench's workers leave a comment at each move:
//! `{+0.31/12 0.543s}`, the score from the mover's view, the depth and the time; `{-M4/18 0.1s}` for mates,
//! `{book}` for moves that nobody thought about. Our own arena writes the same. OpenBench's archives keep
//! `{+0.31 12/20 543 12345}` of it (score, depth, milliseconds, nodes) or the score alone, `{+0.31}`.
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

use std::io::{self, Cursor, Read};

use chess::pgn::{NodeId, Pgn, ReadError, Reader};
use chess::{Color, Outcome};

use crate::packed::{GameEnding, MAX_PLIES, PackedPly, PlayedGame};

mod comment;
mod packing;

use comment::score;
use packing::Packing;

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
    unexplained: u64,
}

impl Importer {
    /// The useful games of a stream, one by one; an error of the stream is the last. A stream that is
    /// compressed is such an error, too.
    pub fn read<R: Read>(&mut self, mut input: R) -> impl Iterator<Item = io::Result<PlayedGame>> {
        let mut head = Vec::new();
        let looked = input.by_ref().take(packing::HEAD).read_to_end(&mut head);
        let mut refusal = match (looked, Packing::of(&head)) {
            (Err(error), _) => Some(error),
            (Ok(_), Some(packing)) => Some(packing.into()),
            (Ok(_), None) => None,
        };
        let is_refused = refusal.is_some();
        let mut reader = Reader::new(Cursor::new(head).chain(input));
        std::iter::from_fn(move || {
            if is_refused {
                return refusal.take().map(Err);
            }
            loop {
                let useless = match reader.next()? {
                    Ok(read) => match played(&read.game) {
                        Ok(game) => {
                            self.unexplained += u64::from(is_unexplained(&game));
                            return Some(Ok(game));
                        }
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

    /// How many of the games that were taken were lost by a player who did not think so, with nothing that says how:
    /// OpenBench's archives leave out that a clock or a crash decided.
    pub fn unexplained(&self) -> u64 {
        self.unexplained
    }

    /// What was wrong with the first game that could not be read.
    pub fn first_broken(&self) -> Option<&str> {
        self.first_broken.as_deref()
    }
}

/// A game as the workshop sees it, or why it is of no use.
pub fn played(pgn: &Pgn) -> Result<PlayedGame, Useless> {
    let outcome = pgn.outcome().ok_or(Useless::Unfinished)?;
    let ending = ending(pgn, outcome).ok_or(Useless::Fault)?;
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

/// What the tag `Termination` says, and where there is none, the last comment; `None` if a player failed.
fn ending(pgn: &Pgn, outcome: Outcome) -> Option<GameEnding> {
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
    // As fastchess and cutechess end their last comment: "Black loses on time".
    const SAID: [&str; 6] =
        ["loses on time", "illegal move", "illegal pv", "disconnect", "stall", "crash"];
    let last = pgn.tree.main_line().last().unwrap_or(NodeId::ROOT);
    let said = pgn.tree.comments(last).iter().map(|comment| comment.as_str().to_ascii_lowercase());
    let said: Vec<String> = said.collect();
    let is_said = |word: &str| said.iter().any(|comment| comment.contains(word));
    let tag = pgn.tags.get("Termination").map(str::to_ascii_lowercase);
    let is_tagged = |word: &str| tag.as_ref().is_some_and(|tag| tag.contains(word));
    if FAULTS.into_iter().any(is_tagged) || SAID.into_iter().any(is_said) {
        return None;
    }
    if tag.as_deref() == Some("normal") {
        return Some(GameEnding::Rules);
    }
    Some(match is_tagged("adjudication") || tag.is_none() && is_said("adjudication") {
        false => GameEnding::Unknown,
        true if outcome == Outcome::Draw => GameEnding::CalledDrawn,
        true => GameEnding::CalledWon,
    })
}

/// Whether nothing says why a game was lost, and its loser did not see it coming. Who is adjudicated to have lost sees
/// it, and who is mated is.
fn is_unexplained(game: &PlayedGame) -> bool {
    let Some(Outcome::Win(winner)) = game.outcome else { return false };
    if game.ending != GameEnding::Unknown {
        return false;
    }
    let mut end = game.start;
    let mut last = None;
    for ply in &game.plies {
        if end.turn() != winner {
            last = ply.score.or(last);
        }
        end.play_unchecked(ply.mv);
    }
    let is_mate = end.is_check() && end.legal_moves().is_empty();
    let hopes = |white: i16| if winner == Color::White { white < LOST } else { white > -LOST };
    !is_mate && last.is_some_and(hopes)
}

/// A loser whose own score was better than this, in centipawns, was not resigned for.
const LOST: i16 = 100;

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

    /// OpenBench's archives have no `Termination`, and other programs may leave it out.
    #[test]
    fn the_last_comment_says_how_a_game_ended() {
        let game = |result: &str, said: &str| {
            let text = format!(
                "[Result \"{result}\"]\n\n1. e4 {{+0.31/9 1s}} e5 {{-0.20/9 1s{said}}} {result}\n\n"
            );
            let (games, importer) = all(&text);
            let faults: u64 = importer.left_out().map(|(_, count)| count).sum();
            assert_eq!(faults, 1 - games.len() as u64);
            (games.first().map(|game| game.ending), importer.unexplained())
        };
        for said in [
            "Black loses on time",
            "Black makes an illegal move: e8e6",
            "Black disconnects",
            "Black's connection stalls",
        ] {
            assert_eq!(game("1-0", &format!(", {said}")), (None, 0), "{said}");
        }
        let called = ", White wins by adjudication";
        assert_eq!(game("1-0", called), (Some(GameEnding::CalledWon), 0));
        let drawn = ", Draw by adjudication";
        assert_eq!(game("1/2-1/2", drawn), (Some(GameEnding::CalledDrawn), 0));
        // Black lost with a score of -0.20, and nothing says how.
        assert_eq!(game("1-0", ""), (Some(GameEnding::Unknown), 1));
        assert_eq!(game("1/2-1/2", ""), (Some(GameEnding::Unknown), 0));
    }

    #[test]
    fn only_a_loser_who_hoped_is_unexplained() {
        let count =
            |moves: &str| all(&format!("[Result \"0-1\"]\n\n{moves} 0-1\n")).1.unexplained();
        assert_eq!(count("1. f3 {-0.50} e5 {+0.60} 2. g4 {-0.70} Qh4# {+M1}"), 0);
        assert_eq!(count("1. f3 {-0.50} e5 {+0.60} 2. h3 {-4.10} d5 {+4.00}"), 0);
        assert_eq!(count("1. f3 {-0.50} e5 {+0.60} 2. h3 {-0.80} d5 {+4.00}"), 1);
    }

    #[test]
    fn packed_files_are_no_games() {
        let mut importer = Importer::default();
        let answers: Vec<_> = importer.read(&b"BZh91AY&SY\x01\x02"[..]).collect();
        let [Err(error)] = &answers[..] else { panic!("{answers:?}") };
        assert!(error.to_string().starts_with("it is compressed by bzip2, "), "{error}");
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
