//! Games are added to files that are there, whatever became of them.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod games;

use games::{packed, random_game, unpacked};
use plywise_forge::packed::{Blocks, Damage, DamageKind, PlayedGame, append};

#[test]
fn files_are_continued_after_a_crash() {
    let folder = std::env::temp_dir().join(format!("plywise-packed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("0.games");
    let games: Vec<PlayedGame> = (0..30).map(random_game).collect();
    let (mut writer, tail) = append(&path, "one").unwrap();
    assert_eq!((tail.games, tail.note), (0, None));
    for game in &games[..10] {
        writer.push(game).unwrap();
    }
    writer.close_block().unwrap();
    assert!(append(&path, "one").is_err(), "two writers");
    for game in &games[10..20] {
        writer.push(game).unwrap();
    }
    // The open block is lost with its writer; a part of one stays on disk.
    drop(writer);
    let mut bytes = std::fs::read(&path).unwrap();
    let good = bytes.len();
    bytes.extend(b"PLYB and then the power failed");
    std::fs::write(&path, &bytes).unwrap();

    let (mut writer, tail) = append(&path, "two").unwrap();
    assert_eq!((tail.games, tail.note.as_deref()), (10, Some("one")));
    assert_eq!(tail.scored, games[..10].iter().map(|game| game.scored() as u64).sum::<u64>());
    assert_eq!((tail.damage.len(), tail.damage[0].offset), (1, good as u64));
    for game in &games[20..] {
        writer.push(game).unwrap();
    }
    writer.finish().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(unpacked(&bytes), ([&games[..10], &games[20..]].concat(), Vec::new()));

    // A file that was cut within its header begins anew.
    for length in [3, 8, 11, 17] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        let (mut writer, tail) = append(&path, "one").unwrap();
        assert_eq!((tail.games, tail.note, tail.damage.len()), (0, None, 1), "{length}");
        writer.push(&games[0]).unwrap();
        let cut = writer.finish().unwrap().cut().unwrap();
        assert_eq!((cut.offset, cut.length), (0, length as u64));
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(Blocks::open(&bytes[..]).unwrap().note(), "one");
        assert_eq!(unpacked(&bytes), (games[..1].to_vec(), Vec::new()));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Looking at a file takes nothing away from it; writing says what it cut.
#[test]
fn an_unfinished_end_is_cut_off_by_the_first_block_only() {
    let path = std::env::temp_dir().join(format!("plywise-tail-{}.games", std::process::id()));
    let games: Vec<PlayedGame> = (0..21).map(random_game).collect();
    let mut bytes = packed(&games);
    bytes.pop();
    let good = Blocks::open(&bytes[..]).unwrap().nth(2).unwrap().unwrap_err().offset;
    std::fs::write(&path, &bytes).unwrap();
    let (writer, tail) = append(&path, "a test").unwrap();
    assert_eq!((tail.games, tail.damage.len()), (14, 1));
    assert_eq!(writer.finish().unwrap().cut(), None);
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let (mut writer, _) = append(&path, "a test").unwrap();
    writer.push(&games[20]).unwrap();
    let length = bytes.len() as u64 - good;
    let cut = Damage { offset: good, length, kind: DamageKind::CutOff };
    assert_eq!(writer.finish().unwrap().cut(), Some(cut));
    let expected = [&games[..14], &games[20..]].concat();
    assert_eq!(unpacked(&std::fs::read(&path).unwrap()), (expected, Vec::new()));

    // A wrong length of the note, in a file that is shorter than that.
    let mut bytes = packed(&games[..7]);
    bytes[11] = 15;
    assert!(bytes.len() < 4000, "{}", bytes.len());
    let (read, damage) = unpacked(&bytes);
    assert_eq!((read.len(), damage.len()), (7, 1));
    std::fs::write(&path, &bytes).unwrap();
    let (writer, tail) = append(&path, "a test").unwrap();
    assert_eq!((tail.games, tail.note.as_deref()), (7, Some("")));
    drop(writer);
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    std::fs::remove_file(&path).unwrap();
}

/// What is no block of ours stays where it is, and games stand behind it.
#[test]
fn only_a_block_that_was_begun_is_cut_off() {
    let path = std::env::temp_dir().join(format!("plywise-foreign-{}.games", std::process::id()));
    let games: Vec<PlayedGame> = (0..15).map(random_game).collect();
    let whole = packed(&games[..14]);
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let noted = [&whole[..], b"my precious notes, not to be lost, longer than a header"].concat();
    let shortly = [&whole[..], b"notes"].concat();
    for (bytes, held) in [(flipped, 7), (noted, 14), (shortly, 14)] {
        std::fs::write(&path, &bytes).unwrap();
        let (mut writer, tail) = append(&path, "a test").unwrap();
        assert_eq!((tail.games, tail.damage.len()), (held, 1));
        writer.push(&games[14]).unwrap();
        assert_eq!(writer.finish().unwrap().cut(), None);
        let grown = std::fs::read(&path).unwrap();
        assert!(grown.starts_with(&bytes));
        let (read, damage) = unpacked(&grown);
        assert_eq!((read.len() as u64, damage.len()), (held + 1, 1));
        assert_eq!(read.last(), Some(&games[14]));
    }
    std::fs::remove_file(&path).unwrap();
}

/// Games in damaged blocks are not held, and their numbers not given again.
#[test]
fn numbers_and_counts_are_apart() {
    let path = std::env::temp_dir().join(format!("plywise-apart-{}.games", std::process::id()));
    let games: Vec<PlayedGame> = (0..21).map(random_game).collect();
    let mut bytes = packed(&games);
    let first = Blocks::open(&bytes[..]).unwrap().next().unwrap().unwrap().offset as usize;
    bytes[first + 40] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let (mut writer, tail) = append(&path, "a test").unwrap();
    assert_eq!((tail.games, tail.next_number, writer.next_number()), (14, 21, 21));
    writer.push(&games[0]).unwrap();
    writer.finish().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let numbers = Blocks::open(&bytes[..]).unwrap().flatten().map(|block| block.first_game);
    assert_eq!(numbers.collect::<Vec<_>>(), [7, 14, 21]);
    std::fs::remove_file(&path).unwrap();
}

/// Whose first bytes are damaged has lost its note, which the caller must see;
/// an empty file stays so until a game is written.
#[test]
fn looking_at_a_file_changes_nothing() {
    let path = std::env::temp_dir().join(format!("plywise-look-{}.games", std::process::id()));
    let games: Vec<PlayedGame> = (0..7).map(random_game).collect();
    let mut bytes = packed(&games);
    bytes[3] ^= 1;
    for (bytes, note) in [(bytes, Some("")), (Vec::new(), None)] {
        std::fs::write(&path, &bytes).unwrap();
        let (writer, tail) = append(&path, "a test").unwrap();
        assert_eq!(tail.note.as_deref(), note);
        drop(writer);
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
    let (mut writer, _) = append(&path, "a test").unwrap();
    writer.push(&games[0]).unwrap();
    writer.finish().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(Blocks::open(&bytes[..]).unwrap().note(), "a test");
    assert_eq!(unpacked(&bytes), (games[..1].to_vec(), Vec::new()));
    std::fs::remove_file(&path).unwrap();
    assert!(append(&path, &"x".repeat(5_000)).is_err() && !path.exists(), "a note too long");
}
