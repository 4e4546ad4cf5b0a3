//! Whole games: what the review says, and what can be learnt from it.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::sync::Arc;

use chess::pgn::Pgn;
use chess::{Color, Game};
use engine::review::{Assessment, Line, Mark};
use plywise_coach::practice::{Puzzle, lessons, of_pgn};
use plywise_coach::{
    ClaimRole, Coach, GameReview, GameSummary, Practice, ReviewError, ReviewOrder, Seen,
    USUAL_NODES, review, words,
};
use search::Signals;

/// A trap that people fall into: White takes the pawn and is mated.
const GAME: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3#";

fn game(moves: &str) -> Game {
    let pgn: Pgn = moves.parse().unwrap();
    of_pgn(&pgn).unwrap().0
}

fn order(threads: usize) -> ReviewOrder {
    ReviewOrder { nodes: 10_000, threads, hash_mib: 4, words: true, tables: None }
}

fn reviewed(game: &Game, threads: usize) -> GameReview {
    review(game, &order(threads), &Arc::default(), &|_, _, _| {}).unwrap()
}

#[test]
fn a_game_is_reviewed_in_words_the_same_on_any_number_of_threads() {
    let game = game(GAME);
    let one = reviewed(&game, 1);
    assert_eq!(reviewed(&game, 3), one);
    assert_eq!((one.moves.len(), one.assessments.len()), (14, 15));
    let bad = |side: Color| {
        one.moves.iter().filter(move |one| {
            one.position.turn() == side && one.judgement.mark >= Some(Mark::Mistake)
        })
    };
    // 4. Nxe5 overlooks the queen's two targets, and every later move is too late.
    let worst = bad(Color::White).next().unwrap();
    let said = worst.said.as_ref().unwrap();
    assert!(said.claims.iter().any(|claim| claim.is_fault()), "{:?}", words::summary(said));
    assert!(said.claims.iter().any(|claim| claim.role == ClaimRole::Better));
    assert!(words::summary(said).unwrap().contains("Better is "), "{:?}", words::summary(said));
    for claim in &said.claims {
        for [from, to] in claim.arrows() {
            assert_ne!(from, to);
        }
    }
    // All of it is the opening.
    assert!(one.phases[0][0].is_some() && one.phases[0][2].is_none());
    let praised = one.moves.iter().filter(|one| one.judgement.mark.is_none() && one.said.is_some());
    assert!(praised.count() <= 6);
}

/// Whatever effort a review has, of a move that it calls bad it says what `explain` says.
#[test]
fn a_review_says_the_same_as_an_explanation_of_the_move_alone() {
    let review = reviewed(&game(GAME), 2);
    let mut coach = Coach::new(USUAL_NODES).unwrap();
    let bad = review.moves.iter().filter(|one| one.judgement.mark.is_some());
    let mut count = 0;
    for one in bad {
        let (reviewed, alone) =
            (one.said.as_ref().unwrap(), coach.explain(&one.position, one.mv).unwrap());
        assert_eq!((reviewed.judgement, &reviewed.better), (alone.judgement, &alone.better));
        assert_eq!(words::summary(reviewed), words::summary(&alone));
        assert_eq!(one.judgement, alone.judgement);
        count += 1;
    }
    assert!(count >= 3, "{count}");
    let trap = review.moves.iter().find(|one| one.position.to_san(one.mv) == "Nxf7").unwrap();
    let summary = words::summary(trap.said.as_ref().unwrap()).unwrap();
    assert!(summary.contains("Qxg2, which threatens Qxh1+, winning a rook"), "{summary}");
}

/// Deeper searches of somebody else have a say: a mark that they take back goes.
#[test]
fn what_a_deeper_search_takes_back_is_not_said() {
    let position: chess::Position =
        "r1b1kbnr/pppp1ppp/8/4N1q1/2BnP3/8/PPPP1PPP/RNBQK2R w KQkq - 1 5".parse().unwrap();
    let mv = position.parse_san("Nxf7").unwrap();
    let mut next = position;
    next.play(mv).unwrap();
    let says = |position: &chess::Position, cp: i32, best: &str| Assessment {
        value: uci::Value::Cp(cp),
        lines: vec![Line {
            depth: 30,
            value: uci::Value::Cp(cp),
            bound: search::Bound::Exact,
            moves: vec![position.parse_san(best).unwrap()],
        }],
    };
    let (before, after) = (says(&position, 50, "Bxf7+"), says(&next, -15, "Qxg2"));
    let mut coach = Coach::new(2_000).unwrap();
    let mut said = |nodes: u64| {
        let seen = Seen { before: &before, after: &after, nodes, repeats: false };
        coach.explain_seen(&position, mv, &seen).unwrap()
    };
    // A loss of 0.06 makes it suspicious: the coach's own searches decide, unless these went deeper.
    assert!(said(1_000).unwrap().judgement.mark >= Some(Mark::Mistake));
    assert_eq!(said(1_000_000).unwrap().judgement.mark, None);
}

