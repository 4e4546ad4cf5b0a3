//! Analysis: the champion looks into a position until told to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chess::{Color, Game, Position};
use engine::review::win_percent;
use engine::{Champion, Question, Tablebases, WinRate, review};
use search::champion::{Event, Info, Limits, MAX_DEPTH, Signals, Verdict};

use crate::crew::{Leave, Memory};
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

/// A page's analyst: keeps what it has learnt from position to position.
pub(crate) struct Analyst {
    /// Held by the search that runs; the next one waits for it.
    champion: Arc<Mutex<Champion>>,
    threads: u32,
    hash: u32,
    stop: Stop,
    _leave: Leave,
    _memory: Memory,
}

impl Analyst {
    /// Begins an analysis; the analyst of the one before is used again if it fits.
    pub(crate) fn begin(
        before: Option<Analyst>,
        order: &AnalysisOrder<'_>,
        house: &Arc<House>,
        outbox: &Outbox,
        id: u32,
    ) -> Result<Analyst, String> {
        let game = place::game(order.place)?;
        let most = house.card.most;
        let lines = within("lines", order.lines, most.lines)?;
        let threads = within("threads", order.threads.unwrap_or(1), most.threads)?;
        let hash = within("hash", order.hash.unwrap_or(limits::USUAL_HASH_MIB), most.hash)?;
        let mut analyst = match before {
            Some(before) if (before.threads, before.hash) == (threads, hash) => before,
            before => {
                drop(before);
                Analyst::hire(threads, hash, house)?
            }
        };
        // The search before this one ends and gives the champion back.
        analyst.stop = Stop::default();
        let (champion, stop) = (Arc::clone(&analyst.champion), analyst.stop.flag());
        let tables = house.tablebases.clone();
        let (news, outbox_) = (News::to(outbox, id), outbox.clone());
        outbox.tell(Some(id), Tell::Analysing {});
        house.crew.search(move || {
            let mut champion = champion.lock().unwrap_or_else(PoisonError::into_inner);
            let tablebase = tables.and_then(|tables| probe(&tables, game.position()));
            let mut report = begin_report(&game, tablebase);
            // Nobody wants it any more if it was replaced while it waited.
            if !stop.load(Ordering::Relaxed) {
                look_into(&mut champion, &game, lines, &stop, &mut |info| {
                    take_in(&mut report, game.position(), info);
                    news.put(Tell::Analysis(Box::new(report.clone())));
                });
            }
            drop(champion);
            report.finished = true;
            news.silence();
            outbox_.tell(Some(id), Tell::Analysis(Box::new(report)));
        })?;
        Ok(analyst)
    }

    fn hire(threads: u32, hash: u32, house: &House) -> Result<Analyst, String> {
        let leave = house.crew.leave()?;
        let memory = house.crew.memory(hash + 8 * threads)?;
        let mut champion =
            Champion::new(threads as usize, hash as usize).map_err(|error| error.to_string())?;
        champion.endgames_mut().tables.clone_from(&house.tablebases);
        Ok(Analyst {
            champion: Arc::new(Mutex::new(champion)),
            threads,
            hash,
            stop: Stop::default(),
            _leave: leave,
            _memory: memory,
        })
    }
}

/// Lets the champion search until it is stopped or has nothing left to find.
fn look_into(
    champion: &mut Champion,
    game: &Game,
    lines: u32,
    stop: &AtomicBool,
    on_line: &mut dyn FnMut(&Info),
) {
    let limits = Limits {
        depth: Some(MAX_DEPTH),
        move_time: Some(limits::ANALYSIS),
        multi_pv: lines as usize,
        ..Limits::default()
    };
    let question = Question {
        game,
        limits: &limits,
        signals: &Signals::new(),
        stop: Some(stop),
        begun: Instant::now(),
    };
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
    report.millis = u32::try_from(info.time.as_millis()).unwrap_or(u32::MAX);
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
    let verdict = tables.probe_now(position).or_else(|| tables.probe_wdl(position))?;
    let verdict = match (verdict, position.turn()) {
        (Verdict::Win, Color::White) | (Verdict::Loss, Color::Black) => TablebaseVerdict::Win,
        (Verdict::Loss, Color::White) | (Verdict::Win, Color::Black) => TablebaseVerdict::Loss,
        (Verdict::CursedWin, Color::White) | (Verdict::BlessedLoss, Color::Black) => {
            TablebaseVerdict::CursedWin
        }
        (Verdict::BlessedLoss, Color::White) | (Verdict::CursedWin, Color::Black) => {
            TablebaseVerdict::BlessedLoss
        }
        (Verdict::Draw, _) => TablebaseVerdict::Draw,
    };
    let dtz = tables.probe_dtz(position);
    let best = tables.best_moves(position).unwrap_or_default();
    let said = match verdict {
        TablebaseVerdict::Win => "White wins",
        TablebaseVerdict::CursedWin => "a draw: White would win but for the fifty-move rule",
        TablebaseVerdict::Draw => "a draw",
        TablebaseVerdict::BlessedLoss => "a draw: Black would win but for the fifty-move rule",
        TablebaseVerdict::Loss => "Black wins",
    };
    let sentence = match dtz.map(i32::unsigned_abs) {
        Some(plies @ 1..) => {
            format!("{said}; {plies} plies to the next capture or pawn move")
        }
        _ => said.to_owned(),
    };
    let best = best.iter().map(|&mv| views::uci(position, mv)).collect();
    Some(TablebaseReport { verdict, dtz, best, sentence })
}
