//! Review of a whole game: every position looked into, every move judged.

use std::sync::Arc;
use std::time::Instant;

use chess::pgn::Pgn;
use chess::{Game, Position};
use engine::review::{
    Assessment, Judgement, Mark, accuracy, annotate, move_accuracy, turned, win_percent,
};
use engine::{Champion, Question};
use search::{Limits, Signals};

use crate::house::House;
use crate::outbox::Outbox;
use crate::protocol::{
    Accuracy, LineView, MoveMark, ReviewOrder, ReviewReport, ReviewedMove, Tell,
};
use crate::stop::Stop;
use crate::{limits, place, views};

/// The champion's table for a review, in MiB.
const HASH_MIB: u32 = 32;
/// Plies of a refutation that are shown: enough to see the point.
const SHOWN_PLIES: usize = 10;

/// Begins a review; it ends when what is returned is dropped.
pub(crate) fn begin(
    order: &ReviewOrder,
    house: &Arc<House>,
    outbox: &Outbox,
    id: u32,
) -> Result<Stop, String> {
    let game = place::game(&order.place)?;
    if order.place.moves.iter().any(|text| text == place::PASS) {
        return Err("a game in which somebody passes cannot be reviewed".to_owned());
    }
    if game.moves().is_empty() {
        return Err("there is no move to review".to_owned());
    }
    let [least, usual, most] = limits::REVIEW_NODES;
    let nodes = order.nodes.unwrap_or(usual);
    if !(least..=most).contains(&nodes) {
        return Err(format!("nodes cannot be {nodes}: a number from {least} to {most}"));
    }
    let leave = house.crew.leave()?;
    let memory = house.crew.memory(HASH_MIB + 8)?;
    let stop = Stop::default();
    let (flag, outbox, tables) = (stop.signals(), outbox.clone(), house.tablebases.clone());
    house.crew.search(move || {
        let mut champion = match Champion::new(1, HASH_MIB as usize) {
            Ok(champion) => champion,
            Err(error) => return outbox.refuse(Some(id), error.to_string()),
        };
        champion.endgames_mut().tables = tables;
        let mut progress = |done: usize, position: &Position, said: &Assessment| {
            outbox.news(
                Some(id),
                Tell::ReviewProgress {
                    done: done as u32,
                    total: game.positions().len() as u32,
                    value: views::white_view(said.value, position.turn()),
                },
            );
        };
        let assessed = assess(&mut champion, &game, u64::from(nodes), &flag, &mut progress);
        // Before it is told: whoever hears of it may begin the next.
        drop((leave, memory, champion));
        match assessed {
            Some(said) => outbox.tell(Some(id), Tell::Review(Box::new(report(&game, &said)))),
            None => outbox.refuse(Some(id), "the review was stopped"),
        }
    })?;
    Ok(stop)
}

/// What the champion says about every position of the game; nothing if stopped.
fn assess(
    champion: &mut Champion,
    game: &Game,
    nodes: u64,
    stop: &Signals,
    progress: &mut dyn FnMut(usize, &Position, &Assessment),
) -> Option<Vec<Assessment>> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut so_far = Game::new(*game.start());
    let mut said = Vec::with_capacity(game.positions().len());
    let mut moves = game.moves().iter();
    loop {
        let question =
            Question { game: &so_far, limits: &limits, signals: stop, begun: Instant::now() };
        let found = champion.search(&question, &mut |_| {});
        if stop.is_stopped() {
            return None;
        }
        let assessment = Assessment::of(so_far.position(), &found);
        progress(said.len() + 1, so_far.position(), &assessment);
        said.push(assessment);
        let Some(&mv) = moves.next() else { return Some(said) };
        so_far.play(mv).ok()?;
    }
}

fn report(game: &Game, said: &[Assessment]) -> ReviewReport {
    let nothing = Accuracy { accuracy: None, inaccuracies: 0, mistakes: 0, blunders: 0 };
    let mut tallies = [nothing.clone(), nothing];
    let mut moves = Vec::new();
    for ((position, mv), around) in game.history().zip(said.windows(2)) {
        let [before, after] = around else { break };
        let mut next = *position;
        next.play_unchecked(mv);
        let judgement = Judgement::of(before, mv, after);
        if let Some(mark) = judgement.mark {
            let tally = &mut tallies[position.turn().index()];
            *match mark {
                Mark::Inaccuracy => &mut tally.inaccuracies,
                Mark::Mistake => &mut tally.mistakes,
                Mark::Blunder => &mut tally.blunders,
            } += 1;
        }
        let shown = |position: &Position, said: &Assessment| {
            let line = said.lines.first().map_or(&[][..], |line| &line.moves);
            views::line(position, &line[..line.len().min(SHOWN_PLIES)])
        };
        let is_best = before.best() == Some(mv);
        let value = views::white_view(after.value, next.turn());
        let (chances_before, chances_after) =
            (win_percent(before.value), win_percent(turned(after.value)));
        moves.push(ReviewedMove {
            uci: views::uci(position, mv),
            san: position.to_san(mv),
            fen: next.to_string(),
            value,
            win_percent: views::percent(value),
            loss: judgement.loss,
            accuracy: if is_best { 100.0 } else { move_accuracy(chances_before, chances_after) },
            mark: judgement.mark.map(mark_name),
            better: if is_best { LineView::default() } else { shown(position, before) },
            refutation: match judgement.mark {
                Some(_) => shown(&next, after),
                None => LineView::default(),
            },
            best_value: views::white_view(before.value, position.turn()),
        });
    }
    let [white, black] = accuracy(said, game.start().turn());
    (tallies[0].accuracy, tallies[1].accuracy) = (white, black);
    let mut pgn = Pgn::from(game);
    // The tree is that of the game: every line can be played.
    let _ = annotate(&mut pgn, said);
    let start_value = views::white_view(
        said.first().map_or(uci::Value::Cp(0), |said| said.value),
        game.start().turn(),
    );
    let [white, black] = tallies;
    ReviewReport {
        start_value,
        start_win_percent: views::percent(start_value),
        moves,
        white,
        black,
        pgn: pgn.to_string(),
    }
}

fn mark_name(mark: Mark) -> MoveMark {
    match mark {
        Mark::Inaccuracy => MoveMark::Inaccuracy,
        Mark::Mistake => MoveMark::Mistake,
        Mark::Blunder => MoveMark::Blunder,
    }
}
