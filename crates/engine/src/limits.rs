//! How far a player may go for one move.

use std::time::Duration;

use chess::Color;
use uci::GoLimits;

/// The limits of one move. All are optional and all hold; with none, a player
/// stops by its own depth.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// At most this many plies.
    pub depth: Option<u32>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// This long.
    pub move_time: Option<Duration>,
    /// The clocks of the game; the player decides what to spend.
    pub clock: Option<Clock>,
}

/// The clocks as they stand when a player begins to think.
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
}

impl Clock {
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
    pub(crate) fn even_share(&self, color: Color) -> Duration {
        let remaining = self.remaining(color);
        let moves = self.moves_to_go.map_or(USUAL_MOVES_TO_GO, |moves| moves.clamp(1, 50));
        let share = remaining / moves + self.increment(color).mul_f64(0.8);
        share.min(remaining.saturating_sub(OVERHEAD).mul_f64(0.7))
    }
}

/// How many moves a game is thought to last from anywhere.
const USUAL_MOVES_TO_GO: u32 = 30;
/// What it takes to notice that the time is over and to make the move.
const OVERHEAD: Duration = Duration::from_millis(5);

impl Limits {
    /// A number of plies and nothing else.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A number of nodes and nothing else.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A time and nothing else.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// How long a player without a better idea thinks about this move.
    pub(crate) fn time(&self, turn: Color) -> Option<Duration> {
        let share = self.clock.map(|clock| clock.even_share(turn));
        match (self.move_time, share) {
            (Some(time), Some(share)) => Some(time.min(share)),
            (time, share) => time.or(share),
        }
    }

    /// The same as UCI says it.
    pub fn to_uci(&self) -> GoLimits {
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        GoLimits {
            wtime: self.clock.map(|clock| millis(clock.white)),
            btime: self.clock.map(|clock| millis(clock.black)),
            winc: self.clock.map(|clock| millis(clock.white_increment)),
            binc: self.clock.map(|clock| millis(clock.black_increment)),
            movestogo: self.clock.and_then(|clock| clock.moves_to_go),
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.move_time.map(|time| millis(time).unsigned_abs()),
            ..GoLimits::default()
        }
    }
}

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
    fn uci_is_told_both_clocks() {
        let clock = Clock {
            white: ms(1_500),
            black: ms(900),
            white_increment: ms(10),
            black_increment: ms(20),
            moves_to_go: Some(7),
        };
        let limits = Limits { clock: Some(clock), depth: Some(9), ..Limits::default() };
        assert_eq!(
            uci::Command::Go(limits.to_uci()).to_string(),
            "go wtime 1500 btime 900 winc 10 binc 20 movestogo 7 depth 9"
        );
    }
}
