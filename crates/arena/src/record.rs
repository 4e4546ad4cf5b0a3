//! Games as PGN, with what the players thought.

use std::time::{SystemTime, UNIX_EPOCH};

use chess::openings;
use chess::pgn::{Comment, NodeId, Pgn, date_and_time};
use eval::Score;
pub use files::games::MATCH_EVENT as EVENT;

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
        ("Event", Some(EVENT.to_owned())),
        ("Date", Some(today())),
        ("Round", Some((fixture.round + 1).to_string())),
        ("White", Some(white.name.clone())),
        ("Black", Some(black.name.clone())),
        ("ECO", opening.map(|opening| opening.eco.to_owned())),
        ("Opening", opening.map(|opening| opening.name.to_owned())),
        ("PlyCount", Some(game.moves().len().to_string())),
        ("Termination", Some(played.reason.termination().to_owned())),
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
    if note.is_from_book {
        return format!("book {time:.3}s");
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

/// Today in Greenwich, as PGN writes it.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date_and_time(since.as_secs()).0
}

/// How a game ended, in a line for people: `1-0, White wins by checkmate`.
pub fn ending(played: &Played) -> String {
    let result = played.reason.outcome().pgn();
    match &played.why {
        Some(why) => format!("{result}, {}: {why}", played.reason),
        None => format!("{result}, {}", played.reason),
    }
}
