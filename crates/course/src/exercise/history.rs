//! Numbers and years of the history of chess programs.

use chess::Position;
use lab::grouped;

use super::made::Made;
use super::{Draft, Unsuitable};

/// The lesson itself: its table has the years.
const LESSON: &str = include_str!("../../lessons/history.md");

/// The rows of the table: a year and what happened.
fn rows() -> Vec<(u32, &'static str)> {
    let row = |line: &'static str| {
        let mut cells = line.trim_matches('|').splitn(2, '|').map(str::trim);
        Some((cells.next()?.parse().ok()?, cells.next()?))
    };
    LESSON.lines().filter(|line| line.starts_with('|')).filter_map(row).collect()
}

/// Which of two came first.
pub(super) fn years(draft: &mut Draft) -> Result<Made, Unsuitable> {
    draft.needs_no_position()?;
    let rows = rows();
    let (one, other) = (draft.dice.below(rows.len()), draft.dice.below(rows.len()));
    if rows[one].0 == rows[other].0 {
        return Err("both are of the same year");
    }
    // What names its year would tell the answer.
    let has_year =
        |text: &str| text.split(|sign: char| !sign.is_ascii_digit()).any(|word| word.len() == 4);
    if has_year(rows[one].1) || has_year(rows[other].1) {
        return Err("the text tells the year");
    }
    let options = [one, other].map(|at| rows[at].1.trim_end_matches('.').to_owned());
    let right = usize::from(rows[other].0 < rows[one].0);
    Ok(Made::choice("Which of these came first?", options.to_vec(), right)
        .hint("What did people have first: ideas on paper, machines of their own, ordinary computers?")
        .because(format!("{} and {}.", rows[one].0, rows[other].0)))
}

/// How many zeros Shannon's number has.
pub(super) fn zeros(draft: &mut Draft) -> Result<Made, Unsuitable> {
    draft.needs_no_position()?;
    let moves = 5 + 5 * draft.dice.below(20) as u32;
    let question = format!(
        "Shannon reckoned with 1,000 possibilities for a move and its reply. By that, how many games of {moves} moves are \
         there? Write how many zeros the number has behind its 1."
    );
    Ok(Made::number(question, "zeros", f64::from(3 * moves))
        .hint("Each move multiplies the number by 1,000.")
        .because(format!("1000^{moves} = 10^{}.", 3 * moves)))
}

fn replies(position: &Position) -> (u64, u64) {
    let moves = position.legal_moves();
    let after = moves.iter().map(|&mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        next.count_legal_moves()
    });
    (moves.len() as u64, after.sum())
}

/// Type A and type B.
pub(super) fn types(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let width = 2 + draft.dice.below(4) as u64;
    let depth = 3 + draft.dice.below(3) as u32;
    let moves = draft.position.count_legal_moves();
    if moves <= width {
        return Err("it has too few moves to leave any out");
    }
    let (all, few) = (moves.pow(depth), width.pow(depth));
    let question = format!(
        "Suppose every position had {moves} moves, as this one has. How many leaves has Shannon's type A to depth {depth}, and \
         how many has type B, if it looks at the {width} best moves of each position?"
    );
    Ok(Made::numbers(question, &[("type A", Some(all as f64)), ("type B", Some(few as f64))])
        .hint("Each ply multiplies the number: by all moves, or by those that are looked at.")
        .because(format!(
            "{moves}^{depth} = {}, and {width}^{depth} = {}.",
            grouped(all),
            grouped(few)
        ))
        .on_a_board())
}

/// What Deep Blue needs.
pub(super) fn deep_blue(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let moves = draft.position.count_legal_moves();
    let depth = 6 + draft.dice.below(2) as u32;
    let leaves = moves.pow(depth);
    let seconds = leaves as f64 / 200e6;
    if seconds < 2.0 || (seconds.fract() - 0.5).abs() < 0.01 {
        return Err("it is done at once");
    }
    let leaves = grouped(leaves);
    let question = format!(
        "Suppose every position had {moves} moves, as this one has. {moves}^{depth} is {leaves}. How many seconds would Deep \
         Blue take for as many positions? Round to a whole number."
    );
    Ok(Made::number(question, "seconds", seconds.round())
        .hint("It looks at about 200 million positions a second.")
        .because(format!("{leaves} / 200,000,000 is {seconds:.1}."))
        .on_a_board())
}

/// A search by hand.
pub(super) fn by_hand(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (moves, replies) = replies(&draft.position);
    let minutes = 1 + draft.dice.below(3) as u64;
    let hours = (replies * minutes) as f64 / 60.0;
    if (hours.fract() - 0.5).abs() < 0.01 {
        return Err("it is too close to a half");
    }
    let question = format!(
        "Turing looks one move by each side ahead. Here there are {moves} moves, and all together {replies} positions after the \
         replies. How many hours does he take, at {minutes} min a position? Round to a whole number."
    );
    Ok(Made::number(question, "hours", hours.round())
        .hint("Multiply, and divide by 60.")
        .because(format!("{replies} · {minutes} / 60 is {hours:.1}. (In 1952 a move took about half an hour, so he cannot have spent as \
            long on each of them.)"))
        .on_a_board())
}
