//! Names of openings.
//!
//! The table is `table.tsv`, next to this file: one opening a line, sorted, no
//! two with the same position. Openings are looked up by position, not by
//! moves, so that a transposition is found.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Position;

/// A named opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NamedOpening {
    /// The code of the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub eco: &'static str,
    /// The name: `Opening`, `Opening: Variation` or `Opening: Variation, Subvariation`.
    pub name: &'static str,
    /// One way to reach it from the start, in SAN with single spaces between the moves.
    pub line: &'static str,
}

/// All openings, sorted by code and then by line.
pub fn all() -> &'static [NamedOpening] {
    &TABLE
}

/// The opening that has a name for just this position.
///
/// ```
/// use plywise_chess::{Position, openings};
///
/// let mut position = Position::start();
/// assert_eq!(openings::of_position(&position), None);
/// for text in ["c4", "e6", "d4", "d5"] {
///     position.play(position.parse_san(text)?)?;
/// }
/// let opening = openings::of_position(&position);
/// assert_eq!(opening.map(|opening| opening.name), Some("Queen's Gambit Declined"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_position(position: &Position) -> Option<&'static NamedOpening> {
    BY_KEY.get(&position.key()).copied()
}

/// The opening of a game, from its positions in the order of play: the one
/// that names the latest of them. A game that has left the table keeps the
/// last name it had.
pub fn of_game<'a>(
    positions: impl IntoIterator<Item = &'a Position>,
) -> Option<&'static NamedOpening> {
    positions.into_iter().filter_map(of_position).last()
}

const TEXT: &str = include_str!("table.tsv");

static TABLE: LazyLock<Vec<NamedOpening>> = LazyLock::new(|| {
    let without_header = TEXT.lines().skip(1);
    without_header.filter_map(NamedOpening::read).collect()
});

/// A line that cannot be played is left out; a test says that there is none.
static BY_KEY: LazyLock<HashMap<u64, &'static NamedOpening>> = LazyLock::new(|| {
    let entries = all().iter();
    entries.filter_map(|opening| Some((opening.position()?.key(), opening))).collect()
});

impl NamedOpening {
    fn read(row: &'static str) -> Option<NamedOpening> {
        let mut fields = row.split('\t');
        Some(NamedOpening { eco: fields.next()?, name: fields.next()?, line: fields.next()? })
    }

    /// The position at the end of the line.
    fn position(&self) -> Option<Position> {
        let mut position = Position::start();
        for text in self.line.split(' ') {
            let mv = position.parse_san(text).ok()?;
            position.play(mv).ok()?;
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The start and the position after each move.
    fn positions(line: &str) -> Vec<Position> {
        let mut positions = vec![Position::start()];
        for text in line.split(' ') {
            let mut position = positions[positions.len() - 1];
            let mv = position.parse_san(text).unwrap();
            position.play(mv).unwrap();
            positions.push(position);
        }
        positions
    }

    fn name_of(line: &str) -> &'static str {
        of_game(&positions(line)).unwrap().name
    }

    #[test]
    fn every_row_is_well_formed() {
        assert!(TEXT.starts_with("eco\tname\tline\n") && TEXT.ends_with('\n'));
        for row in TEXT.lines() {
            let fields: Vec<&str> = row.split('\t').collect();
            assert_eq!(fields.len(), 3, "{row}");
            for field in fields {
                assert!(!field.is_empty() && field.trim() == field, "{row}");
            }
        }
        for opening in all() {
            let [letter, tens, units] = opening.eco.as_bytes() else { panic!("{opening:?}") };
            assert!((b'A'..=b'E').contains(letter), "{opening:?}");
            assert!(tens.is_ascii_digit() && units.is_ascii_digit(), "{opening:?}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_names_are_unique() {
        assert!(all().is_sorted_by(|a, b| (a.eco, a.line) < (b.eco, b.line)));
        let names: HashSet<&str> = all().iter().map(|opening| opening.name).collect();
        assert_eq!(names.len(), all().len());
    }

    #[test]
    fn the_table_covers_every_code() {
        assert!(all().len() >= 400);
        let codes: HashSet<&str> = all().iter().map(|opening| opening.eco).collect();
        assert_eq!(codes.len(), 500);
    }

    #[test]
    fn every_line_is_legal_and_exact() {
        for opening in all() {
            let mut position = Position::start();
            for text in opening.line.split(' ') {
                let mv = position.parse_san(text).unwrap_or_else(|e| panic!("{opening:?}: {e}"));
                assert_eq!(position.to_san(mv), text, "{opening:?}");
                position.play(mv).unwrap();
            }
            assert_eq!(of_position(&position), Some(opening));
        }
    }

    #[test]
    fn no_two_lines_reach_the_same_position() {
        assert_eq!(BY_KEY.len(), all().len());
    }

    #[test]
    fn every_first_move_has_a_name() {
        let start = Position::start();
        for mv in &start.legal_moves() {
            let mut position = start;
            position.play(mv).unwrap();
            assert!(of_position(&position).is_some(), "{}", start.to_san(mv));
        }
    }

    #[test]
    fn transpositions_are_found() {
        assert_eq!(name_of("c4 e6 d4 Nf6"), name_of("d4 Nf6 c4 e6"));
        assert_eq!(name_of("Nc3 d5 d4 Nf6 Bg5"), "Richter-Veresov Attack");
        assert_eq!(name_of("Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"), name_of(NAJDORF));
    }

    #[test]
    fn a_name_persists_when_the_game_leaves_the_table() {
        let named = name_of(NAJDORF);
        assert_eq!(named, "Sicilian Defence: Najdorf Variation");
        let left = format!("{NAJDORF} Rb1 h5 h4 Rh6");
        assert_eq!(of_position(positions(&left).last().unwrap()), None);
        assert_eq!(name_of(&left), named);
    }

    #[test]
    fn a_game_that_begins_elsewhere_has_no_name() {
        let position: Position = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".parse().unwrap();
        assert_eq!(of_game([&position]), None);
        assert_eq!(of_game([]), None);
        assert_eq!(of_game(&[Position::start()]), None);
    }

    const NAJDORF: &str = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6";
}
