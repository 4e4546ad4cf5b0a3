//! PGN: odd files as tables, streams larger than memory, trees that are
//! edited, and games that come back as they were written.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod reading;

use std::io::{self, Read};
use std::time::Duration;

use plywise_chess::pgn::{
    Comment, EditError, Eval, FaultyVariation, GameTree, Nag, NodeId, Pgn, PgnScore, Problem,
    ReadError, Reader, ReaderLimits,
};
use plywise_chess::{Game, Move, Outcome, Position};

use reading::{moves, read, read_from, read_one, summary};

/// What files look like, and what is made of them.
const ODD: &[(&str, &[&str])] = &[
    // Nothing, or nearly.
    ("", &[]),
    (" \r\n\t\n", &[]),
    ("% hidden\n", &[]),
    ("{ words only }", &[]),
    ("1-0\n", &["1-0"]),
    ("[White \"A\"]\n", &["*"]),
    ("e4 e5", &["1. e4 e5 *"]),
    // Ends.
    ("1. e4 e5 1-0", &["1. e4 e5 1-0"]),
    ("1. e4 e5 0-1 ", &["1. e4 e5 0-1"]),
    ("1. e4 e5 1/2-1/2", &["1. e4 e5 1/2-1/2"]),
    ("1. e4 e5 1/2", &["1. e4 e5 1/2-1/2"]),
    ("1. e4 e5 ½-½", &["1. e4 e5 1/2-1/2"]),
    ("1. e4 e5 1–0", &["1. e4 e5 1-0"]),
    ("1. e4 e5*", &["1. e4 e5 *"]),
    ("[Result \"1-0\"]\n\n1. e4 e5", &["1. e4 e5 1-0"]),
    ("[Result \"1-0\"]\n\n1. e4 *", &["1. e4 1-0"]),
    ("[Result \"1-0\"]\n\n1. e4 0-1", &["1. e4 1-0 ~1"]),
    ("[Result \"1/2\"]\n\n1. e4 1/2-1/2", &["1. e4 1/2-1/2"]),
    ("[Result \"?\"]\n\n1. e4 0-1", &["1. e4 0-1"]),
    ("1. e4 1-0 0-1", &["1. e4 1-0 ~1"]),
    ("1. e4 1-0\n1-0\n\n1. d4 *", &["1. e4 1-0", "1. d4 *"]),
    ("1. e4 1-0 {resigns}\n", &["1. e4 { resigns } 1-0"]),
    // From one game to the next.
    ("1. e4 *\n\n1. d4 *\n", &["1. e4 *", "1. d4 *"]),
    ("1. e4 * 1. d4 *", &["1. e4 *", "1. d4 *"]),
    ("1. e4 e5 2. d4\n\n1. d4 d5\n", &["1. e4 e5 2. d4 *", "1. d4 d5 *"]),
    ("1. e4 e5\n\n2. d4\n", &["1. e4 e5 2. d4 *"]),
    ("[Event \"A\"]\n1. e4 *\n[Event \"B\"]\n1. d4 *", &["1. e4 *", "1. d4 *"]),
    ("[Event \"A\"]\n\n1. e4\n\n[Event \"B\"]\n\n1. d4", &["1. e4 *", "1. d4 *"]),
    ("[Event \"A\"]\n\n[Event \"B\"]\n\n1. d4 *", &["*", "1. d4 *"]),
    ("[Event \"A\"]\n[Event \"B\"]\n1. d4 *", &["*", "1. d4 *"]),
    ("[Site \"A\"]\n\n[Event \"B\"]\n\n1. d4 *", &["*", "1. d4 *"]),
    ("[Event \"A\"]\n\n[Date \"2020\"]\n[Result \"1-0\"]\n\n1. e4", &["1. e4 1-0"]),
    ("[Event \"A\"] 1. e4 [Event \"B\"] 1. d4", &["1. e4 *", "1. d4 *"]),
    ("From: me\nSubject: games\n\n[Event \"A\"]\n\n1. e4 *", &["1. e4 * ~4"]),
    ("see (me\n[Event \"A\"]\n\n1. e4 e5 *", &["1. e4 e5 * ~2"]),
    ("1. e4 *\n\n-- (end) --\n", &["1. e4 *", "!3 * ~3"]),
    ("no game at all", &["!1 * ~4"]),
    ("<<<>>>", &["!1 * ~6"]),
    // Comments.
    ("{before} 1. e4 {after}{more} e5 *", &["{ before } 1. e4 { after } { more } 1... e5 *"]),
    ("1. e4 ; to the end {of line\n e5 *", &["1. e4 { to the end {of line } 1... e5 *"]),
    ("1. e4 {a {b} e5 *", &["1. e4 { a {b } 1... e5 *"]),
    ("1. e4 {} e5 *", &["1. e4 e5 *"]),
    ("% hidden 1. d4\n1. e4\n%d5\ne5 *", &["1. e4 e5 *"]),
    ("1. e4 {%not hidden\n%here} e5 *", &["1. e4 { %not hidden %here } 1... e5 *"]),
    ("1. e4 } e5 *", &["1. e4 e5 * ~1"]),
    ("1. e4 {never closed e5", &["!1 1. e4 { never closed e5 } *"]),
    ("1. e4\n{a\nb\n[Event \"B\"]\n\n1. d4 *", &["!2 1. e4 { a b } *", "1. d4 *"]),
    ("1. e4 {see [Event \"x\"]} e5 *", &["1. e4 { see [Event \"x\"] } 1... e5 *"]),
    // Glyphs.
    ("1. e4! e5?? 2. Nf3!? Nc6?! *", &["1. e4 $1 e5 $4 2. Nf3 $5 Nc6 $6 *"]),
    ("1. e4! $1 e5!!! $999 *", &["1. e4 $1 e5 $3 $999 *"]),
    ("1. e4 += e5 N *", &["1. e4 $14 e5 $146 *"]),
    ("1. e4 e5± 2. Nf3+- *", &["1. e4 e5 $16 2. Nf3 $18 *"]),
    ("1. e4 $70000 $ e5 *", &["1. e4 e5 * ~2"]),
    // Variations.
    ("1. e4 (1. d4 d5) e5 *", &["1. e4 (1. d4 d5) 1... e5 *"]),
    ("1. e4 (1. d4)(1. c4) e5 *", &["1. e4 (1. d4) (1. c4) 1... e5 *"]),
    ("1. e4 (d4 d5 (Nf6 c4)) e5 *", &["1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5 *"]),
    ("1. e4 ({why} 1. d4 {so}) *", &["1. e4 ({ why } 1. d4 { so }) *"]),
    ("1. e4 ({only words}) e5 *", &["1. e4 { only words } 1... e5 *"]),
    ("1. e4 () e5 *", &["1. e4 e5 *"]),
    ("1. e4 ((1. d4) 1. c4) e5 *", &["1. e4 (1. d4) (1. c4) 1... e5 *"]),
    ("1. e4 (1. d4 1-0) e5 0-1", &["1. e4 (1. d4) 1... e5 0-1"]),
    ("1. e4 ) e5 *", &["1. e4 e5 * ~1"]),
    ("(1. d4) 1. e4 *", &["1. e4 * ~1"]),
    ("1. e4 (1. d4 d5", &["!1 1. e4 (1. d4 d5) *"]),
    ("1. e4 (1. d4\n\n[Event \"B\"]\n1. c4 *", &["!1 1. e4 (1. d4) *", "1. c4 *"]),
    ("1. e4 (1. d4 d6 2. Ke3 (x) c4) e5 *", &["1. e4 (1. d4 d6) 1... e5 * ~1"]),
    ("1. e4 (1. e5 d6) e5 *", &["1. e4 e5 * ~1"]),
    // Moves written otherwise.
    ("1.e4e5 2.Nf3Nc6*", &["1. e4 e5 2. Nf3 Nc6 *"]),
    ("1.e4e52.Nf3Nc63.Bb5", &["1. e4 e5 2. Nf3 Nc6 3. Bb5 *"]),
    ("1 e4 e5 2 Nf3", &["1. e4 e5 2. Nf3 *"]),
    ("1. e4, e5, 2... . Nf3", &["1. e4 e5 2. Nf3 *"]),
    ("1. e2-e4 e7e5 2. Ng1-f3", &["1. e4 e5 2. Nf3 *"]),
    ("1. e4\u{a0}e5 2.\u{a0}♘f3", &["1. e4 e5 2. Nf3 *"]),
    ("1. e4 a6 2. e5 d5 3. exd6 e.p. *", &["1. e4 a6 2. e5 d5 3. exd6 *"]),
    ("1. e4 f6 2. Qh5+g6*", &["1. e4 f6 2. Qh5+ g6 *"]),
    ("1. f3 e5 2. g4 Qh4#0-1", &["1. f3 e5 2. g4 Qh4# 0-1"]),
    ("1. e4 e5 White resigns 1-0", &["1. e4 e5 1-0 ~2"]),
    ("1. e4 -- 2. d4 Z0 3. c4 @@@@ 4. -- 0000", &["1. e4 -- 2. d4 -- 3. c4 -- 4. -- -- *"]),
    // Broken games, and the next one.
    ("1. e4 e5\n2. Ke3 Nc6 (1. x) 1-0\n\n1. d4 *", &["!2 1. e4 e5 1-0", "1. d4 *"]),
    ("1. e4 e9 *", &["!1 1. e4 *"]),
    ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *", &["!1 1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *"]),
    ("1. e5\n\n[Event \"B\"]\n\n1. d4 *", &["!1 *", "1. d4 *"]),
    ("1. e4 \0 e5 \x01*", &["1. e4 e5 *"]),
];

