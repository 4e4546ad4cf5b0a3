//! Which weights of an evaluation are tuned.

use std::fmt;

use eval::Tunable;

/// The weight that sets the unit where nobody names another.
pub const USUAL_ANCHOR: &str = "values.pawn";

/// Which weights are tuned, and which one stays and so sets the unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightSelection {
    /// The numbers of the weights to tune, the anchor not among them.
    pub free: Vec<usize>,
    /// The anchor's number, if there is one.
    pub anchor: Option<usize>,
}

/// Why weights cannot be selected so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SelectionError {
    /// The evaluation has no such weight.
    NoAnchor {
        /// The evaluation.
        evaluation: String,
        /// The weight that was named.
        anchor: String,
    },
    /// No weight's name begins so.
    NoneLeft {
        /// The evaluation.
        evaluation: String,
        /// Its first weight, as an example of a name.
        first: String,
    },
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectionError::NoAnchor { evaluation, anchor } => {
                write!(f, "'{evaluation}' has no weight '{}'", chess::quote(anchor))
            }
            SelectionError::NoneLeft { evaluation, first } => write!(
                f,
                "no weight is left to tune; the weights of '{evaluation}' begin with '{first}'"
            ),
        }
    }
}

impl std::error::Error for SelectionError {}

impl WeightSelection {
    /// All weights whose names begin with one of the prefixes (all if there is none),
    /// without the anchor. [`USUAL_ANCHOR`] and `none` need not exist.
    pub fn new(
        evaluation: &dyn Tunable,
        prefixes: &[String],
        anchor: &str,
    ) -> Result<WeightSelection, SelectionError> {
        let weights = evaluation.weights();
        let place = weights.iter().position(|weight| weight.name == anchor);
        if place.is_none() && anchor != "none" && anchor != USUAL_ANCHOR {
            let (evaluation, anchor) = (evaluation.name().to_owned(), anchor.to_owned());
            return Err(SelectionError::NoAnchor { evaluation, anchor });
        }
        let is_wanted = |name: &str| {
            prefixes.is_empty() || prefixes.iter().any(|prefix| name.starts_with(&**prefix))
        };
        let free: Vec<usize> = (0..weights.len())
            .filter(|&index| Some(index) != place && is_wanted(&weights[index].name))
            .collect();
        match free.is_empty() {
            true => Err(SelectionError::NoneLeft {
                evaluation: evaluation.name().to_owned(),
                first: weights.first().map_or("", |weight| &*weight.name).to_owned(),
            }),
            false => Ok(WeightSelection { free, anchor: place }),
        }
    }

    /// Which weights are tuned from where, in a line.
    pub fn summary(&self, evaluation: &dyn Tunable) -> String {
        let weights = evaluation.weights();
        let free = self.free.iter().map(|&at| (&weights[at].name, weights[at].value));
        let free: Vec<String> = free.map(|(name, value)| format!("{name}={value}")).collect();
        format!("{} {}", evaluation.name(), free.join(" "))
    }
}
