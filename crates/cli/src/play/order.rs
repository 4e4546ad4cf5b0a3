//! What game is to be played, however it was ordered.

use chess::{Color, Position};
use engine::{Classic, DEFAULT_EVAL, EvalSpec, LEVELS, LadderSpec, Level, Persona, Spec};
use session::TimeControl;
use session::memory::{Memory, Unfinished};

use crate::data_folder;

/// The opponent of somebody who orders none: a casual player.
pub(crate) const USUAL_OPPONENT: &str = "4";

/// The opponent who follows one's results.
pub(crate) const ADAPTIVE: &str = "adaptive";

/// A game as it is ordered.
pub(crate) struct GameSetup {
    /// White and Black.
    pub(crate) specs: [Spec; 2],
    /// Where it begins.
    pub(crate) start: Position,
    /// The time control.
    pub(crate) control: Option<TimeControl>,
    /// Whether a saved game is to be taken up instead.
    pub(crate) resumes: Option<Resume>,
}

/// Which saved game is to be taken up.
pub(crate) enum Resume {
    /// The latest, with other players for those sides that name one.
    Latest([Option<Spec>; 2]),
    /// This one.
    Chosen(Box<Unfinished>),
}

impl GameSetup {
    /// A game between these two from the start, without clocks.
    pub(crate) fn between(white: Spec, black: Spec) -> GameSetup {
        GameSetup { specs: [white, black], start: Position::start(), control: None, resumes: None }
    }

    /// A saved game, taken up where it was left.
    pub(crate) fn resumed(which: Resume) -> GameSetup {
        GameSetup { resumes: Some(which), ..GameSetup::between(Spec::Human, Spec::Human) }
    }

    /// The same game with this colour to move first, if that is legal.
    pub(crate) fn begun_by(mut self, turn: Color) -> Result<GameSetup, String> {
        let mut setup = self.start.setup();
        if setup.turn != turn {
            setup.turn = turn;
            setup.en_passant = None;
        }
        self.start = setup
            .position()
            .map_err(|faults| format!("{turn} cannot move first in this position: {faults}"))?;
        Ok(self)
    }

    /// A person with this colour against this opponent.
    pub(crate) fn against(opponent: Spec, side: Color) -> GameSetup {
        match side {
            Color::White => GameSetup::between(Spec::Human, opponent),
            Color::Black => GameSetup::between(opponent, Spec::Human),
        }
    }
}

/// Reads an opponent: a level's number or name, one as strong as the person who plays
/// here, or any player.
pub(crate) fn opponent(text: &str) -> Result<Spec, String> {
    let text = text.trim();
    if text.eq_ignore_ascii_case(ADAPTIVE) {
        let rating = Memory::open(data_folder::find(), None).player().next_opponent();
        return Ok(Spec::Rated(Persona::plain(rating)));
    }
    match text.parse::<u8>() {
        Ok(number) => Level::new(number)
            .map(Spec::Level)
            .ok_or_else(|| format!("there is no level {number}: a number from 1 to {LEVELS}")),
        Err(_) => text.parse().map_err(|error: engine::SpecError| error.to_string()),
    }
}

/// The same player with another depth or evaluation, where it has one and does
/// not say its own.
pub(crate) fn adjusted(spec: Spec, depth: Option<u32>, eval: Option<EvalSpec>) -> Spec {
    if depth.is_none() && eval.is_none() {
        return spec;
    }
    match spec {
        // How far a level looks ahead is part of its rating: who wants to say so
        // gets a search instead.
        Spec::Level(_) => ordered(Classic::Medium, depth, eval),
        Spec::Classic(classic) => ordered(classic, depth, eval),
        Spec::Ladder(mut ladder) => {
            ladder.depth = ladder.depth.or(depth);
            if ladder.eval == DEFAULT_EVAL {
                ladder.eval = eval.unwrap_or(ladder.eval);
            }
            Spec::Ladder(ladder)
        }
        other => other,
    }
}

fn ordered(classic: Classic, depth: Option<u32>, eval: Option<EvalSpec>) -> Spec {
    let ladder = classic.ladder();
    let depth = depth.or(ladder.depth);
    Spec::Ladder(LadderSpec { depth, eval: eval.unwrap_or(ladder.eval.clone()), ..ladder })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_by_number_name_and_order() {
        assert_eq!(opponent("10"), opponent(" level:10 "));
        assert_eq!(opponent("hard"), Ok(Spec::Classic(Classic::Hard)));
        assert!(opponent("11").unwrap_err().starts_with("there is no level 11"));
        assert!(opponent("nobody").unwrap_err().contains("players are human"));
    }

    #[test]
    fn depth_and_evaluation_are_for_those_who_have_none() {
        let adjust = |text: &str| {
            adjusted(text.parse().unwrap(), Some(5), Some(EvalSpec::Named("material"))).to_string()
        };
        assert_eq!(adjust("alphabeta"), "alphabeta:depth=5,eval=material");
        assert_eq!(adjust("alphabeta:depth=2,eval=phased"), "alphabeta:depth=2,eval=phased");
        assert!(adjust("easy").starts_with("alphabeta:depth=5,eval=material"));
        assert!(adjust("level:3").starts_with("quiescence:depth=5,eval=material"));
        assert_eq!(adjust("human"), "human");
    }
}