#[test]
fn odd_files() {
    for (text, expected) in ODD {
        assert_eq!(summary(text), *expected, "{text:?}");
    }
}

/// However the stream is cut into pieces, the same is read.
#[test]
fn trickling_streams() {
    struct Trickle<'a>(&'a [u8], usize);
    impl Read for Trickle<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(room.len());
            room[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    for (text, _) in ODD {
        let utf16: Vec<u8> =
            std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
        for step in [1, 2, 3, 7] {
            assert_eq!(read_from(Trickle(text.as_bytes(), step)), read(text), "{text:?} by {step}");
            assert_eq!(read_from(Trickle(&utf16, step)), read(text), "{text:?} by {step}");
        }
    }
}

#[test]
fn encodings_and_line_ends() {
    let text = "[White \"Müller\"]\n\n1. e4 {schön}\n\ne5 *\n\n[White \"B\"]\n\n1. d4 d9 *\n";
    let expected = read(text);
    assert_eq!(expected.len(), 2);
    let latin1: Vec<u8> = text.chars().map(|c| c as u32 as u8).collect();
    let utf16 =
        |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let with_mark = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
    let encoded = [
        with_mark(b"\xef\xbb\xbf", text.as_bytes()),
        latin1,
        utf16(u16::to_le_bytes),
        utf16(u16::to_be_bytes),
        with_mark(b"\xff\xfe", &utf16(u16::to_le_bytes)),
        with_mark(b"\xfe\xff", &utf16(u16::to_be_bytes)),
        text.replace('\n', "\r\n").into_bytes(),
        text.replace('\n', "\r").into_bytes(),
    ];
    for bytes in encoded {
        assert_eq!(read(&bytes), expected, "{bytes:?}");
    }
    let Err(broken) = &expected[1] else { panic!() };
    assert_eq!((broken.line, broken.cause.line), (7, 9));
}

