//! Evaluations as they are written everywhere: a name, or a file.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use chess::quote;
use eval::nnue::format::MAGIC;
use eval::nnue::{Network, NetworkError, Nnue};
use eval::sheet::{self, SheetError};
use eval::{Evaluation, Tunable};
use numbers::mix;

use crate::plain::content;

/// An evaluation as it is ordered: one of [`eval::NAMES`], `nnue` for the network
/// that is part of the program, or a file of weights (docs/tuning.md) or of a
/// network. What has a dot or a slash in it is a file.
///
/// ```
/// use plywise_engine::EvalSpec;
///
/// let phased: EvalSpec = "phased".parse()?;
/// assert_eq!(phased.load()?.name(), "phased");
/// let wrong = "mood".parse::<EvalSpec>().unwrap_err();
/// assert!(wrong.to_string().starts_with("there is no evaluation 'mood'; the evaluations are"));
/// # Ok::<(), plywise_engine::EvalError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum EvalSpec {
    /// By name, with the weights that ship.
    Named(&'static str),
    /// From a file of weights or of a network.
    File(PathBuf),
}

/// Why there is no such evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// No evaluation has this name.
    Unknown(String),
    /// The file cannot be read.
    Unreadable(PathBuf, String),
    /// The file is neither text nor a network.
    Network(PathBuf, NetworkError),
    /// The file is no sheet of weights.
    Sheet(PathBuf, SheetError),
    /// The evaluation with this name has no network that could be written.
    NoNetwork(&'static str),
    /// The file that is to be written exists.
    Exists(PathBuf),
    /// The file cannot be written.
    Unwritable(PathBuf, String),
}

impl EvalSpec {
    /// The network that is part of the program.
    pub const NETWORK: EvalSpec = EvalSpec::Named(Evaluation::NETWORK);

    /// Every evaluation that has a name, the plainest first.
    pub fn named() -> impl Iterator<Item = &'static str> {
        Evaluation::names()
    }

    /// What may be said, as a list of what is allowed shows it.
    pub fn names() -> String {
        let names: Vec<&str> = EvalSpec::named().collect();
        format!("{}, or a file of weights or of a network", names.join(", "))
    }

    /// Reads the file, if it is one.
    pub fn load(&self) -> Result<Evaluation, EvalError> {
        match self {
            EvalSpec::Named(name) => {
                Evaluation::named(name).ok_or_else(|| EvalError::Unknown((*name).to_owned()))
            }
            EvalSpec::File(path) => open(path),
        }
    }
}

/// Where a network's file has its checksum, the low byte first.
const CHECKSUM: std::ops::Range<usize> = 68..72;

/// More bytes than a network or a sheet of weights has: ten times the largest.
const MOST_BYTES: u64 = 16 << 20;

fn open(path: &Path) -> Result<Evaluation, EvalError> {
    let unreadable = |error: io::Error| EvalError::Unreadable(path.to_owned(), error.to_string());
    let bytes = content(path, MOST_BYTES).map_err(unreadable)?;
    if bytes.is_empty() {
        return Err(unreadable(io::Error::other("it is empty")));
    }
    let refused = |error| EvalError::Sheet(path.to_owned(), error);
    match std::str::from_utf8(&bytes) {
        // The beginning of a network may be text by chance.
        Ok(text) if !bytes.starts_with(&MAGIC) => {
            let (evaluation, values) = sheet::values(text).map_err(refused)?;
            Evaluation::with_weights(evaluation, &values)
                .map_err(|error| refused(SheetError::Refused(error)))
        }
        _ => Network::read(&bytes)
            .map(|network| Evaluation::Network(Nnue::new(Arc::new(network))))
            .map_err(|error| EvalError::Network(path.to_owned(), error)),
    }
}

/// What tells an evaluation apart from others, in one word: the name, for a
/// network also its own, and a number that changes with any of its weights. Of a
/// network that is the checksum in its file.
///
/// ```
/// let phased = plywise_engine::EvalSpec::Named("phased").load()?;
/// assert!(plywise_engine::identity(&phased).starts_with("phased/"));
/// # Ok::<(), plywise_engine::EvalError>(())
/// ```
pub fn identity(evaluation: &Evaluation) -> String {
    let name = evaluation.name();
    if let Some(nnue) = evaluation.network() {
        let own = nnue.network().name();
        let word = |letter: char| letter.is_ascii_graphic() && !"/=".contains(letter);
        let own: String =
            own.chars().map(|letter| if word(letter) { letter } else { '-' }).collect();
        let sum = nnue.network().write();
        let sum = sum[CHECKSUM].iter().rev();
        let sum: String = sum.map(|byte| format!("{byte:02x}")).collect();
        return match own.is_empty() {
            true => format!("{name}/{sum}"),
            false => format!("{name}/{own}/{sum}"),
        };
    }
    let weights = evaluation.tunable().map_or_else(Vec::new, Tunable::weights);
    let values = weights.into_iter().map(|weight| weight.value as u32);
    let hash = values.fold(0, |hash, value| mix(hash ^ u64::from(value)));
    format!("{name}/{:08x}", hash as u32)
}

