//! Moves by heart at the beginning, certainty at the end.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use chess::{Color, Position, Square, openings};

use super::made::Made;
use super::queen_table::{self, Place};
use super::{Draft, Unsuitable, endings};

/// A book made of all opening lines that Plywise knows: for each position the moves that are played
/// there, and in how many lines.
type Book = HashMap<u64, BTreeMap<String, u32>>;

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let mut book = Book::new();
    for opening in openings::all() {
        let mut position = Position::start();
        for text in opening.line.split(' ') {
            let Ok(mv) = position.parse_san(text) else { break };
            *book.entry(position.key()).or_default().entry(text.to_owned()).or_default() += 1;
            position.play_unchecked(mv);
        }
    }
    book
});

/// A position of the book by dice, with its moves.
fn known(draft: &mut Draft) -> Option<(Position, Vec<(String, u32)>)> {
    let position = match draft.given() {
        Some(position) => position,
        None => opened(draft)?,
    };
    let moves = BOOK.get(&position.key())?.iter();
    Some((position, moves.map(|(san, &count)| (san.clone(), count)).collect()))
}

/// A position of an opening by dice.
fn opened(draft: &mut Draft) -> Option<Position> {
    let all = openings::all();
    let line: Vec<&str> = all[draft.dice.below(all.len())].line.split(' ').collect();
    let mut position = Position::start();
    for text in &line[..draft.dice.below(line.len())] {
        position.play(position.parse_san(text).ok()?).ok()?;
    }
    Some(position)
}

/// How likely a book plays a move.
pub(super) fn chance(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (position, moves) = known(draft).ok_or("the book does not know it")?;
    if !(2..=6).contains(&moves.len()) {
        return Err("the book has too few moves there, or too many");
    }
    let (san, weight) = moves[draft.dice.below(moves.len())].clone();
    let all: u32 = moves.iter().map(|(_, weight)| weight).sum();
    let share = 100.0 * f64::from(weight) / f64::from(all);
    if (share.fract() - 0.5).abs() < 0.01 {
        return Err("its share is too close to a half");
    }
    let told: Vec<String> = moves.iter().map(|(san, weight)| format!("{san} {weight}")).collect();
    let question = format!(
        "A book is made of the {} opening lines that Plywise has names for. The weight of a move is the number of lines \
         that play it. Here the weights are {}. How likely is {san}, in per cent? Round to a whole number.",
        openings::all().len(),
        told.join(", ")
    );
    Ok(Made::number(question, "per cent", share.round())
        .hint("Divide the weight of the move by all weights together.")
        .because(format!("{weight} of {all}: {share:.1} %."))
        .at(position))
}

/// How many entries the book has if it ends after some plies: one for each move of each position.
fn entries(plies: usize) -> u64 {
    let mut seen = std::collections::HashSet::new();
    for opening in openings::all() {
        let mut position = Position::start();
        for text in opening.line.split(' ').take(plies) {
            let Ok(mv) = position.parse_san(text) else { break };
            seen.insert((position.key(), text));
            position.play_unchecked(mv);
        }
    }
    seen.len() as u64
}

/// How large a book is.
pub(super) fn bytes(draft: &mut Draft) -> Result<Made, Unsuitable> {
    draft.needs_no_position()?;
    let plies = 2 + draft.dice.below(20);
    let count = entries(plies);
    let question = format!(
        "The first {plies} plies of all openings that Plywise has names for make a book of {count} entries. How many bytes \
         does it take in Polyglot's format?"
    );
    Ok(Made::number(question, "bytes", (16 * count) as f64)
        .hint("An entry takes 16 bytes.")
        .because(format!("16 · {count} = {}.", 16 * count)))
}

/// How often one has to look.
pub(super) fn halving(draft: &mut Draft) -> Result<Made, Unsuitable> {
    draft.needs_no_position()?;
    let plies = 2 + draft.dice.below(20);
    let count = entries(plies);
    let mut halves = vec![count];
    while let Some(&last) = halves.last().filter(|last| **last > 1) {
        halves.push(last / 2);
    }
    let told: Vec<String> = halves.iter().map(ToString::to_string).collect();
    let question = format!(
        "A sorted book has {count} entries: the first {plies} plies of all openings that Plywise has names for. A program \
         looks at the entry in the middle, and goes on with the half in which its key must be: at most half of the \
         entries, rounded down. How many entries does it look at, at most?"
    );
    Ok(Made::number(question, "entries", halves.len() as f64)
        .hint(format!("Halve {count}, round down, halve again, until 1 is left; and count the numbers, the first and the last included."))
        .because(format!("{}: {} numbers.", told.join(", "), halves.len())))
}

