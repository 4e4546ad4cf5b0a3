//! The coefficients behind a score, for a tuner that looks at millions of
//! positions.

use chess::{Color, Position};

use super::sink::{Sum, TermCollector, TermTopic};
use super::{MIDDLE_GAME, Pair, TunedWeights, king, known, rest, structure};

/// How often a weight counts on a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coefficient {
    /// Which pair of weights: pair `i` is the weights `2 * i` (middle game) and
    /// `2 * i + 1` (endgame) of [`Tunable::weights`](crate::Tunable::weights).
    pub pair: u16,
    /// How often, White's minus Black's.
    pub count: i16,
}

/// A position as the weights see it.
///
/// The score is linear in the weights but for two things, which
/// [`Trace::evaluate`] and [`Trace::gradient`] take care of: the danger of a
/// king, which is squared, and complexity, which knows who leads. Which side
/// leads also decides on `scale`; it is kept as it was when the trace was
/// taken.
///
/// ```
/// use chess::Position;
/// use plywise_eval::{Evaluator, Trace, Tunable, Tuned};
///
/// let tuned = Tuned::default();
/// let weights: Vec<f64> = tuned.weights().iter().map(|weight| weight.value.into()).collect();
/// let position: Position = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3".parse()?;
/// let trace = Trace::of(&tuned, &position).ok_or("a known ending")?;
/// let difference = trace.evaluate(&weights) - f64::from(tuned.evaluate(&position).raw());
/// assert!(difference.abs() < 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// What counts as it is, White's minus Black's.
    pub terms: Vec<Coefficient>,
    /// What endangers White's king, and Black's; never negative.
    pub danger: [Vec<Coefficient>; 2],
    /// What the leader gains.
    pub complexity: Vec<Coefficient>,
    /// How much of the middle game is left: 24 at the start, 0 in an endgame.
    pub phase: u8,
    /// How much of an endgame lead counts, in 64ths.
    pub scale: u8,
}

impl Trace {
    /// The trace of a position; `None` where an ending is known and no weight
    /// matters.
    pub fn of(tuned: &super::Tuned, position: &Position) -> Option<Trace> {
        if known(position).is_some() {
            return None;
        }
        let mut tracer = Tracer::new(&tuned.weights);
        let facts = structure(&tuned.weights, position, &mut tracer);
        let verdict = rest(&tuned.weights, position, &facts, &mut tracer);
        let [white, black] = tracer.danger;
        Some(Trace {
            terms: sparse(&tracer.terms),
            danger: [sparse(&white), sparse(&black)],
            complexity: sparse(&tracer.complexity),
            phase: verdict.phase as u8,
            scale: verdict.scale as u8,
        })
    }

    /// White's lead in centipawns with these weights, in the order of
    /// [`Tunable::weights`](crate::Tunable::weights): what the evaluation says,
    /// without its rounding (less than three centipawns).
    pub fn evaluate(&self, weights: &[f64]) -> f64 {
        let lead = self.lead(weights);
        let gain = self.gain(weights, lead);
        self.blend([lead[0] + gain[0], lead[1] + gain[1]])
    }

    /// Adds `factor` times the derivative of [`Trace::evaluate`] by each weight
    /// to `gradient`.
    pub fn gradient(&self, weights: &[f64], factor: f64, gradient: &mut [f64]) {
        let lead = self.lead(weights);
        let total = dot(&self.complexity, weights);
        // What a centipawn of each half is worth in the end.
        let [mg, eg] = [self.blend([factor, 0.0]), self.blend([0.0, factor])];
        let mut share = [mg, eg];
        let mut gained = [0.0; 2];
        for half in 0..2 {
            // A gain beyond the lead is cut to it: it takes it away or doubles it.
            if total[half] < -lead[half].abs() {
                share[half] = 0.0;
            } else if total[half] > lead[half].abs() {
                share[half] *= 2.0;
            } else {
                gained[half] = share[half] * lead[half].signum();
            }
        }
        spread(&self.terms, share, gradient);
        for (coefficients, sign) in self.danger.iter().zip([-1.0, 1.0]) {
            let danger = dot(coefficients, weights);
            let slope = |danger: f64, slope: f64| {
                if king::DANGER_RANGE.contains(&danger) { slope } else { 0.0 }
            };
            let mg = slope(danger[0], 2.0 * danger[0] / f64::from(king::MG_DIVISOR));
            let eg = slope(danger[1], 1.0 / f64::from(king::EG_DIVISOR));
            spread(coefficients, [sign * share[0] * mg, sign * share[1] * eg], gradient);
        }
        spread(&self.complexity, gained, gradient);
    }

