//! What the boards of a line cannot show: that there is no way out of a fork or a trap.

use chess::{Move, Position};

use super::Sighting;
use crate::claim::Motif;
use crate::material::{balance, quiet_end};
use crate::prover::Prover;
use crate::tactic::Tactic;
use uci::Value;

/// Whether a motif that was seen holds when every way out of it is searched: after a fork each
/// reply loses material, and every square to which a trapped piece goes loses it. Of the other motifs the
/// line itself is the proof.
pub fn is_proven(prover: &mut Prover, tactic: &Tactic, seen: &Sighting) -> bool {
    let Some(blow) = tactic.plies.get(seen.ply) else { return false };
    let here = &blow.after;
    match seen.motif {
        Motif::Fork => all_lose(prover, here, here.legal_moves().iter().copied()),
        Motif::TrappedPiece => {
            let Some(&square) = seen.squares.first() else { return false };
            all_lose(prover, here, here.legal_moves_from(square).iter().copied())
        }
        _ => true,
    }
}

/// Whether the opponent wins material after each of the moves, or mates.
fn all_lose(prover: &mut Prover, here: &Position, mut moves: impl Iterator<Item = Move>) -> bool {
    let hero = !here.turn();
    moves.all(|mv| {
        let mut next = *here;
        next.play_unchecked(mv);
        let found = prover.glance(&next);
        let won = balance(&quiet_end(&next, &found.line), hero) - balance(here, hero);
        matches!(found.value, Value::Mate(1..)) || won >= 1
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use super::*;
    use crate::motifs::sightings;

    fn proven(fen: &str, line: &str, motif: Motif) -> bool {
        let start: Position = fen.parse().unwrap();
        let mut here = start;
        let mut moves = Vec::new();
        for text in line.split_whitespace() {
            let mv = here.parse_uci(text).unwrap();
            here.play(mv).unwrap();
            moves.push(mv);
        }
        let tactic = Tactic::of_line(&start, None, &moves, Value::Cp(300));
        let seen = sightings(&tactic).into_iter().find(|seen| seen.motif == motif).unwrap();
        is_proven(&mut Prover::new(20_000).unwrap(), &tactic, &seen)
    }

    #[test]
    fn a_fork_with_a_way_out_is_none() {
        let fork = "r3k3/5ppp/8/1N6/8/8/5PPP/4K3 w - - 0 1";
        assert!(proven(fork, "b5c7 e8d7 c7a8", Motif::Fork));
        // One of the rooks mates.
        let fen = "r3r2k/6pp/8/1N6/8/8/5PPP/6K1 w - - 0 1";
        assert!(!proven(fen, "b5c7 h7h6 c7a8", Motif::Fork));
    }

    #[test]
    fn a_piece_is_trapped_only_if_each_escape_loses_it() {
        let line = "b2b3 e8d7 a1a2";
        assert!(proven("4k3/8/8/8/8/2P5/bPK5/R7 w - - 0 1", line, Motif::TrappedPiece));
        // The pawn that seems to guard c5 is pinned.
        let (fen, line) = ("8/6kp/n7/3r4/3P4/2P5/8/R1BK4 w - - 0 1", "c1f4 h7h6 a1a6");
        assert!(!proven(fen, line, Motif::TrappedPiece));
    }
}