#[test]
fn tags_are_read_and_written() {
    let text =
        "[Event \"E\"]\n[WhiteElo \"2800\"]\n[White \"A \\\"q\\\" \\\\\"]\n[Site \"\"]\n\n*\n";
    let game = read_one(text);
    assert_eq!(game.tags.get("White"), Some("A \"q\" \\"));
    assert_eq!(
        game.to_string(),
        "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
         [White \"A \\\"q\\\" \\\\\"]\n[Black \"?\"]\n[Result \"*\"]\n[WhiteElo \"2800\"]\n\n*\n"
    );
    // Not closed: the line ends it.
    let [Ok(odd)] = &read("[White \"A\n[Black \"B\"]\n[]\n[x y \"z\"]\n\n1. e4 *")[..] else {
        panic!()
    };
    assert_eq!((odd.game.tags.get("White"), odd.game.tags.get("Black")), (Some("A"), Some("B")));
    assert_eq!(odd.warnings.iter().map(|remark| remark.line).collect::<Vec<_>>(), [1, 3, 3, 4]);
    let mut tags = game.tags;
    assert!(tags.set("two words", "x").is_err());
    assert!(tags.set("", "x").is_err());
    tags.set("Note", "a\nb").unwrap();
    assert_eq!(tags.get("Note"), Some("a b"));
    assert_eq!(tags.remove("Note").as_deref(), Some("a b"));
}

#[test]
fn starting_positions() {
    let game = read_one(
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
         [FEN \"bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w FCfc - 0 1\"]\n\n\
         1. Nf3 Nf6 2. O-O 0-0 *",
    );
    assert_eq!(moves(&game), "1. Nf3 Nf6 2. O-O O-O *");
    assert!(
        game.to_string()
            .contains("[FEN \"bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w KQkq - 0 1\"]")
    );
    assert_eq!(read_one(&game.to_string()), game);

    let black = read_one("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\nKe7 41. e4 *");
    assert_eq!(moves(&black), "40... Ke7 41. e4 *");
    assert_eq!(read_one(&black.to_string()), black);

    // Rights that cannot be are common, and no reason to lose the game.
    let [Ok(repaired)] = &read("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQkq e6 0 1\"]\n\n1. e4 *")[..]
    else {
        panic!()
    };
    assert!(matches!(repaired.warnings[0].problem, Problem::RepairedFen(_)));
    assert_eq!(moves(&repaired.game), "1. e4 *");

    for (tag, line) in [("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]", 2), ("[Variant \"Atomic\"]", 2)] {
        let text = format!("[White \"A\"]\n{tag}\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *");
        let [Err(broken), Ok(next)] = &read(&text)[..] else { panic!("{text}") };
        assert_eq!((broken.cause.line, broken.game.tags.get("White")), (line, Some("A")));
        assert_eq!(moves(&next.game), "1. d4 *");
    }
    let crossed = Pgn::new(Position::chess960(0, 0));
    assert_eq!(crossed.tags.get("Variant"), Some("Chess960"));
    assert_eq!(Pgn::default().tags.get("Variant"), None);
}

#[test]
fn clocks_and_evaluations() {
    let text = "1. e4 { [%clk 1:03:00.5] [%eval 0.17,20] best } 1... c5 { [%emt 0:00:02] } *";
    let mut game = read_one(text);
    let line: Vec<NodeId> = game.tree.main_line().collect();
    assert_eq!(game.tree.clock(line[0]), Some(Duration::from_millis(3_780_500)));
    assert_eq!(
        game.tree.eval(line[0]),
        Some(Eval { score: PgnScore::Centipawns(17), depth: Some(20) })
    );
    assert_eq!(game.tree.elapsed(line[1]), Some(Duration::from_secs(2)));
    assert_eq!(game.tree.comments(line[0])[0].prose(), "best");
    assert_eq!(moves(&game), text);

    game.tree.set_clock(line[0], Some(Duration::from_secs(59))).unwrap();
    game.tree.set_eval(line[1], Some(Eval { score: PgnScore::Mate(-3), depth: None })).unwrap();
    game.tree.set_elapsed(line[1], None).unwrap();
    assert_eq!(
        moves(&game),
        "1. e4 { [%clk 0:00:59] [%eval 0.17,20] best } 1... c5 { [%eval #-3] } *"
    );
    game.tree.set_eval(line[1], None).unwrap();
    assert!(game.tree.comments(line[1]).is_empty());
    assert_eq!(
        game.tree.set_clock(NodeId::from_index(99).unwrap(), None),
        Err(EditError::NoSuchNode)
    );
}

#[test]
fn a_tree_is_edited() {
    let mut game = read_one("1. e4 {x} (1. d4 d5) ({y} 1. c4 e5 2. Nc3) e5 *");
    let children: Vec<NodeId> = game.tree.children(NodeId::ROOT).collect();
    let [e4, d4, c4] = children[..] else { panic!() };
    let knight = game.tree.line(c4).last().unwrap();
    assert!(game.tree.begins_variation(c4) && !game.tree.begins_variation(knight));
    assert!(game.tree.is_main_line(e4) && !game.tree.is_main_line(knight));
    assert_eq!(game.tree.position(knight).unwrap().to_string().split(' ').nth(5), Some("2"));

    // The same move again is the same node, another one a variation.
    assert_eq!(game.tree.add_move(NodeId::ROOT, game.tree.mv(c4).unwrap()), Ok(c4));
    let start = Position::start();
    let f4 = game.tree.add_move(NodeId::ROOT, start.parse_san("f4").unwrap()).unwrap();
    let illegal = start.parse_uci("g1f3").unwrap();
    assert!(matches!(game.tree.add_move(e4, illegal), Err(EditError::Illegal(_))));
    let null = game.tree.add_null(f4).unwrap();
    assert!(game.tree.is_null(null) && !game.tree.is_null(f4) && !game.tree.is_null(NodeId::ROOT));
    game.tree.set_nags(f4, &[Nag(2), Nag(2), Nag(13)]).unwrap();
    game.tree.set_starting_comments(f4, Comment::new("or").into_iter().collect()).unwrap();
    assert_eq!(game.tree.set_starting_comments(e4, Vec::new()), Err(EditError::NotAVariation));
    assert_eq!(
        moves(&game),
        "1. e4 { x } (1. d4 d5) ({ y } 1. c4 e5 2. Nc3) ({ or } 1. f4 $2 $13 --) 1... e5 *"
    );

    // One step up, then all the way; the text before a line stays before it.
    assert_eq!(game.tree.promote(c4), Ok(true));
    assert_eq!(game.tree.promote(e4), Ok(false));
    game.tree.promote_to_main_line(knight).unwrap();
    assert_eq!(
        moves(&game),
        "{ y } 1. c4 (1. e4 { x } 1... e5) (1. d4 d5) ({ or } 1. f4 $2 $13 --) 1... e5 2. Nc3 *"
    );
    assert_eq!(read_one(&game.to_string()), game);

    // What is deleted is gone for good.
    let count = game.tree.len();
    game.tree.delete(c4).unwrap();
    assert_eq!(game.tree.len(), count - 3);
    assert_eq!(game.tree.delete(knight), Err(EditError::NoSuchNode));
    assert_eq!((game.tree.position(knight), game.tree.mv(knight)), (None, None));
    let again = game.tree.add_move(NodeId::ROOT, start.parse_san("c4").unwrap()).unwrap();
    assert!(again != c4 && !game.tree.contains(c4));
    assert_eq!(game.tree.delete(NodeId::ROOT), Err(EditError::Root));
    assert_eq!(game.tree.walk(NodeId::ROOT).count(), game.tree.len() + 1);
    assert_eq!(game.tree.path(NodeId::ROOT), [NodeId::ROOT]);
    assert!(game.tree.contains(d4));
    game.set_outcome(Some(Outcome::Draw));
    assert_eq!(game.outcome(), Some(Outcome::Draw));
    assert_eq!(read_one(&game.to_string()), game);
}

#[test]
fn a_fault_in_a_variation_breaks_the_game_if_wanted() {
    let text = "1. e4 (1. d4\n2. Ke7) e5 *".as_bytes();
    let mut reader =
        Reader::with_limits(text, ReaderLimits::default(), FaultyVariation::BreaksGame);
    let Some(Err(ReadError::Broken(broken))) = reader.next() else { panic!() };
    assert_eq!((broken.cause.line, broken.game.tree.len()), (2, 2));
    assert!(reader.next().is_none());
}

/// A generator of numbers that is good enough to try things.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

fn random_comments(random: &mut Random) -> Vec<Comment> {
    let texts = [
        "good",
        "[%clk 0:01:02] [%cal Ge2e4,Re7e5] with  words } and {braces}",
        "two\n\nparagraphs of some length, so that a line is broken somewhere in the middle of it all",
        "%percent [Event \"x\"] ; ( ) $1 1-0 *",
        "\u{a0}Ünïcode ♘ and a-very-long-word-without-any-space-that-does-not-fit-in-the-line-at-all-or-nearly",
        "",
    ];
    let count = random.below(8).saturating_sub(5);
    (0..count).filter_map(|_| Comment::new(texts[random.below(texts.len())])).collect()
}

#[test]
fn written_trees_read_back_the_same() {
    let mut random = Random(3);
    for round in 0..300 {
        let number = random.below(960) as u16;
        let mut game = Pgn::new(if round % 3 == 0 {
            Position::chess960(number, number)
        } else {
            Position::start()
        });
        game.tags.set("White", ["A \"b\" \\", "\\", "\"]", "é"][round % 4]).unwrap();
        game.tags.set("Odd", "\" ]").unwrap();
        let mut nodes = vec![NodeId::ROOT];
        for _ in 0..random.below(150) {
            let back = if random.below(5) == 0 { nodes.len() } else { nodes.len().min(3) };
            let parent = nodes[nodes.len() - 1 - random.below(back)];
            let position = game.tree.position(parent).unwrap();
            let legal = position.legal_moves();
            let node = if legal.is_empty() {
                continue;
            } else if random.below(30) == 0 && !position.is_check() {
                game.tree.add_null(parent).unwrap()
            } else {
                game.tree.add_move(parent, legal[random.below(legal.len())]).unwrap()
            };
            game.tree.set_comments(node, random_comments(&mut random)).unwrap();
            if game.tree.begins_variation(node) {
                game.tree.set_starting_comments(node, random_comments(&mut random)).unwrap();
            }
            if random.below(4) == 0 {
                game.tree.set_nags(node, &[Nag(random.below(300) as u16)]).unwrap();
            }
            nodes.push(node);
        }
        if random.below(2) == 0 {
            let node = nodes[random.below(nodes.len())];
            let _ = game.tree.promote_to_main_line(node);
            let _ = game.tree.delete(nodes[random.below(nodes.len())]);
        }
        game.tree.set_comments(NodeId::ROOT, random_comments(&mut random)).unwrap();
        let text = game.to_string();
        assert_eq!(read_one(&text), game, "{text}");
        let is_short =
            |line: &str| line.chars().count() < 80 || line.contains("[%") || !line.contains(' ');
        let long = text.lines().find(|line| !is_short(line) && !line.starts_with("[Event"));
        assert!(long.is_none_or(|line| line.contains("[Event") || line.contains('%')), "{long:?}");
    }
}

/// Nothing a file can hold makes the reader panic or go on for ever, and
/// whatever was read can be written and read again.
#[test]
fn damaged_files() {
    let seeds: Vec<u8> = ODD.iter().flat_map(|(text, _)| text.bytes().chain([b'\n'])).collect();
    let spice = b"(){}[];%$!?*.\"\\-+#=\n\r\0\xc2\xff0189abNQO";
    let mut random = Random(11);
    for _ in 0..2000 {
        let start = random.below(seeds.len() - 400);
        let mut text = seeds[start..start + 20 + random.below(380)].to_vec();
        for _ in 0..random.below(12) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => text[at] = spice[random.below(spice.len())],
                1 => text.insert(at, spice[random.below(spice.len())]),
                _ => drop(text.remove(at)),
            }
        }
        for game in read(&text) {
            let game = game.map_or_else(|broken| broken.game, |read| read.game);
            if game.tags.get("FEN").is_none() {
                assert_eq!(read_one(&game.to_string()), game, "{}", String::from_utf8_lossy(&text));
            }
        }
    }
}

