//! Analysis: the champion looks into a position until told to stop.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chess::{Color, Game, Position};
use engine::review::win_percent;
use engine::{Champion, Question, Tablebases, WinRate, review};
use search::champion::{Event, Info, MAX_DEPTH, TablebaseResult};
use search::{Limits, Signals};

use crate::crew::Memory;
use crate::house::House;
use crate::news::News;
use crate::outbox::Outbox;
use crate::protocol::{
    AnalysisLine, AnalysisReport, Place, TablebaseReport, TablebaseVerdict, Tell, Wdl,
};
use crate::stop::Stop;
use crate::{limits, place, views};

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
}

/// A page's analyst: a thread with a champion that keeps what it has learnt from
/// position to position. What a champion costs, leave and memory, is held as long
/// as the champion is there.
pub(crate) struct Analyst {
    door: Arc<Door>,
    /// Ends the search of the last order.
    stop: Stop,
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
    threads: u32,
    hash: u32,
    stop: Arc<Signals>,
    news: News,
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
        let most = house.card.most;
        let stop = Stop::default();
        let job = Job {
            lines: within("lines", order.lines, most.lines)?,
            threads: within("threads", order.threads.unwrap_or(1), most.threads)?,
            hash: within("hash", order.hash.unwrap_or(limits::USUAL_HASH_MIB), most.hash)?,
            stop: stop.signals(),
            game,
            news: house.herald.news(outbox, id),
            outbox: outbox.clone(),
            id,
        };
        let mut analyst = match before {
            // Whose thread is gone has failed.
            Some(analyst) if Arc::strong_count(&analyst.door) > 1 => analyst,
            _ => Analyst::hire(house)?,
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
            let mut seat = None;
            while let Some(job) = inside.next() {
                job.work(&mut seat, &house_);
            }
            drop((seat, leave));
        })?;
        Ok(Analyst { door, stop: Stop::default() })
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

/// A champion and what it was hired with.
struct HiredChampion {
    champion: Champion,
    threads: u32,
    hash: u32,
    _memory: Memory,
}

impl HiredChampion {
    fn hire(threads: u32, hash: u32, house: &House) -> Result<HiredChampion, String> {
        let memory = house.crew.memory(hash + 8 * threads)?;
        let mut champion =
            Champion::new(threads as usize, hash as usize).map_err(|error| error.to_string())?;
        champion.endgames_mut().tables.clone_from(&house.tablebases);
        Ok(HiredChampion { champion, threads, hash, _memory: memory })
    }
}

impl Job {
    /// Looks into the position with the champion that sits there, if it fits, or
    /// with another.
    fn work(self, seat: &mut Option<HiredChampion>, house: &House) {
        // Nobody wants it any more if it was replaced while it waited.
        if self.stop.is_stopped() {
            return self.finish(None);
        }
        if seat.as_ref().is_none_or(|seat| (seat.threads, seat.hash) != (self.threads, self.hash)) {
            // First the old one, then room for a new one.
            *seat = None;
        }
        let seat = match seat {
            Some(seat) => seat,
            none => match HiredChampion::hire(self.threads, self.hash, house) {
                Ok(hired) => none.insert(hired),
                Err(sentence) => return self.outbox.refuse(Some(self.id), sentence),
            },
        };
        let tables = house.tablebases.as_ref();
        let known = tables.and_then(|tables| probe(tables, self.game.position()));
        let mut report = begin_report(&self.game, known);
        look_into(&mut seat.champion, &self.game, self.lines, &self.stop, &mut |info| {
            take_in(&mut report, self.game.position(), info);
            self.news.put(Tell::Analysis(Box::new(report.clone())));
        });
        self.finish(Some(report));
    }

    /// Says the last word.
    fn finish(self, report: Option<AnalysisReport>) {
        let mut report = report.unwrap_or_else(|| begin_report(&self.game, None));
        report.finished = true;
        self.news.silence();
        self.outbox.tell(Some(self.id), Tell::Analysis(Box::new(report)));
    }
}

