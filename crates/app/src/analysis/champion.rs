//! The champion as an analyst.

use std::time::Instant;

use chess::Position;
use engine::{Champion, Question, WinRate, review};
use search::champion::{Event, Info, MAX_DEPTH};
use search::{Bound, Limits};

use super::{Effort, Job, report};
use crate::crew::ReservedMemory;
use crate::house::House;
use crate::protocol::AnalysisReport;
use crate::{limits, views};

/// A champion and what it was hired with.
pub(super) struct HiredChampion {
    champion: Champion,
    effort: Effort,
    _memory: ReservedMemory,
}

impl HiredChampion {
    pub(super) fn hire(effort: Effort, house: &House) -> Result<HiredChampion, String> {
        let Effort { threads, hash } = effort;
        let memory = house.crew.memory(hash + 8 * threads)?;
        let mut champion =
            Champion::new(threads as usize, hash as usize).map_err(|error| error.to_string())?;
        champion.endgames_mut().tables.clone_from(&house.tablebases);
        Ok(HiredChampion { champion, effort, _memory: memory })
    }

    /// Whether it was hired with that.
    pub(super) fn has(&self, effort: Effort) -> bool {
        self.effort == effort
    }

    /// Searches until it is stopped or has nothing left to find.
    pub(super) fn look_into(&mut self, job: &Job, told: &mut AnalysisReport) {
        let limits = Limits {
            depth: Some(MAX_DEPTH),
            move_time: Some(limits::ANALYSIS),
            multi_pv: job.lines as usize,
            ..Limits::default()
        };
        let question = Question {
            game: &job.game,
            limits: &limits,
            signals: &job.stop,
            begun: Instant::now(),
        };
        let mut on_line = |info: &Info| {
            take_in(told, job.game.position(), info);
            job.tell(told);
        };
        let found = self.champion.search(&question, &mut |event| {
            if let Event::Line(info) = event {
                on_line(info);
            }
        });
        for info in &found.lines {
            on_line(info);
        }
    }
}

fn take_in(told: &mut AnalysisReport, position: &Position, info: &Info) {
    told.seldepth = told.seldepth.max(info.seldepth);
    told.nodes = told.nodes.max(info.nodes);
    told.millis = views::millis(info.time);
    told.nps = report::speed(info.nodes, info.time);
    told.hashfull = info.hashfull;
    told.tablebase_hits = info.tb_hits;
    // What is only a bound is better than nothing, and than nothing else: its line is a move long.
    if told.lines.len() >= info.multipv && info.bound != Bound::Exact {
        return;
    }
    let wdl = WinRate::of(position).per_mille(info.score);
    let value = review::shown(position, info.score);
    let moves = views::line(position, &info.pv);
    report::put(told, info.multipv, report::line(position, info.depth, value, Some(wdl), moves));
}
