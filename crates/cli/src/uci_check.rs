//! `plywise uci-check`: does an engine keep to the protocol?

use std::time::Duration;

use clap::Args;
use uci::conformance::{self, CheckResult, Complaint, EngineUnderTest};

use crate::failure::{Failure, print};
use crate::interrupt::Interrupt;

/// Check how well a UCI engine keeps to the protocol
///
/// Starts the engine once for each check and says what programs that use it
/// would trip over. Exits with 1 if anything is wrong.
#[derive(Args)]
pub(crate) struct UciCheck {
    /// Engine: a program on the PATH or a file
    engine: String,
    /// Arguments for the engine
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
    /// How many seconds an answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    patience: u64,
    /// How many milliseconds late an answer may be where time is measured; more on a busy
    /// machine [default: 100, and 10 from stop to bestmove]
    #[arg(long, value_name = "MS")]
    slack: Option<u64>,
    /// Print a JSON list for programs to read
    #[arg(long)]
    json: bool,
}

impl UciCheck {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::end_at_once("no check was made");
        let candidate = EngineUnderTest {
            program: self.engine,
            args: self.args,
            patience: Duration::from_secs(self.patience),
            slack: self.slack.map(Duration::from_millis),
        };
        // Whether it can be run at all is no matter of the protocol.
        uci::Wire::start(&candidate.program, &candidate.args)
            .map_err(|error| Failure::Failed(error.to_string()))?;
        let mut printed = Ok(());
        let mut made = 0;
        let verdicts = conformance::run(&candidate, &mut |verdict| {
            made += 1;
            let were = if made == 1 { "was" } else { "were" };
            interrupt.keep(format!("{made} of {} checks {were} made", conformance::CHECKS.len()));
            if !self.json && printed.is_ok() {
                printed = print(&line(verdict));
            }
        });
        printed?;
        let wrong = verdicts.iter().filter(|verdict| verdict.is_wrong()).count();
        if self.json {
            let list: Vec<_> = verdicts.iter().map(as_json).collect();
            print(&format!("{:#}\n", serde_json::Value::from(list)))?;
        }
        match wrong {
            0 => Ok(()),
            _ => Err(Failure::Failed(format!("{wrong} of {} checks failed", verdicts.len()))),
        }
    }
}

fn parts(verdict: &CheckResult) -> (&'static str, &str) {
    match &verdict.outcome {
        Ok(remark) => ("ok", remark),
        Err(Complaint::Wrong(text)) => ("wrong", text),
        Err(Complaint::NotOffered(text)) => ("not offered", text),
    }
}

fn line(verdict: &CheckResult) -> String {
    let (result, remark) = parts(verdict);
    format!("{result:<11}  {:<38}  {remark}\n", verdict.name)
}

fn as_json(verdict: &CheckResult) -> serde_json::Value {
    let (result, remark) = parts(verdict);
    serde_json::json!({ "check": verdict.name, "result": result, "remark": remark })
}
