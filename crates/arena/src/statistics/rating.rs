//! A rating list: one number for each player that explains all results best.

use super::elo::expected_score;
use super::normal::Z_95;
use super::tally::Tally;

/// The results of one player against one other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// The number of the player whose view the tally has.
    pub first: usize,
    /// The number of the other.
    pub second: usize,
    /// What came of it.
    pub tally: Tally,
}

/// Where a player stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerRating {
    /// Elo above the average of all players that neither won nor lost everything.
    pub elo: f64,
    /// Half the width of the 95 % interval of that; `None` without a game.
    pub error: Option<f64>,
    /// All results of the player.
    pub tally: Tally,
}

/// How far players are apart before anything is known, in Elo. So weak a prior
/// moves no rating that games have a say in, and keeps one finite that they
/// leave open.
const PRIOR: f64 = 2_000.0;
/// Elo in units of the logistic curve.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;
/// The longest step towards the solution at once.
const LONGEST_STEP: f64 = 400.0;
/// Steps after which a solution is found in any case; ten are usual.
const MOST_STEPS: usize = 200;
/// The step that is too short to matter.
const SHORTEST_STEP: f64 = 1e-7;

/// The most likely ratings after Bradley and Terry, where a draw is half a win.
///
/// The errors come from the spread that the results really have: draws and pairs
/// from one opening make it smaller than that of coin throws.
///
/// Whoever won or lost everything has no most likely rating: it is given one
/// drawn game more, spread over its opponents, and does not count in the average.
pub fn rate(players: usize, encounters: &[Encounter]) -> Vec<PlayerRating> {
    let known: Vec<&Encounter> = encounters
        .iter()
        .filter(|met| met.first < players && met.second < players && met.tally.games() > 0)
        .collect();
    let mut tallies = vec![Tally::default(); players];
    for met in &known {
        tallies[met.first] += met.tally;
        tallies[met.second] += met.tally.reversed();
    }
    let is_open: Vec<bool> = tallies.iter().map(is_open).collect();
    let results = results(&known, &is_open);
    let mut elo = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        let (mut slope, curve) = likelihood(&elo, &results);
        if !solve(curve, &mut slope) {
            break;
        }
        let longest = slope.iter().copied().map(f64::abs).fold(0.0, f64::max);
        let shorten = (LONGEST_STEP / longest.max(LONGEST_STEP)).min(1.0);
        for (elo, step) in elo.iter_mut().zip(&slope) {
            *elo += step * shorten;
        }
        if longest < SHORTEST_STEP {
            break;
        }
    }
    let shares = shares(&is_open);
    let average: f64 = elo.iter().zip(&shares).map(|(elo, share)| elo * share).sum();
    let errors = errors(&elo, &results, &shares);
    let ratings = elo.iter().zip(errors).zip(tallies);
    ratings
        .map(|((elo, error), tally)| PlayerRating {
            // No minus before a zero.
            elo: elo - average + 0.0,
            error: (tally.games() > 0).then_some(error),
            tally,
        })
        .collect()
}

/// Whether the results leave the rating open in one direction.
fn is_open(tally: &Tally) -> bool {
    tally.draws == 0 && (tally.wins == 0 || tally.losses == 0)
}

/// How much each player counts in the average: those whose rating is open do
/// not, as long as there are others.
fn shares(is_open: &[bool]) -> Vec<f64> {
    let closed = is_open.iter().filter(|is_open| !**is_open).count();
    let counts = |is_open: bool| closed == 0 || !is_open;
    let all = is_open.iter().filter(|is_open| counts(**is_open)).count().max(1) as f64;
    is_open.iter().map(|&is_open| f64::from(counts(is_open)) / all).collect()
}

/// What came of two players' games, as the likelihood sees it.
struct Score {
    first: usize,
    second: usize,
    games: f64,
    /// Of the first.
    points: f64,
    /// The variance of a game's points; that of coin throws if it is not known,
    /// because all results were the same or one was given.
    variance: Option<f64>,
}

