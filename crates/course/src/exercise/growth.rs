//! How trees grow.

use chess::Color;
use lab::grouped;

use super::made::Made;
use super::{Draft, Unsuitable};

/// How many moves every position is supposed to have, as a sentence begins with it: as many as the
/// position that was chosen, or by dice.
fn width(draft: &mut Draft, least: u64, more: usize) -> Result<(u64, String), Unsuitable> {
    match draft.given() {
        Some(position) => match position.count_legal_moves() {
            0 | 1 => Err("it has too few moves"),
            moves => {
                Ok((moves, format!("Suppose every position had {moves} moves, as this one has")))
            }
        },
        None => {
            let moves = least + draft.dice.below(more) as u64;
            Ok((moves, format!("Every position has {moves} moves")))
        }
    }
}

/// With the board of the position that was chosen, if one was.
fn shown(draft: &Draft, made: Made) -> Made {
    if draft.is_given { made.on_a_board() } else { made }
}

/// Leaves of an even tree.
pub(super) fn leaves(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let d = 2 + draft.dice.below(3) as u32;
    let (b, suppose) = width(draft, 2, 9)?;
    let question = format!("{suppose}, and the tree is {d} plies deep. How many leaves has it?");
    let made = Made::number(question, "leaves", b.pow(d) as f64)
        .hint("Each ply multiplies the number by the same factor.")
        .because(format!("{b}^{d} = {}.", grouped(b.pow(d))));
    Ok(shown(draft, made))
}

/// Nodes of an even tree.
pub(super) fn all_nodes(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let d = 2 + draft.dice.below(2) as u32;
    let (b, suppose) = width(draft, 2, 5)?;
    let plies: Vec<u64> = (1..=d).map(|ply| b.pow(ply)).collect();
    let total: u64 = plies.iter().sum();
    let said: Vec<String> = plies.iter().map(ToString::to_string).collect();
    let question =
        format!("{suppose}, and the tree is {d} plies deep. How many nodes has it below the root?");
    let made = Made::number(question, "nodes", total as f64)
        .hint("Count ply by ply, and add.")
        .because(format!("{} = {total}.", said.join(" + ")));
    Ok(shown(draft, made))
}

/// Who moves.
pub(super) fn turn(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let plies = 2 + draft.dice.below(9);
    let by_dice = draft.dice.below(2) == 0;
    let white_first = draft.given().map_or(by_dice, |position| position.turn() == Color::White);
    let (first, other) = if white_first { ("White", "Black") } else { ("Black", "White") };
    let is_first = plies.is_multiple_of(2);
    let options = vec!["White".to_owned(), "Black".to_owned()];
    let mover = if is_first { first } else { other };
    let question =
        format!("{first} is to move at the root. Who is to move {plies} plies below it?");
    let made = Made::choice(question, options, usize::from(mover == "Black"))
        .hint("After an even number of plies it is the same side again.")
        .because(format!(
            "{plies} is {}, so it is {mover}.",
            if is_first { "even" } else { "odd" }
        ));
    Ok(shown(draft, made))
}

/// Moves and plies.
pub(super) fn plies(draft: &mut Draft) -> Result<Made, Unsuitable> {
    draft.needs_no_position()?;
    let moves = 2 + draft.dice.below(6);
    let question =
        format!("How many plies does a search look ahead that sees {moves} moves by each side?");
    Ok(Made::number(question, "plies", 2.0 * moves as f64)
        .hint("A ply is a move by one side.")
        .because(format!("2 · {moves} = {}.", 2 * moves)))
}

/// How many plies fit.
pub(super) fn fits(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (b, suppose) = match draft.given() {
        Some(_) => width(draft, 0, 1)?,
        None => {
            let b = 10 * (2 + draft.dice.below(3) as u64);
            (b, format!("Every position has {b} moves"))
        }
    };
    let speed = 1_000_000_u64;
    let seconds = 1 + draft.dice.below(60) as u64;
    let mut depth = 0;
    while b.pow(depth + 1) <= speed * seconds {
        depth += 1;
    }
    let all = grouped(speed * seconds);
    let question = format!(
        "A program looks at {} leaves a second and has {seconds} s. {suppose}. How many \
         plies deep can minimax search to the end? Count the leaves only.",
        grouped(speed)
    );
    let made = Made::number(question, "plies", f64::from(depth))
        .hint(format!("Multiply {b} by itself until it is more than {all}."))
        .because(format!(
            "{b}^{depth} = {} leaves fit into {all}, {b}^{} = {} do not.",
            grouped(b.pow(depth)),
            depth + 1,
            grouped(b.pow(depth + 1))
        ));
    Ok(shown(draft, made))
}
