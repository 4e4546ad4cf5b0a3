//! Review of a whole game: every position looked into, every move judged, bad ones explained.

use std::sync::Arc;

use chess::pgn::Pgn;
use chess::{Color, Game, Move, Position};
use coach::{GameReview, GameSummary, MoveReview, words};
use engine::review::{
    Assessment, Mark, SecondLook, annotate_again, move_accuracy, turned, win_percent,
};

use crate::house::House;
use crate::outbox::Outbox;
use crate::protocol::{
    Accuracy, LineView, MoveMark, PhaseAccuracy, ReviewOrder, ReviewReport, ReviewedMove, Tell,
};
use crate::stop::Stop;
use crate::{limits, place, views};

/// The champion's table for a review, in MiB a thread.
const HASH_MIB: u32 = 16;
/// What a thread needs besides: the coach's table, and what is small.
const OTHER_MIB: u32 = 8;
/// Threads of a review at most: others want to play.
const MOST_THREADS: usize = 2;
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
    let memory = house.crew.memory(memory_mib(house))?;
    let stop = Stop::default();
    let (flag, outbox, student) = (stop.signals(), outbox.clone(), order.side.map(views::side));
    let order = self::order(house, u64::from(nodes), order.words.unwrap_or(true));
    house.crew.search(move || {
        let progress = |done: usize, position: &Position, said: &Assessment| {
            outbox.news(
                Some(id),
                Tell::ReviewProgress {
                    done: done as u32,
                    total: game.positions().len() as u32,
                    value: views::white_view(said.value, position.turn()),
                },
            );
        };
        let reviewed = coach::review(&game, &order, &flag, &progress);
        // Before it is told: whoever hears of it may begin the next.
        drop((leave, memory));
        match reviewed {
            Ok(review) => {
                outbox.tell(Some(id), Tell::Review(Box::new(report(&game, &review, student))));
            }
            Err(error) => outbox.refuse(Some(id), error.to_string()),
        }
    })?;
    Ok(stop)
}

/// A review as the coach is asked for it.
pub(crate) fn order(house: &House, nodes: u64, words: bool) -> coach::ReviewOrder {
    let tables = house.tablebases.clone();
    coach::ReviewOrder {
        nodes,
        threads: threads(house),
        hash_mib: HASH_MIB as usize,
        words,
        tables,
    }
}

/// Memory that such a review needs, in MiB.
pub(crate) fn memory_mib(house: &House) -> u32 {
    (HASH_MIB + OTHER_MIB) * threads(house) as u32
}

fn threads(house: &House) -> usize {
    house.crew.cores().clamp(1, MOST_THREADS)
}

fn report(game: &Game, review: &GameReview, student: Option<Color>) -> ReviewReport {
    let said = &review.assessments;
    let moves = review.moves.iter().zip(said.windows(2));
    let moves = moves.map(|(one, around)| reviewed(one, &around[0], &around[1])).collect();
    let mut pgn = Pgn::from(game);
    // The tree is that of the game: every line can be played.
    let _ = annotate_again(&mut pgn, said, &|number| {
        let one = review.moves.get(number)?;
        // Without words the assessments are all there is.
        if one.said.is_none() && one.judgement.mark.is_some() {
            return None;
        }
        let better = one.said.as_ref().map_or_else(Vec::new, |said| said.better.clone());
        Some(SecondLook { mark: one.judgement.mark, better })
    });
    let start_value = views::white_view(
        said.first().map_or(uci::Value::Cp(0), |said| said.value),
        game.start().turn(),
    );
    let summary = GameSummary::of(review, student);
    ReviewReport {
        start_value,
        start_win_percent: views::percent(start_value),
        moves,
        white: tally(review, Color::White),
        black: tally(review, Color::Black),
        summary: words::of_game(review, &summary),
        pgn: pgn.to_string(),
    }
}

/// How well a side played.
fn tally(review: &GameReview, color: Color) -> Accuracy {
    let count = |mark: Mark| {
        let is_it =
            |one: &&MoveReview| one.position.turn() == color && one.judgement.mark == Some(mark);
        review.moves.iter().filter(is_it).count() as u32
    };
    let [opening, middle_game, ending] = review.phases[color.index()];
    Accuracy {
        accuracy: review.accuracy[color.index()],
        phases: PhaseAccuracy { opening, middle_game, ending },
        inaccuracies: count(Mark::Inaccuracy),
        mistakes: count(Mark::Mistake),
        blunders: count(Mark::Blunder),
    }
}

fn reviewed(one: &MoveReview, before: &Assessment, after: &Assessment) -> ReviewedMove {
    let (position, mv) = (&one.position, one.mv);
    let mut next = *position;
    next.play_unchecked(mv);
    let shown = |position: &Position, line: &[Move]| {
        views::line(position, &line[..line.len().min(SHOWN_PLIES)])
    };
    let line_of =
        |said: &Assessment| said.lines.first().map_or(Vec::new(), |line| line.moves.clone());
    // Where the coach has judged, all that is told of the move is of its searches.
    let judged = one.said.as_ref().filter(|said| said.judgement.mark.is_some());
    let (best_line, reply) = match judged {
        Some(said) => (said.better.clone(), said.reply.clone()),
        None if before.best() == Some(mv) => (Vec::new(), Vec::new()),
        None => (line_of(before), line_of(after)),
    };
    let (was, is) = match judged {
        Some(said) => (said.before, turned(said.after)),
        None => (before.value, after.value),
    };
    let is_best = before.best() == Some(mv) && judged.is_none();
    let value = views::white_view(is, next.turn());
    let (chances_before, chances_after) = (win_percent(was), win_percent(turned(is)));
    ReviewedMove {
        uci: views::uci(position, mv),
        san: position.to_san(mv),
        fen: next.to_string(),
        value,
        win_percent: views::percent(value),
        loss: one.judgement.loss,
        accuracy: if is_best { 100.0 } else { move_accuracy(chances_before, chances_after) },
        mark: one.judgement.mark.map(mark_name),
        better: shown(position, &best_line),
        refutation: match one.judgement.mark {
            Some(_) => shown(&next, &reply),
            None => LineView::default(),
        },
        best_value: views::white_view(was, position.turn()),
        claims: one.said.as_ref().map_or_else(Vec::new, views::claims),
    }
}

/// A mark's name.
pub(crate) fn mark_name(mark: Mark) -> MoveMark {
    match mark {
        Mark::Inaccuracy => MoveMark::Inaccuracy,
        Mark::Mistake => MoveMark::Mistake,
        Mark::Blunder => MoveMark::Blunder,
    }
}
