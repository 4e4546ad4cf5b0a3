//! What a move threatens: what it would win if the opponent could pass.

use chess::{Move, Position};
use uci::Value;

use crate::claim::Kind;
use crate::looks::centipawns;
use crate::losses::{settled, stands};
use crate::material::{self, Exchange};
use crate::prover::{Found, Prover};

/// What a move threatens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threat {
    /// What the threat would win.
    pub prize: Prize,
    /// The moves that would win it, if the opponent passed.
    pub line: Vec<Move>,
}

/// What a threat would win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prize {
    /// Material, as the side sees it that threatens.
    Material(Exchange),
    /// The game, by mate in so many moves.
    Mate(u32),
}

/// The longest mate that counts as a threat; longer ones are hopes.
const LONGEST: i32 = 3;
/// How much the threat must be worth by the searches for each pawn that it would win, in centipawns.
const WORTH: i32 = 90;

/// What the first move of a line threatens, as two searches see it, if that is new and wins `least`
/// pawns. `kept` is another position with a move of the same side, after which the threat should not
/// be there.
pub(crate) fn threat(
    prover: &mut Prover,
    from: &Position,
    found: &Found,
    kept: Option<(Position, Move)>,
    least: i32,
) -> Option<Kind> {
    let blow = found.best().filter(|&blow| from.is_legal(blow))?;
    // What a capture wins is another claim, unless it is a pawn, and the threat is to a piece.
    let takes = from.captured(blow).map_or(0, material::value);
    if takes >= least {
        return None;
    }
    let value = found.value;
    let passed = passed(from, blow)?;
    let quick = prover.best(&passed);
    if quick.line.is_empty() || prize(&passed, &quick).is_none() {
        return None;
    }
    let deep = prover.deeper(&passed);
    let prize = match (prize(&passed, &quick)?, prize(&passed, &deep)?) {
        (Prize::Mate(_), Prize::Mate(moves)) => Prize::Mate(moves),
        (_, Prize::Material(exchange)) => {
            let (quick, gain) = (-gain(&passed, &quick).cost(), -exchange.cost());
            let rise = centipawns(deep.value) - centipawns(value);
            if gain < least || quick * 3 < gain * 2 || rise < WORTH * gain {
                return None;
            }
            Prize::Material(exchange)
        }
        (Prize::Material(_), Prize::Mate(_)) => return None,
    };
    if let Prize::Material(exchange) = &prize
        && !stands(prover, &passed, &Kind::Material(exchange.clone()), &deep.line)
    {
        return None;
    }
    let &then = deep.line.first()?;
    // What could be done at once, by the same kind of piece, is no threat of this move's.
    let role = passed.role_at(then.from());
    let is_same = |mv: &&Move| mv.to() == then.to() && from.role_at(mv.from()) == role;
    let at_once: Vec<Move> = from.legal_moves().iter().filter(is_same).copied().collect();
    if !at_once.is_empty() && wins(from, &prover.among(from, at_once, 1), &prize) {
        return None;
    }
    // What is threatened in the better line as well is not what the mistake is about.
    if let Some((kept, blow)) = kept
        && let Some(passed) = self::passed(&kept, blow)
    {
        let other = prover.best(&passed);
        let is_it = other.best().is_some_and(|mv| mv.to() == then.to());
        if is_it && wins(&passed, &other, &prize) {
            return None;
        }
    }
    Some(Kind::Threat(Threat { prize, line: deep.line }))
}

/// The position after a move if the opponent passes.
pub(crate) fn passed(from: &Position, blow: Move) -> Option<Position> {
    let mut next = *from;
    next.play(blow).ok()?;
    next.after_null()
}

fn gain(from: &Position, found: &Found) -> Exchange {
    settled(from, from, &found.line, from.turn(), Exchange::cost)
}

/// What the side to move wins by a line, if it is anything.
fn prize(from: &Position, found: &Found) -> Option<Prize> {
    if let Value::Mate(moves @ 1..=LONGEST) = found.value {
        return Some(Prize::Mate(moves.unsigned_abs()));
    }
    let exchange = gain(from, found);
    (exchange.cost() <= -1).then_some(Prize::Material(exchange))
}

/// Whether a line wins as much as a threat would.
fn wins(from: &Position, found: &Found, prize: &Prize) -> bool {
    match prize {
        Prize::Mate(_) => matches!(found.value, Value::Mate(1..)),
        Prize::Material(exchange) => {
            matches!(found.value, Value::Mate(1..)) || gain(from, found).cost() <= exchange.cost()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a failed unwrap is a failed test
mod tests {
    use chess::Role;

    use super::*;

    fn found(fen: &str, blow: &str) -> Option<Threat> {
        let position: Position = fen.parse().unwrap();
        let blow = position.parse_san(blow).unwrap();
        let mut prover = Prover::new(2_000).unwrap();
        let found = Found { value: Value::Cp(-300), line: vec![blow], nodes: 0 };
        match threat(&mut prover, &position, &found, None, 1) {
            Some(Kind::Threat(threat)) => Some(threat),
            _ => None,
        }
    }

    #[test]
    fn a_pawn_threatens_the_knight_that_it_attacks() {
        let threat = found("4k3/5ppp/8/3n4/8/8/4PPPP/4K3 w - - 0 1", "e4").unwrap();
        assert!(
            matches!(&threat.prize, Prize::Material(won) if won.gained == [Role::Knight]),
            "{threat:?}"
        );
    }

    #[test]
    fn what_can_be_done_at_once_is_no_new_threat() {
        let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        assert_eq!(found(fen, "h3"), None);
        let fen = "6k1/5ppp/8/8/8/8/Q4PPP/6K1 w - - 0 1";
        assert_eq!(found(fen, "h3"), None);
        // The same queen does it from another square.
        let fen = "6k1/5ppp/8/8/8/7P/1K3PP1/3Q4 w - - 0 1";
        assert_eq!(found(fen, "Qd2"), None);
    }

    #[test]
    fn who_is_in_check_cannot_pass() {
        assert_eq!(found("4k3/8/8/3n4/8/8/4P3/R3K3 w - - 0 1", "Ra8+"), None);
    }
}
