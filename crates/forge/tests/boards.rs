//! Games turned into training boards.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod workshop;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use chess::Position;
use files::WholeFile;
use plywise_forge::boards::{
    BoardOrder, BoardResult, Counts, Filter, Layout, SIZE, TrainingBoard, expand,
};
use plywise_forge::selfplay::{Plan, TrainingSource, files_in};
use plywise_forge::stats::Stats;
use workshop::{folder, games_of, make, plan};

/// The file for boards, written over if it is there.
fn whole(out: &Path) -> WholeFile {
    WholeFile::anew(out, true).unwrap()
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
                let verdict = BoardResult::of(game.outcome.unwrap(), position.turn());
                expected.push((placement(&position), score, verdict, game.hash() as u16));
            }
        }
    }
    assert!(expected.len() > 300, "{}", expected.len());
    let shown = |boards: &[TrainingBoard]| -> Vec<_> {
        let show = |board: &TrainingBoard| {
            (placement(&board.position().unwrap()), board.score, board.verdict, board.game)
        };
        boards.iter().map(show).collect()
    };
    let layout =
        Layout { order: BoardOrder::Played, dedup: false, most: None, memory: 1 << 30, threads: 2 };
    let out = folder.join("out.boards");
    let counts = expand(&files, &filter, &layout, &whole(&out), &mut |_| true).unwrap();
    assert_eq!((counts.games, counts.positions), (16, positions));
    assert_eq!(counts.written as usize, expected.len());
    assert_eq!(counts.written + counts.refused.iter().sum::<u64>(), positions);
    assert_eq!(shown(&boards(&out)), expected);

    // Shuffled, the same boards in another order; the same with little memory.
    let sorted = |mut boards: Vec<TrainingBoard>| {
        boards.sort_by_key(TrainingBoard::to_bytes);
        boards
    };
    let played = boards(&out);
    let mut orders = Vec::new();
    for (seed, memory) in [(1, 1 << 30), (1, 1 << 30), (2, 1 << 30), (1, 100)] {
        let layout = Layout { order: BoardOrder::Shuffled(seed), memory, ..layout };
        expand(&files, &filter, &layout, &whole(&out), &mut |_| true).unwrap();
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
    let distinct: HashSet<u64> = played.iter().map(TrainingBoard::hash).collect();
    for order in [BoardOrder::Played, BoardOrder::Shuffled(3)] {
        let layout = Layout { order, dedup: true, ..layout };
        let counts = expand(&doubled, &filter, &layout, &whole(&out), &mut |_| true).unwrap();
        assert_eq!(counts.written as usize, distinct.len());
        assert_eq!((counts.written + counts.duplicates) as usize, 2 * played.len());
        let hashes: HashSet<u64> = boards(&out).iter().map(TrainingBoard::hash).collect();
        assert_eq!(hashes, distinct);
        let layout = Layout { most: Some(50), ..layout };
        let counts = expand(&doubled, &filter, &layout, &whole(&out), &mut |_| true).unwrap();
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

/// Samples of one game are held out together.
#[test]
fn boards_from_inside_the_search_know_their_game() {
    let folder = folder("families");
    // A single game: nothing can be told apart in it.
    make(&Plan { source: TrainingSource::Tree, ..plan(&folder, 1) }, 1);
    let layout = Layout {
        order: BoardOrder::Shuffled(1),
        dedup: false,
        most: None,
        memory: 1 << 30,
        threads: 2,
    };
    let filter = Filter { min_ply: 0, checks: true, captures: true, ..Filter::default() };
    let out = folder.join("out.boards");
    expand(&files_in(&folder).unwrap(), &filter, &layout, &whole(&out), &mut |_| true).unwrap();
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
    for (order, calls) in [
        (BoardOrder::Played, 1),
        (BoardOrder::Played, 2),
        (BoardOrder::Shuffled(1), 1),
        (BoardOrder::Shuffled(1), 5),
    ] {
        let layout = Layout { order, dedup: false, most: None, memory: 100, threads: 2 };
        let mut count = 0;
        let on_block = &mut |counts: &Counts| {
            count += 1;
            // Whoever may have to end the program hears of the files before the first block.
            assert_eq!(counts.games == 0, count == 1);
            assert!(folder.join("out.boards.part").exists());
            assert_eq!(folder.join("out.boards.heaps").exists(), order != BoardOrder::Played);
            count < calls
        };
        let error =
            expand(&files, &Filter::default(), &layout, &whole(&out), on_block).unwrap_err();
        assert_eq!(error.to_string(), "interrupted; no boards were written");
        assert_eq!((count, fs::read_dir(&folder).unwrap().count()), (calls, before));
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// What another run made, or a person, is neither written over nor taken away.
#[test]
fn what_is_in_the_way_stays() {
    let folder = folder("way");
    make(&plan(&folder, 2), 1);
    let files = files_in(&folder).unwrap();
    let layout = Layout {
        order: BoardOrder::Shuffled(1),
        dedup: false,
        most: None,
        memory: 100,
        threads: 1,
    };
    let out = folder.join("out.boards");
    let refused = || {
        let on_block = &mut |_: &Counts| panic!("work was done");
        expand(&files, &Filter::default(), &layout, &whole(&out), on_block).unwrap_err().to_string()
    };
    fs::create_dir(&out).unwrap();
    let folder_there = WholeFile::anew(&out, true).unwrap_err().to_string();
    assert!(folder_there.ends_with("out.boards: it is a folder"), "{folder_there}");
    fs::remove_dir(&out).unwrap();
    let part = folder.join("out.boards.part");
    fs::write(&part, "mine").unwrap();
    assert!(refused().contains("out.boards.part is there already"), "{}", refused());
    assert_eq!(fs::read(&part).unwrap(), b"mine");
    fs::remove_file(&part).unwrap();
    let heaps = folder.join("out.boards.heaps");
    fs::create_dir(&heaps).unwrap();
    fs::write(heaps.join("000"), "mine").unwrap();
    assert!(refused().contains("out.boards.heaps is there already"), "{}", refused());
    assert_eq!(fs::read(heaps.join("000")).unwrap(), b"mine");
    assert!(!part.exists() && !out.exists());
    fs::remove_dir_all(&folder).unwrap();
}

fn boards(path: &Path) -> Vec<TrainingBoard> {
    let bytes = fs::read(path).unwrap();
    assert_eq!(bytes.len() % SIZE, 0);
    bytes
        .as_chunks::<SIZE>()
        .0
        .iter()
        .map(|bytes| TrainingBoard::from_bytes(bytes).unwrap())
        .collect()
}

/// The pieces from the mover's side.
fn placement(position: &Position) -> String {
    match position.turn() {
        chess::Color::White => position.board().to_string(),
        chess::Color::Black => position.mirrored().board().to_string(),
    }
}
