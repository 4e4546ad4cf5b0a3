//! What people and test frameworks ask an engine beside the protocol.

use std::io::Write;
use std::path::Path;

use chess::{Game, perft};
use engine::Evaluation;
use eval::nnue::Path as Arithmetic;

use super::session::{Session, State};

/// What is understood beside the protocol, for `help` and for the command line.
pub(crate) const HELP: &str = "\
Beside the protocol of chess programs these commands are understood:
  d                show the position: diagram, FEN, key, who gives check
  eval             explain the evaluation of the position, term by term and man by man
  flip             turn the position round: colours, sides and whose move it is
  go perft N       count the positions that N half-moves lead to
  bench            search fixed positions; the number of nodes is the same on every machine
  export_net FILE  write the network in use to a new file, which EvalFile reads again
  compiler         say what the program is, what built it and how it calculates
  help             this list
";

impl<W: Write + Send + 'static> Session<W> {
    /// The evaluation in use, by a running search too.
    fn evaluation(&self) -> Evaluation {
        match &self.state {
            State::Idle(champion) => champion.evaluation().clone(),
            State::Searching(search) => search.evaluation.clone(),
            State::Lost => Evaluation::default(),
        }
    }

    pub(super) fn help(&self) {
        self.output.write(HELP);
    }

    /// Counts the move tree, which nothing interrupts.
    pub(super) fn perft(&self, depth: u32) {
        let position = self.game.position();
        let manner = self.options.manner();
        let counter = perft::Perft { threads: 1, hash_mib: 0 };
        match counter.divide(position, depth) {
            Ok(counts) => {
                let mut text = String::new();
                for &(mv, nodes) in &counts {
                    text += &format!("{}: {nodes}\n", position.to_uci(mv, manner.notation));
                }
                let total = if depth == 0 { 1 } else { perft::total(&counts) };
                self.output.write(&format!("{text}\nNodes searched: {total}\n\n"));
            }
            Err(error) => self.output.remark(error.to_string()),
        }
    }

    pub(super) fn bench(&mut self) {
        self.finish_search();
        if let State::Idle(champion) = &self.state {
            match champion.bench() {
                Ok(outcome) => self.output.write(&format!("{}\n", crate::bench::summary(&outcome))),
                Err(error) => self.output.remark(error.to_string()),
            }
        }
    }

    pub(super) fn explain(&self) {
        let verdict = crate::eval::verdict(&self.evaluation(), self.game.position());
        self.output.write(&verdict.text());
    }

    pub(super) fn show(&self) {
        let notation = self.options.manner().notation;
        self.output.write(&crate::show::text(self.game.position(), notation));
    }

    /// The game so far does not lead to the position turned round, so it is
    /// forgotten.
    pub(super) fn flip(&mut self) {
        self.game = Game::new(self.game.position().mirrored());
    }

    pub(super) fn export_network(&self, file: &str) {
        let file = Path::new(file);
        self.output.remark(match self.evaluation().export(file) {
            Ok(()) => format!("the network is in '{}'", chess::quote(&file.display().to_string())),
            Err(error) => error.to_string(),
        });
    }

    pub(super) fn tell_compiler(&self) {
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
