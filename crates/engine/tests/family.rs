//! The family of players by rating.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::time::Duration;

use chess::{Color, End, Game, Move};
use plywise_engine::{Character, Clock, Limits, Persona, Player, Rating, Signals, Spec};

fn seat(elo: u32, character: Option<Character>, seed: u64) -> Player {
    let persona = Persona { rating: Rating::clamped(elo), character };
    Player::seat(&Spec::Rated(persona), seed).unwrap()
}

fn decide(player: &mut Player, game: &Game, limits: &Limits) -> Move {
    player.decide(game, limits, &Signals::new()).unwrap().mv.unwrap()
}

fn game_of(seeds: [u64; 2], plies: usize) -> Vec<Move> {
    let mut players = seeds.map(|seed| seat(1100, None, seed));
    let mut game = Game::default();
    for ply in 0..plies {
        if game.end().is_some() {
            break;
        }
        let mv = decide(&mut players[ply % 2], &game, &Limits::default());
        game.play(mv).unwrap();
    }
    game.moves().to_vec()
}

#[test]
fn the_same_seed_plays_the_same_game() {
    assert_eq!(game_of([1, 2], 40), game_of([1, 2], 40));
    assert_ne!(game_of([1, 2], 40), game_of([3, 2], 40));
    // What was played before on this thread changes nothing.
    let clock = Limits {
        clock: Some(Clock::equal(Duration::from_secs(600), Duration::ZERO)),
        ..Limits::default()
    };
    let mut one = seat(1500, Some(Character::Attacker), 9);
    let start = Game::new(
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 40".parse().unwrap(),
    );
    let first = decide(&mut one, &start, &clock);
    game_of([5, 6], 10);
    assert_eq!(decide(&mut seat(1500, Some(Character::Attacker), 9), &start, &clock), first);
}

#[test]
fn it_mates_with_king_and_queen_when_its_rating_should() {
    for (elo, wanted) in [(1000, 5), (1500, 5), (2000, 5)] {
        let mut mates = 0;
        for seed in 0..6 {
            let mut white = seat(elo, None, seed);
            let mut black = seat(elo, None, seed + 100);
            let mut game = Game::new("8/8/4k3/8/8/8/8/3QK3 w - - 0 60".parse().unwrap());
            while game.end().is_none() && game.moves().len() < 100 {
                let player =
                    if game.position().turn() == Color::White { &mut white } else { &mut black };
                let mv = decide(player, &game, &Limits::default());
                game.play(mv).unwrap();
            }
            mates += usize::from(game.end() == Some(End::Checkmate(Color::White)));
        }
        assert!(mates >= wanted, "{elo}: {mates} of 6");
    }
}

#[test]
fn a_weak_player_misses_what_a_strong_one_sees() {
    // A knight can be taken for nothing by a bishop far away.
    let fen = "r2qkb1r/ppp2ppp/2n1bn2/3pp3/8/1P1P1N2/PBPNPPPP/R2QKB1R w KQkq - 0 37";
    let game = Game::new(fen.parse().unwrap());
    let mate = Game::new("6k1/5ppp/8/8/8/8/1r3PPP/R5K1 w - - 0 37".parse().unwrap());
    let mating = mate.position().parse_uci("a1a8").unwrap();
    let found = |elo: u32| {
        let finds =
            |seed: &u64| decide(&mut seat(elo, None, *seed), &mate, &Limits::default()) == mating;
        (0..60).filter(finds).count()
    };
    let (weak, strong) = (found(700), found(2200));
    assert!(weak < strong && strong >= 54, "{weak} and {strong} of 60");
    assert!(weak >= 20, "beginners know back rank mates: {weak} of 60");
    // It always has a move, whatever it overlooks.
    for seed in 0..20 {
        let mv = decide(&mut seat(600, Some(Character::Checker), seed), &game, &Limits::default());
        assert!(game.position().is_legal(mv));
    }
}

#[test]
fn below_1500_a_move_is_little_work() {
    for elo in (600..1500).step_by(100) {
        for character in Character::ALL.map(Some).into_iter().chain([None]) {
            let nodes = Persona { rating: Rating::clamped(elo), character }.skill().nodes;
            // A hundred thousand a second is slow for any machine of the last ten years.
            assert!(nodes <= 10_000, "{elo}: {nodes}");
        }
    }
}

#[test]
fn openings_are_known_to_a_depth_that_fits() {
    let known_by = |elo: u32, seed: u64| {
        let mut players = [seat(elo, None, seed), seat(elo, None, seed + 50)];
        let mut game = Game::default();
        loop {
            let turn = game.moves().len() % 2;
            let decision =
                players[turn].decide(&game, &Limits::default(), &Signals::new()).unwrap();
            if !decision.is_from_book {
                return game.moves().len();
            }
            game.play(decision.mv.unwrap()).unwrap();
        }
    };
    let known = |elo: u32| (0..8).map(|seed| known_by(elo, seed)).sum::<usize>();
    let (beginner, club, master) = (known(600), known(1500), known(2400));
    assert!(beginner <= 40 && beginner < club && club < master, "{beginner} {club} {master}");
}
