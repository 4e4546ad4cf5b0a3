//! Players by name, as they are written everywhere.

use std::fmt;
use std::str::FromStr;

use chess::quote;
use search::champion;
use search::ladder::{Algorithm, AlgorithmError, Given, MAX_DEPTH, Rung};

use crate::{
    Champion, ChampionSpec, Character, Classic, EvalError, ForeignSpec, LEVELS, LadderSpec, Level,
    Persona, Rating,
};

/// A player as it is ordered.
///
/// ```
/// use plywise_engine::Spec;
///
/// let spec: Spec = "alphabeta:depth=4,eval=phased".parse()?;
/// assert_eq!(spec.to_string(), "alphabeta:depth=4,eval=phased");
/// let wrong = "alfabeta".parse::<Spec>().unwrap_err();
/// assert!(wrong.to_string().starts_with("there is no player 'alfabeta'; players are human,"));
/// # Ok::<(), plywise_engine::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// A person.
    Human,
    /// A level of play.
    Level(Level),
    /// A player by rating, and perhaps with a character.
    Rated(Persona),
    /// One of report T's opponents.
    Classic(Classic),
    /// A rung of the ladder.
    Ladder(LadderSpec),
    /// The champion.
    Champion(ChampionSpec),
    /// A foreign engine.
    Foreign(ForeignSpec),
}

/// Why a text names no player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// There is no player of this name.
    Unknown(String),
    /// There is no such level.
    Level(String),
    /// There is no such character.
    Character(String),
    /// The player has no such option.
    Option {
        /// The player's name.
        name: &'static str,
        /// What was said.
        option: String,
        /// What may be said.
        allowed: Vec<&'static str>,
    },
    /// The depth is none.
    Depth(String),
    /// A number is none, or beyond its bounds.
    Number {
        /// The option.
        name: &'static str,
        /// What was said.
        text: String,
        /// What may be said.
        bounds: String,
    },
    /// There is no such evaluation.
    Eval(EvalError),
    /// An option of the algorithm is wrong.
    Algorithm(AlgorithmError),
    /// `uci:` without a program, or an option without a name and a value.
    Foreign(String),
}

impl Spec {
    /// The names of all players, as a list of what is allowed shows them.
    pub fn names() -> String {
        let rungs: Vec<&str> = Rung::ALL.iter().map(|rung| rung.name()).collect();
        format!(
            "human, champion, level:1 to level:{LEVELS}, champion:elo={} to {}, easy, medium, hard, \
             {}, uci:PROGRAM",
            Rating::LEAST,
            Rating::MOST,
            rungs.join(", ")
        )
    }

    /// The same player at the board of a casual game, where the champion begins by
    /// its book; nobody has to order that.
    pub fn at_board(&self) -> Spec {
        match self {
            Spec::Champion(champion) => {
                Spec::Champion(ChampionSpec { book: true, ..champion.clone() })
            }
            other => other.clone(),
        }
    }

    /// Whether this is a person.
    pub fn is_human(&self) -> bool {
        *self == Spec::Human
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name.trim(), Some(options.trim())),
            None => (text, None),
        };
        let lower = name.to_ascii_lowercase();
        match (lower.as_str(), options) {
            ("human", None) => Ok(Spec::Human),
            ("champion", options) => champion_spec(options.unwrap_or("")),
            ("level", Some(number)) => level(number),
            ("uci", Some(order)) => foreign(order),
            ("uci", None) => Err(SpecError::Foreign(String::new())),
            (name, options) => match (Classic::by_name(name), Rung::by_name(name)) {
                (Some(classic), None) if options.is_none() => Ok(Spec::Classic(classic)),
                (_, Some(rung)) => ladder(rung, options.unwrap_or("")),
                _ => Err(SpecError::Unknown(text.to_owned())),
            },
        }
    }
}

fn level(number: &str) -> Result<Spec, SpecError> {
    let by_number = number.parse().ok().and_then(Level::new);
    let classic = Classic::by_name(number).map(Spec::Classic);
    by_number.map(Spec::Level).or(classic).ok_or_else(|| SpecError::Level(number.to_owned()))
}

fn ladder(rung: Rung, options: &str) -> Result<Spec, SpecError> {
    let mut spec = LadderSpec::plain(rung);
    let mut given = Given::default();
    for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
        let (name, value) =
            option.split_once('=').map_or((option, ""), |(n, v)| (n.trim(), v.trim()));
        let mut once = || given.once(name).map_err(SpecError::Algorithm);
        match name {
            "depth" if rung != Rung::Random => {
                once()?;
                let depth = value.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
                spec.depth = Some(depth.ok_or_else(|| SpecError::Depth(value.to_owned()))?);
            }
            "eval" if rung != Rung::Random => {
                once()?;
                spec.eval = value.parse().map_err(SpecError::Eval)?;
            }
            "book" if option == "book" => {
                once()?;
                spec.book = true;
            }
            _ => spec.algorithm.set(option, &mut given).map_err(|error| match error {
                AlgorithmError::UnknownOption(rung, option) => {
                    let mut allowed = vec!["depth=NUMBER", "eval=NAME", "book"];
                    if rung == Rung::Random {
                        allowed.drain(..2);
                    }
                    allowed.extend(Algorithm::options_of(rung));
                    SpecError::Option { name: rung.name(), option, allowed }
                }
                other => SpecError::Algorithm(other),
            })?,
        }
    }
    Ok(Spec::Ladder(spec))
}

