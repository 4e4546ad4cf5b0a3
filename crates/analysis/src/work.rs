//! Many positions at once: one thread reads, some search, and the results come
//! back in the order of the input. However long the input, only a few positions
//! are in memory.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::review::Assessment;
use engine::{Champion, Evaluation, Question, Tablebases};
use search::champion::MAX_DEPTH;
use search::{Limits, Signals};

use crate::error::AnalysisError;
use crate::goal::Goal;
use crate::input::{Input, InputComplaint, ReadItem};
use crate::resume::OldResults;
use crate::task::{AnalysisTask, Done, Origin};

/// How positions are searched.
#[derive(Clone, Debug)]
pub struct AnalysisSettings {
    /// Limits of each position.
    pub limits: Limits,
    /// Positions at once.
    pub jobs: usize,
    /// Threads for each of them.
    pub threads: usize,
    /// Table of each of them.
    pub hash_mib: usize,
    /// What was asked for of these two; the rest follows from limits and cores.
    pub asked_threads: Option<usize>,
    /// See `asked_threads`.
    pub asked_hash_mib: Option<usize>,
    /// What leaves are judged with.
    pub evaluation: Evaluation,
    /// The mate wanted of every position.
    pub mate: Option<u32>,
    /// Endgame tables.
    pub tables: Option<Arc<Tablebases>>,
}

