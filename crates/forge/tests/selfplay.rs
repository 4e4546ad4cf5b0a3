//! Games made and continued.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod workshop;

use std::collections::HashSet;
use std::fs;

use chess::Outcome;
use plywise_forge::packed::{Blocks, DamageKind, GameEnding, GamesInFile, PlayedGame};
use plywise_forge::selfplay::{Plan, RunGoal, TrainingSource, files_in, generate};
use workshop::{folder, games_of, make, plan, players};

#[test]
fn games_keep_to_their_rules_and_their_seed() {
    let folder = folder("selfplay");
    let plan = plan(&folder, 12);
    let status = make(&plan, 2);
    assert_eq!((status.before.games, status.made.games), (0, 12));
    let files = files_in(&folder).unwrap();
    assert_eq!(files.len(), 2);
    let mut games = Vec::new();
    for (index, path) in files.iter().enumerate() {
        let own = games_of(path);
        assert_eq!(own.len(), 6, "file {index}");
        games.extend(own);
    }
    let scored: usize = games.iter().map(PlayedGame::scored).sum();
    assert_eq!(scored as u64, status.made.positions);
    for game in &games {
        let random = game.plies.iter().take_while(|ply| ply.score.is_none()).count();
        assert!((8..=9).contains(&random));
        assert!(game.plies[random..].iter().all(|ply| ply.score.is_some()));
        assert!(game.plies.len() <= 120);
        let mut last = game.start;
        game.plies.iter().for_each(|ply| last.play(ply.mv).unwrap());
        match game.ending {
            GameEnding::Rules if last.is_checkmate() => {
                assert_eq!(game.outcome, Some(Outcome::Win(!last.turn())));
            }
            GameEnding::Rules | GameEnding::CalledDrawn => {
                assert_eq!(game.outcome, Some(Outcome::Draw))
            }
            GameEnding::Length => assert_eq!(game.plies.len(), 120),
            GameEnding::CalledWon => assert!(game.outcome.unwrap().winner().is_some()),
            GameEnding::Unknown => panic!("the game has no end"),
        }
    }
    // The same seed makes the same games, another one others.
    let (again, other) = (folder.join("again"), folder.join("other"));
    make(&Plan { folder: again.clone(), ..plan.clone() }, 2);
    make(&Plan { folder: other.clone(), seed: 12, ..plan.clone() }, 2);
    for path in &files {
        let name = path.file_name().unwrap();
        assert_eq!(fs::read(path).unwrap(), fs::read(again.join(name)).unwrap());
        assert_ne!(games_of(path), games_of(&other.join(name)));
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_run_is_continued_where_it_stopped() {
    let folder = folder("continued");
    let (whole, parts) = (folder.join("whole"), folder.join("parts"));
    make(&plan(&whole, 9), 1);
    make(&plan(&parts, 4), 1);
    // A crash: the end of the file is lost.
    let path = parts.join("000.games");
    make(&plan(&parts, 6), 1);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
    let (status, damage) = generate(&plan(&parts, 9), players(1), &mut |_| true).unwrap();
    assert_eq!((status.before.games, status.made.games, damage.len()), (4, 5, 1));
    assert_eq!(damage[0].1.kind, DamageKind::CutOff);
    assert_eq!(games_of(&path), games_of(&whole.join("000.games")));
    // Enough is enough.
    assert_eq!(make(&plan(&parts, 9), 1).made.games, 0);
    // Games of other players are not mixed in.
    let other = Plan { players: "somebody else".to_owned(), ..plan(&parts, 20) };
    let error = generate(&other, players(1), &mut |_| true).unwrap_err();
    assert!(error.to_string().contains("take another folder or the same settings"), "{error}");
    // Nor games with other starts, were they as many.
    let starts = |fen: &str| vec![fen.parse().unwrap()];
    let book = Plan {
        starts: starts("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"),
        ..plan(&folder.join("book"), 1)
    };
    make(&book, 1);
    let other = Plan { starts: starts("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 2"), ..book };
    let error = generate(&other, players(1), &mut |_| true).unwrap_err().to_string();
    assert!(error.contains("other settings: starts is 1/"), "{error}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn positions_and_the_caller_end_a_run() {
    let folder = folder("enough");
    let mut wanted = plan(&folder, 0);
    wanted.goal = RunGoal { positions: Some(100), ..RunGoal::default() };
    let status = make(&wanted, 1);
    assert!(status.made.positions >= 100 && status.made.positions < 100 + 120);
    assert_eq!(status.share(&wanted.goal), 1.0);
    // Nothing limits this one but the caller.
    wanted.goal = RunGoal::default();
    generate(&wanted, players(1), &mut |_| false).unwrap();
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn positions_from_inside_the_search_are_scored_alone() {
    let folder = folder("tree");
    let plan = Plan { source: TrainingSource::Tree, ..plan(&folder, 30) };
    let status = make(&plan, 1);
    assert!(status.made.games >= 30 && status.made.games == status.made.positions);
    let games = games_of(&folder.join("000.games"));
    let mut distinct = HashSet::new();
    for game in &games {
        assert_eq!((game.plies.len(), game.scored()), (1, 1));
        assert!(game.outcome.is_some() && !game.start.is_check());
        assert!(game.start.fullmove_number() >= 5, "{}", game.start);
        distinct.insert(game.start.key());
    }
    assert!(distinct.len() * 10 > games.len() * 9);
    fs::remove_dir_all(&folder).unwrap();
}

/// What another program damaged is neither taken away nor in the way.
#[test]
fn a_refused_run_leaves_files_as_they_are() {
    let folder = folder("refused");
    make(&plan(&folder, 2), 1);
    make(&plan(&folder, 4), 1);
    let path = folder.join("000.games");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let mut other = plan(&folder, 9);
    other.rules.nodes = 77;
    let error = generate(&other, players(1), &mut |_| true).unwrap_err().to_string();
    assert!(
        error.contains("000.games holds games of other settings: nodes is 60 there and 77 here;"),
        "{error}"
    );
    assert_eq!(fs::read(&path).unwrap(), bytes);
    // Nor does a goal that is reached already.
    let (_, damage) = generate(&plan(&folder, 2), players(1), &mut |_| true).unwrap();
    assert_eq!((damage.len(), fs::read(&path).unwrap()), (1, bytes.clone()));
    let damaged = bytes;
    // Files that are no games do not stop others.
    fs::write(folder.join("007.games"), "1. e4 e5 *").unwrap();
    fs::write(folder.join("008.games"), "").unwrap();
    let (status, damage) = generate(&plan(&folder, 5), players(1), &mut |_| true).unwrap();
    let said: Vec<String> = damage.iter().map(|(_, damage)| damage.to_string()).collect();
    assert_eq!((status.before.games, status.made.games, said.len()), (2, 3, 2), "{said:?}");
    assert!(said.iter().any(|said| said.contains("not a file of packed games")), "{said:?}");
    assert!(said.iter().any(|said| said.ends_with("are damaged and were left out")), "{said:?}");
    assert!(fs::read(&path).unwrap().starts_with(&damaged));
    fs::remove_dir_all(&folder).unwrap();
}

/// Nothing is begun, not even the folder, before all is found to be in order.
#[test]
fn a_refused_run_begins_nothing() {
    let folder = folder("begins");
    make(&plan(&folder.join("made"), 2), 2);
    let own = folder.join("own");
    fs::create_dir_all(&own).unwrap();
    // The first file is empty or not there; the note of the second is damaged.
    let mut bytes = fs::read(folder.join("made/001.games")).unwrap();
    bytes[20] ^= 1;
    fs::write(own.join("001.games"), &bytes).unwrap();
    for is_there in [false, true] {
        if is_there {
            fs::write(own.join("000.games"), "").unwrap();
        }
        let error = generate(&plan(&own, 9), players(3), &mut |_| true).unwrap_err().to_string();
        assert!(error.contains("001.games has lost the note on how its games"), "{error}");
        assert_eq!(files_in(&own).unwrap().len(), 1 + usize::from(is_there));
        assert_eq!(fs::read(own.join("001.games")).unwrap(), bytes);
    }
    assert_eq!(fs::read(own.join("000.games")).unwrap(), b"");
    let file = own.join("001.games");
    let error = generate(&plan(&file, 9), players(1), &mut |_| true).unwrap_err().to_string();
    assert!(error.ends_with("001.games is not a folder, and games are kept in one"), "{error}");
    fs::remove_dir_all(&folder).unwrap();
}

/// What a folder holds is what can be read of it.
#[test]
fn damaged_games_are_made_anew() {
    let folder = folder("anew");
    for games in [2, 4, 6] {
        make(&plan(&folder, games), 1);
    }
    let path = folder.join("000.games");
    let mut bytes = fs::read(&path).unwrap();
    let first = Blocks::open(&bytes[..]).unwrap().next().unwrap().unwrap().offset as usize;
    bytes[first + 40] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let (status, damage) = generate(&plan(&folder, 6), players(1), &mut |_| true).unwrap();
    assert_eq!((status.before.games, status.made.games, damage.len()), (4, 2, 1));
    // The numbers of lost games are not given again, so no game is there twice.
    let games: Vec<PlayedGame> =
        GamesInFile::open(fs::File::open(&path).unwrap()).unwrap().flatten().collect();
    let distinct: HashSet<u64> = games.iter().map(PlayedGame::hash).collect();
    assert_eq!((games.len(), distinct.len()), (6, 6));
    fs::remove_dir_all(&folder).unwrap();
}

/// Nobody waits for a search that would take days.
#[test]
fn a_stopped_run_drops_the_game_it_is_in() {
    let folder = folder("endless");
    for source in [TrainingSource::Games, TrainingSource::Tree] {
        let mut plan = plan(&folder.join(format!("{source:?}")), 9);
        plan.source = source;
        plan.rules.nodes = u64::MAX;
        let (status, _) = generate(&plan, players(2), &mut |_| false).unwrap();
        assert_eq!((status.made.games, games_of(&plan.folder.join("001.games")).len()), (0, 0));
        // An opening may take as long.
        (plan.rules.opening_nodes, plan.rules.nodes) = (u64::MAX, 1);
        plan.folder = folder.join(format!("{source:?} unopened"));
        plan.goal.time = Some(std::time::Duration::ZERO);
        let (status, _) = generate(&plan, players(1), &mut |_| true).unwrap();
        assert_eq!(status.made.games, 0);
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Games of others in the folder are not counted as if they were ours, and a
/// refused run begins no file.
#[test]
fn games_of_others_are_not_counted() {
    let folder = folder("others");
    let mut other = plan(&folder.join("other"), 2);
    other.rules.nodes = 61;
    make(&other, 1);
    let own = folder.join("own");
    fs::create_dir_all(&own).unwrap();
    for name in ["001.games", "007.games"] {
        fs::copy(other.folder.join("000.games"), own.join(name)).unwrap();
        let error = generate(&plan(&own, 3), players(2), &mut |_| true).unwrap_err().to_string();
        let said = format!("{name} holds games of other settings: nodes is 61 there and 60 here;");
        assert!(error.contains(&said), "{error}");
        assert_eq!(fs::read_dir(&own).unwrap().count(), 1);
        fs::remove_file(own.join(name)).unwrap();
    }
    // Those of a run with more threads are ours.
    make(&plan(&own, 6), 3);
    let status = make(&plan(&own, 7), 1);
    assert_eq!((status.before.games, status.made.games), (6, 1));
    fs::remove_dir_all(&folder).unwrap();
}

/// Nothing runs for ever where nothing can come of it.
#[test]
fn games_without_positions_end_a_run() {
    let folder = folder("fruitless");
    for source in [TrainingSource::Games, TrainingSource::Tree] {
        let mut plan = plan(&folder.join(format!("{source:?}")), 0);
        plan.source = source;
        plan.rules.longest = 5;
        plan.goal = RunGoal { positions: Some(10), ..RunGoal::default() };
        let error = generate(&plan, players(1), &mut |_| true).unwrap_err().to_string();
        assert!(error.contains("had no position to score"), "{error}");
    }
    fs::remove_dir_all(&folder).unwrap();
}