fn champion_spec(options: &str) -> Result<Spec, SpecError> {
    let names = options.split(',').map(|option| option.split('=').next().unwrap_or("").trim());
    if names.into_iter().any(|name| matches!(name, "elo" | "character")) {
        return rated(options);
    }
    let mut spec = ChampionSpec::default();
    let mut given = Given::default();
    for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
        let (name, value) =
            option.split_once('=').map_or((option, ""), |(n, v)| (n.trim(), v.trim()));
        match name {
            "threads" => spec.threads = number("threads", value, 1, Champion::MAX_THREADS)?,
            "hash" => spec.hash_mib = number("hash", value, 1, Champion::MAX_HASH_MIB)?,
            "depth" => spec.depth = Some(number("depth", value, 1, champion::MAX_DEPTH)?),
            "nodes" => spec.nodes = Some(number("nodes", value, 1, u64::MAX)?),
            "book" if option == "book" => spec.book = true,
            "eval" => spec.eval = value.parse().map_err(SpecError::Eval)?,
            _ => {
                let allowed = ChampionSpec::OPTIONS.into_iter().chain(RATED).collect();
                return Err(SpecError::Option {
                    name: "champion",
                    option: option.to_owned(),
                    allowed,
                });
            }
        }
        given.once(name).map_err(SpecError::Algorithm)?;
    }
    Ok(Spec::Champion(spec))
}

/// What may follow `champion:` where a rating is asked for.
const RATED: [&str; 2] = ["elo=NUMBER", "character=NAME"];

/// A player of the family: a rating decides what it looks at, so that nothing
/// else can be ordered.
fn rated(options: &str) -> Result<Spec, SpecError> {
    let (mut rating, mut character) = (None, None);
    let mut given = Given::default();
    for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
        let (name, value) =
            option.split_once('=').map_or((option, ""), |(n, v)| (n.trim(), v.trim()));
        match name {
            "elo" => {
                let elo = number("elo", value, Rating::LEAST.elo(), Rating::MOST.elo())?;
                rating = Some(Rating::clamped(elo));
            }
            "character" => {
                let known = Character::by_name(&value.to_ascii_lowercase());
                character = Some(known.ok_or_else(|| SpecError::Character(value.to_owned()))?);
            }
            _ => {
                return Err(SpecError::Option {
                    name: "champion:elo",
                    option: option.to_owned(),
                    allowed: RATED.to_vec(),
                });
            }
        }
        given.once(name).map_err(SpecError::Algorithm)?;
    }
    // A character without a rating plays in the middle.
    let rating = rating.unwrap_or(Rating::clamped(USUAL_RATING));
    Ok(Spec::Rated(Persona { rating, character }))
}

/// The rating of a character where nobody says which.
const USUAL_RATING: u32 = 1500;

/// A number within bounds, whatever its type.
fn number<N>(name: &'static str, text: &str, least: N, most: N) -> Result<N, SpecError>
where
    N: FromStr + PartialOrd + fmt::Display,
{
    let within = |number: &N| (&least..=&most).contains(&number);
    let read = text.parse().ok().filter(within);
    read.ok_or_else(|| SpecError::Number {
        name,
        text: text.to_owned(),
        bounds: format!("{least} to {most}"),
    })
}

fn foreign(order: &str) -> Result<Spec, SpecError> {
    let mut parts = order.split(',').map(str::trim);
    let program = parts.next().unwrap_or_default().to_owned();
    if program.is_empty() {
        return Err(SpecError::Foreign(order.to_owned()));
    }
    let mut options = Vec::new();
    for part in parts {
        let (name, value) = part
            .split_once('=')
            .filter(|(name, _)| !name.trim().is_empty())
            .ok_or_else(|| SpecError::Foreign(part.to_owned()))?;
        options.push((name.trim().to_owned(), value.trim().to_owned()));
    }
    Ok(Spec::Foreign(ForeignSpec { program, options }))
}

/// As it is written on the command line; reads back as the same player.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Human => f.pad("human"),
            Spec::Level(level) => f.pad(&format!("level:{}", level.number())),
            Spec::Rated(persona) => f.pad(&format!("champion:{persona}")),
            Spec::Classic(classic) => f.pad(classic.name()),
            Spec::Ladder(ladder) => ladder.fmt(f),
            Spec::Champion(champion) => champion.fmt(f),
            Spec::Foreign(foreign) => f.pad(&foreign.to_string()),
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Unknown(text) => {
                write!(f, "there is no player '{}'; players are {}", quote(text), Spec::names())
            }
            SpecError::Level(text) => write!(
                f,
                "there is no level '{}': a number from 1 to {LEVELS}, easy, medium or hard",
                quote(text)
            ),
            SpecError::Character(text) => write!(
                f,
                "there is no character '{}'; characters are {}",
                quote(text),
                Character::ALL.map(Character::name).join(", ")
            ),
            SpecError::Option { name, option, allowed } => write!(
                f,
                "'{}' is no option of '{name}'; its options are {}",
                quote(option),
                allowed.join(", ")
            ),
            SpecError::Depth(text) => {
                write!(f, "depth cannot be '{}': a number from 1 to {MAX_DEPTH}", quote(text))
            }
            SpecError::Number { name, text, bounds } => {
                write!(f, "{name} cannot be '{}': a number from {bounds}", quote(text))
            }
            SpecError::Eval(error) => error.fmt(f),
            SpecError::Algorithm(error) => error.fmt(f),
            SpecError::Foreign(text) if text.is_empty() => {
                f.write_str("'uci:' needs a program: uci:PROGRAM,Option=Value")
            }
            SpecError::Foreign(text) => {
                write!(f, "'{}' sets no option: uci:PROGRAM,Option=Value", quote(text))
            }
        }
    }
}

