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
pub(super) struct Glance<'a> {
    /// The position.
    pub(super) position: &'a Position,
    /// Plies from the board as it stands.
    pub(super) ply: usize,
    /// The move that led here.
    pub(super) last: Option<Move>,
    /// The mover's own move before that.
    pub(super) before: Option<Move>,
}

/// How much easier or harder than an ordinary move each kind is to see. Borrowed
/// from what trainers say people overlook, then set by the kinds of blunders in
/// people's games and by rated puzzles (docs/levels.md).
#[derive(Clone, Copy, Debug)]
struct Factors {
    /// One's own move, on the board or in imagination.
    own: f32,
    /// The opponent's: people look for their own chances first.
    theirs: f32,
    /// Takes back what has just taken, or takes what has just come.
    takes_last: f32,
    /// Takes something else.
    takes: f32,
    /// What is taken is a rook or a queen.
    large_prey: f32,
    /// Gives check.
    check: f32,
    /// Answers a check: there are few ways, and the rules ask for one.
    evasion: f32,
    /// Makes a queen.
    queens: f32,
    /// Makes anything else of a pawn.
    underpromotes: f32,
    /// The piece that moved last moves again.
    same_piece: f32,
    /// A knight goes back.
    knight_back: f32,
    /// Any other piece goes back.
    back: f32,
    /// Along a diagonal from one side of the board to the other.
    long_diagonal: f32,
    /// Likewise along a rank or a file.
    long_line: f32,
    /// Along a line that the last move has opened.
    opened: f32,
    /// By a piece that has never moved.
    at_home: f32,
    /// A pawn takes in passing.
    en_passant: f32,
}

/// The factors of somebody who overlooks nearly nothing.
const FACTORS: Factors = Factors {
    own: 0.3,
    theirs: 2.0,
    takes_last: 0.06,
    takes: 0.55,
    large_prey: 0.75,
    check: 0.8,
    evasion: 0.35,
    queens: 0.4,
    underpromotes: 3.0,
    same_piece: 0.6,
    knight_back: 1.7,
    back: 1.35,
    long_diagonal: 1.5,
    long_line: 1.25,
    opened: 1.6,
    at_home: 1.15,
    en_passant: 1.8,
};

impl Factors {
    /// Those of somebody who overlooks this much. Who sees badly sees what is obvious badly as
    /// well: the factors come nearer to each other.
    fn of(overlook: f32) -> Factors {
        let of = |factor: f32| factor.powf(1.0 - overlook);
        Factors {
            own: of(FACTORS.own),
            theirs: of(FACTORS.theirs),
            takes_last: of(FACTORS.takes_last),
            takes: of(FACTORS.takes),
            large_prey: of(FACTORS.large_prey),
            check: of(FACTORS.check),
            evasion: of(FACTORS.evasion),
            queens: of(FACTORS.queens),
            underpromotes: of(FACTORS.underpromotes),
            same_piece: of(FACTORS.same_piece),
            knight_back: of(FACTORS.knight_back),
            back: of(FACTORS.back),
            long_diagonal: of(FACTORS.long_diagonal),
            long_line: of(FACTORS.long_line),
            opened: of(FACTORS.opened),
            at_home: of(FACTORS.at_home),
            en_passant: of(FACTORS.en_passant),
        }
    }
}

/// Steps from where on a move is long.
const LONG: u32 = 4;

/// A player's sight in one search, with what a search need work out only once.
pub(super) struct Eyes {
    sight: Sight,
    factors: Factors,
    seed: u64,
}

impl Eyes {
    /// What is overlooked depends on the seed.
    pub(super) fn new(sight: Sight, seed: u64) -> Eyes {
        Eyes { sight, factors: Factors::of(sight.overlook), seed }
    }

    /// Whether nothing is ever overlooked.
    pub(super) fn are_perfect(&self) -> bool {
        self.sight.overlook <= 0.0
    }

    /// Whether the mover sees this move.
    pub(super) fn see(&self, glance: &Glance<'_>, mv: Move) -> bool {
        if self.are_perfect() {
            return true;
        }
        let fading = self.sight.fading.powi(glance.ply as i32);
        let chance = self.sight.overlook * fading * self.difficulty(glance, mv);
        die(glance.position, mv, self.seed) >= chance.min(Sight::MOST)
    }

    /// How hard a move is to see; 1 is an ordinary one.
    fn difficulty(&self, glance: &Glance<'_>, mv: Move) -> f32 {
        let Glance { position, ply, last, before } = *glance;
        let Some(role) = position.role_at(mv.from()) else { return 1.0 };
        let factors = &self.factors;
        let mut factor = if ply % 2 == 0 { factors.own } else { factors.theirs };
        if let Some(prey) = position.captured(mv) {
            let is_last = last.is_some_and(|last| landing(position, last) == mv.to());
            factor *= if is_last { factors.takes_last } else { factors.takes };
            if matches!(prey, Role::Rook | Role::Queen) {
                factor *= factors.large_prey;
            }
        }
        factor *= match mv.promoted() {
            Some(Role::Queen) => factors.queens,
            Some(_) => factors.underpromotes,
            None => 1.0,
        };
        if position.is_check() {
            factor *= factors.evasion;
        } else if position.gives_check(mv) {
            factor *= factors.check;
        }
        if before.is_some_and(|before| before.to() == mv.from()) {
            factor *= factors.same_piece;
        }
        if mv.kind() == MoveKind::EnPassant {
            factor *= factors.en_passant;
        }
        if !mv.is_castling() {
            factor *= self.of_the_way(role, mv, position, last);
        }
        factor
    }

    /// How hard the way of a piece is to see.
    fn of_the_way(&self, role: Role, mv: Move, position: &Position, last: Option<Move>) -> f32 {
        let factors = &self.factors;
        let (from, to, mover) = (mv.from(), mv.to(), position.turn());
        let height = |square: Square| square.rank().relative_to(mover).index();
        let mut factor = 1.0;
        if height(to) < height(from) {
            factor *= if role == Role::Knight { factors.knight_back } else { factors.back };
        }
        if matches!(role, Role::Bishop | Role::Rook | Role::Queen) {
            if from.distance(to) >= LONG {
                let is_straight = from.file() == to.file() || from.rank() == to.rank();
                factor *= if is_straight { factors.long_line } else { factors.long_diagonal };
            }
            if last.is_some_and(|last| attacks::between(from, to).contains(last.from())) {
                factor *= factors.opened;
            }
        }
        if height(from) == 0 && role != Role::King {
            factor *= factors.at_home;
        }
        factor
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
        (0..1000).filter(|&seed| Eyes::new(HALF, seed).see(&glance, mv)).count() as u32
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
                let glance = Glance { position, ply: 0, last: None, before: None };
                Eyes::new(HALF, seed).see(&glance, mv)
            };
            assert_eq!(sees(&one), sees(&other));
        }
    }

    #[test]
    fn perfect_sight_sees_everything() {
        let position = Position::start();
        let glance = Glance { position: &position, ply: 9, last: None, before: None };
        let moves = position.legal_moves();
        assert!(moves.iter().all(|&mv| Eyes::new(Sight::PERFECT, 1).see(&glance, mv)));
    }
}
