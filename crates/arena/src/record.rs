//! Games as PGN, with what the players thought.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chess::pgn::{Comment, NodeId, Pgn};
use chess::{Reason, openings};
use eval::Score;

use crate::entrant::Entrant;
use crate::play::{MoveNote, Played};
use crate::schedule::Fixture;

/// A played game as PGN. Each move has a comment `+0.35/12 0.250s n=123456`:
/// score in pawns from the mover's view (`+M3` and `-M3` for mates), depth, time
/// and nodes.
pub fn pgn(played: &Played, white: &Entrant, black: &Entrant, fixture: &Fixture) -> Pgn {
    let mut pgn = Pgn::from(&played.game);
    pgn.set_outcome(Some(played.reason.outcome()));
    let game = &played.game;
    let control = |entrant: &Entrant| entrant.budget.control.map(|control| control.to_string());
    let opening = openings::of_game(game.positions());
    let tags = [
        ("Event", Some("Plywise match".to_owned())),
        ("Date", Some(date(SystemTime::now()))),
        ("Round", Some((fixture.round + 1).to_string())),
        ("White", Some(white.name.clone())),
        ("Black", Some(black.name.clone())),
        ("ECO", opening.map(|opening| opening.eco.to_owned())),
        ("Opening", opening.map(|opening| opening.name.to_owned())),
        ("PlyCount", Some(game.moves().len().to_string())),
        ("Termination", Some(termination(played.reason).to_owned())),
        ("TimeControl", control(white).filter(|white| control(black).as_ref() == Some(white))),
        ("WhiteTimeControl", Some(white.budget.to_string())),
        ("BlackTimeControl", Some(black.budget.to_string())),
    ];
    for (name, value) in tags {
        if let Some(value) = value {
            // The names are good ones.
            let _ = pgn.tags.set(name, &value);
        }
    }
    let end = match &played.why {
        Some(why) => format!("{}: {why}", played.reason),
        None => played.reason.to_string(),
    };
    comment(&mut pgn, played, &end);
    pgn
}

fn comment(pgn: &mut Pgn, played: &Played, end: &str) {
    let nodes: Vec<NodeId> = pgn.tree.main_line().collect();
    let mut texts: Vec<String> = vec!["book".to_owned(); played.opening.min(nodes.len())];
    texts.extend(played.notes.iter().map(note));
    match texts.last_mut() {
        Some(last) => *last = format!("{last}, {end}"),
        None => texts.push(end.to_owned()),
    }
    let nodes = if nodes.is_empty() { vec![NodeId::ROOT] } else { nodes };
    for (node, text) in nodes.into_iter().zip(texts) {
        // The nodes are the tree's own.
        let _ = pgn.tree.set_comments(node, Comment::new(&text).into_iter().collect());
    }
}

/// What a player said about its move.
fn note(note: &MoveNote) -> String {
    let time = note.elapsed.as_secs_f64();
    if note.is_by_heart {
        return format!("by heart {time:.3}s");
    }
    let mut text = match note.score {
        Some(score) => format!("{}/{} ", pawns(score), note.depth),
        None => String::new(),
    };
    text += &format!("{time:.3}s");
    if note.nodes > 0 {
        text += &format!(" n={}", note.nodes);
    }
    text
}

fn pawns(score: Score) -> String {
    match score.mate_moves() {
        Some(moves) if score.raw() > 0 => format!("+M{moves}"),
        Some(moves) => format!("-M{}", moves.abs()),
        None => format!("{:+.2}", f64::from(score.raw()) / 100.0),
    }
}

/// The words that the PGN standard has for it.
fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::TimeForfeit(_) | Reason::TimeForfeitDrawn(_) => "time forfeit",
        Reason::IllegalMove(_) => "rules infraction",
        Reason::Abandonment(_) => "abandoned",
        Reason::Adjudication(_) => "adjudication",
        _ => "normal",
    }
}

/// The day in UTC, as PGN writes it.
fn date(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    // Days in a calendar whose years begin in March: leap days come last, and
    // 400 years are always 146,097 days.
    let days = since.as_secs() / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + carry)
}

/// How a game ended, in a line for people: `1-0, White wins by checkmate`.
pub fn ending(played: &Played) -> String {
    let result = played.reason.outcome().pgn();
    match &played.why {
        Some(why) => format!("{result}, {}: {why}", played.reason),
        None => format!("{result}, {}", played.reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (seconds, expected) in [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (4_107_542_400, "2100.03.01"),
            (1_767_225_599, "2025.12.31"),
        ] {
            assert_eq!(date(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
    }
}
