//! Endgame tables: what they say, and what searches and referees make of it.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use arena::{
    Adjudication, Budget, Entrant, Journal, Match, MatchFormat, Openings, Played, Schedule,
};
use chess::{Game, Position};
use engine::{Champion, Question, Tablebases};
use search::champion::{Event, TablebaseResult};
use search::{Bound, Limits, Report, Signals};
use uci::Timeouts;

use super::{syzygy, text};

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn ask(
    champion: &mut Champion,
    game: &Game,
    limits: &Limits,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Report {
    let signals = Signals::default();
    let question = Question { game, limits, signals: &signals, begun: Instant::now() };
    champion.search(&question, on_event)
}

#[test]
fn every_sample_is_as_expected() {
    let samples = text("syzygy/probe_sample.csv");
    let tables = Tablebases::open(&[syzygy()]).unwrap();
    assert_eq!(tables.pieces(), 4);
    let mut checked = 0;
    for line in samples.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        // A few samples cannot come up in a game, and our rules refuse them.
        let Ok(position) = fields[1].parse::<Position>() else { continue };
        let expected = match fields[2].parse().unwrap() {
            -2 => TablebaseResult::Loss,
            -1 => TablebaseResult::BlessedLoss,
            0 => TablebaseResult::Draw,
            1 => TablebaseResult::CursedWin,
            2 => TablebaseResult::Win,
            other => panic!("{other}"),
        };
        assert_eq!(tables.probe_wdl(&position), Some(expected), "{line}");
        assert_eq!(tables.probe_now(&position), Some(expected), "{line}");
        let dtz: i32 = fields[3].parse().unwrap();
        assert_eq!(tables.probe_dtz(&position), Some(dtz), "{line}");
        checked += 1;
    }
    assert!(checked > 5_000, "{checked}");
}

#[test]
fn what_is_not_in_the_tables_is_unknown() {
    let folder = syzygy();
    let tables = Tablebases::open(&[folder]).unwrap();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/1QRB4/4K3 w - - 0 1",
    ] {
        assert_eq!(tables.probe_wdl(&position(fen)), None, "{fen}");
    }
    let many = position("4k3/8/8/8/8/8/1QRB4/4K3 w - - 0 1");
    assert_eq!(tables.best_moves(&many), None);
}

#[test]
fn the_clock_counts_where_it_is_asked_for() {
    let folder = syzygy();
    let tables = Tablebases::open(&[folder]).unwrap();
    let late = position("8/8/8/8/8/k7/8/K1Q5 b - - 99 80");
    assert_eq!(tables.probe_wdl(&late), Some(TablebaseResult::Loss));
    assert_eq!(tables.probe_now(&late), Some(TablebaseResult::BlessedLoss));
}

#[test]
fn the_best_moves_win_and_the_best_defence_lasts() {
    let folder = syzygy();
    let tables = Tablebases::open(&[folder]).unwrap();
    for fen in [
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "8/8/3k4/8/8/3KP3/8/8 w - - 0 1",
        "k7/8/8/8/8/8/1R6/K7 b - - 0 1",
    ] {
        let mut game = Game::new(position(fen));
        // Knight and bishop take 33 moves at most; a pawn has to walk first.
        for _ in 0..150 {
            if game.end().is_some() {
                break;
            }
            let mv = tables.best_moves(game.position()).unwrap()[0];
            game.play(mv).unwrap();
        }
        assert!(matches!(game.end(), Some(chess::End::Checkmate(chess::Color::White))), "{fen}");
    }
    // Whoever loses or draws takes the draw.
    let taken = position("8/8/8/4k3/8/8/8/Kr6 w - - 0 1");
    assert_eq!(tables.best_moves(&taken), Some(vec![taken.parse_uci("a1b1").unwrap()]));
}

