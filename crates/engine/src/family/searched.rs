//! A player of the family in the champion's place: what programs hear of it.

use std::time::{Duration, Instant};

use chess::Move;
use search::champion::{Event, Info};
use search::fallible::{Candidate, FallibleReport};
use search::{Ending, Limits, Report, Signals};

use super::limited::{Limited, Mind};
use crate::Question;

impl Limited {
    /// Searches where the game stands, and tells its lines as the champion does.
    pub(crate) fn search(
        &mut self,
        mind: &mut Mind,
        question: &Question<'_>,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Report {
        let Question { game, limits, signals, begun } = *question;
        let wanted = limits.multi_pv.max(1);
        let mut told = Vec::new();
        let tell = &mut |report: &FallibleReport| {
            for info in lines(report, wanted, begun) {
                on_event(Event::Line(&info));
            }
            told = report.candidates.clone();
        };
        let found = self.think(mind, game, limits, signals, tell);
        let lines = lines(&found, wanted, begun);
        // What is told last must be what is played, though another move was better or
        // an iteration was broken off.
        if found.candidates != told {
            for info in &lines {
                on_event(Event::Line(info));
            }
        }
        wait_out(limits, signals, begun);
        let first = found.candidates.first();
        let pv: Vec<Move> = first.map(|first| first.pv.clone()).unwrap_or_default();
        Report {
            best: first.map(|first| first.mv),
            ponder: pv.get(1).copied(),
            score: first.map_or_else(Default::default, |first| first.score),
            pv,
            depth: found.depth,
            seldepth: found.depth,
            nodes: found.nodes,
            tb_hits: 0,
            time: begun.elapsed(),
            lines,
            ending: Ending::Finished,
        }
    }
}

/// As many lines as are wanted, as programs read them.
fn lines(report: &FallibleReport, wanted: usize, begun: Instant) -> Vec<Info> {
    let info = |(index, candidate): (usize, &Candidate)| Info {
        depth: report.depth.max(1),
        seldepth: report.depth.max(candidate.pv.len() as u32),
        multipv: index + 1,
        score: candidate.score,
        bound: candidate.bound,
        nodes: report.nodes,
        time: begun.elapsed(),
        hashfull: 0,
        tb_hits: 0,
        pv: candidate.pv.clone(),
    };
    report.candidates.iter().take(wanted).enumerate().map(info).collect()
}

/// Waits as long as an answer would come too early: in an infinite search and
/// while pondering until told, otherwise until the time that was asked for is over.
fn wait_out(limits: &Limits, signals: &Signals, begun: Instant) {
    /// How long nobody looks whether to stop.
    const NAP: Duration = Duration::from_millis(2);
    signals.wait(limits.infinite);
    while let Some(left) = limits.move_time.and_then(|time| time.checked_sub(begun.elapsed())) {
        if signals.is_stopped() || limits.depth.is_some() || limits.nodes.is_some() {
            break;
        }
        std::thread::sleep(left.min(NAP));
    }
}
