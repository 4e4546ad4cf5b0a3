//! What an analysis tells the page.

use std::time::Duration;

use chess::{Color, Game, Position};
use engine::Tablebases;
use engine::review::win_percent;
use search::champion::TablebaseResult;

use crate::protocol::{
    AnalysisLine, AnalysisReport, LineView, TablebaseReport, TablebaseVerdict, Wdl,
};
use crate::views;

/// A report that says nothing yet, but for what the tables of endgames know.
pub(super) fn begin(game: &Game, tables: Option<&Tablebases>) -> AnalysisReport {
    AnalysisReport {
        fen: game.position().to_string(),
        engine: None,
        depth: 0,
        seldepth: 0,
        nodes: 0,
        nps: 0,
        millis: 0,
        hashfull: 0,
        tablebase_hits: 0,
        lines: Vec::new(),
        tablebase: tables.and_then(|tables| probe(tables, game.position())),
        finished: false,
    }
}

/// Puts a line where it belongs, the best being number 1. Lines come in their order.
pub(super) fn put(report: &mut AnalysisReport, number: usize, line: AnalysisLine) {
    let place = number.saturating_sub(1);
    if place == report.lines.len() {
        report.lines.push(line);
    } else if let Some(old) = report.lines.get_mut(place) {
        *old = line;
    }
    report.depth = report.lines.iter().map(|line| line.depth).min().unwrap_or(0);
}

/// A line, what it is worth to the mover, and in so many of 1,000 games each.
pub(super) fn line(
    position: &Position,
    depth: u32,
    value: uci::Value,
    wdl: Option<(u16, u16, u16)>,
    line: LineView,
) -> AnalysisLine {
    let is_white = position.turn() == Color::White;
    let for_mover = win_percent(value);
    AnalysisLine {
        depth,
        value: views::white_view(value, position.turn()),
        wdl: wdl.map(|(win, draw, loss)| {
            let (white, black) = if is_white { (win, loss) } else { (loss, win) };
            Wdl { white, draw, black }
        }),
        win_percent: if is_white { for_mover } else { 100.0 - for_mover },
        line,
    }
}

/// Positions a second.
pub(super) fn speed(nodes: u64, time: Duration) -> u64 {
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
