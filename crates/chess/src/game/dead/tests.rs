//! The slow way checks the fast one: whatever is called dead is played out.

use std::collections::HashSet;

use crate::{Color, Move, Piece, Position, Setup, Square};

/// More positions than any of the walls here has.
const MOST_POSITIONS: usize = 2_000_000;

const DEAD: &[(&str, &str)] = &[
    ("gaps that pawns guard", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"),
    ("a closed wall", "4k3/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 w - - 0 1"),
    ("a king in check from it", "4k3/8/8/1p1p1p1p/pPpPpPpP/P1P1P1PK/8/8 w - - 0 1"),
    ("spare moves behind a pawn", "2k5/6p1/8/8/p1p1p1p1/PpPpP1Pp/1P1P3P/2K5 b - - 0 1"),
    ("bishops behind their pawns", "2b1k3/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/2B1K3 w - - 0 1"),
    ("a bishop that checks but never mates", "2B1k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"),
    ("and one in its king's way", "2Bbk3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"),
    ("a bishop shut in", "8/2k5/8/p7/Pp1p1p1p/1PpPpPpP/2P1P1P1/3B3K w - - 0 1"),
    ("a bishop shut in, holding a pawn", "b6k/1p3p2/pP1p1Pp1/P2P2Pp/P6P/8/8/6K1 b - - 0 1"),
    ("a knight shut in", "8/2k5/8/p7/Pp1p1p1p/1PpPpPpP/2P1P1P1/N6K w - - 0 1"),
    ("a bishop shut in, another loose", "6b1/3k1p1p/pB2pPpP/Pp1pP1P1/1PpP4/1KP5/8/8 w - - 0 1"),
    ("the king must take", "7k/6Q1/8/8/8/8/8/K7 b - - 0 1"),
    ("every way out of check is dead", "1b2k3/2p5/1pPp1p1p/1P1PpP1P/B2KP3/4b3/8/8 w - - 0 1"),
    ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    ("bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
];

const ALIVE: &[(&str, &str)] = &[
    ("a way round", "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1"),
    ("a king that has entered", "4k3/8/8/p1p1p1p1/P1P1P1PK/8/8/8 w - - 0 1"),
    ("a pawn that can take", "4k3/8/8/1p1p1p1p/pPpPpPp1/P1P1P1PP/8/4K3 w - - 0 1"),
    ("a pawn that can break", "4k3/8/8/pp1p1p1p/P1pPpPpP/1PP1P1P1/8/4K3 w - - 0 1"),
    ("en passant at once", "4k3/8/8/p1pPp1p1/P1P1P1P1/8/8/4K3 w - c6 0 1"),
    ("a bishop to be taken", "4k3/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4KB2 w - - 0 1"),
    ("a bishop that takes", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2B1K3 w - - 0 1"),
    ("a knight", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K1N1 w - - 0 1"),
    ("two bishops in their king's way", "kb6/b2B4/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"),
    ("a king that need not take", "6rk/6Q1/8/8/8/8/8/K7 b - - 0 1"),
    ("mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
    ("the starting position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
];

#[test]
fn dead_positions_are_called_dead() {
    for (name, fen) in DEAD {
        let position: Position = fen.parse().unwrap();
        assert!(position.is_dead(), "{name}: {fen}");
        assert!(position.mirrored().is_dead(), "{name}, mirrored: {fen}");
        assert_eq!(mates(&position), [], "{name}: {fen}");
    }
}

#[test]
fn living_positions_are_not_called_dead() {
    for (name, fen) in ALIVE {
        let position: Position = fen.parse().unwrap();
        assert!(!position.is_dead(), "{name}: {fen}");
        assert!(!position.mirrored().is_dead(), "{name}, mirrored: {fen}");
        assert!(stumbles_into_mate(&position), "{name}: {fen}");
    }
}

#[test]
fn one_side_may_be_able_to_mate_and_the_other_not() {
    let position: Position = "kb6/b2B4/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1".parse().unwrap();
    assert!(position.can_mate(Color::White));
    assert!(!position.can_mate(Color::Black));
}

#[test]
fn what_is_dead_stays_dead() {
    for (name, fen) in &DEAD[..4] {
        explore(&fen.parse().unwrap(), |position| {
            assert!(position.is_dead(), "{name}: {position} from {fen}");
        });
    }
}

#[test]
fn random_walls_called_dead_hold_no_mate() {
    let mut random = Random(0x506c_7977_6973_6521);
    let (mut claims, mut others) = (0, 0);
    while claims < 600 {
        let Ok(position) = random.wall().position() else { continue };
        for winner in Color::ALL.into_iter().filter(|&color| !position.can_mate(color)) {
            assert!(!mates(&position).contains(&winner), "{winner} mates from {position}");
            claims += 1;
        }
        others += 1;
    }
    // The walls are to try the proof, not to be all dead or all alive.
    assert!((1_000..20_000).contains(&others), "{others} walls for {claims} claims");
}

/// Calls `visit` with each position that can arise, clocks apart.
fn explore(start: &Position, mut visit: impl FnMut(&Position)) {
    let mut seen = HashSet::from([start.key()]);
    let mut open = vec![*start];
    while let Some(position) = open.pop() {
        visit(&position);
        for mv in &position.legal_moves() {
            let mut next = position;
            next.play_unchecked(mv);
            if seen.insert(next.key()) {
                open.push(next);
            }
        }
        assert!(seen.len() <= MOST_POSITIONS, "{start} has too many positions to try");
    }
}

/// The sides that mate in some position that can arise.
fn mates(start: &Position) -> Vec<Color> {
    let mut mates = Vec::new();
    explore(start, |position| {
        if position.is_checkmate() && !mates.contains(&!position.turn()) {
            mates.push(!position.turn());
        }
    });
    mates
}

/// Whether random moves run into a mate.
fn stumbles_into_mate(start: &Position) -> bool {
    let mut random = Random(1);
    (0..20_000).any(|_| {
        let mut position = *start;
        for _ in 0..300 {
            let Some(mv) = random.choice(&position.legal_moves()) else { break };
            position.play_unchecked(mv);
        }
        position.is_checkmate()
    })
}

/// Where we are in the numbers that make hash keys, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (crate::zobrist::random(self.0) % bound as u64) as usize
    }

    fn choice(&mut self, moves: &[Move]) -> Option<Move> {
        if moves.is_empty() { None } else { Some(moves[self.below(moves.len())]) }
    }

    /// Pairs of pawns in zigzag, now and then a gap, a spare pawn or a pair
    /// apart, kings anywhere, perhaps a bishop.
    fn wall(&mut self) -> Setup {
        let mut setup = Setup::empty();
        let mut put = |rank: usize, file: usize, letter| {
            let square = Square::from_index(8 * rank + file).unwrap();
            if setup.board.piece_at(square).is_none() {
                setup.board.set(square, Piece::from_letter(letter));
            }
        };
        let mut rank = 1 + self.below(5);
        for file in 0..8 {
            if self.below(10) == 0 {
                continue;
            }
            rank = if self.below(2) == 0 { (rank + 1).min(5) } else { (rank - 1).max(1) };
            let apart = usize::from(self.below(16) == 0 && rank < 5);
            put(rank, file, 'P');
            put(rank + 1 + apart, file, 'p');
            match self.below(12) {
                0 => put(1 + self.below(rank), file, 'P'),
                1 => put(rank + 1 + self.below(6 - rank), file, 'p'),
                _ => {}
            }
        }
        put(self.below(8), self.below(8), 'K');
        put(self.below(8), self.below(8), 'k');
        match self.below(8) {
            0 => put(self.below(8), self.below(8), 'B'),
            1 => put(self.below(8), self.below(8), 'b'),
            2 => put(self.below(8), self.below(8), 'N'),
            _ => {}
        }
        setup.turn = Color::ALL[self.below(2)];
        setup
    }
}
