//! Elo differences with their errors.

use super::normal::{Z_95, cumulative};
use super::tally::{Distribution, Tally};

/// A difference in Elo and half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// How much stronger the first player is.
    pub difference: f64,
    /// The true difference lies within this of it, 19 times of 20.
    pub error: f64,
}

/// What a tally says about strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The difference on the usual scale: 400 more win ten points of eleven.
    pub logistic: Elo,
    /// The difference in units of the games' own spread, which depends less on
    /// how many are drawn.
    pub normalised: Elo,
    /// How likely the first player is the stronger one.
    pub superiority: f64,
    /// Whether every point went to one side: no finite difference explains that,
    /// and what stands here is what half a point less would say.
    pub is_bound: bool,
}

/// Normalised Elo a standard deviation of a game's result is worth; chosen so
/// that both scales agree where games are never drawn.
pub(crate) const NORMALISED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The score that is expected from a player who is this much stronger.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference that explains a score between 0 and 1.
fn difference(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

impl Estimate {
    /// What a tally says; `None` without a game.
    pub fn of(tally: &Tally) -> Option<Estimate> {
        Estimate::of_distribution(tally.distribution())
    }

    fn of_distribution(results: Distribution) -> Option<Estimate> {
        let total = results.total();
        if total == 0.0 {
            return None;
        }
        let (results, is_bound) = results.without_certainty();
        let (score, variance) = results.mean_and_variance();
        let deviation = (variance / total).sqrt();
        let per_game = (variance * results.games_per_sample).sqrt();
        let (low, high) = (score - Z_95 * deviation, score + Z_95 * deviation);
        let error = if low > 0.0 && high < 1.0 {
            (difference(high) - difference(low)) / 2.0
        } else {
            // The interval leaves the scale: the slope of the curve instead.
            Z_95 * deviation * 400.0 / (std::f64::consts::LN_10 * score * (1.0 - score))
        };
        let normalised = |share: f64| if per_game > 0.0 { share / per_game } else { 0.0 };
        let superiority = match deviation > 0.0 {
            true => cumulative((score - 0.5) / deviation),
            // Only draws, or a single result: it says nothing about its spread.
            false => 0.5 + (score - 0.5).signum() * 0.5 * f64::from(score != 0.5),
        };
        Some(Estimate {
            logistic: Elo { difference: difference(score), error },
            normalised: Elo {
                difference: normalised(score - 0.5) * NORMALISED_SCALE,
                error: normalised(Z_95 * deviation) * NORMALISED_SCALE,
            },
            superiority,
            is_bound,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(pairs: [u64; 5]) -> Estimate {
        Estimate::of(&Tally { pairs, ..Tally::default() }).unwrap()
    }

    fn near(value: f64, expected: f64) -> bool {
        (value - expected).abs() < 0.005
    }

    /// The values that fastchess' own tests state.
    #[test]
    fn pentanomial_figures_agree_with_fastchess() {
        for (pairs, normalised, normalised_error, logistic, error, los) in [
            ([34, 54, 63, 64, 75], 57.94, 28.28, 55.58, 27.65, 1.0),
            ([332, 433, 498, 333, 334], -9.17, 10.96, -8.64, 10.33, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -19.01, 2.65, -21.04, 2.95, 0.0),
        ] {
            let found = estimate(pairs);
            assert!(near(found.normalised.difference, normalised), "{found:?}");
            assert!(near(found.normalised.error, normalised_error), "{found:?}");
            assert!(near(found.logistic.difference, logistic), "{found:?}");
            assert!(near(found.logistic.error, error), "{found:?}");
            assert!((found.superiority - los).abs() < 0.000_05, "{found:?}");
        }
    }

    #[test]
    fn single_games_agree_with_fastchess() {
        for (wins, losses, draws, normalised, normalised_error, elo, los) in [
            (76, 89, 123, -20.76, 40.13, None, 0.1553),
            (136, 96, 111, 49.77, 36.77, Some((40.70, 30.43)), 0.9960),
            (34, 356, 0, -508.44, 34.48, None, 0.0),
        ] {
            let tally = Tally { wins, losses, draws, ..Tally::default() };
            let found = Estimate::of(&tally).unwrap();
            assert!(near(found.normalised.difference, normalised), "{found:?}");
            assert!(near(found.normalised.error, normalised_error), "{found:?}");
            assert!((found.superiority - los).abs() < 0.000_05, "{found:?}");
            if let Some((difference, error)) = elo {
                assert!(near(found.logistic.difference, difference), "{found:?}");
                assert!(near(found.logistic.error, error), "{found:?}");
            }
        }
    }

    #[test]
    fn the_other_view_is_the_mirror() {
        let tally = Tally { wins: 30, draws: 50, losses: 20, pairs: [3, 10, 20, 13, 4] };
        let (own, theirs) =
            (Estimate::of(&tally).unwrap(), Estimate::of(&tally.reversed()).unwrap());
        assert!((own.logistic.difference + theirs.logistic.difference).abs() < 1e-9);
        assert!((own.logistic.error - theirs.logistic.error).abs() < 1e-9);
        assert!((own.superiority + theirs.superiority - 1.0).abs() < 1e-12);
    }

    #[test]
    fn extremes_stay_finite() {
        assert_eq!(Estimate::of(&Tally::default()), None);
        for pairs in [[0, 0, 0, 0, 10], [10, 0, 0, 0, 0], [0, 0, 0, 0, 1], [1, 0, 0, 0, 1]] {
            let found = estimate(pairs);
            for value in [
                found.logistic.difference,
                found.logistic.error,
                found.normalised.difference,
                found.normalised.error,
                found.superiority,
            ] {
                assert!(value.is_finite(), "{pairs:?}: {found:?}");
            }
            assert_eq!(found.is_bound, pairs.iter().filter(|&&count| count > 0).count() == 1);
        }
        let won = estimate([0, 0, 0, 0, 10]);
        assert!((won.logistic.difference - difference(39.0 / 40.0)).abs() < 1e-9);
        let drawn = estimate([0, 0, 10, 0, 0]);
        assert_eq!((drawn.logistic.difference, drawn.superiority), (0.0, 0.5));
    }
}
