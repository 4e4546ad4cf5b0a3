//! One position in 32 bytes.

use chess::{Bitboard, Color, Outcome, Piece, Position, Role, Setup, Square};

use numbers::mix;

/// Bytes of a record.
pub const SIZE: usize = 32;
/// The most pieces that a record holds.
pub const MOST_PIECES: usize = 32;
/// Where the pieces stand in a record; the occupied squares come before them.
pub const PIECES_AT: usize = 8;
/// Where the score stands, of two bytes.
pub const SCORE_AT: usize = PIECES_AT + MOST_PIECES / 2;
/// Where the result stands: 0, 1 or 2 half points.
pub const RESULT_AT: usize = SCORE_AT + 2;
/// Where the square of the mover's king stands.
pub const OWN_KING_AT: usize = RESULT_AT + 1;
/// Where the square of the other king stands.
pub const THEIR_KING_AT: usize = OWN_KING_AT + 1;
/// Where the number of pieces stands.
pub const COUNT_AT: usize = THEIR_KING_AT + 1;
/// Where the number that tells games apart stands, of two bytes.
pub const GAME_AT: usize = COUNT_AT + 1;

const _: () = assert!(GAME_AT + 2 == SIZE);

/// A position, a score and a result, all from the mover's side: if Black is to
/// move, ranks and colours are exchanged. Rights and clocks are not kept, a
/// network does not look at them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainingBoard {
    /// The occupied squares, a1 first.
    pub occupied: u64,
    /// The pieces on them in the same order, a nibble each, the low one first:
    /// role from 0 (pawn) to 5 (king), plus 8 if it is the opponent's.
    pub pieces: [u8; 16],
    /// What a search thought, in centipawns.
    pub score: i16,
    /// How the game ended.
    pub verdict: BoardResult,
    /// The low bits of a number that tells games apart, so that a validation
    /// set can be chosen by game.
    pub game: u16,
}

/// How a game ended for the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names say it
pub enum BoardResult {
    Loss,
    Draw,
    Win,
}

impl BoardResult {
    /// What `outcome` is to `mover`.
    pub fn of(outcome: Outcome, mover: Color) -> BoardResult {
        match outcome.winner() {
            None => BoardResult::Draw,
            Some(winner) if winner == mover => BoardResult::Win,
            Some(_) => BoardResult::Loss,
        }
    }

    /// 0, 1 or 2: half points.
    pub const fn half_points(self) -> u8 {
        self as u8
    }
}

impl TrainingBoard {
    /// The record of a position; `score` is the mover's.
    #[inline]
    pub fn new(position: &Position, score: i16, verdict: BoardResult, game: u16) -> TrainingBoard {
        let board = position.board();
        let us = board.color(position.turn());
        let turn = position.turn();
        let occupied = match turn {
            Color::White => board.occupied(),
            Color::Black => board.occupied().flip_ranks(),
        };
        let mut pieces = [0u8; 16];
        // A legal position has at most 32 pieces, so there is a nibble for each.
        for (index, seen) in occupied.into_iter().enumerate().take(32) {
            let square = seen.relative_to(turn);
            let role = position.role_at(square).map_or(0, Role::index) as u8;
            let piece = role | if us.contains(square) { 0 } else { 8 };
            pieces[index / 2] |= piece << (index % 2 * 4);
        }
        TrainingBoard { occupied: occupied.0, pieces, score, verdict, game }
    }

