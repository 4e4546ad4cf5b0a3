//! Positions as the page draws them.

use chess::openings::{self, NamedOpening};
use chess::{Color, Game, Move, MoveKind, Position};

use crate::protocol::{BoardView, ColorName, Destinations, LineView, OpeningName};

/// A side's name.
pub(crate) fn color(color: Color) -> ColorName {
    match color {
        Color::White => ColorName::White,
        Color::Black => ColorName::Black,
    }
}

/// A legal move for programs.
pub(crate) fn uci(position: &Position, mv: Move) -> String {
    lab::uci(position, mv)
}

/// A line in both notations, as far as it can be played.
pub(crate) fn line(position: &Position, moves: &[Move]) -> LineView {
    let mut position = *position;
    let mut line = LineView::default();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        line.uci.push(uci(&position, mv));
        line.san.push(position.to_san(mv));
        position.play_unchecked(mv);
    }
    line
}

/// All legal moves in both notations.
pub(crate) fn legal(position: &Position) -> LineView {
    let moves = position.legal_moves();
    LineView {
        uci: moves.iter().map(|&mv| uci(position, mv)).collect(),
        san: moves.iter().map(|&mv| position.to_san(mv)).collect(),
    }
}

/// The squares of a legal move as a player sees it: castling is the king's step.
pub(crate) fn squares(position: &Position, mv: Move) -> [String; 2] {
    let to = match mv.kind() {
        MoveKind::Castling => position.castling_king_target(mv),
        _ => mv.to(),
    };
    [mv.from().to_string(), to.to_string()]
}

/// A side by its name.
pub(crate) fn side(name: ColorName) -> Color {
    match name {
        ColorName::White => Color::White,
        ColorName::Black => Color::Black,
    }
}

/// Where a game stands that nobody plays.
pub(crate) fn board(game: &Game) -> BoardView {
    let opening = match game.moves().is_empty() {
        true => None,
        false => openings::of_game(game.positions()),
    };
    board_of(game, opening, false)
}

/// Where a game of this opening stands. Of a game that somebody ended, nothing can
/// be moved.
pub(crate) fn board_of(
    game: &Game,
    opening: Option<&'static NamedOpening>,
    is_over: bool,
) -> BoardView {
    let position = game.position();
    let end = game.end();
    let (destinations, promotions) = match end.is_some() || is_over {
        true => (Destinations::new(), Vec::new()),
        false => destinations(position),
    };
    let last = game.history().last();
    BoardView {
        fen: position.to_string(),
        turn: color(position.turn()),
        destinations,
        promotions,
        check: check(position),
        last_move: last.map(|(before, mv)| squares(before, mv)),
        opening: opening.map(|opening| OpeningName {
            eco: opening.eco.to_owned(),
            name: opening.name.to_owned(),
        }),
        end: end.map(|end| end.to_string()),
        result: end.map(|end| end.outcome().pgn().to_owned()),
        chess960: !position.has_standard_castling(),
    }
}

/// The square of the king in check.
pub(crate) fn check(position: &Position) -> Option<String> {
    position.is_check().then(|| position.king(position.turn()).to_string())
}

fn destinations(position: &Position) -> (Destinations, Vec<String>) {
    let mut destinations = Destinations::new();
    let mut promotions = Vec::new();
    for mv in &position.legal_moves() {
        let from = mv.from().to_string();
        let mut targets = vec![mv.to()];
        match mv.kind() {
            // Onto the rook, or where the king goes if that is not where it is.
            MoveKind::Castling => {
                let step = position.castling_king_target(mv);
                targets.extend(Some(step).filter(|&step| step != mv.from()));
            }
            MoveKind::Promotion(_) => {
                let step = format!("{from}{}", mv.to());
                if !promotions.contains(&step) {
                    promotions.push(step);
                }
            }
            _ => {}
        }
        let known = destinations.entry(from).or_default();
        for target in targets {
            let target = target.to_string();
            if !known.contains(&target) {
                known.push(target);
            }
        }
    }
    (destinations, promotions)
}

/// The number of the Chess960 starting position that this is, if it is one.
pub(crate) fn chess960_number(position: &Position) -> Option<u16> {
    (0..960).find(|&number| Position::chess960(number, number) == *position)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str) -> Game {
        Game::new(fen.parse().unwrap())
    }

    #[test]
    fn castling_may_be_shown_either_way() {
        let board = board(&game("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"));
        let king = &board.destinations["e1"];
        for square in ["g1", "h1", "c1", "a1"] {
            assert!(king.contains(&square.to_owned()), "{king:?}");
        }
        let mut doubled = king.clone();
        doubled.sort();
        doubled.dedup();
        assert_eq!(doubled.len(), king.len());
    }

    #[test]
    fn promotions_and_ends_are_told() {
        let board_of = |fen| board(&game(fen));
        assert_eq!(board_of("8/4P2k/8/8/8/8/8/4K3 w - - 0 1").promotions, ["e7e8"]);
        let mated = board_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(mated.result.as_deref(), Some("1-0"));
        assert_eq!(mated.check.as_deref(), Some("h8"));
        assert!(mated.destinations.is_empty());
    }

    #[test]
    fn starting_positions_know_their_numbers() {
        assert_eq!(chess960_number(&Position::start()), Some(518));
        assert_eq!(chess960_number(&Position::chess960(77, 77)), Some(77));
        assert_eq!(chess960_number(&Position::chess960(77, 78)), None);
    }
}
