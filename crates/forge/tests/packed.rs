//! Packed files read back, and damaged ones never surprise.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use chess::{Color, Outcome, Position};
use forge::Dice;
use forge::packed::{
    Block, Blocks, Damage, DamageKind, Ending, Families, Games, MAX_NOTE, MAX_PLIES, OpenError,
    PlayedGame, Ply, WriteError, Writer, append,
};

/// A game of random moves with scores that wander.
fn random_game(seed: u64) -> PlayedGame {
    let mut dice = Dice::new(seed);
    let start = match dice.below(4) {
        0 => Position::chess960(dice.below(960) as u16, dice.below(960) as u16),
        _ => Position::start(),
    };
    let mut game = PlayedGame::new(start);
    let mut position = start;
    let mut score = 0i32;
    let length = dice.below(160);
    while game.plies.len() < length {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.below(moves.len())];
        score = match dice.below(20) {
            0 => -32_001 + dice.below(64_003) as i32,
            _ => (score + dice.below(61) as i32 - 30).clamp(-32_001, 32_001),
        };
        let is_scored = game.plies.len() >= 8 && dice.below(10) > 0;
        game.plies.push(Ply { mv, score: is_scored.then_some(score as i16) });
        position.play_unchecked(mv);
    }
    game.ending = Ending::ALL[dice.below(5)];
    game.outcome = [None, Some(Outcome::Draw), Some(Outcome::Win(Color::White))]
        .get(dice.below(4))
        .copied()
        .unwrap_or(Some(Outcome::Win(Color::Black)));
    game
}

fn packed(games: &[PlayedGame]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), "a test").unwrap();
    for (index, game) in games.iter().enumerate() {
        writer.push(game).unwrap();
        // Small blocks, so that damage hits some and leaves others.
        if index % 7 == 6 {
            writer.close_block().unwrap();
        }
    }
    assert_eq!(writer.games() as usize, games.len());
    writer.finish().unwrap()
}

fn unpacked(bytes: &[u8]) -> (Vec<PlayedGame>, Vec<Damage>) {
    let (mut games, mut damage) = (Vec::new(), Vec::new());
    for item in Games::open(bytes).unwrap() {
        match item {
            Ok(game) => games.push(game),
            Err(found) => damage.push(found),
        }
    }
    (games, damage)
}

#[test]
fn games_read_back() {
    let games: Vec<PlayedGame> = (0..700).map(random_game).collect();
    let bytes = packed(&games);
    assert_eq!(Blocks::open(&bytes[..]).unwrap().note(), "a test");
    assert_eq!(unpacked(&bytes), (games, Vec::new()));
}

#[test]
fn blocks_fill_up_by_themselves_and_say_what_they_hold() {
    let games: Vec<PlayedGame> = (0..1500).map(random_game).collect();
    let mut writer = Writer::new(Vec::new(), "").unwrap();
    for game in &games {
        writer.push(game).unwrap();
    }
    let bytes = writer.finish().unwrap();
    let blocks: Vec<_> = Blocks::open(&bytes[..]).unwrap().map(Result::unwrap).collect();
    assert!((2..10).contains(&blocks.len()), "{}", blocks.len());
    let mut before = 0;
    for block in &blocks {
        assert_eq!(block.first_game, before);
        before += block.games;
        let games = block.decode().unwrap();
        assert_eq!(games.len(), block.games as usize);
        let plies: usize = games.iter().map(|game| game.plies.len()).sum();
        let scored: usize = games.iter().map(PlayedGame::scored).sum();
        assert_eq!((plies, scored), (block.plies as usize, block.scored as usize));
    }
    assert_eq!(before as usize, games.len());
    assert_eq!(unpacked(&bytes), (games, Vec::new()));
}

#[test]
fn a_file_without_games_is_a_file() {
    assert_eq!(unpacked(&packed(&[])), (Vec::new(), Vec::new()));
    let empty = [PlayedGame::new(Position::start())];
    assert_eq!(unpacked(&packed(&empty)), (empty.to_vec(), Vec::new()));
}

