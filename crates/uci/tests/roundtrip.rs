//! What is written is read back, and nothing that is read is too strange.

// The name that the shared file knows it by, which is also a test of its own crate.
extern crate chess as plywise_chess;

#[path = "../../chess/tests/support/mod.rs"]
mod support;

use plywise_uci::{
    Command, GameStart, GameText, GoLimits, Info, InfoScore, OptionDeclaration, OptionKind,
    ParseNote, Reply, Value, Wdl,
};
use search::Bound;
use support::Random;

impl Random {
    fn choose<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    /// Something every other time, of all sizes.
    fn maybe(&mut self) -> Option<u64> {
        let bits = self.below(64);
        (self.below(2) == 0).then(|| self.next() >> bits)
    }

    fn words(&mut self, most: usize, words: &[&str]) -> Vec<String> {
        (0..self.below(most + 1)).map(|_| self.choose(words).to_owned()).collect()
    }

    /// A text of one to three words.
    fn name(&mut self) -> String {
        let first = self.choose(NAMES).to_owned();
        [vec![first], self.words(2, NAMES)].concat().join(" ")
    }

    fn maybe_empty_name(&mut self) -> String {
        if self.below(4) == 0 { String::new() } else { self.name() }
    }
}

const NAMES: &[&str] =
    &["Hash", "Move", "Overhead", "UCI_Elo", "Value", "Name", "é", "/a/b.nnue", "x=1", "-3"];
const MOVES: &[&str] = &["e2e4", "e7e8q", "a1h8", "h7h8N", "e1h1"];

fn command(random: &mut Random) -> Command {
    match random.below(15) {
        0 => Command::Uci,
        1 => Command::Debug(random.below(2) == 0),
        2 => Command::IsReady,
        3 | 4 => {
            let value = (random.below(4) > 0).then(|| random.maybe_empty_name());
            Command::SetOption { name: random.name(), value }
        }
        5 => Command::UciNewGame,
        6 => {
            let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned();
            let start =
                if random.below(2) == 0 { GameStart::Standard } else { GameStart::Fen(fen) };
            Command::Position(GameText { start, moves: random.words(9, MOVES) })
        }
        7 | 8 => Command::Go(limits(random)),
        9 => Command::Stop,
        10 => Command::PonderHit,
        11 => Command::Register(random.maybe_empty_name()),
        12 => Command::Bench(random.maybe_empty_name()),
        13 => Command::ExportNet(random.name()),
        _ => [
            Command::Quit,
            Command::Eval,
            Command::Show,
            Command::Flip,
            Command::Compiler,
            Command::Help,
        ][random.below(6)]
        .clone(),
    }
}

fn limits(random: &mut Random) -> GoLimits {
    let small = |number: Option<u64>| number.map(|number| number as u32);
    let clock = |number: Option<u64>| number.map(|number| number as i64);
    GoLimits {
        wtime: clock(random.maybe()),
        btime: clock(random.maybe()),
        winc: clock(random.maybe()),
        binc: clock(random.maybe()),
        movestogo: small(random.maybe()),
        depth: small(random.maybe()),
        nodes: random.maybe(),
        mate: small(random.maybe()),
        movetime: random.maybe(),
        infinite: random.below(2) == 0,
        ponder: random.below(2) == 0,
        searchmoves: (random.below(2) == 0).then(|| random.words(4, MOVES)),
        perft: small(random.maybe()),
    }
}

fn reply(random: &mut Random) -> Reply {
    match random.below(10) {
        0 => Reply::IdName(random.maybe_empty_name()),
        1 => Reply::IdAuthor(random.maybe_empty_name()),
        2 | 3 => Reply::Option(option(random)),
        4 => Reply::UciOk,
        5 => Reply::ReadyOk,
        6 | 7 => Reply::Info(Box::new(info(random))),
        8 => Reply::BestMove {
            mv: random.words(1, MOVES).pop(),
            ponder: random.words(1, MOVES).pop(),
        },
        _ => Reply::Other(random.maybe_empty_name()),
    }
}

fn option(random: &mut Random) -> OptionDeclaration {
    let kind = match random.below(5) {
        0 => OptionKind::Check { default: random.below(2) == 0 },
        1 => OptionKind::Spin {
            default: random.next() as i64,
            min: random.next() as i64,
            max: random.next() as i64,
        },
        2 => OptionKind::Combo {
            default: random.maybe_empty_name(),
            choices: (0..random.below(4)).map(|_| random.maybe_empty_name()).collect(),
        },
        3 => OptionKind::Button,
        _ => OptionKind::Text { default: random.maybe_empty_name() },
    };
    OptionDeclaration { name: random.name(), kind }
}

