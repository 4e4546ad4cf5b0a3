//! Endgame tables, where there are any: `PLYWISE_SYZYGY` names their folder, or
//! they lie where the project's shared data does.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // it says what it leaves out

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use chess::{Game, Position};
use engine::{Champion, Question, TablebaseError, Tablebases};
use search::Bound;
use search::champion::{Event, Limits, Signals, Verdict};

/// The folder with all tables of three and four men, if it is there.
fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("PLYWISE_SYZYGY").map(PathBuf::from);
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/syzygy");
    let folder = named.into_iter().chain([shared]).find(|folder| folder.is_dir());
    if folder.is_none() {
        println!("no Syzygy tables here: nothing to check");
    }
    folder
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

#[test]
fn folders_without_tables_are_refused() {
    let missing = Tablebases::open(&["no/such/folder"]).unwrap_err();
    assert!(missing.to_string().starts_with("cannot read the folder no/such/folder: "));
    let empty = Tablebases::open(&[env!("CARGO_MANIFEST_DIR")]).unwrap_err();
    assert!(matches!(empty, TablebaseError::Empty(_)));
    assert!(empty.to_string().starts_with("there are no Syzygy tables (KQvK.rtbw and so on) in "));
}

#[test]
fn every_sample_is_as_expected() {
    let Some(folder) = folder() else { return };
    let Ok(samples) = std::fs::read_to_string(folder.join("probe_sample.csv")) else { return };
    let tables = Tablebases::open(&[&folder]).unwrap();
    assert_eq!(tables.men(), 4);
    let mut checked = 0;
    for line in samples.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        // A few samples cannot come up in a game, and our rules refuse them.
        let Ok(position) = fields[1].parse::<Position>() else { continue };
        let expected = match fields[2].parse().unwrap() {
            -2 => Verdict::Loss,
            -1 => Verdict::BlessedLoss,
            0 => Verdict::Draw,
            1 => Verdict::CursedWin,
            2 => Verdict::Win,
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
    let Some(folder) = folder() else { return };
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
    let Some(folder) = folder() else { return };
    let tables = Tablebases::open(&[folder]).unwrap();
    let late = position("8/8/8/8/8/k7/8/K1Q5 b - - 99 80");
    assert_eq!(tables.probe_wdl(&late), Some(Verdict::Loss));
    assert_eq!(tables.probe_now(&late), Some(Verdict::BlessedLoss));
}

#[test]
fn the_best_moves_win_and_the_best_defence_lasts() {
    let Some(folder) = folder() else { return };
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
    let Some(folder) = folder() else { return };
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
            let question = Question {
                game: &game,
                limits: &limits,
                signals: &Signals::default(),
                stop: None,
                begun: Instant::now(),
            };
            let found = champion.search(&question, &mut |event| {
                if let Event::Line(info) = event {
                    shown.push((info.score, info.bound));
                }
            });
            if is_known {
                assert!(expected.contains(&found.score.raw()), "{fen}: {:?}", found.score);
                assert!(!shown.is_empty());
                assert!(shown.iter().all(|&line| line == (found.score, Bound::Exact)), "{shown:?}");
                assert_eq!(found.lines[0].score, found.score);
            } else {
                assert!(!expected.contains(&found.score.raw()), "{fen}: {:?}", found.score);
            }
        }
    }
}
