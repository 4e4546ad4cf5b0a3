//! The estimated ratings of puzzles, compared with those that lichess's players gave them.

use plywise_coach::practice::{Difficulty, Puzzle};
use plywise_coach::{Prover, USUAL_NODES};

use crate::Order;
use crate::puzzles::{half_of, read, rows};

/// What makes a puzzle hard, as numbers: a constant first.
const TERMS: usize = 5;

/// Prints how far the estimates are off, and which weights would be best for these puzzles.
pub(crate) fn measure(file: &str, half: u64, order: &Order) -> Result<(), String> {
    let text = rows(file)?;
    let mut prover = Prover::new(USUAL_NODES).map_err(|error| error.to_string())?;
    let (mut pairs, mut samples) = (Vec::new(), Vec::new());
    for row in text.lines().skip(1) {
        let Some(puzzle) = read(row).filter(|puzzle| half_of(puzzle.name) == half) else {
            continue;
        };
        if pairs.len() >= order.ratings {
            break;
        }
        let Some(found) = Puzzle::find(&mut prover, &puzzle.start) else { continue };
        pairs.push((f64::from(found.rating()), puzzle.rating));
        samples.push((terms(&found.difficulty), puzzle.rating));
    }
    let count = pairs.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count.max(1.0);
    let (ours, theirs) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let spread = |of: &dyn Fn(&(f64, f64)) -> f64| mean(of).sqrt();
    let both = mean(&|pair| (pair.0 - ours) * (pair.1 - theirs));
    let correlation = both
        / (spread(&|pair| (pair.0 - ours).powi(2)) * spread(&|pair| (pair.1 - theirs).powi(2)));
    println!(
        "{} puzzles: rated {theirs:.0}, estimated {ours:.0} on average; mean error {:.0}, \
         mean error of {theirs:.0} for all {:.0}, correlation {correlation:.2}",
        pairs.len(),
        mean(&|pair| (pair.0 - pair.1).abs()),
        mean(&|pair| (theirs - pair.1).abs()),
    );
    let weights = fitted(&samples);
    println!("best here: constant, doubling, move, quiet, sacrifice = {weights:.0?}");
    Ok(())
}

fn terms(difficulty: &Difficulty) -> [f64; TERMS] {
    let flag = |is: bool| if is { 1.0 } else { 0.0 };
    [
        1.0,
        (difficulty.settled.max(1) as f64).log2(),
        difficulty.moves.saturating_sub(1) as f64,
        flag(difficulty.is_quiet),
        flag(difficulty.is_sacrifice),
    ]
}

/// The weights with the least squares of errors: the normal equations by elimination.
fn fitted(samples: &[([f64; TERMS], f64)]) -> [f64; TERMS] {
    let mut rows = [[0.0; TERMS + 1]; TERMS];
    for (terms, rating) in samples {
        for (row, &term) in rows.iter_mut().zip(terms) {
            for (cell, &other) in row.iter_mut().zip(terms) {
                *cell += term * other;
            }
            row[TERMS] += term * rating;
        }
    }
    for step in 0..TERMS {
        // Little is added, so that a term that never occurs does no harm.
        rows[step][step] += 1e-6;
        let pivot = rows[step];
        for (number, row) in rows.iter_mut().enumerate() {
            let share = row[step] / pivot[step];
            if number != step {
                row.iter_mut().zip(pivot).for_each(|(cell, other)| *cell -= share * other);
            }
        }
    }
    std::array::from_fn(|term| rows[term][TERMS] / rows[term][term])
}
