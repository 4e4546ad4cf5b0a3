//! `plywise "genfens N seed S book None|FILE [plies N] [bound N]" "quit"`: openings as OpenBench
//! asks for them, all words in one argument. Lopsided openings are dropped by
//! the word of the `tuned` evaluation, so that they do not depend on a network.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use chess::{Position, quote};
use eval::Evaluation;
use forge::Dice;
use forge::selfplay::{MOST_THROWS, Rules, champion, opening};
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

/// How an order is written.
const FORM: &str =
    "genfens NUMBER [seed NUMBER] [book None|FILE] [plies NUMBER] [bound CENTIPAWNS]";
/// The words that a value follows.
const KEYS: [&str; 4] = ["seed", "book", "plies", "bound"];
/// More random plies than any opening has.
const MOST_PLIES: u64 = 100;
/// Beyond this nothing is dropped.
const MOST_BOUND: u64 = 10_000;

/// What is ordered.
#[derive(Default)]
struct GenfensRequest<'a> {
    count: u64,
    seed: u64,
    book: Option<&'a Path>,
    /// Random plies, if not those of the usual rules.
    plies: Option<u64>,
    /// The bound in centipawns, likewise.
    bound: Option<u64>,
    /// Words that mean nothing here. OpenBench takes a refused order for a program that hangs, and whoever
    /// gave words for another engine wants openings all the same.
    unknown: Vec<&'a str>,
}

/// Prints the openings that an order asks for.
pub(crate) fn run(order: &str) -> Result<(), Failure> {
    let order = read(order).map_err(Failure::WrongUse)?;
    if !order.unknown.is_empty() {
        let words: Vec<String> = order.unknown.iter().map(|word| quote(word)).collect();
        print(&format!("info string not known and passed over: {}\n", words.join(" ")))?;
    }
    let starts = order.book.map_or_else(|| Ok(vec![Position::start()]), book::starts)?;
    let solo = Solo::new(HASH_MIB).map_err(|error| Failure::Failed(error.to_string()))?;
    let mut thinker = champion(solo, &Evaluation::Tuned(Arc::default()));
    let mut rules = Rules::default();
    if let Some(plies) = order.plies {
        rules.random_plies = plies as u32..=plies as u32;
    }
    if let Some(bound) = order.bound {
        rules.opening_bound = bound as i32;
    }
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
    let refused = |reason: &str| format!("{reason}; the order is: {FORM}");
    let mut words = order.split_whitespace();
    let first = words.next().unwrap_or_default();
    if first != WORD {
        return Err(refused(&format!("there is no order '{}'", quote(first))));
    }
    let count = words.next().and_then(|word| word.parse().ok()).filter(|&count| count <= MOST);
    let count = count.ok_or_else(|| refused(&format!("the number goes from 0 to {MOST}")))?;
    let mut values: [Option<&str>; KEYS.len()] = Default::default();
    let mut unknown = Vec::new();
    while let Some(word) = words.next() {
        let Some(place) = KEYS.iter().position(|key| *key == word) else {
            unknown.push(word);
            continue;
        };
        let value = words.next();
        let value = value.ok_or_else(|| refused(&format!("nothing stands behind '{word}'")))?;
        if values[place].replace(value).is_some() {
            return Err(refused(&format!("'{word}' stands there twice")));
        }
    }
    let [seed, book, plies, bound] = values;
    let number = |text: Option<&str>, most: u64, sentence: &str| {
        let number = text.map(|text| text.parse().ok().filter(|&number| number <= most));
        match number {
            Some(None) => Err(refused(sentence)),
            number => Ok(number.flatten()),
        }
    };
    Ok(GenfensRequest {
        count,
        seed: number(seed, u64::MAX, "a seed is a whole number, not below 0")?.unwrap_or(0),
        book: book.filter(|&file| file != "None").map(Path::new),
        plies: number(plies, MOST_PLIES, &format!("plies go from 0 to {MOST_PLIES}"))?,
        bound: number(bound, MOST_BOUND, &format!("the bound goes from 0 to {MOST_BOUND}"))?,
        unknown,
    })
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
        let order = read("genfens 1 seed 2 book None plies 6 bound 150").unwrap_or_default();
        assert_eq!((order.plies, order.bound), (Some(6), Some(150)));
        assert!(order.unknown.is_empty());
    }

    #[test]
    fn words_for_other_engines_are_passed_over() {
        let order = read("genfens 4 seed 5 book None dfrc plies 6 random 3").unwrap_or_default();
        assert_eq!((order.count, order.seed, order.plies), (4, 5, Some(6)));
        assert_eq!(order.unknown, ["dfrc", "random", "3"]);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (order, said) in [
            ("genfens 1 seed", "nothing stands behind 'seed'; "),
            ("genfens 1 seed 5 seed 6", "'seed' stands there twice; "),
            ("genfens 1 seed five", "a seed is a whole number, not below 0; "),
            ("genfens 1 plies 101", "plies go from 0 to 100; "),
            ("genfens 1 bound -1", "the bound goes from 0 to 10000; "),
            ("genfens many", "the number goes from 0 to 10000000; "),
            ("genfens", "the number goes from 0 to 10000000; "),
            ("genfensxyz 1 seed 5", "there is no order 'genfensxyz'; "),
        ] {
            let Err(error) = read(order) else { panic!("{order}") };
            assert!(error.starts_with(said), "{error}");
            assert!(error.ends_with(FORM), "{error}");
        }
    }
}