#[test]
fn a_game_has_three_sentences() {
    let review = reviewed(&game(GAME), 2);
    let summary = GameSummary::of(&review, Some(Color::White));
    assert_eq!(summary.ahead, Some(Color::Black));
    let turned = summary.turned.unwrap();
    assert_eq!(review.moves[turned].position.turn(), Color::White, "White gave it away");
    let costliest = &review.moves[summary.costliest.unwrap()];
    assert_eq!(costliest.position.turn(), Color::White);
    let sentences = words::of_game(&review, &summary);
    assert_eq!(sentences.len(), 3);
    assert!(sentences[0].starts_with("The game turned with "), "{}", sentences[0]);
    assert!(sentences[1].contains("cost most: "), "{}", sentences[1]);
    assert!(sentences[2].starts_with("To practise: "), "{}", sentences[2]);
    assert!(sentences.iter().all(|sentence| sentence.ends_with('.')), "{sentences:?}");
    assert!(!matches!(summary.practice, Some((Practice::Part(_), ..))));
}

#[test]
fn a_review_that_is_stopped_says_so() {
    let stop = Arc::new(Signals::new());
    stop.stop();
    let stopped = review(&game(GAME), &order(2), &stop, &|_, _, _| {});
    assert!(matches!(stopped, Err(ReviewError::Stopped)), "{stopped:?}");
}

#[test]
fn mistakes_become_lessons_and_good_moves_are_accepted() {
    let review = reviewed(&game(GAME), 2);
    let mut coach = Coach::new(5_000).unwrap();
    let lessons = lessons(&mut coach, &review, Some(Color::White), "a game");
    assert!(!lessons.is_empty());
    for lesson in &lessons {
        let position: chess::Position = lesson.fen.parse().unwrap();
        assert_eq!(position.turn(), Color::White);
        let best = position.parse_uci(&lesson.best[0]).unwrap();
        assert!(coach.attempt(&position, best).unwrap().is_right, "{lesson:?}");
    }
    let first = &lessons[0];
    let position: chess::Position = first.fen.parse().unwrap();
    let again = coach.attempt(&position, position.parse_uci(&first.played).unwrap()).unwrap();
    assert!(!again.is_right && !again.words().is_empty(), "{}", again.words());
    // Who is refused hears that, what it costs and why, and not what would be right.
    let trap = "r1b1kbnr/pppp1ppp/8/4N1q1/2BnP3/8/PPPP1PPP/RNBQK2R w KQkq - 1 5";
    let trap: chess::Position = trap.parse().unwrap();
    let words = coach.attempt(&trap, trap.parse_san("Nxf7").unwrap()).unwrap().words();
    assert!(words.starts_with("Nxf7 is not good enough: it costs "), "{words}");
    assert!(words.contains(" % of the chances. Nxf7 "), "{words}");
    assert!(!words.contains("Bxf7+"), "{words}");
}

#[test]
fn puzzles_have_one_solution() {
    let mut coach = Coach::new(5_000).unwrap();
    // A fork that wins the rook.
    let fork: chess::Position = "4k3/5ppp/8/8/8/1n6/5PPP/R4K2 b - - 0 1".parse().unwrap();
    let puzzle = Puzzle::find(coach.prover(), &fork).unwrap();
    assert_eq!(fork.to_san(puzzle.best().unwrap()), "Nxa1");
    assert!((500..=2800).contains(&puzzle.rating()), "{}", puzzle.rating());
    assert!(Puzzle::find(coach.prover(), &chess::Position::start()).is_none());
}

#[test]
fn games_between_programs_teach_nobody() {
    let pgn: Pgn =
        format!("[WhiteType \"program\"]\n[BlackType \"human\"]\n\n{GAME}\n").parse().unwrap();
    assert_eq!(of_pgn(&pgn).unwrap().1, Some(Color::Black));
    let pgn: Pgn =
        format!("[WhiteType \"program\"]\n[BlackType \"program\"]\n\n{GAME}\n").parse().unwrap();
    assert!(of_pgn(&pgn).is_none());
    assert!(of_pgn(&"1. e4 *".parse().unwrap()).is_none());
}
