//! What an engine says while it searches.

use std::collections::HashSet;

use search::Bound;

use super::desk::{Examiner, game, middle_game};
use super::{CheckOutcome, Complaint, wrong};
use crate::reply::Value;
use crate::words::shown;

/// Positions with repetitions, few pieces, promotions, checks, 50 moves near.
const POSITIONS: [&str; 8] = [
    "",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1",
    "8/P7/1K6/8/8/8/6kp/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "8/8/4k3/8/8/4K3/4R3/8 w - - 94 120",
    "k7/8/8/8/8/8/8/KBN5 w - - 0 1",
];

pub(super) fn shows_legal_lines(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    let mut lines = 0;
    for fen in POSITIONS {
        let start = game(fen, "");
        lines += desk.search(&start, "go depth 12")?.lines_hold(&start)?;
    }
    // Near a repetition.
    let back_and_forth = game("", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    lines += desk.search(&back_and_forth, "go depth 8")?.lines_hold(&back_and_forth)?;
    // With the repetition itself no reply is left to expect, though it knows one.
    let draw = desk.search(&back_and_forth, "go depth 8 searchmoves f6g8")?;
    lines += draw.lines_hold(&back_and_forth)?;
    lines += desk.search(&middle_game(), "go movetime 300")?.lines_hold(&middle_game())?;
    if lines == 0 {
        return wrong("no search showed a line");
    }
    Ok(format!("{lines} lines"))
}

pub(super) fn shows_well_formed_info(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    let answer = desk.search(&middle_game(), "go depth 10")?;
    let (mut depth, mut count) = (0, 0);
    for (info, _) in &answer.infos {
        if let Some(text) = &info.string
            && text.to_ascii_lowercase().starts_with("error")
        {
            return wrong(format!("'{}' reads like the end of the engine", shown(text)));
        }
        let Some(next) = info.depth.filter(|_| info.score.is_some()) else { continue };
        if next < depth {
            return wrong(format!("depth {next} after depth {depth}"));
        }
        depth = next;
        let is_whole = info.nodes.is_some() && info.time.is_some();
        if !is_whole {
            return wrong(format!("'{}' lacks nodes or time", shown(&info.to_string())));
        }
        count += 1;
    }
    if count == 0 {
        return wrong("'go depth 10' got no line with a depth and a score");
    }
    Ok(format!("{count} lines with a score, to depth {depth}"))
}

pub(super) fn shows_several_lines(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    desk.set("MultiPV", "4")?;
    let answer = desk.search(&middle_game(), "go depth 8")?;
    answer.lines_hold(&middle_game())?;
    let mut first_moves = HashSet::new();
    let mut last: Vec<Option<i64>> = vec![None; 5];
    for (info, _) in &answer.infos {
        if info.depth != Some(8) || info.score.is_none_or(|score| score.bound != Bound::Exact) {
            continue;
        }
        let (Some(number), Some(mv)) = (info.multipv, info.pv.first()) else { continue };
        if number == 1 {
            first_moves.clear();
            last.fill(None);
        }
        first_moves.insert(mv.clone());
        if let Some(slot) = last.get_mut(number as usize) {
            *slot = info.score.map(|score| match score.value {
                Value::Cp(cp) => i64::from(cp),
                Value::Mate(moves) => i64::from(moves.signum()) * 1_000_000 - i64::from(moves),
            });
        }
    }
    if first_moves.len() != 4 {
        return wrong(format!("{} different lines at depth 8 instead of 4", first_moves.len()));
    }
    let scores: Vec<i64> = last.into_iter().flatten().collect();
    if !scores.is_sorted_by(|one, next| one >= next) {
        return wrong(format!("lines out of order: {scores:?}"));
    }
    // More lines than moves.
    let few = game("k7/8/8/8/8/8/1q6/K7 w - - 0 1", "");
    desk.search(&few, "go depth 3")?;
    Ok("four different lines, best first".to_owned())
}

pub(super) fn shows_chances(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    desk.set("UCI_ShowWDL", "true")?;
    let answer = desk.search(&middle_game(), "go depth 8")?;
    let with_score = answer.infos.iter().filter(|(info, _)| info.score.is_some());
    let mut count = 0;
    for (info, _) in with_score {
        let wdl = info.wdl.ok_or_else(|| {
            Complaint::Wrong(format!("'{}' has no wdl", shown(&info.to_string())))
        })?;
        let sum = u32::from(wdl.win) + u32::from(wdl.draw) + u32::from(wdl.loss);
        if sum != 1000 {
            return wrong(format!("chances of {sum} in a thousand"));
        }
        count += 1;
    }
    if count == 0 {
        return wrong("'go depth 8' got no line with a score, and so none with chances");
    }
    Ok(format!("{count} lines add up"))
}
