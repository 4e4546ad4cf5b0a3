//! Who searches: a rung of the ladder, or the champion.

use std::fmt;
use std::str::FromStr;

use search::ladder::{Algorithm, AlgorithmError, Rung};

/// A searcher whose tree can be shown.
///
/// ```
/// use plywise_lab::tree::Searcher;
///
/// let searcher: Searcher = "champion".parse()?;
/// assert_eq!(searcher, Searcher::Champion);
/// assert_eq!("pvs:order=mvv".parse::<Searcher>()?.to_string(), "pvs:order=mvv");
/// # Ok::<(), plywise_lab::tree::SearcherError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Searcher {
    /// A rung of the ladder with its options.
    Ladder(Algorithm),
    /// The tournament search.
    Champion,
}

/// Why a text names no searcher.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearcherError {
    /// It is no algorithm of the ladder, nor meant for the champion.
    Algorithm(AlgorithmError),
    /// The champion was named with something else.
    NotAlone,
}

const CHAMPION: &str = "champion";

impl Searcher {
    /// All of them, as a list of what is allowed shows them.
    pub fn names() -> String {
        let rungs = Rung::ALL.into_iter().map(Rung::name);
        rungs.chain([CHAMPION]).collect::<Vec<_>>().join(", ")
    }

    /// Whether it goes to a fixed depth, rather than end by itself after a
    /// number of nodes.
    pub fn has_fixed_depth(self) -> bool {
        match self {
            Searcher::Ladder(algorithm) => algorithm.rung.has_fixed_depth(),
            Searcher::Champion => true,
        }
    }

    /// Whether it looks ahead at all, so that it knows what its move is worth.
    pub fn looks_ahead(self) -> bool {
        match self {
            Searcher::Ladder(algorithm) => algorithm.rung.looks_ahead(),
            Searcher::Champion => true,
        }
    }

    /// Whether it has a limit of nodes of its own, which nobody else's replaces.
    pub fn has_own_limit(self) -> bool {
        match self {
            Searcher::Ladder(algorithm) => algorithm.nodes.is_some(),
            Searcher::Champion => false,
        }
    }
}

impl FromStr for Searcher {
    type Err = SearcherError;

    fn from_str(text: &str) -> Result<Searcher, SearcherError> {
        if text.trim() == CHAMPION {
            return Ok(Searcher::Champion);
        }
        if text.split([':', ',']).any(|part| part.trim() == CHAMPION) {
            return Err(SearcherError::NotAlone);
        }
        text.parse().map(Searcher::Ladder).map_err(SearcherError::Algorithm)
    }
}

/// As it is written on the command line.
impl fmt::Display for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Searcher::Ladder(algorithm) => algorithm.fmt(f),
            Searcher::Champion => f.pad(CHAMPION),
        }
    }
}

impl fmt::Display for SearcherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearcherError::NotAlone => {
                write!(f, "'{CHAMPION}' takes no options here and stands alone")
            }
            SearcherError::Algorithm(AlgorithmError::Unknown(name)) => write!(
                f,
                "there is no algorithm '{}'; the algorithms are {}",
                chess::quote(name),
                Searcher::names()
            ),
            SearcherError::Algorithm(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SearcherError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_what_is_allowed() {
        let said = |text: &str| text.parse::<Searcher>().unwrap_err().to_string();
        assert!(said("minmax").starts_with("there is no algorithm 'minmax'; the algorithms are"));
        assert!(said("minmax").ends_with(", champion"));
        assert_eq!(said("champion:nodes=5"), "'champion' takes no options here and stands alone");
        assert_eq!(said("pvs,champion"), said("champion,"));
        assert!(said("alphabeta:delta").starts_with("'delta' is no option of 'alphabeta'"));
    }
}
