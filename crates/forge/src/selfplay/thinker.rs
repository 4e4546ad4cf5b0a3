//! Who plays: something that finds a move within some nodes.

use chess::{Move, Position};
use eval::{Evaluator, IncrementalEvaluator, Score};
use search::champion::{Job, Solo};
use search::ladder::{MAX_DEPTH, Rung, Store};
use search::{Control, Limits, Node, Observer, Report, Signals, Silent, Task};

use crate::Dice;

/// How long a player may think.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// About so many nodes …
    pub nodes: u64,
    /// … unless this is raised: then the answer comes at once and is worth
    /// nothing.
    pub stop: &'a Signals,
}

impl Effort<'_> {
    /// Whether what was thought is worth nothing.
    pub fn is_stopped(self) -> bool {
        self.stop.is_stopped()
    }
}

/// What a player is asked: a move in a position.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest<'a> {
    /// Where.
    pub position: &'a Position,
    /// The keys of the positions before, oldest first.
    pub history: &'a [u64],
    /// How long to think about it.
    pub effort: Effort<'a>,
}

/// A move and what it is worth to the mover. `None` only if there is no legal move,
/// or if the player was stopped.
pub type BestMove = Option<(Move, Score)>;

/// A player of one thread, used for game after game.
pub trait Thinker {
    /// A new game begins: everything learnt is forgotten, so that a game
    /// depends on its own dice alone.
    fn new_game(&mut self);

    /// What it would play.
    fn think(&mut self, turn: MoveRequest<'_>) -> BestMove;

    /// The same, and a position that it looked at on the way, any of them with
    /// the same chance; `None` for the latter if there was none to keep.
    fn sample(&mut self, turn: MoveRequest<'_>, dice: &mut Dice) -> (BestMove, Option<Position>);
}

/// Keeps one of the positions that a search enters.
struct Sampler<'a> {
    dice: &'a mut Dice,
    seen: usize,
    kept: Option<Position>,
}

impl<'a> Sampler<'a> {
    fn new(dice: &'a mut Dice) -> Sampler<'a> {
        Sampler { dice, seen: 0, kept: None }
    }
}

impl Observer for Sampler<'_> {
    fn enter(&mut self, node: &Node<'_>) {
        // The root is the game's; checks are resolved before anybody evaluates.
        if node.ply > 0 && !node.position.is_check() {
            self.seen += 1;
            if self.dice.below(self.seen) == 0 {
                self.kept = Some(*node.position);
            }
        }
    }
}

/// A rung of the ladder with an evaluation.
pub struct Ladder<'a> {
    /// How it searches.
    pub rung: Rung,
    /// What leaves are worth.
    pub evaluator: &'a dyn Evaluator,
}

impl Ladder<'_> {
    fn look(&self, turn: MoveRequest<'_>, search: impl FnOnce(&Task<'_>) -> Report) -> BestMove {
        let MoveRequest { position, history, effort } = turn;
        let control = Control::unlimited().nodes(effort.nodes).stopped_by(effort.stop);
        let task = Task { history, control, ..Task::new(position, self.evaluator, MAX_DEPTH) };
        let report = search(&task);
        report.best.map(|mv| (mv, report.score))
    }
}

impl Thinker for Ladder<'_> {
    fn new_game(&mut self) {}

    fn think(&mut self, turn: MoveRequest<'_>) -> BestMove {
        self.look(turn, |task| self.rung.search_unwatched(task, &mut Store::default()))
    }

    fn sample(&mut self, turn: MoveRequest<'_>, dice: &mut Dice) -> (BestMove, Option<Position>) {
        let mut sampler = Sampler::new(dice);
        (self.look(turn, |task| self.rung.search(task, &mut sampler)), sampler.kept)
    }
}

impl<T: Thinker + ?Sized> Thinker for Box<T> {
    fn new_game(&mut self) {
        (**self).new_game();
    }

    fn think(&mut self, turn: MoveRequest<'_>) -> BestMove {
        (**self).think(turn)
    }

    fn sample(&mut self, turn: MoveRequest<'_>, dice: &mut Dice) -> (BestMove, Option<Position>) {
        (**self).sample(turn, dice)
    }
}

/// The tournament search on one thread.
pub(super) struct SoloChampion<J> {
    solo: Solo,
    evaluator: J,
}

impl<J: IncrementalEvaluator> SoloChampion<J> {
    /// A player that evaluates with `incremental`.
    pub(super) fn new(solo: Solo, evaluator: J) -> SoloChampion<J> {
        SoloChampion { solo, evaluator }
    }
}

/// How many times its nodes a move may take to finish an iteration. Scores of
/// finished iterations are worth more than an exact count; a search that
/// explodes is stopped all the same.
const PATIENCE: u64 = 8;

fn look<J: IncrementalEvaluator, O: Observer>(
    solo: &mut Solo,
    turn: MoveRequest<'_>,
    evaluator: &mut J,
    observer: &mut O,
) -> BestMove {
    let MoveRequest { position, history, effort } = turn;
    let limits = Limits {
        soft_nodes: Some(effort.nodes),
        nodes: Some(effort.nodes.saturating_mul(PATIENCE)),
        ..Limits::default()
    };
    let job = Job { history, ..Job::new(position, &limits, effort.stop) };
    solo.choose(&job, evaluator, observer)
}

impl<J: IncrementalEvaluator> Thinker for SoloChampion<J> {
    fn new_game(&mut self) {
        self.solo.clear();
    }

    fn think(&mut self, turn: MoveRequest<'_>) -> BestMove {
        look(&mut self.solo, turn, &mut self.evaluator, &mut Silent)
    }

    fn sample(&mut self, turn: MoveRequest<'_>, dice: &mut Dice) -> (BestMove, Option<Position>) {
        let mut sampler = Sampler::new(dice);
        // Seldom wanted, so one search is compiled for all evaluators.
        let mut evaluator: &mut dyn IncrementalEvaluator = &mut self.evaluator;
        (look(&mut self.solo, turn, &mut evaluator, &mut sampler), sampler.kept)
    }
}
