//! What a search says while it runs.

use std::io::Write;
use std::time::Duration;

use chess::{Move, Position};
use eval::Score;
use search::champion::{Event, Info};
use search::{Bound, Signals};

use crate::output::Output;
use crate::speak::Manner;

/// For so long, repeated news of the same mate are no news.
const QUIET: Duration = Duration::from_secs(1);

/// Passes on what a search finds.
pub(crate) struct Reporter<'a, W> {
    output: &'a Output<W>,
    manner: Manner,
    signals: &'a Signals,
    /// Whether one line is wanted. Of several, none may be missing.
    is_single: bool,
    /// The last line told if it was a mate: once it is proven, going deeper
    /// says nothing new.
    mate: Option<(Score, Option<Move>)>,
}

impl<'a, W: Write> Reporter<'a, W> {
    /// A reporter of a search for so many lines, which it stops if nobody listens.
    pub(crate) fn new(
        output: &'a Output<W>,
        manner: Manner,
        signals: &'a Signals,
        lines: usize,
    ) -> Reporter<'a, W> {
        Reporter { output, manner, signals, is_single: lines <= 1, mate: None }
    }

    /// Tells of it, unless it is an old story.
    pub(crate) fn report(&mut self, position: &Position, event: Event<'_>) {
        match event {
            Event::Line(info) => {
                if !self.is_old(info) {
                    self.output.say(&self.manner.line(position, info));
                }
            }
            Event::Trying { depth, mv, number } => {
                self.output.say(&self.manner.trying(position, depth, mv, number));
            }
        }
        // Nobody listens any more: nothing is worth searching on.
        if self.output.is_closed() {
            self.signals.stop();
        }
    }

    /// Whether this is the mate that was told last.
    fn is_old(&mut self, info: &Info) -> bool {
        let is_proven = self.is_single && info.score.is_mate() && info.bound == Bound::Exact;
        let mate = is_proven.then(|| (info.score, info.pv.first().copied()));
        let is_old = is_proven && mate == self.mate && info.time < QUIET;
        self.mate = mate;
        is_old
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::CastlingNotation;

    fn mate(text: &str, bound: Bound) -> Info {
        Info {
            depth: 5,
            seldepth: 5,
            multipv: 1,
            score: Score::mate_in(1),
            bound,
            nodes: 100,
            time: Duration::from_millis(1),
            hashfull: 0,
            tb_hits: 0,
            pv: vec![position().parse_uci(text).unwrap()],
        }
    }

    fn position() -> Position {
        "k7/8/1K6/8/8/8/8/2Q4R w - - 0 1".parse().unwrap()
    }

    /// How many of these lines are told.
    fn told(lines: usize, infos: &[Info]) -> usize {
        let mut text = Vec::new();
        let output = Output::new(&mut text);
        let manner = Manner { notation: CastlingNotation::Standard, shows_wdl: false };
        let signals = Signals::new();
        let mut reporter = Reporter::new(&output, manner, &signals, lines);
        for info in infos {
            reporter.report(&position(), Event::Line(info));
        }
        drop(output);
        text.split(|&byte| byte == b'\n').count() - 1
    }

    #[test]
    fn a_mate_is_told_once_with_each_move() {
        let [one, other] = ["h1h8", "c1c8"].map(|text| mate(text, Bound::Exact));
        assert_eq!(told(1, &[one.clone(), one.clone(), one.clone()]), 1);
        assert_eq!(told(1, &[one.clone(), other.clone(), other.clone(), one.clone()]), 3);
        assert_eq!(told(2, &[one.clone(), one.clone(), one.clone()]), 3);
        let bound = mate("h1h8", Bound::Lower);
        assert_eq!(told(1, &[bound, one.clone(), one]), 2);
    }
}
