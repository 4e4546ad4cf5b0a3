//! Packed files read back.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod games;

use chess::{Color, Outcome, Position};
use games::{packed, random_game, unpacked};
use plywise_forge::Dice;
use plywise_forge::packed::{
    Blocks, Families, GameEnding, MAX_NOTE, MAX_PLIES, PackedBlock, PackedPly, PlayedGame,
    WriteError, Writer,
};

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

#[test]
fn a_games_own_faults_are_refused() {
    let mut writer = Writer::new(Vec::new(), "").unwrap();
    let mut game = PlayedGame::new(Position::start());
    let [there, back, here, again] = ["g1f3", "g8f6", "f3g1", "f6g8"].map(|text| {
        let (from, to) = text.split_at(2);
        PackedPly {
            mv: chess::Move::normal(from.parse().unwrap(), to.parse().unwrap()),
            score: None,
        }
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
    assert_eq!(writer.next_number(), 1);
    let long = "x".repeat(MAX_NOTE + 1);
    assert!(matches!(Writer::new(Vec::new(), &long), Err(WriteError::LongNote(_))));
    assert!(Writer::new(Vec::new(), &long[1..]).is_ok());
}

/// Samples of a game are written side by side and told apart from others' only
/// where they must be.
#[test]
fn samples_of_a_game_have_one_number() {
    let sample = |seed: u64, outcome, ending| {
        let mut dice = Dice::new(seed);
        let start = Position::chess960(dice.below(960) as u16, dice.below(960) as u16);
        let mv = start.legal_moves()[0];
        let plies = vec![PackedPly { mv, score: Some(seed as i16) }];
        PlayedGame { start, outcome, ending, plies }
    };
    let (drawn, won) = (Some(Outcome::Draw), Some(Outcome::Win(Color::White)));
    let mut families = Families::default();
    let mut number = |game| families.number(&game);
    let first = number(sample(1, drawn, GameEnding::Rules));
    assert_eq!(number(sample(2, drawn, GameEnding::Rules)), first);
    assert_ne!(number(sample(3, drawn, GameEnding::Length)), first);
    let third = number(sample(4, won, GameEnding::Length));
    assert_eq!(number(sample(5, won, GameEnding::Length)), third);
    let game = random_game(6);
    assert_eq!(number(game.clone()), game.hash());
    assert_ne!(number(sample(5, won, GameEnding::Length)), third);

    // Far more samples than a block is closed at, 100 a game.
    let mut writer = Writer::new(Vec::new(), "").unwrap();
    for game in 0..400u64 {
        let outcome = if game % 2 == 0 { drawn } else { won };
        let samples: Vec<PlayedGame> =
            (0..100).map(|index| sample(100 * game + index, outcome, GameEnding::Rules)).collect();
        writer.push_together(&samples).unwrap();
    }
    let bytes = writer.finish().unwrap();
    let blocks: Vec<PackedBlock> = Blocks::open(&bytes[..]).unwrap().map(Result::unwrap).collect();
    assert!(blocks.len() > 1);
    assert!(blocks.iter().all(|block| block.games % 100 == 0 && block.decode().is_ok()));
}
