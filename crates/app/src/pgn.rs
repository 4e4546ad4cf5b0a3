//! PGN in and out, with variations.

use std::collections::HashMap;
use std::time::Duration;

use chess::pgn::{
    Comment, Eval, FaultyVariation, Nag, NodeId, Pgn, PgnScore, ReadError, Reader, ReaderLimits,
};
use chess::{Outcome, Position, quote};

use crate::limits::READ_MOVES;
use crate::protocol::{PgnGame, PgnHead, PgnNode, PgnTag, PgnText, Value};
use crate::{place, views};

/// Games of a text that are listed.
const MOST_GAMES: usize = 1000;
/// Remarks that are told.
const MOST_REMARKS: usize = 20;
/// Tags and their values of a game that is written.
const MOST_TAGS: usize = 100;

/// Reads a text of one game or several; one of them is wanted whole.
pub(crate) fn read(text: &str, number: u32) -> Result<PgnText, String> {
    let limits = ReaderLimits { moves: READ_MOVES, nesting: 256, ..ReaderLimits::default() };
    let reader = Reader::with_limits(text.as_bytes(), limits, FaultyVariation::IsCut);
    let mut heads = Vec::new();
    let mut wanted = None;
    let mut is_cut = false;
    for (index, read) in reader.enumerate() {
        if index == MOST_GAMES {
            is_cut = true;
            break;
        }
        let (pgn, remarks) = match read {
            Ok(read) => (read.game, read.warnings),
            Err(ReadError::Broken(broken)) => {
                (broken.game, [vec![broken.cause], broken.warnings].concat())
            }
            Err(ReadError::Io(error)) => return Err(format!("the text cannot be read: {error}")),
        };
        heads.push(head(&pgn));
        if index == number as usize {
            wanted = Some((pgn, remarks));
        }
    }
    let (pgn, remarks) = match wanted {
        Some(wanted) => wanted,
        None if heads.is_empty() => return Err("there is no game in this text".to_owned()),
        None => return Err(format!("there are {} games, counted from 0", heads.len())),
    };
    if pgn.tree.is_empty() && !remarks.is_empty() && !text.contains('[') {
        return Err(format!("there is no game in this text: {}", remarks[0]));
    }
    let more = is_cut
        .then(|| format!("the first {MOST_GAMES} games of this text are listed; there are more"));
    let remarks = remarks.iter().take(MOST_REMARKS).map(ToString::to_string);
    let remarks = more.into_iter().chain(remarks).collect();
    Ok(PgnText { heads, game: game(&pgn), number, remarks })
}

fn head(pgn: &Pgn) -> PgnHead {
    let tag = |name| pgn.tags.get(name).unwrap_or("?").to_owned();
    PgnHead {
        white: tag("White"),
        black: tag("Black"),
        result: pgn.outcome().map_or("*", Outcome::pgn).to_owned(),
        date: date(pgn),
        plies: pgn.tree.main_line().count() as u32,
    }
}

/// When a game was played: by universal time where nothing else is known.
pub(crate) fn date(pgn: &Pgn) -> String {
    let is_known = |date: &&str| date.starts_with(|first: char| first.is_ascii_digit());
    let dates = ["Date", "UTCDate"].into_iter().filter_map(|name| pgn.tags.get(name));
    dates.into_iter().find(is_known).unwrap_or("?").to_owned()
}

