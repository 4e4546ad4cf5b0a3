//! Properties that hold for every game and every file, looked for by `proptest`.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::io::{self, Read};
use std::time::Duration;

use plywise_chess::Position;
use plywise_chess::pgn::{
    Comment, Eval, FaultyVariation, Nag, NodeId, Pgn, PgnScore, ReadError, Reader, ReaderLimits,
};
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What is said about a move.
#[derive(Clone, Debug)]
struct Said {
    comments: Vec<String>,
    starting: Vec<String>,
    nags: Vec<u16>,
    clock: Option<Duration>,
    elapsed: Option<Duration>,
    eval: Option<Eval>,
}

/// A move to add: after the last one, or after any; a legal one, or none.
#[derive(Clone, Debug)]
struct Step {
    parent: Option<Index>,
    mv: Option<Index>,
    said: Said,
}

/// Signs that mean something in a file, and what stands between them.
const PIECES: &[&str] = &[
    " ",
    "\n",
    "\r\n",
    "\n\n",
    "\t",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ";",
    "%",
    "\n%",
    "\"",
    "\\",
    "$",
    "$1",
    "$999",
    "!",
    "?!",
    "*",
    ".",
    "...",
    ",",
    "-",
    "--",
    "+",
    "#",
    "=",
    "+-",
    "½",
    "–",
    "\u{a0}",
    "\u{85}",
    "\u{feff}",
    "\0",
    "é",
    "♘",
    "1.",
    "2.",
    "1...",
    "10",
    "0000",
    "1-0",
    "0-1",
    "1/2-1/2",
    "0-0",
    "e4",
    "e5",
    "d4",
    "d5",
    "Nf3",
    "Nc6",
    "Ng1",
    "Nf6",
    "Ng8",
    "O-O",
    "exd5",
    "e8=Q",
    "a8(Q)",
    "e.p.",
    "Z0",
    "Ke3",
    "Qh5+Ke7",
    "word",
    "x1",
    "[%clk 0:01:00]",
    "[%eval 0.3,4]",
    "[%",
    "[Event \"",
    "\n[Event \"x\"]\n",
    "\n[White \"A\"]\n",
    "\n[a-b \"x]y\"]\n",
    "\n[Result \"1-0\"]\n",
    "\n[SetUp \"1\"]\n",
    "\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1\"]\n",
    "\n[Variant \"Atomic\"]\n",
];