impl AnalysisSettings {
    /// What the results depend on, in one line: results of different settings
    /// do not belong into one file.
    pub fn text(&self) -> String {
        let limits = &self.limits;
        let part = |name: &str, value: Option<String>| value.map(|value| format!("{name}={value}"));
        // A fixed time comes with the greatest depth, which is no wish.
        let depth = limits.depth.filter(|&depth| limits.move_time.is_none() || depth < MAX_DEPTH);
        let parts = [
            part("depth", depth.map(|depth| depth.to_string())),
            part("nodes", limits.nodes.map(|nodes| nodes.to_string())),
            part("time", limits.move_time.map(|time| time.as_secs_f64().to_string())),
            part("mate", self.mate.map(|moves| moves.to_string())),
            part("lines", Some(limits.multi_pv.to_string())),
            part("eval", Some(engine::identity(&self.evaluation))),
            // What follows from the machine is left out: results may be gone on
            // with on another one.
            part("threads", self.asked_threads.map(|threads| threads.to_string())),
            part("hash", self.asked_hash_mib.map(|mib| mib.to_string())),
            part("syzygy", self.tables.as_ref().map(|tables| tables.pieces().to_string())),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// What the workers tell.
#[derive(Debug)]
pub enum AnalysisNews {
    /// The next position, in the order of the input.
    Done(Box<Done>),
    /// Something is wrong with the input.
    Complaint(InputComplaint),
    /// Some time has passed.
    Tick,
    /// Everything was read and searched.
    End,
}

enum Message {
    Done(Box<Done>),
    Complaint(InputComplaint),
    Failed(AnalysisError),
    /// All was read: so many positions.
    Read(u64),
}

/// Positions that may be under way for each that is searched: enough that no
/// worker waits while one of them takes long.
const AHEAD: usize = 8;
/// Room for the deepest line a search can look at.
const STACK: usize = 16 << 20;
/// Time between two looks at the flag.
const TICK: Duration = Duration::from_millis(50);

/// A reader and workers under way.
pub struct AnalysisRun {
    messages: Receiver<Message>,
    room: Arc<Room>,
    /// What came before its turn.
    early: BTreeMap<u64, Box<Done>>,
    /// The position to hand out next.
    next: u64,
    /// How many there are, once that is known.
    count: Option<u64>,
    stop: Arc<Signals>,
}

impl AnalysisRun {
    /// Starts reading and searching, after what `old` results hold already, until
    /// all is done or `stop` is raised.
    pub fn start(
        input: Input,
        old: OldResults,
        settings: &AnalysisSettings,
        stop: &Arc<Signals>,
    ) -> Result<AnalysisRun, AnalysisError> {
        let room = Arc::new(Room::new(settings.jobs * AHEAD));
        let (tasks, waiting) = sync_channel::<AnalysisTask>(settings.jobs * AHEAD);
        let (tell, messages) = sync_channel(settings.jobs * AHEAD);
        let next = old.positions() + 1;
        let waiting = Arc::new(Mutex::new(waiting));
        let failed = |error| AnalysisError::Failed(format!("cannot start a thread: {error}"));
        for _ in 0..settings.jobs {
            // Tables are made here, so that too large ones are refused at once.
            let worker = Worker {
                champion: champion(settings)?,
                settings: settings.clone(),
                stop: Arc::clone(stop),
            };
            let (waiting, tell) = (Arc::clone(&waiting), tell.clone());
            let spawned = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
            spawned.spawn(move || worker.run(&waiting, &tell)).map_err(failed)?;
        }
        let reader = {
            let (room, mate) = (Arc::clone(&room), settings.mate);
            move || read(input, old, mate, &room, &tasks, &tell)
        };
        thread::Builder::new().name("reader".to_owned()).spawn(reader).map_err(failed)?;
        let stop = Arc::clone(stop);
        Ok(AnalysisRun { messages, room, early: BTreeMap::new(), next, count: None, stop })
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// What happens next; the end also when it was asked for.
    pub fn news(&mut self) -> Result<AnalysisNews, AnalysisError> {
        loop {
            if self.is_stopped() {
                return Ok(AnalysisNews::End);
            }
            if let Some(done) = self.early.remove(&self.next) {
                self.next += 1;
                self.room.leave();
                return Ok(AnalysisNews::Done(done));
            }
            if self.count.is_some_and(|count| self.next > count) {
                return Ok(AnalysisNews::End);
            }
            match self.messages.recv_timeout(TICK) {
                Ok(Message::Done(done)) => {
                    self.early.insert(done.task.index, done);
                }
                Ok(Message::Complaint(complaint)) => return Ok(AnalysisNews::Complaint(complaint)),
                Ok(Message::Failed(failure)) => return Err(failure),
                Ok(Message::Read(count)) => self.count = Some(count),
                Err(RecvTimeoutError::Timeout) => return Ok(AnalysisNews::Tick),
                // Workers may see the flag before we do.
                Err(RecvTimeoutError::Disconnected) if self.is_stopped() => {
                    return Ok(AnalysisNews::End);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(AnalysisError::Failed(
                        "the search ended before its time".to_owned(),
                    ));
                }
            }
        }
    }
}

/// Reads tasks until there are no more, or nobody wants them.
fn read(
    input: Input,
    mut old: OldResults,
    mate: Option<u32>,
    room: &Room,
    tasks: &SyncSender<AnalysisTask>,
    tell: &SyncSender<Message>,
) {
    use std::ops::ControlFlow::{Break, Continue};
    let mut count = 0;
    let mut failure = None;
    let read = input.read(&mut |heard| {
        let is_heard = match heard {
            ReadItem::Complaint(complaint) => tell.send(Message::Complaint(complaint)).is_ok(),
            ReadItem::Task(mut task) => {
                count = task.index;
                if let (Some(moves), Origin::Line { goal, .. }) = (mate, &mut task.origin) {
                    *goal = Some(Goal::mate_in(moves));
                }
                match old.holds(&task) {
                    Ok(true) => true,
                    Ok(false) => {
                        room.enter();
                        tasks.send(task).is_ok()
                    }
                    Err(reason) => {
                        failure = Some(reason);
                        false
                    }
                }
            }
        };
        if is_heard { Continue(()) } else { Break(()) }
    });
    let message = match failure.map_or(read, Err).and_then(|()| old.end()) {
        Ok(()) => Message::Read(count),
        Err(failure) => Message::Failed(failure),
    };
    // If nobody listens any more, nobody minds.
    let _ = tell.send(message);
}

/// A thread that searches one position after the other.
struct Worker {
    champion: Champion,
    settings: AnalysisSettings,
    stop: Arc<Signals>,
}

impl Worker {
    fn run(mut self, tasks: &Mutex<Receiver<AnalysisTask>>, tell: &SyncSender<Message>) {
        loop {
            // Whoever holds the lock waits for the next task; the others wait
            // for the lock.
            let next = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(task) = next else { return };
            let fen = task.position().to_string();
            let message = match catch_unwind(AssertUnwindSafe(|| self.search(task))) {
                Ok(done) => Message::Done(Box::new(done)),
                // A fault of ours: better to say where than to wait for ever.
                Err(_) => {
                    Message::Failed(AnalysisError::Failed(format!("the search failed on {fen}")))
                }
            };
            // What was cut short is no result.
            if self.stop.is_stopped() || tell.send(message).is_err() {
                return;
            }
        }
    }

    fn search(&mut self, task: AnalysisTask) -> Done {
        // What was learnt from other positions would make the result depend on
        // who searched them.
        self.champion.clear();
        let goal = task.goal().and_then(|goal| goal.mate);
        let limits = Limits { mate: self.settings.mate.or(goal), ..self.settings.limits.clone() };
        let question = Question {
            game: &task.game,
            limits: &limits,
            signals: &self.stop,
            begun: Instant::now(),
        };
        let found = self.champion.search(&question, &mut |_| {});
        let said = Assessment::of(task.position(), &found);
        let known = self.settings.tables.as_ref();
        let known = known.and_then(|tables| tables.knowledge(task.position()));
        Done { task, said, known, nodes: found.nodes, time: found.time }
    }
}

fn champion(settings: &AnalysisSettings) -> Result<Champion, AnalysisError> {
    let mut champion = Champion::new(settings.threads, settings.hash_mib)
        .map_err(|error| AnalysisError::Failed(error.to_string()))?;
    champion.set_evaluation(settings.evaluation.clone());
    champion.endgames_mut().tables.clone_from(&settings.tables);
    Ok(champion)
}

/// Room for so many positions; whoever wants to enter a full one waits.
struct Room {
    free: Mutex<usize>,
    left: Condvar,
}

impl Room {
    fn new(places: usize) -> Room {
        Room { free: Mutex::new(places), left: Condvar::new() }
    }

    fn enter(&self) {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.left.wait_while(free, |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
    }

    fn leave(&self) {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.left.notify_one();
    }
}
