//! What follows `go`.

use std::time::{Duration, Instant};

use chess::Game;

use super::desk::{Examiner, SearchAnswer, both_colors, game, middle_game};
use super::{CheckOutcome, Complaint, wrong};

/// A legal move, and a score from at least depth 1.
fn move_with_score(
    desk: &mut Examiner<'_>,
    position: &Game,
    go: &str,
) -> Result<SearchAnswer, Complaint> {
    let answer = desk.search(position, go)?;
    match answer.last() {
        Some(info) if info.depth.unwrap_or(0) >= 1 => Ok(answer),
        _ => wrong(format!("after '{go}': a move, but no score of depth 1")),
    }
}

pub(super) fn keeps_counts(desk: &mut Examiner<'_>) -> CheckOutcome {
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
    let mut mate = game("7k/R7/1R6/8/8/8/8/K7 w - - 0 1", "");
    let answer = desk.search(&mate, "go mate 1")?;
    let mv = answer.legal(&mate)?;
    // Legal: that was just asked.
    mate.play(mv).ok();
    if !mate.position().is_checkmate() {
        let said = answer.mv.unwrap_or_default();
        return wrong(format!("after 'go mate 1': {said} is no mate, and there is one"));
    }
    Ok("depths exact, nodes kept to, the mate found".to_owned())
}

pub(super) fn keeps_move_time(desk: &mut Examiner<'_>) -> CheckOutcome {
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

/// Clocks that programs send when the time is over, or by mistake, as White's
/// engine hears them.
const CLOCKS: [&str; 11] = [
    "go wtime 1 btime 1",
    "go wtime 0 btime 0",
    "go wtime -100 btime -100 winc 0 binc 0",
    "go wtime 100",
    "go btime 100",
    "go wtime 100 btime 100 movestogo 1",
    "go wtime 100 btime 100 winc 1000 binc 1000",
    "go wtime 200 btime 200 movestogo 0",
    "go wtime 50 btime 99999999 winc 0 binc 0 movestogo 40",
    "go winc 10 binc 10 wtime 20 btime 20",
    "go movetime 0",
];

/// The most time that any of these clocks leaves, increments not counted.
const LONGEST_CLOCK: Duration = Duration::from_millis(200);

pub(super) fn survives_clocks(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    let [white, black] = both_colors();
    let turned = CLOCKS.map(|go| (&black, swapped(go)));
    for (start, go) in CLOCKS.map(|go| (&white, go.to_owned())).into_iter().chain(turned) {
        desk.position(start);
        desk.ready()?;
        let begin = Instant::now();
        desk.say(&go);
        let turn = start.position().turn();
        let said =
            |complaint| Complaint::Wrong(format!("after '{go}' with {turn} to move: {complaint}"));
        let answer = desk.answer().map_err(said)?;
        answer.legal(start).map_err(said)?;
        if answer.last().is_none() {
            return wrong(format!("after '{go}': a move, but no score of depth 1"));
        }
        let took = answer.at.saturating_duration_since(begin);
        if took > LONGEST_CLOCK + desk.slack() {
            return wrong(format!("'{go}' took {took:.0?} with {turn} to move"));
        }
    }
    Ok(format!("{} clocks with either to move, each with a move and a score", CLOCKS.len()))
}

/// The same with the clocks of the colors exchanged.
fn swapped(go: &str) -> String {
    let swap = |word| match word {
        "wtime" => "btime",
        "btime" => "wtime",
        "winc" => "binc",
        "binc" => "winc",
        other => other,
    };
    go.split(' ').map(swap).collect::<Vec<_>>().join(" ")
}

pub(super) fn reads_any_order(desk: &mut Examiner<'_>) -> CheckOutcome {
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

pub(super) fn keeps_search_moves(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    let answer = desk.search(&middle_game(), "go depth 5 searchmoves a2a4 h2h3")?;
    match answer.mv.as_deref() {
        Some("a2a4" | "h2h3") => {}
        other => return wrong(format!("it chose {}", other.unwrap_or("nothing"))),
    }
    // Mate in one is what any engine plays that may.
    let mate = game("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "");
    let kept = desk.search(&mate, "go depth 5 searchmoves a1a2 a1b1")?;
    if !matches!(kept.mv.as_deref(), Some("a1a2" | "a1b1")) {
        return wrong("it plays a mate that it was told to leave out");
    }
    if desk.search(&mate, "go depth 5")?.mv.as_deref() != Some("d1d8") {
        return wrong("no mate in one afterwards: the restriction outlived its search");
    }
    Ok("kept, and forgotten afterwards".to_owned())
}
