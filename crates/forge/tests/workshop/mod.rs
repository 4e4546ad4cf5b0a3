//! Small runs in folders of their own, for tests of self-play and what follows.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test
#![allow(dead_code)] // each test program uses some of it

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use plywise_forge::packed::{GamesInFile, PlayedGame};
use plywise_forge::selfplay::{Ladder, Plan, Rules, RunGoal, RunStatus, TrainingSource, generate};
use search::ladder::Rung;

pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywise-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

pub(crate) fn plan(folder: &Path, games: u64) -> Plan {
    Plan {
        folder: folder.to_owned(),
        goal: RunGoal { games: Some(games), ..RunGoal::default() },
        seed: 11,
        rules: Rules { nodes: 60, opening_nodes: 100, longest: 120, ..Rules::default() },
        source: TrainingSource::Games,
        starts: Vec::new(),
        players: "quiescence:eval=pst".to_owned(),
    }
}

pub(crate) fn players(threads: usize) -> Vec<Ladder<'static>> {
    let player = |_| Ladder { rung: Rung::Quiescence, evaluator: eval::by_name("pst").unwrap() };
    (0..threads).map(player).collect()
}

pub(crate) fn make(plan: &Plan, threads: usize) -> RunStatus {
    let (status, damage) = generate(plan, players(threads), &mut |_| true).unwrap();
    assert_eq!(damage, []);
    status
}

pub(crate) fn games_of(path: &Path) -> Vec<PlayedGame> {
    GamesInFile::open(File::open(path).unwrap()).unwrap().map(Result::unwrap).collect()
}
