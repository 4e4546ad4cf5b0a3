//! What stands beside the board: players, clocks, captures, opening, moves.

use chess::{Color, Piece, Position, Role, openings};

use super::board;
use super::clocks::clock_face;
use super::console::terminal::Style;
use super::console::width;
use super::session::Session;

/// Lines that the moves of the game may take.
const MOVE_LINES: usize = 3;

/// The eight lines beside the board. `message` takes the place of opening and
/// moves in windows with no room below.
pub(crate) fn lines(
    session: &Session,
    bottom: Color,
    style: Style,
    columns: usize,
    message: &[String],
) -> Vec<String> {
    let mut middle: Vec<String> = message.to_vec();
    if middle.is_empty() {
        middle.push(opening(session).map_or(String::new(), |name| width::cut(name, columns)));
        middle.extend(last_moves(session, columns));
    }
    middle.resize(4, String::new());
    let player = |color| player(session, color, columns, style);
    let mut lines = vec![player(!bottom), captures(session, !bottom, style)];
    lines.extend(middle);
    lines.extend([captures(session, bottom, style), player(bottom)]);
    lines.iter().map(|line| width::cut(line, columns)).collect()
}

/// The name of the opening.
pub(crate) fn opening(session: &Session) -> Option<&'static str> {
    // The table takes a moment to build: not before the first prompt.
    if session.game.moves().is_empty() {
        return None;
    }
    openings::of_game(session.game.positions()).map(|opening| opening.name)
}

fn player(session: &Session, color: Color, columns: usize, style: Style) -> String {
    let to_move = session.reason().is_none() && session.turn() == color;
    let mark = if to_move { '>' } else { ' ' };
    // Where the prompt ticks, a clock that stands still would only confuse.
    let ticks = to_move && style.in_place && session.clocks.is_running();
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
fn captures(session: &Session, color: Color, style: Style) -> String {
    let taken: String =
        taken(session, color).into_iter().map(|piece| board::figure(piece, style)).collect();
    let ahead = balance(session.game.position(), color);
    let ahead = if ahead > 0 { format!("+{ahead}") } else { String::new() };
    let gap = if taken.is_empty() || ahead.is_empty() { "" } else { " " };
    format!("  {taken}{gap}{ahead}")
}

/// The men that a side has taken in this game, the strongest first.
pub(crate) fn taken(session: &Session, by: Color) -> Vec<Piece> {
    let of_mover = session.game.history().filter(|(position, _)| position.turn() == by);
    let mut taken: Vec<Role> =
        of_mover.filter_map(|(position, mv)| position.captured(mv)).collect();
    taken.sort_by(|a, b| b.cmp(a));
    taken.into_iter().map(|role| Piece { color: !by, role }).collect()
}

/// By how many pawns a side is ahead, counted as beginners do.
pub(crate) fn balance(position: &Position, color: Color) -> i32 {
    let worth = |role| match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    };
    let men = position.board().iter().map(|(_, piece)| match piece.color == color {
        true => worth(piece.role),
        false => -worth(piece.role),
    });
    men.sum()
}

/// The last moves of the game, as many as fit.
fn last_moves(session: &Session, columns: usize) -> Vec<String> {
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
pub(crate) fn move_words(session: &Session) -> Vec<String> {
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
