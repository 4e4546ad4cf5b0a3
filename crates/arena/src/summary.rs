//! The figures of a match for programs to read.

use serde::Serialize;

use crate::entrant::Entrant;
use crate::fault::GameFaults;
use crate::standings::Standings;
use crate::statistics::{Estimate, Sprt};

/// The result of a match. The first player's view where there is one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The names of the players.
    pub players: Vec<String>,
    /// Games that were played.
    pub games: u64,
    /// Games that the first player won.
    pub wins: u64,
    /// Games that the first player drew.
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
    /// Complete pairs by the half points they gave the first player, from none
    /// to four.
    pub pentanomial: [u64; 5],
    /// The first player's share of its points; null without a game.
    pub score: Option<f64>,
    /// How much stronger the first player is; null without a game.
    pub elo: Option<f64>,
    /// Half the 95 % interval of that; null if all results were the same.
    pub elo_error: Option<f64>,
    /// Whether one side has all points, so that `elo` is a bound.
    pub elo_is_bound: bool,
    /// The difference in normalised Elo; null if all results were the same.
    pub normalised_elo: Option<f64>,
    /// Half the 95 % interval of that.
    pub normalised_elo_error: Option<f64>,
    /// How likely the first player is the stronger one, from 0 to 1.
    pub los: Option<f64>,
    /// The share of drawn games.
    pub draw_ratio: Option<f64>,
    /// The test's logarithm of the likelihood ratio; null without a test.
    pub llr: Option<f64>,
    /// The test, if there is one.
    pub sprt: Option<SprtSummary>,
    /// Games ended other than by chess, by all players.
    pub faults: GameFaults,
    /// How often something was wrong apart from a move, such as a line that cannot be
    /// played or far too many nodes.
    pub complaints: u64,
    /// Games won by White, whoever it was.
    pub white_wins: u64,
    /// Games won by Black, whoever it was.
    pub black_wins: u64,
    /// The average number of moves by both sides in a game.
    pub plies_per_game: Option<f64>,
    /// Where each player stands.
    pub ratings: Vec<Standing>,
    /// How long it took.
    pub seconds: f64,
    /// What the arena itself added to each move, in milliseconds.
    pub overhead_ms: Option<f64>,
    /// The seed of openings and dice.
    pub seed: u64,
}

/// A test and what it says.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtSummary {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1.
    pub elo1: f64,
    /// How often a false H1 may be accepted.
    pub alpha: f64,
    /// How often a false H0 may be accepted.
    pub beta: f64,
    /// Which Elo it is.
    pub model: String,
    /// The ratio at which H0 is accepted.
    pub lower: f64,
    /// The ratio at which H1 is accepted.
    pub upper: f64,
    /// `H0`, `H1`, or null while undecided.
    pub accepted: Option<&'static str>,
}

/// Where a player stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Its name.
    pub player: String,
    /// What it was given for its moves, in words.
    pub limits: String,
    /// Elo above the average of all players.
    pub elo: f64,
    /// Half the 95 % interval of that; null without a game.
    pub error: Option<f64>,
    /// Its games.
    pub games: u64,
    /// Those it won.
    pub wins: u64,
    /// Those it drew.
    pub draws: u64,
    /// Those it lost.
    pub losses: u64,
    /// Those it ended other than by chess.
    pub faults: GameFaults,
    /// How often something was wrong apart from its moves.
    pub complaints: u64,
}

impl Summary {
    /// The figures of a match.
    pub fn new(
        players: &[Entrant],
        standings: &Standings,
        sprt: Option<&Sprt>,
        seed: u64,
    ) -> Summary {
        let tally = standings.first_tally();
        let estimate = Estimate::of(&tally);
        let games = standings.games();
        let [white_wins, _, black_wins] = standings.by_color();
        let conduct = standings.conduct();
        let ratings = standings.ratings().into_iter().zip(players).zip(conduct);
        Summary {
            players: players.iter().map(|player| player.name.clone()).collect(),
            games,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pentanomial: tally.pairs,
            score: tally.score(),
            elo: estimate.map(|estimate| estimate.logistic.difference),
            elo_error: estimate.and_then(|estimate| estimate.logistic.error),
            elo_is_bound: estimate.is_some_and(|estimate| estimate.is_bound),
            normalised_elo: estimate.and_then(|estimate| Some(estimate.normalised?.difference)),
            normalised_elo_error: estimate.and_then(|estimate| estimate.normalised?.error),
            los: estimate.map(|estimate| estimate.superiority),
            draw_ratio: tally.draw_ratio(),
            llr: standings.llr,
            sprt: sprt.map(|sprt| SprtSummary::new(sprt, standings)),
            faults: standings.faults(),
            complaints: conduct.iter().map(|conduct| conduct.complaints).sum(),
            white_wins,
            black_wins,
            plies_per_game: (games > 0).then(|| standings.plies() as f64 / games as f64),
            ratings: ratings
                .map(|((rating, player), conduct)| Standing {
                    player: player.name.clone(),
                    limits: player.budget.to_string(),
                    elo: rating.elo,
                    error: rating.error,
                    games: rating.tally.games(),
                    wins: rating.tally.wins,
                    draws: rating.tally.draws,
                    losses: rating.tally.losses,
                    faults: conduct.faults,
                    complaints: conduct.complaints,
                })
                .collect(),
            seconds: standings.elapsed.as_secs_f64(),
            overhead_ms: standings.work().overhead().map(|time| 1e3 * time.as_secs_f64()),
            seed,
        }
    }
}

impl SprtSummary {
    fn new(sprt: &Sprt, standings: &Standings) -> SprtSummary {
        use crate::statistics::SprtDecision;
        SprtSummary {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            alpha: sprt.alpha,
            beta: sprt.beta,
            model: sprt.model.to_string(),
            lower: sprt.lower(),
            upper: sprt.upper(),
            accepted: match standings.verdict {
                Some(SprtDecision::H0) => Some("H0"),
                Some(SprtDecision::H1) => Some("H1"),
                _ => None,
            },
        }
    }
}
