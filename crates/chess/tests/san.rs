//! SAN in both directions, as tables.

use plywise_chess::{CastlingNotation, File, Move, Position, Role, SanError, Square};

fn position(fen: &str) -> Position {
    match fen {
        "start" => Position::start(),
        fen => fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")),
    }
}

fn uci(position: &Position, text: &str) -> Move {
    position.parse_uci(text).unwrap_or_else(|error| panic!("{text} in {position}: {error}"))
}

/// A position, a move as squares, and its SAN.
const WRITTEN: &[(&str, &str, &str)] = &[
    ("start", "e2e4", "e4"),
    ("start", "g1f3", "Nf3"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ("3k4/2pPp3/2P1P3/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O"),
    // Pawns: captures with the file, en passant, promotions.
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e4d5", "exd5"),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5f6", "exf6"),
    ("8/P6k/8/8/8/8/7K/8 w - - 0 1", "a7a8q", "a8=Q"),
    ("1n6/P6k/8/8/8/8/7K/8 w - - 0 1", "a7b8n", "axb8=N"),
    ("7k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7a8r", "a8=R#"),
    // Which of several: file, else rank, else both.
    ("7k/8/8/8/8/8/7K/R4R2 w - - 0 1", "a1d1", "Rad1"),
    ("7k/8/8/R7/8/8/7K/R7 w - - 0 1", "a1a3", "R1a3"),
    ("8/2k5/8/8/Q6Q/8/K7/7Q w - - 0 1", "a4e4", "Qae4"),
    ("8/2k5/8/8/Q6Q/8/K7/7Q w - - 0 1", "h4e4", "Qh4e4"),
    ("8/2k5/8/8/Q6Q/8/K7/7Q w - - 0 1", "h1e4", "Q1e4"),
    // A rival on the rank but not on the file: the file tells.
    ("7k/8/8/8/1N3N2/8/8/K7 w - - 0 1", "b4d3", "Nbd3"),
    // A pinned rival cannot move there and needs no telling apart.
    ("4r2k/8/8/8/8/4N3/8/2N1K3 w - - 0 1", "c1d3", "Nd3"),
    ("4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"),
    // Checks: plain, uncovered, mate.
    ("7k/8/8/8/8/8/R7/K7 w - - 0 1", "a2h2", "Rh2+"),
    ("7k/8/8/4N3/8/8/1B6/K7 w - - 0 1", "e5d3", "Nd3+"),
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"),
    // Stalemate is no mate and has no mark.
    ("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "g5g6", "Qg6"),
    // Chess960: king and rook cross, and a king's step that is not castling.
    ("bnrbkrnq/pppppppp/8/8/8/5N2/PPPPPPPP/BNRBKR1Q w FCfc - 0 1", "e1f1", "O-O"),
    ("1k6/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "O-O"),
    ("3k4/8/8/8/8/8/8/1R3K2 w B - 0 1", "f1b1", "O-O-O+"),
];

#[test]
fn written_as_the_standard_asks() {
    for &(fen, squares, san) in WRITTEN {
        let position = position(fen);
        let mv = uci(&position, squares);
        assert_eq!(position.to_san(mv), san, "{squares} in {fen}");
        assert_eq!(position.parse_san(san), Ok(mv), "{san} in {fen}");
    }
}

/// A position, ways to write one move, and the move.
const READ: &[(&str, &str, &[&str])] = &[
    (
        "start",
        "e2e4",
        &[
            "e4", "e2e4", "e2-e4", "e2–e4", "E4", "Pe4", "pe4", "♙e4", "♟︎e4", "e4!", "e4?!",
            "e4 !!", " e4\t", "e4+", "e4++", "e4#", "E2E4", "Pe2-e4", "e2xe4",
        ],
    ),
    (
        "start",
        "g1f3",
        &[
            "Nf3",
            "nf3",
            "Ng1f3",
            "Ng1-f3",
            "Ngf3",
            "N1f3",
            "g1f3",
            "g1-f3",
            "♘f3",
            "♞f3",
            "♘\u{fe0e}f3",
            "Nxf3",
            "N-f3",
            "Nf3??",
            "Nf3!?",
            "NF3",
            "\u{a0}Nf3",
        ],
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "e1g1",
        &[
            "O-O", "0-0", "o-o", "OO", "00", "O–O", "O-O+", "0-0!", "e1g1", "Ke1g1", "Ke1-g1",
            "e1h1", "О-О",
        ],
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "e8c8",
        &["O-O-O", "0-0-0", "o-o-o", "OOO", "000", "e8c8", "Ke8-c8", "e8a8"],
    ),
    // In the corner position a king's step is no castling.
    ("1k6/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1f1", &["Kf1", "Ke1f1", "e1f1"]),
    (
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "e4d5",
        &[
            "exd5", "ed5", "ed", "exd", "e:d5", "e×d5", "e4d5", "e4xd5", "e4-d5", "Pxd5", "xd5",
            "EXD5", "Pexd5",
        ],
    ),
    (
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "e5f6",
        &["exf6", "exf6 e.p.", "exf6e.p.", "exf6 e.p.!", "ef6 ep", "ef", "exf6! e.p."],
    ),
    (
        "1n6/P6k/8/8/8/8/7K/8 w - - 0 1",
        "a7a8q",
        &[
            "a8=Q", "a8Q", "a8(Q)", "a8/Q", "a8=q", "a8q", "a8(q)", "a7a8q", "a7-a8=Q", "a8=♕",
            "a8=Q!", "a8Q+",
        ],
    ),
    (
        "1n6/P6k/8/8/8/8/7K/8 w - - 0 1",
        "a7b8b",
        &["axb8=B", "axb8=b", "axb8b", "ab8B", "ab=B", "axb(B)", "a7xb8=b", "a7b8b"],
    ),
    // A small b: the pawn, then the bishop.
    ("7k/8/8/8/2n5/1P3B2/8/K7 w - - 0 1", "b3c4", &["bc4", "bxc4", "bc"]),
    ("7k/8/8/8/2n5/1P6/4B3/K7 w - - 0 1", "e2c4", &["Bc4", "Bxc4", "be2c4", "Be2xc4", "e2c4"]),
    ("7k/8/8/8/8/8/4B3/K7 w - - 0 1", "e2c4", &["bc4", "Bc4", "be2-c4"]),
    ("7k/8/8/8/1P6/8/4B3/K7 w - - 0 1", "b4b5", &["b5", "b4b5", "b4-b5"]),
    // The same file twice is not how a pawn's push is written.
    ("7k/8/8/8/1P6/8/4B3/K7 w - - 0 1", "e2b5", &["bb5", "Bb5", "e2b5"]),
    ("7k/8/8/8/2b5/8/8/K7 b - - 0 1", "c4b3", &["bb3", "Bb3", "c4b3"]),
    // What would tell two pieces apart may be too much.
    ("7k/8/8/8/8/8/7K/R4R2 w - - 0 1", "a1d1", &["Rad1", "Ra1d1", "ra1-d1"]),
];

#[test]
fn read_with_patience() {
    for &(fen, squares, texts) in READ {
        let position = position(fen);
        let mv = uci(&position, squares);
        for text in texts {
            assert_eq!(position.parse_san(text), Ok(mv), "{text} in {fen}");
        }
    }
}

/// A position, a text, and what is wrong with it.
#[test]
fn refused_with_a_reason() {
    use SanError::{Illegal, Malformed, PromotionMissing};
    const TWO_ROOKS: &str = "7k/8/8/8/8/8/7K/R4R2 w - - 0 1";
    const PROMOTING: &str = "1n6/P6k/8/8/8/8/7K/8 w - - 0 1";
    const BISHOP_TAKES: &str = "7k/8/8/8/2n5/8/4B3/K7 w - - 0 1";
    let cases = [
        ("start", "", Malformed),
        ("start", " ", Malformed),
        ("start", "!", Malformed),
        ("start", "e", Malformed),
        ("start", "4", Malformed),
        ("start", "N", Malformed),
        ("start", "Nf", Malformed),
        ("start", "Nf9", Malformed),
        ("start", "i4", Malformed),
        ("start", "2e4", Malformed),
        ("start", "hello", Malformed),
        ("start", "--", Malformed),
        ("start", "O", Malformed),
        ("start", "O-", Malformed),
        ("start", "O--O", Malformed),
        ("start", "O-O-O-O", Malformed),
        ("start", "1-0", Malformed),
        ("start", "0-1", Malformed),
        ("start", "é4", Malformed),
        ("start", "♔", Malformed),
        ("start", "e4)", Malformed),
        ("start", "=Q", Malformed),
        ("start", "e4=", Malformed),
        ("start", "N(f3)", Malformed),
        ("start", "Ng1-f3-e5", Malformed),
        ("start", "e5", Illegal),
        ("start", "ee4", Illegal),
        ("start", "Ke2", Illegal),
        ("start", "O-O", Illegal),
        ("start", "e4=Q", Illegal),
        ("start", "Nf3=Q", Illegal),
        ("start", "exd3", Illegal),
        ("start", "e7e5", Illegal),
        ("start", "Bxc4", Illegal),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ne1g1", Illegal),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kg1", Illegal),
        (PROMOTING, "a8", PromotionMissing),
        (PROMOTING, "axb8", PromotionMissing),
        (PROMOTING, "a7a8", PromotionMissing),
        (PROMOTING, "a8=K", Malformed),
        (PROMOTING, "a8K", Malformed),
        (PROMOTING, "a8()", Malformed),
        // With an x the small b is the pawn that is not there.
        (BISHOP_TAKES, "bxc4", Illegal),
        // A pinned piece, a king in check.
        ("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", Illegal),
        ("4r2k/8/8/8/8/8/8/N3K3 w - - 0 1", "Nb3", Illegal),
    ];
    for (fen, text, reason) in cases {
        assert_eq!(position(fen).parse_san(text), Err(reason), "{text:?} in {fen}");
    }
    let rooks = position(TWO_ROOKS);
    let both = vec![uci(&rooks, "a1d1"), uci(&rooks, "f1d1")];
    assert_eq!(rooks.parse_san("Rd1"), Err(SanError::Ambiguous(both.clone())));
    assert_eq!(rooks.parse_san("R1d1"), Err(SanError::Ambiguous(both)));
}

#[test]
fn errors_are_sentences() {
    let rooks = position("7k/8/8/8/8/8/7K/R4R2 w - - 0 1");
    let error = rooks.parse_san("Rd1").unwrap_err().to_string();
    assert!(error.contains("a1d1 or f1d1"), "{error}");
    let promoting = position("8/P6k/8/8/8/8/7K/8 w - - 0 1");
    let error = promoting.parse_san("a8").unwrap_err().to_string();
    assert!(error.contains("becomes is missing"), "{error}");
}

#[test]
fn illegal_moves_are_written_as_squares() {
    let start = Position::start();
    assert_eq!(
        start.to_san(Move::normal(plywise_chess::Square::E2, plywise_chess::Square::E5)),
        "e2e5"
    );
    let bits = (0..=u16::MAX).filter_map(Move::from_bits);
    assert!(bits.map(|mv| start.to_san(mv)).all(|text| !text.is_empty()));
}

/// Every move of many positions: reads back, is told from all others, and
/// says no more than it must.
#[test]
fn every_legal_move_round_trips() {
    let mut random = Random(7);
    for game in 0..300u16 {
        let mut position = match game % 3 {
            0 => Position::start(),
            1 => Position::chess960(game * 3 % 960, game * 7 % 960),
            // Many queens and knights of a kind: the work of telling them apart.
            _ => position("1N1N4/8/QN3N2/7p/Q2N3p/6pk/Q5p1/K2N4 w - - 0 1"),
        };
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let texts: Vec<String> = moves.iter().map(|&mv| position.to_san(mv)).collect();
            for (index, (&mv, text)) in moves.iter().zip(&texts).enumerate() {
                assert_eq!(position.parse_san(text), Ok(mv), "{text} in {position}");
                assert!(!texts[..index].contains(text), "{text} twice in {position}");
                let long = position.to_uci(mv, CastlingNotation::Chess960);
                assert_eq!(position.parse_san(&long), Ok(mv), "{long} in {position}");
                assert_minimal(&position, mv, text);
            }
            let mv = moves[random.below(moves.len())];
            position.play(mv).unwrap();
        }
    }
}

