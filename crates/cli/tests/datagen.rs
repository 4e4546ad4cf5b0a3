//! `plywise datagen` as a user runs it: games, figures, boards.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod program;

use std::fs;
use std::path::PathBuf;

use program::{complaint, plywise, printed};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywise-cli-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn games_become_figures_and_boards() {
    let folder = folder("datagen");
    let games = folder.join("games");
    let out = games.to_str().unwrap();
    let generate = |games: &str| {
        let limits =
            ["--nodes", "50", "--opening-nodes", "50", "--longest", "60", "--threads", "2"];
        printed(&[&["datagen", "--out", out, "--games", games], &limits[..]].concat())
    };
    assert!(generate("3").starts_with("3 games, "));
    // Repeated, there is nothing to do; with more games it goes on.
    assert!(generate("3").starts_with("0 games, 0 positions"));
    let text = generate("6");
    assert!(text.starts_with("3 games, ") && text.contains("holds 6 games"), "{text}");

    let stats = printed(&["datagen", "stats", out]);
    assert!(stats.contains("players=champion:eval=nnue nodes=50 seed=1"), "{stats}");
    assert!(stats.contains("\ngames        6, "), "{stats}");

    let again = folder.join("again");
    let relabel = ["datagen", "relabel", "--in", out, "--out", again.to_str().unwrap()];
    assert!(printed(&[&relabel[..], &["--nodes", "20"]].concat()).starts_with("6 games, "));
    let stats = printed(&["datagen", "stats", again.to_str().unwrap()]);
    assert!(stats.contains("scores=champion:eval=nnue nodes=20 of players="), "{stats}");

    let boards = folder.join("train.boards");
    let path = boards.to_str().unwrap();
    let text =
        printed(&["datagen", "boards", "--in", out, "--out", path, "--shuffle", "1", "--dedup"]);
    let written: u64 =
        text.lines().last().unwrap().split_whitespace().next().unwrap().parse().unwrap();
    assert!(written > 20, "{text}");
    assert_eq!(fs::metadata(&boards).unwrap().len(), 32 * written);

    // A damaged file: said, and the rest used.
    let first = games.join("000.games");
    let mut bytes = fs::read(&first).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&first, &bytes).unwrap();
    let output = plywise(&["datagen", "stats", out]);
    assert!(output.status.success());
    let remark = String::from_utf8(output.stderr).unwrap();
    assert!(remark.contains("000.games") && remark.contains("damaged"), "{remark}");

    // Other settings do not go into the same files.
    let mixed =
        complaint(&["datagen", "--out", out, "--games", "9", "--threads", "2", "--nodes", "51"], 1);
    assert!(mixed.ends_with("take another folder or the same settings"), "{mixed}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn mistakes_are_explained() {
    assert!(complaint(&["datagen"], 2).starts_with("'datagen' needs --out"));
    let folder = folder("mistakes");
    let out = folder.to_str().unwrap();
    assert_eq!(
        complaint(&["datagen", "--out", out], 2),
        "'datagen' needs --games, --positions or --time to know when it is enough"
    );
    let random = complaint(&["datagen", "--out", out, "--games", "1", "--random", "9-8"], 2);
    assert!(random.ends_with("a number from 0 to 100 or a range such as 8-9"), "{random}");
    let search = complaint(&["datagen", "--out", out, "--games", "1", "--search", "oracle"], 2);
    assert!(search.contains("one of champion, random, minimax"), "{search}");
    assert!(!folder.exists());
    fs::create_dir_all(&folder).unwrap();
    assert!(
        complaint(&["datagen", "stats", out], 1).starts_with("there are no files of packed games")
    );
    let text = folder.join("text.games");
    fs::write(&text, "1. e4 e5 *").unwrap();
    let refused = complaint(&["datagen", "stats", text.to_str().unwrap()], 1);
    assert!(
        refused.ends_with("not a file of packed games: those begin with 'PLYGAMES'"),
        "{refused}"
    );
    assert!(
        complaint(&["datagen", "stats", "/no/such/file"], 1)
            .starts_with("cannot use /no/such/file")
    );
    fs::remove_dir_all(&folder).unwrap();
}
