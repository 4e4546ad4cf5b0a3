//! Mates by brute force, to compare the search with: every move is tried, nothing is
//! remembered, and the fifty-move rule is kept.
#![allow(dead_code, unreachable_pub)] // the test and the program use their own parts

use chess::Position;
use numbers::Dice;

/// A position with few moves left before the fifty-move rule ends the game.
pub struct Case {
    /// The position, its counter at 90 to 99.
    pub position: Position,
    /// The longest mate that is asked for.
    pub most: u32,
    /// The shortest mate, if it is no longer than that.
    pub shortest: Option<u32>,
    /// Whether the rule makes a mate in up to three moves longer or takes it away.
    pub is_changed: bool,
}

/// Random positions of a few pieces, the same ones for the same seed. Most of them have a mate
/// within reach, and in about a third the rule makes it longer or takes it away.
pub struct Cases(Dice);

impl Cases {
    /// The cases of a seed.
    pub fn new(seed: u64) -> Cases {
        Cases(Dice::new(seed))
    }
}

impl Iterator for Cases {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        loop {
            let counter = 90 + self.0.below(10);
            let Some(position) = random_position(&mut self.0, counter) else { continue };
            // Seven half-moves without the rule take too long to be tried one and all.
            let most = if counter < 94 { 3 } else { 4 };
            let shortest = shortest_mate(&position, most);
            let without_rule = shortest_mate(&with_counter(&position, 0), 3);
            let is_changed = without_rule.is_some() && shortest != without_rule;
            let wanted = match (is_changed, shortest) {
                (true, _) => 1,
                (false, Some(2..)) => 4,
                (false, _) => 20,
            };
            if self.0.below(wanted) == 0 {
                return Some(Case { position, most, shortest, is_changed });
            }
        }
    }
}

/// In how many moves the mover mates at best, if in `most` at most.
pub fn shortest_mate(position: &Position, most: u32) -> Option<u32> {
    (1..=most).find(|&moves| can_mate(position, moves))
}

fn can_mate(position: &Position, moves: u32) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        is_lost(&next, moves - 1)
    })
}

/// Whether the mover is mated now or in so many more moves of the opponent, whatever it plays.
fn is_lost(position: &Position, moves: u32) -> bool {
    if moves == 0 {
        return position.is_check() && !position.has_legal_move();
    }
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.is_check();
    }
    position.halfmove_clock() < 100
        && replies.iter().all(|&reply| {
            let mut next = *position;
            next.play_unchecked(reply);
            next.halfmove_clock() < 100 && can_mate(&next, moves)
        })
}

/// The position with another number on the counter.
fn with_counter(position: &Position, counter: u32) -> Position {
    let fen = position.to_string();
    let fields: Vec<&str> = fen.split(' ').collect();
    let [board, turn, castling, en_passant, _, number] = fields[..] else { panic!("{fen}") };
    format!("{board} {turn} {castling} {en_passant} {counter} {number}").parse().unwrap()
}

/// White has two or three pieces, Black up to three; `None` if that is no legal position.
fn random_position(dice: &mut Dice, counter: usize) -> Option<Position> {
    const WHITE: &[u8] = b"QQRRBNPP";
    const BLACK: &[u8] = b"ppprbn";
    let mut board = [b'.'; 64];
    let mut put = |dice: &mut Dice, piece: u8| {
        let square = loop {
            let square = dice.below(64);
            let is_end = !(8..56).contains(&square);
            if board[square] == b'.' && !(is_end && piece.eq_ignore_ascii_case(&b'p')) {
                break square;
            }
        };
        board[square] = piece;
    };
    put(dice, b'K');
    put(dice, b'k');
    for _ in 0..2 + dice.below(2) {
        let piece = WHITE[dice.below(WHITE.len())];
        put(dice, piece);
    }
    for _ in 0..dice.below(4) {
        let piece = BLACK[dice.below(BLACK.len())];
        put(dice, piece);
    }
    let rank = |squares: &[u8]| {
        squares
            .iter()
            .map(|&piece| match piece {
                b'.' => '1',
                piece => char::from(piece),
            })
            .collect::<String>()
    };
    let ranks: Vec<String> = board.chunks(8).map(rank).collect();
    format!("{} w - - {counter} 80", ranks.join("/")).parse().ok()
}
