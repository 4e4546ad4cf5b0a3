//! `plywise analyse` on games: judgements, annotations, words.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use chess::pgn::{Nag, Pgn, Reader};
use serde_json::Value;

use crate::analyse::{GAMES, MATE_IN_ONE, printed, records, said};

#[test]
fn games_are_judged_move_by_move() {
    let records = records(&printed(&["-", "--json", "--depth", "6"], GAMES));
    let places: Vec<(u64, u64)> = records
        .iter()
        .map(|record| (record["game"].as_u64().unwrap(), record["ply"].as_u64().unwrap()))
        .collect();
    let expected = (0..5).map(|ply| (1, ply)).chain((0..6).map(|ply| (2, ply)));
    assert_eq!(places, expected.collect::<Vec<_>>());
    let g4 = &records[2];
    assert_eq!((&g4["move"], &g4["mark"]), (&"g2g4".into(), &"blunder".into()));
    // One scale: what the help says a blunder is, the JSON and the table.
    let loss = g4["loss_percent"].as_f64().unwrap();
    assert!((15.0..=100.0).contains(&loss), "{loss}");
    let mate = &records[3];
    assert_eq!((&mate["move"], &mate["best"]), (&"d8h4".into(), &"d8h4".into()));
    assert_eq!((mate["loss_percent"].as_f64(), mate.get("mark")), (Some(0.0), None));
    let end = &records[4];
    assert_eq!((end.get("move"), &end["best"]), (None, &Value::Null));
    let table = printed(&["-", "--depth", "6"], GAMES);
    assert!(table.contains("Game 1, Anna – Ben, ply 2\n"), "{table}");
    let told = format!("\n  played: 2. g4??, blunder, {loss:.1} % of winning chances lost\n");
    assert!(table.contains(&told), "{told}{table}");
    let help = printed(&["--help"], "");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let scale =
        "how many per cent of the winning chances they lose: 5 inaccuracy, 10 mistake, 15 blunder";
    assert!(help.contains(scale), "{help}");
}

#[test]
fn games_are_annotated() {
    let input = format!("[White \"Bad\"]\n\n1. e4 e5 2. Ke3 *\n\n{GAMES}");
    let (text, complaints) = said(&["-", "--pgn", "--depth", "6", "--jobs", "3"], &input, 1);
    assert!(complaints.contains("standard input, line 3: game 1 is passed over: 'Ke3'"));
    let games: Vec<Pgn> = Reader::new(text.as_bytes()).map(|read| read.unwrap().game).collect();
    assert_eq!(games.len(), 2);
    let (tree, tags) = (&games[0].tree, &games[0].tags);
    assert_eq!(tags.get("Annotator"), Some(concat!("Plywise ", env!("CARGO_PKG_VERSION"))));
    let accuracy = |name| tags.get(name).unwrap().parse::<f64>().unwrap();
    assert!(accuracy("WhiteAccuracy") < 60.0 && accuracy("BlackAccuracy") > 80.0, "{text}");
    let nodes: Vec<_> = tree.main_line().collect();
    assert_eq!(tree.nags(nodes[2]), [Nag(4)]);
    assert_eq!(tree.eval(nodes[2]).unwrap().to_string(), "#-1,6");
    // The better line is a variation to the bad move.
    assert!(tree.next_sibling(nodes[2]).is_some());
    assert_eq!(tree.nags(nodes[3]), []);
    assert_eq!(tree.eval(nodes[3]), None);
    // Lines are no games.
    let (_, complaints) = said(&["-", "--pgn", "--depth", "2"], MATE_IN_ONE, 2);
    assert!(complaints.contains("--pgn annotates games"), "{complaints}");
}

#[test]
fn bad_moves_are_explained_in_words() {
    let sentence = "g4 allows mate in 1: Qh4#.";
    let limits = ["-", "--depth", "6"];
    let of = |options: &[&str], input: &str| printed(&[&limits[..], options].concat(), input);
    let pgn = of(&["--pgn"], GAMES);
    // PGN breaks lines between words.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words(&pgn).matches(sentence).count(), 1, "{pgn}");
    // Once more does not say it twice.
    assert_eq!(words(&of(&["--pgn"], &pgn)).matches(sentence).count(), 1);
    let json = of(&["--json"], GAMES);
    let records: Vec<Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(records[2]["words"].as_str().unwrap().starts_with(sentence), "{json}");
    // The mate itself needs no excuse.
    assert_eq!(records[3].get("words"), None);
    for format in ["--pgn", "--json"] {
        let without = of(&[format, "--no-words"], GAMES);
        assert!(!words(&without).contains("allows mate"), "{without}");
    }
}

/// A trap that people fall into: White takes the pawn and is mated.
const TRAP: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n";

/// Glyph, better line and sentence of a move are of the same searches, and those of `explain`.
#[test]
fn marks_and_variations_are_what_the_words_say() {
    let pgn = printed(&["-", "--pgn", "--nodes", "20000"], TRAP);
    let game = Reader::new(pgn.as_bytes()).next().unwrap().unwrap().game;
    let json = printed(&["-", "--json", "--nodes", "20000"], TRAP);
    let records: Vec<Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let tree = &game.tree;
    let mut position = *tree.start();
    let mut marked = 0;
    for (node, record) in tree.main_line().zip(&records) {
        let mv = tree.mv(node).unwrap();
        let played = position.to_san(mv);
        let glyphs = [(Nag(6), "inaccuracy"), (Nag(2), "mistake"), (Nag(4), "blunder")];
        let mark = glyphs.iter().find(|(nag, _)| tree.nags(node).contains(nag));
        assert_eq!(record["mark"].as_str(), mark.map(|(_, name)| *name), "{played}: {pgn}");
        // A mistake has words; an inaccuracy has them where there is something to prove.
        let words = record["words"].as_str();
        assert!(words.is_some() || mark.is_none_or(|(nag, _)| *nag == Nag(6)), "{played}: {pgn}");
        if let Some(words) = words.filter(|_| mark.is_some()) {
            marked += 1;
            let named = words.split_once("Better is ").or_else(|| words.split_once(" misses "));
            let named = named.unwrap().1.split([',', ' ']).next().unwrap();
            let variation = tree.mv(tree.next_sibling(node).unwrap()).unwrap();
            assert_eq!(position.to_san(variation), named, "{played}: {words}");
            let better = record["better"][0].as_str().unwrap();
            assert_eq!(position.parse_uci(better).unwrap(), variation, "{played}: {words}");
            let fen = position.to_string();
            let alone = explained(&fen, &played);
            let first = words.split(". ").next().unwrap().trim_end_matches('.');
            assert!(alone.contains(first), "{words}\n{alone}");
        }
        position.play(mv).unwrap();
    }
    assert!(marked >= 3, "{pgn}");
}

/// What `plywise explain` says of a move.
fn explained(fen: &str, mv: &str) -> String {
    crate::program::printed(&["explain", "--fen", fen, "--move", mv])
}

#[test]
fn several_lines_become_variations() {
    let arguments = ["--pgn", "--depth", "3", "--lines", "3", "-"];
    let text = printed(&arguments, GAMES);
    let game = Reader::new(text.as_bytes()).next().unwrap().unwrap().game;
    let roots: Vec<_> = game.tree.children(chess::pgn::NodeId::ROOT).collect();
    // The move played, and three lines of which it may be one.
    assert!((3..=4).contains(&roots.len()), "{text}");
    assert!(roots.iter().all(|&node| game.tree.eval(node).is_some()), "{text}");
}
