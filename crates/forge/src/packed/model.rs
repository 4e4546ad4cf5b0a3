//! How a game becomes bits, said once for both directions.

use chess::{Color, Move, Outcome, Position};

use super::coder::{Bit, Coder};
use super::{GameEnding, MAX_PLIES, PackedPly, PlayedGame, order};

/// What was learnt about the games of a block so far.
pub(super) struct Model {
    starts: Bit,
    letters: Vec<Bit>,
    outcomes: [Bit; 4],
    endings: [Bit; 8],
    lengths: Number,
    scored: [Bit; 2],
    /// Score changes, by how large they were lately.
    changes: Vec<Number>,
    signs: [Bit; 3],
    /// Move numbers, by how many bits they may need.
    moves: Vec<Bit>,
}

/// Something in the bits that no game can say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Nonsense;

/// The longest FEN: more than 64 pieces' letters and the other fields take.
const LONGEST_FEN: usize = 128;
/// Contexts for score changes: none, 1, 2–3, 4–7 and so on.
const SIZES: usize = 9;

impl Model {
    pub(super) fn new() -> Model {
        Model {
            starts: Bit::NEW,
            letters: vec![Bit::NEW; 128 * 128],
            outcomes: [Bit::NEW; 4],
            endings: [Bit::NEW; 8],
            lengths: Number::new(),
            scored: [Bit::NEW; 2],
            changes: vec![Number::new(); SIZES],
            signs: [Bit::NEW; 3],
            moves: vec![Bit::NEW; 8 * 256],
        }
    }

    /// Writes `game`, or reads one where `game` is only a form.
    pub(super) fn game<C: Coder>(
        &mut self,
        coder: &mut C,
        game: &PlayedGame,
    ) -> Result<PlayedGame, Nonsense> {
        let start = self.start(coder, &game.start)?;
        let outcome = self.outcome(coder, game.outcome)?;
        let ending = coder.tree(&mut self.endings, 3, ending_number(game.ending));
        let ending = *GameEnding::ALL.get(ending as usize).ok_or(Nonsense)?;
        let length = self.lengths.code(coder, game.plies.len() as u32) as usize;
        if length > MAX_PLIES {
            return Err(Nonsense);
        }
        let mut plies = Vec::with_capacity(length);
        let mut position = start;
        let mut last = Last::default();
        for number in 0..length {
            let form = game.plies.get(number).copied();
            let score = self.score(coder, &mut last, form.and_then(|ply| ply.score))?;
            let mv = self.mv(coder, &position, form.map(|ply| ply.mv))?;
            plies.push(PackedPly { mv, score });
            position.play_unchecked(mv);
        }
        Ok(PlayedGame { start, outcome, ending, plies })
    }

    fn start<C: Coder>(&mut self, coder: &mut C, start: &Position) -> Result<Position, Nonsense> {
        let usual = Position::start();
        if coder.bit(&mut self.starts, *start == usual) {
            return Ok(usual);
        }
        // Text, by the letter before: such starts are rare.
        let fen = start.to_string();
        let mut read = String::new();
        let mut before = 0;
        for index in 0..=LONGEST_FEN {
            let letter = fen.as_bytes().get(index).copied().unwrap_or(0);
            let models = &mut self.letters[before * 128..][..128];
            let letter = coder.tree(models, 7, u32::from(letter & 127)) as u8;
            if letter == 0 {
                return read.parse().map_err(|_| Nonsense);
            }
            before = usize::from(letter);
            read.push(char::from(letter));
        }
        Err(Nonsense)
    }

    fn outcome<C: Coder>(
        &mut self,
        coder: &mut C,
        outcome: Option<Outcome>,
    ) -> Result<Option<Outcome>, Nonsense> {
        let number = match outcome {
            None => 0,
            Some(Outcome::Win(Color::Black)) => 1,
            Some(Outcome::Draw) => 2,
            Some(Outcome::Win(Color::White)) => 3,
        };
        Ok(match coder.tree(&mut self.outcomes, 2, number) {
            0 => None,
            1 => Some(Outcome::Win(Color::Black)),
            2 => Some(Outcome::Draw),
            _ => Some(Outcome::Win(Color::White)),
        })
    }

