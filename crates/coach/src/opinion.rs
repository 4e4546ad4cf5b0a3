//! What the evaluation thinks of a quiet move: an opinion, with the terms that differ most.

use chess::{Color, Move, Position, Role};

use crate::claim::{Claim, ClaimRole, Kind, Proof, Topic};
use crate::material::quiet_end;

/// A term must differ by so many centipawns to be worth a word.
const WORTH_A_WORD: i32 = 35;

/// Plies of a line that a move is held responsible for.
const SOON: usize = 4;

/// The terms of the `tuned` evaluation that people have words for.
const TERMS: [(&str, Topic); 7] = [
    ("king shelter", Topic::KingShelter),
    ("king danger", Topic::KingDanger),
    ("pawn structure", Topic::PawnStructure),
    ("passed pawns", Topic::PassedPawns),
    ("mobility", Topic::Mobility),
    ("pieces", Topic::Pieces),
    ("space", Topic::Space),
];

/// What the move costs most compared with the best line, by the evaluation `tuned`.
pub(crate) fn opinion(
    position: &Position,
    best: &[Move],
    mv: Move,
    reply: &[Move],
) -> Option<Claim> {
    let mover = position.turn();
    let mut after = *position;
    after.play(mv).ok()?;
    let claim = |topic, centipawns| Claim {
        kind: Kind::Opinion(topic),
        role: ClaimRole::Opinion,
        squares: vec![mv.from(), mv.to()],
        pieces: position.piece_at(mv.from()).into_iter().collect(),
        from: after,
        line: reply.to_vec(),
        ply: 0,
        proof: Proof::Evaluation { centipawns },
    };
    let evaluation = eval::by_name("tuned")?;
    // Late in a line the terms tell of other things than the move.
    let soon = |line: &'_ [Move], plies: usize| line[..line.len().min(plies)].to_vec();
    let played = evaluation.explain(&quiet_end(&after, &soon(reply, SOON - 1)));
    let wanted = evaluation.explain(&quiet_end(position, &soon(best, SOON)));
    let of = |explanation: &eval::Explanation, name: &str| {
        let lead = explanation.term(name).map_or(0, eval::Term::difference);
        if mover == Color::White { lead } else { -lead }
    };
    let losses = TERMS.map(|(name, topic)| (of(&wanted, name) - of(&played, name), topic));
    let losses = losses.into_iter().filter(|&(_, topic)| can_change(position, mv, topic));
    let (loss, topic) = losses.max_by_key(|&(loss, _)| loss)?;
    if loses_castling(position, &after, mover) && position.role_at(mv.from()) == Some(Role::King) {
        return Some(claim(Topic::CastlingRight, loss.max(0)));
    }
    (loss >= WORTH_A_WORD).then(|| claim(topic, loss))
}

/// Whether a move can be blamed for a topic: pawns are changed by pawns and captures, the
/// shelter of a king also by the king.
fn can_change(position: &Position, mv: Move, topic: Topic) -> bool {
    let role = position.role_at(mv.from());
    let is_pawn = role == Some(Role::Pawn);
    match topic {
        Topic::PawnStructure | Topic::PassedPawns | Topic::Space => {
            is_pawn || position.is_capture(mv)
        }
        Topic::KingShelter => is_pawn || role == Some(Role::King),
        _ => true,
    }
}

fn loses_castling(before: &Position, after: &Position, color: Color) -> bool {
    let rights = |position: &Position| (position.castling() & position.board().color(color)).any();
    rights(before) && !rights(after) && !is_castled(before, after, color)
}

/// Whether the king has just castled: it went further than a step.
fn is_castled(before: &Position, after: &Position, color: Color) -> bool {
    before.king(color).distance(after.king(color)) > 1
}