fn results(encounters: &[&Encounter], is_open: &[bool]) -> Vec<Score> {
    let opponents = |player: usize| {
        encounters.iter().filter(|met| met.first == player || met.second == player).count()
    };
    // One drawn game for each open player, in equal parts against all it met.
    let gift = |player: usize| if is_open[player] { 1.0 / opponents(player) as f64 } else { 0.0 };
    let result = |met: &&Encounter| {
        let gift = gift(met.first) + gift(met.second);
        let (results, _) = met.tally.distribution().without_certainty();
        let (_, variance) = results.mean_and_variance();
        Score {
            first: met.first,
            second: met.second,
            games: met.tally.games() as f64 + gift,
            points: met.tally.wins as f64 + met.tally.draws as f64 / 2.0 + gift / 2.0,
            // A sample of two games gives up to two points.
            variance: (gift == 0.0 && variance > 0.0)
                .then_some(variance * results.games_per_sample),
        }
    };
    encounters.iter().map(result).collect()
}

/// How the likelihood of all results changes with each rating, and how that
/// changes again (with its sign turned).
fn likelihood(elo: &[f64], results: &[Score]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let weight = PRIOR.powi(-2);
    let mut slope: Vec<f64> = elo.iter().map(|elo| -elo * weight).collect();
    let mut curve = vec![vec![0.0; elo.len()]; elo.len()];
    for (index, row) in curve.iter_mut().enumerate() {
        row[index] = weight;
    }
    for met in results {
        let (first, second) = (met.first, met.second);
        let expected = expected_score(elo[first] - elo[second]);
        let surprise = SCALE * (met.points - met.games * expected);
        slope[first] += surprise;
        slope[second] -= surprise;
        spread(&mut curve, first, second, SCALE.powi(2) * met.games * expected * (1.0 - expected));
    }
    (slope, curve)
}

/// Half the 95 % intervals, each relative to the average.
fn errors(elo: &[f64], results: &[Score], shares: &[f64]) -> Vec<f64> {
    let players = elo.len();
    let (_, curve) = likelihood(elo, results);
    let mut noise = vec![vec![0.0; players]; players];
    for met in results {
        let expected = expected_score(elo[met.first] - elo[met.second]);
        let variance = met.variance.unwrap_or(expected * (1.0 - expected));
        spread(&mut noise, met.first, met.second, SCALE.powi(2) * variance * met.games);
    }
    // For each player: which combination of surprises moves the rating, and the
    // variance of that combination.
    (0..players)
        .map(|player| {
            let mut effect: Vec<f64> = shares
                .iter()
                .enumerate()
                .map(|(other, share)| f64::from(other == player) - share)
                .collect();
            if !solve(curve.clone(), &mut effect) {
                return 0.0;
            }
            let variance: f64 = noise
                .iter()
                .zip(&effect)
                .map(|(row, own)| own * row.iter().zip(&effect).map(|(n, e)| n * e).sum::<f64>())
                .sum();
            Z_95 * variance.max(0.0).sqrt()
        })
        .collect()
}

/// Adds what depends on the difference of two players.
fn spread(matrix: &mut [Vec<f64>], first: usize, second: usize, amount: f64) {
    matrix[first][first] += amount;
    matrix[second][second] += amount;
    matrix[first][second] -= amount;
    matrix[second][first] -= amount;
}

