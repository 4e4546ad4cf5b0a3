//! `plywise bench`: a fixed amount of work.

use clap::Args;
use engine::{Champion, Evaluation};
use uci_session::bench_summary;

use crate::eval::evaluation;
use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;

/// Search fixed positions; the number of nodes is the same on every machine
///
/// The last line is what test frameworks read: `<nodes> nodes <nps> nps`.
#[derive(Args)]
pub(crate) struct Bench {
    /// Evaluate with this instead of the champion's own
    #[arg(long, value_name = "NAME", value_parser = evaluation)]
    eval: Option<Evaluation>,
}

/// Enough for the bench positions.
const HASH_MIB: usize = 16;

impl Bench {
    pub(crate) fn run(self) -> Result<(), Failure> {
        Interrupt::end_at_once("nothing is kept");
        let mut champion =
            Champion::new(1, HASH_MIB).map_err(|error| Failure::Failed(error.to_string()))?;
        if let Some(evaluation) = self.eval {
            champion.set_evaluation(evaluation);
        }
        let outcome = champion.bench().map_err(|error| Failure::Failed(error.to_string()))?;
        print(&format!("{}\n", bench_summary(&outcome)))
    }
}
