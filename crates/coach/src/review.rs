//! A whole game looked into: every move judged, the bad ones explained, a few good ones praised.

use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use chess::{Color, Game, Move, Position};
use engine::review::{Assessment, Judgement, accuracy, part_accuracy};
use engine::{Champion, Question, Tablebases};
use search::champion::MemoryError;
use search::{Limits, Signals};

use crate::coach::{Coach, MoveExplanation};
use crate::looks::Seen;
use crate::phases::phases;
use crate::prover::USUAL_NODES;

/// What a review may use.
#[derive(Clone, Debug)]
pub struct ReviewOrder {
    /// Nodes a position.
    pub nodes: u64,
    /// Threads that share the positions; the result is the same for any number.
    pub threads: usize,
    /// Memory of each thread's table, in MiB.
    pub hash_mib: usize,
    /// Whether moves are explained and praised; judging alone is faster.
    pub words: bool,
    /// Endgame tables, if there are some.
    pub tables: Option<Arc<Tablebases>>,
}

impl ReviewOrder {
    /// A review in words on this machine's cores, but on no more of them than help.
    pub fn on_this_machine(nodes: u64) -> ReviewOrder {
        const MOST_THREADS: usize = 8;
        let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
        ReviewOrder { nodes, threads, hash_mib: 16, words: true, tables: None }
    }
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReview {
    /// What was said about each position, the first one included.
    pub assessments: Vec<Assessment>,
    /// Each move.
    pub moves: Vec<MoveReview>,
    /// How accurately White and Black played, from 0 to 100.
    pub accuracy: [Option<f64>; 2],
    /// The same in opening, middle game and ending.
    pub phases: [[Option<f64>; 3]; 2],
}

/// A move as it is reviewed.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// Where it was played.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// How good it was.
    pub judgement: Judgement,
    /// What can be said about it: about bad moves, and a few good ones.
    pub said: Option<MoveExplanation>,
}

/// Why a game could not be reviewed.
#[derive(Debug)]
pub enum ReviewError {
    /// Somebody stopped it.
    Stopped,
    /// There is no memory for the searches.
    Memory(MemoryError),
    /// A thread could not be started.
    Threads(io::Error),
}

impl std::fmt::Display for ReviewError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReviewError::Stopped => f.write_str("the review was stopped"),
            ReviewError::Memory(error) => error.fmt(f),
            ReviewError::Threads(error) => write!(f, "no thread can be started: {error}"),
        }
    }
}

impl std::error::Error for ReviewError {}

/// Positions that one thread looks into one after the other, with what it remembers of those
/// before. Each block begins with an empty memory, so that no number of threads changes anything.
const BLOCK: usize = 10;
/// What searches may need that go deep: more than a thread has by default.
const STACK: usize = 16 << 20;
/// Good moves of each side that are praised at most.
const PRAISED: usize = 3;

/// Reviews a game. `progress` hears how many positions are done, which was the last, and what
/// was said about it.
///
/// # Errors
/// If it was stopped, or if there is no memory or no thread for it.
pub fn review(
    game: &Game,
    order: &ReviewOrder,
    stop: &Arc<Signals>,
    progress: &(dyn Fn(usize, &Position, &Assessment) + Sync),
) -> Result<GameReview, ReviewError> {
    let count = game.positions().len();
    let desk = ReviewDesk {
        game,
        order,
        stop,
        progress,
        next_block: AtomicUsize::new(0),
        next_move: AtomicUsize::new(0),
        found: Mutex::new(Findings {
            done: 0,
            assessments: vec![None; count],
            judged: vec![None; count - 1],
            error: None,
        }),
    };
    // More threads than blocks would have nothing to do.
    let threads = order.threads.clamp(1, count.div_ceil(BLOCK));
    desk.share(threads, ReviewDesk::assess_blocks)?;
    // The last move of each block can only be judged now.
    desk.share(threads, ReviewDesk::explain_rest)?;
    desk.finish()
}

