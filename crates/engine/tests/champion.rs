//! The champion behind the façade.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::time::Instant;

use chess::{Game, Move, Position};
use plywise_engine::{Champion, Persona, Question, Rating};
use search::champion::Event;
use search::{Limits, Report, Signals};

fn search(champion: &mut Champion, fen: &str, limits: &Limits) -> (Report, Vec<Vec<Move>>) {
    let game = Game::new(fen.parse().unwrap());
    let signals = Signals::new();
    let question = Question { game: &game, limits, signals: &signals, begun: Instant::now() };
    let mut lines = Vec::new();
    let found = champion.search(&question, &mut |event| {
        if let Event::Line(info) = event {
            lines.push(info.pv.clone());
        }
    });
    (found, lines)
}

fn rated(elo: u32) -> Option<Persona> {
    Some(Persona::plain(Rating::clamped(elo)))
}

/// A wall of pawns that one capture completes.
const WALL: &str = "8/2p1p3/1pPpPp1k/pP1P1Pp1/P5Pp/7P/4n3/5K2 w - - 0 1";

#[test]
fn lines_end_where_nobody_can_mate_any_more() {
    let mut champion = Champion::new(1, 4).unwrap();
    let (found, _) = search(&mut champion, WALL, &Limits::depth(8));
    let position: Position = WALL.parse().unwrap();
    let capture = position.parse_uci("f1e2").unwrap();
    assert_eq!((found.pv.as_slice(), found.ponder), ([capture].as_slice(), None));
    let fens = [WALL, "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1", "7k/8/8/8/8/8/6pp/7K w - - 0 1"];
    for fen in fens {
        let (found, lines) = search(&mut champion, fen, &Limits::depth(10));
        for line in lines.iter().chain([&found.pv]) {
            let mut position: Position = fen.parse().unwrap();
            for (ply, &mv) in line.iter().enumerate() {
                position.play(mv).unwrap();
                assert!(!position.is_dead() || ply + 1 == line.len(), "{fen}: {line:?}");
            }
        }
    }
}

#[test]
fn weaker_play_looks_at_less_and_varies() {
    let start = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let mut champion = Champion::new(1, 4).unwrap();
    champion.set_persona(rated(1000)).unwrap();
    let mut moves = std::collections::HashSet::new();
    for seed in 0..40 {
        champion.clear();
        champion.reseed(seed);
        let (found, _) = search(&mut champion, start, &Limits::depth(20));
        assert!(found.nodes < 1_000, "{}", found.nodes);
        moves.insert(found.best.unwrap());
    }
    assert!(moves.len() > 1);
    champion.set_persona(None).unwrap();
    let (found, _) = search(&mut champion, start, &Limits::nodes(5_000));
    assert!(found.nodes >= 4_000, "{}", found.nodes);
}

#[test]
fn weaker_play_shows_as_many_lines_as_wanted_the_one_it_takes_first() {
    let start = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let mut champion = Champion::new(1, 4).unwrap();
    champion.set_persona(rated(1000)).unwrap();
    for seed in 0..20 {
        champion.reseed(seed);
        for wanted in [0, 1, 3] {
            let limits = Limits { multi_pv: wanted, ..Limits::depth(5) };
            let (found, lines) = search(&mut champion, start, &limits);
            assert_eq!(found.lines.len(), wanted.max(1));
            assert_eq!(found.pv.first(), found.best.as_ref());
            for (index, line) in found.lines.iter().enumerate() {
                assert_eq!(line.multipv, index + 1);
                assert_eq!(lines[lines.len() - wanted.max(1) + index], line.pv);
            }
            assert_eq!(found.lines[0].pv, found.pv);
        }
    }
}

#[test]
fn weaker_play_is_the_same_on_any_number_of_threads() {
    let play = |threads: usize| {
        let mut champion = Champion::new(threads, 4).unwrap();
        champion.set_persona(rated(1600)).unwrap();
        champion.set_threads(threads).unwrap();
        let searches = (0..10).map(|seed| {
            champion.clear();
            champion.reseed(seed);
            let (found, _) = search(&mut champion, WALL, &Limits::default());
            (found.best, found.nodes)
        });
        searches.collect::<Vec<_>>()
    };
    assert_eq!(play(1), play(3));
    let mut champion = Champion::new(3, 4).unwrap();
    champion.set_persona(rated(1600)).unwrap();
    champion.set_persona(None).unwrap();
    assert!(format!("{champion:?}").ends_with("3 threads)"), "{champion:?}");
}
