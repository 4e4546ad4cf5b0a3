//! A player of the family at the board.

use std::cell::RefCell;

use chess::{Move, Position};
use eval::Evaluation;
use numbers::{Dice, mix};
use search::fallible::FallibleReport;

use super::limited::Mind;
use super::{Limited, Persona};
use crate::{Book, Decision, Question, Thought, repertoire};

thread_local! {
    /// What players of the family think with on this thread: a few MiB, where games
    /// are many and threads are few.
    static MIND: RefCell<Option<Mind>> = const { RefCell::new(None) };
}

/// Openings are by the champion's book from this many known moves on; below, by a
/// small repertoire of usual ones.
const STUDIED: u32 = 5;

/// A player of the family with its openings.
#[derive(Clone, Debug)]
pub(crate) struct RatedPlayer {
    limited: Limited,
    dice: Dice,
}

impl RatedPlayer {
    pub(crate) fn new(persona: Persona, seed: u64) -> RatedPlayer {
        RatedPlayer { limited: Limited::new(persona, mix(seed)), dice: Dice::new(seed) }
    }

    pub(crate) fn reseed(&mut self, seed: u64) {
        self.limited.reseed(mix(seed));
        self.dice = Dice::new(seed);
    }

    pub(crate) fn new_game(&mut self) {
        self.limited.new_game();
    }

    pub(crate) fn think(
        &mut self,
        question: &Question<'_>,
        on_thought: &mut dyn FnMut(&Thought),
    ) -> Decision {
        let Question { game, limits, signals, begun } = *question;
        if let Some(mv) = self.opening(game.position()) {
            return Decision { is_from_book: true, ..Decision::unsearched(Some(mv), begun) };
        }
        let tell = &mut |report: &FallibleReport| {
            if let Some(line) = report.candidates.first() {
                on_thought(&Thought {
                    depth: report.depth,
                    score: line.score,
                    line: line.pv.clone(),
                    nodes: report.nodes,
                    elapsed: begun.elapsed(),
                    is_complete: true,
                });
            }
        };
        let found = MIND.with_borrow_mut(|mind| {
            let mind = mind.get_or_insert_with(|| Mind::new(&Evaluation::default()));
            self.limited.think(mind, game, limits, signals, tell)
        });
        let line = found.candidates.first();
        Decision {
            mv: line.map(|line| line.mv),
            score: line.map(|line| line.score),
            depth: found.depth,
            nodes: found.nodes,
            line: line.map(|line| line.pv.clone()).unwrap_or_default(),
            elapsed: begun.elapsed(),
            branching: None,
            is_from_book: false,
            complaint: None,
        }
    }

    /// A move that it knows without thinking.
    fn opening(&mut self, position: &Position) -> Option<Move> {
        let known = self.limited.persona().skill().opening_moves;
        if position.fullmove_number() > known {
            return None;
        }
        if known < STUDIED {
            return repertoire::choose(position, &mut self.dice);
        }
        Book::own().choose(position, self.dice.roll())
    }
}
