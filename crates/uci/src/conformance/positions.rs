//! What follows `position`.

use chess::Game;

use super::desk::{Examiner, both_colors, game};
use super::{CheckOutcome, Complaint, wrong};

/// Positions that are none, and moves that cannot be played.
const BAD: [&str; 9] = [
    "position fen",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen nonsense",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K2R w KQkq - -1 99999999999999999999",
    "position startpos moves e2e5",
    "position startpos moves e2e4 e2e4",
    "position startpos moves zzzz 0000 e7e8x",
];

/// What an engine makes of such a line is its own affair: no standard says which
/// position then counts. That it hears the next one is not.
pub(super) fn survives_bad_positions(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    let [white, black] = both_colors();
    // In turns, so that a position left over from before shows in an illegal move;
    // every engine begins with White.
    for (line, next) in BAD.iter().zip([&black, &white].into_iter().cycle()) {
        desk.say(line);
        let said = |complaint| Complaint::Wrong(format!("after '{line}': {complaint}"));
        desk.ready().map_err(said)?;
        desk.search(next, "go depth 1").map_err(said)?;
    }
    Ok(format!("{}, after each a move of the next position", BAD.len()))
}

/// What programs write though no standard says so: (line, FEN and moves as we
/// would write them).
const TOLERANT: [(&str, &str, &str); 6] = [
    ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ""),
    (
        "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "",
    ),
    (
        "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q",
        "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        "a7a8q",
    ),
    ("position startpos moves", "", ""),
    ("  position   startpos   moves   e2e4  ", "", "e2e4"),
    ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 12 90", "4k3/8/8/8/8/8/4P3/4K3 w - - 12 90", ""),
];

pub(super) fn reads_tolerantly(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    for (line, fen, moves) in TOLERANT {
        desk.say(line);
        desk.say("go depth 4");
        let answer = desk.answer()?;
        answer
            .legal(&game(fen, moves))
            .map_err(|complaint| Complaint::Wrong(format!("after '{line}': {complaint}")))?;
        desk.ready()?;
    }
    Ok(format!("{} ways of writing", TOLERANT.len()))
}

pub(super) fn takes_long_games(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    let mut long = Game::default();
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(100);
    for text in moves.split_whitespace() {
        if let Ok(mv) = long.position().parse_uci(text) {
            long.play(mv).ok();
        }
    }
    desk.search(&long, "go depth 6")?;
    Ok(format!("{} half-moves", long.moves().len()))
}

pub(super) fn castles_both_ways(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    let start = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1";
    for moves in ["e1g1 e8c8", "e1h1 e8a8"] {
        desk.say(&format!("position fen {start} moves {moves}"));
        desk.say("go depth 5");
        let after = game(start, moves);
        if after.moves().len() != 2 {
            return wrong("our own rules disagree");
        }
        desk.answer()?.legal(&after).map_err(|complaint| {
            Complaint::Wrong(format!("after castling written as '{moves}': {complaint}"))
        })?;
        desk.ready()?;
    }
    // Told to castle and nothing else, it says so in the standard notation.
    let castling = game("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "");
    desk.position(&castling);
    desk.say("go depth 2 searchmoves e1g1");
    match desk.answer()?.mv.as_deref() {
        Some("e1g1") => Ok("e1g1 and e1h1 are read, e1g1 is said".to_owned()),
        other => wrong(format!("castling is said as '{}'", other.unwrap_or("nothing"))),
    }
}

pub(super) fn plays_chess960(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    desk.set("UCI_Chess960", "true")?;
    let starts = [
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", ""),
        ("nrbk1qrb/pppppppp/1n6/8/8/1N6/PPPPPPPP/NRBK1QRB w GBgb - 0 1", ""),
    ];
    for (fen, moves) in starts {
        let start = game(fen, moves);
        desk.say(&format!("position fen {fen}"));
        desk.say("go depth 6");
        let answer = desk.answer()?;
        answer.legal(&start)?;
        answer.lines_hold(&start)?;
    }
    let castling = game("8/8/8/8/8/8/k7/1R3K1R w HB - 0 1", "");
    desk.say("position fen 8/8/8/8/8/8/k7/1R3K1R w HB - 0 1");
    desk.say("go depth 2 searchmoves f1h1");
    let answer = desk.answer()?;
    answer.legal(&castling)?;
    match answer.mv.as_deref() {
        Some("f1h1") => Ok("castling is the king taking the rook".to_owned()),
        other => wrong(format!("castling is said as '{}'", other.unwrap_or("nothing"))),
    }
}
