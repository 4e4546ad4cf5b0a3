//! PGN: streams larger than memory, nesting deeper than the stack, texts made
//! to waste time. Whatever a file holds, the reader's limits hold.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod reading;

use std::io::{self, Read};

use plywise_chess::pgn::{
    Comment, FaultyVariation, NodeId, Pgn, Problem, ReadError, Reader, ReaderLimits,
};

use reading::{moves, read, read_one, summary};

/// Variations inside each other, each of two moves: every second one is varied again.
fn nested(levels: usize) -> String {
    let mut text = "1. Nf3 ".to_owned();
    for level in 0..levels {
        let cycle = ["(Nc3 Nf6 ", "(Nc6 Nf3 ", "(Nb1 Nf6 ", "(Nb8 Nf3 "];
        text.push_str(cycle[level % 4]);
    }
    text.push_str(&")".repeat(levels));
    text.push_str(" Nf6 *\n\n1. e4 *\n");
    text
}

#[test]
fn depth_needs_no_stack() {
    const LEVELS: usize = 100_000;
    let all = || {
        let text = nested(LEVELS);
        let mut games = read(&text);
        let [Ok(deep), Ok(_)] = &mut games[..] else { panic!("{:?}", summary(nested(3))) };
        let tree = &mut deep.game.tree;
        assert_eq!((tree.len(), tree.main_line().count()), (2 * LEVELS + 2, 2));
        let deepest = tree.walk(NodeId::ROOT).max_by_key(|node| node.index()).unwrap();
        let copy = deep.game.clone();
        assert!(read_one(&copy.to_string()) == copy);
        let tree = &mut deep.game.tree;
        let deepest =
            tree.walk(NodeId::ROOT).find(|&node| node.index() + 1 == deepest.index()).unwrap();
        assert!(tree.position(deepest).is_some());
        tree.promote_to_main_line(deepest).unwrap();
        assert!(tree.main_line().count() > LEVELS / 2);
        assert!(copy.tree != deep.game.tree);
        let first = deep.game.tree.next(NodeId::ROOT).unwrap();
        deep.game.tree.delete(first).unwrap();
    };
    let thread = std::thread::Builder::new().stack_size(128 * 1024).spawn(all).unwrap();
    thread.join().unwrap();
}

/// A stream that repeats one text, then says another, without holding either more than once.
struct Repeat {
    text: &'static [u8],
    left: usize,
    tail: &'static [u8],
    at: usize,
}

impl Read for Repeat {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return self.tail.read(room);
        }
        let rest = &self.text[self.at..];
        let count = rest.len().min(room.len());
        room[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        if self.at == self.text.len() {
            self.at = 0;
            self.left -= 1;
        }
        Ok(count)
    }
}

const NEXT: &[u8] = b"}\n)\n\n[Event \"next\"]\n\n1. d4 *\n";

#[test]
fn long_streams_need_little_memory() {
    let text = "[Event \"x\"]\n[White \"A\"]\n\n1. e4 {[%clk 0:01:00]} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 \
                3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1/2-1/2\n\n";
    let left = (64 << 20) / text.len();
    let mut reader = Reader::new(Repeat { text: text.as_bytes(), left, tail: b"", at: 0 });
    let mut games = 0;
    while let Some(read) = reader.next() {
        assert_eq!(read.unwrap().game.tree.len(), 16);
        assert!(reader.buffer_size() <= 128 << 10);
        games += 1;
    }
    assert_eq!((games, reader.offset() >> 20), (left, 63));
}

