//! The numbers inside evaluations, by name, so that a tuner can fit them.

use std::fmt;

use crate::Evaluator;

/// One number of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weight {
    /// Where it stands, such as `values.pawn` or `knight.e4`.
    pub name: String,
    /// What it is now.
    pub value: i32,
    /// What it is paid for.
    pub meaning: &'static str,
}

/// An evaluation whose weights can be read and replaced.
///
/// A term is a weight times a count of something on the board, so the
/// evaluations here are linear in each single weight (`heatmap` up to the
/// rounding of value × factor to a centipawn, `tuned` but for king's danger and
/// complexity): a tuner can find out how much a weight matters on a position
/// by changing it and evaluating again. `tuned` also tells it at once: see
/// [`Trace`](crate::Trace).
///
/// ```
/// let simple = plywise_eval::tunable("simple").ok_or("no such evaluation")?;
/// let mut values: Vec<i32> = simple.weights().iter().map(|weight| weight.value).collect();
/// values[0] += 10;
/// let tuned = simple.with_weights(&values)?;
/// assert_eq!((&*tuned.weights()[0].name, tuned.weights()[0].value), ("values.pawn", 110));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Tunable: Evaluator {
    /// All weights, always in the same order.
    fn weights(&self) -> Vec<Weight>;

    /// The same evaluation with these values, in the order of
    /// [`Tunable::weights`].
    ///
    /// # Errors
    /// If there are too few or too many values, or one is beyond [`WEIGHT_LIMIT`].
    fn with_weights(&self, values: &[i32]) -> Result<Box<dyn Tunable>, WeightsError>;
}

/// The largest weight, up or down, that [`Tunable::with_weights`] takes: eleven
/// queens. With it no sum of products can overflow.
pub const WEIGHT_LIMIT: i32 = 10_000;

/// Why values were refused as weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// There must be one value for each weight.
    Count {
        /// How many weights there are.
        expected: usize,
        /// How many values were given.
        found: usize,
    },
    /// A value beyond [`WEIGHT_LIMIT`].
    Range {
        /// The weight's name.
        name: String,
        /// The value given.
        value: i32,
    },
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Count { expected, found } => {
                write!(f, "the evaluation has {expected} weights, but {found} values were given")
            }
            WeightsError::Range { name, value } => {
                write!(f, "{name} is {value}; weights go from -{WEIGHT_LIMIT} to {WEIGHT_LIMIT}")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

/// What is called with each weight: name, meaning and the number itself.
pub(crate) type Visitor<'a> = dyn FnMut(String, &'static str, &mut i32) + 'a;

/// Numbers that have names: one, a table, or a struct of such.
pub(crate) trait Visit {
    /// Shows the visitor every number in a fixed order; names begin with `name`.
    fn visit(&mut self, name: &str, meaning: &'static str, visitor: &mut Visitor<'_>);
}

impl Visit for i32 {
    fn visit(&mut self, name: &str, meaning: &'static str, visitor: &mut Visitor<'_>) {
        visitor(name.to_owned(), meaning, self);
    }
}

/// All numbers as weights.
pub(crate) fn list(weights: &(impl Visit + Clone)) -> Vec<Weight> {
    let mut list = Vec::new();
    weights.clone().visit("", "", &mut |name, meaning, value| {
        list.push(Weight { name, value: *value, meaning });
    });
    list
}

/// The same names with other numbers.
pub(crate) fn replaced<W: Visit + Clone>(weights: &W, values: &[i32]) -> Result<W, WeightsError> {
    let mut replaced = weights.clone();
    let mut expected = 0;
    let mut beyond = None;
    replaced.visit("", "", &mut |name, _, weight| {
        if let Some(&value) = values.get(expected) {
            *weight = value;
            if !(-WEIGHT_LIMIT..=WEIGHT_LIMIT).contains(&value) && beyond.is_none() {
                beyond = Some(WeightsError::Range { name, value });
            }
        }
        expected += 1;
    });
    if values.len() != expected {
        return Err(WeightsError::Count { expected, found: values.len() });
    }
    beyond.map_or(Ok(replaced), Err)
}

/// Declares a struct of weights in which every number stands once, with its
/// phrase: the doc comment is the documentation and the [`Weight::meaning`].
macro_rules! weights {
    (
        $(#[doc = $about:literal])+
        pub struct $name:ident {
            $($(#[doc = $meaning:literal])+ pub $field:ident: $kind:ty = $default:expr,)+
        }
    ) => {
        $(#[doc = $about])+
        // The numbers lie in memory in the order in which they are declared and
        // visited: `tuned` finds out by address which weight it was given.
        #[repr(C)]
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name {
            $($(#[doc = $meaning])+ pub $field: $kind,)+
        }

        impl $name {
            /// The weights in use unless somebody says otherwise.
            pub const DEFAULT: $name = $name { $($field: $default,)+ };
        }

        impl Default for $name {
            fn default() -> $name {
                $name::DEFAULT
            }
        }

        impl $crate::weights::Visit for $name {
            fn visit(
                &mut self,
                name: &str,
                _: &'static str,
                visitor: &mut $crate::weights::Visitor<'_>,
            ) {
                let dot = if name.is_empty() { "" } else { "." };
                $(
                    let field = format!(concat!("{}{}", stringify!($field)), name, dot);
                    let meaning = concat!($($meaning),+).trim();
                    $crate::weights::Visit::visit(&mut self.$field, &field, meaning, visitor);
                )+
            }
        }
    };
}
pub(crate) use weights;