/// Cut anywhere, a file gives the games of its whole blocks.
#[test]
fn what_is_cut_short_keeps_its_good_part() {
    let games: Vec<PlayedGame> = (0..40).map(random_game).collect();
    let bytes = packed(&games);
    let end = |block: Result<Block, Damage>| {
        let block = block.unwrap();
        (block.offset + block.bytes(), block.first_game + block.games)
    };
    let mut ends: Vec<_> = Blocks::open(&bytes[..]).unwrap().map(end).collect();
    let header = Blocks::open(&bytes[..]).unwrap().next().unwrap().unwrap().offset;
    ends.insert(0, (header, 0));
    assert_eq!(unpacked(b""), (Vec::new(), Vec::new()), "a crash before the first byte");
    for cut in (1..bytes.len()).step_by(6).chain(ends.iter().map(|end| end.0 as usize)) {
        let (good, damage) = unpacked(&bytes[..cut]);
        let whole = ends.iter().rev().find(|end| end.0 as usize <= cut).copied();
        let (offset, expected) = whole.unwrap_or((0, 0));
        assert_eq!(good, games[..expected as usize], "cut at {cut}");
        if whole.is_some() && offset as usize == cut {
            assert_eq!(damage, []);
        } else {
            let length = cut as u64 - offset;
            assert_eq!(
                damage,
                [Damage { offset, length, kind: DamageKind::CutShort }],
                "cut at {cut}"
            );
        }
    }
}

/// Any bytes changed: good blocks are read, bad ones named, nothing panics.
#[test]
fn damage_is_named_and_passed_over() {
    let games: Vec<PlayedGame> = (0..60).map(random_game).collect();
    let bytes = packed(&games);
    let mut dice = Dice::new(5);
    for round in 0..400 {
        let mut bad = bytes.clone();
        for _ in 0..=dice.below(3) {
            let at = 10 + dice.below(bad.len() - 10);
            bad[at] ^= 1 << dice.below(8);
        }
        let (good, damage) = unpacked(&bad);
        assert!(bad == bytes || !damage.is_empty(), "round {round}");
        assert!(good.len() + 7 * 3 >= games.len(), "round {round}: {} games", good.len());
        // What is read is what was written, in its order.
        let mut rest = games.iter();
        assert!(good.iter().all(|game| rest.any(|other| other == game)), "round {round}");
        assert!(damage.iter().all(|damage| !damage.to_string().is_empty()));
    }
}

/// Parts moved, doubled and lost.
#[test]
fn scrambled_files_are_survived() {
    let games: Vec<PlayedGame> = (0..60).map(random_game).collect();
    let bytes = packed(&games);
    let mut dice = Dice::new(6);
    for _ in 0..200 {
        let (a, b) = (20 + dice.below(bytes.len() - 20), 20 + dice.below(bytes.len() - 20));
        let bad = match dice.below(3) {
            0 => [&bytes[..a.min(b)], &bytes[a.max(b)..]].concat(),
            1 => [&bytes[..a.max(b)], &bytes[a.min(b)..]].concat(),
            _ => [&bytes[..a], &vec![0; dice.below(100_000)], &bytes[a..]].concat(),
        };
        let (good, _) = unpacked(&bad);
        assert!(good.iter().all(|game| games.contains(game)));
    }
}