/// Things without end: each is cut at its limit, and the next game is read.
#[test]
fn endless_things_are_bounded() {
    let limits = ReaderLimits {
        game: 1 << 20,
        text: 1 << 16,
        moves: 10_000,
        comments: 50_000,
        tags: 100,
        nesting: 1000,
    };
    // A tag too long to read makes no game.
    let endless = [
        ("1. e4 {", "words without end ", 2),
        ("[White \"", "words without end ", 1),
        ("1. e4 ", "x", 2),
        ("1. e4 ", "a+", 2),
        ("1. e4 ", "Qh5+g6#", 2),
        ("1. e4 ", "a1.", 2),
        ("1. e4 ; ", "words without end ", 2),
        ("1. Nf3 Nf6 ", "Ng1 Ng8 Nf3 Nf6 ", 2),
        ("1. e4 ", "(1. d4 ", 2),
        ("1. e4 ", "{word} ", 2),
        ("1. e4 $", "1234567890", 2),
        ("1. e4 ", "$1 $2 $3 $4 $5 ", 2),
        ("1. e4 1-0 ", "{word} ", 3),
        ("1. e4 ", "(", 2),
        ("", "{word} ", 2),
        ("", "[a \"b\"]\n[c \"d\"]\n", 2),
    ];
    for (head, text, expected) in endless {
        let repeat =
            Repeat { text: text.as_bytes(), left: (4 << 20) / text.len(), tail: NEXT, at: 0 };
        let input = head.as_bytes().chain(repeat);
        let mut reader = Reader::with_limits(input, limits, FaultyVariation::default());
        let mut last = String::new();
        let mut games = 0;
        while let Some(read) = reader.next() {
            games += 1;
            last = read.map_or_else(|error| error.to_string(), |read| moves(&read.game));
            assert!(reader.buffer_size() <= 512 << 10, "{head}{text}: {}", reader.buffer_size());
        }
        assert_eq!((last.as_str(), games), ("1. d4 *", expected), "{head}{text}");
    }
    // Before any game there is no limit, but no memory either.
    let repeat = Repeat { text: b"junk 77 !? ) ", left: 1 << 18, tail: NEXT, at: 0 };
    let mut reader = Reader::with_limits(repeat, limits, FaultyVariation::default());
    assert_eq!(moves(&reader.next().unwrap().unwrap().game), "1. d4 *");
    assert!(reader.next().is_none() && reader.buffer_size() <= 128 << 10);
}

/// Texts a mebibyte long in which each token invites a look at all that
/// follows. They take minutes if one does look, and moments if none does.
#[test]
fn no_text_is_looked_through_again_and_again() {
    let shapes: &[(&str, &str)] = &[
        // Words that end early, or might.
        ("", "a+"),
        ("", "a1#"),
        ("1. e4 ", "Qh5+Ke7#"),
        ("1. e4 ", "+#"),
        ("", "++a"),
        ("", "a."),
        ("", "a1."),
        ("a", "1"),
        ("", "e.p"),
        ("", "a8("),
        ("", "a8(Q)"),
        ("", "½"),
        ("", "\u{a0}x"),
        ("1. e4 ", "x'"),
        ("1. e4 a", "-"),
        ("1. e4 ", "e4e5"),
        // Numbers and results.
        ("", "1"),
        ("", "1."),
        ("", "1-"),
        ("", "1/"),
        ("", "1a"),
        ("", "0000"),
        ("", "1–"),
        ("", "1-0"),
        ("", "1-0 "),
        ("", "*"),
        ("", "*\n\n"),
        ("1-0", " "),
        // Glyphs.
        ("1. e4 ", "!"),
        ("1. e4 ", "!?"),
        ("1. e4 ", "! "),
        ("1. e4 ", "$"),
        ("1. e4 $", "1"),
        ("1. e4 ", "$1"),
        ("1. e4 (", "$1$2"),
        // Parentheses.
        ("1. e4 ", "("),
        ("1. e4 ", "()"),
        ("1. e4 ", "({a}"),
        ("1. e4 ", ")"),
        // Comments, tags and hidden lines that do not end, or end in a strange place.
        ("", "{"),
        ("", "{}"),
        ("{", "\n["),
        ("{", "\n[Event "),
        ("{", "\n[Event \""),
        ("", "\n{\n[Event \""),
        ("", ";"),
        ("", ";\n"),
        ("", "["),
        ("", "[ "),
        ("", "[a"),
        ("", "[a "),
        ("[", " "),
        ("[", "a"),
        ("[a ", "\""),
        ("[a ", "\" "),
        ("[a \"", "\\"),
        ("", "[a \""),
        ("", "[a\n"),
        ("", "[a \"\"]"),
        ("", "[Event \"\"]"),
        ("", "[a \"\"]\n\n"),
        ("", "%"),
        ("", "%\n"),
        // Nothing.
        ("", " "),
        ("", "\n"),
        ("", "\r"),
        ("", "\0"),
        ("", "\u{feff}"),
        ("", "\""),
    ];
    for (head, text) in shapes {
        let long = format!("{head}{}", text.repeat((1 << 20) / text.len()));
        let utf16: Vec<u8> = long.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [long.as_bytes(), &[b"\xff\xfe", &utf16[..]].concat()] {
            let mut reader = Reader::new(bytes);
            for read in reader.by_ref() {
                assert!(!matches!(read, Err(ReadError::Io(_))));
            }
            // But for a byte order mark, all was read.
            assert!(reader.offset() + 3 >= long.len() as u64, "{head}{text}");
        }
    }
}

