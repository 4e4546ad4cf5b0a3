//! Every table that the five reports published, next to ours.
//!
//! Figures that are facts about chess, the counts of minimax and the values,
//! must be met to the last node: [`Tables::wrong`] lists those that are not.
//! Counts of alpha-beta depend on the order in which a library lists moves;
//! ours should not be larger, and where they are a note says why. Times are
//! compared as they are, a program of today on this machine with programs in
//! Python and Java on machines of their day.

mod calls;
mod figure;
mod games;
mod others;

use std::time::Instant;

use search::ladder::Rung;
use serde::Serialize;

use crate::explanation::json;
use search::ladder::Algorithm;

pub use figure::{Comparison, Figure, Ours, Row, Section, Value};
pub use others::{EIGHT_OF_NINETEEN, worked_example};

/// All tables.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tables {
    /// One a table, in the order of the reports' letters P, Q, T, A, J.
    pub sections: Vec<Section>,
    /// How long it all took.
    pub seconds: f64,
}

impl Tables {
    /// Runs every search that a table needs.
    pub fn run() -> Tables {
        let start = Instant::now();
        let mut sections = Vec::new();
        sections.extend(calls::sections());
        sections.extend(games::sections());
        sections.extend(others::sections());
        Tables { sections, seconds: start.elapsed().as_secs_f64() }
    }

    /// The facts that are not met, as sentences. There should be none.
    pub fn wrong(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for section in &self.sections {
            for row in &section.rows {
                for figure in &row.figures {
                    if figure.ours.iter().any(|ours| ours.verdict == Comparison::Exact(false)) {
                        let label = row.label.join(" ");
                        wrong.push(format!("{} {label}: {}", section.report, figure.name));
                    }
                }
            }
        }
        wrong
    }

    /// Whether every fact is met; if not, a sentence that names those that are not.
    pub fn check(&self) -> Result<(), String> {
        match self.wrong() {
            wrong if wrong.is_empty() => Ok(()),
            wrong => Err(format!("not as published: {}", wrong.join("; "))),
        }
    }

    /// How many verdicts of a kind there are, and how many of them are good.
    fn count(&self, kind: impl Fn(Comparison) -> Option<bool>) -> (usize, usize) {
        let verdicts = self.sections.iter().flat_map(Section::verdicts);
        let judged: Vec<bool> = verdicts.filter_map(kind).collect();
        (judged.iter().filter(|&&good| good).count(), judged.len())
    }

    /// All tables and a summary.
    pub fn text(&self) -> String {
        let mut text: String =
            self.sections.iter().map(|section| section.text() + "\n\n").collect();
        let (met, facts) = self.count(|verdict| match verdict {
            Comparison::Exact(holds) => Some(holds),
            _ => None,
        });
        let (fewer, counts) = self.count(|verdict| match verdict {
            Comparison::NoMore(holds) => Some(holds),
            _ => None,
        });
        let (fit, made_up) = self.count(|verdict| match verdict {
            Comparison::OwnTree(fits) => Some(fits),
            _ => None,
        });
        for line in [
            format!("✓ an exact figure that is met: {met} of {facts}"),
            format!(
                "≤ a count that depends on move order and is no larger here: {fewer} of {counts}; \
                 the notes say why the others are"
            ),
            format!(
                "† a figure of a tree that only the report's picture shows; it fits one that we \
                 made up, which proves nothing: {fit} of {made_up}"
            ),
            format!("All searches together took {:.1} s.", self.seconds),
        ] {
            text.push_str(&figure::wrapped(&line, 100));
        }
        text
    }

    /// A JSON object.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct TablesJson<'a> {
            wrong: Vec<String>,
            #[serde(flatten)]
            tables: &'a Tables,
        }
        json(&TablesJson { wrong: self.wrong(), tables: self })
    }
}

/// An algorithm with default options by its rung.
fn plain(rung: Rung) -> Algorithm {
    Algorithm::plain(rung)
}

/// The evaluation that report P's and Q's figures are measured with here.
pub(crate) fn material() -> &'static dyn eval::Evaluator {
    named("material")
}

/// An evaluation that is known to exist; the test of the tables would find a slip.
pub(crate) fn named(name: &str) -> &'static dyn eval::Evaluator {
    debug_assert!(eval::by_name(name).is_some(), "there is no evaluation '{name}'");
    static FALLBACK: eval::Material = eval::Material::new(eval::MaterialWeights::DEFAULT);
    eval::by_name(name).unwrap_or(&FALLBACK)
}

/// A position that is known to be legal; the test of the tables would find a slip.
pub(crate) fn position(fen: &str) -> chess::Position {
    debug_assert!(fen.parse::<chess::Position>().is_ok(), "'{fen}' is no position");
    fen.parse().unwrap_or_default()
}
