//! Analysis: the champion, or an engine of the command line, looks into a position
//! until told to stop.

mod champion;
mod foreign;
mod report;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use chess::Game;
use engine::{ForeignSpec, Spec};
use search::Signals;
use uci::EngineError;

use crate::house::House;
use crate::news::FoundSoFar;
use crate::outbox::Outbox;
use crate::protocol::{AnalysisReport, Place, Tell};
use crate::stop::Stop;
use crate::{limits, place};
use champion::HiredChampion;
use foreign::{HireError, HiredEngine};

/// What a page wants to know.
pub(crate) struct AnalysisOrder<'a> {
    /// Where.
    pub(crate) place: &'a Place,
    /// How many lines.
    pub(crate) lines: u32,
    /// On how many threads.
    pub(crate) threads: Option<u32>,
    /// With how much memory in MiB.
    pub(crate) hash: Option<u32>,
    /// By which engine of the command line; by the champion if not said.
    pub(crate) engine: Option<&'a str>,
}

/// A page's analyst: a thread with a champion, or another engine, that keeps what
/// it has learnt from position to position. What it costs, leave and memory, is held
/// as long as it is there.
pub(crate) struct Analyst {
    door: Arc<Door>,
    /// Ends the search of the last order.
    stop: Stop,
    /// Who was wanted last, and what sends that one home.
    searcher: Searcher,
    dismissal: Stop,
}

/// Who searches.
#[derive(Clone, PartialEq, Eq)]
enum Searcher {
    Champion,
    Engine(Box<ForeignSpec>),
}

impl Searcher {
    fn ordered(name: Option<&str>, house: &House) -> Result<Searcher, String> {
        let Some(name) = name else { return Ok(Searcher::Champion) };
        match house.engines.ordered(name) {
            Some((_, Spec::Foreign(spec))) => Ok(Searcher::Engine(Box::new(spec.clone()))),
            _ => Err(format!(
                "there is no engine '{}' here: plywise serve --engine NAME=PROGRAM adds one",
                chess::quote(name)
            )),
        }
    }
}

/// What an analyst may use.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Effort {
    threads: u32,
    /// In MiB.
    hash: u32,
}

/// Where orders wait. Only the latest counts.
#[derive(Default)]
struct Door {
    waiting: Mutex<Waiting>,
    bell: Condvar,
}

#[derive(Default)]
struct Waiting {
    next: Option<Job>,
    is_closed: bool,
}

/// An order that was checked, and how to answer it.
struct Job {
    game: Game,
    lines: u32,
    searcher: Searcher,
    effort: Effort,
    stop: Arc<Signals>,
    /// Raised when this searcher is not wanted any more.
    dismissal: Arc<Signals>,
    news: FoundSoFar,
    outbox: Outbox,
    id: u32,
}

impl Analyst {
    /// Begins an analysis in the place of the one before. Nothing is hired or
    /// searched here, where pages are heard.
    pub(crate) fn begin(
        before: Option<Analyst>,
        order: &AnalysisOrder<'_>,
        house: &Arc<House>,
        outbox: &Outbox,
        id: u32,
    ) -> Result<Analyst, String> {
        let game = place::game(order.place)?;
        let searcher = Searcher::ordered(order.engine, house)?;
        let most = house.card.most;
        let lines = within("lines", order.lines, most.lines)?;
        let threads = within("threads", order.threads.unwrap_or(1), most.threads)?;
        let hash = within("hash", order.hash.unwrap_or(limits::USUAL_HASH_MIB), most.hash)?;
        let mut analyst = match before {
            // Whose thread is gone has failed.
            Some(analyst) if Arc::strong_count(&analyst.door) > 1 => analyst,
            _ => Analyst::hire(house)?,
        };
        if analyst.searcher != searcher {
            // An engine that hangs is not waited for.
            analyst.dismissal = Stop::default();
            analyst.searcher = searcher.clone();
        }
        let stop = Stop::default();
        let job = Job {
            game,
            lines,
            searcher,
            effort: Effort { threads, hash },
            stop: stop.signals(),
            dismissal: analyst.dismissal.signals(),
            news: house.herald.news(outbox, id),
            outbox: outbox.clone(),
            id,
        };
        outbox.tell(Some(id), Tell::Analysing {});
        analyst.door.put(Some(job));
        // The search before this one ends.
        analyst.stop = stop;
        Ok(analyst)
    }

