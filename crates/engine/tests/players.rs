//! Players at the board.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::time::Duration;

use chess::{Color, Game};
use plywise_engine::{Classic, Clock, LEVELS, Limits, Player, PlayerError, Spec, Thought};
use search::Signals;
use search::ladder::Rung;

fn seat(text: &str) -> Player {
    Player::seat(&text.parse().unwrap(), 5).unwrap()
}

/// Plays a game to its end or to 200 plies.
fn play(white: &mut Player, black: &mut Player, limits: &Limits) -> Game {
    let mut game = Game::default();
    let stop = Signals::new();
    while game.end().is_none() && game.moves().len() < 200 {
        let player = if game.position().turn() == Color::White { &mut *white } else { &mut *black };
        let decision = player.think(&game, limits, &stop, &mut |_| {}).unwrap();
        game.play(decision.mv.unwrap()).unwrap();
    }
    game
}

#[test]
fn every_rung_and_every_level_moves() {
    let stop = Signals::new();
    let rungs = Rung::ALL.iter().map(|rung| rung.name().to_owned());
    let levels = (1..=LEVELS).map(|level| format!("level:{level}"));
    for text in rungs.chain(levels) {
        let mut player = seat(&text);
        let decision =
            player.think(&Game::default(), &Limits::depth(2), &stop, &mut |_| {}).unwrap();
        assert!(Game::default().position().is_legal(decision.mv.unwrap()), "{text}");
        assert_eq!(decision.line.first().copied(), decision.mv, "{text}");
    }
}

#[test]
fn classics_have_names_for_depth_two_three_and_four() {
    for (name, depth) in [("easy", 2), ("medium", 3), ("hard", 4)] {
        assert_eq!(Classic::by_name(name).unwrap().ladder().depth, Some(depth));
    }
}

#[test]
fn a_higher_level_beats_a_much_lower_one() {
    for (weak, strong) in [("level:1", "level:5"), ("level:2", "hard"), ("easy", "hard")] {
        let mut wins = 0;
        for seed in 0..4 {
            let mut white = Player::seat(&weak.parse().unwrap(), seed).unwrap();
            let mut black = Player::seat(&strong.parse().unwrap(), seed + 100).unwrap();
            let game = play(&mut white, &mut black, &Limits::default());
            wins += i32::from(game.end() == Some(chess::End::Checkmate(Color::Black)));
        }
        assert!(wins >= 2, "{strong} won {wins} of 4 against {weak}");
    }
}

#[test]
fn limits_are_kept() {
    let stop = Signals::new();
    let game = Game::default();
    let mut player = seat("ordered");
    let think = |player: &mut Player, limits: &Limits| {
        player.think(&game, limits, &stop, &mut |_| {}).unwrap()
    };
    assert_eq!(think(&mut player, &Limits::depth(2)).depth, 2);
    assert!(think(&mut player, &Limits::nodes(1_000)).nodes <= 1_000);
    let timed = think(&mut player, &Limits::move_time(Duration::from_millis(30)));
    assert!(timed.elapsed >= Duration::from_millis(30) && timed.depth > 2, "{timed:?}");
    let clock =
        Clock { white: Duration::from_secs(1), black: Duration::from_secs(1), ..Clock::default() };
    let clocked = think(&mut player, &Limits { clock: Some(clock), ..Limits::default() });
    assert!(clocked.mv.is_some() && clocked.depth > 2, "{clocked:?}");
    let own = think(&mut seat("minimax:depth=2"), &Limits::nodes(1_000_000));
    assert_eq!((own.depth, own.nodes), (2, 20 + 20 + 400), "depth 1, then 2");
}

#[test]
fn a_raised_flag_ends_the_search_with_a_move() {
    let stop = Signals::new();
    let mut thoughts = 0;
    let mut player = seat("minimax:depth=20");
    let decision = player
        .think(&Game::default(), &Limits::default(), &stop, &mut |thought: &Thought| {
            thoughts += 1;
            if thought.is_complete && thought.depth == 3 {
                stop.stop();
            }
        })
        .unwrap();
    assert!(decision.mv.is_some() && decision.depth == 3 && thoughts > 3);
}

#[test]
fn branching_is_the_average_number_of_moves() {
    let stop = Signals::new();
    let decision =
        seat("minimax:depth=1").think(&Game::default(), &Limits::default(), &stop, &mut |_| {});
    assert_eq!(decision.unwrap().branching.unwrap().factor(), Some(20.0));
    // Captures beyond the horizon are no choice of moves.
    let decision =
        seat("quiescence:depth=1").think(&Game::default(), &Limits::default(), &stop, &mut |_| {});
    assert_eq!(decision.unwrap().branching.unwrap().factor(), Some(20.0));
}

#[test]
fn random_players_play_another_game_with_another_seed_only() {
    let game = |seed| {
        let spec: Spec = "random".parse().unwrap();
        let mut white = Player::seat(&spec, seed).unwrap();
        let mut black = Player::seat(&spec, seed + 1).unwrap();
        play(&mut white, &mut black, &Limits::default()).moves().to_vec()
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(10));
}

#[test]
fn the_first_moves_come_from_the_repertoire_on_request() {
    let stop = Signals::new();
    let mut player = seat("alphabeta:depth=1,book");
    let decision = player.think(&Game::default(), &Limits::default(), &stop, &mut |_| {}).unwrap();
    assert!(decision.is_from_book && decision.nodes == 0 && decision.score.is_none());
    let mut game = Game::default();
    game.play(game.position().parse_uci("a2a4").unwrap()).unwrap();
    let decision = player.think(&game, &Limits::default(), &stop, &mut |_| {}).unwrap();
    assert!(!decision.is_from_book && decision.nodes > 0);
}

#[test]
fn finished_games_have_no_move() {
    let stop = Signals::new();
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"] {
        let game = Game::new(fen.parse().unwrap());
        for text in ["random", "level:1", "hard", "table", "mcts"] {
            let decision = seat(text).think(&game, &Limits::depth(2), &stop, &mut |_| {}).unwrap();
            assert_eq!(decision.mv, None, "{text} on {fen}");
        }
    }
}

#[test]
fn people_and_missing_programs_cannot_be_seated() {
    assert_eq!(Player::seat(&Spec::Human, 0).unwrap_err(), PlayerError::Human);
    let missing: Spec = "uci:no such engine".parse().unwrap();
    let error = Player::seat(&missing, 0).unwrap_err().to_string();
    assert!(error.starts_with("cannot start 'no'"), "{error}");
}
