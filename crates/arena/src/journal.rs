//! Results on paper, so that a match can go on another day.
//!
//! One line of JSON for the match and one for each game: whatever happens to
//! the program, at most the last line is lost. A line is written before its game
//! is added to a file of games, and says where that will stand: if it does not,
//! the line does not count either, and the game is played again.

use std::collections::HashMap;
use std::fmt;

use chess::{Color, Outcome, quote};
use serde::{Deserialize, Serialize};

use crate::fault::GameFault;
use crate::referee::{DrawRule, Resign};
use crate::runner::Match;
use crate::schedule::Fixture;
use crate::standings::GameResult;
use crate::torn;

/// What a journal holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    /// The games that were played.
    pub results: Vec<GameResult>,
    /// How many bytes are whole lines; what follows is the beginning of one.
    pub length: usize,
    /// The last game's line, if there is one.
    pub last: Option<LastLine>,
}

/// The line of the game that was noted last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastLine {
    /// Where it begins, in bytes.
    pub offset: usize,
    /// How many bytes the file of games had before the game was added to it.
    pub pgn: Option<u64>,
}

/// All that decides how a game goes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Header {
    players: Vec<String>,
    limits: Vec<String>,
    pairings: Vec<(usize, usize)>,
    openings: u64,
    seed: u64,
    /// How games are broken off, in words; older journals do not say.
    rules: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct JournalLine {
    round: u64,
    first: usize,
    second: usize,
    reversed: bool,
    result: String,
    plies: usize,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    fault: Option<(char, String)>,
    #[serde(skip_serializing_if = "is_zero", default)]
    complaints: [u64; 2],
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pgn: Option<u64>,
}

fn is_zero(complaints: &[u64; 2]) -> bool {
    *complaints == [0; 2]
}

/// What is wrong with a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JournalError {
    /// A line means nothing.
    Line(usize),
    /// What follows its last whole line is not the beginning of another one.
    Rest,
    /// It belongs to a match with something else: what, and what it is there.
    Other(&'static str, String),
    /// It does not say how its games were broken off.
    Silent,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Line(1) => {
                f.write_str("its first line is not that of this match's journal, or a part of it")
            }
            JournalError::Line(line) => {
                write!(f, "line {line} is not one of a match's journal")
            }
            JournalError::Rest => f.write_str("it ends with something that no match has written"),
            JournalError::Other(what, there) => {
                write!(f, "it belongs to a match with other {what}: {there}")
            }
            JournalError::Silent => f.write_str(
                "an older version wrote it, which did not say how games are broken off; begin a \
                 new file",
            ),
        }
    }
}

impl std::error::Error for JournalError {}

impl Journal {
    /// The first line of a new journal.
    pub fn header(order: &Match) -> String {
        json_line(&Header::of(order))
    }

    /// The line of a game. If it is going to be added to a file of games, `pgn` is
    /// how many bytes that has so far.
    pub fn line(order: &Match, result: &GameResult, pgn: Option<u64>) -> String {
        let (first, second) = order.schedule.pairings()[result.fixture.pairing];
        let letter = |color| if color == Color::White { 'w' } else { 'b' };
        json_line(&JournalLine {
            round: result.fixture.round,
            first,
            second,
            reversed: result.fixture.is_reversed,
            result: result.outcome.pgn().to_owned(),
            plies: result.plies,
            fault: result.fault.map(|(color, fault)| (letter(color), fault.name().to_owned())),
            complaints: result.complaints,
            pgn,
        })
    }

