//! Random games, packed and unpacked, for tests of the format.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test
#![allow(dead_code)] // each test program uses some of it

use chess::{Color, Outcome, Position};
use plywise_forge::Dice;
use plywise_forge::packed::{Damage, GameEnding, GamesInFile, PackedPly, PlayedGame, Writer};

/// A game of random moves with scores that wander.
pub(crate) fn random_game(seed: u64) -> PlayedGame {
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
        game.plies.push(PackedPly { mv, score: is_scored.then_some(score as i16) });
        position.play_unchecked(mv);
    }
    game.ending = GameEnding::ALL[dice.below(5)];
    game.outcome = [None, Some(Outcome::Draw), Some(Outcome::Win(Color::White))]
        .get(dice.below(4))
        .copied()
        .unwrap_or(Some(Outcome::Win(Color::Black)));
    game
}

pub(crate) fn packed(games: &[PlayedGame]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), "a test").unwrap();
    for (index, game) in games.iter().enumerate() {
        writer.push(game).unwrap();
        // Small blocks, so that damage hits some and leaves others.
        if index % 7 == 6 {
            writer.close_block().unwrap();
        }
    }
    assert_eq!(writer.next_number() as usize, games.len());
    writer.finish().unwrap()
}

pub(crate) fn unpacked(bytes: &[u8]) -> (Vec<PlayedGame>, Vec<Damage>) {
    let (mut games, mut damage) = (Vec::new(), Vec::new());
    for item in GamesInFile::open(bytes).unwrap() {
        match item {
            Ok(game) => games.push(game),
            Err(found) => damage.push(found),
        }
    }
    (games, damage)
}
