//! Damaged and foreign files never surprise.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod games;

use chess::Position;
use games::{packed, random_game, unpacked};
use plywise_forge::Dice;
use plywise_forge::packed::{
    Blocks, Damage, DamageKind, GamesInFile, OpenError, PackedBlock, PlayedGame,
};

/// Cut anywhere, a file gives the games of its whole blocks.
#[test]
fn what_is_cut_short_keeps_its_good_part() {
    let games: Vec<PlayedGame> = (0..40).map(random_game).collect();
    let bytes = packed(&games);
    let end = |block: Result<PackedBlock, Damage>| {
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
            let at = dice.below(bad.len());
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

/// Not even the first bytes are needed to know our own.
#[test]
fn a_damaged_beginning_costs_no_games() {
    let games: Vec<PlayedGame> = (0..20).map(random_game).collect();
    let bytes = packed(&games);
    let first = Blocks::open(&bytes[..]).unwrap().next().unwrap().unwrap().offset;
    for bit in 0..8 * first as usize {
        let mut bad = bytes.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(Blocks::open(&bad[..]).unwrap().note(), "");
        let damage = Damage { offset: 0, length: first, kind: DamageKind::Checksum };
        assert_eq!(unpacked(&bad), (games.clone(), vec![damage]), "bit {bit}");
    }
    // The first block may be damaged as well; the header may be gone.
    let mut bad = bytes.clone();
    (bad[0], bad[first as usize + 40]) = (0, !bad[first as usize + 40]);
    let (read, damage) = unpacked(&bad);
    assert_eq!((&read[..], damage.len()), (&games[7..], 1));
    assert_eq!(unpacked(&bytes[first as usize..]).0, games);
    // Where the checksum is right there is no damage: it is another version.
    let mut newer = bytes;
    newer[8] = 2;
    let crc = numbers::crc32(&newer[..first as usize - 4]).to_le_bytes();
    newer[first as usize - 4..first as usize].copy_from_slice(&crc);
    assert!(matches!(GamesInFile::open(&newer[..]), Err(OpenError::Version(2))));
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
        assert!(matches!(GamesInFile::open(bytes), Err(OpenError::NotGames)));
    }
    let mut newer = packed(&[]);
    newer[8] = 2;
    let error = GamesInFile::open(&newer[..]).err().unwrap();
    assert_eq!(error.to_string(), "packed games of version 2; this program knows version 1");
}

/// Foreign files may be long: they are refused before their end.
#[test]
fn foreign_files_are_not_read_through() {
    for begin in [&b"PLYGAMEX"[..], b"PLYGAMES\x02\0\0\0 another version's header", b"PLYB"] {
        let mut read = 0;
        let noise = std::io::Read::chain(begin, Endless(u64::MAX, &mut read));
        assert!(matches!(
            GamesInFile::open(noise),
            Err(OpenError::NotGames | OpenError::Version(2))
        ));
        assert!(read < 65 << 20, "{read}");
    }
}

/// So many bytes of marks without blocks, which are looked at one by one. Counts
/// those read, of which nobody may want many at once.
struct Endless<'a>(u64, &'a mut u64);

impl std::io::Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        assert!(buffer.len() < 1 << 20, "{} bytes wanted at once", buffer.len());
        let count = (buffer.len() as u64).min(self.0) as usize;
        buffer[..count].copy_from_slice(&b"PLYB".repeat(count / 4 + 1)[..count]);
        self.0 -= count as u64;
        *self.1 += count as u64;
        Ok(count)
    }
}

/// What is passed over is not kept.
#[test]
fn long_damage_takes_little_memory() {
    let games: Vec<PlayedGame> = (0..7).map(random_game).collect();
    let bytes = packed(&games);
    let noise = Endless(8 << 20, &mut 0);
    let file = std::io::Read::chain(&bytes[..], std::io::Read::chain(noise, &bytes[22..]));
    let (mut read, mut lost) = (0, 0);
    for item in GamesInFile::open(file).unwrap() {
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
        let crc = numbers::crc32(&header[..28]).to_le_bytes();
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
