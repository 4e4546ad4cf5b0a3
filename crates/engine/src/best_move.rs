//! The best move within a time, for whoever wants no more than that.

use std::time::{Duration, Instant};

use chess::{Game, Move, Position};
use search::champion::MemoryError;
use search::{Limits, Report, Signals};

use crate::{Champion, Question};

/// The champion's move in a position after so much time on one thread; `None` if there is no legal one.
///
/// ```
/// use plywise_engine::{best_move, chess::Position};
/// use std::time::Duration;
///
/// let position: Position = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
/// let best = best_move(&position, Duration::from_millis(50))?;
/// assert_eq!(best.map(|mv| mv.to_string()).as_deref(), Some("a1a8"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Whoever asks often keeps a [`Champion`] and asks it with [`Champion::think`].
///
/// # Errors
/// If there is no room for the champion's table.
pub fn best_move(position: &Position, time: Duration) -> Result<Option<Move>, MemoryError> {
    let mut champion = Champion::new(1, Champion::DEFAULT_HASH_MIB)?;
    Ok(champion.think(&Game::new(*position), time).best)
}

impl Champion {
    /// Thinks about where a game stands for so long: the best move, what it is worth and what should follow.
    pub fn think(&mut self, game: &Game, time: Duration) -> Report {
        let limits = Limits { move_time: Some(time), ..Limits::default() };
        let signals = Signals::new();
        let question = Question { game, limits: &limits, signals: &signals, begun: Instant::now() };
        self.search(&question, &mut |_| {})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_over_has_no_best_move() {
        let mated: Position = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse().unwrap();
        assert_eq!(best_move(&mated, Duration::from_millis(20)).unwrap(), None);
    }

    #[test]
    fn a_champion_that_is_kept_answers_again_and_again() {
        let mut champion = Champion::new(1, 1).unwrap();
        let mut game = Game::new("7k/8/5KQ1/8/8/8/8/8 w - - 0 1".parse().unwrap());
        let report = champion.think(&game, Duration::from_millis(50));
        assert_eq!(report.score.mate_moves(), Some(1));
        game.play(report.best.unwrap()).unwrap();
        assert!(game.position().is_checkmate());
        assert_eq!(champion.think(&game, Duration::from_millis(20)).best, None);
    }
}