#[test]
fn a_broken_stream_is_told_once() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let mut reader = Reader::new("1. e4 *\n\n1. d4 d5".as_bytes().chain(Broken));
    assert!(matches!(reader.next(), Some(Ok(_))));
    assert!(matches!(reader.next(), Some(Err(ReadError::Io(_)))));
    assert!(reader.next().is_none());
}

#[test]
fn from_a_text_and_from_a_game() {
    let mut game = Game::default();
    for san in ["f3", "e5", "g4", "Qh4#"] {
        let mv = game.position().parse_san(san).unwrap();
        game.play(mv).unwrap();
    }
    let pgn = Pgn::from(&game);
    assert_eq!(moves(&pgn), "1. f3 e5 2. g4 Qh4# 0-1");
    assert_eq!(pgn.to_string().parse::<Pgn>().unwrap(), pgn);
    assert!(matches!("".parse::<Pgn>(), Err(ReadError::Broken(_))));
}

#[test]
fn a_line_is_added_at_once() {
    let mut tree = GameTree::default();
    let mut position = Position::start();
    let line: Vec<Move> = ["e4", "e5", "Nf3"]
        .map(|san| {
            let mv = position.parse_san(san).unwrap();
            position.play(mv).unwrap();
            mv
        })
        .to_vec();
    let last = tree.add_line(NodeId::ROOT, &line).unwrap();
    assert_eq!((tree.len(), tree.position(last)), (3, Some(position)));
    assert_eq!(tree.add_line(NodeId::ROOT, &line), Ok(last));
    assert!(tree.add_line(last, &line).is_err());
    assert_eq!(tree.len(), 3);
}

