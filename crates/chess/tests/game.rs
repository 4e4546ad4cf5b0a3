//! Games: every end by playing into it, claims, and taking back.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod support;

use plywise_chess::{
    Color, DrawClaim, End, Game, IllegalMove, Move, Outcome, Position, Reason, Square,
};
use support::{Random, choose, start};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KNIGHTS_OUT_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8";

fn game(fen: &str) -> Game {
    Game::new(fen.parse().unwrap())
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.position().parse_uci(text).unwrap();
        game.play(mv).unwrap();
    }
}

fn claims(game: &Game) -> Vec<DrawClaim> {
    game.claims().collect()
}

fn claims_with(game: &Game, text: &str) -> Vec<DrawClaim> {
    game.claims_with(game.position().parse_uci(text).unwrap()).collect()
}

#[test]
fn every_end_comes_with_the_last_move_and_not_before() {
    let knights_four_times = [KNIGHTS_OUT_AND_BACK; 4].join(" ");
    let shortest_stalemate = "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 \
                              c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6";
    for (end, fen, moves) in [
        (End::Checkmate(Color::Black), START, "f2f3 e7e5 g2g4 d8h4"),
        (End::Checkmate(Color::White), START, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"),
        (End::Stalemate, START, shortest_stalemate),
        (End::InsufficientMaterial, "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2"),
        (End::InsufficientMaterial, "4k3/8/8/8/8/5b2/4P1B1/4K3 b - - 0 1", "f3e2"),
        (End::DeadPosition, "4k3/8/8/p1p1p1p1/P1P1P3/6P1/8/4K3 w - - 0 1", "g3g4"),
        (End::FivefoldRepetition, START, &knights_four_times),
        (End::SeventyFiveMoves, "8/8/4k3/8/8/4K3/4R3/8 w - - 147 90", "e2d2 e6f5 d2d1"),
        // Mate goes before the count.
        (End::Checkmate(Color::White), "6k1/5ppp/8/8/8/8/8/R5K1 w - - 149 90", "a1a8"),
        // A capture or a pawn move starts the count anew, so only the end shows.
        (End::InsufficientMaterial, "8/8/4k3/8/8/4K3/4r3/8 w - - 149 90", "e3e2"),
    ] {
        let mut game = game(fen);
        play(&mut game, moves);
        assert_eq!(game.end(), Some(end), "{fen} {moves}");
        while game.undo().is_some() {
            assert_eq!(game.end(), None, "{} in {fen} {moves}", game.position());
        }
    }
}

#[test]
fn a_game_can_begin_at_its_end() {
    for (end, fen) in [
        (End::Checkmate(Color::White), "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"),
        (End::Stalemate, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        (End::InsufficientMaterial, "4k3/8/8/8/8/8/8/4K3 w - - 200 1"),
        (End::SeventyFiveMoves, "4k3/8/8/8/8/8/8/R3K3 w - - 150 1"),
        (End::DeadPosition, "7k/6Q1/8/8/8/8/8/K7 b - - 0 1"),
    ] {
        assert_eq!(game(fen).end(), Some(end), "{fen}");
    }
    assert_eq!(game("4k3/8/8/8/8/8/8/R3K3 w - - 149 1").end(), None);
}

#[test]
fn a_game_goes_on_after_an_end_that_leaves_moves() {
    let mut game = Game::default();
    for _ in 0..4 {
        play(&mut game, KNIGHTS_OUT_AND_BACK);
    }
    assert_eq!(game.end(), Some(End::FivefoldRepetition));
    play(&mut game, "e2e4");
    assert_eq!(game.end(), None);
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn three_times_may_be_claimed_five_times_end() {
    let mut game = Game::default();
    for times in 2..=5 {
        play(&mut game, KNIGHTS_OUT_AND_BACK);
        assert_eq!(game.repetitions(), times);
        assert_eq!(claims(&game).contains(&DrawClaim::ThreefoldRepetition), times >= 3);
        assert_eq!(game.end() == Some(End::FivefoldRepetition), times >= 5);
    }
}

/// For each game the moves that lead to the position, the moves that lead back
/// to it, and how often it has then been on the board.
#[test]
fn positions_differ_by_rights() {
    for (fen, first, again, repetitions) in [
        // The rooks come back, the right to castle does not.
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "a1b1 a8b8 b1a1 b8a8", 1),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "", "a1b1 a8b8 b1a1 b8a8", 2),
        // A pawn could be taken en passant, but only at once.
        ("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4", "e8d8 e1d1 d8e8 d1e1", 1),
        // Nobody could take it.
        ("4k3/8/8/8/2p5/8/P7/4K3 w - - 0 1", "a2a4", "e8d8 e1d1 d8e8 d1e1", 2),
        // The pawn that could is pinned along the rank.
        ("8/8/8/8/k1p4R/8/3P4/4K3 w - - 0 1", "d2d4", "a4b4 e1d1 b4a4 d1e1", 2),
    ] {
        let mut game = game(fen);
        play(&mut game, first);
        play(&mut game, again);
        assert_eq!(game.repetitions(), repetitions, "{fen}");
        play(&mut game, again);
        assert_eq!(game.repetitions(), repetitions + 1, "{fen}");
    }
}

#[test]
fn a_draw_may_be_claimed_with_the_move_that_brings_it() {
    let mut repeated = Game::default();
    play(&mut repeated, KNIGHTS_OUT_AND_BACK);
    play(&mut repeated, "g1f3 g8f6 f3g1");
    assert_eq!(claims(&repeated), []);
    assert_eq!(claims_with(&repeated, "f6g8"), [DrawClaim::ThreefoldRepetition]);
    assert_eq!(claims_with(&repeated, "f6d5"), []);

    let both = "4k3/8/8/8/8/8/8/4K2R w - - 92 60";
    let mut both = game(both);
    play(&mut both, "h1g1 e8d8 g1h1 d8e8 h1g1 e8d8 g1h1");
    assert_eq!(claims(&both), []);
    assert_eq!(claims_with(&both, "d8e8"), DrawClaim::ALL);
    assert_eq!(claims_with(&both, "d8c8"), [DrawClaim::FiftyMoves]);
    play(&mut both, "d8e8");
    assert_eq!(claims(&both), DrawClaim::ALL);

    // Mate leaves nothing to claim, and a move that is not legal claims nothing.
    let mut mating = game("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 60");
    assert_eq!(claims_with(&mating, "a1a8"), []);
    assert_eq!(claims_with(&mating, "a1a7"), [DrawClaim::FiftyMoves]);
    assert_eq!(mating.claims_with(Move::normal(Square::A1, Square::B2)).next(), None);
    play(&mut mating, "a1a8");
    assert_eq!(claims(&mating), []);
}

#[test]
fn undo_and_redo_walk_the_history() {
    let mut game = Game::default();
    assert_eq!((game.undo(), game.redo()), (None, None));
    play(&mut game, "e2e4 e7e5 g1f3");
    let whole = game.clone();

    let knight = game.undo().unwrap();
    let pawn = game.undo().unwrap();
    assert_eq!(game.moves(), &whole.moves()[..1]);
    assert_eq!(game.undone(), [pawn, knight]);
    assert_eq!(game.history().len(), 1);
    assert_eq!(game.start(), whole.start());

    // The move taken back, played again, keeps what followed.
    game.play(pawn).unwrap();
    assert_eq!(game.undone(), [knight]);
    assert_eq!(game.redo(), Some(knight));
    assert_eq!(game.redo(), None);
    assert_eq!(game, whole);

    // What is refused changes nothing; another move forgets the rest.
    game.undo();
    let before = game.clone();
    let illegal = Move::normal(Square::A1, Square::A5);
    assert_eq!(game.play(illegal), Err(IllegalMove(illegal)));
    assert_eq!(game, before);
    play(&mut game, "d2d4");
    assert_eq!(game.undone(), []);
    assert_eq!(game.moves().len(), 3);
}

#[test]
fn random_games_can_be_taken_back_to_the_start() {
    let mut random = Random(1);
    let mut plies = 0;
    for number in 0..60 {
        let start = start(number, &mut random);
        let mut game = Game::new(start);
        let mut saved = vec![start];
        while let Some(mv) = choose(game.position(), &mut random).filter(|_| saved.len() < 400) {
            game.play(mv).unwrap();
            saved.push(*game.position());
            // Now and then a player changes their mind.
            if random.below(10) == 0 {
                game.undo();
                saved.pop();
            }
        }
        assert_eq!(game.positions(), saved);
        assert_eq!(game.moves().len() + 1, saved.len());
        plies += game.moves().len();

        let whole = game.clone();
        for expected in saved.iter().rev().skip(1) {
            assert!(game.undo().is_some());
            assert_eq!(game.position(), expected);
        }
        assert_eq!((game.undo(), *game.position()), (None, start));
        for expected in &saved[1..] {
            assert!(game.redo().is_some());
            assert_eq!(game.position(), expected);
        }
        assert_eq!(game.positions(), whole.positions());
    }
    assert!(plies > 5_000, "{plies} plies");
}

/// The slow way: every earlier position, compared field by field.
#[test]
fn repetitions_are_those_counted_by_hand() {
    let same = |a: &Position, b: &Position| {
        (a.board(), a.turn(), a.castling(), a.en_passant())
            == (b.board(), b.turn(), b.castling(), b.en_passant())
    };
    let mut random = Random(2);
    let mut most = 0;
    for fen in [START, "k7/8/8/8/8/8/8/K2R4 w - - 7 9", "k7/p7/P7/8/8/8/7p/K5B1 w - - 0 1"] {
        let mut game = game(fen);
        while let Some(mv) = choose(game.position(), &mut random) {
            if game.moves().len() == 400 {
                break;
            }
            game.play(mv).unwrap();
            let now = game.position();
            let by_hand = game.positions().iter().filter(|earlier| same(earlier, now)).count();
            assert_eq!(game.repetitions(), by_hand, "{now}");
            most = most.max(by_hand);
        }
    }
    assert!(most >= 3, "no position came three times");
}

#[test]
fn reasons_imply_results_and_have_sentences() {
    let (white, black) = (Color::White, Color::Black);
    for (reason, result, sentence) in [
        (End::Checkmate(white).into(), "1-0", "White wins by checkmate"),
        (End::Stalemate.into(), "1/2-1/2", "draw by stalemate"),
        (End::InsufficientMaterial.into(), "1/2-1/2", "draw: too few pieces are left for any mate"),
        (End::DeadPosition.into(), "1/2-1/2", "draw: no series of moves leads to mate"),
        (End::FivefoldRepetition.into(), "1/2-1/2", "draw by fivefold repetition"),
        (DrawClaim::ThreefoldRepetition.into(), "1/2-1/2", "draw claimed by threefold repetition"),
        (Reason::Agreement, "1/2-1/2", "draw by agreement"),
        (Reason::Resignation(white), "0-1", "Black wins: White resigns"),
        (Reason::TimeForfeit(black), "1-0", "White wins: Black is out of time"),
        (Reason::Abandonment(black), "1-0", "White wins: Black left the game"),
        (Reason::IllegalMove(white), "0-1", "Black wins: White made an illegal move"),
        (Reason::Adjudication(Outcome::Win(black)), "0-1", "Black wins by adjudication"),
        (Reason::Adjudication(Outcome::Draw), "1/2-1/2", "draw by adjudication"),
    ] {
        let reason: Reason = reason;
        assert_eq!(reason.to_string(), sentence);
        assert_eq!(reason.outcome().to_string(), result);
        assert_eq!(Outcome::from_pgn(result), Some(reason.outcome()));
    }
    assert_eq!(Outcome::from_pgn("*"), None);
}

#[test]
fn out_of_time_is_lost_unless_the_opponent_cannot_mate() {
    for (fen, late, outcome) in [
        (START, Color::White, Outcome::Win(Color::Black)),
        // A bare king never mates; a knight may, given a pawn in the king's way.
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Color::White, Outcome::Draw),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Color::Black, Outcome::Win(Color::White)),
        ("4k1n1/8/8/8/8/8/4P3/4K3 w - - 0 1", Color::White, Outcome::Win(Color::Black)),
        ("4k1n1/8/8/8/8/8/3Q4/4K3 w - - 0 1", Color::White, Outcome::Draw),
        // A wall that only White's bishop sees the other side of.
        ("kb6/b2B4/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", Color::White, Outcome::Draw),
        (
            "kb6/b2B4/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
            Color::Black,
            Outcome::Win(Color::White),
        ),
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(Reason::time_forfeit(&position, late).outcome(), outcome, "{late} in {fen}");
    }
}