    fn score<C: Coder>(
        &mut self,
        coder: &mut C,
        last: &mut Last,
        score: Option<i16>,
    ) -> Result<Option<i16>, Nonsense> {
        let model = &mut self.scored[usize::from(last.was_scored)];
        last.was_scored = coder.bit(model, score.is_some());
        if !last.was_scored {
            return Ok(None);
        }
        let guess = last.score;
        let change = i32::from(score.unwrap_or(0)) - guess;
        let context = ((32 - last.size.leading_zeros()) as usize).min(SIZES - 1);
        let size = self.changes[context].code(coder, change.unsigned_abs());
        let mut change = i32::try_from(size).map_err(|_| Nonsense)?;
        if size > 0 {
            let is_down = coder.bit(&mut self.signs[last.sign], change_is_down(score, guess));
            change = if is_down { -change } else { change };
            last.sign = if is_down { 1 } else { 2 };
        } else {
            last.sign = 0;
        }
        last.size = (last.size + size) / 2;
        let score =
            i16::try_from(guess.checked_add(change).ok_or(Nonsense)?).map_err(|_| Nonsense)?;
        last.score = i32::from(score);
        Ok(Some(score))
    }

    fn mv<C: Coder>(
        &mut self,
        coder: &mut C,
        position: &Position,
        mv: Option<Move>,
    ) -> Result<Move, Nonsense> {
        // Writing, the number is enough; reading, the list is needed.
        let (number, count, moves) = match mv {
            Some(mv) => {
                let (number, count) = order::number_of(position, mv).ok_or(Nonsense)?;
                (number, count, None)
            }
            None => {
                let moves = position.legal_moves();
                (0, moves.len(), Some(moves))
            }
        };
        if count == 0 {
            return Err(Nonsense);
        }
        let bits = usize::BITS - (count - 1).leading_zeros();
        let models = &mut self.moves[(bits.max(1) - 1) as usize * 256..][..256];
        let number = coder.tree(models, bits, number as u32) as usize;
        match (mv, moves) {
            (Some(mv), _) => Ok(mv),
            (None, Some(moves)) => order::pick(&moves, number, position.turn()).ok_or(Nonsense),
            (None, None) => Err(Nonsense),
        }
    }
}

fn change_is_down(score: Option<i16>, guess: i32) -> bool {
    score.is_some_and(|score| i32::from(score) < guess)
}

fn ending_number(ending: GameEnding) -> u32 {
    GameEnding::ALL.iter().position(|&other| other == ending).unwrap_or(0) as u32
}

/// The score before, from White's view, and how scores have moved: what the next
/// one is guessed from.
#[derive(Default)]
struct Last {
    was_scored: bool,
    score: i32,
    /// How much scores have changed lately.
    size: u32,
    /// Whether the last change was none, down or up.
    sign: usize,
}

/// A number of any size up to 2^17: how many bits it has, then those.
#[derive(Clone)]
struct Number {
    sizes: [Bit; 32],
    /// For each size, its two highest bits below the leading one.
    tops: [[Bit; 4]; 32],
}

/// The most bits that a number here may have.
const MOST_BITS: u32 = 17;

impl Number {
    fn new() -> Number {
        Number { sizes: [Bit::NEW; 32], tops: [[Bit::NEW; 4]; 32] }
    }

    fn code<C: Coder>(&mut self, coder: &mut C, number: u32) -> u32 {
        debug_assert!(number < 1 << MOST_BITS);
        let size = coder.tree(&mut self.sizes, 5, 32 - number.leading_zeros()).min(MOST_BITS);
        if size < 2 {
            return size;
        }
        let below = size - 1;
        let tops = below.min(2);
        let rest = below - tops;
        let high =
            coder.tree(&mut self.tops[size as usize], tops, number >> rest & ((1 << tops) - 1));
        let low = coder.plain(rest, number & ((1 << rest) - 1));
        1 << below | high << rest | low
    }
}