/// Bits whose checksum is right and that are no games all the same.
#[test]
fn forged_blocks_are_refused() {
    let bytes = packed(&(0..7).map(random_game).collect::<Vec<_>>());
    let header = Blocks::open(&bytes[..]).unwrap().next().unwrap().unwrap().offset as usize;
    let mut dice = Dice::new(9);
    let mut refused = 0;
    for round in 0..400 {
        let mut block = bytes[header..].to_vec();
        if round % 2 == 0 {
            let at = 32 + dice.below(block.len() - 32);
            block[at] ^= 1 << dice.below(8);
        } else {
            // Another number of games or plies.
            block[8 + 4 * dice.below(2)] = dice.roll() as u8;
        }
        reseal(&mut block);
        let forged = [&bytes[..header], &block].concat();
        let (good, damage) = unpacked(&forged);
        match &damage[..] {
            [] => {
                assert_eq!(good.len() as u32, u32::from_le_bytes(block[8..12].try_into().unwrap()))
            }
            [Damage { kind: DamageKind::Nonsense | DamageKind::Checksum, .. }] => refused += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(refused > 300, "{refused}");
}

/// Makes the checksums of a block right.
fn reseal(block: &mut [u8]) {
    let crc = |bytes: &[u8]| {
        !bytes.iter().fold(!0u32, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| {
                crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 }
            })
        })
    };
    let payload = crc(&block[32..]);
    block[24..28].copy_from_slice(&payload.to_le_bytes());
    let header = crc(&block[..28]);
    block[28..32].copy_from_slice(&header.to_le_bytes());
}

#[test]
fn other_files_are_refused() {
    for bytes in [&b"PLYGAMEX"[..], b"G", b"[Event \"?\"]", &[0; 1000]] {
        assert!(matches!(Games::open(bytes), Err(OpenError::NotGames)));
    }
    let mut newer = packed(&[]);
    newer[8] = 2;
    let error = Games::open(&newer[..]).err().unwrap();
    assert_eq!(error.to_string(), "packed games of version 2; this program knows version 1");
}

#[test]
fn a_games_own_faults_are_refused() {
    let mut writer = Writer::new(Vec::new(), "").unwrap();
    let mut game = PlayedGame::new(Position::start());
    let [there, back, here, again] = ["g1f3", "g8f6", "f3g1", "f6g8"].map(|text| {
        let (from, to) = text.split_at(2);
        Ply { mv: chess::Move::normal(from.parse().unwrap(), to.parse().unwrap()), score: None }
    });
    for _ in 0..MAX_PLIES / 4 {
        game.plies.extend([there, back, here, again]);
    }
    writer.push(&game).unwrap();
    game.plies.push(there);
    assert!(
        matches!(writer.push(&game), Err(WriteError::TooLong(plies)) if plies == MAX_PLIES + 1)
    );
    game.plies = vec![there, here];
    assert!(matches!(writer.push(&game), Err(WriteError::Illegal(1))));
    assert_eq!(writer.games(), 1);
    let long = "x".repeat(MAX_NOTE + 1);
    assert!(matches!(Writer::new(Vec::new(), &long), Err(WriteError::LongNote(_))));
    assert!(Writer::new(Vec::new(), &long[1..]).is_ok());
}

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
    assert_eq!(tail.scored, games[..10].iter().map(|game| game.scored() as u64).sum());
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
fn a_damaged_end_is_cut_off_by_the_first_block_only() {
    let path = std::env::temp_dir().join(format!("plywise-tail-{}.games", std::process::id()));
    let games: Vec<PlayedGame> = (0..21).map(random_game).collect();
    let mut bytes = packed(&games);
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
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

/// What is passed over is not kept.
#[test]
fn long_damage_takes_little_memory() {
    struct Endless(u64, u64);
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = (buffer.len() as u64).min(self.0) as usize;
            // Marks without blocks are looked at one by one.
            buffer[..count].copy_from_slice(&b"PLYB".repeat(count / 4 + 1)[..count]);
            self.0 -= count as u64;
            self.1 = self.1.max(buffer.len() as u64);
            assert!(self.1 < 1 << 20, "{} bytes wanted at once", self.1);
            Ok(count)
        }
    }
    let games: Vec<PlayedGame> = (0..7).map(random_game).collect();
    let bytes = packed(&games);
    let noise = Endless(8 << 20, 0);
    let file = std::io::Read::chain(&bytes[..], std::io::Read::chain(noise, &bytes[22..]));
    let (mut read, mut lost) = (0, 0);
    for item in Games::open(file).unwrap() {
        match item {
            Ok(_) => read += 1,
            Err(damage) => lost += damage.length,
        }
    }
    assert_eq!((read, lost), (14, 8 << 20));
}

