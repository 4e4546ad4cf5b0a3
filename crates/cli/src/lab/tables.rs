//! `plywise lab tables`: every published figure next to ours.

use clap::Args;

use crate::failure::{Failure, print};

/// Show every table of the five reports next to our own figures
#[derive(Args)]
pub(crate) struct Tables {
    /// Print a JSON object for programs to read
    #[arg(long)]
    json: bool,
}

impl Tables {
    pub(crate) fn run(self) -> Result<(), Failure> {
        conclude(&lab::tables::Tables::run(), |tables| {
            print(&if self.json { tables.json() } else { tables.text() })
        })
    }
}

/// Shows the tables and fails if a fact is not met, even if nobody reads on.
fn conclude(
    tables: &lab::tables::Tables,
    show: impl FnOnce(&lab::tables::Tables) -> Result<(), Failure>,
) -> Result<(), Failure> {
    match (show(tables), tables.check()) {
        (Ok(()) | Err(Failure::Unheard), Err(sentence)) => Err(Failure::Failed(sentence)),
        (shown, _) => shown,
    }
}

#[cfg(test)]
mod tests {
    use std::process::ExitCode;

    use super::*;
    use lab::tables::{Figure, Row, Section, Value};

    /// One table with one exact figure.
    fn tables(published: u64, ours: u64) -> lab::tables::Tables {
        let figure = Figure::exact("calls", Value::Count(published), "minimax", Value::Count(ours));
        let row = Row { label: vec!["1".to_owned(), "3".to_owned()], figures: vec![figure] };
        let section = Section {
            report: 'P',
            title: "calls".to_owned(),
            labels: vec!["board", "plies"],
            rows: vec![row],
            notes: Vec::new(),
        };
        lab::tables::Tables { sections: vec![section], seconds: 0.0 }
    }

    #[test]
    fn a_wrong_figure_ends_with_exit_code_1() {
        assert!(conclude(&tables(20, 20), |_| Ok(())).is_ok());
        for shown in [Ok(()), Err(Failure::Unheard)] {
            let failure = conclude(&tables(20, 21), |_| shown).unwrap_err();
            let Failure::Failed(sentence) = &failure else { panic!("it was tried and failed") };
            assert_eq!(sentence, "not as published: P 1 3: calls");
            assert_eq!(failure.report(), ExitCode::from(1));
        }
        let unheard = conclude(&tables(20, 20), |_| Err(Failure::Unheard)).unwrap_err();
        assert_eq!(unheard.report(), ExitCode::SUCCESS);
    }
}