/// A game with its variations as the page keeps it.
pub(crate) fn game(pgn: &Pgn) -> PgnGame {
    let tags = pgn.tags.iter();
    let mut nodes = Vec::new();
    // For each node its number in the list, and the position after it.
    let mut known: HashMap<NodeId, (u32, Position)> = HashMap::new();
    known.insert(NodeId::ROOT, (0, *pgn.tree.start()));
    for node in pgn.tree.walk(NodeId::ROOT).filter(|&node| node != NodeId::ROOT) {
        let parent = pgn.tree.parent(node).and_then(|parent| known.get(&parent));
        let Some(&(parent, before)) = parent else { continue };
        let mut after = before;
        let (uci, san) = match pgn.tree.mv(node) {
            Some(mv) => {
                after.play_unchecked(mv);
                (views::uci(&before, mv), before.to_san(mv))
            }
            None => {
                let Some(passed) = before.after_null() else { continue };
                after = passed;
                (place::PASS.to_owned(), "--".to_owned())
            }
        };
        let value = pgn.tree.eval(node).map(|eval| match eval.score {
            PgnScore::Centipawns(cp) => Value::Cp(cp),
            PgnScore::Mate(0) => {
                Value::Mate(if after.turn() == chess::Color::White { -1 } else { 1 })
            }
            PgnScore::Mate(moves) => Value::Mate(moves),
        });
        nodes.push(PgnNode {
            parent,
            uci,
            san,
            fen: after.to_string(),
            comment: words(pgn.tree.comments(node)),
            raw: joined(pgn.tree.comments(node)),
            nags: pgn.tree.nags(node).iter().map(|nag| nag.0).collect(),
            value,
            win_percent: value.map(views::percent),
            clock: pgn.tree.clock(node).map(|time| time.as_millis() as u32),
        });
        known.insert(node, (nodes.len() as u32, after));
    }
    PgnGame {
        fen: pgn.tree.start().to_string(),
        tags: tags
            .map(|(name, value)| PgnTag { name: name.to_owned(), value: value.to_owned() })
            .collect(),
        comment: joined(pgn.tree.comments(NodeId::ROOT)),
        nodes,
    }
}

fn words(comments: &[Comment]) -> String {
    let said: Vec<String> = comments.iter().map(Comment::prose).collect();
    said.join(" ").trim().to_owned()
}

fn joined(comments: &[Comment]) -> String {
    comments.iter().map(Comment::as_str).collect::<Vec<_>>().join(" ")
}

/// Writes a game that the page keeps.
pub(crate) fn write(game: &PgnGame) -> Result<String, String> {
    let start = match game.fen.trim() {
        "" => Position::start(),
        fen => place::position(fen)?,
    };
    if game.nodes.len() > READ_MOVES || game.tags.len() > MOST_TAGS {
        return Err(format!("a game has at most {READ_MOVES} moves and {MOST_TAGS} tags here"));
    }
    let mut pgn = Pgn::new(start);
    for PgnTag { name, value } in &game.tags {
        // The start is said by the position itself.
        if !["FEN", "SetUp"].contains(&name.as_str()) {
            pgn.tags.set(name, value).map_err(|_| {
                format!("'{}' is no name for a tag: letters, digits and _", quote(name))
            })?;
        }
    }
    set_words(&mut pgn, NodeId::ROOT, &game.comment)?;
    let mut known: Vec<(NodeId, Position)> = vec![(NodeId::ROOT, start)];
    for (index, node) in game.nodes.iter().enumerate() {
        let number = index + 1;
        let said = |error: String| format!("move {number}, '{}': {error}", quote(&node.uci));
        let Some(&(parent, before)) = known.get(node.parent as usize) else {
            return Err(said(format!("its parent {} does not come before it", node.parent)));
        };
        let mut after = before;
        let added = match node.uci.as_str() {
            place::PASS => {
                after = before
                    .after_null()
                    .ok_or_else(|| said("a side in check cannot pass".to_owned()))?;
                pgn.tree.add_null(parent)
            }
            text => {
                let mv = before.parse_uci(text).map_err(|error| said(error.to_string()))?;
                after.play_unchecked(mv);
                pgn.tree.add_move(parent, mv)
            }
        };
        let added = added.map_err(|error| said(error.to_string()))?;
        annotate(&mut pgn, added, node, after.is_checkmate()).map_err(said)?;
        known.push((added, after));
    }
    Ok(pgn.to_string())
}

/// Writes down what is said of a move. A mate on the board is worth no number.
fn annotate(pgn: &mut Pgn, node: NodeId, said: &PgnNode, is_mate: bool) -> Result<(), String> {
    let nags: Vec<Nag> = said.nags.iter().map(|&nag| Nag(nag)).collect();
    pgn.tree.set_nags(node, &nags).map_err(|error| error.to_string())?;
    let raw = Comment::new(&said.raw);
    let is_unchanged = raw.as_ref().is_some_and(|raw| raw.prose() == said.comment.trim());
    let eval = said.value.filter(|_| !is_mate).map(|value| Eval {
        score: match value {
            Value::Cp(cp) => PgnScore::Centipawns(cp),
            Value::Mate(moves) => PgnScore::Mate(moves),
        },
        depth: None,
    });
    if is_unchanged {
        let comments = raw.into_iter().collect();
        pgn.tree.set_comments(node, comments).map_err(|error| error.to_string())?;
        // A review found the value after the comment was written.
        return match pgn.tree.eval(node) {
            None => pgn.tree.set_eval(node, eval).map_err(|error| error.to_string()),
            Some(_) => Ok(()),
        };
    }
    set_words(pgn, node, &said.comment)?;
    let clock = said.clock.map(|millis| Duration::from_millis(u64::from(millis)));
    let set = pgn.tree.set_clock(node, clock).and_then(|()| pgn.tree.set_eval(node, eval));
    set.map_err(|error| error.to_string())
}

