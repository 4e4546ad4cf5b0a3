//! The limits of a search.

use std::fmt;
use std::time::Duration;

use chess::Color;

use crate::note::{Notes, ParseNote};
use crate::number;
use crate::words::Words;

/// What `go` asks for. Everything is optional, as in the protocol; with nothing
/// set, the search ends when it is told to.
///
/// Times are in milliseconds. Clocks may be negative, as some programs say it
/// when the time is over; the other numbers are cut to zero if they are.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GoLimits {
    /// White's clock.
    pub wtime: Option<i64>,
    /// Black's clock.
    pub btime: Option<i64>,
    /// What White gains with each move.
    pub winc: Option<i64>,
    /// What Black gains with each move.
    pub binc: Option<i64>,
    /// Moves until the next time control.
    pub movestogo: Option<u32>,
    /// This many plies.
    pub depth: Option<u32>,
    /// This many nodes.
    pub nodes: Option<u64>,
    /// A mate in this many moves.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub movetime: Option<u64>,
    /// Until told to stop, whatever is found.
    pub infinite: bool,
    /// On the opponent's time, until told to stop or that the guess was right.
    pub ponder: bool,
    /// Only these moves. An empty list, which is written `0000`, leaves none;
    /// `None` leaves all.
    pub searchmoves: Option<Vec<String>>,
    /// Not a search at all: count the move tree to this depth.
    pub perft: Option<u32>,
}

impl GoLimits {
    /// The clock of one side, never below zero.
    pub fn clock(&self, color: Color) -> Option<Duration> {
        duration(match color {
            Color::White => self.wtime,
            Color::Black => self.btime,
        })
    }

    /// What one side gains with each move, never below zero.
    pub fn increment(&self, color: Color) -> Option<Duration> {
        duration(match color {
            Color::White => self.winc,
            Color::Black => self.binc,
        })
    }

    /// How long the side to move may take in all: `movetime`, or else what its
    /// clock shows. `None` if time is no limit.
    pub fn allowance(&self, color: Color) -> Option<Duration> {
        self.movetime.map(Duration::from_millis).or_else(|| self.clock(color))
    }

    /// Reads what follows `go`.
    pub(crate) fn parse(words: &mut Words<'_>, notes: &mut Notes) -> GoLimits {
        let mut go = GoLimits::default();
        // Word by word, never in pairs: a flag or a strange word must not shift
        // what follows.
        while let Some(word) = words.next() {
            match word {
                "wtime" => number::read(&mut go.wtime, "wtime", words, is_keyword, notes),
                "btime" => number::read(&mut go.btime, "btime", words, is_keyword, notes),
                "winc" => number::read(&mut go.winc, "winc", words, is_keyword, notes),
                "binc" => number::read(&mut go.binc, "binc", words, is_keyword, notes),
                "movestogo" => {
                    number::read(&mut go.movestogo, "movestogo", words, is_keyword, notes);
                }
                "depth" => number::read(&mut go.depth, "depth", words, is_keyword, notes),
                "nodes" => number::read(&mut go.nodes, "nodes", words, is_keyword, notes),
                "mate" => number::read(&mut go.mate, "mate", words, is_keyword, notes),
                "movetime" => number::read(&mut go.movetime, "movetime", words, is_keyword, notes),
                "perft" => number::read(&mut go.perft, "perft", words, is_keyword, notes),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => read_moves(&mut go.searchmoves, words, notes),
                _ => notes.unknown("go", [word]),
            }
        }
        go
    }
}

/// The words of `go`, each of which ends what stands before it.
const KEYWORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

fn duration(milliseconds: Option<i64>) -> Option<Duration> {
    milliseconds.map(|time| Duration::from_millis(time.max(0).unsigned_abs()))
}

/// The move that is none.
const NULL_MOVE: &str = "0000";

fn read_moves(slot: &mut Option<Vec<String>>, words: &mut Words<'_>, notes: &mut Notes) {
    let mut said_none = false;
    let mut moves = Vec::new();
    for word in words.list_until(is_keyword) {
        if word == NULL_MOVE {
            said_none = true;
        } else if looks_like_a_move(&word) {
            moves.push(word);
        } else {
            notes.unknown("searchmoves", [word.as_str()]);
        }
    }
    // Nothing but strange words is no wish to search nothing.
    if moves.is_empty() && !said_none {
        notes.add(|| ParseNote::Missing { what: "searchmoves", lacks: "moves" });
    } else {
        *slot = Some(moves);
    }
}