/// Headers whose checksum is right, each promising a long block that begins a
/// few bytes behind the last one: were all believed, 4 MiB would be looked at a
/// hundred thousand times.
#[test]
fn promises_inside_promises_are_not_all_followed() {
    let games: Vec<PlayedGame> = (0..7).map(random_game).collect();
    let bytes = packed(&games);
    let begin = Blocks::open(&bytes[..]).unwrap().next().unwrap().unwrap().offset as usize;
    let empty = PlayedGame::new(Position::start());
    let small = packed(std::slice::from_ref(&empty)).split_off(begin);
    let lie = |games: u32, plies: u32, length: u32| {
        let mut header = small[..32].to_vec();
        for (at, number) in [(8, games), (12, plies), (16, 0), (20, length), (24, 0)] {
            header[at..at + 4].copy_from_slice(&u32::to_le_bytes(number));
        }
        let crc = eval::crc32(&header[..28]).to_le_bytes();
        header[28..].copy_from_slice(&crc);
        header
    };
    let lies = lie(32_768, 32_768, 2 << 20).repeat((4 << 20) / 32);
    let file = [&bytes[..], &lies, &bytes[begin..], &[0; 2 << 20]].concat();
    let (read, damage) = unpacked(&file);
    assert_eq!(read, [&games[..], &games].concat(), "what is good is found behind it");
    assert!(damage.len() < 200, "{}", damage.len());
    assert_eq!(damage.iter().map(|damage| damage.length).sum::<u64>(), 6 << 20);

    // Good blocks between them make them no more credible.
    let pair = [&lie(32_768, 32_768, 2 << 20), &small[..]].concat();
    let file = [&bytes[..], &pair.repeat(40_000), &[0; 2 << 20]].concat();
    let (read, damage) = unpacked(&file);
    assert_eq!(read.len(), 7 + 40_000);
    assert!(damage.len() >= 40_000, "{}", damage.len());

    // No game of one ply takes a megabyte, so none is looked at.
    let file = [&bytes[..], &lie(1, 1, 1 << 20), &bytes[begin..]].concat();
    let (read, damage) = unpacked(&file);
    assert_eq!((read.len(), damage.len(), damage[0].length), (14, 1, 32));
}

/// Samples of a game are written side by side and told apart from others' only
/// where they must be.
#[test]
fn samples_of_a_game_have_one_number() {
    let sample = |seed: u64, outcome, ending| {
        let mut dice = Dice::new(seed);
        let start = Position::chess960(dice.below(960) as u16, dice.below(960) as u16);
        let mv = start.legal_moves()[0];
        let plies = vec![Ply { mv, score: Some(seed as i16) }];
        PlayedGame { start, outcome, ending, plies }
    };
    let (drawn, won) = (Some(Outcome::Draw), Some(Outcome::Win(Color::White)));
    let mut families = Families::default();
    let mut number = |game| families.number(&game);
    let first = number(sample(1, drawn, Ending::Rules));
    assert_eq!(number(sample(2, drawn, Ending::Rules)), first);
    assert_ne!(number(sample(3, drawn, Ending::Length)), first);
    let third = number(sample(4, won, Ending::Length));
    assert_eq!(number(sample(5, won, Ending::Length)), third);
    let game = random_game(6);
    assert_eq!(number(game.clone()), game.hash());
    assert_ne!(number(sample(5, won, Ending::Length)), third);

    // Far more samples than a block is closed at, 100 a game.
    let mut writer = Writer::new(Vec::new(), "").unwrap();
    for game in 0..400u64 {
        let outcome = if game % 2 == 0 { drawn } else { won };
        let samples: Vec<PlayedGame> =
            (0..100).map(|index| sample(100 * game + index, outcome, Ending::Rules)).collect();
        writer.push_together(&samples).unwrap();
    }
    let bytes = writer.finish().unwrap();
    let blocks: Vec<Block> = Blocks::open(&bytes[..]).unwrap().map(Result::unwrap).collect();
    assert!(blocks.len() > 1);
    assert!(blocks.iter().all(|block| block.games % 100 == 0 && block.decode().is_ok()));
}
