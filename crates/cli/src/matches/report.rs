//! A match in words and figures.

use std::fmt::Write;
use std::time::Duration;

use arena::statistics::{Elo, Estimate, Sprt, SprtDecision};
use arena::{Match, Standings};

/// The report at the end.
pub(super) fn text(order: &Match, standings: &Standings) -> String {
    let mut text = String::new();
    for line in figures(order, standings, usize::MAX) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
    }
    let [white, draws, black] = standings.by_color();
    let _ = writeln!(text, "White won {white}, Black won {black}, {draws} drawn");
    for line in conduct(order, standings) {
        let _ = writeln!(text, "{line}");
    }
    let games = standings.games() - standings.resumed;
    let overhead = match standings.work().overhead() {
        Some(time) => format!(", {:.3} ms a move not spent thinking", 1e3 * time.as_secs_f64()),
        None => String::new(),
    };
    let games = counted(games, "game");
    let _ = writeln!(text, "{games} in {}{overhead}", spoken(standings.elapsed));
    text
}

/// How it stands, a few lines. The rating list keeps to so many columns where
/// shorter names are enough for that.
pub(super) fn figures(order: &Match, standings: &Standings, room: usize) -> Vec<String> {
    match order.players.len() {
        2 => duel(order, standings),
        _ => ratings(order, standings, room),
    }
}

fn duel(order: &Match, standings: &Standings) -> Vec<String> {
    let tally = standings.first_tally();
    let mut lines = vec![format!("{} against {}", order.players[0].name, order.players[1].name)];
    let (Some(score), Some(estimate), Some(drawn)) =
        (tally.score(), Estimate::of(&tally), tally.draw_ratio())
    else {
        lines.push("no game was played".to_owned());
        return lines;
    };
    lines.push(format!(
        "games {}: {} won, {} drawn, {} lost, score {:.1} %, draws {:.1} %",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * score,
        100.0 * drawn
    ));
    let pairs: Vec<String> = tally.pairs.iter().map(u64::to_string).collect();
    lines.push(format!("pairs [{}] by points 0, ½, 1, 1½, 2", pairs.join(", ")));
    lines.push(elo(&estimate));
    if let Some(sprt) = &order.sprt {
        lines.push(test(sprt, standings));
    }
    lines
}

fn elo(estimate: &Estimate) -> String {
    let superiority = percent(estimate.superiority);
    let difference = estimate.logistic.difference;
    if estimate.is_bound && difference.abs() < 0.5 {
        return "Elo not known yet: one side has every point".to_owned();
    }
    if estimate.is_bound {
        let beyond = if difference > 0.0 { "above" } else { "below" };
        return format!(
            "Elo {beyond} {difference:+.0}: one side has every point, LOS {superiority}"
        );
    }
    match (estimate.logistic.error, estimate.normalised) {
        (Some(error), Some(Elo { difference: normalised, error: Some(normalised_error) })) => {
            format!(
                "Elo {} ± {error:.1} (normalised {} ± {normalised_error:.1}), LOS {superiority}",
                signed(difference),
                signed(normalised)
            )
        }
        _ => format!(
            "Elo {}, error not known yet: all results are the same, LOS {superiority}",
            signed(difference)
        ),
    }
}

/// With its sign, and no minus before a zero.
fn signed(value: f64) -> String {
    let text = format!("{value:+.1}");
    if text == "-0.0" { "+0.0".to_owned() } else { text }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn test(sprt: &Sprt, standings: &Standings) -> String {
    let verdict = standings.verdict.unwrap_or(SprtDecision::Undecided);
    format!(
        "SPRT [{}, {}] {}: LLR {:.2} between {:.2} and {:.2}, {verdict}",
        sprt.elo0,
        sprt.elo1,
        sprt.model,
        standings.llr.unwrap_or(0.0),
        sprt.lower(),
        sprt.upper()
    )
}

/// What a line of the rating list has next to the name, in columns.
const BESIDE_NAME: usize = 46;
/// So much of a name is always shown.
const SHORTEST_NAME: usize = 12;

/// The rating list, best first.
fn ratings(order: &Match, standings: &Standings, room: usize) -> Vec<String> {
    let mut ratings: Vec<_> = standings.ratings().into_iter().zip(&order.players).collect();
    ratings.sort_by(|(a, _), (b, _)| b.elo.total_cmp(&a.elo));
    let longest = order.players.iter().map(|player| player.name.chars().count()).max();
    let width = longest.unwrap_or(0).min(room.saturating_sub(BESIDE_NAME).max(SHORTEST_NAME));
    let mut lines = vec![format!(
        "{:>4}  {:<width$}  {:>8} {:>7} {:>6} {:>7} {:>6}",
        "", "player", "Elo", "±", "games", "score", "draws"
    )];
    for (place, (rating, player)) in ratings.into_iter().enumerate() {
        let percent = |share: Option<f64>| share.map_or("-".to_owned(), percent);
        lines.push(format!(
            "{:>4}  {:<width$}  {:>8} {:>7} {:>6} {:>7} {:>6}",
            place + 1,
            shortened(&player.name, width),
            signed(rating.elo),
            rating.error.map_or("-".to_owned(), |error| format!("{error:.1}")),
            rating.tally.games(),
            percent(rating.tally.score()),
            percent(rating.tally.draw_ratio())
        ));
    }
    lines
}

fn shortened(name: &str, width: usize) -> String {
    match name.chars().nth(width) {
        None => name.to_owned(),
        Some(_) => name.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// What players did wrong, a line for each that did.
fn conduct(order: &Match, standings: &Standings) -> Vec<String> {
    let mut lines = Vec::new();
    for (player, conduct) in order.players.iter().zip(standings.conduct()) {
        let faults = conduct.faults;
        if faults.total() > 0 {
            lines.push(format!(
                "{} ended {} by faults: {} illegal, {} on time, {} crashed, {} stalled",
                player.name,
                counted(faults.total(), "game"),
                faults.illegal,
                faults.time,
                faults.crash,
                faults.stall
            ));
        }
        if conduct.complaints > 0 {
            lines.push(format!(
                "{}: {} apart from its moves (lines that cannot be played, too many nodes)",
                player.name,
                counted(conduct.complaints, "complaint")
            ));
        }
    }
    lines
}

/// So many of a thing.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A time as people say it.
pub(super) fn spoken(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, _) => format!("{:.1} s", time.as_secs_f64()),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02} min"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::statistics::Tally;

    #[test]
    fn nothing_is_more_certain_than_it_is() {
        for (pairs, said) in [
            (
                [0, 2, 0, 0, 0],
                "Elo -190.8, error not known yet: all results are the same, LOS 12.5 %",
            ),
            (
                [0, 0, 0, 1, 0],
                "Elo +190.8, error not known yet: all results are the same, LOS 75.0 %",
            ),
            (
                [0, 0, 5, 0, 0],
                "Elo +0.0, error not known yet: all results are the same, LOS 50.0 %",
            ),
            ([0, 0, 0, 0, 2], "Elo above +338: one side has every point, LOS 87.5 %"),
            ([1, 2, 3, 2, 1], "Elo +0.0 ± 137.9 (normalised +0.0 ± 160.5), LOS 50.0 %"),
        ] {
            let tally = Tally { pairs, ..Tally::default() };
            assert_eq!(Estimate::of(&tally).map(|estimate| elo(&estimate)).as_deref(), Some(said));
        }
        assert_eq!((signed(-0.04), signed(-0.06)), ("+0.0".to_owned(), "-0.1".to_owned()));
    }
}