/// Replaces `right` by the solution of `matrix · x = right`; `false` if there is
/// none. The matrix is symmetric and positive, so no rows have to be exchanged.
fn solve(mut matrix: Vec<Vec<f64>>, right: &mut [f64]) -> bool {
    for pivot in 0..matrix.len() {
        let row = matrix[pivot].clone();
        if row[pivot].is_nan() || row[pivot] <= 0.0 {
            return false;
        }
        for below in pivot + 1..matrix.len() {
            let factor = matrix[below][pivot] / row[pivot];
            for (value, above) in matrix[below].iter_mut().zip(&row) {
                *value -= factor * above;
            }
            right[below] -= factor * right[pivot];
        }
    }
    for pivot in (0..matrix.len()).rev() {
        let known: f64 = (pivot + 1..matrix.len()).map(|c| matrix[pivot][c] * right[c]).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Estimate;

    fn meet(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Encounter {
        Encounter { first, second, tally: Tally { wins, draws, losses, pairs: [0; 5] } }
    }

    #[test]
    fn two_players_get_what_a_match_says() {
        let tally = Tally { wins: 400, draws: 920, losses: 280, pairs: [40, 160, 320, 200, 80] };
        let estimate = Estimate::of(&tally).unwrap().logistic;
        let ratings = rate(2, &[Encounter { first: 0, second: 1, tally }]);
        assert!((ratings[0].elo - ratings[1].elo - estimate.difference).abs() < 0.01);
        assert!(
            (2.0 * ratings[0].error.unwrap() - estimate.error.unwrap()).abs() < 0.01,
            "{ratings:?}"
        );
        assert_eq!(ratings[1].tally, tally.reversed());
    }

    #[test]
    fn known_strengths_are_found_again() {
        // 1,000 games a pairing with the score that 0, 100 and 250 Elo expect.
        let truth = [0.0, 100.0, 250.0];
        let mut encounters = Vec::new();
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            let wins = (1_000.0 * expected_score(truth[first] - truth[second])).round() as u64;
            encounters.push(meet(first, second, wins, 0, 1_000 - wins));
        }
        let ratings = rate(3, &encounters);
        for (rating, truth) in ratings.iter().zip(truth) {
            assert!((rating.elo - (truth - 350.0 / 3.0)).abs() < 0.5, "{ratings:?}");
            assert!((5.0..25.0).contains(&rating.error.unwrap()), "{ratings:?}");
        }
    }

    #[test]
    fn whoever_wins_all_or_never_plays_stays_finite() {
        let ratings = rate(3, &[meet(0, 1, 20, 0, 0)]);
        assert!(ratings[0].elo > 200.0 && ratings[0].elo < 1_000.0, "{ratings:?}");
        assert!(ratings.iter().all(|rating| rating.error.is_none_or(f64::is_finite)));
        assert_eq!(ratings[2].error, None, "who never played is not known");
        assert_eq!(ratings[2].tally.games(), 0);
        assert_eq!(rate(0, &[]), []);
        assert_eq!(rate(1, &[meet(0, 1, 1, 0, 0)])[0].elo, 0.0);
    }

    #[test]
    fn whoever_never_scores_leaves_the_others_errors_alone() {
        let mut encounters =
            vec![meet(0, 1, 50, 20, 50), meet(0, 2, 60, 20, 40), meet(1, 2, 55, 20, 45)];
        let without = rate(3, &encounters);
        encounters.extend((0..3).map(|player| meet(player, 3, 120, 0, 0)));
        let with = rate(4, &encounters);
        for (with, without) in with.iter().zip(&without) {
            assert!((with.elo - without.elo).abs() < 1.0, "{with:?} {without:?}");
            assert!(
                (with.error.unwrap() - without.error.unwrap()).abs() < 1.0,
                "{with:?} {without:?}"
            );
        }
        // Half a point in 360 games is 1,140 Elo below; nobody knows how much more.
        assert!((-1_300.0..-1_000.0).contains(&with[3].elo), "{with:?}");
        assert!((300.0..700.0).contains(&with[3].error.unwrap()), "{with:?}");
    }

    #[test]
    fn results_that_are_all_the_same_do_not_make_ratings_certain() {
        let drawn = Tally { draws: 8, pairs: [0, 0, 4, 0, 0], ..Tally::default() };
        let ratings = rate(2, &[Encounter { first: 0, second: 1, tally: drawn }]);
        for rating in ratings {
            assert!(rating.elo.is_sign_positive() && rating.elo < 1e-6, "{rating:?}");
            assert!(rating.error.unwrap() > 50.0, "{rating:?}");
        }
    }

    #[test]
    fn beating_a_strong_player_counts_more() {
        // Both score half, one of them against the stronger field.
        let ratings =
            rate(4, &[meet(0, 2, 50, 0, 50), meet(1, 3, 50, 0, 50), meet(2, 3, 80, 0, 20)]);
        assert!(ratings[0].elo > ratings[1].elo + 200.0, "{ratings:?}");
    }
}
