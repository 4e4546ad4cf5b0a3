//! How trees grow.

use lab::grouped;

use super::made::Made;
use super::{Draft, Unsuitable};

/// Leaves of an even tree.
pub(super) fn leaves(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (b, d) = (2 + draft.dice.below(9) as u64, 2 + draft.dice.below(3) as u32);
    let question = format!(
        "Every position has {b} moves, and the tree is {d} plies deep. How many leaves has it?"
    );
    Ok(Made::number(question, "leaves", b.pow(d) as f64)
        .hint("Each ply multiplies the number by the same factor.")
        .because(format!("{b}^{d} = {}.", grouped(b.pow(d)))))
}

/// Nodes of an even tree.
pub(super) fn all_nodes(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (b, d) = (2 + draft.dice.below(5) as u64, 2 + draft.dice.below(2) as u32);
    let plies: Vec<u64> = (1..=d).map(|ply| b.pow(ply)).collect();
    let total: u64 = plies.iter().sum();
    let said: Vec<String> = plies.iter().map(ToString::to_string).collect();
    let question = format!(
        "Every position has {b} moves, and the tree is {d} plies deep. How many nodes has it below the root?"
    );
    Ok(Made::number(question, "nodes", total as f64)
        .hint("Count ply by ply, and add.")
        .because(format!("{} = {total}.", said.join(" + "))))
}

/// Who moves.
pub(super) fn turn(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let plies = 2 + draft.dice.below(9);
    let white_first = draft.dice.below(2) == 0;
    let (first, other) = if white_first { ("White", "Black") } else { ("Black", "White") };
    let is_first = plies.is_multiple_of(2);
    let options = vec!["White".to_owned(), "Black".to_owned()];
    let mover = if is_first { first } else { other };
    let question =
        format!("{first} is to move at the root. Who is to move {plies} plies below it?");
    Ok(Made::choice(question, options, usize::from(mover == "Black"))
        .hint("After an even number of plies it is the same side again.")
        .because(format!(
            "{plies} is {}, so it is {mover}.",
            if is_first { "even" } else { "odd" }
        )))
}

/// Moves and plies.
pub(super) fn plies(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let moves = 2 + draft.dice.below(6);
    let question =
        format!("How many plies does a search look ahead that sees {moves} moves by each side?");
    Ok(Made::number(question, "plies", 2.0 * moves as f64)
        .hint("A ply is a move by one side.")
        .because(format!("2 · {moves} = {}.", 2 * moves)))
}

/// How many plies fit.
pub(super) fn fits(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let b = 10 * (2 + draft.dice.below(3) as u64);
    let speed = 1_000_000_u64;
    let seconds = 1 + draft.dice.below(60) as u64;
    let mut depth = 0;
    while b.pow(depth + 1) <= speed * seconds {
        depth += 1;
    }
    let all = grouped(speed * seconds);
    let question = format!(
        "A program looks at {} leaves a second and has {seconds} s. Every position has {b} moves. How many \
         plies deep can minimax search to the end? Count the leaves only.",
        grouped(speed)
    );
    Ok(Made::number(question, "plies", f64::from(depth))
        .hint(format!("Multiply {b} by itself until it is more than {all}."))
        .because(format!(
            "{b}^{depth} = {} leaves fit into {all}, {b}^{} = {} do not.",
            grouped(b.pow(depth)),
            depth + 1,
            grouped(b.pow(depth + 1))
        )))
}
