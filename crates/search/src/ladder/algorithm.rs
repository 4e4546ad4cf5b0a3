//! An algorithm as it is written on the command line: `ordered:order=killers`.

use std::fmt;
use std::str::FromStr;

use super::{MoveOrder, Rung};
use crate::{Control, Options, Task};
use chess::{Position, quote};
use eval::Evaluator;

/// A rung of the ladder with its options.
///
/// ```
/// use plywise_search::ladder::Algorithm;
///
/// let algorithm: Algorithm = "quiescence:delta,see".parse()?;
/// assert!(algorithm.options.delta_pruning && algorithm.options.see_pruning);
/// assert_eq!(algorithm.to_string(), "quiescence:delta,see");
/// let both = Algorithm::list("ordered:order=killers,table")?;
/// assert_eq!(both.len(), 2);
/// # Ok::<(), plywise_search::ladder::AlgorithmError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Algorithm {
    /// Which search.
    pub rung: Rung,
    /// How.
    pub options: Options,
    /// After how many nodes it is stopped.
    pub nodes: Option<u64>,
}

/// Why a text names no algorithm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AlgorithmError {
    /// There is no rung of this name.
    Unknown(String),
    /// One algorithm is wanted, and these are so many.
    Several(usize),
    /// The rung has no such option.
    UnknownOption(Rung, String),
    /// In a list, neither an option of the rung before it nor a rung.
    Neither(Rung, String),
    /// The rung has no such order of moves.
    BadOrder(Rung, String),
    /// The option cannot have this value.
    BadValue(&'static str, String),
    /// The option is given twice.
    Twice(String),
}

/// The options named so far, so that none is given twice: which of the two
/// should hold?
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Given(Vec<String>);

impl Given {
    /// Notes that an option is given, unless it was before.
    pub fn once(&mut self, name: &str) -> Result<(), AlgorithmError> {
        if self.0.iter().any(|given| given == name) {
            return Err(AlgorithmError::Twice(name.to_owned()));
        }
        self.0.push(name.to_owned());
        Ok(())
    }
}

/// What can be said after the colon.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Setting {
    Order,
    Delta,
    See,
    Endgame,
    Seed,
    Nodes,
}

impl Setting {
    const ALL: [Setting; 6] = [
        Setting::Order,
        Setting::Delta,
        Setting::See,
        Setting::Endgame,
        Setting::Seed,
        Setting::Nodes,
    ];

    const fn name(self) -> &'static str {
        match self {
            Setting::Order => "order",
            Setting::Delta => "delta",
            Setting::See => "see",
            Setting::Endgame => "endgame",
            Setting::Seed => "seed",
            Setting::Nodes => "nodes",
        }
    }

    /// Whether a user may call it so: `see` was `exchange` once, and notes written then still hold.
    fn is_called(self, name: &str) -> bool {
        self.name() == name || self == Setting::See && name == "exchange"
    }

    /// As a list of what is allowed shows it.
    const fn shown(self) -> &'static str {
        match self {
            Setting::Order => "order=NAME",
            Setting::Seed => "seed=NUMBER",
            Setting::Nodes => "nodes=NUMBER",
            _ => self.name(),
        }
    }

    /// Whether a rung looks at it.
    fn concerns(self, rung: Rung) -> bool {
        let name = rung.name();
        match self {
            Setting::Order => {
                ["alphabeta", "ordered", "table", "quiescence", "nullmove", "pvs", "mtdf"]
                    .contains(&name)
            }
            Setting::Delta | Setting::See => ["quiescence", "nullmove"].contains(&name),
            Setting::Endgame | Setting::Nodes => name != "random",
            Setting::Seed => name == "random",
        }
    }

    fn of(rung: Rung) -> impl Iterator<Item = Setting> {
        Setting::ALL.into_iter().filter(move |setting| setting.concerns(rung))
    }
}

impl Algorithm {
    /// The rung with default options.
    pub fn plain(rung: Rung) -> Algorithm {
        Algorithm { rung, options: Options::default(), nodes: None }
    }

    /// The rung with moves tried in this order.
    pub fn ordered(rung: Rung, order: MoveOrder) -> Algorithm {
        Algorithm { options: Options { order, ..Options::default() }, ..Algorithm::plain(rung) }
    }

