//! Measures UCI engines side by side: nodes a second, time and nodes to a depth,
//! or the time from `stop` to `bestmove`.
//!
//! Times on a shared machine wander; ratios taken side by side do not. So the
//! engines take turns, each anew through all positions, several rounds over, and
//! medians of the rounds and of their ratios to the first engine are printed.

mod arguments;
mod measure;

use std::process::ExitCode;

use arguments::Order;
use chess::quote;

/// Why nothing more is measured: a sentence.
enum Failure {
    /// The arguments or what they name make no sense.
    WrongUse(String),
    /// A file or an engine failed.
    Failed(String),
}

fn main() -> ExitCode {
    let (sentence, code) = match Order::read(std::env::args_os().skip(1)).and_then(run) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::WrongUse(sentence)) => (sentence, 2),
        Err(Failure::Failed(sentence)) => (sentence, 1),
    };
    eprintln!("bench-engines: {sentence}");
    ExitCode::from(code)
}

fn run(order: Order) -> Result<(), Failure> {
    // All of them first, so that the last cannot spoil what took an hour.
    for (number, spec) in (1..).zip(&order.engines) {
        println!("{number}: {}, {spec}", quote(measure::meet(spec)?.name()));
    }
    println!("positions: {}, rounds in turns: {}", order.positions.len(), order.rounds);
    let columns = order.what.columns();
    let titles: String = columns.iter().map(|column| format!(" {column:>18}")).collect();
    println!("\n{:17}{titles}", "");
    let mut rounds = Vec::new();
    for round in 1..=order.rounds {
        let mut values = Vec::new();
        for (number, spec) in (1..).zip(&order.engines) {
            let run = measure::run(order.what, spec, &order.positions)?;
            let row: String = run.iter().map(|value| format!(" {value:>18.3}")).collect();
            println!("round {round}, engine {number}{row}");
            values.push(run);
        }
        rounds.push(values);
    }
    println!("\nmedians, and ratios to the first");
    for index in 0..order.engines.len() {
        print!("{:<17}", format!("engine {}", index + 1));
        for column in 0..columns.len() {
            let value = median(rounds.iter().map(|values| values[index][column]));
            let ratio = median(rounds.iter().map(|v| v[index][column] / v[0][column]));
            print!(" {value:>10.3} {ratio:>6.2}x");
        }
        println!();
    }
    Ok(())
}

/// The middle value, or the mean of the two in the middle.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0
}
