//! Searching, pondering, stopping: what may be said when.

use std::time::{Duration, Instant};

use super::desk::{A_WHILE, Examiner, game, middle_game};
use super::{CheckOutcome, Complaint, wrong};

pub(super) fn is_ready_in_search(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    desk.position(&middle_game());
    desk.say("go infinite");
    desk.no_answer_for(A_WHILE)?;
    let begin = Instant::now();
    desk.ready()?;
    let took = begin.elapsed();
    desk.say("stop");
    desk.answer()?.legal(&middle_game())?;
    Ok(format!("readyok after {took:.1?}"))
}

pub(super) fn stops_once(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    desk.say("stop");
    desk.ready()?;
    desk.position(&middle_game());
    desk.say("go infinite");
    desk.no_answer_for(A_WHILE)?;
    desk.say("stop");
    desk.say("stop");
    desk.answer()?.legal(&middle_game())?;
    desk.say("stop");
    desk.no_answer_for(A_WHILE)?;
    // At once after `go`, too.
    for _ in 0..10 {
        desk.position(&middle_game());
        desk.say("go infinite");
        desk.say("stop");
        desk.answer()?.legal(&middle_game())?;
    }
    desk.ready()?;
    Ok("one bestmove a go".to_owned())
}

/// How often the time from `stop` to `bestmove` is taken.
const STOPS: usize = 100;

pub(super) fn stops_quickly(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    let mut times = Vec::with_capacity(STOPS);
    for round in 0..STOPS {
        desk.position(&middle_game());
        desk.say("go infinite");
        desk.no_answer_for(Duration::from_millis(5 + round as u64 % 20))?;
        let begin = Instant::now();
        desk.say("stop");
        let answer = desk.answer()?;
        times.push(answer.at.saturating_duration_since(begin));
    }
    times.sort_unstable();
    let (median, last) = (times[STOPS / 2], times[STOPS * 99 / 100 - 1]);
    let text = format!("median {median:.1?}, 99 of 100 within {last:.1?}");
    let limit = desk.stop_limit();
    if last > limit { wrong(format!("{text}; {limit:?} are allowed")) } else { Ok(text) }
}

pub(super) fn waits_when_infinite(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    let mut most = 0;
    for fen in ["7k/R7/1R6/8/8/8/8/K7 w - - 0 1", "8/8/8/8/8/k7/8/KR6 w - - 0 1"] {
        let mate = game(fen, "");
        desk.position(&mate);
        desk.say("go infinite");
        most = most.max(desk.no_answer_for(Duration::from_millis(400))?);
        desk.say("stop");
        desk.answer()?.legal(&mate)?;
    }
    // With an end in sight it may not answer either.
    desk.position(&game("7k/8/8/8/8/8/5q2/7K w - - 0 1", ""));
    desk.say("go infinite");
    desk.no_answer_for(A_WHILE)?;
    desk.say("stop");
    desk.answer()?;
    if most > 1_000 {
        return wrong(format!("{most} lines in 0.4 s once mate was found"));
    }
    Ok(format!("at most {most} lines in 0.4 s once mate was found"))
}

pub(super) fn ponders(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    desk.set("Ponder", "true")?;
    let go = "go ponder wtime 400 btime 400 winc 10 binc 10";
    desk.position(&middle_game());
    desk.say(go);
    // Longer than its clock: the time is the opponent's.
    desk.no_answer_for(Duration::from_millis(600))?;
    desk.ready()?;
    let begin = Instant::now();
    desk.say("ponderhit");
    let answer = desk.answer()?;
    answer.legal(&middle_game())?;
    let took = answer.at.saturating_duration_since(begin);
    if took > Duration::from_millis(400) + desk.slack() {
        return wrong(format!("{took:.0?} after ponderhit with 400 ms on the clock"));
    }
    desk.position(&middle_game());
    desk.say(go);
    desk.no_answer_for(A_WHILE)?;
    desk.say("stop");
    desk.answer()?.legal(&middle_game())?;
    desk.say("ponderhit");
    desk.no_answer_for(A_WHILE)?;
    // A short search must wait as well.
    desk.position(&middle_game());
    desk.say("go ponder depth 2");
    desk.no_answer_for(A_WHILE)?;
    desk.say("ponderhit");
    desk.answer()?.legal(&middle_game())?;
    Ok("waits, and answers the hit".to_owned())
}

pub(super) fn survives_commands_in_search(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    desk.position(&middle_game());
    desk.say("go infinite");
    desk.no_answer_for(A_WHILE)?;
    for line in ["position startpos moves e2e4", "nonsense", "debug on", "debug off"] {
        desk.say(line);
    }
    desk.ready()?;
    desk.say("stop");
    desk.answer()?.legal(&middle_game())?;
    desk.ready()?;
    desk.search(&middle_game(), "go depth 3")?;
    Ok("lives on".to_owned())
}

pub(super) fn starts_over(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    for _ in 0..5 {
        desk.say("ucinewgame");
        desk.ready()?;
        desk.search(&middle_game(), "go depth 6")
            .map_err(|complaint| Complaint::Wrong(format!("after 'ucinewgame': {complaint}")))?;
    }
    Ok("five games".to_owned())
}
