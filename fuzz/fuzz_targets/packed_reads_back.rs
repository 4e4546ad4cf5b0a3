//! Any bytes are read as packed games or reported as damage; games that were
//! read are written and read back as the same games.

#![no_main]

use forge::packed::{Blocks, GamesInFile, Writer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    reads(bytes);
    // The header is easily spoiled: give blocks a chance without it.
    let mut whole = match Writer::new(Vec::new(), "").and_then(Writer::finish) {
        Ok(whole) => whole,
        Err(error) => panic!("memory cannot fail: {error}"),
    };
    whole.extend(bytes);
    reads(&whole);
});

fn reads(bytes: &[u8]) {
    let Ok(games) = GamesInFile::open(bytes) else { return };
    let mut good = Vec::new();
    for item in games {
        match item {
            Ok(game) => good.push(game),
            Err(damage) => {
                assert!(damage.offset + damage.length <= bytes.len() as u64);
                assert!(!damage.to_string().is_empty());
            }
        }
    }
    let Ok(mut writer) = Writer::new(Vec::new(), "again") else { panic!("a short note") };
    for game in &good {
        if let Err(error) = writer.push(game) {
            panic!("{error}: {game:?}");
        }
    }
    let Ok(written) = writer.finish() else { panic!("memory cannot fail") };
    let Ok(again) = GamesInFile::open(&written[..]) else { panic!("our own file") };
    let again: Result<Vec<_>, _> = again.collect();
    assert_eq!(again, Ok(good));
    let games: u32 = Blocks::open(&written[..])
        .into_iter()
        .flatten()
        .map(|block| block.map_or(0, |block| block.games))
        .sum();
    assert_eq!(Some(games as usize), again.ok().map(|games| games.len()));
}
