//! Who plays: a rating and a character.

use std::fmt;

use super::{Character, Skill};

/// A rating, on the scale of Stockfish's limited strengths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rating(u16);

impl Rating {
    /// The weakest there is.
    pub const LEAST: Rating = Rating(600);
    /// The strongest that is still limited.
    pub const MOST: Rating = Rating(2800);
    /// The highest level of skill that programs know, which is full strength.
    pub const MOST_SKILL: u32 = 20;

    /// This rating, cut to the span.
    pub fn clamped(elo: u32) -> Rating {
        let within = elo.clamp(u32::from(Rating::LEAST.0), u32::from(Rating::MOST.0));
        Rating(within as u16)
    }

    /// This rating, if it is within the span.
    pub fn new(elo: u32) -> Option<Rating> {
        let rating = Rating::clamped(elo);
        (u32::from(rating.0) == elo).then_some(rating)
    }

    /// The rating of a level of skill, from 0; `None` is full strength.
    pub fn of_skill(level: u32) -> Option<Rating> {
        let [least, most] = [Rating::LEAST, Rating::MOST].map(Rating::elo);
        let elo = least + (most - least) * level.min(Rating::MOST_SKILL) / Rating::MOST_SKILL;
        (level < Rating::MOST_SKILL).then_some(Rating(elo as u16))
    }

    /// The number.
    pub fn elo(self) -> u32 {
        u32::from(self.0)
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A player of the family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Persona {
    /// How strong.
    pub rating: Rating,
    /// What it likes; `None` likes nothing in particular.
    pub character: Option<Character>,
}

impl Persona {
    /// Somebody of this rating who likes nothing in particular.
    pub const fn plain(rating: Rating) -> Persona {
        Persona { rating, character: None }
    }

    /// What it takes to play like that. Tastes cost strength, and what they cost
    /// is given back.
    pub fn skill(&self) -> Skill {
        let cost = self.character.map_or(0, Character::cost);
        Skill::of(f64::from(self.rating.0) + f64::from(cost))
    }
}

/// As it follows `champion:`, `elo=1500,character=attacker`.
impl fmt::Display for Persona {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "elo={}", self.rating)?;
        match self.character {
            Some(character) => write!(f, ",character={}", character.name()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_keep_to_their_span() {
        assert_eq!(Rating::clamped(0), Rating::LEAST);
        assert_eq!(Rating::clamped(u32::MAX), Rating::MOST);
        assert_eq!((Rating::new(599), Rating::new(2801)), (None, None));
        assert_eq!(Rating::new(1500).map(Rating::elo), Some(1500));
        assert_eq!(Rating::of_skill(0), Some(Rating::LEAST));
        assert_eq!(Rating::of_skill(Rating::MOST_SKILL), None);
        let skills: Vec<_> = (0..Rating::MOST_SKILL).filter_map(Rating::of_skill).collect();
        assert!(skills.is_sorted_by(|less, more| less < more), "{skills:?}");
    }
}
