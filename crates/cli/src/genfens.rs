//! `plywise "genfens N seed S book None|FILE" "quit"`: openings as OpenBench
//! asks for them, all words in one argument.

use std::fmt::Write;
use std::path::Path;

use chess::Position;
use eval::{Tuned, TunedJudge};
use forge::Dice;
use forge::selfplay::{Champion, Rules, opening};
use search::champion::Solo;

use crate::failure::{Failure, print};

/// The word that the order begins with.
pub(crate) const WORD: &str = "genfens";

/// The table of a search of a thousand nodes.
const HASH_MIB: usize = 1;
/// More than any machine is asked for at once.
const MOST: u64 = 10_000_000;

/// What is ordered.
struct Order<'a> {
    count: u64,
    seed: u64,
    book: Option<&'a Path>,
}

/// Prints the openings that an order asks for.
pub(crate) fn run(order: &str) -> Result<(), Failure> {
    let order = read(order).map_err(Failure::WrongUse)?;
    let starts = order.book.map_or_else(|| Ok(vec![Position::start()]), read_book)?;
    let solo = Solo::new(HASH_MIB).map_err(|error| Failure::Failed(error.to_string()))?;
    let mut thinker = Champion::new(solo, TunedJudge::new(&Tuned::default()));
    let rules = Rules::default();
    for index in 0..order.count {
        let mut dice = Dice::for_task(&[order.seed, index]);
        // A book is random enough to need fewer plies, but the rule is one.
        let from = &starts[dice.below(starts.len())];
        let start = opening(from, &rules, &mut thinker, &mut dice);
        let mut line = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(line, "info string genfens {}", start.position);
        print(&line)?;
    }
    Ok(())
}

fn read(order: &str) -> Result<Order<'_>, String> {
    let usage = || "the order is: genfens NUMBER seed NUMBER book None|FILE".to_owned();
    let mut words = order.split_whitespace().skip(1);
    let count = words.next().and_then(|word| word.parse().ok()).filter(|&count| count <= MOST);
    let mut read = Order { count: count.ok_or_else(usage)?, seed: 0, book: None };
    while let Some(word) = words.next() {
        match (word, words.next()) {
            ("seed", Some(number)) => read.seed = number.parse().map_err(|_| usage())?,
            ("book", Some("None")) => read.book = None,
            ("book", Some(file)) => read.book = Some(Path::new(file)),
            // Words for other engines, such as their options.
            _ => {}
        }
    }
    Ok(read)
}

fn read_book(file: &Path) -> Result<Vec<Position>, Failure> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::Failed(format!("cannot read {}: {error}", file.display())))?;
    let openings = arena::Openings::read(&text, None)
        .map_err(|error| Failure::WrongUse(format!("{}: {error}", file.display())))?;
    let starts: Vec<Position> = (0..openings.len() as u64)
        .map(|number| *openings.round(number).game().position())
        .collect();
    Ok(starts)
}