/// For every text of the plain kinds, what the list of legal moves says.
#[test]
fn plain_texts_mean_what_is_legal() {
    let mut random = Random(5);
    for game in 0..60u16 {
        let mut position = match game % 3 {
            0 => Position::start(),
            1 => position("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
            _ => position("1N1N4/8/QN3N2/7p/Q2N3p/6pk/Q5p1/K2N4 w - - 0 1"),
        };
        for _ in 0..40 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for to in Square::all() {
                for role in &Role::ALL[1..] {
                    let text = format!("{}{to}", role.letter().to_ascii_uppercase());
                    let fits = |mv: &&Move| position.role_at(mv.from()) == Some(*role);
                    assert_reading(&position, &text, moves.iter().filter(fits), to);
                }
                let pawns =
                    moves.iter().filter(|mv| position.role_at(mv.from()) == Some(Role::Pawn));
                let pushes = pawns.clone().filter(|mv| mv.from().file() == to.file());
                assert_reading(&position, &to.to_string(), pushes, to);
                for file in File::ALL.into_iter().filter(|&file| file != to.file()) {
                    let takes = pawns.clone().filter(|mv| mv.from().file() == file);
                    assert_reading(&position, &format!("{file}x{to}"), takes, to);
                }
            }
            position.play(moves[random.below(moves.len())]).unwrap();
        }
    }
}

