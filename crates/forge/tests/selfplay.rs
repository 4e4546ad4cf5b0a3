//! Games made, continued and turned into boards, end to end.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use chess::{Outcome, Position};
use forge::boards::{Board, Counts, Filter, Layout, Order, SIZE, Verdict, expand};
use forge::packed::{Blocks, DamageKind, Ending, Games, PlayedGame};
use forge::selfplay::{
    Goal, Ladder, Plan, Relabel, Rules, Source, Status, files_in, generate, relabel,
};
use forge::stats::Stats;
use search::ladder::Rung;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywise-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn plan(folder: &Path, games: u64) -> Plan {
    Plan {
        folder: folder.to_owned(),
        goal: Goal { games: Some(games), ..Goal::default() },
        seed: 11,
        rules: Rules { nodes: 60, opening_nodes: 100, longest: 120, ..Rules::default() },
        source: Source::Games,
        starts: Vec::new(),
        players: "quiescence:eval=pst".to_owned(),
    }
}

fn players(threads: usize) -> Vec<Ladder<'static>> {
    let player = |_| Ladder { rung: Rung::Quiescence, evaluator: eval::by_name("pst").unwrap() };
    (0..threads).map(player).collect()
}

fn make(plan: &Plan, threads: usize) -> Status {
    let (status, damage) = generate(plan, players(threads), &mut |_| true).unwrap();
    assert_eq!(damage, []);
    status
}