    /// Several, separated by commas. What follows a colon belongs to the
    /// algorithm before it, up to the next name of one.
    pub fn list(text: &str) -> Result<Vec<Algorithm>, AlgorithmError> {
        let mut algorithms: Vec<Algorithm> = Vec::new();
        let mut takes_options = false;
        let mut given = Given::default();
        for piece in text.split(',').map(str::trim) {
            let (name, option) = match piece.split_once(':') {
                Some((name, option)) => (name.trim(), Some(option.trim())),
                None => (piece, None),
            };
            match (Rung::by_name(name), algorithms.last_mut()) {
                (Some(rung), _) => {
                    let mut algorithm = Algorithm::plain(rung);
                    takes_options = option.is_some();
                    given = Given::default();
                    if let Some(option) = option {
                        algorithm.set(option, &mut given)?;
                    }
                    algorithms.push(algorithm);
                }
                (None, Some(last)) if takes_options => {
                    last.set(piece, &mut given).map_err(|error| match error {
                        // What has no value may as well be a name with a slip in it.
                        AlgorithmError::UnknownOption(rung, piece) if !piece.contains('=') => {
                            AlgorithmError::Neither(rung, piece)
                        }
                        error => error,
                    })?;
                }
                (None, _) => return Err(AlgorithmError::Unknown(name.to_owned())),
            }
        }
        Ok(algorithms)
    }

    /// The options of a rung as a list of what is allowed shows them.
    pub fn options_of(rung: Rung) -> Vec<&'static str> {
        Setting::of(rung).map(Setting::shown).collect()
    }

    /// The orders of moves that a rung knows: guesses, or the truth; none where it has no such option.
    pub fn orders_of(rung: Rung) -> &'static [MoveOrder] {
        match rung {
            Rung::AlphaBeta => &MoveOrder::TRUE,
            _ if Setting::Order.concerns(rung) => &MoveOrder::ALL,
            _ => &[],
        }
    }

    /// A search with it.
    pub fn task<'a>(
        &self,
        position: &'a Position,
        evaluator: &'a dyn Evaluator,
        depth: u32,
    ) -> Task<'a> {
        let control = match self.nodes {
            Some(nodes) => Control::unlimited().nodes(nodes),
            None => Control::unlimited(),
        };
        Task { options: self.options, control, ..Task::new(position, evaluator, depth) }
    }

    /// Sets what one option says, such as `order=mvv` or `delta`, that is not
    /// among those `given` before.
    pub fn set(&mut self, option: &str, given: &mut Given) -> Result<(), AlgorithmError> {
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (option, None),
        };
        let unknown = || AlgorithmError::UnknownOption(self.rung, option.to_owned());
        let setting =
            Setting::of(self.rung).find(|setting| setting.is_called(name)).ok_or_else(unknown)?;
        given.once(setting.name())?;
        let bad = || AlgorithmError::BadValue(setting.name(), value.unwrap_or("").to_owned());
        match (setting, value) {
            (Setting::Order, _) => {
                let named = |order: &MoveOrder| Some(order.name()) == value;
                let order = Algorithm::orders_of(self.rung).iter().copied().find(named);
                let value = || value.unwrap_or("").to_owned();
                self.options.order =
                    order.ok_or_else(|| AlgorithmError::BadOrder(self.rung, value()))?;
            }
            (Setting::Seed, _) => {
                self.options.seed = value.and_then(|value| value.parse().ok()).ok_or_else(bad)?;
            }
            (Setting::Nodes, _) => {
                let nodes = value.and_then(|value| value.parse().ok()).filter(|&nodes| nodes > 0);
                self.nodes = Some(nodes.ok_or_else(bad)?);
            }
            (Setting::Delta, None) => self.options.delta_pruning = true,
            (Setting::See, None) => self.options.see_pruning = true,
            (Setting::Endgame, None) => self.options.deeper_endgame = true,
            (Setting::Delta | Setting::See | Setting::Endgame, Some(_)) => return Err(bad()),
        }
        Ok(())
    }
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    fn from_str(text: &str) -> Result<Algorithm, AlgorithmError> {
        match Algorithm::list(text)?.as_slice() {
            &[algorithm] => Ok(algorithm),
            several => Err(AlgorithmError::Several(several.len())),
        }
    }
}

/// As it is written on the command line; options only where they are not the default.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { order, deeper_endgame, delta_pruning, see_pruning, seed, .. } = self.options;
        let plain = Options::default();
        let mut options = Vec::new();
        if order != plain.order {
            options.push(format!("order={}", order.name()));
        }
        for (is_set, setting) in [
            (delta_pruning, Setting::Delta),
            (see_pruning, Setting::See),
            (deeper_endgame, Setting::Endgame),
        ] {
            if is_set {
                options.push(setting.name().to_owned());
            }
        }
        if seed != plain.seed {
            options.push(format!("seed={seed}"));
        }
        if let Some(nodes) = self.nodes {
            options.push(format!("nodes={nodes}"));
        }
        let colon = if options.is_empty() { "" } else { ":" };
        f.pad(&format!("{}{colon}{}", self.rung.name(), options.join(",")))
    }
}

