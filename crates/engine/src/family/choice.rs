//! Which of the moves that are seen is played.

use chess::Position;
use eval::Score;
use numbers::Dice;
use search::Bound;
use search::fallible::Candidate;

use super::{Character, Skill};

/// How steeply chances grow with centipawns, from games of people.
const STEEPNESS: f64 = 0.003_682;
/// What a centipawn is worth where the game is won or lost anyway.
const SLOPE: f64 = 0.000_05;
/// Centipawns beyond which nothing grows.
const CEILING: i32 = 3_000;
/// A mate that is seen is worth this much more than being sure to win, and a ply
/// sooner this much.
const MATE: (f64, f64) = (0.4, 0.01);
/// Carelessness beyond which a move has no chance that matters.
const FAR: f64 = 4.0;

/// What a score is worth to a person, about 0 to 1.
fn worth(score: Score) -> f64 {
    if let Some(plies) = score.mate_plies() {
        let (mate, sooner) = MATE;
        let sure = 1.0 + mate - sooner * f64::from(plies.min(15));
        return if score > Score::DRAW { sure } else { 1.0 - sure };
    }
    let cp = f64::from(score.raw().clamp(-CEILING, CEILING));
    1.0 / (1.0 + (-STEEPNESS * cp).exp()) + SLOPE * cp
}

/// How many centipawns behind the best a move may be and still be played.
pub(super) fn margin(skill: &Skill, character: Option<Character>) -> i32 {
    let taste = if character.is_some() { 0.1 } else { 0.0 };
    // A centipawn is a quarter of the steepness where the game is even.
    (((FAR * skill.carelessness + taste) / (STEEPNESS / 4.0 + SLOPE)) as i32).max(10)
}

/// The place of the candidate that is played.
pub(super) fn choose(
    position: &Position,
    candidates: &[Candidate],
    skill: &Skill,
    character: Option<Character>,
    dice: &mut Dice,
) -> usize {
    // Who sees mate in one gives it, and a bare king is hunted step by step: all
    // moves seem to win, and only the best gets nearer.
    let is_bare = position.board().color(!position.turn()).count() == 1;
    if is_bare || candidates.first().is_some_and(|first| first.score == Score::mate_in(1)) {
        return 0;
    }
    let carelessness = skill.carelessness.max(0.0005);
    let wish = |candidate: &Candidate| {
        let taste = character.map_or(0.0, |character| character.taste(position, candidate.mv));
        worth(candidate.score) + taste
    };
    // Moves whose score is only known to be too low are out of the question.
    let wishes: Vec<f64> = candidates
        .iter()
        .map(|one| if one.bound == Bound::Exact { wish(one) } else { f64::NEG_INFINITY })
        .collect();
    let best = wishes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if best == f64::NEG_INFINITY {
        return 0;
    }
    let chances: Vec<f64> =
        wishes.iter().map(|wish| ((wish - best) / carelessness).exp()).collect();
    let mut roll = dice.unit() * chances.iter().sum::<f64>();
    let chosen = chances.iter().position(|chance| {
        roll -= chance;
        roll < 0.0
    });
    chosen.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Move;

    fn shares(scores: &[i32], rating: f64) -> Vec<usize> {
        let position = Position::start();
        let moves = position.legal_moves();
        let candidate = |(&cp, &mv): (&i32, &Move)| Candidate {
            mv,
            score: Score::cp(cp),
            bound: Bound::Exact,
            pv: vec![mv],
        };
        let candidates: Vec<Candidate> = scores.iter().zip(moves.iter()).map(candidate).collect();
        let skill = Skill::of(rating);
        let mut dice = Dice::new(7);
        let mut shares = vec![0; scores.len()];
        for _ in 0..1000 {
            shares[choose(&position, &candidates, &skill, None, &mut dice)] += 1;
        }
        shares
    }

    #[test]
    fn better_moves_are_played_more_often_and_bad_ones_hardly_ever() {
        let weak = shares(&[30, 0, -60, -900], 700.0);
        assert!(weak.is_sorted_by(|more, less| more > less), "{weak:?}");
        assert!(weak[3] < 5, "a queen is not given away on purpose: {weak:?}");
        let strong = shares(&[30, 0, -60, -900], 2300.0);
        assert!(strong[0] > weak[0] && strong[2] < 20, "{strong:?} {weak:?}");
    }

    #[test]
    fn mate_in_one_is_given_and_a_won_game_goes_on() {
        assert!(worth(Score::mate_in(3)) > worth(Score::mate_in(7)));
        assert!(worth(Score::mate_in(7)) > worth(Score::cp(2900)));
        assert!(worth(Score::cp(2900)) > worth(Score::cp(1500)));
        assert!(worth(Score::mated_in(2)) < worth(Score::mated_in(8)));
    }
}
