//! A game as the page shows it.

use chess::Color;
use chess::pgn::date_and_time;
use session::material;

use super::open_game::{OpenGame, now};
use super::saved::Saved;
use super::statistics;
use crate::engines;
use crate::protocol::{ClockView, EndView, GameView, KeptGame, SeatView, Takings};
use crate::store::Kept;
use crate::views;

/// A game as it stands.
pub(crate) fn of_game(open_game: &mut OpenGame, is_thinking: bool) -> GameView {
    open_game.write_down();
    let (open_game, sheet, game) = (&*open_game, &open_game.sheet, &open_game.session.game);
    let reason = open_game.session.reason();
    let plies = game.moves().len();
    let seat = |color| SeatView {
        player: player(open_game, color),
        human: open_game.player(color).is_human(),
    };
    let claims = match reason {
        Some(_) => Vec::new(),
        None => game.claims().map(|claim| claim.to_string()).collect(),
    };
    GameView {
        game: open_game.key.clone(),
        revision: 0,
        start_fen: game.start().to_string(),
        chess960: open_game.chess960,
        white: seat(Color::White),
        black: seat(Color::Black),
        moves: sheet.views(open_game.session.notes()),
        undone: game.undone().len() as u32,
        board: views::board_of(game, sheet.opening(plies), reason.is_some()),
        taken: Takings {
            by_white: sheet.taken(plies, Color::White),
            by_black: sheet.taken(plies, Color::Black),
            balance: material::balance(game.position(), Color::White),
        },
        clock: clock(open_game),
        paused: open_game.is_paused,
        thinking: is_thinking,
        claims,
        end: reason.map(|reason| EndView {
            result: reason.outcome().pgn().to_owned(),
            winner: reason.outcome().winner().map(views::color),
            reason: reason.to_string(),
            statistics: statistics::of_game(&open_game.session),
        }),
        remarks: Vec::new(),
    }
}

/// A player as a page orders it: an engine by its name.
fn player(open_game: &OpenGame, color: Color) -> String {
    let seat = open_game.session.seat(color);
    match seat.is_named() {
        true => engines::order(&seat.name),
        false => seat.spec.to_string(),
    }
}

fn clock(open_game: &OpenGame) -> Option<ClockView> {
    let clocks = &open_game.session.clocks;
    let control = clocks.control()?;
    Some(ClockView {
        base: views::millis(control.base),
        increment: views::millis(control.increment),
        white: views::millis(clocks.left(Color::White)?),
        black: views::millis(clocks.left(Color::Black)?),
        running: clocks.running().map(views::color),
    })
}

/// A game as it is kept.
pub(crate) fn kept(open_game: &mut OpenGame) -> Result<Kept, String> {
    let whole = Saved::of(open_game).text()?;
    let reason = open_game.session.reason();
    let plies = open_game.session.game.moves().len();
    let opening = open_game.sheet.opening(plies);
    let head = KeptGame {
        game: open_game.key.clone(),
        white: player(open_game, Color::White),
        black: player(open_game, Color::Black),
        result: reason.map_or("*", |reason| reason.outcome().pgn()).to_owned(),
        reason: reason.map_or(String::new(), |reason| reason.to_string()),
        opening: opening.map_or(String::new(), |opening| opening.name.to_owned()),
        plies: plies as u32,
        date: date_and_time(open_game.session.began).0,
        began: open_game.session.began,
        changed: now(),
        fen: open_game.session.game.position().to_string(),
    };
    Ok(Kept { head, whole })
}