    /// Both halves before complexity.
    fn lead(&self, weights: &[f64]) -> [f64; 2] {
        let mut lead = dot(&self.terms, weights);
        for (coefficients, sign) in self.danger.iter().zip([-1.0, 1.0]) {
            let danger = dot(coefficients, weights)
                .map(|half| half.clamp(*king::DANGER_RANGE.start(), *king::DANGER_RANGE.end()));
            lead[0] += sign * danger[0] * danger[0] / f64::from(king::MG_DIVISOR);
            lead[1] += sign * danger[1] / f64::from(king::EG_DIVISOR);
        }
        lead
    }

    fn gain(&self, weights: &[f64], lead: [f64; 2]) -> [f64; 2] {
        let total = dot(&self.complexity, weights);
        [0, 1].map(|half| {
            let most = lead[half].abs();
            lead[half].signum() * total[half].clamp(-most, most)
        })
    }

    fn blend(&self, [mg, eg]: [f64; 2]) -> f64 {
        let phase = f64::from(self.phase) / f64::from(MIDDLE_GAME);
        mg * phase + eg * (1.0 - phase) * f64::from(self.scale) / f64::from(super::scale::FULL)
    }
}

fn dot(coefficients: &[Coefficient], weights: &[f64]) -> [f64; 2] {
    let mut sum = [0.0; 2];
    for &Coefficient { pair, count } in coefficients {
        let index = 2 * usize::from(pair);
        sum[0] += f64::from(count) * weights[index];
        sum[1] += f64::from(count) * weights[index + 1];
    }
    sum
}

fn spread(coefficients: &[Coefficient], share: [f64; 2], gradient: &mut [f64]) {
    for &Coefficient { pair, count } in coefficients {
        let index = 2 * usize::from(pair);
        gradient[index] += f64::from(count) * share[0];
        gradient[index + 1] += f64::from(count) * share[1];
    }
}

/// How many pairs there are.
const PAIRS: usize = size_of::<TunedWeights>() / size_of::<Pair>();

/// Notes how often each weight is used. A weight is known by where it lies:
/// the weights are pairs and nothing else, one after the other in the order in
/// which a tuner sees them (`repr(C)`).
struct Tracer<'a> {
    weights: &'a TunedWeights,
    terms: Counts,
    danger: [Counts; 2],
    complexity: Counts,
    sum: Sum,
}

type Counts = Vec<i16>;

impl<'a> Tracer<'a> {
    fn new(weights: &'a TunedWeights) -> Tracer<'a> {
        let none = || vec![0; PAIRS];
        Tracer {
            weights,
            terms: none(),
            danger: [none(), none()],
            complexity: none(),
            sum: Sum::default(),
        }
    }

    fn index(&self, weight: &Pair) -> usize {
        let from_start = (&raw const *weight).addr() - (&raw const *self.weights).addr();
        from_start / size_of::<Pair>()
    }
}

fn sparse(counts: &[i16]) -> Vec<Coefficient> {
    (0u16..)
        .zip(counts)
        .filter(|&(_, &count)| count != 0)
        .map(|(pair, &count)| Coefficient { pair, count })
        .collect()
}

impl TermCollector for Tracer<'_> {
    fn add(&mut self, topic: TermTopic, color: Color, weight: &Pair, count: i32) {
        let index = self.index(weight);
        self.terms[index] += match color {
            Color::White => count as i16,
            Color::Black => -count as i16,
        };
        self.sum.add(topic, color, weight, count);
    }

    fn pay_for_danger(&mut self, color: Color, price: Pair) {
        self.sum.pay_for_danger(color, price);
    }

    fn danger(&mut self, color: Color, weight: &Pair, count: i32) {
        let index = self.index(weight);
        self.danger[color.index()][index] += count as i16;
    }

    fn complexity(&mut self, weight: &Pair, count: i32) {
        let index = self.index(weight);
        self.complexity[index] += count as i16;
    }

    fn lead(&self) -> Pair {
        self.sum.lead()
    }
}