impl fmt::Display for AlgorithmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AlgorithmError::Unknown(name) => {
                let name = quote(name);
                write!(f, "there is no algorithm '{name}'; the algorithms are {}", all_rungs())
            }
            AlgorithmError::Several(count) => write!(
                f,
                "these are {count} algorithms, and one algorithm is wanted, of {}",
                all_rungs()
            ),
            AlgorithmError::UnknownOption(rung, option) => {
                let allowed = Algorithm::options_of(*rung);
                let (name, option) = (rung.name(), quote(option));
                let allowed = allowed.join(", ");
                write!(f, "'{option}' is no option of '{name}'; its options are {allowed}")
            }
            AlgorithmError::Neither(rung, piece) => {
                let allowed = Algorithm::options_of(*rung).join(", ");
                let (name, piece) = (rung.name(), quote(piece));
                write!(f, "'{piece}' is neither an option of '{name}' nor an algorithm; its ")?;
                write!(f, "options are {allowed}; the algorithms are {}", all_rungs())
            }
            AlgorithmError::Twice(name) => {
                write!(f, "{} is given twice; once is enough", quote(name))
            }
            AlgorithmError::BadOrder(rung, value) => {
                let orders: Vec<&str> =
                    Algorithm::orders_of(*rung).iter().map(|order| order.name()).collect();
                write!(f, "order cannot be '{}': one of {}", quote(value), orders.join(", "))
            }
            AlgorithmError::BadValue("seed", value) => {
                write!(
                    f,
                    "seed cannot be '{}': a whole number from 0 to {}",
                    quote(value),
                    u64::MAX
                )
            }
            AlgorithmError::BadValue("nodes", value) => {
                write!(
                    f,
                    "nodes cannot be '{}': a whole number from 1 to {}",
                    quote(value),
                    u64::MAX
                )
            }
            AlgorithmError::BadValue(name, value) => {
                write!(f, "{name} cannot be '{}': it stands alone, without a value", quote(value))
            }
        }
    }
}

impl std::error::Error for AlgorithmError {}

fn all_rungs() -> String {
    Rung::ALL.iter().map(|rung| rung.name()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_belong_to_the_algorithm_before_them() {
        let list =
            Algorithm::list("minimax,quiescence:delta,see,ordered:order=killers,table:nodes=9");
        let written: Vec<String> = list.unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(
            written,
            ["minimax", "quiescence:delta,see", "ordered:order=killers", "table:nodes=9"]
        );
    }

    #[test]
    fn see_is_still_understood_by_its_old_name() {
        let old: Algorithm = "quiescence:delta,exchange".parse().unwrap();
        assert_eq!(old.to_string(), "quiescence:delta,see");
    }

    #[test]
    fn each_algorithm_has_options_of_its_own() {
        let list = Algorithm::list("table:order=mvv,table:order=none,quiescence:delta").unwrap();
        assert_eq!(list.len(), 3);
        assert_eq!(list[1].options.order, MoveOrder::None);
    }

    #[test]
    fn every_rung_reads_back() {
        for rung in Rung::ALL {
            let algorithm = Algorithm::plain(rung);
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
    }

    #[test]
    fn every_order_of_every_rung_is_taken() {
        for rung in Rung::ALL {
            for &order in Algorithm::orders_of(rung) {
                let text = format!("{}:order={}", rung.name(), order.name());
                let read = text.parse::<Algorithm>().map(|algorithm| algorithm.options.order);
                assert_eq!(read, Ok(order), "{text}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_what_is_allowed() {
        for (text, said) in [
            ("minmax", "there is no algorithm 'minmax'; the algorithms are random, minimax"),
            ("", "there is no algorithm ''; the algorithms are random"),
            ("table,", "there is no algorithm ''; the algorithms are random"),
            (
                "alphabeta:delta",
                "'delta' is no option of 'alphabeta'; its options are order=NAME, endgame, nodes=NUMBER",
            ),
            (
                "table:nodes=5,depth=3",
                "'depth=3' is no option of 'table'; its options are order=NAME, endgame, nodes=NUMBER",
            ),
            ("table:order=best", "order cannot be 'best': one of none, forcing"),
            ("table:order", "order cannot be '': one of none"),
            ("alphabeta:order=mvv", "order cannot be 'mvv': one of none, best, worst"),
            ("random:seed=-1", "seed cannot be '-1': a whole number"),
            ("mcts:nodes=0", "nodes cannot be '0': a whole number from 1 to"),
            ("quiescence:delta=2", "delta cannot be '2': it stands alone"),
            (
                "quiescence:delta,foo",
                "'foo' is neither an option of 'quiescence' nor an algorithm; its options are \
                 order=NAME, delta, see, endgame, nodes=NUMBER; the algorithms are random",
            ),
            ("table:order=mvv,order=none", "order is given twice; once is enough"),
            ("quiescence:delta,see,delta", "delta is given twice"),
            ("table,pvs:nodes=5,order=mvv,nodes=5", "nodes is given twice"),
        ] {
            let error = Algorithm::list(text).unwrap_err().to_string();
            assert!(error.starts_with(said), "{text}: {error}");
            // The names of all algorithms only where one was meant.
            let lists = error.contains("probimax");
            assert_eq!(lists, said.contains("the algorithms are"), "{text}: {error}");
        }
    }
}