    /// Reads a journal that belongs to this match. It may be longer or shorter
    /// than the match, and its last line may be cut off.
    pub fn read(bytes: &[u8], order: &Match) -> Result<Journal, JournalError> {
        let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let (whole, rest) = bytes.split_at(length);
        let mut lines = whole.split_inclusive(|&byte| byte == b'\n').zip(1..);
        let own = Header::of(order);
        let header: Header = match lines.next() {
            Some((line, number)) => {
                serde_json::from_slice(line).map_err(|_| JournalError::Line(number))?
            }
            None if json_line(&own).as_bytes().starts_with(rest) => {
                return Ok(Journal { results: Vec::new(), length: 0, last: None });
            }
            None => return Err(JournalError::Line(1)),
        };
        header.check(&own)?;
        if !torn::is_begun(rest) {
            return Err(JournalError::Rest);
        }
        let pairings: HashMap<(usize, usize), usize> =
            own.pairings.iter().copied().zip(0..).collect();
        let mut results = Vec::new();
        let mut last = None;
        for (text, number) in lines {
            let line: JournalLine =
                serde_json::from_slice(text).map_err(|_| JournalError::Line(number))?;
            let result = line.result(&pairings).ok_or(JournalError::Line(number))?;
            results.push(result);
            last = Some(LastLine { offset: length - text.len(), pgn: line.pgn });
        }
        Ok(Journal { results, length, last })
    }
}

impl Header {
    fn of(order: &Match) -> Header {
        Header {
            players: order.players.iter().map(|player| player.name.clone()).collect(),
            limits: order.players.iter().map(|player| player.budget.to_string()).collect(),
            pairings: order.schedule.pairings().to_vec(),
            openings: order.openings.fingerprint(),
            seed: order.seed,
            rules: Some(rules(order)),
        }
    }

    fn check(&self, own: &Header) -> Result<(), JournalError> {
        let list = |texts: &[String]| quote(&texts.join(" and "));
        let other = |what, there| Err(JournalError::Other(what, there));
        if self.players != own.players {
            return other("players", list(&self.players));
        }
        if self.limits != own.limits {
            return other("limits", list(&self.limits));
        }
        if self.pairings != own.pairings {
            return other("pairings", format!("{} of them", self.pairings.len()));
        }
        if self.seed != own.seed {
            return other("dice", format!("--seed {}", self.seed));
        }
        if self.openings != own.openings {
            return other("openings", "another file or another order".to_owned());
        }
        match &self.rules {
            None => Err(JournalError::Silent),
            rules if *rules == own.rules => Ok(()),
            Some(rules) => other("rules", rules.chars().filter(|c| !c.is_control()).collect()),
        }
    }
}

/// All that ends games before the rules of chess do, as it is written on the
/// command line.
fn rules(order: &Match) -> String {
    let rules = &order.rules;
    let mut words = Vec::new();
    words.extend(rules.resign.map(|Resign { score, moves, both }| {
        format!("--resign score={score},moves={moves}{}", if both { ",both" } else { "" })
    }));
    words.extend(rules.draw.map(|DrawRule { from, moves, score }| {
        format!("--draw from={from},moves={moves},score={score}")
    }));
    words.extend(rules.most_moves.map(|moves| format!("--max-moves {moves}")));
    words.extend(
        rules
            .tablebases
            .as_ref()
            .map(|tables| format!("--tablebases for {} pieces", tables.pieces())),
    );
    words.push(format!("--margin {}", 1e3 * order.margin.as_secs_f64()));
    words.extend(
        order.timeouts.untimed.map(|patience| format!("--patience {}", patience.as_secs_f64())),
    );
    words.join(" ")
}

impl JournalLine {
    fn result(&self, pairings: &HashMap<(usize, usize), usize>) -> Option<GameResult> {
        let fault = match &self.fault {
            Some((color, name)) => {
                let color = match color {
                    'w' => Color::White,
                    'b' => Color::Black,
                    _ => return None,
                };
                Some((color, GameFault::by_name(name)?))
            }
            None => None,
        };
        Some(GameResult {
            fixture: Fixture {
                round: self.round,
                pairing: *pairings.get(&(self.first, self.second))?,
                is_reversed: self.reversed,
            },
            outcome: Outcome::from_pgn(&self.result)?,
            plies: self.plies,
            fault,
            complaints: self.complaints,
        })
    }
}

fn json_line(value: &impl Serialize) -> String {
    // Strings, numbers and lists of them can always be written.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}
