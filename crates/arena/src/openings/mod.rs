//! Where games begin.

mod epd;
mod make;
mod named;
mod pgn;

use std::fmt;

use chess::{Game, Move, Position, quote};
use engine::Dice;

pub use make::{MakeError, OpeningRecipe, make};
use named::wander;

/// A position to begin with and moves to begin with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position.
    pub start: Position,
    /// The moves from there, which nobody has to think about.
    pub moves: Vec<Move>,
}

/// In which order a file's openings are used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OpeningOrder {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// Openings, one for each round.
#[derive(Clone, Debug)]
pub struct Openings {
    list: Vec<Opening>,
    /// With which seed rounds beyond the list are varied; `None`: the list
    /// begins anew.
    variation: Option<u64>,
}

/// What is wrong with a file of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningsError {
    /// A line or a game of it.
    At {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong there.
        reason: String,
    },
    /// It holds none.
    Empty,
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningsError::At { line, reason } => write!(f, "line {line}: {reason}"),
            OpeningsError::Empty => f.write_str(
                "it holds no openings: one position a line as FEN or EPD, or games as PGN",
            ),
        }
    }
}

impl std::error::Error for OpeningsError {}

impl Opening {
    /// The game where the players take over.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start);
        for &mv in &self.moves {
            // Readers and makers let legal moves through only.
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }

    /// Itself, if there is anything left to play.
    fn checked(self) -> Result<Opening, String> {
        match self.game().end() {
            None => Ok(self),
            Some(end) => Err(format!("the game is over before it begins ({end})")),
        }
    }
}

impl From<Position> for Opening {
    fn from(start: Position) -> Opening {
        Opening { start, moves: Vec::new() }
    }
}

/// These openings, in this order, and then again.
impl FromIterator<Opening> for Openings {
    fn from_iter<I: IntoIterator<Item = Opening>>(openings: I) -> Openings {
        Openings { list: openings.into_iter().collect(), variation: None }
    }
}

impl Openings {
    /// The openings of a text, EPD or PGN: whichever it looks like. Of PGN games
    /// the first `plies` are used, or all.
    pub fn read(text: &str, plies: Option<usize>) -> Result<Openings, OpeningsError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let list = if pgn::looks_like(text) { pgn::read(text, plies)? } else { epd::read(text)? };
        match list.is_empty() {
            true => Err(OpeningsError::Empty),
            false => Ok(Openings { list, variation: None }),
        }
    }

    /// Openings that have a name, in an order by `seed`; when all are used, the
    /// same with a few more moves, so that no two rounds are the same.
    pub fn named(seed: u64) -> Openings {
        let mut list = named::all();
        Dice::new(seed).shuffle(&mut list);
        Openings { list, variation: Some(seed) }
    }

    /// The same in another order.
    pub fn in_order(mut self, order: OpeningOrder, seed: u64) -> Openings {
        if order == OpeningOrder::Random {
            Dice::new(seed).shuffle(&mut self.list);
        }
        self
    }

    /// How many there are before they repeat themselves or are varied.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether a round beyond the list is the same as an earlier one.
    pub fn repeats(&self) -> bool {
        self.variation.is_none()
    }

    /// A number that changes with any of the openings or their order.
    pub fn fingerprint(&self) -> u64 {
        let mut mix = Dice::new(self.list.len() as u64 ^ self.variation.unwrap_or(0)).roll();
        for opening in &self.list {
            mix = Dice::new(mix ^ opening.game().position().key()).roll();
        }
        mix
    }

    /// The opening of a round, counted from 0.
    pub fn round(&self, round: u64) -> Opening {
        let count = self.list.len() as u64;
        if count == 0 {
            return Opening::from(Position::start());
        }
        let opening = &self.list[(round % count) as usize];
        match self.variation {
            Some(seed) if round >= count => {
                let mut dice = Dice::new(seed ^ Dice::new(round).roll());
                wander(opening, 2, &mut dice).unwrap_or_else(|| opening.clone())
            }
            _ => opening.clone(),
        }
    }
}

/// A complaint about a text, quoted.
fn cannot_read(text: &str, error: impl fmt::Display) -> String {
    format!("'{}': {error}", quote(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn keys(openings: &Openings, rounds: u64) -> Vec<u64> {
        (0..rounds).map(|round| openings.round(round).game().position().key()).collect()
    }

    #[test]
    fn named_openings_never_repeat_soon() {
        let openings = Openings::named(1);
        assert!(openings.len() > 400, "{}", openings.len());
        let rounds = 4 * openings.len() as u64;
        let different: HashSet<u64> = keys(&openings, rounds).into_iter().collect();
        assert!(different.len() as f64 > 0.98 * rounds as f64, "{} of {rounds}", different.len());
        for round in 0..rounds {
            assert_eq!(openings.round(round).game().end(), None);
        }
        assert_eq!(keys(&openings, 50), keys(&Openings::named(1), 50));
        assert_ne!(keys(&openings, 50), keys(&Openings::named(2), 50));
    }

    #[test]
    fn order_is_by_seed_and_files_begin_anew() {
        let text = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\n8/8/4k3/8/8/4K3/3P4/8 w - - 0 1\n\
                    8/8/4k3/8/8/4K3/2P5/8 w - - 0 1\n8/8/4k3/8/8/4K3/1P6/8 w - - 0 1\n";
        let plain = Openings::read(text, None).unwrap();
        assert_eq!(keys(&plain, 4), keys(&plain, 8)[4..]);
        let shuffled = plain.clone().in_order(OpeningOrder::Random, 3);
        assert_ne!(keys(&plain, 4), keys(&shuffled, 4));
        assert_eq!(keys(&shuffled, 4), keys(&plain.clone().in_order(OpeningOrder::Random, 3), 4));
        assert_ne!(plain.fingerprint(), shuffled.fingerprint());
    }
}
