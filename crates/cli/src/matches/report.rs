//! A match in words and figures.

use std::fmt::Write;
use std::time::Duration;

use arena::statistics::{Estimate, Sprt, Verdict};
use arena::{Match, Standings};

/// The report at the end.
pub(super) fn text(order: &Match, standings: &Standings) -> String {
    let mut text = String::new();
    for line in figures(order, standings) {
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
    let _ = writeln!(text, "{games} games in {}{overhead}", spoken(standings.elapsed));
    text
}

/// How it stands, a few lines.
pub(super) fn figures(order: &Match, standings: &Standings) -> Vec<String> {
    match order.players.len() {
        2 => duel(order, standings),
        _ => ratings(order, standings),
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
    let superiority = 100.0 * estimate.superiority;
    if estimate.is_bound && estimate.logistic.difference.abs() < 0.5 {
        return "Elo not known yet: one side has every point".to_owned();
    }
    if estimate.is_bound {
        let beyond = if estimate.logistic.difference > 0.0 { "above" } else { "below" };
        return format!(
            "Elo {beyond} {:+.0}: one side has every point, LOS {superiority:.1} %",
            estimate.logistic.difference
        );
    }
    format!(
        "Elo {:+.1} ± {:.1} (normalised {:+.1} ± {:.1}), LOS {superiority:.1} %",
        estimate.logistic.difference,
        estimate.logistic.error,
        estimate.normalised.difference,
        estimate.normalised.error
    )
}

fn test(sprt: &Sprt, standings: &Standings) -> String {
    let verdict = standings.verdict.unwrap_or(Verdict::Undecided);
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

/// The rating list, best first.
fn ratings(order: &Match, standings: &Standings) -> Vec<String> {
    let mut ratings: Vec<_> = standings.ratings().into_iter().zip(&order.players).collect();
    ratings.sort_by(|(a, _), (b, _)| b.elo.total_cmp(&a.elo));
    let width = order.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
    let mut lines = vec![format!(
        "{:>4}  {:<width$}  {:>8} {:>7} {:>6} {:>7} {:>6}",
        "", "player", "Elo", "±", "games", "score", "draws"
    )];
    for (place, (rating, player)) in ratings.into_iter().enumerate() {
        let percent = |share: Option<f64>| {
            share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
        };
        lines.push(format!(
            "{:>4}  {:<width$}  {:>+8.1} {:>7.1} {:>6} {:>7} {:>6}",
            place + 1,
            player.name,
            rating.elo,
            rating.error,
            rating.tally.games(),
            percent(rating.tally.score()),
            percent(rating.tally.draw_ratio())
        ));
    }
    lines
}

/// What players did wrong, a line for each that did.
fn conduct(order: &Match, standings: &Standings) -> Vec<String> {
    let mut lines = Vec::new();
    for (player, conduct) in order.players.iter().zip(standings.conduct()) {
        let faults = conduct.faults;
        if faults.total() > 0 {
            lines.push(format!(
                "{} lost {} by faults: {} illegal, {} on time, {} crashed, {} stalled",
                player.name,
                faults.total(),
                faults.illegal,
                faults.time,
                faults.crash,
                faults.stall
            ));
        }
        if conduct.complaints > 0 {
            lines.push(format!(
                "{} said something wrong beside its move {} times",
                player.name, conduct.complaints
            ));
        }
    }
    lines
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
