//! What a network sees, and how it learns.

use chess::{Color, Move, Position, Role, Square};
use search::ladder::Rung;

use super::made::{Made, pawns};
use super::searched::{EVALUATION, is_plain, recorded};
use super::{Draft, Unsuitable};

/// How many switches are on.
pub(super) fn switches(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let count = position.board().occupied().count();
    Ok(Made::number(
        "How many of the 768 switches are on in this position?",
        "switches",
        f64::from(count),
    )
    .hint("There is a switch for each piece on each square.")
    .because(format!("{count} pieces stand on the board, kings and pawns included."))
    .on_a_board())
}

/// The pieces that a move takes from their squares, and those it puts somewhere.
fn changes(position: &Position, mv: Move) -> u32 {
    let mut next = *position;
    next.play_unchecked(mv);
    let at = |position: &Position, square| position.piece_at(square);
    let changed = |square: &Square| at(position, *square) != at(&next, *square);
    let count = |square: Square| {
        u32::from(at(position, square).is_some()) + u32::from(at(&next, square).is_some())
    };
    Square::all().filter(changed).map(count).sum()
}

/// How many switches a move changes.
pub(super) fn flips(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let wanted = 2 + draft.dice.below(3) as u32;
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    draft.dice.shuffle(&mut moves);
    let mv = moves.into_iter().find(|&mv| changes(&position, mv) == wanted);
    let mv = mv.ok_or("no move changes so many")?;
    let san = position.to_san(mv);
    let why = match wanted {
        2 => "One goes off where the piece stood, one goes on where it stands now.",
        3 => "Two go off, where the piece stood and what it takes; one goes on.",
        _ => "King and rook both move: two go off, two go on.",
    };
    Ok(Made::number(
        format!("White's eyes see one switch for each piece. How many of the switches change if {san} is played: go off, or go on?"),
        "switches",
        f64::from(wanted),
    )
    .hint("Which pieces leave their squares, and which squares get a piece?")
    .because(why)
    .on_a_board())
}

const ROLES: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// The number of a switch, for White's eyes.
fn feature(position: &Position, square: Square) -> Option<usize> {
    let piece = position.piece_at(square)?;
    let kind = ROLES.iter().position(|role| *role == piece.role)?;
    let other = usize::from(piece.color == Color::Black);
    Some(64 * (6 * other + kind) + square.index())
}

/// Which switch a piece has.
pub(super) fn number(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let mut squares: Vec<Square> = position.board().iter().map(|(square, _)| square).collect();
    draft.dice.shuffle(&mut squares);
    let square = squares.pop().ok_or("the board is empty")?;
    let feature = feature(&position, square).ok_or("nothing stands there")?;
    let (block, within) = (feature / 64, feature % 64);
    Ok(Made::number(
        format!("Which number has the switch of the piece on {square}, for White's eyes?"),
        "number",
        feature as f64,
    )
    .asking(
        "Blocks of 64, in this order: White's pawns (block 0), knights, bishops, rooks, queens, king (block 5), then \
         Black's pawns (block 6) and so on to Black's king (block 11). Within a block a1 is 0, b1 is 1, h1 is 7, a2 is 8, \
         h8 is 63.",
    )
    .hint("64 times the block, and the number of the square.")
    .because(format!("64 · {block} + {within} = {feature}."))
    .on_a_board())
}

/// A chance of winning in per cent, by the curve that the question names.
fn chance(centipawns: f64) -> f64 {
    100.0 / (1.0 + 10f64.powf(-centipawns / 400.0))
}

/// What an evaluation guesses for the side to move, in centipawns, and what a search of three plies
/// says.
fn guessed(draft: &Draft) -> Result<(f64, f64), Unsuitable> {
    let evaluator = eval::by_name(EVALUATION).ok_or("there is no evaluation")?;
    let guess = evaluator.evaluate(&draft.position);
    let score = recorded(Rung::Table, &draft.position, 3, None)?.report.score;
    if !is_plain(score) {
        return Err("it is decided");
    }
    Ok((f64::from(guess.raw()), f64::from(score.raw())))
}

/// How wrong a guess is.
pub(super) fn loss(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (guess, score) = guessed(draft)?;
    let (guess, score) = (chance(guess).round(), chance(score).round());
    if guess == score {
        return Err("the guess is right");
    }
    let question = format!(
        "A network guesses that the side to move has {guess} % of the chances, and a search says {score} %. The loss is the \
         square of the difference. How large is it, if both stay in per cent?"
    );
    Ok(Made::number(question, "loss", (guess - score).powi(2))
        .asking("The guess is that of `pst`, the simplest network: one number for each switch. The search looks three plies ahead.")
        .hint("Subtract, and multiply the result by itself.")
        .because(format!(
            "{:.0} · {:.0} = {:.0}.",
            guess - score,
            guess - score,
            (guess - score).powi(2)
        ))
        .on_a_board())
}

/// Which way a weight is moved.
pub(super) fn downhill(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (guess, score) = guessed(draft)?;
    // One weight alone: what the whole evaluation is multiplied by.
    let at = |weight: f64| chance(weight * guess).round();
    let (now, more, target) = (at(1.0), at(1.2), chance(score).round());
    let losses = [(now - target).powi(2), (more - target).powi(2)];
    if now == more || losses[0] == losses[1] {
        return Err("the weight makes no difference");
    }
    let grows = losses[1] < losses[0];
    let question = format!(
        "A tiny network has one weight, and a search says that the side to move has {target} % of the chances. With the weight 1.00 its guess is {now} %, with the \
         weight 1.20 it is {more} %. Is the weight made larger or smaller by gradient descent?"
    );
    let options = vec!["larger".to_owned(), "smaller".to_owned()];
    Ok(Made::choice(question, options, usize::from(!grows))
        .asking(format!(
            "(The weight multiplies what `pst` says of this position for the side to move, {}; the search looks three plies \
             ahead.)",
            pawns(guess / 100.0)
        ))
        .hint("With which of the two is the loss smaller?")
        .because(format!("The loss is {:.0} with 1.00 and {:.0} with 1.20.", losses[0], losses[1]))
        .on_a_board())
}
