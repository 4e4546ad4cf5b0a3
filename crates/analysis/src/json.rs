//! A position as a line of JSON.

use std::collections::BTreeMap;

use chess::{Move, Position};
use engine::review;
use search::Bound;
use search::champion::TablebaseResult;
use serde::Serialize;
use uci::Value;

use crate::commentary::sentence;
use crate::task::{Judged, Origin, notation};

/// What programs read about a position. Scores are the mover's view.
#[derive(Serialize)]
struct Record<'a> {
    index: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u64>,
    fen: String,
    lines: Vec<LineJson>,
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tablebase: Option<Tablebase<'a>>,
    nodes: u64,
    seconds: f64,
    /// What the result depends on in addition to the position.
    settings: &'a str,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
    /// Why the move is bad.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// The line that would have been better, by the searches behind the words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    better: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    operations: BTreeMap<&'a str, &'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most_points: Option<u32>,
}

/// What endgame tables know. The verdict is the mover's view.
#[derive(Serialize)]
struct Tablebase<'a> {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtz: Option<i32>,
    best: Vec<String>,
    sentence: &'a str,
}

#[derive(Serialize)]
struct LineJson {
    multipv: usize,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    score_cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    /// Said only where the score is not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    pv: Vec<String>,
}

/// The position as a line of JSON, with the words for the move played there, if there are any.
pub fn json_line(judged: &Judged, settings: &str) -> String {
    let done = &judged.done;
    let position = done.task.position();
    let verdict = done.task.goal().map(|goal| goal.verdict(&done.said));
    let uci = |mv: Move| position.to_uci(mv, notation(position));
    let (line, epd, ply) = match &done.task.origin {
        Origin::Line { line, epd, .. } => (Some(*line), Some(epd), None),
        Origin::Ply(ply) => (None, None, Some(ply)),
    };
    let operations = epd.map(|epd| epd.operations.as_slice()).unwrap_or_default();
    let points = verdict.and_then(|verdict| verdict.points);
    let lines = done.said.lines.iter().zip(1..);
    let said = judged.said.as_ref().filter(|said| said.judgement.mark.is_some());
    let record = Record {
        index: done.task.index,
        line,
        id: epd.and_then(|epd| epd.operand("id")),
        game: ply.map(|ply| ply.game.number),
        ply: ply.map(|ply| ply.ply),
        fen: position.to_string(),
        lines: lines.map(|(line, multipv)| LineJson::of(position, line, multipv)).collect(),
        best: done.said.best().map(uci),
        tablebase: done.known.as_ref().map(|known| Tablebase {
            verdict: verdict_name(known.verdict),
            dtz: known.dtz,
            best: known.best.iter().map(|&mv| uci(mv)).collect(),
            sentence: &known.sentence,
        }),
        nodes: done.nodes,
        seconds: rounded(done.time.as_secs_f64(), 1e6),
        settings,
        mv: ply.and_then(|ply| ply.mv).map(uci),
        loss_percent: judged.judgement.map(|judgement| rounded(judgement.loss_percent(), 1e2)),
        mark: judged.judgement.and_then(|judgement| Some(judgement.mark?.name())),
        words: said.and_then(sentence),
        better: said.map_or_else(Vec::new, |said| coach::words::uci_line(position, &said.better)),
        operations: operations
            .iter()
            .map(|(name, operands)| (name.as_str(), operands.as_slice()))
            .collect(),
        solved: verdict.map(|verdict| verdict.is_solved),
        points: points.map(|points| points.made),
        most_points: points.map(|points| points.most),
    };
    // Numbers, texts and lists of them can always be written.
    serde_json::to_string(&record).unwrap_or_default() + "\n"
}

impl LineJson {
    fn of(position: &Position, line: &review::Line, multipv: usize) -> LineJson {
        let (score_cp, mate) = match line.value {
            Value::Cp(cp) => (Some(cp), None),
            Value::Mate(moves) => (None, Some(moves)),
        };
        let bound = match line.bound {
            Bound::Exact => None,
            Bound::Lower => Some("lower"),
            Bound::Upper => Some("upper"),
        };
        let mut here = *position;
        let pv = line.moves.iter().map_while(|&mv| {
            let text = here.to_uci(mv, notation(position));
            here.play(mv).ok().map(|()| text)
        });
        LineJson { multipv, depth: line.depth, score_cp, mate, bound, pv: pv.collect() }
    }
}

/// A certain result as one word.
fn verdict_name(verdict: TablebaseResult) -> &'static str {
    match verdict {
        TablebaseResult::Loss => "loss",
        TablebaseResult::BlessedLoss => "blessed_loss",
        TablebaseResult::Draw => "draw",
        TablebaseResult::CursedWin => "cursed_win",
        TablebaseResult::Win => "win",
    }
}

fn rounded(value: f64, scale: f64) -> f64 {
    (value * scale).round() / scale
}
