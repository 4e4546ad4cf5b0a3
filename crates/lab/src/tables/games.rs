//! Report Q: nodes per ply along two games.

use chess::Position;
use search::ladder::Rung;

use super::{Figure, Row, Section, Value, material, plain};
use crate::published::{
    AVERAGE_ALPHABETA_SECONDS, AVERAGE_BRANCHING, AVERAGE_MINIMAX_SECONDS, GAME, QUIET_GAME,
};
use crate::{Measurement, measure};

/// Full plies of alpha-beta and quiescence in the report.
const FULL_PLIES: u32 = 3;

pub(super) fn sections() -> Vec<Section> {
    vec![minimax(), alphabeta(), averages(), quiescence()]
}

/// The positions before each move of a game from the start.
fn positions<'a>(moves: impl IntoIterator<Item = &'a str>) -> Vec<Position> {
    let mut position = Position::start();
    let mut positions = Vec::new();
    for text in moves {
        positions.push(position);
        if let Ok(mv) = position.parse_uci(text) {
            position.play_unchecked(mv);
        }
    }
    positions
}

fn per_ply(found: &Measurement) -> Value {
    Value::PerPly(found.counters.nodes_per_ply.clone())
}

fn section(title: &str, rows: Vec<Row>, notes: &[&str]) -> Section {
    Section {
        report: 'Q',
        title: title.to_owned(),
        labels: vec!["before"],
        rows,
        notes: notes.iter().map(|&note| note.to_owned()).collect(),
    }
}

fn minimax() -> Section {
    let rows = GAME.iter().zip(positions(GAME.iter().map(|row| row.mv))).map(|(row, position)| {
        let found = measure(&plain(Rung::Minimax), &position, material(), 4);
        Row {
            label: vec![row.mv.to_owned()],
            figures: vec![
                Figure::exact(
                    "nodes per ply",
                    Value::PerPly(row.minimax.to_vec()),
                    "minimax",
                    per_ply(&found),
                ),
                Figure::time(Some(Value::Seconds(row.minimax_seconds)), "minimax", found.seconds),
            ],
        }
    });
    section("minimax, four plies", rows.collect(), &[])
}

fn alphabeta() -> Section {
    let before = positions(GAME.iter().map(|row| row.mv));
    let rows = GAME.iter().zip(before).map(|(row, position)| {
        let [plain, ordered] = [Rung::AlphaBeta, Rung::Ordered]
            .map(|rung| measure(&plain(rung), &position, material(), FULL_PLIES));
        Row {
            label: vec![row.mv.to_owned()],
            figures: vec![
                Figure::no_more(
                    "nodes per ply",
                    Value::PerPly(row.alphabeta.to_vec()),
                    vec![("alphabeta", per_ply(&plain)), ("ordered", per_ply(&ordered))],
                ),
                Figure::time(
                    Some(Value::Seconds(row.alphabeta_seconds)),
                    "alphabeta",
                    plain.seconds,
                ),
            ],
        }
    });
    section(
        "alpha-beta, three plies",
        rows.collect(),
        &[
            "Compared by the sum over all plies. The report does not print its evaluation; ours is \
             'material'.",
            "From the second row on the report's column is one move late: before c7c6 Black has 20 \
             moves, not 22, and 22, 21, 21, 21, 24 are the moves of the positions one move later. \
             So a row that needs more here is compared with another position. The last one, 24 25 \
             601, is less than an exact search of that later position can do: none of the 24 moves \
             leaves fewer than 3 replies, which makes 3 + 23 nodes at ply 2 at least.",
        ],
    )
}

/// The report's averages over the game: moves of a position, time of a move.
fn averages() -> Section {
    let before = positions(GAME.iter().map(|row| row.mv));
    let count = before.len() as f64;
    let moves: u64 = before.iter().map(Position::count_legal_moves).sum();
    let rows = [
        (Rung::Minimax, 4, AVERAGE_MINIMAX_SECONDS),
        (Rung::AlphaBeta, FULL_PLIES, AVERAGE_ALPHABETA_SECONDS),
    ]
    .map(|(rung, depth, published)| {
        let seconds = before
            .iter()
            .map(|position| measure(&plain(rung), position, material(), depth).seconds)
            .sum::<f64>();
        Row {
            label: vec![rung.name().to_owned()],
            figures: vec![
                Figure::told(
                    "branching",
                    Some(Value::Average(AVERAGE_BRANCHING)),
                    vec![("ours", Value::Average(moves as f64 / count))],
                ),
                Figure::time(Some(Value::Seconds(published)), "ours", seconds / count),
            ],
        }
    });
    Section {
        labels: vec!["by"],
        ..section(
            "averages over the game",
            rows.into(),
            &[
                "Branching is the average number of moves in the game's positions, which the report \
               rounds to 20.",
            ],
        )
    }
}

fn quiescence() -> Section {
    let before = positions(QUIET_GAME.iter().map(|row| row.mv));
    let rows = QUIET_GAME.iter().zip(before).map(|(row, position)| {
        let found = measure(&plain(Rung::Quiescence), &position, material(), FULL_PLIES);
        Row {
            label: vec![row.mv.to_owned()],
            figures: vec![
                Figure::no_more(
                    "nodes per ply",
                    Value::PerPly(row.nodes.to_vec()),
                    vec![("quiescence", per_ply(&found))],
                ),
                Figure::time(Some(Value::Seconds(row.seconds)), "quiescence", found.seconds),
            ],
        }
    });
    section(
        "quiescence, three full plies and captures",
        rows.collect(),
        &["Compared by the sum over all plies. The report goes on with captures that it calls \
           favourable, without saying which, and takes them up to ply 10; ours stands pat, and \
           searches all captures and promotions, and all evasions of a check. Its plies 1 and 2 \
           (20 20, where the first of 20 moves alone has 20 replies) show that it left out more \
           than alpha-beta may."],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the note says about the report's alpha-beta column.
    #[test]
    fn the_alpha_beta_column_is_one_move_late() {
        let moves = GAME.iter().map(|row| row.mv).chain(["-"]);
        let positions = positions(moves);
        let legal: Vec<u64> = positions.iter().map(Position::count_legal_moves).collect();
        assert_eq!(legal, [20, 20, 22, 21, 21, 21, 24]);
        for (index, row) in GAME.iter().enumerate().skip(1) {
            assert_eq!(row.alphabeta[0], legal[index + 1]);
        }
        let last = positions[6];
        let moves = last.legal_moves();
        let replies = moves.into_iter().map(|mv| {
            let mut next = last;
            next.play_unchecked(mv);
            next.count_legal_moves()
        });
        assert_eq!(replies.min(), Some(3));
    }
}
