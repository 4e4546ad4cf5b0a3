//! What a random player does: how likely it is, and what comes of it.

use chess::{Color, Move, Position, Role};
use lab::grouped;
use numbers::mix;

use super::made::{Made, pawns};
use super::{Draft, Unsuitable, endings};

/// What a piece is worth in pawns, as the lesson on trees has it.
const WORTH: [(Role, u32); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

fn all(position: &Position) -> Vec<Move> {
    position.legal_moves().iter().copied().collect()
}

fn listed(position: &Position, moves: &[Move]) -> String {
    moves.iter().map(|&mv| position.to_san(mv)).collect::<Vec<_>>().join(", ")
}

/// A share of moves in per cent, unless rounding it to a whole number is a matter of taste.
fn share(some: usize, all: usize) -> Result<f64, Unsuitable> {
    let share = 100.0 * some as f64 / all as f64;
    if (share.fract() - 0.5).abs() < 0.01 {
        Err("its share is too close to a half")
    } else {
        Ok(share)
    }
}

/// How likely a capture is by chance.
pub(super) fn chance(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let moves = all(&position);
    let takes: Vec<Move> = moves.iter().copied().filter(|&mv| position.is_capture(mv)).collect();
    let share = share(takes.len(), moves.len())?;
    let question = format!(
        "There are {} legal moves. How likely is it, in per cent, that a random player takes something? Round to \
         a whole number.",
        moves.len()
    );
    Ok(Made::number(question, "per cent", share.round())
        .hint("Count the captures, and divide by the number of moves.")
        .because(match takes.is_empty() {
            true => "No move takes anything.".to_owned(),
            false => format!("These take something: {}.", listed(&position, &takes)),
        })
        .because(format!("{} of {} moves are captures: {share:.1} %.", takes.len(), moves.len()))
        .on_a_board())
}

/// How likely mate is by chance.
pub(super) fn mate_chance(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let is_mate = |position: &Position, mv: Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        next.is_check() && !next.has_legal_move()
    };
    let tries = if draft.is_given { 1 } else { 400 };
    for _ in 0..tries {
        let made = || endings::queen_and_king(&mut draft.dice, Color::White);
        let Some(position) = draft.is_given.then_some(draft.position).or_else(made) else {
            continue;
        };
        let moves = all(&position);
        let mates: Vec<Move> = moves.iter().copied().filter(|&mv| is_mate(&position, mv)).collect();
        if mates.is_empty() {
            continue;
        }
        let share = share(mates.len(), moves.len())?;
        let question = format!(
            "There are {} legal moves. How likely is it, in per cent, that a random player mates with the next move? Round \
             to a whole number.",
            moves.len()
        );
        return Ok(Made::number(question, "per cent", share.round())
            .hint("Look for moves that give check and leave the king no square, and divide by the number of moves.")
            .because(format!("These mate: {}.", listed(&position, &mates)))
            .because(format!("{} of {} moves: {share:.1} %.", mates.len(), moves.len()))
            .at(position));
    }
    Err("no move of it is mate")
}

/// How likely a line is by chance.
pub(super) fn line_chance(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let mut at = position;
    let (mut line, mut counts) = (Vec::new(), Vec::new());
    for _ in 0..2 + draft.dice.below(2) {
        let moves = all(&at);
        let Some(&mv) = moves.get(draft.dice.below(moves.len().max(1))) else {
            return Err("its games end too soon");
        };
        line.push(mv);
        counts.push(moves.len() as u64);
        at.play_unchecked(mv);
    }
    let total: u64 = counts.iter().product();
    let said: Vec<String> = counts.iter().map(ToString::to_string).collect();
    let later: Vec<String> = (1..line.len())
        .map(|ply| format!("after {} {}", lab::in_san(&position, &line[..ply]), said[ply]))
        .collect();
    let question = format!(
        "Both sides play at random from here. There are {} legal moves, {}. In one of how many games does it begin with {}?",
        said[0],
        later.join(", "),
        lab::in_san(&position, &line)
    );
    Ok(Made::number(question, "games", total as f64)
        .hint("Each move is one of all that are legal there, and the sides do not know of each other.")
        .because(format!("{} = {}.", said.join(" · "), grouped(total)))
        .on_a_board())
}

/// Which move the dice give.
pub(super) fn rolled(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let moves = all(&position);
    let seed = 1 + draft.dice.below(99) as u64;
    // The program's own dice, shortened to three digits.
    let dice = mix(position.key() ^ seed);
    let upper = |sides: usize| ((u128::from(dice) * sides as u128) >> 64) as usize;
    let (roll, place) = (upper(1_000), upper(moves.len()));
    if roll * moves.len() / 1_000 != place {
        return Err("three digits of its dice are too few");
    }
    let question = format!(
        "`random:seed={seed}` lists these {} moves: {}. Its dice show {roll} of 1,000. Which place in the list has the move that \
         it plays, the first being 1?",
        moves.len(),
        listed(&position, &moves)
    );
    Ok(Made::number(question, "place", (place + 1) as f64)
        .hint("Multiply what the dice show by the number of moves, and divide by 1,000. So many moves stand in front of it.")
        .because(format!(
            "{roll} · {} / 1,000 is {:.2}: {place} moves are passed over, and {} is played.",
            moves.len(),
            (roll * moves.len()) as f64 / 1_000.0,
            position.to_san(moves[place])
        ))
        .on_a_board())
}

/// What a random move wins on average.
pub(super) fn gain(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let moves = all(&position);
    let worth = |role: Role| WORTH.iter().find(|(known, _)| *known == role).map_or(0, |one| one.1);
    let takes: Vec<(Move, u32)> =
        moves.iter().filter_map(|&mv| Some((mv, worth(position.captured(mv)?)))).collect();
    if moves.iter().any(|mv| mv.promoted().is_some()) {
        return Err("a pawn promotes there, which wins something too");
    }
    let sum: u32 = takes.iter().map(|(_, worth)| worth).sum();
    let hundredths = 100.0 * f64::from(sum) / moves.len() as f64;
    if sum == 0 {
        return Err("no move takes anything");
    }
    if (hundredths.fract() - 0.5).abs() < 0.01 {
        return Err("its average is too close to a half");
    }
    let told: Vec<String> =
        takes.iter().map(|&(mv, worth)| format!("{} {worth}", position.to_san(mv))).collect();
    let question = format!(
        "There are {} legal moves. How much does a random move take on average, in pawns? Count 1 for a pawn, 3 for a knight or \
         a bishop, 5 for a rook and 9 for a queen. Round to 0.01.",
        moves.len()
    );
    Ok(Made::number(question, "pawns", hundredths.round() / 100.0)
        .hint("Add up what the captures take, and divide by the number of all moves.")
        .because(format!("The captures and what they take: {}.", told.join(", ")))
        .because(format!(
            "{sum} / {} is {}.",
            moves.len(),
            pawns(hundredths.round() / 100.0).trim_start_matches('+')
        ))
        .on_a_board())
}
