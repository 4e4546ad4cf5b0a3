//! What stands beside the board: players, clocks, captures, opening, moves.

use chess::{Color, openings};
use session::{GameSession, material};

use super::board;
use super::clock_face::clock_face;
use super::console::terminal::Style;
use super::console::width;

/// Lines that the moves of the game may take.
const MOVE_LINES: usize = 3;

/// The eight lines beside the board. `message` takes the place of opening and
/// moves in windows with no room below.
pub(crate) fn lines(
    session: &GameSession,
    bottom: Color,
    style: Style,
    columns: usize,
    message: &[String],
) -> Vec<String> {
    let mut middle: Vec<String> = message.to_vec();
    if middle.is_empty() {
        let opening = opening(session, style);
        middle.push(opening.map_or(String::new(), |name| width::cut(&name, columns)));
        middle.extend(last_moves(session, columns));
    }
    middle.resize(4, String::new());
    let player = |color| player(session, color, columns, style);
    let mut lines = vec![player(!bottom), captures(session, !bottom, style)];
    lines.extend(middle);
    lines.extend([captures(session, bottom, style), player(bottom)]);
    lines.iter().map(|line| width::cut(line, columns)).collect()
}

/// The name of the opening, as the terminal can show it.
pub(crate) fn opening(session: &GameSession, style: Style) -> Option<String> {
    // The table takes a moment to build: not before the first prompt.
    if session.game.moves().is_empty() {
        return None;
    }
    let opening = openings::of_game(session.game.positions())?;
    Some(match style.ascii {
        true => width::without_accents(opening.name),
        false => opening.name.to_owned(),
    })
}

fn player(session: &GameSession, color: Color, columns: usize, style: Style) -> String {
    let to_move = session.reason().is_none() && session.turn() == color;
    let mark = if to_move { '>' } else { ' ' };
    // Where the prompt ticks, a clock that stands still would only confuse.
    let ticks = to_move && style.in_place && session.clocks.running().is_some();
    let clock = session.clocks.left(color).filter(|_| !ticks).map(clock_face);
    let name = format!("{mark} {color}: {}", session.seat(color).name);
    match clock {
        None => name,
        Some(clock) => {
            let room = columns.saturating_sub(width::of(&clock) + 1);
            format!("{} {clock}", width::cut(&name, room))
        }
    }
}

/// What a side has taken, and how much it is ahead.
fn captures(session: &GameSession, color: Color, style: Style) -> String {
    let taken: String = material::taken(&session.game, color)
        .into_iter()
        .map(|piece| board::figure(piece, style))
        .collect();
    let ahead = material::balance(session.game.position(), color);
    let ahead = if ahead > 0 { format!("+{ahead}") } else { String::new() };
    let gap = if taken.is_empty() || ahead.is_empty() { "" } else { " " };
    format!("  {taken}{gap}{ahead}")
}

/// The last moves of the game, as many as fit.
fn last_moves(session: &GameSession, columns: usize) -> Vec<String> {
    let words = move_words(session);
    let mut lines: Vec<String> = Vec::new();
    let mut current = String::new();
    // From the end, so that the last moves are there; lines in playing order.
    for word in words.iter().rev() {
        if !current.is_empty() && width::of(&current) + 2 + width::of(word) > columns {
            lines.push(std::mem::take(&mut current));
            if lines.len() == MOVE_LINES {
                break;
            }
        }
        current = if current.is_empty() { word.clone() } else { format!("{word}  {current}") };
    }
    if !current.is_empty() && lines.len() < MOVE_LINES {
        lines.push(current);
    }
    lines.reverse();
    lines
}

/// The game in SAN, a word for each pair of moves: `1. e4 e5`.
pub(crate) fn move_words(session: &GameSession) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (position, mv) in session.game.history() {
        let san = position.to_san(mv);
        match (position.turn(), words.last_mut()) {
            (Color::Black, Some(word)) => {
                word.push(' ');
                word.push_str(&san);
            }
            (color, _) => {
                let dots = if color == Color::White { "." } else { "..." };
                words.push(format!("{}{dots} {san}", position.fullmove_number()));
            }
        }
    }
    words
}
