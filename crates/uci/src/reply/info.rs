//! News of a search.

use std::fmt;

use search::Bound;

use super::score::{InfoScore, Value};
use crate::note::{Notes, ParseNote};
use crate::number;
use crate::words::{Words, one_line};

/// Chances in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

/// What `info` says. Everything is optional.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies searched in the longest line.
    pub seldepth: Option<u32>,
    /// Which of several lines this is about, the best being 1.
    pub multipv: Option<u32>,
    /// From the view of the side to move.
    pub score: Option<InfoScore>,
    /// From the view of the side to move.
    pub wdl: Option<Wdl>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes searched in a second.
    pub nps: Option<u64>,
    /// How full the table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Positions found in tablebases.
    pub tbhits: Option<u64>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// How busy the processor is, in thousandths.
    pub cpuload: Option<u32>,
    /// The move that is looked at.
    pub currmove: Option<String>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// A move and what refutes it.
    pub refutation: Vec<String>,
    /// The line that is looked at, perhaps with a processor number before it.
    pub currline: Vec<String>,
    /// The best line.
    pub pv: Vec<String>,
    /// Free text.
    pub string: Option<String>,
}

impl Info {
    /// Reads what follows `info`.
    pub(crate) fn parse(words: &mut Words<'_>, notes: &mut Notes) -> Info {
        let mut info = Info::default();
        let mut bound = Bound::Exact;
        let mut value = None;
        while let Some(word) = words.next() {
            match word {
                "depth" => number::read(&mut info.depth, "depth", words, is_keyword, notes),
                "seldepth" => {
                    number::read(&mut info.seldepth, "seldepth", words, is_keyword, notes);
                }
                "multipv" => number::read(&mut info.multipv, "multipv", words, is_keyword, notes),
                // The parts of a score are told by their own words, so that they
                // may stand in any order.
                "score" => {}
                "cp" => {
                    let mut centipawns = None;
                    number::read(&mut centipawns, "cp", words, is_keyword, notes);
                    value = centipawns.map(Value::Cp).or(value);
                }
                "mate" => {
                    let mut moves = None;
                    number::read(&mut moves, "mate", words, is_keyword, notes);
                    value = moves.map(Value::Mate).or(value);
                }
                "lowerbound" => bound = Bound::Lower,
                "upperbound" => bound = Bound::Upper,
                "wdl" => info.wdl = read_wdl(words, notes).or(info.wdl),
                "nodes" => number::read(&mut info.nodes, "nodes", words, is_keyword, notes),
                "nps" => number::read(&mut info.nps, "nps", words, is_keyword, notes),
                "hashfull" => {
                    number::read(&mut info.hashfull, "hashfull", words, is_keyword, notes);
                }
                "tbhits" => number::read(&mut info.tbhits, "tbhits", words, is_keyword, notes),
                "time" => number::read(&mut info.time, "time", words, is_keyword, notes),
                "cpuload" => number::read(&mut info.cpuload, "cpuload", words, is_keyword, notes),
                "currmove" => match words.peek().filter(|word| !is_keyword(word)) {
                    Some(mv) => {
                        info.currmove = Some(mv.to_owned());
                        words.next();
                    }
                    None => notes.add(|| ParseNote::Missing { what: "currmove", lacks: "a move" }),
                },
                "currmovenumber" => {
                    let slot = &mut info.currmovenumber;
                    number::read(slot, "currmovenumber", words, is_keyword, notes);
                }
                "refutation" => info.refutation = words.list_until(is_keyword),
                "currline" => info.currline = words.list_until(is_keyword),
                "pv" => info.pv = words.list_until(is_keyword),
                "string" => {
                    info.string = Some(one_line(words.rest()).into_owned());
                    break;
                }
                _ => notes.unknown("info", [word]),
            }
        }
        info.score = value.map(|value| InfoScore { value, bound });
        info
    }
}

/// The words of `info`, each of which ends what stands before it.
const KEYWORDS: [&str; 21] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "upperbound",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "cpuload",
    "currmove",
    "currmovenumber",
    "refutation",
    "currline",
    "pv",
    "string",
];

fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

fn read_wdl(words: &mut Words<'_>, notes: &mut Notes) -> Option<Wdl> {
    let mut chances = [None; 3];
    for chance in &mut chances {
        number::read(chance, "wdl", words, is_keyword, notes);
    }
    let [win, draw, loss] = chances;
    Some(Wdl { win: win?, draw: draw?, loss: loss? })
}

/// The line itself, `info` included, its fields in the order that programs
/// know from Stockfish.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let small = |f: &mut fmt::Formatter<'_>, field, number: Option<u32>| match number {
            Some(number) => write!(f, " {field} {number}"),
            None => Ok(()),
        };
        let large = |f: &mut fmt::Formatter<'_>, field, number: Option<u64>| match number {
            Some(number) => write!(f, " {field} {number}"),
            None => Ok(()),
        };
        small(f, "depth", self.depth)?;
        small(f, "seldepth", self.seldepth)?;
        small(f, "multipv", self.multipv)?;
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        if let Some(Wdl { win, draw, loss }) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        large(f, "nodes", self.nodes)?;
        large(f, "nps", self.nps)?;
        small(f, "hashfull", self.hashfull)?;
        large(f, "tbhits", self.tbhits)?;
        large(f, "time", self.time)?;
        small(f, "cpuload", self.cpuload)?;
        if let Some(mv) = &self.currmove {
            write!(f, " currmove {}", one_line(mv))?;
        }
        small(f, "currmovenumber", self.currmovenumber)?;
        for (field, moves) in
            [("refutation", &self.refutation), ("currline", &self.currline), ("pv", &self.pv)]
        {
            if !moves.is_empty() {
                write!(f, " {field}")?;
            }
            for mv in moves {
                write!(f, " {}", one_line(mv))?;
            }
        }
        // Last, because nothing can follow free text.
        match &self.string {
            Some(text) => write!(f, " string {}", one_line(text)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Info, Vec<String>) {
        let mut notes = Notes::default();
        let mut words = Words::new(line);
        assert_eq!(words.next(), Some("info"));
        let info = Info::parse(&mut words, &mut notes);
        (info, notes.with(()).notes.iter().map(ParseNote::to_string).collect())
    }

    #[test]
    fn lines_of_engines_are_written_as_they_were_read() {
        for line in [
            "info depth 20 seldepth 31 multipv 1 score cp 35 lowerbound wdl 120 800 80 nodes 123456 \
             nps 1000000 hashfull 12 tbhits 3 time 123 pv e2e4 e7e5 g1f3",
            "info depth 5 score mate -3 time 0 pv e8d8",
            "info depth 0 score mate 0",
            "info depth 12 currmove e2e4 currmovenumber 1",
            "info refutation d1h5 g6h5",
            "info currline 1 e2e4 e7e5",
            "info depth 1 string NNUE evaluation  using nn.nnue depth 5",
            "info nodes 18446744073709551615 cpuload 1000",
            "info",
        ] {
            let (info, notes) = read(line);
            assert_eq!((info.to_string(), notes), (line.to_owned(), vec![]));
        }
    }

    #[test]
    fn any_order_is_read() {
        let (info, notes) =
            read("info pv e2e4 e7e5 nodes 5 score upperbound mate 2 time 3 depth 1");
        assert!(notes.is_empty(), "{notes:?}");
        assert_eq!(
            info.to_string(),
            "info depth 1 score mate 2 upperbound nodes 5 time 3 pv e2e4 e7e5"
        );
    }

    #[test]
    fn strange_words_cost_only_themselves() {
        let (info, notes) = read(
            "info depth score cp 1.5 nodes -7 movesleft nps 1e6 wdl 1 2 time 9 currmove pv e2e4",
        );
        assert_eq!(info.to_string(), "info nodes 0 time 9 pv e2e4");
        assert_eq!(
            notes,
            [
                "'depth' needs a number",
                "'cp' needs a number, not '1.5'",
                "'movesleft' means nothing after 'info'",
                "'nps' needs a number, not '1e6'",
                "'wdl' needs a number",
                "'currmove' lacks a move",
            ]
        );
    }
}
