//! Exercises about books, and about endings that a table knows.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use chess::{Position, openings};

use super::{Asked, after, all_after, said};

/// A position without its counters.
fn place(position: &Position) -> String {
    position.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// In how many lines each move is played, for each position; and for each number of plies the entries.
struct Book {
    moves: HashMap<String, HashMap<String, f64>>,
    entries: Vec<HashSet<(String, String)>>,
}

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let mut book = Book { moves: HashMap::new(), entries: vec![HashSet::new(); 40] };
    for opening in openings::all() {
        let mut at = Position::start();
        for (ply, san) in opening.line.split(' ').enumerate() {
            let here = place(&at);
            *book.moves.entry(here.clone()).or_default().entry(san.to_owned()).or_default() += 1.0;
            for entries in &mut book.entries[ply + 1..] {
                entries.insert((here.clone(), san.to_owned()));
            }
            at = after(&at, san);
        }
    }
    book
});

pub(crate) fn check(asked: &Asked) -> bool {
    let position = asked.position();
    let question = asked.question();
    match asked.kind() {
        "book-chance" => {
            let told = question.split_once("weights are ").unwrap().1;
            let (told, rest) = told.split_once(". How likely is ").unwrap();
            let wanted = rest.split_once(", in per cent").unwrap().0;
            let weights: HashMap<String, f64> = told
                .split(", ")
                .map(|one| one.split_once(' ').unwrap())
                .map(|(san, weight)| (san.to_owned(), weight.parse().unwrap()))
                .collect();
            assert_eq!(weights, BOOK.moves[&place(&position)]);
            asked.is_number((100.0 * weights[wanted] / weights.values().sum::<f64>()).round());
        }
        "bytes" => {
            let [plies, count] = asked.said()[..] else { panic!("{question}") };
            assert_eq!(count, BOOK.entries[plies as usize].len() as f64);
            asked.is_number(16.0 * count);
        }
        "marked" => {
            let told = question.split_once("mate is").or(question.split_once(": ")).unwrap().1;
            let plies: Vec<f64> = said(told.split_once(". In how").unwrap().0);
            let is_black = question.starts_with("Black");
            let extreme = if is_black { f64::max } else { f64::min };
            let next = plies.iter().copied().reduce(extreme).unwrap();
            asked.is_number(next + 1.0);
            if is_black {
                assert_eq!(plies.len(), position.legal_moves().len(), "every reply is told of");
            }
            // What the table says of the shortest ones, by trying everything.
            let moves = told.split_once(". In how").unwrap().0.split(", ");
            for (san, plies) in moves.map(|one| one.split_once(' ').unwrap()) {
                let plies: u32 = plies.parse().unwrap();
                if plies <= 3 {
                    assert_eq!(
                        mated_in(&after(&position, san), 3),
                        Some(plies),
                        "{san} in {position}"
                    );
                }
            }
        }
        "lasts" => {
            let plies = |option: &str| *said(option).last().unwrap();
            let most = asked.options().iter().map(|one| plies(one)).fold(0.0, f64::max);
            asked.is_choice_of(|option| plies(option) == most);
            assert_eq!(asked.options().len(), position.legal_moves().len());
        }
        _ => return false,
    }
    true
}

/// In how many plies Black is mated at the latest, if that is within so many.
fn mated_in(position: &Position, most: u32) -> Option<u32> {
    let is_black = position.turn() == chess::Color::Black;
    if !position.has_legal_move() {
        return (is_black && position.is_check()).then_some(0);
    }
    let most = most.checked_sub(1)?;
    let next: Vec<Option<u32>> =
        all_after(position).iter().map(|next| mated_in(next, most)).collect();
    let best = if is_black {
        next.into_iter().collect::<Option<Vec<u32>>>()?.into_iter().max()
    } else {
        next.into_iter().flatten().min()
    };
    best.map(|plies| plies + 1)
}
