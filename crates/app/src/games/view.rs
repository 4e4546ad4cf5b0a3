//! A game as the page shows it.

use chess::Color;
use chess::pgn::date_and_time;
use sitting::material;

use super::saved::Saved;
use super::session::{Session, now};
use super::statistics;
use crate::protocol::{ClockView, EndView, GameView, KeptGame, SeatView, Takings};
use crate::store::Kept;
use crate::views;

/// A game as it stands.
pub(crate) fn of_game(session: &mut Session, is_thinking: bool) -> GameView {
    session.write_down();
    let (session, sheet, game) = (&*session, &session.sheet, &session.sitting.game);
    let reason = session.sitting.reason();
    let plies = game.moves().len();
    let seat = |color| {
        let player = session.player(color);
        SeatView { player: player.to_string(), human: player.is_human() }
    };
    let claims = match reason {
        Some(_) => Vec::new(),
        None => game.claims().map(|claim| claim.to_string()).collect(),
    };
    GameView {
        game: session.key.clone(),
        revision: 0,
        start_fen: game.start().to_string(),
        chess960: session.chess960,
        white: seat(Color::White),
        black: seat(Color::Black),
        moves: sheet.views(session.sitting.notes()),
        undone: game.undone().len() as u32,
        board: views::board_of(game, sheet.opening(plies), reason.is_some()),
        taken: Takings {
            by_white: sheet.taken(plies, Color::White),
            by_black: sheet.taken(plies, Color::Black),
            balance: material::balance(game.position(), Color::White),
        },
        clock: clock(session),
        paused: session.is_paused,
        thinking: is_thinking,
        claims,
        end: reason.map(|reason| EndView {
            result: reason.outcome().pgn().to_owned(),
            winner: reason.outcome().winner().map(views::color),
            reason: reason.to_string(),
            statistics: statistics::of_game(&session.sitting),
        }),
        remarks: Vec::new(),
    }
}

fn clock(session: &Session) -> Option<ClockView> {
    let clocks = &session.sitting.clocks;
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
pub(crate) fn kept(session: &mut Session) -> Result<Kept, String> {
    let whole = Saved::of(session).text()?;
    let reason = session.sitting.reason();
    let plies = session.sitting.game.moves().len();
    let opening = session.sheet.opening(plies);
    let head = KeptGame {
        game: session.key.clone(),
        white: session.player(Color::White).to_string(),
        black: session.player(Color::Black).to_string(),
        result: reason.map_or("*", |reason| reason.outcome().pgn()).to_owned(),
        reason: reason.map_or(String::new(), |reason| reason.to_string()),
        opening: opening.map_or(String::new(), |opening| opening.name.to_owned()),
        plies: plies as u32,
        began: session.sitting.began,
        changed: now(),
        fen: session.sitting.game.position().to_string(),
    };
    let (date, _) = date_and_time(session.sitting.began);
    Ok(Kept { head, date, whole })
}
