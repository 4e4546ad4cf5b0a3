//! The end of games, and of the engine.

use std::thread;
use std::time::Duration;

use super::desk::{A_WHILE, Examiner, game, middle_game, position};
use super::{CheckOutcome, wrong};
use crate::reply::Value;

pub(super) fn answers_finished_games(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    for (fen, score) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Value::Mate(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Value::Cp(0)),
    ] {
        for go in ["go depth 3", "go movetime 20", "go wtime 100 btime 100"] {
            desk.say(&format!("position fen {fen}"));
            desk.say(go);
            let answer = desk.answer()?;
            if let Some(mv) = answer.mv {
                return wrong(format!("'{mv}' where there is no legal move"));
            }
            let said = answer.infos.iter().rev().find_map(|(info, _)| info.score);
            if said.is_some_and(|said| said.value != score) {
                return wrong(format!("a score other than {score} in {fen}"));
            }
            if said.is_none() {
                return wrong(format!("no score in {fen}; '{score}' is expected"));
            }
            desk.ready()?;
        }
    }
    Ok("bestmove (none) with a score".to_owned())
}

pub(super) fn finds_mates(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2),
        ("k7/8/8/8/8/7r/6r1/K7 b - - 0 1", 1),
    ] {
        let start = game(fen, "");
        let answer = desk.search(&start, "go depth 10")?;
        answer.lines_hold(&start)?;
        let score = answer.last().and_then(|info| info.score);
        match score.map(|score| score.value) {
            Some(Value::Mate(found)) if found == moves => {}
            Some(other) => return wrong(format!("mate in {moves} is called '{other}' ({fen})")),
            None => return wrong("no score"),
        }
    }
    Ok("with the right distance".to_owned())
}

/// How long an engine may take to leave.
const LEAVING: Duration = Duration::from_secs(2);

pub(super) fn quits(desk: &mut Examiner<'_>) -> CheckOutcome {
    for go in [None, Some("go infinite"), Some("go ponder wtime 1000 btime 1000")] {
        desk.open()?;
        if let Some(go) = go {
            desk.position(&middle_game());
            desk.say(go);
            desk.no_answer_for(A_WHILE)?;
        }
        desk.say("quit");
        match desk.wire()?.wait(LEAVING) {
            Some(status) if status.success() => {}
            Some(status) => return wrong(format!("it left with {status}")),
            None => return wrong(format!("it was still there {LEAVING:.0?} after 'quit'")),
        }
    }
    Ok("at once, with exit code 0".to_owned())
}

pub(super) fn ends_with_its_pipes(desk: &mut Examiner<'_>) -> CheckOutcome {
    for go in [None, Some("go infinite")] {
        desk.open()?;
        if let Some(go) = go {
            desk.position(&middle_game());
            desk.say(go);
            desk.no_answer_for(A_WHILE)?;
        }
        desk.wire()?.hang_up();
        if desk.wire()?.wait(LEAVING).is_none() {
            let when = if go.is_some() { " during a search" } else { "" };
            return wrong(format!(
                "it was still there {LEAVING:.0?} after its input was closed{when}"
            ));
        }
    }
    let patience = desk.patience();
    for go in [None, Some("go infinite")] {
        let mut engine = desk.unheard()?;
        if let Some(go) = go {
            engine.say(&position(&middle_game()));
            engine.say(go);
            thread::sleep(A_WHILE);
        }
        engine.stop_listening();
        // Who says nothing does not notice.
        engine.say("isready");
        if !engine.leaves(patience) {
            let when = if go.is_some() { " during a search" } else { "" };
            return wrong(format!(
                "it was still there {patience:.0?} after its output was closed{when}"
            ));
        }
    }
    Ok("the end of either is the end".to_owned())
}