fn games_of(path: &Path) -> Vec<PlayedGame> {
    Games::open(File::open(path).unwrap()).unwrap().map(Result::unwrap).collect()
}

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
            Ending::Rules if last.is_checkmate() => {
                assert_eq!(game.outcome, Some(Outcome::Win(!last.turn())));
            }
            Ending::Rules | Ending::CalledDrawn => assert_eq!(game.outcome, Some(Outcome::Draw)),
            Ending::Length => assert_eq!(game.plies.len(), 120),
            Ending::CalledWon => assert!(game.outcome.unwrap().winner().is_some()),
            Ending::Unknown => panic!("the game has no end"),
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
    wanted.goal = Goal { positions: Some(100), ..Goal::default() };
    let status = make(&wanted, 1);
    assert!(status.made.positions >= 100 && status.made.positions < 100 + 120);
    assert_eq!(status.share(&wanted.goal), 1.0);
    // Nothing limits this one but the caller.
    wanted.goal = Goal::default();
    generate(&wanted, players(1), &mut |_| false).unwrap();
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn positions_from_inside_the_search_are_scored_alone() {
    let folder = folder("tree");
    let plan = Plan { source: Source::Tree, ..plan(&folder, 30) };
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

#[test]
fn old_games_get_new_scores() {
    let folder = folder("relabel");
    let old = folder.join("old");
    make(&plan(&old, 4), 2);
    let plan = Relabel {
        files: files_in(&old).unwrap(),
        folder: folder.join("new"),
        nodes: 30,
        players: "quiescence:eval=material".to_owned(),
    };
    let player =
        || Ladder { rung: Rung::Quiescence, evaluator: eval::by_name("material").unwrap() };
    let (status, damage) = relabel(&plan, vec![player(), player()], &mut |_| true).unwrap();
    assert_eq!((status.made.games, damage), (4, Vec::new()));
    let mut changed = 0;
    for path in &plan.files {
        let new = games_of(&plan.folder.join(path.file_name().unwrap()));
        for (before, after) in games_of(path).iter().zip(&new) {
            assert_eq!((before.start, before.outcome), (after.start, after.outcome));
            for (old, new) in before.plies.iter().zip(&after.plies) {
                assert_eq!((old.mv, old.score.is_some()), (new.mv, new.score.is_some()));
                changed += usize::from(old.score != new.score);
            }
        }
    }
    assert!(changed > 50, "{changed}");
    // All is done: nothing is done again.
    let (status, _) = relabel(&plan, vec![player()], &mut |_| true).unwrap();
    assert_eq!(status.made.games, 0);
    // Scores of another player are not mixed in, and old files not written over.
    let other = Relabel { nodes: 31, ..plan.clone() };
    let error = relabel(&other, vec![player()], &mut |_| true).unwrap_err().to_string();
    assert!(error.contains("other settings: nodes is 30 there and 31 here; take"), "{error}");
    let before = fs::read(&plan.files[0]).unwrap();
    let same = Relabel { folder: old.join("."), ..plan };
    let error = relabel(&same, vec![player()], &mut |_| true).unwrap_err().to_string();
    assert!(
        error.ends_with("would be written over while it is read; take another folder"),
        "{error}"
    );
    assert_eq!(fs::read(&same.files[0]).unwrap(), before);
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
    assert_eq!((damage.len(), fs::read(&path).unwrap()), (1, bytes));
    // Files that are no games do not stop others.
    fs::write(folder.join("007.games"), "1. e4 e5 *").unwrap();
    fs::write(folder.join("008.games"), "").unwrap();
    let (status, damage) = generate(&plan(&folder, 5), players(1), &mut |_| true).unwrap();
    let said: Vec<String> = damage.iter().map(|(_, damage)| damage.to_string()).collect();
    assert_eq!((status.before.games, status.made.games, said.len()), (2, 3, 2), "{said:?}");
    assert!(said.iter().any(|said| said.contains("not a file of packed games")), "{said:?}");
    assert!(said.iter().any(|said| said.ends_with("were cut off to add games there")), "{said:?}");
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

/// Games that are damaged between two runs are not taken for others.
#[test]
fn scores_are_continued_by_the_number_of_the_game() {
    let folder = folder("numbers");
    let old = folder.join("old");
    // A block of two games each.
    for games in [2, 4, 6, 8] {
        make(&plan(&old, games), 1);
    }
    let path = old.join("000.games");
    let whole = fs::read(&path).unwrap();
    let games = games_of(&path);
    let blocks: Vec<u64> =
        Blocks::open(&whole[..]).unwrap().map(|block| block.unwrap().offset).collect();
    assert_eq!(blocks.len(), 4);
    let plan = Relabel {
        files: vec![path.clone()],
        folder: folder.join("new"),
        nodes: 30,
        players: "quiescence:eval=pst".to_owned(),
    };
    let run = || relabel(&plan, players(1), &mut |_| true).unwrap();
    // Half of the games are done, then one of them is damaged.
    fs::write(&path, &whole[..blocks[2] as usize]).unwrap();
    assert_eq!(run().0.made.games, 4);
    let mut bad = whole.clone();
    bad[blocks[0] as usize + 40] ^= 1;
    fs::write(&path, &bad).unwrap();
    let (status, damage) = run();
    assert_eq!((status.made.games, damage.len()), (4, 1));
    let moves = |game: &PlayedGame| game.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
    let new = games_of(&plan.folder.join("000.games"));
    assert_eq!(
        new.iter().map(moves).collect::<Vec<_>>(),
        games.iter().map(moves).collect::<Vec<_>>()
    );
    // Damaged from the beginning, it is left out, and nothing else twice.
    fs::remove_dir_all(&plan.folder).unwrap();
    fs::write(&path, &bad[..blocks[3] as usize]).unwrap();
    assert_eq!(run().0.made.games, 4);
    fs::write(&path, &bad).unwrap();
    assert_eq!(run().0.made.games, 2);
    let new = games_of(&plan.folder.join("000.games"));
    assert_eq!(
        new.iter().map(moves).collect::<Vec<_>>(),
        games[2..].iter().map(moves).collect::<Vec<_>>()
    );
    fs::remove_dir_all(&folder).unwrap();
}

/// Nothing runs for ever where nothing can come of it.
#[test]
fn games_without_positions_end_a_run() {
    let folder = folder("fruitless");
    for source in [Source::Games, Source::Tree] {
        let mut plan = plan(&folder.join(format!("{source:?}")), 0);
        plan.source = source;
        plan.rules.longest = 5;
        plan.goal = Goal { positions: Some(10), ..Goal::default() };
        let error = generate(&plan, players(1), &mut |_| true).unwrap_err().to_string();
        assert!(error.contains("had no position to score"), "{error}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Samples of one game are held out together.
#[test]
fn boards_from_inside_the_search_know_their_game() {
    let folder = folder("families");
    // A single game: nothing can be told apart in it.
    make(&Plan { source: Source::Tree, ..plan(&folder, 1) }, 1);
    let layout =
        Layout { order: Order::Shuffled(1), dedup: false, most: None, memory: 1 << 30, threads: 2 };
    let filter = Filter { min_ply: 0, checks: true, captures: true, ..Filter::default() };
    let out = folder.join("out.boards");
    expand(&files_in(&folder).unwrap(), &filter, &layout, &out, &mut |_| true).unwrap();
    let games: HashSet<u16> = boards(&out).iter().map(|board| board.game).collect();
    assert!(boards(&out).len() > 10 && games.len() == 1, "{games:?}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Stopped anywhere, boards leave nothing behind.
#[test]
fn stopped_boards_leave_nothing_behind() {
    let folder = folder("stopped");
    make(&plan(&folder, 4), 2);
    let files = files_in(&folder).unwrap();
    let (out, before) = (folder.join("out.boards"), fs::read_dir(&folder).unwrap().count());
    for (order, calls) in [(Order::Played, 1), (Order::Shuffled(1), 1), (Order::Shuffled(1), 4)] {
        let layout = Layout { order, dedup: false, most: None, memory: 100, threads: 2 };
        let mut count = 0;
        let on_block = &mut |_: &Counts| {
            count += 1;
            count < calls
        };
        let error = expand(&files, &Filter::default(), &layout, &out, on_block).unwrap_err();
        assert_eq!(error.to_string(), "interrupted; no boards were written");
        assert_eq!((count, fs::read_dir(&folder).unwrap().count()), (calls, before));
    }
    fs::remove_dir_all(&folder).unwrap();
}

fn boards(path: &Path) -> Vec<Board> {
    let bytes = fs::read(path).unwrap();
    assert_eq!(bytes.len() % SIZE, 0);
    bytes.as_chunks::<SIZE>().0.iter().map(|bytes| Board::from_bytes(bytes).unwrap()).collect()
}

#[test]
fn boards_are_the_positions_of_the_games() {
    let folder = folder("boards");
    make(&plan(&folder, 16), 2);
    let files = files_in(&folder).unwrap();
    let filter = Filter::default();
    // What the games say, the slow way.
    let mut expected = Vec::new();
    let mut positions = 0;
    for game in files.iter().flat_map(|path| games_of(path)) {
        for (ply, (position, played)) in game.positions().enumerate() {
            positions += 1;
            let Some(score) = played.score_for(position.turn()) else { continue };
            let is_quiet = !position.is_capture(played.mv) && played.mv.promoted().is_none();
            if ply >= 16 && !position.is_check() && is_quiet && score.abs() <= 3_000 {
                let verdict = Verdict::of(game.outcome.unwrap(), position.turn());
                expected.push((placement(&position), score, verdict, game.hash() as u16));
            }
        }
    }
    assert!(expected.len() > 300, "{}", expected.len());
    let shown = |boards: &[Board]| -> Vec<_> {
        let show = |board: &Board| {
            (placement(&board.position().unwrap()), board.score, board.verdict, board.game)
        };
        boards.iter().map(show).collect()
    };
    let layout =
        Layout { order: Order::Played, dedup: false, most: None, memory: 1 << 30, threads: 2 };
    let out = folder.join("out.boards");
    let counts = expand(&files, &filter, &layout, &out, &mut |_| true).unwrap();
    assert_eq!((counts.games, counts.positions), (16, positions));
    assert_eq!(counts.written as usize, expected.len());
    assert_eq!(counts.written + counts.refused.iter().sum::<u64>(), positions);
    assert_eq!(shown(&boards(&out)), expected);

    // Shuffled, the same boards in another order; the same with little memory.
    let sorted = |mut boards: Vec<Board>| {
        boards.sort_by_key(Board::to_bytes);
        boards
    };
    let played = boards(&out);
    let mut orders = Vec::new();
    for (seed, memory) in [(1, 1 << 30), (1, 1 << 30), (2, 1 << 30), (1, 100)] {
        let layout = Layout { order: Order::Shuffled(seed), memory, ..layout };
        expand(&files, &filter, &layout, &out, &mut |_| true).unwrap();
        orders.push(boards(&out));
        assert_eq!(sorted(boards(&out)), sorted(played.clone()));
    }
    assert_eq!(orders[0], orders[1]);
    assert_eq!(orders[0], orders[3]);
    assert_ne!(orders[0], orders[2]);
    assert_ne!(orders[0], played);
    assert!(!folder.join("out.boards.heaps").exists() && !folder.join("out.boards.part").exists());

    // Doubled files hold nothing new.
    let doubled = [&files[..], &files[..]].concat();
    let distinct: HashSet<u64> = played.iter().map(Board::hash).collect();
    for order in [Order::Played, Order::Shuffled(3)] {
        let layout = Layout { order, dedup: true, ..layout };
        let counts = expand(&doubled, &filter, &layout, &out, &mut |_| true).unwrap();
        assert_eq!(counts.written as usize, distinct.len());
        assert_eq!((counts.written + counts.duplicates) as usize, 2 * played.len());
        let hashes: HashSet<u64> = boards(&out).iter().map(Board::hash).collect();
        assert_eq!(hashes, distinct);
        let layout = Layout { most: Some(50), ..layout };
        let counts = expand(&doubled, &filter, &layout, &out, &mut |_| true).unwrap();
        assert_eq!((counts.written, boards(&out).len()), (50, 50));
    }

    // The figures about the games add up.
    let mut stats = Stats::default();
    files.iter().flat_map(|path| games_of(path)).for_each(|game| stats.count(&game));
    assert_eq!((stats.games, stats.plies), (16, positions));
    assert_eq!(stats.results.iter().sum::<u64>(), 16);
    assert_eq!(
        stats.steps().map(|(_, counts)| counts.iter().sum::<u64>()).sum::<u64>(),
        stats.scored
    );
    fs::remove_dir_all(&folder).unwrap();
}

/// The men from the mover's side.
fn placement(position: &Position) -> String {
    match position.turn() {
        chess::Color::White => position.board().to_string(),
        chess::Color::Black => position.mirrored().board().to_string(),
    }
}
