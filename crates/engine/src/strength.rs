//! Playing weaker on purpose.
//!
//! Two things make a weaker player: looking at less, and choosing carelessly.
//! A limited champion searches few nodes, on one thread, and then takes the best
//! of several lines after adding to each an error that only it believes in. Bad
//! lines need a large error to be chosen, so it blunders now and then and drifts
//! the rest of the time, as people do.

use search::Report;

use numbers::Dice;

/// How strong to play, from 0, a beginner, to 1, the most that a limit allows:
/// hundreds of thousands of nodes a move and no error. All that there is comes
/// without a limit.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Strength(f64);

/// The span of ratings that can be asked for.
const ELO: (u32, u32) = (1000, 2800);
/// Ratings and the strengths that play like them, in matches against Stockfish
/// 15.1 at limited strength (docs/experiments/strength.md). The last is no
/// measurement but the end of the span.
const MEASURED: [(f64, f64); 6] =
    [(950.0, 0.0), (1080.0, 0.2), (1300.0, 0.4), (1650.0, 0.6), (1870.0, 0.8), (2800.0, 1.0)];
/// How many levels of skill programs know, the last being full strength.
const MOST_SKILL: u32 = 20;
/// Nodes at the weakest, and how often they double on the way to the strongest.
const NODES: (f64, f64) = (40.0, 13.0);
/// Lines it chooses among.
const LINES: usize = 6;
/// The error of the weakest in centipawns, as a standard deviation.
const ERROR_CP: f64 = 220.0;

impl Strength {
    /// The least and the most rating that can be asked for.
    pub const ELO: (u32, u32) = ELO;
    /// The highest level of skill, which is full strength.
    pub const MOST_SKILL: u32 = MOST_SKILL;

    /// The strength of a rating, cut to the span.
    pub fn elo(elo: u32) -> Strength {
        let elo = f64::from(elo.clamp(ELO.0, ELO.1));
        let strength = MEASURED.windows(2).find(|pair| elo <= pair[1].0).map(|pair| {
            let ((low, weaker), (high, stronger)) = (pair[0], pair[1]);
            weaker + (stronger - weaker) * (elo - low) / (high - low)
        });
        Strength(strength.unwrap_or(1.0))
    }

    /// The strength of a level of skill; `None` is full strength.
    pub fn skill(level: u32) -> Option<Strength> {
        let (least, most) = ELO;
        let elo = least + (most - least) * level.min(MOST_SKILL) / MOST_SKILL;
        (level < MOST_SKILL).then(|| Strength::elo(elo))
    }

    /// How many nodes it looks at.
    pub(crate) fn nodes(self) -> u64 {
        (NODES.0 * (NODES.1 * self.0).exp2()) as u64
    }

    /// How many lines it chooses from.
    pub(crate) fn lines(self) -> usize {
        LINES
    }

    /// What it plays instead of the best: the line it takes comes first, then the
    /// others as they were, `wanted` in all.
    pub(crate) fn weaken(self, mut found: Report, wanted: usize, dice: &mut Dice) -> Report {
        if let Some(lines) = self.choose(&found, dice).and_then(|at| found.lines.get_mut(..=at)) {
            lines.rotate_right(1);
        }
        found.lines.truncate(wanted.max(1));
        for (index, line) in found.lines.iter_mut().enumerate() {
            line.multipv = index + 1;
        }
        match found.lines.first() {
            // The best after all, with the reply that was expected.
            Some(line) if line.pv.first().copied() == found.best => found,
            Some(line) => {
                let mut moves = line.pv.iter().copied();
                let (best, ponder) = (moves.next(), moves.next());
                Report { best, ponder, score: line.score, pv: line.pv.clone(), ..found }
            }
            None => found,
        }
    }

    /// The place of the line it takes.
    fn choose(self, found: &Report, dice: &mut Dice) -> Option<usize> {
        let spread = ERROR_CP * (1.0 - self.0);
        let believed = found.lines.iter().map(|line| {
            // The sum of twelve fair dice from 0 to 1 is as good as a bell curve.
            let error: f64 = (0..12).map(|_| dice.unit()).sum::<f64>() - 6.0;
            f64::from(line.score.raw()) + spread * error
        });
        let best = believed.enumerate().max_by(|one, other| one.1.total_cmp(&other.1));
        best.map(|(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_and_skills_grow() {
        let (least, most) = ELO;
        assert_eq!(Strength::elo(0), Strength::elo(least));
        assert_eq!(Strength::elo(u32::MAX), Strength::elo(most));
        assert_eq!(Strength::skill(0), Some(Strength::elo(least)));
        assert_eq!(Strength::skill(MOST_SKILL), None);
        for (rating, strength) in MEASURED {
            let Strength(of) = Strength::elo(rating as u32);
            assert!((of - strength).abs() < 0.1, "{rating}: {of}");
        }
        assert_eq!(Strength::elo(1300), Strength(0.4));
        let nodes: Vec<u64> =
            (least..=most).step_by(100).map(|elo| Strength::elo(elo).nodes()).collect();
        assert!(nodes.is_sorted_by(|less, more| less < more), "{nodes:?}");
    }
}