    /// The 32 bytes, numbers with the low byte first.
    #[inline]
    pub fn to_bytes(&self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        let king = |piece| self.square_of(piece).map_or(0, |square| square.index() as u8);
        bytes[..PIECES_AT].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[PIECES_AT..SCORE_AT].copy_from_slice(&self.pieces);
        bytes[SCORE_AT..RESULT_AT].copy_from_slice(&self.score.to_le_bytes());
        bytes[RESULT_AT] = self.verdict.half_points();
        bytes[OWN_KING_AT] = king(Role::King as u8);
        bytes[THEIR_KING_AT] = king(Role::King as u8 | 8);
        bytes[COUNT_AT] = self.occupied.count_ones() as u8;
        bytes[GAME_AT..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Reads what [`TrainingBoard::to_bytes`] wrote; `None` for bytes that it cannot
    /// have written.
    pub fn from_bytes(bytes: &[u8; SIZE]) -> Option<TrainingBoard> {
        let (occupied, rest) = bytes.split_first_chunk::<8>()?;
        let (pieces, rest) = rest.split_first_chunk::<16>()?;
        let board = TrainingBoard {
            occupied: u64::from_le_bytes(*occupied),
            pieces: *pieces,
            score: i16::from_le_bytes([rest[0], rest[1]]),
            verdict: *[BoardResult::Loss, BoardResult::Draw, BoardResult::Win]
                .get(usize::from(rest[2]))?,
            game: u16::from_le_bytes([rest[6], rest[7]]),
        };
        let is_whole = board.occupied.count_ones() <= 32 && board.to_bytes() == *bytes;
        (is_whole && board.position().is_some()).then_some(board)
    }

    /// The position with the mover as White, without rights and clocks; `None`
    /// if the pieces make no legal one.
    pub fn position(&self) -> Option<Position> {
        let mut setup = Setup::empty();
        for (index, square) in Bitboard(self.occupied).into_iter().enumerate() {
            let piece = self.piece(index)?;
            let color = if piece & 8 == 0 { Color::White } else { Color::Black };
            let role = *Role::ALL.get(usize::from(piece & 7))?;
            setup.board.set(square, Some(Piece { color, role }));
        }
        setup.position().ok()
    }

    /// A number that is the same for the same pieces, whoever plays White.
    #[inline]
    pub fn hash(&self) -> u64 {
        let pieces = u128::from_le_bytes(self.pieces);
        mix(mix(mix(self.occupied) ^ pieces as u64) ^ (pieces >> 64) as u64)
    }

    fn piece(&self, index: usize) -> Option<u8> {
        self.pieces.get(index / 2).map(|pair| pair >> (index % 2 * 4) & 15)
    }

    #[inline]
    fn square_of(&self, piece: u8) -> Option<Square> {
        let mut squares = Bitboard(self.occupied).into_iter().enumerate();
        squares.find(|&(index, _)| self.piece(index) == Some(piece)).map(|(_, square)| square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_as_documented() {
        let position: Position = "4k3/8/8/8/8/8/1p6/R3K3 b Q - 0 1".parse().unwrap();
        let board = TrainingBoard::new(&position, -257, BoardResult::Loss, 0xabcd);
        // Black is to move: she sees her king on e1, her pawn on b7.
        let occupied: u64 = 1 << 4 | 1 << 49 | 1 << 56 | 1 << 60;
        assert_eq!(board.occupied, occupied);
        let bytes = board.to_bytes();
        assert_eq!(bytes[..8], occupied.to_le_bytes());
        // King, pawn, their rook, their king.
        assert_eq!(bytes[8..12], [0x05, 0xdb, 0, 0]);
        assert_eq!(bytes[24..], [0xff, 0xfe, 0, 4, 60, 4, 0xcd, 0xab]);
        assert_eq!(TrainingBoard::from_bytes(&bytes), Some(board));
        let seen = board.position().unwrap();
        assert_eq!(seen.to_string(), "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
    }

    #[test]
    fn both_sides_of_a_position_are_one_board() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        let position: Position = fen.parse().unwrap();
        let board = |position: &Position| TrainingBoard::new(position, 30, BoardResult::Draw, 1);
        assert_eq!(board(&position), board(&position.mirrored()));
        assert_eq!(board(&position).hash(), board(&position.mirrored()).hash());
        assert_ne!(board(&position).hash(), board(&Position::start()).hash());
    }

    #[test]
    fn wrong_bytes_are_refused() {
        let good = TrainingBoard::new(&Position::start(), 0, BoardResult::Win, 0).to_bytes();
        assert!(TrainingBoard::from_bytes(&good).is_some());
        for (index, value) in [(26, 3), (27, 5), (28, 4), (29, 31), (0, 0), (8, 0x77), (10, 0)] {
            let mut bad = good;
            bad[index] = value;
            assert_eq!(TrainingBoard::from_bytes(&bad), None, "byte {index}");
        }
        assert_eq!(TrainingBoard::from_bytes(&[255; SIZE]), None);
    }
}