/// What the threads of a review share.
struct ReviewDesk<'a> {
    game: &'a Game,
    order: &'a ReviewOrder,
    stop: &'a Arc<Signals>,
    progress: &'a (dyn Fn(usize, &Position, &Assessment) + Sync),
    next_block: AtomicUsize,
    next_move: AtomicUsize,
    found: Mutex<Findings>,
}

struct Findings {
    done: usize,
    assessments: Vec<Option<Assessment>>,
    /// How good each move was, where the coach has looked, and what there is to say about it.
    judged: Vec<Option<(Judgement, Option<MoveExplanation>)>>,
    error: Option<ReviewError>,
}

impl ReviewDesk<'_> {
    fn found(&self) -> MutexGuard<'_, Findings> {
        // Whoever panicked has written whole entries only.
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets threads do the same work until there is none left.
    fn share(
        &self,
        threads: usize,
        work: impl Fn(&Self) -> Result<(), ReviewError> + Sync,
    ) -> Result<(), ReviewError> {
        let done = |result: Result<(), ReviewError>| {
            if let Err(error) = result {
                self.found().error.get_or_insert(error);
                self.stop.stop();
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                let builder = thread::Builder::new().name("reviewer".to_owned()).stack_size(STACK);
                let started = builder.spawn_scoped(scope, || done(work(self)));
                done(started.map(drop).map_err(ReviewError::Threads));
            }
        });
        match self.found().error.take() {
            Some(error) => Err(error),
            None if self.stop.is_stopped() => Err(ReviewError::Stopped),
            None => Ok(()),
        }
    }

    fn coach(&self) -> Result<Coach, ReviewError> {
        let mut coach = Coach::new(USUAL_NODES).map_err(ReviewError::Memory)?;
        coach.prover().heed(Arc::clone(self.stop));
        coach.prover().use_tables(self.order.tables.clone());
        Ok(coach)
    }

    /// Looks into blocks of positions, and explains the moves within them.
    fn assess_blocks(&self) -> Result<(), ReviewError> {
        let champion = Champion::new(1, self.order.hash_mib);
        let mut champion = champion.map_err(ReviewError::Memory)?;
        champion.endgames_mut().tables.clone_from(&self.order.tables);
        let mut coach = self.coach()?;
        loop {
            let first = self.next_block.fetch_add(1, Ordering::Relaxed) * BLOCK;
            if first >= self.game.positions().len() {
                return Ok(());
            }
            self.assess_block(&mut champion, &mut coach, first)?;
        }
    }

    fn assess_block(
        &self,
        champion: &mut Champion,
        coach: &mut Coach,
        first: usize,
    ) -> Result<(), ReviewError> {
        champion.clear();
        let limits = Limits::nodes(self.order.nodes);
        let mut so_far = Game::new(*self.game.start());
        let mut moves = self.game.moves().iter();
        for &mv in moves.by_ref().take(first) {
            // Moves of a game are legal.
            let _ = so_far.play(mv);
        }
        for number in first..(first + BLOCK).min(self.game.positions().len()) {
            let signals = self.stop.as_ref();
            let question =
                Question { game: &so_far, limits: &limits, signals, begun: Instant::now() };
            let report = champion.search(&question, &mut |_| {});
            if self.stop.is_stopped() {
                return Err(ReviewError::Stopped);
            }
            let said = Assessment::of(so_far.position(), &report);
            let mut found = self.found();
            found.done += 1;
            (self.progress)(found.done, so_far.position(), &said);
            found.assessments[number] = Some(said);
            drop(found);
            if number > first {
                self.explain(coach, number - 1);
            }
            if let Some(&mv) = moves.next() {
                let _ = so_far.play(mv);
            }
        }
        Ok(())
    }

    /// Explains the moves that lie between two blocks.
    fn explain_rest(&self) -> Result<(), ReviewError> {
        let mut coach = self.coach()?;
        loop {
            let after = (self.next_move.fetch_add(1, Ordering::Relaxed) + 1) * BLOCK;
            if after >= self.game.positions().len() {
                return Ok(());
            }
            self.explain(&mut coach, after - 1);
        }
    }

    /// Finds what can be said about a move, if it is worth a word.
    fn explain(&self, coach: &mut Coach, number: usize) {
        if !self.order.words {
            return;
        }
        let found = self.found();
        let (before, after) =
            (found.assessments[number].clone(), found.assessments[number + 1].clone());
        drop(found);
        let (Some(before), Some(after)) = (before, after) else { return };
        let (position, mv) = (&self.game.positions()[number], self.game.moves()[number]);
        let next = &self.game.positions()[number + 1];
        let repeats = self.game.positions()[..=number].iter().any(|old| old.key() == next.key());
        let seen = Seen { before: &before, after: &after, nodes: self.order.nodes, repeats };
        let judged = match coach.explain_seen(position, mv, &seen) {
            // What the coach has taken back is not worth a word.
            Ok(Some(said)) => {
                let judgement = said.judgement;
                Some((judgement, Some(said).filter(|_| judgement.mark.is_some())))
            }
            _ => {
                let prior = number
                    .checked_sub(1)
                    .map(|last| (self.game.positions()[last], self.game.moves()[last]));
                let praised = coach.praise(position, mv, prior, &before, &after);
                praised.map(|said| (said.judgement, Some(said)))
            }
        };
        self.found().judged[number] = judged;
    }

    fn finish(self) -> Result<GameReview, ReviewError> {
        let found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let assessments: Option<Vec<Assessment>> = found.assessments.into_iter().collect();
        let assessments = assessments.ok_or(ReviewError::Stopped)?;
        let moves = self.game.history().zip(assessments.windows(2)).zip(found.judged);
        let moves: Vec<MoveReview> = moves
            .map(|(((position, mv), around), judged)| {
                let seen = || (Judgement::of(&around[0], mv, &around[1]), None);
                let (judgement, said) = judged.unwrap_or_else(seen);
                MoveReview { position: *position, mv, judgement, said }
            })
            .collect();
        let first = self.game.start().turn();
        let mut review = GameReview {
            accuracy: accuracy(&assessments, first),
            phases: by_phase(self.game, &assessments),
            assessments,
            moves,
        };
        review.praise_seldom();
        Ok(review)
    }
}

