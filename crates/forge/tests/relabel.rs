//! Old games get new scores.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod workshop;

use std::fs;

use plywise_forge::packed::{Blocks, PlayedGame};
use plywise_forge::selfplay::{Ladder, Relabel, files_in, relabel};
use search::ladder::Rung;
use workshop::{folder, games_of, make, plan, players};

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

/// A refused run makes no folder; a stopped one drops the game it is in.
#[test]
fn nothing_half_done_stays() {
    let folder = folder("half");
    let old = folder.join("old");
    make(&plan(&old, 2), 1);
    let text = folder.join("text.games");
    fs::write(&text, "1. e4 e5 *").unwrap();
    let mut plan = Relabel {
        files: vec![old.join("000.games"), text],
        folder: folder.join("new"),
        nodes: u64::MAX,
        players: "quiescence:eval=pst".to_owned(),
    };
    let error = relabel(&plan, players(1), &mut |_| true).unwrap_err().to_string();
    assert!(error.contains("text.games: not a file of packed games"), "{error}");
    assert!(!plan.folder.exists());
    plan.files.pop();
    let (status, _) = relabel(&plan, players(1), &mut |_| false).unwrap();
    assert_eq!((status.made.games, games_of(&plan.folder.join("000.games")).len()), (0, 0));
    plan.folder = old.join("000.games");
    let error = relabel(&plan, players(1), &mut |_| true).unwrap_err().to_string();
    assert!(error.ends_with("is not a folder, and games are kept in one"), "{error}");
    fs::remove_dir_all(&folder).unwrap();
}
