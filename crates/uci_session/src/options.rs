//! The options of the engine, spelled as chess programs expect them.

use std::path::Path;
use std::sync::Arc;

use chess::{CastlingNotation, Move, Position};
use engine::{
    Book, Champion, Character, Endgames, EvalError, EvalSpec, Evaluation, Persona, Rating,
};
use uci::{OptionDeclaration, OptionKind, OptionValue};

use crate::speak::Manner;
use crate::tables;

/// What is set, apart from what the champion itself keeps.
#[derive(Clone, Debug)]
pub(crate) struct SessionOptions {
    pub(crate) is_chess960: bool,
    pub(crate) shows_wdl: bool,
    pub(crate) multi_pv: usize,
    pub(crate) overhead_ms: u64,
    limits_strength: bool,
    elo: Rating,
    skill: u32,
    character: Option<Character>,
    own_book: bool,
    analyses: bool,
    book: Option<Arc<Book>>,
    evaluation: EvalSpec,
    /// What EvalFile holds.
    eval_file: Option<Evaluation>,
}

/// What an engine on the same computer loses with each move.
const DEFAULT_OVERHEAD_MS: i64 = 10;
/// The choice of `Character` that likes nothing in particular.
const NO_CHARACTER: &str = "none";
/// More lines than any position has moves.
const MAX_LINES: i64 = 256;

impl Default for SessionOptions {
    fn default() -> SessionOptions {
        SessionOptions {
            is_chess960: false,
            shows_wdl: false,
            multi_pv: 1,
            overhead_ms: DEFAULT_OVERHEAD_MS.unsigned_abs(),
            limits_strength: false,
            elo: Rating::MOST,
            skill: Rating::MOST_SKILL,
            character: None,
            own_book: false,
            analyses: false,
            book: None,
            evaluation: Champion::DEFAULT_EVAL,
            eval_file: None,
        }
    }
}

impl SessionOptions {
    /// All options with what they can be.
    pub(crate) fn declarations() -> Vec<OptionDeclaration> {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let check = |default| OptionKind::Check { default };
        let text = || OptionKind::Text { default: String::new() };
        let evaluations = OptionKind::Combo {
            default: Champion::DEFAULT_EVAL.to_string(),
            choices: EvalSpec::named().map(str::to_owned).collect(),
        };
        let names = Character::ALL.map(|character| character.name().to_owned());
        let characters = OptionKind::Combo {
            default: NO_CHARACTER.to_owned(),
            choices: std::iter::once(NO_CHARACTER.to_owned()).chain(names).collect(),
        };
        [
            ("Threads", spin(1, 1, Champion::MAX_THREADS as i64)),
            ("Hash", spin(Champion::DEFAULT_HASH_MIB as i64, 1, Champion::MAX_HASH_MIB as i64)),
            ("Clear Hash", OptionKind::Button),
            ("Ponder", check(false)),
            ("MultiPV", spin(1, 1, MAX_LINES)),
            ("Move Overhead", spin(DEFAULT_OVERHEAD_MS, 0, 5000)),
            ("UCI_Chess960", check(false)),
            ("UCI_ShowWDL", check(false)),
            ("UCI_LimitStrength", check(false)),
            (
                "UCI_Elo",
                spin(
                    i64::from(Rating::MOST.elo()),
                    i64::from(Rating::LEAST.elo()),
                    i64::from(Rating::MOST.elo()),
                ),
            ),
            ("Skill Level", spin(i64::from(Rating::MOST_SKILL), 0, i64::from(Rating::MOST_SKILL))),
            ("Character", characters),
            ("UCI_AnalyseMode", check(false)),
            ("UCI_Opponent", text()),
            ("SyzygyPath", text()),
            ("SyzygyProbeDepth", spin(1, 1, 100)),
            (
                "SyzygyProbeLimit",
                spin(i64::from(Endgames::MOST_MEN), 0, i64::from(Endgames::MOST_MEN)),
            ),
            ("Syzygy50MoveRule", check(true)),
            ("EvalFile", text()),
            ("OwnBook", check(false)),
            ("BookFile", text()),
            ("Evaluation", evaluations),
        ]
        .into_iter()
        .chain(tunables())
        .map(|(name, kind)| OptionDeclaration { name: name.to_owned(), kind })
        .collect()
    }

    /// A champion as the options are at first.
    pub(crate) fn champion() -> Result<Champion, String> {
        let mut champion =
            Champion::new(1, Champion::DEFAULT_HASH_MIB).map_err(|error| error.to_string())?;
        champion.reseed(crate::seed());
        Ok(champion)
    }