/// Accuracy of White and Black in the parts of a game.
fn by_phase(game: &Game, assessments: &[Assessment]) -> [[Option<f64>; 3]; 2] {
    let values: Vec<uci::Value> = game
        .positions()
        .iter()
        .zip(assessments)
        .map(|(position, said)| said.value_for(Color::White, position.turn()))
        .collect();
    let white_begins = game.start().turn() == Color::White;
    let parts = phases(game.positions()).map(|part| part_accuracy(&values, white_begins, part));
    [0, 1].map(|side: usize| parts.map(|part| part[side]))
}

impl GameReview {
    /// Leaves the praise that is worth most; what is praised all the time is worth nothing.
    fn praise_seldom(&mut self) {
        for color in Color::ALL {
            let is_praise = |one: &MoveReview| {
                one.position.turn() == color && one.judgement.mark.is_none() && one.said.is_some()
            };
            let mut praised: Vec<usize> =
                (0..self.moves.len()).filter(|&number| is_praise(&self.moves[number])).collect();
            // The sort is stable: of equals the earlier ones stay.
            praised.sort_by_key(|&number| {
                let said = self.moves[number].said.as_ref();
                said.and_then(|said| said.claims.first())
                    .map_or(u8::MAX, |claim| claim.kind.rarity())
            });
            for &number in praised.iter().skip(PRAISED) {
                self.moves[number].said = None;
            }
        }
    }
}
