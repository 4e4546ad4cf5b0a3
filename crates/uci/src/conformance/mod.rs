//! Whether an engine keeps to the protocol, as today's programs expect it.
//!
//! Every [check](CHECKS) starts the engine anew, so that one failure does not
//! cause the next. What programs rely on is checked, not taste.

mod desk;
mod endings;
mod greeting;
mod limits;
mod options;
mod output;
mod positions;
mod states;
mod unheard;

use std::time::Duration;

use desk::Examiner;

/// The engine under test.
#[derive(Clone, Debug)]
pub struct EngineUnderTest {
    /// A file or a name on the PATH.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// How long it may keep us waiting before it counts as hung.
    pub patience: Duration,
    /// How late it may be where time is measured, instead of what is usual: for
    /// busy machines.
    pub slack: Option<Duration>,
}

impl EngineUnderTest {
    /// How late an engine may be on a machine that has nothing else to do.
    pub const USUAL_SLACK: Duration = Duration::from_millis(100);
    /// How long it may take there from `stop` to `bestmove`, 99 times of 100.
    pub const USUAL_STOP: Duration = Duration::from_millis(10);
}

/// One thing to check.
#[derive(Clone, Copy)]
pub struct Check {
    /// A few words.
    pub name: &'static str,
    run: fn(&mut Examiner<'_>) -> CheckOutcome,
}

impl Check {
    /// Starts the engine and looks.
    pub fn run(&self, candidate: &EngineUnderTest) -> CheckResult {
        let mut desk = Examiner::new(candidate);
        CheckResult { name: self.name, outcome: (self.run)(&mut desk) }
    }
}

/// What came out: a remark on what was seen, or what is wrong.
pub(crate) type CheckOutcome = Result<String, Complaint>;

/// Why a check did not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Complaint {
    /// The engine does wrong.
    Wrong(String),
    /// It does not claim to be able to.
    NotOffered(String),
}

/// How a check went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckResult {
    /// The check's name.
    pub name: &'static str,
    /// What came out.
    pub outcome: Result<String, Complaint>,
}

impl CheckResult {
    /// Whether the engine did wrong.
    pub fn is_wrong(&self) -> bool {
        matches!(self.outcome, Err(Complaint::Wrong(_)))
    }
}

/// All checks, in the order in which they are run.
pub const CHECKS: [Check; 29] = [
    Check { name: "uci, isready", run: greeting::introduces_itself },
    Check { name: "unknown words, junk, long lines", run: greeting::survives_junk },
    Check { name: "bad positions are survived", run: positions::survives_bad_positions },
    Check { name: "tolerant FEN and moves", run: positions::reads_tolerantly },
    Check { name: "long games", run: positions::takes_long_games },
    Check { name: "both castling notations", run: positions::castles_both_ways },
    Check { name: "Chess960", run: positions::plays_chess960 },
    Check { name: "go depth, nodes, mate", run: limits::keeps_counts },
    Check { name: "go movetime", run: limits::keeps_move_time },
    Check { name: "tiny, negative and missing clocks", run: limits::survives_clocks },
    Check { name: "words of go in any order", run: limits::reads_any_order },
    Check { name: "searchmoves", run: limits::keeps_search_moves },
    Check { name: "isready during a search", run: states::is_ready_in_search },
    Check { name: "stop, twice and when idle", run: states::stops_once },
    Check { name: "stop to bestmove", run: states::stops_quickly },
    Check { name: "infinite waits, even with mate found", run: states::waits_when_infinite },
    Check { name: "ponder, ponderhit, stop", run: states::ponders },
    Check { name: "commands during a search", run: states::survives_commands_in_search },
    Check { name: "ucinewgame between searches", run: states::starts_over },
    Check { name: "mated and stalemated positions", run: endings::answers_finished_games },
    Check { name: "mates in one and two", run: endings::finds_mates },
    Check { name: "lines that can be played", run: output::shows_legal_lines },
    Check { name: "well-formed info", run: output::shows_well_formed_info },
    Check { name: "MultiPV", run: output::shows_several_lines },
    Check { name: "WDL", run: output::shows_chances },
    Check { name: "options out of range or unknown", run: options::survives_bad_values },
    Check { name: "options at their extremes", run: options::takes_extremes },
    Check { name: "quit, during a search too", run: endings::quits },
    Check { name: "closed input and output", run: endings::ends_with_its_pipes },
];

/// Runs all checks; each verdict is told as it comes.
pub fn run(
    candidate: &EngineUnderTest,
    on_verdict: &mut dyn FnMut(&CheckResult),
) -> Vec<CheckResult> {
    CHECKS
        .iter()
        .map(|check| {
            let verdict = check.run(candidate);
            on_verdict(&verdict);
            verdict
        })
        .collect()
}

impl std::fmt::Display for Complaint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Complaint::Wrong(text) | Complaint::NotOffered(text) => f.write_str(text),
        }
    }
}

/// For `?` where something is wrong.
pub(crate) fn wrong<T>(text: impl Into<String>) -> Result<T, Complaint> {
    Err(Complaint::Wrong(text.into()))
}
