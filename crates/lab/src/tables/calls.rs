//! Report P: function calls, values, and what iterative deepening found.

use chess::{Move, Position};
use eval::Score;
use search::ladder::{Rung, Store};

use super::{Figure, Row, Section, Value, material, plain, position};
use crate::published::{BOARDS, CALLS, Calls, DEEPENING};
use crate::{measure, uci};

pub(super) fn sections() -> Vec<Section> {
    vec![calls(), deepening()]
}

fn board(number: u32) -> Position {
    BOARDS
        .iter()
        .find(|board| board.number == number)
        .map(|board| position(board.fen))
        .unwrap_or_default()
}

fn calls() -> Section {
    let mut rows = Vec::new();
    let mut more = Vec::new();
    for published in &CALLS {
        let board = board(published.board);
        for plies in 1..=4 {
            let row = calls_row(published, &board, plies, &mut more);
            rows.push(row);
        }
    }
    let mut notes = vec![
        "Every call but the root's counts; values are pawns for the mover, with 'material', and the \
         same by minimax, alphabeta, ordered and table. 'alphabeta' tries moves in the order in \
         which our generator lists them, 'ordered' good ones first. The report's table search said \
         1 instead of 2 on board 3 at three plies, a bug there."
            .to_owned(),
    ];
    if !more.is_empty() {
        notes.push(format!(
            "Where 'alphabeta' needs more than the report it is the order of moves, which is chance: {}.",
            more.join("; ")
        ));
    }
    Section {
        report: 'P',
        title: "function calls and values".to_owned(),
        labels: vec!["board", "plies"],
        rows,
        notes,
    }
}

fn calls_row(published: &Calls, board: &Position, plies: usize, more: &mut Vec<String>) -> Row {
    let index = plies - 1;
    let search = |rung| measure(&plain(rung), board, material(), plies as u32);
    let [minimax, alphabeta, ordered, table] =
        [Rung::Minimax, Rung::AlphaBeta, Rung::Ordered, Rung::Table].map(search);
    let count = |nodes| Value::Count(nodes);
    let nodes = alphabeta.report.nodes;
    if nodes > published.alphabeta[index] {
        more.push(format!(
            "board {}, {plies} plies, {nodes} against {}, 'ordered' {}",
            published.board, published.alphabeta[index], ordered.report.nodes
        ));
    }
    // One value for all four, or none.
    let values = [&minimax, &alphabeta, &ordered, &table].map(|found| found.report.score);
    let agreed = values.iter().all(|&value| value == values[0]).then_some(values[0]);
    let value = agreed.map_or(Value::Word("they differ".to_owned()), pawns);
    Row {
        label: vec![published.board.to_string(), plies.to_string()],
        figures: vec![
            Figure::exact(
                "minimax calls",
                count(published.minimax[index]),
                "minimax",
                count(minimax.report.nodes),
            ),
            Figure::time(None, "minimax", minimax.seconds),
            Figure::no_more(
                "alpha-beta",
                count(published.alphabeta[index]),
                vec![("alphabeta", count(nodes)), ("ordered", count(ordered.report.nodes))],
            ),
            Figure::no_more(
                "with table",
                count(published.table[index]),
                vec![("table", count(table.report.nodes))],
            ),
            Figure::exact("value", Value::Pawns(f64::from(published.value[index])), "ours", value),
        ],
    }
}

fn pawns(score: Score) -> Value {
    if score.is_mate() {
        return Value::Word(score.to_string());
    }
    Value::Pawns(f64::from(score.raw()) / 100.0)
}

fn deepening() -> Section {
    let mut rows = Vec::new();
    for (number, moves) in DEEPENING {
        let board = board(number);
        for (index, published) in moves.into_iter().enumerate() {
            rows.push(deepening_row(number, &board, index + 1, published));
        }
    }
    Section {
        report: 'P',
        title: "iterative deepening, best move by depth".to_owned(),
        labels: vec!["board", "plies"],
        rows,
        notes: vec![
            "Several moves may be worth the same; a published move is met if it is one of them. On \
             board 5 the queen mates at once, and the mate must win at every depth: the report's \
             material-only scoring took the queen on a5 at odd depths and missed it."
                .to_owned(),
        ],
    }
}

fn deepening_row(number: u32, board: &Position, plies: usize, published: &str) -> Row {
    let found = measure(&plain(Rung::Deepening), board, material(), plies as u32);
    let best = best_moves(board, plies as u32);
    let ours = found.report.best.map_or_else(|| "-".to_owned(), |mv| uci(board, mv));
    let among: Vec<String> = best.iter().map(|&mv| uci(board, mv)).collect();
    let mates = found.report.score.is_mate() && found.report.score > Score::DRAW;
    // The one move of the report that is a mistake is refuted by the mate.
    let is_met = if number == 5 { mates } else { among.iter().any(|mv| mv == published) };
    let agrees = among.contains(&ours) && is_met;
    let shared = match among.len() {
        1 => String::new(),
        count => format!(" (one of {count})"),
    };
    let remark = match among.iter().any(|mv| mv == published) {
        true => String::new(),
        false => " refuted".to_owned(),
    };
    let said = Value::Word(format!("{published}{remark}"));
    let ours = Value::Word(format!("{ours}{shared}"));
    Row {
        label: vec![number.to_string(), plies.to_string()],
        figures: vec![
            Figure::held("best move", said, "deepening", ours, agrees),
            Figure::told(
                "value",
                None,
                vec![("ours", Value::Word(found.report.score.to_string()))],
            ),
            Figure::told("nodes", None, vec![("all depths", Value::Count(found.report.nodes))]),
            Figure::time(None, "ours", found.seconds),
        ],
    }
}

/// All moves that share the best value at a depth.
fn best_moves(board: &Position, depth: u32) -> Vec<Move> {
    let mut store = Store::default();
    let mut best = Vec::new();
    let mut most = -Score::INFINITE;
    for mv in &board.legal_moves() {
        let mut next = *board;
        next.play_unchecked(mv);
        let task = plain(Rung::Table).task(&next, material(), depth - 1);
        let value = -Rung::Table.search_unwatched(&task, &mut store).score;
        if value > most {
            (best, most) = (Vec::new(), value);
        }
        if value == most {
            best.push(mv);
        }
    }
    best
}