/// Lets the champion search until it is stopped or has nothing left to find.
fn look_into(
    champion: &mut Champion,
    game: &Game,
    lines: u32,
    stop: &Signals,
    on_line: &mut dyn FnMut(&Info),
) {
    let limits = Limits {
        depth: Some(MAX_DEPTH),
        move_time: Some(limits::ANALYSIS),
        multi_pv: lines as usize,
        ..Limits::default()
    };
    let question = Question { game, limits: &limits, signals: stop, begun: Instant::now() };
    let found = champion.search(&question, &mut |event| {
        if let Event::Line(info) = event {
            on_line(info);
        }
    });
    for info in &found.lines {
        on_line(info);
    }
}

/// A number from 1 to the most, or a sentence.
pub(crate) fn within(name: &str, number: u32, most: u32) -> Result<u32, String> {
    match (1..=most).contains(&number) {
        true => Ok(number),
        false => Err(format!("{name} cannot be {number}: a number from 1 to {most}")),
    }
}

fn begin_report(game: &Game, tablebase: Option<TablebaseReport>) -> AnalysisReport {
    AnalysisReport {
        fen: game.position().to_string(),
        depth: 0,
        seldepth: 0,
        nodes: 0,
        nps: 0,
        millis: 0,
        hashfull: 0,
        tablebase_hits: 0,
        lines: Vec::new(),
        tablebase,
        finished: false,
    }
}

fn take_in(report: &mut AnalysisReport, position: &Position, info: &Info) {
    report.seldepth = report.seldepth.max(info.seldepth);
    report.nodes = report.nodes.max(info.nodes);
    report.millis = views::millis(info.time);
    report.nps = speed(info.nodes, info.time);
    report.hashfull = info.hashfull;
    report.tablebase_hits = info.tb_hits;
    let place = info.multipv.saturating_sub(1);
    let line = analysis_line(position, info);
    match report.lines.get_mut(place) {
        Some(old) => *old = line,
        // Lines come in their order.
        None => report.lines.push(line),
    }
    report.depth = report.lines.iter().map(|line| line.depth).min().unwrap_or(0);
}

fn analysis_line(position: &Position, info: &Info) -> AnalysisLine {
    let (win, draw, loss) = WinRate::of(position).per_mille(info.score);
    let (white, black) = match position.turn() {
        Color::White => (win, loss),
        Color::Black => (loss, win),
    };
    let value = views::normalised(position, info.score);
    let for_mover = win_percent(review::shown(position, info.score));
    AnalysisLine {
        depth: info.depth,
        value,
        wdl: Wdl { white, draw, black },
        win_percent: match position.turn() {
            Color::White => for_mover,
            Color::Black => 100.0 - for_mover,
        },
        line: views::line(position, &info.pv),
    }
}

fn speed(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(0.001)) as u64
}

/// What the tables say about a position.
fn probe(tables: &Tablebases, position: &Position) -> Option<TablebaseReport> {
    let known = tables.knowledge(position)?;
    let verdict = match (known.verdict, position.turn()) {
        (TablebaseResult::Win, Color::White) | (TablebaseResult::Loss, Color::Black) => {
            TablebaseVerdict::Win
        }
        (TablebaseResult::Loss, Color::White) | (TablebaseResult::Win, Color::Black) => {
            TablebaseVerdict::Loss
        }
        (TablebaseResult::CursedWin, Color::White)
        | (TablebaseResult::BlessedLoss, Color::Black) => TablebaseVerdict::CursedWin,
        (TablebaseResult::BlessedLoss, Color::White)
        | (TablebaseResult::CursedWin, Color::Black) => TablebaseVerdict::BlessedLoss,
        (TablebaseResult::Draw, _) => TablebaseVerdict::Draw,
    };
    let best = known.best.iter().map(|&mv| views::uci(position, mv)).collect();
    Some(TablebaseReport { verdict, dtz: known.dtz, best, sentence: known.sentence })
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
            let order = AnalysisOrder { place: &place, lines: 1, threads: None, hash };
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
        let order = AnalysisOrder { place: &place, lines: 1, threads: None, hash: Some(1) };
        let analyst = Analyst::begin(analyst, &order, &house, &outbox, 100).unwrap();
        let is_line = |tell: &Tell| matches!(tell, Tell::Analysis(report) if report.depth > 0);
        while !is_line(&heard.recv().unwrap().tell) {}
        drop(analyst);
        house.crew.dismiss();
    }
}