    fn hire(house: &Arc<House>) -> Result<Analyst, String> {
        let leave = house.crew.leave()?;
        let door = Arc::new(Door::default());
        let (inside, house_) = (Arc::clone(&door), Arc::clone(house));
        house.crew.search(move || {
            let mut seat = Seat::default();
            while let Some(job) = inside.next() {
                job.work(&mut seat, &house_);
            }
            drop((seat, leave));
        })?;
        Ok(Analyst {
            door,
            stop: Stop::default(),
            searcher: Searcher::Champion,
            dismissal: Stop::default(),
        })
    }
}

/// The page wants no analysis any more.
impl Drop for Analyst {
    fn drop(&mut self) {
        self.stop.raise();
        self.door.put(None);
    }
}

impl Door {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // Nothing that can fail happens while it is held.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves an order, or says that there will be none.
    fn put(&self, job: Option<Job>) {
        let mut waiting = self.waiting();
        waiting.is_closed |= job.is_none();
        let replaced = std::mem::replace(&mut waiting.next, job);
        drop(waiting);
        self.bell.notify_one();
        if let Some(replaced) = replaced {
            replaced.finish(None);
        }
    }

    /// Waits for the next order; nothing if there will be none.
    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting();
        loop {
            if let Some(job) = waiting.next.take() {
                return Some(job);
            }
            if waiting.is_closed {
                return None;
            }
            waiting = self.bell.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Who sits at the analyst's desk.
#[derive(Default)]
enum Seat {
    #[default]
    Nobody,
    Champion(HiredChampion),
    Engine(Box<HiredEngine>),
    /// An engine that failed when nobody listened any more: whoever asks it next
    /// hears why.
    Lost(Box<ForeignSpec>, String),
}

impl Job {
    /// Looks into the position with who sits there, if that is who is wanted, or
    /// with another.
    fn work(self, seat: &mut Seat, house: &House) {
        // Nobody wants it any more if it was replaced while it waited.
        if self.stop.is_stopped() {
            return self.finish(None);
        }
        let mut told = report::begin(&self.game, house.tablebases.as_deref());
        let found = match &self.searcher {
            Searcher::Champion => self.ask_champion(seat, house, &mut told),
            Searcher::Engine(spec) => self.ask_engine(spec, seat, house, &mut told),
        };
        match found {
            Ok(()) => self.finish(Some(told)),
            Err(sentence) => {
                self.news.silence();
                self.outbox.refuse(Some(self.id), sentence);
            }
        }
    }

    fn ask_champion(
        &self,
        seat: &mut Seat,
        house: &House,
        told: &mut AnalysisReport,
    ) -> Result<(), String> {
        if !matches!(seat, Seat::Champion(hired) if hired.has(self.effort)) {
            // First the old one, then room for a new one.
            *seat = Seat::Nobody;
            *seat = Seat::Champion(HiredChampion::hire(self.effort, house)?);
        }
        if let Seat::Champion(hired) = seat {
            hired.look_into(self, told);
        }
        Ok(())
    }

    fn ask_engine(
        &self,
        spec: &ForeignSpec,
        seat: &mut Seat,
        house: &House,
        told: &mut AnalysisReport,
    ) -> Result<(), String> {
        let is_wanted = |hired: &HiredEngine| hired.has(spec, self.effort, &self.dismissal);
        if !matches!(seat, Seat::Engine(hired) if is_wanted(hired)) {
            match std::mem::take(seat) {
                Seat::Lost(lost, sentence) if *lost == *spec => return Err(sentence),
                other => drop(other),
            }
            match HiredEngine::hire(spec, self.effort, &self.dismissal, house) {
                Ok(hired) => *seat = Seat::Engine(Box::new(hired)),
                Err(HireError::NoRoom(sentence)) => return Err(sentence),
                Err(HireError::Engine(error)) => return self.lose(spec, seat, &error),
            }
        }
        let Seat::Engine(hired) = seat else { return Ok(()) };
        // Starting may have taken a while.
        if self.stop.is_stopped() {
            return Ok(());
        }
        hired.look_into(self, told).or_else(|error| self.lose(spec, seat, &error))
    }

    /// An engine is good for nothing any more: the page that waits for it hears why,
    /// or the next order does.
    fn lose(&self, spec: &ForeignSpec, seat: &mut Seat, error: &EngineError) -> Result<(), String> {
        *seat = Seat::Nobody;
        match error {
            // Somebody else is wanted.
            EngineError::Dismissed => Ok(()),
            // It was stopped for that.
            EngineError::IllegalMove { .. } => Err(error.to_string()),
            error if self.stop.is_stopped() => {
                *seat = Seat::Lost(Box::new(spec.clone()), error.to_string());
                Ok(())
            }
            error => Err(error.to_string()),
        }
    }

    /// Tells the page how far it is, when it is time to.
    fn tell(&self, told: &AnalysisReport) {
        self.news.put(Tell::Analysis(Box::new(told.clone())));
    }

    /// Says the last word.
    fn finish(self, told: Option<AnalysisReport>) {
        let mut told = told.unwrap_or_else(|| report::begin(&self.game, None));
        told.finished = true;
        self.news.silence();
        self.outbox.tell(Some(self.id), Tell::Analysis(Box::new(told)));
    }
}

/// A number from 1 to the most, or a sentence.
pub(crate) fn within(name: &str, number: u32, most: u32) -> Result<u32, String> {
    match (1..=most).contains(&number) {
        true => Ok(number),
        false => Err(format!("{name} cannot be {number}: a number from 1 to {most}")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::store::MemoryStore;

    /// Whoever hears pages must not wait for hundreds of MiB: an order is taken
    /// even while there is no room for its champion, and the page hears of that later.
    #[test]
    fn orders_are_taken_at_once_and_the_champion_is_hired_elsewhere() {
        let house = Arc::new(House::open(Box::new(MemoryStore::default()), None, 2).unwrap());
        let held = house.crew.memory(limits::MEMORY_MIB as u32).unwrap();
        let (listener, heard) = mpsc::channel();
        let outbox = Outbox::new(listener);
        let place = Place::default();
        let mut analyst = None;
        for id in 0..100 {
            let hash = Some(255 + id % 2);
            let order =
                AnalysisOrder { place: &place, lines: 1, threads: None, hash, engine: None };
            analyst = Some(Analyst::begin(analyst, &order, &house, &outbox, id).unwrap());
        }
        // Each is begun, and each ends: the last one is refused, for it was wanted to the end.
        let mut ends = 0;
        while ends < 100 {
            let message = heard.recv().unwrap();
            match message.tell {
                Tell::Analysing {} => {}
                Tell::Analysis(report) => {
                    assert!(report.finished && message.id != Some(99));
                    ends += 1;
                }
                Tell::Refused { sentence } => {
                    assert!(sentence.starts_with("there is no room for"), "{sentence}");
                    ends += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        // Once there is room the same analyst goes on.
        drop(held);
        let order =
            AnalysisOrder { place: &place, lines: 1, threads: None, hash: Some(1), engine: None };
        let analyst = Analyst::begin(analyst, &order, &house, &outbox, 100).unwrap();
        let is_line = |tell: &Tell| matches!(tell, Tell::Analysis(report) if report.depth > 0);
        while !is_line(&heard.recv().unwrap().tell) {}
        drop(analyst);
        house.crew.dismiss();
    }
}