/// Two squares and perhaps a letter.
fn looks_like_a_move(word: &str) -> bool {
    let is_square =
        |text: Option<&str>| text.is_some_and(|text| text.parse::<chess::Square>().is_ok());
    is_square(word.get(0..2)) && is_square(word.get(2..4)) && word.len() <= 5
}

/// The command itself, `go` included.
impl fmt::Display for GoLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        for (field, time) in
            [("wtime", self.wtime), ("btime", self.btime), ("winc", self.winc), ("binc", self.binc)]
        {
            if let Some(time) = time {
                write!(f, " {field} {time}")?;
            }
        }
        for (field, number) in [
            ("movestogo", self.movestogo.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("movetime", self.movetime),
            ("perft", self.perft.map(u64::from)),
        ] {
            if let Some(number) = number {
                write!(f, " {field} {number}")?;
            }
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        // Last, because some engines take all that follows for moves.
        if let Some(moves) = &self.searchmoves {
            f.write_str(" searchmoves")?;
            if moves.is_empty() {
                write!(f, " {NULL_MOVE}")?;
            }
            for mv in moves {
                write!(f, " {mv}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (GoLimits, Vec<String>) {
        let mut notes = Notes::default();
        let go = GoLimits::parse(&mut Words::new(text), &mut notes);
        (go, notes.with(()).notes.iter().map(ParseNote::to_string).collect())
    }

    #[test]
    fn any_subset_in_any_order() {
        let (go, notes) = read(
            "searchmoves e2e4 e7e8Q ponder binc 10 wtime 1 depth 5 infinite nodes 99 btime -30 \
             movestogo 4 winc 20 movetime 7 mate 3 perft 2",
        );
        assert!(notes.is_empty(), "{notes:?}");
        let expected = GoLimits {
            wtime: Some(1),
            btime: Some(-30),
            winc: Some(20),
            binc: Some(10),
            movestogo: Some(4),
            depth: Some(5),
            nodes: Some(99),
            mate: Some(3),
            movetime: Some(7),
            infinite: true,
            ponder: true,
            searchmoves: Some(vec!["e2e4".into(), "e7e8Q".into()]),
            perft: Some(2),
        };
        assert_eq!(go, expected);
        assert_eq!(read(&go.to_string()[2..]).0, expected);
        assert_eq!(go.clock(Color::White), Some(Duration::from_millis(1)));
        assert_eq!(go.clock(Color::Black), Some(Duration::ZERO));
        assert_eq!(go.increment(Color::Black), Some(Duration::from_millis(10)));
        assert_eq!(read("").0, GoLimits::default());
    }

    #[test]
    fn strange_words_cost_only_themselves() {
        let (go, notes) = read("wtime abc btime 5 depth winc 7 quickly 12 movetime");
        assert_eq!(go, GoLimits { btime: Some(5), winc: Some(7), ..GoLimits::default() });
        assert_eq!(
            notes,
            [
                "'wtime' needs a number, not 'abc'",
                "'depth' needs a number",
                "'quickly' means nothing after 'go'",
                "'12' means nothing after 'go'",
                "'movetime' needs a number",
            ]
        );
        let (go, _) = read(&format!("depth -4 nodes {}", "9".repeat(40)));
        assert_eq!((go.depth, go.nodes), (Some(0), Some(u64::MAX)));
        assert_eq!(read(&"x ".repeat(1000)).1.len(), 8);
    }

    #[test]
    fn search_moves_end_at_the_next_keyword() {
        assert_eq!(read("searchmoves 0000").0.searchmoves, Some(vec![]));
        assert_eq!(read("searchmoves 0000 depth 3").0.depth, Some(3));
        let (go, notes) = read("searchmoves a1a9 hello d2d4 depth 2");
        assert_eq!(go.searchmoves, Some(vec!["d2d4".into()]));
        assert_eq!((go.depth, notes.len()), (Some(2), 2));
        let (go, notes) = read("searchmoves");
        assert_eq!((go.searchmoves, notes), (None, vec!["'searchmoves' lacks moves".into()]));
    }
}
