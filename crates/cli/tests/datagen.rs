//! `plywise datagen` as a user runs it: games, figures, boards.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{complaint, plywise, printed};
use chess::{Outcome, Position};
use forge::packed::{PackedPly, PlayedGame, Writer};

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
    assert!(stats.contains("players=champion:eval=nnue/"), "{stats}");
    assert!(stats.contains(" nodes=50 seed=1") && !stats.contains("otherwise"), "{stats}");
    assert!(stats.contains("\ngames        6, "), "{stats}");

    let again = folder.join("again");
    let relabel = ["datagen", "relabel", "--in", out, "--out", again.to_str().unwrap()];
    assert!(printed(&[&relabel[..], &["--nodes", "20"]].concat()).starts_with("6 games, "));
    let stats = printed(&["datagen", "stats", again.to_str().unwrap()]);
    assert!(stats.contains("scores=champion:eval=nnue/"), "{stats}");
    assert!(stats.contains(" nodes=20 of players=champion:eval=nnue/"), "{stats}");
    assert!(!stats.contains("otherwise"), "{stats}");
    // Whoever asks for two kinds of games is told so.
    let stats = printed(&["datagen", "stats", out, again.to_str().unwrap()]);
    let others = "others       2 of 4 files were made otherwise; 000.games: scores is champion";
    assert!(stats.contains(others), "{stats}");

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
    assert!(mixed.contains("nodes is 50 there and 51 here"), "{mixed}");
    assert!(mixed.ends_with("take another folder or the same settings"), "{mixed}");

    // A file in a folder that is none does not stand for all.
    fs::write(games.join("008.games"), "").unwrap();
    fs::write(games.join("009.games"), "PLYGAMEX and more").unwrap();
    let more = games.join("more.boards");
    for order in [
        vec!["stats", out],
        vec!["boards", "--in", out, "--out", more.to_str().unwrap()],
        vec!["relabel", "--nodes", "20", "--in", out, "--out", again.to_str().unwrap()],
    ] {
        let output = plywise(&[vec!["datagen"], order.clone()].concat());
        let remark = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{order:?}: {remark}");
        assert!(remark.contains("009.games is left out: not a file of packed games"), "{remark}");
        assert!(!remark.contains("008.games"), "{remark}");
    }
    // Boards do not take the place of the games they are made of.
    let (source, place) = (games.join("001.games"), games.join("../games/001.games"));
    let bytes = fs::read(&source).unwrap();
    let places = ["--in", source.to_str().unwrap(), "--out", place.to_str().unwrap()];
    let refused = complaint(&[&["datagen", "boards"], &places[..]].concat(), 2);
    assert!(refused.ends_with("is there already; --force writes over it"), "{refused}");
    let refused = complaint(&[&["datagen", "boards", "--force"], &places[..]].concat(), 1);
    assert!(refused.contains("001.games would be written over while it is read"), "{refused}");
    assert_eq!(fs::read(&source).unwrap(), bytes);
    // Where there are none, there is no file.
    let (none, empty) = (games.join("none.boards"), games.join("008.games"));
    let places = ["--in", empty.to_str().unwrap(), "--out", none.to_str().unwrap()];
    let output = plywise(&[&["datagen", "boards"], &places[..]].concat());
    let remark = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{remark}");
    assert!(remark.contains("no position of these files is left, so "), "{remark}");
    assert!(!none.exists());
    let only = complaint(&["datagen", "stats", games.join("009.games").to_str().unwrap()], 1);
    assert!(only.contains("not a file of packed games"), "{only}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Files of games that were made before notes had checksums are read as ever,
/// and not continued by another network.
#[test]
fn old_notes_are_read_and_not_continued() {
    let folder = folder("old");
    let games = folder.join("games");
    fs::create_dir_all(&games).unwrap();
    let path = games.join("000.games");
    let note = "players=champion:eval=nnue nodes=50 seed=1 file=0 random=8-9 opening=1000/300 \
                win=2000/4 draw=10/12/80 longest=400 starts=0";
    let mut writer = Writer::new(Vec::new(), note).unwrap();
    let mut game = PlayedGame::new(Position::start());
    game.plies.push(PackedPly { mv: game.start.parse_uci("e2e4").unwrap(), score: Some(31) });
    game.outcome = Some(Outcome::Draw);
    writer.push(&game).unwrap();
    let bytes = writer.finish().unwrap();
    fs::write(&path, &bytes).unwrap();
    let out = games.to_str().unwrap();
    let stats = printed(&["datagen", "stats", out]);
    assert!(stats.contains(note) && stats.contains("\ngames        1, "), "{stats}");
    let boards = folder.join("x.boards");
    let order = ["boards", "--min-ply", "0", "--in", out, "--out", boards.to_str().unwrap()];
    printed(&[&["datagen"], &order[..]].concat());
    assert_eq!(fs::metadata(&boards).unwrap().len(), 32);
    let again = folder.join("again");
    let order = ["relabel", "--nodes", "20", "--in", out, "--out", again.to_str().unwrap()];
    assert!(printed(&[&["datagen"], &order[..]].concat()).starts_with("1 game, 1 position "));
    let order = ["--out", out, "--games", "2", "--nodes", "50", "--threads", "1"];
    let refused = complaint(&[&["datagen"], &order[..]].concat(), 1);
    let said = "other settings: players is champion:eval=nnue there and champion:eval=nnue/";
    assert!(refused.contains(said) && !refused.contains("nodes"), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
    // The same for scores of another network.
    let order = ["datagen", "relabel", "--nodes", "20", "--eval", "tuned"];
    let places = ["--in", out, "--out", again.to_str().unwrap()];
    let refused = complaint(&[&order[..], &places].concat(), 1);
    assert!(refused.contains("there and champion:eval=tuned/"), "{refused}");
    let same = ["datagen", "relabel", "--in", out, "--out", out];
    assert!(complaint(&same, 1).contains("would be written over while it is read"));
    assert_eq!(fs::read(&path).unwrap(), bytes);
    fs::remove_dir_all(&folder).unwrap();
}

/// A pipe that nobody writes to holds nobody up.
#[cfg(unix)]
#[test]
fn pipes_are_refused() {
    let folder = folder("pipe");
    fs::create_dir_all(&folder).unwrap();
    let pipe = folder.join("001.games");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let out = folder.to_str().unwrap();
    let order = ["datagen", "--out", out, "--games", "1", "--nodes", "20", "--threads"];
    let refused = complaint(&[&order[..], &["2"]].concat(), 1);
    let said = "001.games: not a plain file, and games are kept in no other";
    assert!(refused.contains(said), "{refused}");
    assert!(!folder.join("000.games").exists());
    let one = plywise(&[&order[..], &["1"]].concat());
    let remark = String::from_utf8(one.stderr).unwrap();
    assert!(one.status.success() && remark.contains("not a plain file"), "{remark}");
    for order in [["stats"].as_slice(), &["boards", "--out", "x.boards", "--in"]] {
        let refused = complaint(&[&["datagen"], order, &[pipe.to_str().unwrap()]].concat(), 1);
        assert!(refused.contains(said), "{refused}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Books come from plain files, and genfens says where there is no opening.
#[cfg(unix)]
#[test]
fn books_are_plain_and_even() {
    let folder = folder("books");
    fs::create_dir_all(&folder).unwrap();
    let pipe = folder.join("pipe.epd");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let games = folder.join("games");
    for book in [pipe.to_str().unwrap(), "/dev/zero"] {
        let said = format!("cannot read {book}: it is not a plain file");
        let order = ["datagen", "--out", games.to_str().unwrap(), "--games", "1", "--book", book];
        assert_eq!(complaint(&order, 1), said);
        assert_eq!(complaint(&[&format!("genfens 1 seed 1 book {book}"), "quit"], 1), said);
    }
    assert!(!games.exists());
    let won = folder.join("won.epd");
    fs::write(&won, "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1\n").unwrap();
    let order = format!("genfens 1 seed 1 book {}", won.display());
    let said = complaint(&[&order, "quit"], 1);
    assert!(said.starts_with("1000 openings from 4k3/8/8/8/8/8/8/QQQQK3 w"), "{said}");
    assert!(said.ends_with("take a book without this position"), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Damage in the first bytes: the games are read, none are added.
#[test]
fn a_damaged_beginning_is_read_and_not_continued() {
    let folder = folder("beginning");
    let (path, out) = (folder.join("000.games"), folder.to_str().unwrap());
    let order = ["datagen", "--out", out, "--nodes", "20", "--threads", "1", "--games"];
    printed(&[&order[..], &["2"]].concat());
    let mut bytes = fs::read(&path).unwrap();
    bytes[0] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let output = plywise(&["datagen", "stats", out]);
    let (said, remark) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(said.contains("\ngames        2, "), "{said}");
    assert!(remark.contains(" bytes from byte 0 on are damaged and were left out"), "{remark}");
    let refused = complaint(&[&order[..], &["3"]].concat(), 1);
    assert!(refused.contains("000.games has lost the note on how its games"), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
    // A file is no folder, and what is refused begins none.
    let refused = complaint(&["datagen", "--out", path.to_str().unwrap(), "--games", "1"], 1);
    assert!(refused.ends_with("000.games is not a folder, and games are kept in one"), "{refused}");
    let new = folder.join("new");
    let places = ["--in", "/dev/null", "--out", new.to_str().unwrap()];
    complaint(&[&["datagen", "relabel"], &places[..]].concat(), 1);
    assert!(!new.exists());
    fs::remove_dir_all(&folder).unwrap();
}

/// Ctrl-C ends a run in good order, and its exit code says so.
#[cfg(unix)]
#[test]
fn an_interrupted_run_says_so() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let folder = folder("interrupted");
    let interrupted = |arguments: &[&str], begun: &Path| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_plywise"))
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // It listens before it makes its folder; a signal earlier would kill it.
        while !begun.exists() {
            assert_eq!(program.try_wait().unwrap(), None, "{arguments:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
        let pid = rustix::process::Pid::from_child(&program);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        let output = program.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.contains(" games, ") && said.contains(" positions in "), "{said}");
    };
    let games = folder.join("games");
    let places = ["--out", games.to_str().unwrap(), "--games", "1000000"];
    let endless = ["--nodes", "100", "--threads", "1"];
    interrupted(&[&["datagen"], &places[..], &endless].concat(), &games);
    // Nor does it wait for the move it thinks about.
    let long = folder.join("long");
    let places = ["--out", long.to_str().unwrap(), "--games", "1000000"];
    let endless = ["--nodes", "4000000000", "--threads", "1"];
    interrupted(&[&["datagen"], &places[..], &endless].concat(), &long);

    // More games than anybody could wait for.
    let mut writer = Writer::new(Vec::new(), "").unwrap();
    let mut game = PlayedGame::new(Position::start());
    game.plies.push(PackedPly { mv: game.start.parse_uci("e2e4").unwrap(), score: Some(31) });
    (0..20_000).for_each(|_| writer.push(&game).unwrap());
    let (old, new) = (folder.join("old.games"), folder.join("new"));
    fs::write(&old, writer.finish().unwrap()).unwrap();
    let places = ["--in", old.to_str().unwrap(), "--out", new.to_str().unwrap()];
    let order = ["datagen", "relabel", "--threads", "1"];
    interrupted(&[&order[..], &places, &["--nodes", "20000"]].concat(), &new);
    let new = folder.join("newer");
    let places = ["--in", old.to_str().unwrap(), "--out", new.to_str().unwrap()];
    interrupted(&[&order[..], &places, &["--nodes", "4000000000"]].concat(), &new);
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
    for source in ["games", "tree"] {
        let order = ["--positions", "10", "--longest", "9", "--source", source];
        let short = complaint(&[&["datagen", "--out", out], &order[..]].concat(), 2);
        assert!(short.starts_with("a game of 9 plies is over with its 9 random ones"), "{short}");
    }
    assert!(!folder.exists());
    fs::create_dir_all(&folder).unwrap();
    let book = folder.join("mates.epd");
    fs::write(&book, "# A mate.\n7k/5KQ1/8/8/8/8/8/8 b - - 0 1\n").unwrap();
    let order = ["--positions", "10", "--book", book.to_str().unwrap()];
    let over = complaint(&[&["datagen", "--out", out], &order[..]].concat(), 2);
    assert!(over.contains("mates.epd: line 2: the game is over before it begins"), "{over}");
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

/// Games of a test framework carry their scores in comments; the arena's are written in the same way.
#[test]
fn pgn_with_scores_becomes_packed_games_and_boards() {
    let folder = folder("import");
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (pgn, games, boards) = (path("match.pgn"), path("match.games"), path("match.boards"));
    let players = ["--white", "champion", "--black", "champion:eval=tuned"];
    let limits = ["--nodes", "50", "--games", "4", "--concurrency", "1", "--pgn", &pgn];
    printed(&[&["match"][..], &players, &limits].concat());

    let import = ["datagen", "import", "--in", &pgn, "--out", &games];
    let text = printed(&import);
    assert!(text.trim_start().starts_with("4  games, "), "{text}");
    let stats = printed(&["datagen", "stats", &games]);
    assert!(stats.contains("imported=pgn files=1"), "{stats}");
    assert!(stats.contains("\ngames        4, "), "{stats}");
    let made = printed(&["datagen", "boards", "--in", &games, "--out", &boards, "--min-ply", "0"]);
    assert!(made.contains("positions in 4 games"), "{made}");
    assert!(fs::metadata(&boards).unwrap().len() > 32 * 20);

    // What is there stays, and files without a useful game make none.
    assert!(complaint(&import, 2).contains("--force"));
    let empty = path("empty.pgn");
    fs::write(&empty, "[Result \"1-0\"]\n\n1. e4 e5 1-0\n").unwrap();
    let none = path("none.games");
    let output = plywise(&["datagen", "import", "--in", &empty, "--out", &none]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("no game of these files can be used"), "{said}");
    assert!(!Path::new(&none).exists());
    // OpenBench keeps games compressed.
    let packed = path("1.pgn.bz2");
    fs::write(&packed, b"BZh91AY&SY\xa4\xcd").unwrap();
    let said = complaint(&["datagen", "import", "--in", &packed, "--out", &none], 1);
    assert!(said.contains("1.pgn.bz2: it is compressed by bzip2"), "{said}");
    assert!(said.ends_with("unpack it first (bunzip2)"), "{said}");
    let said = complaint(&["datagen", "import", "--in", &path("missing.pgn"), "--out", &none], 1);
    assert!(said.contains("cannot read") && said.contains("missing.pgn"), "{said}");
    let _ = fs::remove_dir_all(&folder);
}
