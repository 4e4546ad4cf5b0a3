//! Elo differences with their errors.

use std::cmp::Ordering;

use super::normal::{Z_95, cumulative};
use super::tally::{Distribution, Tally};

/// A difference in Elo and half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// How much stronger the first player is.
    pub difference: f64,
    /// The true difference lies within this of it, 19 times of 20; `None` if all
    /// results were the same, so that their spread is not known.
    pub error: Option<f64>,
}

/// What a tally says about strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The difference on the usual scale: 400 more win ten points of eleven.
    pub logistic: Elo,
    /// The difference in units of the games' own spread, which depends less on
    /// how many are drawn; `None` if that spread is not known.
    pub normalised: Option<Elo>,
    /// How likely the first player is the stronger one. Where the spread is not
    /// known, only how many results there are counts: 75 % after one, 87.5 %
    /// after two.
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
    400.0 * (score / (1.0 - score)).log10()
}

/// How likely whoever was ahead in each of `results` is the stronger one, if
/// before them every share of results was as likely as any other:
/// 75 % after one, 87.5 % after two.
fn one_sided(results: f64) -> f64 {
    1.0 - 0.5f64.powf(results + 1.0)
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
        let own_mean = results.mean_and_variance().0;
        let is_uniform = results.counts.contains(&total);
        let (results, is_bound) = results.without_certainty();
        let (score, variance) = results.mean_and_variance();
        if is_uniform {
            // What was always the same says nothing about its spread.
            return Some(Estimate {
                logistic: Elo { difference: difference(score), error: None },
                normalised: None,
                superiority: match own_mean.total_cmp(&0.5) {
                    Ordering::Less => 1.0 - one_sided(total),
                    Ordering::Equal => 0.5,
                    Ordering::Greater => one_sided(total),
                },
                is_bound,
            });
        }
        let deviation = (variance / total).sqrt();
        let per_game = (variance * results.games_per_sample).sqrt();
        let (low, high) = (score - Z_95 * deviation, score + Z_95 * deviation);
        let error = if low > 0.0 && high < 1.0 {
            (difference(high) - difference(low)) / 2.0
        } else {
            // The interval leaves the scale: the slope of the curve instead.
            Z_95 * deviation * 400.0 / (std::f64::consts::LN_10 * score * (1.0 - score))
        };
        Some(Estimate {
            logistic: Elo { difference: difference(score), error: Some(error) },
            normalised: Some(Elo {
                difference: (score - 0.5) / per_game * NORMALISED_SCALE,
                error: Some(Z_95 * deviation / per_game * NORMALISED_SCALE),
            }),
            superiority: cumulative((score - 0.5) / deviation),
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
            let own = found.normalised.unwrap();
            assert!(near(own.difference, normalised), "{found:?}");
            assert!(near(own.error.unwrap(), normalised_error), "{found:?}");
            assert!(near(found.logistic.difference, logistic), "{found:?}");
            assert!(near(found.logistic.error.unwrap(), error), "{found:?}");
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
            let own = found.normalised.unwrap();
            assert!(near(own.difference, normalised), "{found:?}");
            assert!(near(own.error.unwrap(), normalised_error), "{found:?}");
            assert!((found.superiority - los).abs() < 0.000_05, "{found:?}");
            if let Some((difference, error)) = elo {
                assert!(near(found.logistic.difference, difference), "{found:?}");
                assert!(near(found.logistic.error.unwrap(), error), "{found:?}");
            }
        }
    }

    #[test]
    fn the_other_view_is_the_mirror() {
        let tally = Tally { wins: 30, draws: 50, losses: 20, pairs: [3, 10, 20, 13, 4] };
        let (own, theirs) =
            (Estimate::of(&tally).unwrap(), Estimate::of(&tally.reversed()).unwrap());
        assert!((own.logistic.difference + theirs.logistic.difference).abs() < 1e-9);
        assert!((own.logistic.error.unwrap() - theirs.logistic.error.unwrap()).abs() < 1e-9);
        assert!((own.superiority + theirs.superiority - 1.0).abs() < 1e-12);
    }

    #[test]
    fn extremes_stay_finite() {
        assert_eq!(Estimate::of(&Tally::default()), None);
        for pairs in [[0, 0, 0, 0, 10], [10, 0, 0, 0, 0], [0, 0, 0, 0, 1], [1, 0, 0, 0, 1]] {
            let found = estimate(pairs);
            for elo in std::iter::once(found.logistic).chain(found.normalised) {
                assert!(elo.difference.is_finite(), "{pairs:?}: {found:?}");
                assert!(elo.error.is_none_or(f64::is_finite), "{pairs:?}: {found:?}");
            }
            assert!((0.0..=1.0).contains(&found.superiority), "{pairs:?}: {found:?}");
            assert_eq!(found.is_bound, pairs.iter().filter(|&&count| count > 0).count() == 1);
        }
        let won = estimate([0, 0, 0, 0, 10]);
        assert!((won.logistic.difference - difference(39.0 / 40.0)).abs() < 1e-9);
    }

    #[test]
    fn results_that_are_all_the_same_say_nothing_about_their_spread() {
        for (pairs, elo, superiority) in [
            ([0, 2, 0, 0, 0], -190.85, 0.125),
            ([0, 0, 0, 1, 0], 190.85, 0.75),
            ([0, 0, 7, 0, 0], 0.0, 0.5),
            ([0, 0, 0, 0, 9], 617.63, 1.0 - 1.0 / 1024.0),
            ([3, 0, 0, 0, 0], -416.56, 1.0 / 16.0),
        ] {
            let found = estimate(pairs);
            assert!(near(found.logistic.difference, elo), "{found:?}");
            assert_eq!((found.logistic.error, found.normalised), (None, None), "{found:?}");
            assert!((found.superiority - superiority).abs() < 1e-12, "{found:?}");
        }
        let games = Tally { draws: 3, ..Tally::default() };
        let drawn = Estimate::of(&games).unwrap();
        assert_eq!((drawn.logistic.error, drawn.superiority), (None, 0.5));
        assert!(drawn.logistic.difference.is_sign_positive(), "no minus before zero");
        // One other result, and it is known.
        assert!(estimate([0, 2, 1, 0, 0]).logistic.error.is_some());
    }
}
