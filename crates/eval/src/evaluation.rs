//! Which evaluations there are, and how a search asks each of them.

use std::fmt;
use std::sync::Arc;

use crate::nnue::{Network, Nnue};
use crate::{
    Evaluator, Forgetful, IncrementalEvaluator, IncrementalTuned, Knowing, NAMES, Tunable, Tuned,
    WeightsError, tunable,
};

/// An evaluation ready for use; copies share what it knows.
///
/// ```
/// use plywise_eval::Evaluation;
///
/// let names: Vec<&str> = Evaluation::names().collect();
/// assert_eq!((names.first(), names.last()), (Some(&"material"), Some(&"nnue")));
/// assert_eq!(Evaluation::named("pst").map(|pst| pst.name()), Some("pst"));
/// assert!(Evaluation::named("tarot").is_none());
/// ```
#[derive(Clone)]
pub enum Evaluation {
    /// A network.
    Network(Nnue),
    /// The evaluation made for the champion, which remembers pawn structures.
    Tuned(Arc<Tuned>),
    /// Any other, without memory.
    Plain(Arc<dyn Tunable>),
}

/// What is done with the evaluators of an evaluation, whichever it is.
///
/// It is compiled for networks, so that the champion asks its own without looking up which
/// evaluator it has, and once for all others.
pub trait WithEvaluators {
    /// What comes of it.
    type Output;

    /// Does it with evaluators that `make` makes, one for each thread.
    fn run<J: IncrementalEvaluator + 'static>(
        self,
        make: impl Fn() -> J + Send + Sync + 'static,
    ) -> Self::Output;
}

impl Evaluation {
    /// The name of the network that is part of the program.
    pub const NETWORK: &'static str = "nnue";

    /// The names of all evaluations, the plainest first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().chain([Evaluation::NETWORK])
    }

    /// The evaluation of this name, with the weights that ship.
    pub fn named(name: &str) -> Option<Evaluation> {
        if name == Evaluation::NETWORK {
            return Some(Evaluation::default());
        }
        let known = tunable(name)?;
        let values: Vec<i32> = known.weights().iter().map(|weight| weight.value).collect();
        Evaluation::with_weights(known, &values).ok()
    }

    /// The same kind of evaluation with these weights.
    ///
    /// # Errors
    /// As [`Tunable::with_weights`].
    pub fn with_weights(known: &dyn Tunable, values: &[i32]) -> Result<Evaluation, WeightsError> {
        Ok(match known.name() {
            "tuned" => Evaluation::Tuned(Arc::new(Tuned::from_values(values)?)),
            _ => Evaluation::Plain(Arc::from(known.with_weights(values)?)),
        })
    }

    /// The evaluation as such.
    pub fn evaluator(&self) -> &dyn Evaluator {
        match self {
            Evaluation::Network(network) => network,
            Evaluation::Tuned(tuned) => &**tuned,
            Evaluation::Plain(plain) => &**plain,
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.evaluator().name()
    }

    /// Its network, if it is one.
    pub fn network(&self) -> Option<&Nnue> {
        match self {
            Evaluation::Network(network) => Some(network),
            Evaluation::Tuned(_) | Evaluation::Plain(_) => None,
        }
    }

    /// Its named weights, if it has any.
    pub fn tunable(&self) -> Option<&dyn Tunable> {
        match self {
            Evaluation::Network(_) => None,
            Evaluation::Tuned(tuned) => Some(&**tuned),
            Evaluation::Plain(plain) => Some(&**plain),
        }
    }

    /// Asks it incrementally, as every search of the champion does: what a
    /// network cannot know of endings is known before it is asked.
    pub fn with_evaluators<W: WithEvaluators>(&self, work: W) -> W::Output {
        match self {
            Evaluation::Network(network) => {
                let network = network.clone();
                work.run(move || Knowing(network.evaluator()))
            }
            Evaluation::Tuned(_) | Evaluation::Plain(_) => {
                let evaluation = self.clone();
                work.run(move || evaluation.incremental())
            }
        }
    }

    /// An evaluator for one thread of a search, where it need not be the fastest: it is looked
    /// up at every question which one it is.
    pub fn incremental(&self) -> Box<dyn IncrementalEvaluator> {
        match self {
            Evaluation::Network(network) => Box::new(Knowing(network.evaluator())),
            Evaluation::Tuned(tuned) => Box::new(IncrementalTuned::new(tuned)),
            Evaluation::Plain(plain) => Box::new(Forgetful(Arc::clone(plain))),
        }
    }
}

impl Default for Evaluation {
    /// The champion's own: the network that is part of the program.
    fn default() -> Evaluation {
        Evaluation::Network(Nnue::new(Network::embedded()))
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::Score;

    struct Asked<'a>(&'a Position);

    impl WithEvaluators for Asked<'_> {
        type Output = Score;

        fn run<J: IncrementalEvaluator + 'static>(
            self,
            make: impl Fn() -> J + Send + Sync + 'static,
        ) -> Score {
            let mut evaluator = make();
            evaluator.start(self.0);
            evaluator.evaluate(self.0)
        }
    }

    /// Asked incrementally or anew, an evaluation says the same.
    #[test]
    fn judges_are_those_of_the_evaluation() {
        let position: Position =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        for name in Evaluation::names() {
            let evaluation = Evaluation::named(name).unwrap();
            assert_eq!(evaluation.name(), name);
            let value = evaluation.evaluator().evaluate(&position);
            assert_eq!(evaluation.with_evaluators(Asked(&position)), value, "{name}");
            let mut evaluator = evaluation.incremental();
            evaluator.start(&position);
            assert_eq!(evaluator.evaluate(&position), value, "{name}");
            assert_eq!(evaluation.network().is_some(), evaluation.tunable().is_none(), "{name}");
        }
        // A lone king is known without the network.
        let lone: Position = "8/8/4k3/8/8/8/8/3BNK2 w - - 0 1".parse().unwrap();
        let judged = Evaluation::default().with_evaluators(Asked(&lone));
        assert_eq!(Some(judged), crate::known_ending(&lone));
    }
}