/// Mate, stalemate or neither.
pub(super) fn ended(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let options = ["mate", "stalemate", "neither: the game goes on"].map(str::to_owned);
    let is = |position: &Position| match (position.has_legal_move(), position.is_check()) {
        (true, _) => 2,
        (false, true) => 0,
        (false, false) => 1,
    };
    let given = draft.given();
    let right = given.as_ref().map_or_else(|| draft.dice.below(options.len()), is);
    for _ in 0..6_000 {
        let made = || endings::queen_and_king(&mut draft.dice, Color::Black);
        let Some(position) = given.or_else(made) else { continue };
        if is(&position) != right {
            continue;
        }
        let turn = position.turn();
        let moves = position.legal_moves();
        let escapes: Vec<String> = moves.iter().map(|&mv| position.to_san(mv)).collect();
        let why = match right {
            0 => format!("{turn} is in check and has no legal move."),
            1 => format!("{turn} is not in check and has no legal move."),
            _ => format!("{turn} can play {}.", escapes.join(", ")),
        };
        return Ok(Made::choice(
            format!(
                "Whoever makes a tablebase first marks the positions where the game is over. {turn} is to move. What is this one?"
            ),
            options.to_vec(),
            right,
        )
        .hint("Is the king attacked? And where could it go?")
        .because(why)
        .at(position));
    }
    Err("there is no such position")
}

/// A position of king and queen against king that the table knows, with what its moves lead to: the
/// moves as people write them, and plies to the end.
fn looked_up(draft: &mut Draft, turn: Color) -> Result<(Position, Vec<(String, u32)>), Unsuitable> {
    let position = match draft.given() {
        Some(position) if place(&position).is_none() => {
            return Err("the table knows White's king and queen against Black's king only");
        }
        Some(position) if position.turn() != turn => return Err("Black is not to move there"),
        Some(position) => position,
        None => endings::queen_and_king(&mut draft.dice, turn).ok_or("there is no such ending")?,
    };
    let mut moves = Vec::new();
    for mv in &position.legal_moves() {
        let mut next = position;
        next.play_unchecked(mv);
        let plies = place(&next).and_then(queen_table::plies);
        match plies {
            Some(plies) => moves.push((position.to_san(mv), plies)),
            // The queen is lost, or it is stalemate: a draw, which the one side avoids and the other one plays.
            None if turn == Color::White => {}
            None => return Err("it is a draw"),
        }
    }
    moves.sort_by_key(|(_, plies)| *plies);
    if moves.is_empty() { Err("no move of it leads to mate") } else { Ok((position, moves)) }
}

/// Where the three pieces stand; nothing if the queen is gone, or if it is another ending.
fn place(position: &Position) -> Option<Place> {
    let board = position.board();
    if board.occupied().count() != 3 {
        return None;
    }
    let is_queen = |square: &Square| {
        board.piece_at(*square)
            == Some(chess::Piece { color: Color::White, role: chess::Role::Queen })
    };
    let queen = Square::all().find(is_queen)?;
    Some(Place {
        white_king: position.king(Color::White).index(),
        queen: queen.index(),
        black_king: position.king(Color::Black).index(),
        white_moves: position.turn() == Color::White,
    })
}

/// How a position is marked, by those that its moves lead to.
pub(super) fn marked(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let by_dice = if draft.dice.below(2) == 0 { Color::White } else { Color::Black };
    let turn = draft.given().map_or(by_dice, |position| position.turn());
    let (position, moves) = looked_up(draft, turn)?;
    let told = |moves: &[(String, u32)]| {
        let told = moves.iter().map(|(san, plies)| format!("{san} {plies}"));
        told.collect::<Vec<_>>().join(", ")
    };
    let (question, plies, why) = if turn == Color::White {
        let best = &moves[..moves.len().min(4)];
        (
            format!(
                "White is to move. The table knows in how many plies Black is mated after each move; the shortest are: {}. In how \
                 many plies is Black mated from here, if both play well?",
                told(best)
            ),
            moves[0].1 + 1,
            format!("White plays {}: {} and the move itself.", moves[0].0, moves[0].1),
        )
    } else {
        let last = &moves[moves.len() - 1];
        (
            format!(
                "Black is to move. The table knows in how many plies Black is mated after each move: {}. In how many plies is \
                 Black mated from here, if both play well?",
                told(&moves)
            ),
            last.1 + 1,
            format!("Black plays {}, which lasts longest: {} and the move itself.", last.0, last.1),
        )
    };
    Ok(Made::number(question, "plies", f64::from(plies))
        .asking("The table is made anew for this exercise: king and queen against king, every position, backwards from mate.")
        .hint("White takes the shortest way, Black the longest. And the move itself is a ply, too.")
        .because(why)
        .at(position))
}

/// What the table plays for the side that loses.
pub(super) fn lasts(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (position, mut moves) = looked_up(draft, Color::Black)?;
    let most = moves.last().map_or(0, |(_, plies)| *plies);
    if moves.len() < 2 || moves[moves.len() - 2].1 == most {
        return Err("no move lasts longer than all others");
    }
    let best = moves[moves.len() - 1].0.clone();
    draft.dice.shuffle(&mut moves);
    let right = moves.iter().position(|(san, _)| *san == best).unwrap_or(0);
    let options =
        moves.iter().map(|(san, plies)| format!("{san}, mated in {plies} plies")).collect();
    Ok(Made::choice(
        "Black is to move and lost. Behind each move stands what the table says of the position after it. Which one does the \
         table play for Black?",
        options,
        right,
    )
    .hint("Who cannot win wants to lose as late as possible.")
    .because(format!("{best} lasts longest."))
    .at(position))
}
