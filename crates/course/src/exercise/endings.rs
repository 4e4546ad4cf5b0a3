//! Endings made by dice, for what only few pieces show.

use chess::{Color, File, Piece, Position, Rank, Role, Setup, Square};
use numbers::Dice;

/// How often a shape is filled anew until it is a legal position.
const TRIES: usize = 40;

fn square(file: usize, rank: usize) -> Option<Square> {
    Some(Square::new(File::from_index(file)?, Rank::from_index(rank)?))
}

/// The position with these pieces, if the game is not over there.
fn stood(pieces: &[(Square, Color, Role)], turn: Color) -> Option<Position> {
    placed(pieces, turn).filter(Position::has_legal_move)
}

/// The position with these pieces, if it is legal.
fn placed(pieces: &[(Square, Color, Role)], turn: Color) -> Option<Position> {
    let mut setup = Setup::empty();
    setup.turn = turn;
    for &(square, color, role) in pieces {
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.set(square, Some(Piece { color, role }));
    }
    setup.position().ok()
}

fn any_color(dice: &mut Dice) -> Color {
    if dice.below(2) == 0 { Color::White } else { Color::Black }
}

/// A pawn of each side in each other's way, and the kings beside them: where zugzwang is at home.
pub(super) fn blocked_pawns(dice: &mut Dice) -> Option<Position> {
    (0..TRIES).find_map(|_| {
        let (file, rank) = (dice.below(8), 2 + dice.below(3));
        let near = |dice: &mut Dice, rank: usize| {
            let file = (file + dice.below(5)).checked_sub(2)?;
            square(file, (rank + dice.below(5)).checked_sub(2)?)
        };
        let pieces = [
            (square(file, rank)?, Color::White, Role::Pawn),
            (square(file, rank + 1)?, Color::Black, Role::Pawn),
            (near(dice, rank)?, Color::White, Role::King),
            (near(dice, rank + 1)?, Color::Black, Role::King),
        ];
        stood(&pieces, any_color(dice)).filter(|position| !position.is_check())
    })
}

/// King and rook against a king at the edge, or against one that is locked in a corner by its own
/// pieces: often a mate in two.
pub(super) fn rook_and_king(dice: &mut Dice) -> Option<Position> {
    let [at, edge] = [dice.below(64), dice.below(8)];
    let rook = Square::from_index(at)?;
    let named = |text: &str| text.parse::<Square>().ok();
    let mut pieces = if dice.below(2) == 0 {
        let caged = ["a8", "b8", "a7", "b7"].map(named);
        let roles = [Role::King, Role::Bishop, Role::Pawn, Role::Pawn];
        let mut pieces = vec![
            (named("c8")?, Color::White, Role::King),
            (named("b6")?, Color::White, Role::Pawn),
        ];
        for (at, role) in caged.into_iter().zip(roles) {
            pieces.push((at?, Color::Black, role));
        }
        pieces
    } else {
        let king = square((edge + dice.below(5)).checked_sub(2)?, 4 + dice.below(2))?;
        vec![(square(edge, 7)?, Color::Black, Role::King), (king, Color::White, Role::King)]
    };
    pieces.push((rook, Color::White, Role::Rook));
    let mirrors = dice.below(2) == 0;
    for (at, _, _) in &mut pieces {
        *at = if mirrors { at.flip_file() } else { *at };
    }
    let position = stood(&pieces, Color::White)?;
    Some(if any_color(dice) == Color::White { position } else { position.mirrored() })
}

/// King and queen against king, anywhere.
pub(super) fn queen_and_king(dice: &mut Dice, turn: Color) -> Option<Position> {
    (0..TRIES).find_map(|_| {
        let mut any = || Square::from_index(dice.below(64));
        let pieces = [
            (any()?, Color::White, Role::King),
            (any()?, Color::White, Role::Queen),
            (any()?, Color::Black, Role::King),
        ];
        placed(&pieces, turn)
    })
}