fn info(random: &mut Random) -> Info {
    let small = |number: Option<u64>| number.map(|number| number as u32);
    let score = random.maybe().map(|number| InfoScore {
        value: [Value::Cp(number as i32), Value::Mate(number as i32)][number as usize % 2],
        bound: [Bound::Exact, Bound::Lower, Bound::Upper][number as usize % 3],
    });
    let wdl = random.maybe().map(|number| Wdl {
        win: number as u16,
        draw: (number >> 16) as u16,
        loss: (number >> 32) as u16,
    });
    Info {
        depth: small(random.maybe()),
        seldepth: small(random.maybe()),
        multipv: small(random.maybe()),
        score,
        wdl,
        nodes: random.maybe(),
        nps: random.maybe(),
        hashfull: small(random.maybe()),
        tbhits: random.maybe(),
        time: random.maybe(),
        cpuload: small(random.maybe()),
        currmove: random.words(1, MOVES).pop(),
        currmovenumber: small(random.maybe()),
        refutation: random.words(3, MOVES),
        currline: random.words(3, MOVES),
        pv: random.words(9, MOVES),
        string: (random.below(3) == 0).then(|| random.maybe_empty_name()),
    }
}

const ROUNDS: usize = 20_000;

#[test]
fn commands_are_read_as_they_were_written() {
    let random = &mut Random(1);
    for _ in 0..ROUNDS {
        let command = command(random);
        let parsed = Command::parse(&command.to_string());
        assert_eq!(parsed.notes, [], "{command}");
        assert_eq!(parsed.value.as_ref(), Some(&command), "{command}");
    }
}

#[test]
fn replies_are_read_as_they_were_written() {
    let random = &mut Random(2);
    for _ in 0..ROUNDS {
        let reply = reply(random);
        let parsed = Reply::parse(&reply.to_string());
        assert_eq!(parsed.notes, [], "{reply}");
        assert_eq!(parsed.value, reply, "{reply}");
    }
}

/// Words of the protocol.
const WORDS: &str = "\
    uci debug on off isready setoption name value ucinewgame position startpos fen moves \
    go stop ponderhit quit register bench eval d wtime btime winc binc movestogo depth \
    nodes mate movetime infinite ponder searchmoves perft id author option type check spin \
    combo button string default min max var uciok readyok info seldepth multipv score cp \
    lowerbound upperbound wdl nps hashfull tbhits time pv currmove refutation currline \
    bestmove";
/// Words that nearly are, and what is no word at all.
const ODD: &[&str] = &[
    "(none)",
    "0000",
    "<empty>",
    "e2e4",
    "e7e8Q",
    "é2e4",
    "a1a",
    "0",
    "-1",
    "17",
    "99999999999999999999999999999999999999999",
    "1.5",
    "+",
    "-",
    "#",
    "\0",
    "\u{b}",
    "\u{a0}",
    "\u{fffd}",
    "\u{1f600}",
    "true",
    "4k3/8/8/8/8/8/8/4K3",
    "w",
];
const SPACES: &[&str] = &[" ", " ", " ", "  ", "\t", "\r\n", "\n", ""];

/// What was once understood is written so that it is understood again, and no
/// text makes a second line.
#[test]
fn soup_is_read_without_harm() {
    let random = &mut Random(3);
    let soup: Vec<&str> = WORDS.split_whitespace().chain(ODD.iter().copied()).collect();
    for round in 0..2 * ROUNDS {
        let mut line = String::new();
        // Half of the lines begin with something that leads somewhere.
        if round % 2 == 0 {
            line +=
                random.choose(&["go ", "setoption name ", "position ", "info ", "option name "]);
        }
        for _ in 0..random.below(12) {
            line += random.choose(&soup);
            line += random.choose(SPACES);
        }
        let heard = Command::parse(&line);
        if let Some(command) = heard.value {
            let text = command.to_string();
            assert!(!text.contains(['\n', '\r']), "{text:?}");
            assert_eq!(Command::parse(&text).value, Some(command), "{line:?}");
        }
        let said = Reply::parse(&line);
        let text = said.value.to_string();
        assert!(!text.contains(['\n', '\r']), "{text:?}");
        assert_eq!(Reply::parse(&text).value, said.value, "{line:?}");
        for note in heard.notes.iter().chain(&said.notes).map(ParseNote::to_string) {
            assert!(!note.to_lowercase().starts_with("error"), "{note}");
            assert!(!note.contains(char::is_control), "{note:?}");
        }
    }
}