fn assert_reading<'a>(
    position: &Position,
    text: &str,
    moves: impl Iterator<Item = &'a Move>,
    to: Square,
) {
    let fit: Vec<Move> = moves.filter(|mv| mv.to() == to && !mv.is_castling()).copied().collect();
    let expected = match fit[..] {
        [] => Err(SanError::Illegal),
        _ if fit.iter().any(|mv| mv.promoted().is_some()) => Err(SanError::PromotionMissing),
        [mv] => Ok(mv),
        _ => return assert!(matches!(position.parse_san(text), Err(SanError::Ambiguous(_)))),
    };
    assert_eq!(position.parse_san(text), expected, "{text} in {position}");
    for mv in fit {
        if let Some(role) = mv.promoted() {
            let text = format!("{text}={}", role.letter());
            assert_eq!(position.parse_san(&text), Ok(mv), "{text} in {position}");
        }
    }
}

/// A generator of numbers that is good enough to try things.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

/// Whatever is typed, the answer is a legal move or a reason.
#[test]
fn any_text_may_come() {
    let letters: Vec<char> = "abch1278NBRQKPOo0xX:-=/()+#!?.ep \t♘♟\u{fe0f}é–×\0".chars().collect();
    let position = position("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1");
    let mut random = Random(9);
    for _ in 0..100_000 {
        let length = random.below(9);
        let text: String = (0..length).map(|_| letters[random.below(letters.len())]).collect();
        match position.parse_san(&text) {
            Ok(mv) => assert!(position.is_legal(mv), "{text}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    for long in ["O-".repeat(100_000), "e.p.".repeat(100_000), "+".repeat(100_000)] {
        assert_eq!(position.parse_san(&long), Err(SanError::Malformed));
    }
}

/// Leaving out any part of the origin must leave more than one move.
fn assert_minimal(position: &Position, mv: Move, text: &str) {
    let is_piece = position.role_at(mv.from()).is_some_and(|role| role != Role::Pawn);
    let bare = text.trim_end_matches(['+', '#']).replace('x', "");
    if !is_piece || mv.is_castling() || bare.len() <= 3 {
        return;
    }
    for cut in 1..bare.len() - 2 {
        let mut shorter = bare.clone();
        shorter.remove(cut);
        let read = position.parse_san(&shorter);
        assert!(matches!(read, Err(SanError::Ambiguous(_))), "{text} for {shorter} in {position}");
    }
}
