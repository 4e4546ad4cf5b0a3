//! Moves as people type them, and the sentences they get when they are wrong.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod support;

use plywise_chess::{Move, Position, Refusal, Role, Square};
use support::{Random, choose, start};

fn why(fen: &str, text: &str) -> String {
    let position: Position = fen.parse().unwrap();
    match position.read_move(text) {
        Ok(mv) => format!("legal: {}", position.to_san(mv)),
        Err(refusal) => refusal.to_string(),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Two rooks that can go to d1, a pawn about to promote, a pinned knight.
const BUSY: &str = "4r1k1/P7/8/8/8/4N3/6PP/R4R1K w - - 0 1";

#[test]
fn every_way_to_type_a_move_is_read() {
    for (text, san) in [
        ("e2e4", "e4"),
        ("E2 E4", "e4"),
        ("  e2  -  e4 ", "e4"),
        ("e2 to e4", "e4"),
        ("E4", "e4"),
        ("B4", "b4"),
        ("nf3", "Nf3"),
        ("NF3", "Nf3"),
        ("N f3!?", "Nf3"),
        ("♘f3", "Nf3"),
        ("Ng1-f3", "Nf3"),
    ] {
        assert_eq!(why(START, text), format!("legal: {san}"), "{text}");
    }
    let castles = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for text in ["O-O", "o-o", "0-0", "00", "e1g1", "E1 G1", "e1h1", "Ke1g1", "O - O"] {
        assert_eq!(why(castles, text), "legal: O-O", "{text}");
    }
    for text in ["a7a8=N", "A7A8N", "a8n", "a8=n", "a8(N)", "a7 a8 n"] {
        assert_eq!(why(BUSY, text), "legal: a8=N", "{text}");
    }
}

#[test]
fn refusals_say_why() {
    let middle = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1";
    let check = "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    for (fen, text, sentence) in [
        (START, "", "a move looks like e2e4, e4, Nf3, exd5, O-O or e8=Q"),
        (START, "knight", "a move looks like e2e4, e4, Nf3, exd5, O-O or e8=Q"),
        (START, "e9", "a move looks like e2e4, e4, Nf3, exd5, O-O or e8=Q"),
        (START, "e3e4", "there is no piece on e3"),
        (START, "e7e5", "the pawn on e7 is not yours"),
        (START, "e2e2", "that is no move: from a square to itself"),
        (START, "f1c4", "the bishop on f1 is blocked by the pawn on e2"),
        (START, "Bc4", "the bishop on f1 is blocked by the pawn on e2"),
        (START, "a1a5", "the rook on a1 is blocked by the pawn on a2"),
        (START, "Nd2", "your own pawn stands on d2"),
        (START, "g1g3", "a knight does not move from g1 to g3"),
        (START, "Nd4", "no knight of yours can go to d4"),
        (START, "Kd4", "a king does not move from e1 to d4"),
        (START, "Nf1f3", "there is no knight of yours on f1"),
        (START, "e5", "no pawn of yours can go to e5"),
        (START, "e2e5", "a pawn does not move from e2 to e5"),
        (START, "exd3", "there is nothing to take on d3, and pawns go aside only to take"),
        (START, "ed", "no pawn of yours can take from the e-file to the d-file"),
        (START, "e4=Q", "nothing is promoted on e4"),
        (START, "e2e4q", "nothing is promoted on e4"),
        (START, "O-O", "you cannot castle: the bishop on f1 stands in the way"),
        (START, "e1g1", "you cannot castle: the bishop on f1 stands in the way"),
        (middle, "e5", "the pawn on e4 is blocked by the pawn on e5"),
        (middle, "c3c5", "there is no piece on c3"),
        (middle, "O-O-O", "you cannot castle: the queen on d1 stands in the way"),
        (check, "a3", "that leaves your king in check by the queen on h4"),
        (check, "Kf2", "the king would be in check on f2 by the queen on h4"),
        (BUSY, "Rd1", "that can mean Rad1 or Rfd1"),
        (BUSY, "a8", "the pawn reaches the last rank: say what it becomes, as in e8=Q"),
        (BUSY, "a7a8", "the pawn reaches the last rank: say what it becomes, as in e8=Q"),
        (BUSY, "Qd1", "you have no queen"),
        (
            "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "Nc3",
            "that leaves your king in check by the rook on e8",
        ),
        (
            "k7/8/8/8/4P3/8/8/K7 w - - 0 1",
            "e4e6",
            "the pawn on e4 has left its first square and goes one step only",
        ),
        (
            "1k6/8/8/8/8/8/8/R3K3 w - - 0 1",
            "O-O-O",
            "you cannot castle: the king or the queenside rook has moved",
        ),
        (
            "1k6/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "O-O",
            "you cannot castle: no rook stands ready on the kingside",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1",
            "e8c8",
            "you cannot castle: no rook stands ready on the queenside",
        ),
        (
            "k4r2/8/8/8/8/8/8/4K2R w K - 0 1",
            "O-O",
            "you cannot castle: the king would pass through check on f1",
        ),
        (
            "k5r1/8/8/8/8/8/8/4K2R w K - 0 1",
            "O-O",
            "you cannot castle: the king would be in check on g1",
        ),
        ("k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "you cannot castle: the rook on e8 gives check"),
        (
            "4k2r/8/8/8/8/8/8/K4R2 b k - 0 1",
            "O-O",
            "you cannot castle: the king would pass through check on f8",
        ),
    ] {
        assert_eq!(why(fen, text), sentence, "{text} in {fen}");
    }
}

/// The slow way checks the fast way, over random games: a pair of squares is
/// refused if and only if no legal move connects it, and whoever is said to
/// give check is an opponent's piece that does.
#[test]
fn exactly_the_illegal_pairs_are_refused() {
    let mut random = Random(4);
    for game in 0..12 {
        let mut position = start(game, &mut random);
        for _ in 0..120 {
            check_all_pairs(&position);
            let Some(mv) = choose(&position, &mut random) else { break };
            position.play_unchecked(mv);
        }
    }
}

fn check_all_pairs(position: &Position) {
    let legal = position.legal_moves();
    for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
        let goes_there = |mv: &Move| {
            let castles_there = mv.is_castling() && position.castling_king_target(*mv) == to;
            mv.from() == from && (mv.to() == to || castles_there)
        };
        let refusal = position.refusal(from, to);
        assert_eq!(refusal.is_none(), legal.iter().any(goes_there), "{position}: {from}{to}");
        if let Some(Refusal::Exposes(role, at) | Refusal::StillInCheck(role, at)) = refusal {
            let piece = position.piece_at(at).map(|piece| (piece.color, piece.role));
            assert_eq!(piece, Some((!position.turn(), role)), "{position}: {from}{to}");
            assert_ne!(role, Role::King, "{position}: {from}{to}");
        }
    }
}

/// Whatever is typed gets a move or a sentence.
#[test]
fn no_text_is_too_odd() {
    let letters: Vec<char> = "abcdefgh12345678NBRQKxO0o-=+#!? (/)♘é\u{1b}".chars().collect();
    let mut random = Random(5);
    let positions = [START, BUSY].map(|fen| fen.parse::<Position>().unwrap());
    for _ in 0..100_000 {
        let length = random.below(8);
        let text: String = (0..length).map(|_| letters[random.below(letters.len())]).collect();
        for position in &positions {
            match position.read_move(&text) {
                Ok(mv) => assert!(position.is_legal(mv), "{text}"),
                Err(refusal) => assert!(!refusal.to_string().is_empty(), "{text}"),
            }
        }
    }
}
