//! How accurately moves and games were played.

use std::ops::Range;

use uci::Value;

use super::win_percent;

/// How accurate a move was, from 0 to 100, by the per cent before and after it.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    (103.1668 * (-0.04354 * (before - after)).exp() - 3.1669).clamp(0.0, 100.0)
}

/// How accurate White and Black played a game, from 0 to 100; `None` for who
/// did not move. `values` are White's view before the first move and after each
/// move, so one more than moves; `white_begins` says who made the first.
///
/// Moves count more where the game was on edge: each is weighted by how much
/// the chances swung around it. The result is the mean of that and of the
/// harmonic mean, which does not forgive single lapses.
pub fn game_accuracy(values: &[Value], white_begins: bool) -> [Option<f64>; 2] {
    part_accuracy(values, white_begins, 0..values.len())
}

/// The same for a part of the game: the moves with these numbers, counted from 0. How much
/// each counts is the same as in the whole game.
pub fn part_accuracy(values: &[Value], white_begins: bool, part: Range<usize>) -> [Option<f64>; 2] {
    let percents: Vec<f64> = values.iter().map(|&value| win_percent(value)).collect();
    let moves = percents.len().saturating_sub(1);
    let window = (moves / 10).clamp(2, 8);
    let mut sums = [Sums::default(); 2];
    for index in part.start..part.end.min(moves) {
        // The window of the first moves is the first whole one.
        let end = (index + 2).max(window).min(percents.len());
        let around = &percents[end.saturating_sub(window)..end];
        let weight = deviation(around).clamp(0.5, 12.0);
        let is_white = (index % 2 == 0) == white_begins;
        let (before, after) = (percents[index], percents[index + 1]);
        let accuracy = if is_white {
            move_accuracy(before, after)
        } else {
            move_accuracy(100.0 - before, 100.0 - after)
        };
        sums[usize::from(!is_white)].add(accuracy, weight);
    }
    sums.map(|sums| sums.accuracy())
}

#[derive(Clone, Copy, Default)]
struct Sums {
    weights: f64,
    weighted: f64,
    inverse: f64,
    count: f64,
}

impl Sums {
    fn add(&mut self, accuracy: f64, weight: f64) {
        self.weights += weight;
        self.weighted += weight * accuracy;
        // One move of no accuracy at all should not make the whole game so.
        self.inverse += 1.0 / accuracy.max(1.0);
        self.count += 1.0;
    }

    fn accuracy(self) -> Option<f64> {
        let mean = self.weighted / self.weights;
        (self.count > 0.0).then(|| f64::midpoint(mean, self.count / self.inverse))
    }
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Value::Cp;

    #[test]
    fn accuracy_of_moves_and_games() {
        assert_eq!(move_accuracy(50.0, 50.0), 100.0);
        assert_eq!(move_accuracy(50.0, 60.0), 100.0);
        assert!((move_accuracy(60.0, 50.0) - 63.58).abs() < 0.05);
        assert_eq!(move_accuracy(100.0, 0.0), 0.0);
        assert_eq!(game_accuracy(&[], true), [None, None]);
        assert_eq!(game_accuracy(&[Cp(15), Cp(15)], true), [Some(100.0), None]);
        assert_eq!(game_accuracy(&[Cp(15), Cp(15)], false), [None, Some(100.0)]);
        let even = [Cp(15); 41];
        assert_eq!(game_accuracy(&even, true), [Some(100.0), Some(100.0)]);
        // Black throws a piece away once in twenty moves, White nothing.
        let mut values = even;
        values[20..].fill(Cp(400));
        let [white, black] = game_accuracy(&values, true).map(Option::unwrap);
        assert!(white == 100.0 && black < 80.0 && black > 20.0, "{white} {black}");
        // The lapse belongs to one part of the game.
        assert_eq!(part_accuracy(&values, true, 0..19), [Some(100.0), Some(100.0)]);
        let [_, part] = part_accuracy(&values, true, 19..30).map(Option::unwrap);
        assert!(part < black, "{part} {black}");
        assert_eq!(part_accuracy(&values, true, 40..60), [None, None]);
    }
}
