//! Which moves are seen.

use chess::{Move, MoveKind, Position, Role, Square, attacks};
use numbers::mix;

/// How well a player sees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sight {
    /// The chance to overlook an ordinary move on the board as it stands.
    pub overlook: f32,
    /// What the chance is multiplied by with each ply looked ahead.
    pub fading: f32,
}

impl Sight {
    /// Sees everything.
    pub const PERFECT: Sight = Sight { overlook: 0.0, fading: 1.0 };
    /// Nothing is overlooked for certain.
    const MOST: f32 = 0.95;
}

/// One look at a board in imagination: whose move it is, and what led there.
#[derive(Clone, Copy, Debug)]
pub struct Glance<'a> {
    /// The position.
    pub position: &'a Position,
    /// Plies from the board as it stands.
    pub ply: usize,
    /// The move that led here.
    pub last: Option<Move>,
    /// The mover's own move before that.
    pub before: Option<Move>,
}

/// How much easier or harder than an ordinary move each kind is to see. Borrowed
/// from what trainers say people overlook, then set by the kinds of blunders in
/// people's games (docs/levels.md).
mod factor {
    /// Takes back what has just taken, or takes what has just come.
    pub(super) const TAKES_LAST: f32 = 0.45;
    /// Takes something else.
    pub(super) const TAKES: f32 = 0.75;
    /// What is taken is a rook or a queen.
    pub(super) const LARGE_PREY: f32 = 0.75;
    /// Gives check.
    pub(super) const CHECK: f32 = 0.8;
    /// Answers a check: there are few ways, and the rules ask for one.
    pub(super) const EVASION: f32 = 0.35;
    /// Makes a queen.
    pub(super) const QUEENS: f32 = 0.4;
    /// Makes anything else of a pawn.
    pub(super) const UNDERPROMOTES: f32 = 3.0;
    /// The piece that moved last moves again.
    pub(super) const SAME_PIECE: f32 = 0.6;
    /// A knight goes back.
    pub(super) const KNIGHT_BACK: f32 = 1.7;
    /// Any other piece goes back.
    pub(super) const BACK: f32 = 1.35;
    /// Along a diagonal from one side of the board to the other.
    pub(super) const LONG_DIAGONAL: f32 = 1.5;
    /// Likewise along a rank or a file.
    pub(super) const LONG_LINE: f32 = 1.25;
    /// Along a line that the last move has opened.
    pub(super) const OPENED: f32 = 1.6;
    /// By a piece that has never moved.
    pub(super) const AT_HOME: f32 = 1.15;
    /// A pawn takes in passing.
    pub(super) const EN_PASSANT: f32 = 1.8;
}

/// Steps from where on a move is long.
const LONG: u32 = 4;

impl Sight {
    /// Whether the mover sees this move in a search with this seed.
    pub fn sees(&self, glance: &Glance<'_>, mv: Move, seed: u64) -> bool {
        if self.overlook <= 0.0 {
            return true;
        }
        let fading = self.fading.powi(glance.ply as i32);
        let chance = (self.overlook * fading * difficulty(glance, mv)).min(Sight::MOST);
        die(glance.position, mv, seed) >= chance
    }
}

/// A number from 0 to 1 that belongs to this move of this piece, wherever in the
/// tree it can be made.
fn die(position: &Position, mv: Move, seed: u64) -> f32 {
    let role = position.role_at(mv.from()).map_or(0, Role::index) as u64;
    let mover = position.turn().index() as u64;
    let identity = u64::from(mv.to_bits()) << 8 | role << 1 | mover;
    (mix(seed ^ mix(identity)) >> 40) as f32 / (1u32 << 24) as f32
}

