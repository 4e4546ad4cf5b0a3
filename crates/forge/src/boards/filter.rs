//! Which positions teach something.

use chess::{Color, Position};

use crate::packed::PackedPly;

/// What positions are kept. A network answers for quiet positions: a search
/// resolves checks and captures before it asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The first ply of a game that is used, counted from the beginning of
    /// chess by the move number.
    pub min_ply: u32,
    /// Scores beyond this many centipawns are left out: the game is decided.
    pub max_score: i32,
    /// Whether positions in check are kept.
    pub checks: bool,
    /// Whether positions are kept where the move played takes or promotes.
    pub captures: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { min_ply: 16, max_score: 3_000, checks: false, captures: false }
    }
}

/// Why a position is left out; of several reasons the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FilterReason {
    /// Nobody thought about it, or nobody knows how its game ended.
    Unlabelled,
    /// It came too early in its game.
    Early,
    /// The score is too high.
    Decided,
    /// The mover is in check.
    Check,
    /// The move played takes or promotes.
    Capture,
}

impl FilterReason {
    /// All reasons.
    pub const ALL: [FilterReason; 5] = [
        FilterReason::Unlabelled,
        FilterReason::Early,
        FilterReason::Decided,
        FilterReason::Check,
        FilterReason::Capture,
    ];

    /// A few words for lists.
    pub const fn summary(self) -> &'static str {
        match self {
            FilterReason::Unlabelled => "without score or result",
            FilterReason::Early => "too early",
            FilterReason::Decided => "decided",
            FilterReason::Check => "in check",
            FilterReason::Capture => "captures and promotions",
        }
    }
}

impl Filter {
    /// Why a position is left out; `None` if it is kept.
    #[inline]
    pub fn refuses(&self, position: &Position, ply: PackedPly) -> Option<FilterReason> {
        let is_noisy = || position.is_capture(ply.mv) || ply.mv.promoted().is_some();
        match ply.score {
            None => Some(FilterReason::Unlabelled),
            Some(_) if ply_number(position) < self.min_ply => Some(FilterReason::Early),
            Some(score) if i32::from(score).abs() > self.max_score => Some(FilterReason::Decided),
            Some(_) if !self.checks && position.is_check() => Some(FilterReason::Check),
            Some(_) if !self.captures && is_noisy() => Some(FilterReason::Capture),
            Some(_) => None,
        }
    }
}

/// How many plies were played before a position, by its move number.
fn ply_number(position: &Position) -> u32 {
    let before = (position.fullmove_number() - 1).saturating_mul(2);
    before.saturating_add(u32::from(position.turn() == Color::Black))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_is_found() {
        let filter = Filter { min_ply: 2, ..Filter::default() };
        let refuses = |fen: &str, mv: &str, score| {
            let position: Position = fen.parse().unwrap();
            filter.refuses(&position, PackedPly { mv: position.parse_uci(mv).unwrap(), score })
        };
        let quiet = "4k3/8/8/8/8/8/P7/1r2K2R w K - 0 2";
        assert_eq!(refuses(quiet, "e1d2", Some(0)), Some(FilterReason::Check));
        let free = "4k3/1P6/8/8/8/p7/P7/R3K3 b - - 0 1";
        assert_eq!(refuses(free, "e8d7", Some(0)), Some(FilterReason::Early));
        let later = "4k3/1P6/8/8/8/p7/P7/1R2K3 w - - 0 2";
        assert_eq!(refuses(later, "b1b2", Some(30)), None);
        assert_eq!(refuses(later, "b1b2", None), Some(FilterReason::Unlabelled));
        assert_eq!(refuses(later, "b1b2", Some(-3_001)), Some(FilterReason::Decided));
        assert_eq!(refuses(later, "b7b8q", Some(30)), Some(FilterReason::Capture));
        let taking = "4k3/8/8/8/8/p7/1P6/4K3 w - - 0 2";
        assert_eq!(refuses(taking, "b2a3", Some(30)), Some(FilterReason::Capture));
    }
}
