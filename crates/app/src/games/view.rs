//! A game as the page shows it.

use std::time::Duration;

use chess::pgn::date_and_time;
use chess::{Color, Position, openings};
use sitting::{Note, words};

use super::saved::Saved;
use super::session::{Session, now};
use super::statistics;
use crate::protocol::{ClockView, EndView, GameView, KeptGame, MoveView, SeatView, Takings};
use crate::store::Kept;
use crate::views;

/// A game as it stands.
pub(crate) fn of_game(session: &Session, is_thinking: bool) -> GameView {
    let reason = session.sitting.reason();
    let (taken, balance) = views::captured(&session.sitting.game);
    let [by_white, by_black] = taken;
    let seat = |color| {
        let player = session.player(color);
        SeatView { player: player.to_string(), human: player.is_human() }
    };
    let claims = match reason {
        Some(_) => Vec::new(),
        None => session.sitting.game.claims().map(|claim| claim.to_string()).collect(),
    };
    GameView {
        game: session.key.clone(),
        revision: 0,
        start_fen: session.sitting.game.start().to_string(),
        chess960: session.chess960,
        white: seat(Color::White),
        black: seat(Color::Black),
        moves: moves(session),
        undone: session.sitting.game.undone().len() as u32,
        board: views::board(&session.sitting.game, reason.is_some()),
        taken: Takings { by_white, by_black, balance },
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

fn moves(session: &Session) -> Vec<MoveView> {
    let after = session.sitting.game.positions().iter().skip(1);
    session
        .sitting
        .history()
        .zip(after)
        .map(|((before, mv, note), after)| move_view(before, mv, note, after))
        .collect()
}

fn move_view(before: &Position, mv: chess::Move, note: &Note, after: &Position) -> MoveView {
    let value = note.score.map(|score| views::own(score, before.turn()));
    MoveView {
        uci: views::uci(before, mv),
        san: before.to_san(mv),
        squares: views::squares(before, mv),
        fen: after.to_string(),
        check: views::check(after),
        words: words::of_move(before, mv),
        millis: millis(note.elapsed),
        clock: note.clock.map(millis),
        by: note.by.clone(),
        value,
        win_percent: value.map(views::percent),
        depth: note.depth,
        nodes: note.nodes,
    }
}

fn clock(session: &Session) -> Option<ClockView> {
    let clocks = &session.sitting.clocks;
    let control = clocks.control()?;
    Some(ClockView {
        base: millis(control.base),
        increment: millis(control.increment),
        white: millis(clocks.left(Color::White)?),
        black: millis(clocks.left(Color::Black)?),
        running: clocks.running().map(views::color),
    })
}

/// Milliseconds, as many as fit.
pub(crate) fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

/// A game as it is kept.
pub(crate) fn kept(session: &Session) -> Result<Kept, String> {
    let reason = session.sitting.reason();
    let opening = openings::of_game(session.sitting.game.positions());
    let head = KeptGame {
        game: session.key.clone(),
        white: session.player(Color::White).to_string(),
        black: session.player(Color::Black).to_string(),
        result: reason.map_or("*", |reason| reason.outcome().pgn()).to_owned(),
        reason: reason.map_or(String::new(), |reason| reason.to_string()),
        opening: opening.map_or(String::new(), |opening| opening.name.to_owned()),
        plies: session.sitting.game.moves().len() as u32,
        began: session.sitting.began,
        changed: now(),
        fen: session.sitting.game.position().to_string(),
    };
    let (date, _) = date_and_time(session.sitting.began);
    Ok(Kept { head, date, whole: Saved::from(session).text()? })
}
