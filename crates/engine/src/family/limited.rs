//! A player of the family at work.

use std::time::Duration;

use chess::{Game, Move, Position};
use eval::{Evaluation, IncrementalEvaluator};
use numbers::{Dice, mix};
use search::fallible::{self, FallibleReport, FallibleTask, SightTable};
use search::{Control, Limits, Signals};

use super::{Persona, choice};
use crate::champion::history;

/// What a limited player thinks with: large, and not a player's own. Nothing in it
/// changes what is played.
pub(crate) struct Mind {
    evaluator: Box<dyn IncrementalEvaluator>,
    memory: SightTable,
}

impl Mind {
    pub(crate) fn new(evaluation: &Evaluation) -> Mind {
        Mind { evaluator: evaluation.incremental(), memory: SightTable::new() }
    }
}

/// A player of the family in a game.
#[derive(Clone, Debug)]
pub(crate) struct Limited {
    persona: Persona,
    /// What it overlooks and chooses in this game depends on this.
    seed: u64,
    /// The most time it had on its clock in this game.
    most_time: Option<Duration>,
}

/// The part of its clock below which a player hurries.
const HURRY: f64 = 0.12;

impl Limited {
    pub(crate) fn new(persona: Persona, seed: u64) -> Limited {
        Limited { persona, seed, most_time: None }
    }

    pub(crate) fn persona(&self) -> Persona {
        self.persona
    }

    pub(crate) fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Another game: other dice, and a full clock.
    pub(crate) fn new_game(&mut self) {
        self.seed = mix(self.seed);
        self.most_time = None;
    }

    /// Finds a move where the game stands, the first of the candidates; the others follow,
    /// the best first. `tell` hears of each iteration.
    pub(crate) fn think(
        &mut self,
        mind: &mut Mind,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        tell: &mut dyn FnMut(&FallibleReport),
    ) -> FallibleReport {
        let position = game.position();
        let mut skill = self.persona.skill().under(self.pressure(position, limits));
        if position.board().color(!position.turn()).count() == 1 {
            skill = skill.practised();
        }
        // A position that comes again is looked at anew.
        let seed = mix(self.seed ^ mix(position.key() ^ game.repetitions() as u64));
        let moves = game.moves();
        let [last, before] = [1, 2].map(|back| moves.len().checked_sub(back).map(|at| moves[at]));
        let task = FallibleTask {
            position,
            history: &history(game),
            last,
            before,
            noticed: &noticed(game),
            only: &limits.search_moves,
            depth: limits.depth.unwrap_or(u32::MAX),
            nodes: limits.nodes.unwrap_or(u64::MAX).min(skill.nodes),
            margin: choice::margin(&skill, self.persona.character),
            sight: skill.sight,
            seed,
            control: Control::of(&timed(limits, signals), position.turn()).stopped_by(signals),
        };
        let Mind { evaluator, memory } = mind;
        let mut report = fallible::search(&task, &mut **evaluator, memory, tell);
        let mut dice = Dice::for_task(&[seed, CHOICE]);
        let character = self.persona.character;
        let place = choice::choose(position, &report.candidates, &skill, character, &mut dice);
        if let Some(upto) = report.candidates.get_mut(..=place) {
            upto.rotate_right(1);
        }
        report
    }

    /// How much it hurries, from 0 to 1: its clock counts, not the machine's speed.
    fn pressure(&mut self, position: &Position, limits: &Limits) -> f64 {
        let Some(clock) = limits.clock.filter(|_| !limits.infinite) else { return 0.0 };
        let left = clock.remaining(position.turn());
        let most = self.most_time.map_or(left, |most| most.max(left));
        self.most_time = Some(most);
        let share = left.as_secs_f64() / most.as_secs_f64().max(0.001);
        (1.0 - share / HURRY).max(0.0)
    }
}

/// Tells the dice of the choice from those of the sight.
const CHOICE: u64 = 0xC401CE;

/// The limits of time, as far as they hold yet: not while it ponders.
fn timed(limits: &Limits, signals: &Signals) -> Limits {
    let is_timed = !limits.infinite && !signals.is_pondering();
    Limits {
        clock: limits.clock.filter(|_| is_timed),
        move_time: limits.move_time.filter(|_| is_timed),
        ..Limits::default()
    }
}

/// Mates in one that the opponent threatens now and threatened a move ago: nobody
/// misses them twice.
fn noticed(game: &Game) -> Vec<Move> {
    let positions = game.positions();
    let Some(earlier) = positions.len().checked_sub(3).map(|at| &positions[at]) else {
        return Vec::new();
    };
    let before = threatened_mates(earlier);
    if before.is_empty() {
        return before;
    }
    let now = threatened_mates(game.position());
    now.into_iter().filter(|mv| before.contains(mv)).collect()
}

/// Moves that would mate if the opponent were to move.
fn threatened_mates(position: &Position) -> Vec<Move> {
    let Some(theirs) = position.after_null() else { return Vec::new() };
    let is_mate = |&&mv: &&Move| {
        let mut next = theirs;
        next.play_unchecked(mv);
        next.is_check() && !next.has_legal_move()
    };
    let moves = theirs.legal_moves();
    moves.iter().filter(|mv| theirs.gives_check(**mv)).filter(is_mate).copied().collect()
}