/// How hard a move is to see; 1 is an ordinary one.
fn difficulty(glance: &Glance<'_>, mv: Move) -> f32 {
    let Glance { position, last, before, .. } = *glance;
    let Some(role) = position.role_at(mv.from()) else { return 1.0 };
    let mut factor = match position.captured(mv) {
        Some(prey) => {
            let large = matches!(prey, Role::Rook | Role::Queen);
            let prey = if large { factor::LARGE_PREY } else { 1.0 };
            let is_last = last.is_some_and(|last| landing(position, last) == mv.to());
            prey * if is_last { factor::TAKES_LAST } else { factor::TAKES }
        }
        None => 1.0,
    };
    factor *= match mv.promoted() {
        Some(Role::Queen) => factor::QUEENS,
        Some(_) => factor::UNDERPROMOTES,
        None => 1.0,
    };
    if position.is_check() {
        factor *= factor::EVASION;
    } else if position.gives_check(mv) {
        factor *= factor::CHECK;
    }
    if before.is_some_and(|before| before.to() == mv.from()) {
        factor *= factor::SAME_PIECE;
    }
    if mv.kind() == MoveKind::EnPassant {
        factor *= factor::EN_PASSANT;
    }
    if !mv.is_castling() {
        factor *= of_the_way(role, mv, position, last);
    }
    factor
}

/// How hard the way of a piece is to see.
fn of_the_way(role: Role, mv: Move, position: &Position, last: Option<Move>) -> f32 {
    let (from, to, mover) = (mv.from(), mv.to(), position.turn());
    let height = |square: Square| square.rank().relative_to(mover).index();
    let mut factor = 1.0;
    if height(to) < height(from) {
        factor *= if role == Role::Knight { factor::KNIGHT_BACK } else { factor::BACK };
    }
    if matches!(role, Role::Bishop | Role::Rook | Role::Queen) {
        if from.distance(to) >= LONG {
            let is_straight = from.file() == to.file() || from.rank() == to.rank();
            factor *= if is_straight { factor::LONG_LINE } else { factor::LONG_DIAGONAL };
        }
        if last.is_some_and(|last| attacks::between(from, to).contains(last.from())) {
            factor *= factor::OPENED;
        }
    }
    if height(from) == 0 && role != Role::King {
        factor *= factor::AT_HOME;
    }
    factor
}

/// Where the piece of the last move stands now; castling moves name the rook.
fn landing(position: &Position, last: Move) -> Square {
    match last.is_castling() {
        true => position.king(!position.turn()),
        false => last.to(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: Sight = Sight { overlook: 0.5, fading: 1.3 };

    /// Of a thousand seeds, how many see the move.
    fn seen(fen: &str, mv: &str, last: Option<&str>, ply: usize) -> u32 {
        let position: Position = fen.parse().unwrap();
        let mv = position.parse_uci(mv).unwrap();
        let last = last.map(|last| {
            let [from, to] = [&last[..2], &last[2..]].map(|square| square.parse().unwrap());
            Move::normal(from, to)
        });
        let glance = Glance { position: &position, ply, last, before: None };
        (0..1000).filter(|&seed| HALF.sees(&glance, mv, seed)).count() as u32
    }

    #[test]
    fn obvious_moves_are_seen_more_often() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3";
        let takes = seen(fen, "d4e5", None, 0);
        let takes_last = seen(fen, "d4e5", Some("e7e5"), 0);
        let quiet = seen(fen, "e2e3", None, 0);
        let back = seen(fen, "f3g1", None, 0);
        assert!(
            takes_last > takes && takes > quiet && quiet > back,
            "{takes_last} {takes} {quiet} {back}"
        );
        assert!(seen(fen, "d4e5", None, 3) < takes, "memory is short");
    }

    #[test]
    fn a_move_is_seen_or_not_wherever_it_can_be_made() {
        let one: Position = "4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1".parse().unwrap();
        let other: Position = "4k3/7p/8/8/8/8/4P3/R3K3 w Q - 7 9".parse().unwrap();
        let mv = one.parse_uci("a1a7").unwrap();
        for seed in 0..200 {
            let sees = |position| {
                HALF.sees(&Glance { position, ply: 0, last: None, before: None }, mv, seed)
            };
            assert_eq!(sees(&one), sees(&other));
        }
    }

    #[test]
    fn perfect_sight_sees_everything() {
        let position = Position::start();
        let glance = Glance { position: &position, ply: 9, last: None, before: None };
        let moves = position.legal_moves();
        assert!(moves.iter().all(|&mv| Sight::PERFECT.sees(&glance, mv, 1)));
    }
}