#[test]
fn a_search_says_what_the_tables_know_of_its_root() {
    let folder = syzygy();
    let tables = Arc::new(Tablebases::open(&[&folder]).unwrap());
    let mut champion = Champion::new(1, 1).unwrap();
    for (fen, expected) in [
        // A rook more, and no win in it.
        ("8/8/8/8/8/2k5/2b5/K2R4 w - - 0 1", 0..=0),
        ("8/8/8/8/3k4/8/4Q3/4K3 b - - 0 1", -31_999..=-30_000),
        ("8/8/8/8/3k4/8/4Q3/4K3 w - - 0 1", 30_000..=31_999),
        // Won, but not within what is left of fifty moves.
        ("8/8/8/3k4/8/8/4Q3/4K3 w - - 99 80", 1..=1),
    ] {
        let game = Game::new(position(fen));
        for known in [None, Some(Arc::clone(&tables))] {
            let is_known = known.is_some();
            champion.endgames_mut().tables = known;
            champion.clear();
            let mut shown = Vec::new();
            let limits = Limits::depth(2);
            let found = ask(&mut champion, &game, &limits, &mut |event| {
                if let Event::Line(info) = event {
                    shown.push((info.score, info.bound));
                }
            });
            if is_known {
                assert!(expected.contains(&found.score.raw()), "{fen}: {:?}", found.score);
                assert!(!shown.is_empty());
                assert!(shown.iter().all(|&line| line == (found.score, Bound::Exact)), "{shown:?}");
                assert_eq!(found.lines[0].score, found.score);
                assert!(found.tb_hits > 0, "{fen}");
            } else {
                assert!(!expected.contains(&found.score.raw()), "{fen}: {:?}", found.score);
            }
        }
    }
}

/// The lines that a champion with these tables shows: first moves and scores.
fn lines(champion: &mut Champion, fen: &str, limits: &Limits) -> Vec<(String, i32)> {
    let game = Game::new(position(fen));
    champion.clear();
    let found = ask(champion, &game, limits, &mut |_| {});
    let line = |info: &search::champion::Info| {
        let mv = game.position().to_uci(info.pv[0], chess::CastlingNotation::Standard);
        (mv, info.score.raw())
    };
    found.lines.iter().map(line).collect()
}

#[test]
fn of_several_lines_each_has_its_own_verdict() {
    let folder = syzygy();
    let mut champion = Champion::new(1, 1).unwrap();
    champion.endgames_mut().tables = Some(Arc::new(Tablebases::open(&[&folder]).unwrap()));
    let three = Limits { multi_pv: 3, ..Limits::depth(6) };
    // Taking the rook draws, going away loses.
    let shown = lines(&mut champion, "8/8/8/4k3/8/8/8/Kr6 w - - 0 1", &three);
    assert_eq!(shown.len(), 2, "{shown:?}");
    assert_eq!(shown[0], ("a1b1".to_owned(), 0));
    assert!(shown[1].0 == "a1a2" && shown[1].1 <= -30_000, "{shown:?}");
    // Only what was asked for, with its verdict.
    let fen = "8/8/8/4k3/8/8/8/Kr6 w - - 0 1";
    let search_moves = vec![position(fen).parse_uci("a1a2").unwrap()];
    let only = Limits { search_moves, ..Limits::depth(6) };
    let shown = lines(&mut champion, fen, &only);
    assert!(shown.len() == 1 && shown[0].0 == "a1a2" && shown[0].1 <= -30_000, "{shown:?}");
    // The queen wins unless it is lost.
    let all = Limits { multi_pv: 100, ..Limits::depth(4) };
    let shown = lines(&mut champion, "8/8/8/8/3k4/8/4Q3/4K3 w - - 0 1", &all);
    let legal = position("8/8/8/8/3k4/8/4Q3/4K3 w - - 0 1").legal_moves().len();
    assert_eq!(shown.len(), legal);
    let wins = shown.iter().take_while(|(_, score)| *score >= 30_000).count();
    assert!(wins > 10 && wins < legal, "{shown:?}");
    assert!(shown[wins..].iter().all(|(_, score)| *score == 0), "{shown:?}");
}

#[test]
fn without_the_fifty_move_rule_slow_wins_are_wins() {
    let folder = syzygy();
    let mut champion = Champion::new(1, 1).unwrap();
    champion.endgames_mut().tables = Some(Arc::new(Tablebases::open(&[&folder]).unwrap()));
    let fen = "8/8/8/3k4/8/8/4Q3/4K3 w - - 99 80";
    let limits = Limits::depth(2);
    assert_eq!(lines(&mut champion, fen, &limits)[0].1, 1);
    champion.endgames_mut().fifty_move_rule = false;
    assert!(lines(&mut champion, fen, &limits)[0].1 >= 30_000);
}