fn set_words(pgn: &mut Pgn, node: NodeId, words: &str) -> Result<(), String> {
    let comments = Comment::new(words).into_iter().collect();
    pgn.tree.set_comments(node, comments).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
        { before } 1. e4 $1 { [%eval 0.31,12] [%csl Ge4] best by test } (1. d4 d5 (1... Nf6 2. c4 { deep }) 2. c4) \
        1... e5 2. Nf3 { [%clk 0:01:30] } 1-0\n\n[White \"C\"]\n\n1. c4 *\n";

    #[test]
    fn a_game_goes_in_and_comes_out() {
        let read_text = read(TEXT, 0).unwrap();
        assert_eq!(read_text.heads.len(), 2);
        assert_eq!((read_text.heads[0].plies, read_text.heads[0].result.as_str()), (3, "1-0"));
        let game = &read_text.game;
        let sans: Vec<(u32, &str)> =
            game.nodes.iter().map(|node| (node.parent, node.san.as_str())).collect();
        assert_eq!(game.nodes.len(), 8, "{sans:?}");
        assert_eq!(game.nodes[0].value, Some(Value::Cp(31)));
        assert_eq!(game.nodes[0].comment, "best by test");
        let written = write(game).unwrap();
        assert!(written.replace('\n', " ").contains("[%csl Ge4]"), "{written}");
        assert_eq!(read(&written, 0).unwrap().game, *game);
        assert_eq!(read(TEXT, 1).unwrap().game.nodes[0].san, "c4");
        assert!(read(TEXT, 2).unwrap_err().starts_with("there are 2 games"));
        // What a review finds is written next to words that stood there before, but not at a mate.
        let mut reviewed = read("1. f3 { hello } 1... e5 2. g4 Qh4# *", 0).unwrap().game;
        for node in &mut reviewed.nodes {
            node.value = Some(Value::Cp(-70));
        }
        let written = write(&reviewed).unwrap().replace('\n', " ");
        assert!(written.contains("1. f3 { [%eval -0.70] hello }"), "{written}");
        assert!(written.contains("Qh4# *"), "{written}");
        // Other words lose the commands that they came with, but not the value.
        let mut changed = game.clone();
        changed.nodes[0].comment = "so so".to_owned();
        let written = write(&changed).unwrap().replace('\n', " ");
        assert!(written.contains("so so") && written.contains("%eval 0.31"), "{written}");
    }

    #[test]
    fn what_is_no_game_is_said() {
        assert!(read("", 0).unwrap_err().starts_with("there is no game"));
        assert!(read("hello there, this is no game", 0).is_err());
        let broken = read("1. e4 e5 2. Nf6 *", 0).unwrap();
        assert_eq!(broken.game.nodes.len(), 2);
        assert!(!broken.remarks.is_empty());
        let many = read(&"1. e4 *\n\n".repeat(MOST_GAMES + 1), 0).unwrap();
        assert_eq!((many.heads.len(), many.remarks.len()), (MOST_GAMES, 1));
        assert!(many.remarks[0].starts_with("the first 1000 games"), "{:?}", many.remarks);
        assert!(read(&"1. e4 *\n\n".repeat(MOST_GAMES), 0).unwrap().remarks.is_empty());
        let mut game = read("1. e4 *", 0).unwrap().game;
        game.nodes[0].parent = 7;
        assert!(write(&game).unwrap_err().contains("its parent 7 does not come before it"));
        game.nodes[0].parent = 0;
        game.nodes[0].uci = "e2e5".to_owned();
        assert!(write(&game).unwrap_err().starts_with("move 1, 'e2e5': "));
        game.nodes.clear();
        game.tags.push(PgnTag { name: "a b".to_owned(), value: String::new() });
        assert!(write(&game).unwrap_err().contains("no name for a tag"));
    }
}
