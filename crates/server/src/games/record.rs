//! A game as PGN.

use std::time::{Duration, UNIX_EPOCH};

use chess::pgn::{self, Comment, NodeId, Pgn};
use chess::{Color, Position, Reason, openings};

use super::session::Session;
use crate::protocol::Value;
use crate::views;

/// The game as any reader of PGN wants it.
pub(crate) fn pgn(session: &Session) -> Pgn {
    let mut pgn = Pgn::from(&session.game);
    write_notes(&mut pgn, session);
    if let Some(reason) = session.reason() {
        pgn.set_outcome(Some(reason.outcome()));
        let last = pgn.tree.main_line().last().unwrap_or(NodeId::ROOT);
        set_comment(&mut pgn, last, &reason.to_string());
    }
    let (date, time) = date_and_time(session.began);
    set(&mut pgn, "Event", "Casual game");
    set(&mut pgn, "Date", &date);
    set(&mut pgn, "Round", "-");
    for color in Color::ALL {
        let player = session.player(color);
        set(&mut pgn, &color.to_string(), &player.to_string());
        let kind = if player.is_human() { "human" } else { "program" };
        set(&mut pgn, &format!("{color}Type"), kind);
    }
    if *session.game.start() == Position::start()
        && let Some(opening) = openings::of_game(session.game.positions())
    {
        set(&mut pgn, "ECO", opening.eco);
        set(&mut pgn, "Opening", opening.name);
    }
    let control = session.clocks.control().map_or("-".to_owned(), |control| {
        format!("{}+{}", control.base.as_secs_f64(), control.increment.as_secs_f64())
    });
    set(&mut pgn, "TimeControl", &control);
    set(&mut pgn, "Termination", termination(session.reason()));
    set(&mut pgn, "UTCDate", &date);
    set(&mut pgn, "UTCTime", &time);
    pgn
}

/// The names are good ones.
fn set(pgn: &mut Pgn, name: &str, value: &str) {
    let _ = pgn.tags.set(name, value);
}

/// What the standard has words for.
fn termination(reason: Option<Reason>) -> &'static str {
    match reason {
        None => "unterminated",
        Some(Reason::TimeForfeit(_) | Reason::TimeForfeitDrawn(_)) => "time forfeit",
        Some(Reason::Abandonment(_)) => "abandoned",
        Some(Reason::IllegalMove(_)) => "rules infraction",
        Some(Reason::Adjudication(_)) => "adjudication",
        Some(_) => "normal",
    }
}

fn write_notes(pgn: &mut Pgn, session: &Session) {
    let nodes: Vec<NodeId> = pgn.tree.main_line().collect();
    for (node, (position, _, note)) in nodes.into_iter().zip(session.history()) {
        let eval = note.score.map(|score| pgn::Eval {
            score: match views::own(score, position.turn()) {
                Value::Cp(cp) => pgn::Score::Centipawns(cp),
                Value::Mate(moves) => pgn::Score::Mate(moves),
            },
            depth: Some(note.depth).filter(|depth| *depth > 0),
        });
        // The node is in the tree: nothing here can fail.
        let _ = pgn.tree.set_elapsed(node, Some(whole_millis(note.elapsed)));
        let _ = pgn.tree.set_clock(node, note.clock.map(whole_millis));
        let _ = pgn.tree.set_eval(node, eval);
    }
}

fn set_comment(pgn: &mut Pgn, node: NodeId, text: &str) {
    let mut words: Vec<String> =
        pgn.tree.comments(node).iter().map(|comment| comment.as_str().to_owned()).collect();
    words.push(text.to_owned());
    let _ = pgn.tree.set_comments(node, Comment::new(&words.join(" ")).into_iter().collect());
}

/// Nobody reads nanoseconds.
fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// Seconds since 1970, now.
pub(crate) fn now() -> u64 {
    UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs())
}

/// The date and the time in Greenwich: `2026.11.15`, `07:23:46`.
pub(crate) fn date_and_time(seconds: u64) -> (String, String) {
    // The civil calendar, counted from the first of March of the year 0, so
    // that a leap day is the last of its year.
    let days = i64::try_from(seconds / 86_400).unwrap_or(0) + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = 400 * era + year_of_era + i64::from(month <= 2);
    let clock = seconds % 86_400;
    let time = format!("{:02}:{:02}:{:02}", clock / 3600, clock / 60 % 60, clock % 60);
    (format!("{year}.{month:02}.{day:02}"), time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::session::Note;

    #[test]
    fn dates() {
        let date = |seconds| date_and_time(seconds).0;
        assert_eq!(date_and_time(0), ("1970.01.01".to_owned(), "00:00:00".to_owned()));
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(951_868_800), "2000.03.01");
        assert_eq!(date(4_107_542_400), "2100.03.01");
        assert_eq!(date_and_time(1_794_727_426), ("2026.11.15".to_owned(), "07:23:46".to_owned()));
    }

    #[test]
    fn a_game_reads_back() {
        let players = ["human", "level:2"].map(|text| text.parse().unwrap());
        let mut session = Session::new(String::new(), Position::start(), players, None, 0);
        let note = Note {
            by: Some("level:2".to_owned()),
            score: Some(eval::Score::cp(-35)),
            depth: 4,
            ..Note::default()
        };
        for (san, note) in [("f3", Note::default()), ("e5", note)] {
            session.play(session.game.position().parse_san(san).unwrap(), note);
        }
        session.end(Reason::Resignation(Color::White));
        let text = pgn(&session).to_string();
        assert!(text.contains("[White \"human\"]") && text.contains("[BlackType \"program\"]"));
        assert!(text.contains("%eval 0.35,4"), "{text}");
        assert!(text.replace('\n', " ").contains("Black wins: White resigns"), "{text}");
        let read: Pgn = text.parse().unwrap();
        assert_eq!(read.tree.main_line().count(), 2);
        assert_eq!(read.outcome(), Some(chess::Outcome::Win(Color::Black)));
    }
}