#[test]
fn tables_of_results_alone_keep_the_result_too() {
    let folder = syzygy();
    let part = Path::new(env!("CARGO_TARGET_TMPDIR")).join("results-alone");
    std::fs::create_dir_all(&part).unwrap();
    std::fs::copy(folder.join("KQvK.rtbw"), part.join("KQvK.rtbw")).unwrap();
    let tables = Tablebases::open(&[&part]).unwrap();
    let queen = position("8/8/8/8/3k4/8/4Q3/4K3 w - - 0 1");
    assert_eq!(tables.probe_dtz(&queen), None);
    let whole = Tablebases::open(&[&folder]).unwrap();
    assert_eq!(whole.ranked_moves(&queen, true, &|| true), None, "there was no time");
    let won = |tables: &Tablebases| -> Vec<chess::Move> {
        let ranked = tables.ranked_moves(&queen, true, &|| false).unwrap();
        let mut won: Vec<chess::Move> =
            ranked.iter().filter(|ranked| ranked.rank > 15_000).map(|ranked| ranked.mv).collect();
        won.sort_by_key(|mv| (mv.from().index(), mv.to().index()));
        won
    };
    assert_eq!(won(&tables), won(&whole));
    assert_eq!(tables.best_moves(&queen).unwrap().len(), won(&whole).len());
}

#[test]
fn tables_do_not_hide_a_mate_and_lines_stand_in_order() {
    let folder = syzygy();
    let mut champion = Champion::new(1, 1).unwrap();
    champion.endgames_mut().tables = Some(Arc::new(Tablebases::open(&[&folder]).unwrap()));
    // The quickest pawn move is no mate; the rook mates in two.
    let fen = "7k/8/5K2/8/8/8/1P6/R7 w - - 0 1";
    let four = Limits { multi_pv: 4, ..Limits::depth(10) };
    let shown = lines(&mut champion, fen, &four);
    assert!(shown.is_sorted_by_key(|(_, score)| std::cmp::Reverse(*score)), "{shown:?}");
    let mate = Limits { mate: Some(2), ..Limits::nodes(1_000_000) };
    assert_eq!(lines(&mut champion, fen, &mate)[0].1, shown[0].1, "{shown:?}");
    assert!(shown[0].1 > 31_990, "{shown:?}");
}

#[test]
fn who_goes_round_in_circles_is_led_by_the_tables() {
    let folder = syzygy();
    let tables = Tablebases::open(&[&folder]).unwrap();
    let mut champion = Champion::new(1, 1).unwrap();
    let mut game = Game::new(position("8/8/8/3k4/8/8/8/KBN5 w - - 0 1"));
    for mv in ["a1b2", "d5d6", "b2a1", "d6d5", "a1b2", "d5d6"] {
        game.play(game.position().parse_uci(mv).unwrap()).unwrap();
    }
    let best = tables.best_moves(game.position()).unwrap();
    champion.endgames_mut().tables = Some(Arc::new(tables));
    let limits = Limits::depth(3);
    let found = ask(&mut champion, &game, &limits, &mut |_| {});
    assert!(best.contains(&found.best.unwrap()), "{:?}", found.best);
}

#[test]
fn tables_decide_games_with_few_pieces() {
    let random = ["random", "random"].map(|text| (text.parse().unwrap(), Budget::default()));
    let mut order = Match {
        players: Entrant::list(random),
        schedule: Schedule::new(MatchFormat::Match, 2, 6),
        openings: Openings::named(5),
        rules: Adjudication::default(),
        sprt: None,
        concurrency: 1,
        margin: arena::MARGIN,
        timeouts: Timeouts::default(),
        seed: 5,
    };
    order.rules.tablebases = Some(Arc::new(Tablebases::open(&[syzygy()]).unwrap()));
    // Won for White, won for White with Black to move, drawn.
    let few = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1\n8/8/8/4k3/8/8/8/KQ6 b - - 0 1\n\
               8/8/8/8/4k3/4p3/4K3/8 w - - 0 1\n";
    order.openings = Openings::read(few, None).unwrap();
    assert!(Journal::header(&order).contains("--tablebases for "));
    let mut games: Vec<(u64, Played)> = Vec::new();
    let on_event = &mut |event: arena::MatchEvent<'_>| {
        if let arena::MatchEvent::Game { number, played, .. } = event {
            games.push((number, played.clone()));
        }
        ControlFlow::Continue(())
    };
    order.run(&[], &Signals::new(), on_event).unwrap();
    games.sort_by_key(|(number, _)| *number);
    let endings: Vec<String> = games.iter().map(|(_, game)| arena::ending(game)).collect();
    let won = "1-0, White wins by adjudication: by the tablebases";
    let drawn = "1/2-1/2, draw by adjudication: by the tablebases";
    assert_eq!(endings, [won, won, won, won, drawn, drawn]);
    assert!(games.iter().all(|(_, played)| played.game.moves().is_empty()));
}