/// The same for writing: the end of a command may be far away, or nowhere.
#[test]
fn no_comment_is_looked_through_again_and_again() {
    for text in ["[% ", "[%clk ", "[ ", "] ", "a ", "[%", "\n\n", "% ", "[Event \"", "{ ", "} "] {
        let mut game = Pgn::default();
        let comment = Comment::new(&text.repeat((1 << 19) / text.len()));
        game.tree.set_comments(NodeId::ROOT, comment.into_iter().collect()).unwrap();
        assert!(read_one(&game.to_string()) == game, "{text}");
    }
}

/// A game that never ends keeps no more than its limit, whatever it is made of.
#[test]
fn a_long_game_keeps_little() {
    let limits = ReaderLimits { game: 1 << 20, text: 1 << 16, ..ReaderLimits::default() };
    let filler = "x".repeat(60_000);
    let makers: [fn(usize, &str) -> String; 6] = [
        |index, filler| format!("[T{index} \"{filler}\"]\n"),
        |index, filler| format!("[{filler}{index} \"\"]\n"),
        |index, filler| format!("[{filler}{index}\n"),
        |_, filler| format!("{{{filler}}}\n"),
        |_, filler| format!("$1 {{{filler}}}\n"),
        |_, filler| format!("${}\n<{filler}\n", filler.replace('x', "1")),
    ];
    for (kind, make) in makers.into_iter().enumerate() {
        for head in ["", "[White \"A\"]\n", "1. e4 (", "1. e4 ({a} 1. d4 "] {
            let body: String = (0..200).map(|index| make(index, &filler)).collect();
            let text = format!("{head}{body}");
            let reader = Reader::with_limits(text.as_bytes(), limits, FaultyVariation::default());
            for read in reader {
                let (game, warnings) = match read {
                    Ok(read) => (read.game, read.warnings),
                    Err(ReadError::Broken(broken)) => (broken.game, broken.warnings),
                    Err(ReadError::Io(error)) => panic!("{error}"),
                };
                let tags: usize =
                    game.tags.iter().map(|(name, value)| name.len() + value.len()).sum();
                let comments: usize = game
                    .tree
                    .walk(NodeId::ROOT)
                    .flat_map(|node| {
                        [game.tree.comments(node), game.tree.starting_comments(node)].concat()
                    })
                    .map(|comment| comment.as_str().len())
                    .sum();
                // The last text may begin within the limit and end beyond it.
                let most = limits.game as usize + limits.text;
                assert!(tags + comments <= most, "{kind} {head}: {tags} and {comments}");
                let told: usize =
                    warnings.iter().map(|remark| remark.problem.to_string().len()).sum();
                assert!(told <= 100 * 200, "{kind} {head}: {told}");
            }
        }
    }
}

/// What follows a game that was too long is a game with its own tags.
#[test]
fn a_game_behind_a_long_one_has_its_tags() {
    let limits = ReaderLimits { game: 100, ..ReaderLimits::default() };
    for filler in ["{word} ", "[a \"b\"]\n", "[White \"A\"]\n[Black \"B\"]\n"] {
        let text = format!("{}\n[Event \"x\"]\n[White \"C\"]\n1. e4 *\n", filler.repeat(30));
        let reader = Reader::with_limits(text.as_bytes(), limits, FaultyVariation::default());
        let games: Vec<_> = reader.collect();
        let [Err(ReadError::Broken(broken)), Ok(next)] = &games[..] else { panic!("{games:?}") };
        assert_eq!(broken.cause.problem, Problem::LongGame(100));
        assert_eq!((next.game.tags.get("White"), moves(&next.game)), (Some("C"), "1. e4 *".into()));
    }
}
