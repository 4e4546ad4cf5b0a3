//! What it takes to play like a rating.

use search::fallible::Sight;

/// How a player thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Nodes it looks at.
    pub nodes: u64,
    /// How well it sees moves.
    pub sight: Sight,
    /// How careless it is among the moves it sees: a move that seems to give away
    /// this much of the winning chances, from 0 to 1, is taken 1/e times as often as
    /// the best.
    pub carelessness: f64,
    /// Moves of the opening that it knows.
    pub opening_moves: u32,
}

/// A player of the curve.
struct Knot {
    rating: f64,
    nodes: f64,
    overlook: f64,
    fading: f64,
    carelessness: f64,
    opening_moves: f64,
}

const fn knot(
    rating: f64,
    nodes: f64,
    [overlook, fading]: [f64; 2],
    carelessness: f64,
    opening_moves: f64,
) -> Knot {
    Knot { rating, nodes, overlook, fading, carelessness, opening_moves }
}

/// How players think, from the weakest to the strongest. In between everything
/// is interpolated, nodes by their logarithm. The numbers are set so that a player is as
/// strong as its rating, solves the puzzles and makes the errors of people: the measurements
/// are in docs/levels.md. 2800 is no measurement but the end of the line.
const CURVE: [Knot; 11] = [
    knot(600.0, 50.0, [0.55, 1.5], 0.050, 1.0),
    knot(800.0, 75.0, [0.45, 1.65], 0.044, 2.0),
    knot(1000.0, 220.0, [0.33, 1.5], 0.041, 3.0),
    knot(1250.0, 1_600.0, [0.19, 1.5], 0.036, 4.0),
    knot(1500.0, 6_500.0, [0.127, 1.5], 0.033, 5.0),
    knot(1705.0, 16_500.0, [0.058, 1.70], 0.0163, 8.0),
    knot(1900.0, 28_000.0, [0.030, 1.6], 0.010, 9.0),
    knot(2000.0, 34_000.0, [0.022, 1.35], 0.0075, 10.0),
    knot(2200.0, 110_000.0, [0.0025, 1.2], 0.002, 12.0),
    knot(2400.0, 250_000.0, [0.0005, 1.0], 0.001, 14.0),
    knot(2800.0, 600_000.0, [0.0, 1.0], 0.0005, 20.0),
];

impl Skill {
    /// The skill of a rating; ratings beyond the ends of the curve are cut.
    pub fn of(rating: f64) -> Skill {
        let of = |value: fn(&Knot) -> f64| between(&CURVE, rating, |knot| knot.rating, value);
        Skill {
            nodes: of(|knot| knot.nodes.ln()).exp() as u64,
            sight: Sight {
                overlook: of(|knot| knot.overlook) as f32,
                fading: of(|knot| knot.fading) as f32,
            },
            carelessness: of(|knot| knot.carelessness),
            opening_moves: of(|knot| knot.opening_moves) as u32,
        }
    }

    /// The same player against a bare king: everybody has practised that, and there
    /// is little to look at.
    pub(super) fn practised(self) -> Skill {
        /// What is overlooked of what usually is.
        const OVERLOOKED: f32 = 0.3;
        /// How many times the nodes it takes to look around an empty board.
        const PATIENCE: u64 = 4;
        let overlook = self.sight.overlook * OVERLOOKED;
        Skill { nodes: self.nodes * PATIENCE, sight: Sight { overlook, ..self.sight }, ..self }
    }

    /// The same player with less and less time: `pressure` from 0, none, to 1, the
    /// last moment.
    pub(super) fn under(self, pressure: f64) -> Skill {
        /// How often more is overlooked in the last moment.
        const HASTE: f64 = 0.75;
        /// What part of the nodes is left then.
        const GLIMPSE: f64 = 0.15;
        let pressure = pressure.clamp(0.0, 1.0);
        let overlook = f64::from(self.sight.overlook) * (1.0 + HASTE * pressure);
        Skill {
            nodes: (self.nodes as f64 * (1.0 - (1.0 - GLIMPSE) * pressure)) as u64,
            sight: Sight { overlook: overlook as f32, ..self.sight },
            carelessness: self.carelessness * (1.0 + HASTE * pressure),
            ..self
        }
    }
}

/// The value at `x` on straight lines between points in order of their place.
fn between<T>(points: &[T], x: f64, place: fn(&T) -> f64, value: impl Fn(&T) -> f64) -> f64 {
    let (first, last) = (&points[0], &points[points.len() - 1]);
    let x = x.clamp(place(first), place(last));
    let pair = points.windows(2).find(|pair| x <= place(&pair[1]));
    pair.map_or(value(last), |pair| {
        let (from, to) = (place(&pair[0]), place(&pair[1]));
        let (low, high) = (value(&pair[0]), value(&pair[1]));
        low + (high - low) * (x - from) / (to - from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_rating_is_better_in_everything() {
        let skills: Vec<Skill> =
            (600..=2800).step_by(20).map(|elo| Skill::of(f64::from(elo))).collect();
        for pair in skills.windows(2) {
            let (lower, higher) = (&pair[0], &pair[1]);
            assert!(higher.nodes >= lower.nodes, "{pair:?}");
            assert!(higher.sight.overlook <= lower.sight.overlook, "{pair:?}");
            assert!(higher.carelessness <= lower.carelessness, "{pair:?}");
            assert!(higher.opening_moves >= lower.opening_moves, "{pair:?}");
        }
        assert_eq!(Skill::of(0.0), skills[0]);
        assert_eq!(Skill::of(9999.0), skills[skills.len() - 1]);
    }

    #[test]
    fn haste_makes_everything_worse() {
        let calm = Skill::of(1400.0);
        assert_eq!(calm.under(0.0), calm);
        let hasty = calm.under(1.0);
        assert!(hasty.nodes < calm.nodes / 4 && hasty.sight.overlook > calm.sight.overlook);
        assert!(hasty.carelessness > calm.carelessness);
    }
}
