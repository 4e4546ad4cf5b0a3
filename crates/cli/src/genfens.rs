//! `plywise "genfens N seed S book None|FILE" "quit"`: openings as OpenBench
//! asks for them, all words in one argument. Lopsided openings are dropped by
//! the word of the `tuned` evaluation, so that they do not depend on a network.

use std::fmt::Write;
use std::path::Path;

use chess::{Position, quote};
use eval::{IncrementalTuned, Tuned};
use forge::Dice;
use forge::selfplay::{Champion, MOST_THROWS, Rules, opening};
use search::Signals;
use search::champion::Solo;

use crate::datagen::book;
use crate::failure::{Failure, print};

/// The word that the order begins with.
pub(crate) const WORD: &str = "genfens";

/// The table of a search of a thousand nodes.
const HASH_MIB: usize = 1;
/// More than any machine is asked for at once.
const MOST: u64 = 10_000_000;

/// What is ordered.
#[derive(Default)]
struct GenfensRequest<'a> {
    count: u64,
    seed: u64,
    book: Option<&'a Path>,
}

/// Prints the openings that an order asks for.
pub(crate) fn run(order: &str) -> Result<(), Failure> {
    let order = read(order).map_err(Failure::WrongUse)?;
    let starts = order.book.map_or_else(|| Ok(vec![Position::start()]), book::starts)?;
    let solo = Solo::new(HASH_MIB).map_err(|error| Failure::Failed(error.to_string()))?;
    let mut thinker = Champion::new(solo, IncrementalTuned::new(&Tuned::default()));
    let rules = Rules::default();
    for index in 0..order.count {
        let mut dice = Dice::for_task(&[order.seed, index]);
        // A book is random enough to need fewer plies, but the rule is one.
        let from = &starts[dice.below(starts.len())];
        let never = Signals::new();
        let start = opening(from, &rules, &mut thinker, &mut dice, &never);
        let Some(start) = start.filter(|start| start.is_open) else {
            return Err(Failure::Failed(format!(
                "{MOST_THROWS} openings from {from} were all decided, by more than {} \
                 centipawns or by the rules; take a book without this position",
                rules.opening_bound
            )));
        };
        let mut line = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(line, "info string genfens {}", start.position);
        print(&line)?;
    }
    Ok(())
}

fn read(order: &str) -> Result<GenfensRequest<'_>, String> {
    let refused = |reason: &str| {
        format!("{reason}; the order is: {WORD} NUMBER [seed NUMBER] [book None|FILE]")
    };
    let mut words = order.split_whitespace();
    let first = words.next().unwrap_or_default();
    if first != WORD {
        return Err(refused(&format!("there is no order '{}'", quote(first))));
    }
    let count = words.next().and_then(|word| word.parse().ok()).filter(|&count| count <= MOST);
    let count = count.ok_or_else(|| refused(&format!("the number goes from 0 to {MOST}")))?;
    let (mut seed, mut book) = (None, None);
    while let Some(word) = words.next() {
        let value = words.next();
        let is_twice = match (word, value) {
            ("seed", Some(number)) => {
                let number = number.parse::<u64>();
                let number =
                    number.map_err(|_| refused("a seed is a whole number, not below 0"))?;
                seed.replace(number).is_some()
            }
            ("book", Some(file)) => book.replace(file).is_some(),
            ("seed" | "book", None) => {
                return Err(refused(&format!("nothing stands behind '{word}'")));
            }
            _ => return Err(refused(&format!("'{}' is not known", quote(word)))),
        };
        if is_twice {
            return Err(refused(&format!("'{word}' stands there twice")));
        }
    }
    let book = book.filter(|&file| file != "None").map(Path::new);
    Ok(GenfensRequest { count, seed: seed.unwrap_or(0), book })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_as_openbench_writes_them() {
        let order = read("genfens 3 seed 18446744073709551615 book None").unwrap_or_default();
        assert_eq!((order.count, order.seed, order.book), (3, u64::MAX, None));
        let order = read("genfens 1 book a.epd seed 2").unwrap_or_default();
        assert_eq!((order.count, order.seed, order.book), (1, 2, Some(Path::new("a.epd"))));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for (order, said) in [
            ("genfens 1 foo seed 5 book None", "'foo' is not known; "),
            ("genfens 1 seed 5 book my book.epd", "'book.epd' is not known; "),
            ("genfens 1 seed", "nothing stands behind 'seed'; "),
            ("genfens 1 seed 5 seed 6", "'seed' stands there twice; "),
            ("genfens 1 seed five", "a seed is a whole number, not below 0; "),
            ("genfens many", "the number goes from 0 to 10000000; "),
            ("genfens", "the number goes from 0 to 10000000; "),
            ("genfensxyz 1 seed 5", "there is no order 'genfensxyz'; "),
        ] {
            let Err(error) = read(order) else { panic!("{order}") };
            assert!(error.starts_with(said), "{error}");
            assert!(error.ends_with("genfens NUMBER [seed NUMBER] [book None|FILE]"), "{error}");
        }
    }
}
