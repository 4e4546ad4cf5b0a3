//! What follows `go`.

use std::time::{Duration, Instant};

use chess::Game;

use super::desk::{Answer, Desk, game, middle_game};
use super::{Complaint, Outcome, wrong};

/// A legal move, and a score from at least depth 1.
fn move_with_score(desk: &mut Desk<'_>, position: &Game, go: &str) -> Result<Answer, Complaint> {
    let answer = desk.search(position, go)?;
    match answer.last() {
        Some(info) if info.depth.unwrap_or(0) >= 1 => Ok(answer),
        _ => wrong(format!("after '{go}': a move, but no score of depth 1")),
    }
}

pub(super) fn keeps_counts(desk: &mut Desk<'_>) -> Outcome {
    desk.open()?;
    for depth in [1, 2, 5] {
        let answer = move_with_score(desk, &middle_game(), &format!("go depth {depth}"))?;
        let reached = answer.last().and_then(|info| info.depth).unwrap_or(0);
        if reached != depth {
            return wrong(format!("'go depth {depth}' ended with depth {reached}"));
        }
    }
    for nodes in [1, 1_000, 20_000] {
        let answer = move_with_score(desk, &middle_game(), &format!("go nodes {nodes}"))?;
        let searched = answer.last().and_then(|info| info.nodes).unwrap_or(0);
        // Engines look at the limit now and then; a first depth is owed.
        if searched > nodes * 2 + 10_000 {
            return wrong(format!("'go nodes {nodes}' took {searched} nodes"));
        }
    }
    let mate = game("7k/R7/1R6/8/8/8/8/K7 w - - 0 1", "");
    desk.search(&mate, "go mate 1")?;
    Ok("depths exact".to_owned())
}

pub(super) fn keeps_move_time(desk: &mut Desk<'_>) -> Outcome {
    desk.open()?;
    let mut latest = Duration::ZERO;
    for millis in [1, 50, 300] {
        let wanted = Duration::from_millis(millis);
        desk.position(&middle_game());
        desk.ready()?;
        let begin = Instant::now();
        desk.say(&format!("go movetime {millis}"));
        let answer = desk.answer()?;
        answer.legal(&middle_game())?;
        let took = answer.at.saturating_duration_since(begin);
        if took * 10 < wanted * 8 {
            return wrong(format!("'go movetime {millis}' took only {took:.0?}"));
        }
        if took > wanted + desk.slack() {
            return wrong(format!("'go movetime {millis}' took {took:.0?}"));
        }
        latest = latest.max(took.saturating_sub(wanted));
    }
    Ok(format!("at most {latest:.1?} late"))
}

/// Clocks that programs send when the time is over, or by mistake.
const CLOCKS: [&str; 10] = [
    "go wtime 1 btime 1",
    "go wtime 0 btime 0",
    "go wtime -100 btime -100 winc 0 binc 0",
    "go wtime 100",
    "go wtime 100 btime 100 movestogo 1",
    "go wtime 100 btime 100 winc 1000 binc 1000",
    "go wtime 200 btime 200 movestogo 0",
    "go wtime 50 btime 99999999 winc 0 binc 0 movestogo 40",
    "go winc 10 binc 10 wtime 20 btime 20",
    "go movetime 0",
];

/// The most time that any of these clocks leaves, increments not counted.
const LONGEST_CLOCK: Duration = Duration::from_millis(200);

pub(super) fn survives_clocks(desk: &mut Desk<'_>) -> Outcome {
    desk.open()?;
    for go in CLOCKS {
        desk.position(&middle_game());
        desk.ready()?;
        let begin = Instant::now();
        desk.say(go);
        let said = |complaint| Complaint::Wrong(format!("after '{go}': {complaint}"));
        let answer = desk.answer().map_err(said)?;
        answer.legal(&middle_game()).map_err(said)?;
        if answer.last().is_none() {
            return wrong(format!("after '{go}': a move, but no score of depth 1"));
        }
        let took = answer.at.saturating_duration_since(begin);
        if took > LONGEST_CLOCK + desk.slack() {
            return wrong(format!("'{go}' took {took:.0?}"));
        }
    }
    Ok(format!("{} clocks, each with a move and a score", CLOCKS.len()))
}

pub(super) fn reads_any_order(desk: &mut Desk<'_>) -> Outcome {
    desk.open()?;
    for go in [
        "go binc 5 winc 5 movestogo 20 btime 2000 wtime 2000",
        "go wibble depth 3",
        "go nodes 5000 depth 3",
        "go depth 3 movetime 5000",
        "go depth three movetime 20",
        "go searchmoves a2a4 h2h3 depth 3",
    ] {
        move_with_score(desk, &middle_game(), go)
            .map_err(|complaint| Complaint::Wrong(format!("after '{go}': {complaint}")))?;
    }
    Ok("six of them".to_owned())
}

pub(super) fn keeps_search_moves(desk: &mut Desk<'_>) -> Outcome {
    desk.open()?;
    let answer = desk.search(&middle_game(), "go depth 5 searchmoves a2a4 h2h3")?;
    match answer.mv.as_deref() {
        Some("a2a4" | "h2h3") => {}
        other => return wrong(format!("it chose {}", other.unwrap_or("nothing"))),
    }
    let free = desk.search(&middle_game(), "go depth 8")?;
    if matches!(free.mv.as_deref(), Some("a2a4" | "h2h3")) && free.infos.is_empty() {
        return wrong("the restriction outlived its search");
    }
    Ok("kept, and forgotten afterwards".to_owned())
}