    /// Sets one. What cannot be set stays as it was, and what cannot be used yet
    /// waits; a sentence says why.
    pub(crate) fn set(
        &mut self,
        champion: &mut Champion,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), String> {
        let declarations = SessionOptions::declarations();
        let option = uci::find_option(&declarations, name).map_err(|error| error.to_string())?;
        let value = option.read(value).map_err(|error| error.to_string())?;
        match (option.name.as_str(), value) {
            ("Threads", OptionValue::Spin(threads)) => {
                let threads = usize::try_from(threads).unwrap_or(1);
                champion.set_threads(threads).map_err(|error| error.to_string())?;
            }
            ("Hash", OptionValue::Spin(mib)) => {
                let mib = usize::try_from(mib).unwrap_or(1);
                champion.set_hash(mib).map_err(|error| error.to_string())?;
            }
            ("Clear Hash", _) => champion.clear(),
            ("MultiPV", OptionValue::Spin(lines)) => {
                self.multi_pv = usize::try_from(lines).unwrap_or(1);
            }
            ("Move Overhead", OptionValue::Spin(ms)) => self.overhead_ms = ms.unsigned_abs(),
            ("UCI_Chess960", OptionValue::Check(is_on)) => self.is_chess960 = is_on,
            ("UCI_ShowWDL", OptionValue::Check(is_on)) => self.shows_wdl = is_on,
            ("UCI_LimitStrength", OptionValue::Check(is_on)) => {
                self.limits_strength = is_on;
                champion.set_persona(self.persona()).map_err(|error| error.to_string())?;
            }
            ("UCI_Elo", OptionValue::Spin(elo)) => {
                self.elo = Rating::clamped(small(elo));
                champion.set_persona(self.persona()).map_err(|error| error.to_string())?;
            }
            ("Skill Level", OptionValue::Spin(level)) => {
                self.skill = small(level);
                champion.set_persona(self.persona()).map_err(|error| error.to_string())?;
            }
            ("Character", OptionValue::Combo(name)) => {
                self.character = Character::by_name(&name);
                champion.set_persona(self.persona()).map_err(|error| error.to_string())?;
            }
            ("SyzygyPath", OptionValue::Text(path)) => {
                champion.endgames_mut().tables = tables::open(&path)?;
            }
            ("SyzygyProbeDepth", OptionValue::Spin(depth)) => {
                champion.endgames_mut().probe_depth = small(depth);
            }
            ("SyzygyProbeLimit", OptionValue::Spin(pieces)) => {
                champion.endgames_mut().probe_limit = small(pieces);
            }
            ("Syzygy50MoveRule", OptionValue::Check(is_on)) => {
                champion.endgames_mut().fifty_move_rule = is_on;
            }
            ("EvalFile", OptionValue::Text(path)) => {
                self.eval_file = open_eval(path)?;
                self.judge(champion)?;
            }
            ("OwnBook", OptionValue::Check(is_on)) => self.own_book = is_on,
            ("BookFile", OptionValue::Text(path)) => self.book = open_book(&path)?,
            ("Evaluation", OptionValue::Combo(name)) => {
                self.evaluation = name.parse().map_err(|error: EvalError| error.to_string())?;
                self.judge(champion)?;
            }
            #[cfg(feature = "tuning")]
            (name, OptionValue::Spin(value)) => {
                search::champion::params::set(name, i32::try_from(value).unwrap_or(0));
            }
            ("UCI_AnalyseMode", OptionValue::Check(is_on)) => self.analyses = is_on,
            // Ponder and UCI_Opponent only inform us: whether to ponder is the
            // program's to say with `go ponder`, and we play the same moves
            // against everybody.
            _ => {}
        }
        Ok(())
    }

    /// Evaluators with what Evaluation and EvalFile say together, whichever was said
    /// first: a file is for the evaluation that it belongs to, and for the
    /// default, which nobody has to choose.
    fn judge(&self, champion: &mut Champion) -> Result<(), String> {
        let is_meant = |file: &&Evaluation| {
            self.evaluation == Champion::DEFAULT_EVAL || self.evaluation.to_string() == file.name()
        };
        let evaluation = match self.eval_file.as_ref().filter(is_meant) {
            Some(file) => file.clone(),
            None => self.evaluation.load().map_err(|error| error.to_string())?,
        };
        champion.set_evaluation(evaluation);
        match &self.eval_file {
            Some(file) if !is_meant(&file) => Err(format!(
                "EvalFile is of '{}' and waits while Evaluation is '{}'",
                file.name(),
                self.evaluation
            )),
            _ => Ok(()),
        }
    }

    /// Who plays in the champion's place: a rating goes before a level of skill.
    fn persona(&self) -> Option<Persona> {
        let rating = match self.limits_strength {
            true => Some(self.elo),
            false => Rating::of_skill(self.skill),
        };
        rating.map(|rating| Persona { rating, character: self.character })
    }

    /// A move by the book, if there is one and it is to be used.
    pub(crate) fn book_move(&self, position: &Position, seed: u64) -> Option<Move> {
        if !self.own_book || self.analyses {
            return None;
        }
        self.book.as_deref().unwrap_or_else(|| Book::own()).choose(position, seed)
    }

    /// How to say things about a game that has come to `position`. Where castling
    /// is not that of usual chess the king's step would mean another move.
    pub(crate) fn manner(&self, position: &Position) -> Manner {
        let notation = if self.is_chess960 || !position.has_standard_castling() {
            CastlingNotation::Chess960
        } else {
            CastlingNotation::Standard
        };
        Manner { notation, shows_wdl: self.shows_wdl }
    }
}

/// The numbers of the search, in a build that can change them.
#[cfg(feature = "tuning")]
fn tunables() -> impl Iterator<Item = (&'static str, OptionKind)> {
    search::champion::params::all().iter().map(|param| {
        let [default, min, max] = [param.default, param.least, param.most].map(i64::from);
        (param.name, OptionKind::Spin { default, min, max })
    })
}

/// In all other builds they are part of the program.
#[cfg(not(feature = "tuning"))]
fn tunables() -> [(&'static str, OptionKind); 0] {
    []
}

/// A number that its option keeps small.
fn small(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

/// The book of a file; an empty text means none.
fn open_book(path: &str) -> Result<Option<Arc<Book>>, String> {
    if path.is_empty() {
        return Ok(None);
    }
    Book::open(Path::new(path)).map(|book| Some(Arc::new(book))).map_err(|error| error.to_string())
}

/// The network or the weights of a file; an empty text means none.
fn open_eval(path: String) -> Result<Option<Evaluation>, String> {
    if path.is_empty() {
        return Ok(None);
    }
    EvalSpec::File(path.into()).load().map(Some).map_err(|error| error.to_string())
}