/// Writes an evaluation's network to a new file, which reads back as the same
/// network bit for bit.
///
/// # Errors
/// If it has none, or if the file cannot be written. Nothing is written
/// over: a network is hours of work, and a mistyped name should not cost
/// another. What could be written only in part is taken away again.
pub fn export_network(evaluation: &Evaluation, path: &Path) -> Result<(), EvalError> {
    let nnue = evaluation.network().ok_or_else(|| EvalError::NoNetwork(evaluation.name()))?;
    let refused = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => EvalError::Exists(path.to_owned()),
        _ => EvalError::Unwritable(path.to_owned(), error.to_string()),
    };
    let mut file = File::create_new(path).map_err(refused)?;
    let written = file.write_all(&nnue.network().write()).and_then(|()| file.sync_all());
    written.map_err(|error| {
        let _ = std::fs::remove_file(path);
        refused(error)
    })
}

impl FromStr for EvalSpec {
    type Err = EvalError;

    fn from_str(text: &str) -> Result<EvalSpec, EvalError> {
        match EvalSpec::named().find(|known| *known == text) {
            Some(known) => Ok(EvalSpec::Named(known)),
            None if text.contains(['.', '/', '\\']) => Ok(EvalSpec::File(PathBuf::from(text))),
            None => Err(EvalError::Unknown(text.to_owned())),
        }
    }
}

/// As it is written on the command line; reads back as the same evaluation.
impl fmt::Display for EvalSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalSpec::Named(name) => f.pad(name),
            EvalSpec::File(path) => path.display().fmt(f),
        }
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |path: &Path| quote(&path.display().to_string());
        match self {
            EvalError::Unknown(name) => write!(
                f,
                "there is no evaluation '{}'; the evaluations are {}",
                quote(name),
                EvalSpec::names()
            ),
            EvalError::Unreadable(path, error) => {
                write!(f, "cannot read the evaluation '{}': {}", shown(path), quote(error))
            }
            EvalError::Network(path, error) => {
                write!(f, "'{}' is no network: {error}", shown(path))
            }
            EvalError::Sheet(path, error) => {
                write!(f, "'{}' has no weights: {error}", shown(path))
            }
            EvalError::NoNetwork(name) => write!(
                f,
                "the evaluation in use, '{name}', has no network; \
                 set Evaluation to {} or EvalFile to a network",
                Evaluation::NETWORK
            ),
            EvalError::Exists(path) => {
                write!(f, "'{}' exists already; choose a new name", shown(path))
            }
            EvalError::Unwritable(path, error) => {
                write!(f, "cannot write the network '{}': {}", shown(path), quote(error))
            }
        }
    }
}

