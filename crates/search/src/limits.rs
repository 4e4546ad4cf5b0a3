//! What ends a search.
//!
//! There is one kind of limits, for the rungs of the ladder, the champion and
//! foreign engines alike. Whoever asks fills it in, and whoever speaks another
//! language, such as UCI, translates to it once.

use std::time::Duration;

use chess::{Color, Move};

/// When a search ends. All limits are optional and hold at once. Without any, the
/// champion goes on to [`MAX_DEPTH`](crate::champion::MAX_DEPTH), and a rung of the
/// ladder stops by its own depth.
///
/// Whatever they say, the champion finishes its first iteration, so that there is
/// always a move with a score. The rungs of the ladder look at depth, nodes and time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies, or iterations of a search that deepens.
    pub depth: Option<u32>,
    /// Nodes of all threads together: exact with one thread, and with several not
    /// more, nor much fewer.
    pub nodes: Option<u64>,
    /// Nodes that a weaker player looks at. They end the search as `nodes` do, but
    /// not the time that was asked for.
    pub effort: Option<u64>,
    /// Nodes after which no new iteration begins: for data generation.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in this many moves, or fewer, is found.
    pub mate: Option<u32>,
    /// Exactly this time.
    pub move_time: Option<Duration>,
    /// The clocks of the game, to be shared out among the moves to come.
    pub clock: Option<Clock>,
    /// Do not return before being told, even with nothing left to search.
    pub infinite: bool,
    /// Only these moves are looked at; all if empty. Illegal ones are ignored.
    pub search_moves: Vec<Move>,
    /// How many lines are wanted; 0 is taken for 1.
    pub multi_pv: usize,
}

impl Limits {
    /// So many plies and nothing else.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// So many nodes and nothing else.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// So much time and nothing else.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// The nodes that all threads together may look at, whoever says so.
    pub(crate) fn most_nodes(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX).min(self.effort.unwrap_or(u64::MAX))
    }

    /// How long a player without a better idea thinks about this move.
    pub(crate) fn time(&self, turn: Color) -> Option<Duration> {
        let share = self.clock.map(|clock| clock.even_share(turn));
        match (self.move_time, share) {
            (Some(time), Some(share)) => Some(time.min(share)),
            (time, share) => time.or(share),
        }
    }
}

/// The chess clocks as they stand when the mover begins to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What White has left.
    pub white: Duration,
    /// What Black has left.
    pub black: Duration,
    /// What White gains with each move.
    pub white_increment: Duration,
    /// What Black gains with each move.
    pub black_increment: Duration,
    /// Moves until more time is given; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
    /// Time lost with each move outside the engine.
    pub overhead: Duration,
}

impl Clock {
    /// Both sides have so much left and gain so much with each move.
    pub fn equal(remaining: Duration, increment: Duration) -> Clock {
        Clock {
            white: remaining,
            black: remaining,
            white_increment: increment,
            black_increment: increment,
            ..Clock::default()
        }
    }

    /// What one side has left.
    pub fn remaining(&self, color: Color) -> Duration {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// What one side gains with each move.
    pub fn increment(&self, color: Color) -> Duration {
        match color {
            Color::White => self.white_increment,
            Color::Black => self.black_increment,
        }
    }

    /// What a player without a better idea spends on this move: an even share
    /// of what is left, most of the increment, and never what is needed to get
    /// the move onto the board.
    fn even_share(&self, color: Color) -> Duration {
        let remaining = self.remaining(color);
        let moves = self.moves_to_go.map_or(USUAL_MOVES_TO_GO, |moves| moves.clamp(1, 50));
        let share = remaining / moves + self.increment(color).mul_f64(0.8);
        share.min(remaining.saturating_sub(OVERHEAD.max(self.overhead)).mul_f64(0.7))
    }
}

/// How many moves a game is thought to last from anywhere.
const USUAL_MOVES_TO_GO: u32 = 30;
/// What it takes at least to notice that the time is over and to make the move.
const OVERHEAD: Duration = Duration::from_millis(5);

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_share_never_spends_the_whole_clock() {
        for remaining in [0, 1, 5, 10, 100, 1_000, 60_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let clock = Clock {
                        white: ms(remaining),
                        white_increment: ms(increment),
                        moves_to_go,
                        ..Clock::default()
                    };
                    let share = clock.even_share(Color::White);
                    assert!(
                        share <= ms(remaining).saturating_sub(OVERHEAD),
                        "{clock:?}: {share:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn each_side_has_its_own_clock() {
        let clock = Clock { black: ms(3_000), ..Clock::equal(ms(60_000), ms(0)) };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        assert_eq!(limits.time(Color::White), Some(ms(2_000)));
        assert_eq!(limits.time(Color::Black), Some(ms(100)));
        let limits = Limits { move_time: Some(ms(500)), ..limits };
        assert_eq!(limits.time(Color::White), Some(ms(500)));
        assert_eq!(limits.time(Color::Black), Some(ms(100)));
        assert!(Limits::default().is_empty() && !limits.is_empty());
    }
}