/// Found by the fuzz target `pgn_reads_back`: a glyph began the game, and the
/// FEN tag behind it was kept although the game had a start already.
#[test]
fn a_start_that_comes_late_is_passed_over() {
    let text = "[Event \"x\"]\n!\n[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n\n1. e4 e5 1-0\n";
    let read = Reader::new(text.as_bytes()).next().unwrap().unwrap();
    let late = |remark: &plywise_chess::pgn::Remark| {
        remark.problem == Problem::LateStart("FEN".to_owned())
    };
    assert!(read.warnings.iter().any(late), "{:?}", read.warnings);
    let written = read.game.to_string();
    let again = Reader::new(written.as_bytes()).next().unwrap().unwrap();
    assert_eq!(again.game, read.game, "{written}");
}

/// Found by the property `nearly_games_are_read`: the same with the rules.
#[test]
fn rules_that_come_late_are_passed_over() {
    let text = "[Event \"x\"]\n-\n[Variant \"Atomic\"]\n\n1. e4 *\n";
    let [Ok(read)] = &read(text)[..] else { panic!("{:?}", read(text)) };
    assert_eq!(read.warnings[0].problem, Problem::LateStart("Variant".to_owned()));
    assert_eq!(read_one(&read.game.to_string()), read.game);
}

/// Found by the property `pgn_round_trip`: names that may be set were not all read.
#[test]
fn every_name_of_a_tag_is_read() {
    let mut game = Pgn::default();
    for name in ["+", "a-b", "UTC.Time", "#", "x/y:z"] {
        game.tags.set(name, "one ] two").unwrap();
    }
    assert_eq!(read_one(&game.to_string()), game);
}