impl std::error::Error for EvalError {}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    fn in_file(name: &str, content: &[u8]) -> (PathBuf, EvalSpec) {
        let path = std::env::temp_dir().join(format!("plywise-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        let spec = path.display().to_string().parse().unwrap();
        (path, spec)
    }

    #[test]
    fn names_load_as_themselves() {
        for name in EvalSpec::named() {
            let spec: EvalSpec = name.parse().unwrap();
            assert_eq!((spec.to_string().as_str(), spec.load().unwrap().name()), (name, name));
        }
    }

    #[test]
    fn files_of_weights_and_networks_are_told_apart() {
        let position: Position = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1".parse().unwrap();
        let (path, spec) = in_file("material.txt", b"evaluation = material\nvalues.queen = 950\n");
        assert_eq!(spec.load().unwrap().evaluator().evaluate(&position).to_string(), "+9.50");
        std::fs::remove_file(path).unwrap();

        let (path, spec) = in_file("tuned.txt", b"evaluation = tuned\n");
        assert!(matches!(spec.load().unwrap(), Evaluation::Tuned(_)));
        std::fs::remove_file(path).unwrap();

        let network = Network::random(32, 1).unwrap();
        let (path, spec) = in_file("some.nnue", &network.write());
        assert!(matches!(spec.load().unwrap(), Evaluation::Network(_)));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn an_exported_network_is_the_same_and_never_written_over_another() {
        let network = Arc::new(Network::random(64, 7).unwrap());
        let evaluation = Evaluation::Network(Nnue::new(Arc::clone(&network)));
        let path = std::env::temp_dir().join(format!("plywise-{}-out.nnue", std::process::id()));
        export_network(&evaluation, &path).unwrap();
        let Evaluation::Network(again) = EvalSpec::File(path.clone()).load().unwrap() else {
            panic!("no network");
        };
        assert_eq!(**again.network(), *network);
        assert_eq!(std::fs::read(&path).unwrap(), network.write());
        let other = export_network(&Evaluation::default(), &path).unwrap_err();
        assert!(other.to_string().ends_with("exists already; choose a new name"), "{other}");
        assert_eq!(std::fs::read(&path).unwrap(), network.write());
        std::fs::remove_file(&path).unwrap();
        let nowhere = export_network(&evaluation, Path::new("no/such/folder/x.nnue")).unwrap_err();
        assert!(nowhere.to_string().starts_with("cannot write the network"), "{nowhere}");
        let phased = EvalSpec::Named("phased").load().unwrap();
        let plain = export_network(&phased, &path).unwrap_err();
        assert!(plain.to_string().contains("'phased', has no network"), "{plain}");
        assert!(!path.exists());
    }

    #[test]
    fn each_weight_and_each_network_has_its_identity() {
        let network =
            |seed| Evaluation::Network(Nnue::new(Arc::new(Network::random(32, seed).unwrap())));
        assert_eq!(identity(&network(1)), identity(&network(1)));
        assert_ne!(identity(&network(1)), identity(&network(2)));
        assert!(identity(&network(1)).starts_with("nnue/random-32/"));
        let own = identity(&Evaluation::default());
        assert!(own.split('/').count() == 3 && !own.contains(char::is_whitespace), "{own}");
        for name in ["material", "tuned"] {
            let ships = EvalSpec::Named(name).load().unwrap();
            let sheet = format!("evaluation = {name}\n");
            let (path, same) = in_file("same.txt", sheet.as_bytes());
            assert_eq!(identity(&same.load().unwrap()), identity(&ships));
            std::fs::remove_file(path).unwrap();
            let weight = &eval::tunable(name).unwrap().weights()[3];
            let sheet = format!("{sheet}{} = {}\n", weight.name, weight.value + 1);
            let (path, other) = in_file("other.txt", sheet.as_bytes());
            assert_ne!(identity(&other.load().unwrap()), identity(&ships));
            std::fs::remove_file(path).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn devices_folders_and_endless_files_are_refused() {
        let complaint =
            |path: &Path| EvalSpec::File(path.to_owned()).load().err().unwrap().to_string();
        assert!(complaint(Path::new("/dev/zero")).ends_with("it is not a plain file"));
        assert!(complaint(&std::env::temp_dir()).ends_with("it is not a plain file"));
        let (path, _) = in_file("large.nnue", b"PLYWNNUE");
        File::options().write(true).open(&path).unwrap().set_len(MOST_BYTES + 1).unwrap();
        assert!(complaint(&path).ends_with("it has more than 16 MiB"));
        File::options().write(true).open(&path).unwrap().set_len(0).unwrap();
        assert!(complaint(&path).ends_with("it is empty"));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_network_of_a_few_bytes_is_a_damaged_network() {
        let whole = Network::random(32, 1).unwrap().write();
        let (path, spec) = in_file("short.nnue", &whole[..20]);
        let said = spec.load().err().unwrap().to_string();
        assert!(said.contains("is no network: the network file should have"), "{said}");
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let complaint = |spec: EvalSpec| spec.load().err().unwrap().to_string();
        let missing: EvalSpec = "no/such/file".parse().unwrap();
        assert!(complaint(missing).starts_with("cannot read the evaluation 'no/such/file': "));
        let (path, spec) = in_file("wrong.txt", b"evaluation = mood\n");
        assert!(complaint(spec).contains("has no weights: there is no evaluation 'mood'"));
        std::fs::remove_file(path).unwrap();
        let (path, spec) = in_file("wrong.nnue", b"\xff\xfe\x00");
        assert!(complaint(spec).contains("is no network: "));
        std::fs::remove_file(path).unwrap();
    }
}
