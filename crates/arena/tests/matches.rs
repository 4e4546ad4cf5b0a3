//! Matches between players of our own, and with real engines where there are any.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // it says what it leaves out

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use chess::pgn::Pgn;
use engine::Signals;
use plywise_arena::statistics::{EloModel, Sprt, SprtDecision};
use plywise_arena::{
    Adjudication, Budget, Entrant, GameResult, Journal, JournalError, Match, MatchEvent,
    MatchFormat, Openings, Played, Schedule, Standings, Summary,
};
use uci::Timeouts;

fn order(players: &[&str], budget: Budget, games: u64) -> Match {
    let format = if players.len() == 2 { MatchFormat::Match } else { MatchFormat::RoundRobin };
    Match {
        players: Entrant::list(players.iter().map(|text| (text.parse().unwrap(), budget))),
        schedule: Schedule::new(format, players.len(), games),
        openings: Openings::named(5),
        rules: Adjudication::default(),
        sprt: None,
        concurrency: 1,
        margin: plywise_arena::MARGIN,
        timeouts: Timeouts::default(),
        seed: 5,
    }
}

/// Everything that was told: results and games by fixture, in order.
fn run(order: &Match, done: &[GameResult]) -> (Standings, Vec<(GameResult, Played)>) {
    let mut games = Vec::new();
    let standings = order
        .run(done, &Signals::new(), &mut |event| {
            if let MatchEvent::Game { played, result, .. } = event {
                games.push((*result, played.clone()));
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    games.sort_by_key(|(result, _)| result.fixture);
    (standings, games)
}

const NO_LIMIT: Budget = Budget { control: None, move_time: None, nodes: None, depth: None };

#[test]
fn games_do_not_depend_on_how_many_are_played_at_once() {
    let one = order(&["random", "alphabeta:depth=1", "level:1"], NO_LIMIT, 6);
    let three = Match { concurrency: 3, ..one.clone() };
    let moves = |order: &Match| -> Vec<Vec<chess::Move>> {
        run(order, &[]).1.iter().map(|(_, played)| played.game.moves().to_vec()).collect()
    };
    let games = moves(&one);
    assert_eq!(games.len(), 18);
    assert_eq!(games, moves(&three));
    assert_ne!(games, moves(&Match { seed: 6, ..one }));
}

#[test]
fn pairs_share_an_opening_with_colours_reversed() {
    let order = order(&["random", "random:seed=3"], NO_LIMIT, 20);
    let (standings, games) = run(&order, &[]);
    let mut openings: HashMap<u64, Vec<Vec<chess::Move>>> = HashMap::new();
    for (result, played) in &games {
        let opening = played.game.moves()[..played.opening].to_vec();
        openings.entry(result.fixture.round).or_default().push(opening);
        assert_eq!(played.notes.len() + played.opening, played.game.moves().len());
    }
    assert_eq!(openings.len(), 10);
    assert!(openings.values().all(|pair| pair.len() == 2 && pair[0] == pair[1]));
    assert_eq!(standings.first_tally().pair_count(), 10);
    assert_eq!(standings.by_color().iter().sum::<u64>(), 20);
}

#[test]
fn the_stronger_player_wins_and_the_test_stops() {
    let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    let mut order = order(&["ordered:depth=2", "random"], NO_LIMIT, 1_000);
    order.sprt = Some(sprt);
    let (standings, games) = run(&order, &[]);
    assert_eq!(standings.verdict, Some(SprtDecision::H1));
    assert!(games.len() < 200, "{} games", games.len());
    assert!(standings.llr.unwrap() >= sprt.upper());
    // The other way round it is rejected.
    order.players.reverse();
    assert_eq!(run(&order, &[]).0.verdict, Some(SprtDecision::H0));
    let summary = Summary::new(&order.players, &standings, order.sprt.as_ref(), order.seed);
    assert_eq!(summary.sprt.unwrap().accepted, Some("H1"));
}

#[test]
fn a_match_goes_on_where_it_was_left() {
    let whole = order(&["random", "alphabeta:depth=1"], NO_LIMIT, 12);
    let (all, games) = run(&whole, &[]);
    // The first five results go through a journal whose last line is cut off.
    let mut text = Journal::header(&whole);
    for (result, _) in &games[..5] {
        text += &Journal::line(&whole, result, None);
    }
    let length = text.len();
    let sixth = Journal::line(&whole, &games[5].0, Some(1_234));
    text += &sixth[..sixth.len() / 2];
    let journal = read(&text, &whole).unwrap();
    assert_eq!((journal.results.len(), journal.length), (5, length));
    let (resumed, rest) = run(&whole, &journal.results);
    assert_eq!((rest.len(), resumed.resumed), (7, 5));
    assert_eq!(resumed.first_tally(), all.first_tally());
    // A longer match may go on from a shorter one, another match may not.
    let longer = Match { schedule: Schedule::new(MatchFormat::Match, 2, 20), ..whole.clone() };
    assert_eq!(read(&text, &longer).unwrap().results.len(), 5);
    let other = Match { seed: 9, ..whole.clone() };
    let error = read(&text, &other).unwrap_err();
    assert_eq!(error, JournalError::Other("dice", "--seed 5".to_owned()));
    assert_other_rules_are_refused(&text, &whole);
    assert_eq!(read("nonsense\n", &whole), Err(JournalError::Line(1)));
    assert_eq!(read("", &whole).unwrap().results, []);
}

/// A journal is cut off where its writer was, and nowhere else.
#[test]
fn only_what_a_match_began_to_write_is_cut_off() {
    let whole = order(&["random", "alphabeta:depth=1"], NO_LIMIT, 4);
    let (_, games) = run(&whole, &[]);
    let header = Journal::header(&whole);
    let line = Journal::line(&whole, &games[0].0, Some(1_234));
    let text = format!("{header}{line}");
    for end in 0..text.len() {
        let kept = if end < header.len() { 0 } else { header.len() };
        assert_eq!(read(&text[..end], &whole).unwrap().length, kept, "{}", &text[..end]);
    }
    let last = read(&text, &whole).unwrap().last.unwrap();
    assert_eq!((last.offset, last.pgn), (header.len(), Some(1_234)));
    for foreign in ["precious", "{\"a\":1}", "{\"a\":1", "{\"players\":[\"me\"]", "["] {
        assert_eq!(read(foreign, &whole), Err(JournalError::Line(1)), "{foreign}");
        let behind = read(&format!("{text}{foreign}"), &whole);
        assert_eq!(behind, Err(JournalError::Rest), "{foreign}");
    }
}

fn read(text: &str, order: &Match) -> Result<Journal, JournalError> {
    Journal::read(text.as_bytes(), order)
}

/// Each of what breaks games off makes another match.
fn assert_other_rules_are_refused(text: &str, whole: &Match) {
    let changes: [fn(&mut Match); 5] = [
        |order| {
            order.rules.resign = Some(plywise_arena::Resign { score: 600, moves: 4, both: true })
        },
        |order| order.rules.draw = Some(plywise_arena::DrawRule { from: 40, moves: 8, score: 10 }),
        |order| order.rules.most_moves = Some(100),
        |order| order.margin = Duration::from_millis(500),
        |order| order.timeouts.untimed = Some(Duration::from_secs(1)),
    ];
    for change in changes {
        let mut other = whole.clone();
        change(&mut other);
        let error = read(text, &other).unwrap_err();
        assert_eq!(error, JournalError::Other("rules", "--margin 10".to_owned()));
        let text = Journal::header(&other);
        assert!(matches!(read(&text, whole), Err(JournalError::Other("rules", _))));
        assert_eq!(read(&text, &other).unwrap().results, []);
    }
    // Journals of older versions do not say.
    let old = text.replacen(",\"rules\":\"--margin 10\"", "", 1);
    assert_ne!(old, text);
    assert_eq!(read(&old, whole), Err(JournalError::Silent));
}

#[test]
fn whoever_raises_the_flag_gets_the_figures_so_far() {
    let order = order(&["random", "random"], NO_LIMIT, 100_000);
    let stop = Signals::new();
    let standings = order
        .run(&[], &stop, &mut |event| {
            if let MatchEvent::Game { standings, .. } = event
                && standings.games() >= 10
            {
                stop.stop();
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(standings.games(), 10, "games under way do not count");
}

#[test]
fn records_tell_score_depth_time_and_nodes() {
    let order = order(&["ordered:depth=3", "level:1"], NO_LIMIT, 2);
    let (_, games) = run(&order, &[]);
    for (result, played) in &games {
        let (white, black) = order.schedule.colors(&result.fixture);
        let players = (&order.players[white], &order.players[black]);
        let written = plywise_arena::pgn(played, players.0, players.1, &result.fixture).to_string();
        let read: Pgn = written.parse().unwrap();
        assert_eq!(read.tags.get("White"), Some(players.0.name.as_str()));
        assert_eq!(read.tags.get("Round"), Some("1"));
        assert_eq!(read.outcome(), Some(result.outcome));
        let moves: Vec<chess::Move> =
            read.tree.main_line().filter_map(|node| read.tree.mv(node)).collect();
        assert_eq!(moves, played.game.moves());
        let notes: Vec<String> = read
            .tree
            .main_line()
            .map(|node| read.tree.comments(node)[0].as_str().to_owned())
            .collect();
        assert!(notes[..played.opening].iter().all(|note| note == "book"), "{written}");
        let searched = notes.iter().find(|note| note.contains("/3 ")).unwrap();
        assert!(searched.starts_with(['+', '-']) && searched.contains("s n="), "{searched}");
        assert!(notes.last().unwrap().ends_with(&played.reason.to_string()), "{written}");
    }
}

#[test]
fn time_odds_and_clocks_of_our_own_players() {
    let mut order = order(&["ordered", "ordered"], NO_LIMIT, 2);
    order.players[0].budget.control = Some("0.4+0.01".parse().unwrap());
    order.players[1].budget.nodes = Some(300);
    // A busy machine may be late; that is not what is tested here.
    order.margin = Duration::from_secs(60);
    order.rules.most_moves = Some(30);
    let (standings, games) = run(&order, &[]);
    assert_eq!((standings.games(), standings.faults().total()), (2, 0));
    for (result, played) in games {
        let second_is_black = !result.fixture.is_reversed;
        let begin =
            usize::from(played.game.positions()[played.opening].turn() == chess::Color::Black);
        let own = played
            .notes
            .iter()
            .enumerate()
            .filter(|(ply, _)| (ply + begin) % 2 == usize::from(second_is_black));
        assert!(own.clone().count() > 0);
        assert!(own.clone().all(|(_, note)| note.nodes <= 300), "node odds");
    }
}

#[test]
fn adjudication_ends_games() {
    // Each rule alone, so that none does another's work.
    let ends_by = |players: &[&str], rules: Adjudication, said: &str| {
        let mut order = order(players, NO_LIMIT, 6);
        order.rules = rules;
        let (standings, games) = run(&order, &[]);
        assert_eq!(standings.games(), 6);
        let endings: Vec<String> =
            games.iter().map(|(_, game)| plywise_arena::ending(game)).collect();
        assert!(endings.iter().any(|ending| ending.contains(said)), "{said}: {endings:?}");
        (standings, games, endings)
    };
    let resign = Some(plywise_arena::Resign { score: 300, moves: 2, both: false });
    let rules = Adjudication { resign, ..Adjudication::default() };
    let unequal = ["quiescence:depth=3", "quiescence:depth=1"];
    let (standings, _, endings) =
        ends_by(&unequal, rules, "wins by adjudication: Black saw itself +3.00 behind");
    let resigned = endings.iter().filter(|ending| ending.contains("saw itself")).count();
    assert!(resigned as u64 <= standings.games() - standings.by_color()[1], "{endings:?}");

    let draw = Some(plywise_arena::DrawRule { from: 1, moves: 1, score: 10_000 });
    let rules = Adjudication { draw, ..Adjudication::default() };
    let (standings, games, _) = ends_by(&unequal, rules, "both players saw a draw");
    assert_eq!(standings.by_color(), [0, 6, 0]);
    assert!(games.iter().all(|(_, played)| played.notes.len() == 2));

    let rules = Adjudication { most_moves: Some(10), ..Adjudication::default() };
    let (_, games, _) = ends_by(&["random", "random"], rules, "after 10 moves");
    assert!(games.iter().all(|(_, played)| played.game.moves().len() <= 20));
}

#[test]
fn real_engines_play_matches_where_they_are_installed() {
    // Toga and GNU Chess know no nodes, all know depth.
    let budget = Budget { depth: Some(3), ..NO_LIMIT };
    let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    for (program, arguments) in [
        ("stockfish", ""),
        ("ethereal-chess", ""),
        ("toga2", ""),
        ("glaurung", ""),
        ("gnuchess", " --uci"),
    ] {
        let file = format!("/usr/games/{program}");
        if !Path::new(&file).is_file() {
            assert!(!is_ci, "{program} is not installed; CI needs every engine");
            println!("{program} is not installed: not checked");
            continue;
        }
        let mut order = order(&[&format!("uci:{file}{arguments}"), "random"], budget, 2);
        order.rules.most_moves = Some(60);
        order.timeouts.untimed = Some(Duration::from_secs(60));
        let (standings, games) = run(&order, &[]);
        let endings: Vec<String> =
            games.iter().map(|(_, game)| plywise_arena::ending(game)).collect();
        assert_eq!(standings.faults().total(), 0, "{program}: {endings:?}");
        assert_eq!(standings.first_tally().losses, 0, "{program} loses to dice: {endings:?}");
    }
}
