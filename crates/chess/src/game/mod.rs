//! Games: a position with its history, and every way a game ends.

mod dead;
mod material;
mod outcome;
mod reach;

use crate::{IllegalMove, Move, Position};

pub use outcome::{DrawClaim, End, Outcome, Reason};

/// A game: the positions from the start to now, and the moves between them.
///
/// Moves can be taken back to the very beginning, and what was taken back can
/// be played again until a different move is played.
///
/// A game accepts every legal move, also after an [`End`] that leaves moves to
/// play: records of such games exist and must be read. Whoever runs a game
/// asks [`Game::end`] after each move.
///
/// ```
/// use plywise_chess::{Color, End, Game, Outcome};
///
/// let mut game = Game::default();
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     let mv = game.position().parse_uci(text)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.end(), Some(End::Checkmate(Color::Black)));
/// assert_eq!(game.end().map(End::outcome), Some(Outcome::Win(Color::Black)));
///
/// let mate = game.undo();
/// assert_eq!(game.end(), None);
/// assert_eq!(game.redo(), mate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Invariant: one more than `moves`, each the one before it after its move.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// How many of the moves are played. Invariant: at most all of them; what
    /// follows was taken back.
    ply: usize,
}

impl Game {
    /// A game that begins with this position.
    pub fn new(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new(), ply: 0 }
    }

    /// The position the game began with.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.positions[self.ply]
    }

    /// The positions from the start to now.
    pub fn positions(&self) -> &[Position] {
        &self.positions[..=self.ply]
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.ply]
    }

    /// The moves taken back, in the order in which [`Game::redo`] plays them.
    pub fn undone(&self) -> &[Move] {
        &self.moves[self.ply..]
    }

    /// The moves played, each with the position it was played in: what it takes
    /// to write them down.
    pub fn history(
        &self,
    ) -> impl DoubleEndedIterator<Item = (&Position, Move)> + ExactSizeIterator {
        self.positions().iter().zip(self.moves().iter().copied())
    }

    /// Plays a move if it is legal; otherwise nothing changes.
    ///
    /// Moves that were taken back are forgotten, unless this is the next of
    /// them: then it is the same as [`Game::redo`].
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.undone().first() == Some(&mv) {
            self.ply += 1;
            return Ok(());
        }
        let mut next = *self.position();
        next.play(mv)?;
        self.moves.truncate(self.ply);
        self.positions.truncate(self.ply + 1);
        self.moves.push(mv);
        self.positions.push(next);
        self.ply += 1;
        Ok(())
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        self.ply = self.ply.checked_sub(1)?;
        Some(self.moves[self.ply])
    }

    /// Plays the move that was taken back last and returns it; `None` if there
    /// is none.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.undone().first()?;
        self.ply += 1;
        Some(mv)
    }

    /// How often the position has been on the board, now included: same pieces,
    /// same side to move, same castling rights, same legal en passant capture.
    ///
    /// Counted are the positions of this game. What came before the start, as a
    /// half-move clock in its FEN may hint, nobody knows.
    pub fn repetitions(&self) -> usize {
        self.count_repetitions(self.position(), self.ply)
    }

    /// What ends the game by itself, if anything does.
    ///
    /// Where several ends meet, mate goes before all others (FIDE 9.6.2), and
    /// what the position shows goes before what has to be counted.
    pub fn end(&self) -> Option<End> {
        let position = self.position();
        if position.is_checkmate() {
            Some(End::Checkmate(!position.turn()))
        } else if position.is_stalemate() {
            Some(End::Stalemate)
        } else if position.has_insufficient_material() {
            Some(End::InsufficientMaterial)
        } else if position.is_dead() {
            Some(End::DeadPosition)
        } else if self.repetitions() >= FIVEFOLD {
            Some(End::FivefoldRepetition)
        } else if position.halfmove_clock() >= SEVENTY_FIVE_MOVES {
            Some(End::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// The draws that the player to move may claim. None once there is no move
    /// to make: mate and stalemate come first.
    ///
    /// ```
    /// use plywise_chess::{DrawClaim, Game};
    ///
    /// let mut game = Game::new("8/8/4k3/8/8/4K3/4R3/8 w - - 99 80".parse()?);
    /// assert!(game.claims().next().is_none());
    /// let mv = game.position().parse_uci("e2d2")?;
    /// assert!(game.claims_with(mv).eq([DrawClaim::FiftyMoves]));
    /// game.play(mv)?;
    /// assert!(game.claims().eq([DrawClaim::FiftyMoves]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn claims(&self) -> impl Iterator<Item = DrawClaim> {
        claims(self.position(), self.repetitions())
    }

    /// The draws that the player to move may claim by declaring the intention to
    /// make this move (FIDE 9.2.1 and 9.3.1): those open to the opponent if it
    /// were played. None for a move that is not legal.
    pub fn claims_with(&self, mv: Move) -> impl Iterator<Item = DrawClaim> {
        let mut next = *self.position();
        let played = next.play(mv).is_ok();
        let repetitions = self.count_repetitions(&next, self.ply + 1);
        claims(&next, repetitions).filter(move |_| played)
    }

    /// How often `position` has been on the board when it comes up at `ply`.
    fn count_repetitions(&self, position: &Position, ply: usize) -> usize {
        // No position from before a capture or pawn move comes back, and only
        // every second one has the same side to move.
        let reversible = usize::from(position.halfmove_clock()).min(ply);
        let earlier = (2..=reversible).step_by(2).map(|back| &self.positions[ply - back]);
        1 + earlier.filter(|earlier| earlier.key() == position.key()).count()
    }
}

/// Occurrences of a position that let a player claim a draw.
const THREEFOLD: usize = 3;
/// Occurrences of a position that end the game.
const FIVEFOLD: usize = 5;
/// Half-moves without capture or pawn move that let a player claim a draw.
const FIFTY_MOVES: u16 = 2 * 50;
/// Half-moves without capture or pawn move that end the game.
const SEVENTY_FIVE_MOVES: u16 = 2 * 75;

fn claims(position: &Position, repetitions: usize) -> impl Iterator<Item = DrawClaim> + use<> {
    let clock = position.halfmove_clock();
    let has_moves = position.has_legal_move();
    DrawClaim::ALL.into_iter().filter(move |claim| {
        has_moves
            && match claim {
                DrawClaim::ThreefoldRepetition => repetitions >= THREEFOLD,
                DrawClaim::FiftyMoves => clock >= FIFTY_MOVES,
            }
    })
}

/// A game from the usual starting position.
impl Default for Game {
    fn default() -> Game {
        Game::new(Position::start())
    }
}

impl From<Position> for Game {
    fn from(start: Position) -> Game {
        Game::new(start)
    }
}
