//! What people and test frameworks ask an engine in addition to the protocol.

use std::io::Write;
use std::path::Path;

use chess::perft::{self, MAX_DEPTH};
use chess::{Game, Position, quote};
use engine::{Bench, Evaluation};
use eval::nnue::Backend as Arithmetic;
use search::Signals;
use uci::Reply;

use crate::session::{Session, State, WorkPlace};

/// What is understood in addition to the protocol, for `help` and for the command line.
pub const HELP: &str = "\
Beside the protocol of chess programs these commands are understood:
  d                show the position: diagram, FEN, key, who gives check
  eval             explain the evaluation of the position, term by term and piece by piece
  flip             turn the position round: colours, sides and whose move it is
  go perft N       count the positions that N half-moves lead to, until `stop`
  bench            search fixed positions; the number of nodes is the same on every machine
  export_net FILE  write the network in use to a new file, which EvalFile reads again
  compiler         say what the program is, what built it and how it calculates
  help             this list
";

/// The outcome of a bench, as test frameworks read it.
pub fn bench_summary(outcome: &Bench) -> String {
    let nps = outcome.nodes as f64 / outcome.time.as_secs_f64().max(1e-6);
    format!("{} nodes {} nps", outcome.nodes, nps as u64)
}

impl<W: Write + Send + 'static> Session<W> {
    /// The evaluation in use, by a running search too.
    fn evaluation(&self) -> Evaluation {
        match &self.state {
            State::Idle(champion) => champion.evaluation().clone(),
            State::Searching(search) => search.evaluation.clone(),
            State::Lost => Evaluation::default(),
        }
    }

    pub(crate) fn help(&self) {
        self.output.write(HELP);
    }

    /// Counts the move tree where searches run, so that `stop` ends it.
    pub(crate) fn perft(&mut self, depth: u32) {
        if depth > MAX_DEPTH {
            let refusal = format!("perft counts 0 to {MAX_DEPTH} half-moves, not {depth}");
            return self.output.remark(refusal);
        }
        let position = *self.game.position();
        let notation = self.options.manner(&position).notation;
        self.employ(WorkPlace::Apart, Signals::new(), "", move |_, post| {
            let mut total = u64::from(depth == 0);
            let moves = if depth == 0 { Vec::new() } else { position.legal_moves().to_vec() };
            for mv in moves {
                let mut next = position;
                next.play_unchecked(mv);
                let Some(nodes) = count(&next, depth - 1, &post.signals) else {
                    return post.answer("info string perft was stopped before its end\n");
                };
                post.output.write(&format!("{}: {nodes}\n", position.to_uci(mv, notation)));
                total = total.saturating_add(nodes);
            }
            post.answer(&format!("\nNodes searched: {total}\n\n"));
        });
    }

    /// Searches the bench positions where searches run. Nothing interrupts it:
    /// test frameworks say `bench` and `quit` in one breath and want the number.
    pub(crate) fn bench(&mut self, words: &str) {
        self.finish_search();
        if !words.is_empty() {
            self.output.remark(format!("bench is always the same; '{}' is ignored", quote(words)));
        }
        self.employ(WorkPlace::Apart, Signals::new(), "", |champion, post| {
            match champion.bench() {
                Ok(outcome) => post.answer(&format!("{}\n", bench_summary(&outcome))),
                Err(error) => post.answer(&format!("{}\n", Reply::string(error.to_string()))),
            }
        });
    }

    pub(crate) fn explain(&self) {
        let (evaluation, position) = (self.evaluation(), self.game.position());
        let verdict =
            lab::EvaluationReport::of(evaluation.evaluator(), evaluation.network(), position);
        self.output.write(&(verdict.text() + &lab::ending_remark(&evaluation, position)));
    }

    pub(crate) fn show(&self) {
        let position = self.game.position();
        let notation = self.options.manner(position).notation;
        self.output.write(&crate::show(position, notation));
    }

    /// The game so far does not lead to the position turned round, so it is
    /// forgotten.
    pub(crate) fn flip(&mut self) {
        self.game = Game::new(self.game.position().mirrored());
    }

    pub(crate) fn export_network(&self, file: &str) {
        let file = Path::new(file);
        self.output.remark(match engine::export_network(&self.evaluation(), file) {
            Ok(()) => format!("the network is in '{}'", chess::quote(&file.display().to_string())),
            Err(error) => error.to_string(),
        });
    }

    pub(crate) fn tell_compiler(&self) {
        let text = format!(
            "Plywise {}, built by {} for {}\nnetwork arithmetic: {}\n",
            env!("CARGO_PKG_VERSION"),
            env!("PLYWISE_COMPILER"),
            env!("PLYWISE_TARGET"),
            Arithmetic::best().name(),
        );
        self.output.write(&text);
    }
}

/// Plies that are counted without a look at the signals: some milliseconds.
const AT_ONCE: u32 = 3;

/// The lines of `depth` moves; `None` if stopped.
fn count(position: &Position, depth: u32, signals: &Signals) -> Option<u64> {
    if signals.is_stopped() {
        return None;
    }
    if depth <= AT_ONCE {
        return Some(perft::count(position, depth));
    }
    position.legal_moves().into_iter().try_fold(0u64, |sum, mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        Some(sum.saturating_add(count(&next, depth - 1, signals)?))
    })
}