impl std::error::Error for SpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_champion_has_a_book_at_the_board() {
        for (text, at_board) in [
            ("champion", "champion:book"),
            ("champion:nodes=500", "champion:nodes=500,book"),
            ("champion:book", "champion:book"),
            ("level:3", "level:3"),
            ("champion:elo=1500", "champion:elo=1500"),
            ("human", "human"),
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.at_board().to_string(), at_board);
        }
    }

    #[test]
    fn players_read_back() {
        for text in [
            "human",
            "champion",
            "champion:threads=2,hash=64,eval=pst,depth=9,nodes=1000",
            "random",
            "random:seed=7",
            "level:1",
            "easy",
            "medium",
            "hard",
            "level:9",
            "champion:elo=1500",
            "champion:elo=900,character=attacker",
            "minimax:depth=3,eval=material",
            "ordered:depth=4,eval=phased,order=mvv",
            "quiescence:depth=4,book,delta,see",
            "quiescence:depth=4,eval=some/weights.txt",
            "champion:eval=some.nnue",
            "champion:nodes=500,book",
            "mcts:nodes=1000",
            "uci:stockfish",
            "uci:gnuchess --uci",
            "uci:stockfish,Hash=16,Skill Level=3",
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
        assert_eq!("level:hard".parse::<Spec>(), "hard".parse());
        let character = "champion:character=Trader".parse::<Spec>().unwrap();
        assert_eq!(character.to_string(), "champion:elo=1500,character=trader");
        assert_eq!(" Human ".parse(), Ok(Spec::Human));
    }

    #[test]
    fn what_is_wrong_is_said_with_what_is_allowed() {
        for (text, said) in [
            ("", "there is no player ''; players are human, champion, level:1 to level:10"),
            ("hard:3", "there is no player 'hard:3'"),
            ("human:1", "there is no player 'human:1'"),
            ("level:11", "there is no level '11': a number from 1 to 10, easy, medium or hard"),
            ("level:", "there is no level ''"),
            ("minimax:depth=0", "depth cannot be '0': a number from 1 to 30"),
            ("minimax:depth", "depth cannot be '': a number"),
            ("minimax:eval=mood", "there is no evaluation 'mood'; the evaluations are material"),
            (
                "random:depth=2",
                "'depth=2' is no option of 'random'; its options are book, seed=NUMBER",
            ),
            (
                "minimax:delta",
                "'delta' is no option of 'minimax'; its options are depth=NUMBER, eval=NAME, book",
            ),
            ("champion:threads=0", "threads cannot be '0': a number from 1 to 1024"),
            ("champion:hash=much", "hash cannot be 'much': a number from 1 to"),
            (
                "champion:speed=9",
                "'speed=9' is no option of 'champion'; its options are threads=NUMBER",
            ),
            ("champion:elo=500", "elo cannot be '500': a number from 600 to 2800"),
            ("champion:elo=1500,elo=1600", "elo is given twice"),
            ("champion:elo=1500,threads=2", "'threads=2' is no option of 'champion:elo'"),
            (
                "champion:character=shy",
                "there is no character 'shy'; characters are attacker, defender",
            ),
            ("table:order=x", "order cannot be 'x': one of none"),
            ("table:depth=3,depth=4", "depth is given twice; once is enough"),
            ("table:eval=pst,depth=4,eval=pst", "eval is given twice"),
            ("table:book,book", "book is given twice"),
            ("table:order=mvv,order=none", "order is given twice"),
            ("uci:", "'uci:' needs a program"),
            ("uci", "'uci:' needs a program"),
            ("uci:x,Hash", "'Hash' sets no option: uci:PROGRAM,Option=Value"),
        ] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.starts_with(said), "{text}: {error}");
        }
    }
}
