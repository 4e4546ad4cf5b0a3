//! A position as people read it.

use std::fmt::Write;

use analysis::{Done, Judged, MainLinePly, Origin};
use chess::{Color, Move, Position};
use search::Bound;
use uci::Value;

/// A block of lines: what the position is, then each line with its score, depth
/// and moves.
pub(super) fn block(judged: &Judged) -> String {
    let done = &judged.done;
    let position = done.task.position();
    let mut text = heading(done);
    // Writing to a string does not fail.
    let _ = writeln!(text, "{position}");
    let scores: Vec<String> =
        done.said.lines.iter().map(|line| score(line.value, line.bound)).collect();
    let width = scores.iter().map(String::len).max().unwrap_or(0);
    for ((line, score), number) in done.said.lines.iter().zip(&scores).zip(1..) {
        let moves = moves(position, &line.moves);
        let _ = writeln!(text, "{number:>3}  {score:>width$}  depth {:<3} {moves}", line.depth);
    }
    if done.said.lines.is_empty() {
        let end = if position.is_check() { "checkmate" } else { "stalemate" };
        let _ = writeln!(text, "  {end}");
    }
    if let Some(known) = &done.known {
        let _ = writeln!(text, "  tablebase: {}", known.sentence);
    }
    let seconds = done.time.as_secs_f64();
    let _ = writeln!(
        text,
        "  {} nodes in {seconds:.3} s, {:.0} nodes/s",
        done.nodes,
        done.nodes as f64 / seconds.max(1e-6)
    );
    if let Some(goal) = done.task.goal() {
        let wanted = goal.words(position);
        let _ = writeln!(text, "  wanted: {wanted}: {}", verdict(done));
    }
    if let (Some(judgement), Origin::Ply(MainLinePly { mv: Some(mv), .. })) =
        (judged.judgement, &done.task.origin)
    {
        let mark = match judgement.mark {
            Some(mark) => format!("{}, {}, ", mark.symbol(), mark.name()),
            None => ", ".to_owned(),
        };
        let played = moves(position, &[*mv]);
        let loss = judgement.loss_percent();
        let _ = writeln!(text, "  played: {played}{mark}{loss:.1} % of winning chances lost");
    }
    text.push('\n');
    text
}

/// One line for suites: who, whether it was solved, the move and its score.
pub(super) fn score_line(done: &Done) -> String {
    let position = done.task.position();
    let name = name(done).unwrap_or_else(|| done.task.index.to_string());
    let best = done.said.best().map_or("none".to_owned(), |mv| position.to_san(mv));
    let (score, depth) = match done.said.lines.first() {
        Some(line) => (score(line.value, line.bound), line.depth),
        None => (String::new(), 0),
    };
    let goal = done.task.goal();
    let wanted = goal.map(|goal| format!(" wanted {}", goal.words(position))).unwrap_or_default();
    let verdict = verdict(done);
    format!("{name:<24} {verdict:<14} {best:<8} {score:>9}  depth {depth:<3}{wanted}")
        .trim_end()
        .to_owned()
        + "\n"
}

fn verdict(done: &Done) -> String {
    let Some(goal) = done.task.goal() else { return String::new() };
    let verdict = goal.verdict(&done.said);
    let word = if verdict.is_solved { "solved" } else { "missed" };
    match verdict.points {
        Some(points) => format!("{word} {}/{}", points.made, points.most),
        None => word.to_owned(),
    }
}

fn heading(done: &Done) -> String {
    match &done.task.origin {
        Origin::Line { .. } => name(done).map(|name| name + "\n").unwrap_or_default(),
        Origin::Ply(ply) => {
            let source = &ply.game;
            let tag = |name| chess::quote(source.pgn.tags.get(name).unwrap_or("?"));
            let (white, black) = (tag("White"), tag("Black"));
            format!("Game {}, {white} – {black}, ply {}\n", source.number, ply.ply)
        }
    }
}

/// What the line calls itself.
fn name(done: &Done) -> Option<String> {
    match &done.task.origin {
        Origin::Line { epd, .. } => epd.operand("id").map(chess::quote),
        Origin::Ply(_) => None,
    }
}

/// `+0.35`, `#3`, `#-2`; with a sign where it is only a bound.
fn score(value: Value, bound: Bound) -> String {
    let sign = match bound {
        Bound::Exact => "",
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    };
    match value {
        Value::Mate(moves) => format!("{sign}#{moves}"),
        Value::Cp(cp) => format!("{sign}{:+.2}", f64::from(cp) / 100.0),
    }
}

/// Moves with their numbers: `1. e4 e5` or `7... Nf6 8. O-O`.
fn moves(position: &Position, moves: &[Move]) -> String {
    let mut here = *position;
    let mut words = Vec::new();
    for &mv in moves {
        let san = here.to_san(mv);
        let number = here.fullmove_number();
        let word = match here.turn() {
            Color::White => format!("{number}. {san}"),
            Color::Black if words.is_empty() => format!("{number}... {san}"),
            Color::Black => san,
        };
        if here.play(mv).is_err() {
            break;
        }
        words.push(word);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_moves_in_words() {
        assert_eq!(score(Value::Cp(35), Bound::Exact), "+0.35");
        assert_eq!(score(Value::Cp(-5), Bound::Lower), "≥-0.05");
        assert_eq!(score(Value::Mate(-2), Bound::Exact), "#-2");
        let position: Position = "4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 7".parse().unwrap();
        let line: Vec<Move> = ["a1a8", "e8d7", "a8a7"]
            .iter()
            .scan(position, |here, text| {
                let mv = here.parse_uci(text).unwrap();
                here.play(mv).unwrap();
                Some(mv)
            })
            .collect();
        assert_eq!(moves(&position, &line), "7. Ra8+ Kd7 8. Ra7+");
        let mut after = position;
        after.play(line[0]).unwrap();
        assert_eq!(moves(&after, &line[1..]), "7... Kd7 8. Ra7+");
        assert_eq!(moves(&position, &[]), "");
    }
}