/// Text that is nearly PGN.
fn nearly_pgn(pieces: usize) -> impl Strategy<Value = String> {
    vec(select(PIECES), 0..pieces).prop_map(|pieces| pieces.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![".{0,60}", "(?s).{0,20}", nearly_pgn(12), "([a-z]{1,12} ){0,40}"]
}

fn any_time() -> impl Strategy<Value = Duration> {
    let nanos = prop_oneof![Just(0), 0..1_000_000_000u32];
    (0..1_000_000_000u64, nanos).prop_map(|(seconds, nanos)| Duration::new(seconds, nanos))
}

fn any_eval() -> impl Strategy<Value = Eval> {
    let number = -1_000_000_000..1_000_000_000i32;
    let score = prop_oneof![
        number.clone().prop_map(PgnScore::Centipawns),
        (-500..500i32).prop_map(PgnScore::Centipawns),
        number.prop_map(PgnScore::Mate),
    ];
    (score, any::<Option<u32>>()).prop_map(|(score, depth)| Eval { score, depth })
}

fn any_said() -> impl Strategy<Value = Said> {
    let texts = || prop_oneof![4 => Just(Vec::new()), 1 => vec(any_text(), 1..3)];
    let nags = prop_oneof![4 => Just(Vec::new()), 1 => vec(any::<u16>(), 1..4)];
    let times = (weighted(0.1, any_time()), weighted(0.1, any_time()));
    (texts(), texts(), nags, times, weighted(0.1, any_eval())).prop_map(
        |(comments, starting, nags, (clock, elapsed), eval)| Said {
            comments,
            starting,
            nags,
            clock,
            elapsed,
            eval,
        },
    )
}

fn any_step() -> impl Strategy<Value = Step> {
    (weighted(0.25, any::<Index>()), weighted(0.97, any::<Index>()), any_said())
        .prop_map(|(parent, mv, said)| Step { parent, mv, said })
}

/// A start of chess, Chess960 or double Chess960, and some moves on from it.
fn any_start() -> impl Strategy<Value = Position> {
    let first = prop_oneof![
        3 => Just(Position::start()),
        1 => (0..960u16).prop_map(|number| Position::chess960(number, number)),
        1 => (0..960u16, 0..960u16).prop_map(|(white, black)| Position::chess960(white, black)),
    ];
    let moves = prop_oneof![2 => Just(Vec::new()), 1 => vec(any::<Index>(), 0..60)];
    (first, moves).prop_map(|(mut position, moves)| {
        for mv in moves {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.play_unchecked(legal[mv.index(legal.len())]);
        }
        position
    })
}

/// Tags but for those that say where a game begins, how it is played and how
/// it ended: these belong to the tree and to the outcome.
fn any_tags() -> impl Strategy<Value = Vec<(String, String)>> {
    let name = prop_oneof![
        select(&["Event", "Site", "Date", "Round", "White", "Black"][..]).prop_map(str::to_owned),
        "[A-Za-z0-9_]{1,12}",
        "[A-Za-z0-9_.:+#/-]{1,12}",
    ];
    let is_own = |(name, _): &(String, String)| {
        !["FEN", "SetUp", "Variant", "Result"].contains(&name.as_str())
    };
    vec((name, any_text()).prop_filter("the game's own", is_own), 0..8)
}

prop_compose! {
    fn any_game()(
        start in any_start(),
        tags in any_tags(),
        result in select(&["1-0", "0-1", "1/2-1/2", "*"][..]),
        root in any_said(),
        steps in vec(any_step(), 0..60),
        promoted in weighted(0.3, any::<Index>()),
        deleted in weighted(0.3, any::<Index>()),
    ) -> Pgn {
        let mut game = Pgn::new(start);
        for (name, value) in tags {
            game.tags.set(&name, &value).unwrap();
        }
        game.tags.set("Result", result).unwrap();
        say(&mut game, NodeId::ROOT, &root);
        let mut nodes = vec![NodeId::ROOT];
        for step in steps {
            let last = nodes[nodes.len() - 1];
            let parent = step.parent.map_or(last, |index| nodes[index.index(nodes.len())]);
            let legal = game.tree.position(parent).unwrap().legal_moves();
            let node = match step.mv {
                Some(_) if legal.is_empty() => continue,
                Some(mv) => game.tree.add_move(parent, legal[mv.index(legal.len())]),
                None => game.tree.add_null(parent),
            };
            // In check there is no null move.
            let Ok(node) = node else { continue };
            say(&mut game, node, &step.said);
            nodes.push(node);
        }
        if let Some(index) = promoted {
            let _ = game.tree.promote_to_main_line(nodes[index.index(nodes.len())]);
        }
        if let Some(index) = deleted {
            let _ = game.tree.delete(nodes[index.index(nodes.len())]);
        }
        game
    }
}

fn say(game: &mut Pgn, node: NodeId, said: &Said) {
    let comments = |texts: &[String]| texts.iter().filter_map(|text| Comment::new(text)).collect();
    let tree = &mut game.tree;
    tree.set_comments(node, comments(&said.comments)).unwrap();
    if tree.begins_variation(node) {
        tree.set_starting_comments(node, comments(&said.starting)).unwrap();
    }
    let nags: Vec<Nag> = said.nags.iter().copied().map(Nag).collect();
    tree.set_nags(node, &nags).unwrap();
    // Each goes to the front and is found there, whatever the comments say.
    if said.clock.is_some() {
        tree.set_clock(node, said.clock).unwrap();
        assert_eq!(tree.clock(node), said.clock);
    }
    if said.elapsed.is_some() {
        tree.set_elapsed(node, said.elapsed).unwrap();
        assert_eq!(tree.elapsed(node), said.elapsed);
    }
    if said.eval.is_some() {
        tree.set_eval(node, said.eval).unwrap();
        assert_eq!(tree.eval(node), said.eval);
    }
}

/// Writes a game and reads it: one game, the same, with nothing odd about it.
fn reads_back(game: &Pgn) -> Result<(), TestCaseError> {
    let text = game.to_string();
    let mut reader = Reader::new(text.as_bytes());
    match reader.next() {
        Some(Ok(again)) => {
            prop_assert_eq!(&again.game, game, "{}", text);
            prop_assert_eq!(again.warnings, vec![], "{}", text);
        }
        other => prop_assert!(false, "{:?}\n{}", other, text),
    }
    prop_assert!(reader.next().is_none(), "{}", text);
    Ok(())
}

/// Reads all games; what was read of each reads back.
fn is_read(bytes: &[u8]) -> Result<(), TestCaseError> {
    let mut reader = Reader::new(bytes);
    for read in reader.by_ref() {
        match read {
            Ok(read) => reads_back(&read.game)?,
            Err(ReadError::Broken(broken)) => {
                prop_assert!(broken.cause.line >= broken.line);
                let mut game = broken.game;
                // Kept for show: a start that makes no sense is not written,
                // and a variant with other rules is refused again.
                for name in ["FEN", "SetUp", "Variant"] {
                    game.tags.remove(name);
                }
                reads_back(&game)?;
            }
            Err(ReadError::Io(error)) => prop_assert!(false, "{}", error),
        }
    }
    prop_assert!(reader.next().is_none());
    let tight = ReaderLimits { game: 200, text: 20, moves: 5, comments: 3, tags: 2, nesting: 2 };
    for read in Reader::with_limits(bytes, tight, FaultyVariation::BreaksGame) {
        let game = match read {
            Ok(read) => read.game,
            Err(ReadError::Broken(broken)) => broken.game,
            Err(ReadError::Io(error)) => panic!("{error}"),
        };
        prop_assert!(game.tree.len() <= 5);
    }
    Ok(())
}

/// A stream that comes in pieces of these sizes, over and over.
struct Pieces<'a> {
    bytes: &'a [u8],
    sizes: std::iter::Cycle<std::slice::Iter<'a, usize>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.next().copied().unwrap_or(1).min(room.len());
        self.bytes.read(&mut room[..size])
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn pgn_round_trip(game in any_game()) {
        reads_back(&game)?;
    }

    #[test]
    fn any_bytes_are_read(bytes in vec(any::<u8>(), 0..400)) {
        is_read(&bytes)?;
    }

    #[test]
    fn nearly_games_are_read(text in nearly_pgn(80)) {
        is_read(text.as_bytes())?;
    }

    #[test]
    fn damaged_games_are_read(
        game in any_game(),
        damage in vec((any::<Index>(), select(PIECES), 0..4usize), 1..6),
    ) {
        let mut bytes = game.to_string().into_bytes();
        for (index, piece, cut) in damage {
            let at = index.index(bytes.len());
            let end = bytes.len().min(at + cut);
            bytes.splice(at..end, piece.bytes());
        }
        is_read(&bytes)?;
    }

    #[test]
    fn the_pieces_of_a_stream_do_not_matter(
        text in nearly_pgn(80),
        sizes in vec(1..20usize, 1..5),
    ) {
        let games = |input: &mut dyn Read| -> Vec<String> {
            Reader::new(input).map(|read| format!("{read:?}")).collect()
        };
        let pieces = &mut Pieces { bytes: text.as_bytes(), sizes: sizes.iter().cycle() };
        prop_assert_eq!(games(pieces), games(&mut text.as_bytes()));
    }
}
