//! One family of players by rating.
//!
//! Whoever plays weaker than the champion on purpose is one of them: the levels,
//! `champion:elo=1500`, `UCI_Elo`, `Skill Level`, the characters, the opponent that
//! adapts. A [`Persona`] says who, [`Skill`] what that takes, [`Limited`] plays.
//!
//! They err as people do. They overlook moves, their own and the opponent's
//! (`search::fallible`); of the moves they see they take one that seems about as
//! good as the best, by winning chances and not by centipawns; what lies far ahead
//! is forgotten first; and with little time on the clock all of that gets worse.
//! How strong each is was measured: docs/levels.md.

mod adaptive;
mod character;
mod choice;
mod limited;
mod persona;
mod rated_player;
mod searched;
mod skill;

pub use adaptive::{Adaptive, PlayerEstimate, RatedResult};
pub use character::Character;
pub(crate) use limited::{Limited, Mind};
pub use persona::{Persona, Rating};
pub(crate) use rated_player::RatedPlayer;
pub use skill::Skill;
