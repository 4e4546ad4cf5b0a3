//! What can be set in an engine.

use std::fmt;

use crate::note::{Notes, ParseNote};
use crate::number::integer;
use crate::words::{Words, one_line, or_empty, read_text, shown};

/// What an engine says of one of its options.
///
/// ```
/// use plywise_uci::{OptionValue, Reply};
///
/// let line = "option name Move Overhead type spin default 10 min 0 max 5000";
/// let Reply::Option(overhead) = Reply::parse(line).value else { panic!() };
/// assert_eq!(overhead.to_string(), line);
/// assert_eq!(overhead.read(Some("30")), Ok(OptionValue::Spin(30)));
/// let refused = overhead.read(Some("6000")).map_err(|refusal| refusal.to_string());
/// assert_eq!(refused, Err("Move Overhead is a number from 0 to 5000, not '6000'".to_owned()));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionDeclaration {
    /// Its name in the engine's own spelling.
    pub name: String,
    /// What it can be.
    pub kind: OptionKind,
}

/// What an option can be.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// What it is at first.
        default: bool,
    },
    /// A number.
    Spin {
        /// What it is at first.
        default: i64,
        /// The least it may be.
        min: i64,
        /// The most it may be.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// What it is at first.
        default: String,
        /// What it may be.
        choices: Vec<String>,
    },
    /// Something to do, without a value.
    Button,
    /// Any text. Also what an engine of another mind calls a kind of its own.
    Text {
        /// What it is at first.
        default: String,
    },
}

/// A value that an option accepts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionValue {
    /// Yes or no.
    Check(bool),
    /// A number within the option's range.
    Spin(i64),
    /// One of the choices, in the engine's own spelling.
    Combo(String),
    /// The button is pressed.
    Button,
    /// Any text.
    Text(String),
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionRefusal {
    /// There is no such option.
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// The option cannot have this value.
    Value {
        /// The option.
        option: OptionDeclaration,
        /// The value asked for.
        value: String,
    },
}

/// The option of this name, in any case.
pub fn find<'a>(
    options: &'a [OptionDeclaration],
    name: &str,
) -> Result<&'a OptionDeclaration, OptionRefusal> {
    let same = |option: &&OptionDeclaration| {
        let ours = option.name.split_ascii_whitespace().map(str::to_ascii_lowercase);
        ours.eq(name.split_ascii_whitespace().map(str::to_ascii_lowercase))
    };
    options.iter().find(same).ok_or_else(|| OptionRefusal::Unknown {
        name: name.to_owned(),
        known: options.iter().map(|option| option.name.clone()).collect(),
    })
}

impl OptionDeclaration {
    /// What the text after `value` means for this option.
    pub fn read(&self, value: Option<&str>) -> Result<OptionValue, OptionRefusal> {
        let text = read_text(value.unwrap_or_default());
        let read = match &self.kind {
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Some(OptionValue::Check(true)),
                "false" => Some(OptionValue::Check(false)),
                _ => None,
            },
            OptionKind::Spin { min, max, .. } => {
                // Parsed strictly: beyond the range of the type is beyond any range.
                let number = text.parse().ok();
                number.filter(|number| (min..=max).contains(&number)).map(OptionValue::Spin)
            }
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(&text))
                .map(|choice| OptionValue::Combo(choice.clone())),
            OptionKind::Button => Some(OptionValue::Button),
            OptionKind::Text { .. } => Some(OptionValue::Text(text.clone())),
        };
        read.ok_or_else(|| OptionRefusal::Value { option: self.clone(), value: text })
    }

    /// Reads what follows `option`; `None` if it lacks name or type.
    pub(crate) fn parse(words: &mut Words<'_>, notes: &mut Notes) -> Option<OptionDeclaration> {
        let missing = |lacks| move || ParseNote::Missing { what: "option", lacks };
        if words.next() != Some("name") {
            notes.add(missing("'name'"));
            return None;
        }
        let name = words.text_until(|word| word == "type");
        words.next();
        let (Some(kind), false) = (words.next(), name.is_empty()) else {
            notes.add(missing("a name and a type"));
            return None;
        };
        let kind = match kind {
            "check" => {
                OptionKind::Check { default: read_default(words).eq_ignore_ascii_case("true") }
            }
            "spin" => read_spin(words, notes),
            "combo" => read_combo(words, notes),
            "button" => OptionKind::Button,
            "string" => OptionKind::Text { default: read_default(words) },
            other => {
                notes.unknown("type", [other]);
                OptionKind::Text { default: read_default(words) }
            }
        };
        Some(OptionDeclaration { name, kind })
    }
}

impl OptionValue {
    /// The text to send after `value`; `None` for a button.
    pub fn text(&self) -> Option<String> {
        match self {
            OptionValue::Check(is_on) => Some(is_on.to_string()),
            OptionValue::Spin(number) => Some(number.to_string()),
            OptionValue::Combo(text) | OptionValue::Text(text) => Some(text.clone()),
            OptionValue::Button => None,
        }
    }
}

/// The rest of the line after `default`.
fn read_default(words: &mut Words<'_>) -> String {
    match words.next() {
        Some("default") => read_text(words.rest()),
        _ => String::new(),
    }
}

fn read_spin(words: &mut Words<'_>, notes: &mut Notes) -> OptionKind {
    // What an engine leaves out is no limit.
    let (mut default, mut min, mut max) = (None, i64::MIN, i64::MAX);
    while let Some(word) = words.next() {
        let number = words.peek().and_then(integer);
        match (word, number) {
            ("default", Some(number)) => default = Some(number),
            ("min", Some(number)) => min = number,
            ("max", Some(number)) => max = number,
            _ => {
                notes.unknown("spin", [word]);
                continue;
            }
        }
        words.next();
    }
    OptionKind::Spin { default: default.unwrap_or(0.max(min).min(max)), min, max }
}

fn read_combo(words: &mut Words<'_>, notes: &mut Notes) -> OptionKind {
    let is_keyword = |word: &str| matches!(word, "default" | "var");
    notes.unknown("combo", words.list_until(is_keyword).iter().map(String::as_str));
    let mut default = None;
    let mut choices = Vec::new();
    while let Some(word) = words.next() {
        let text = read_text(&words.text_until(is_keyword));
        match word {
            "default" => default = Some(text),
            _ => choices.push(text),
        }
    }
    let default = default.or_else(|| choices.first().cloned()).unwrap_or_default();
    OptionKind::Combo { default, choices }
}

/// The line itself, `option` included.
impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", one_line(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {}", or_empty(default))?;
                choices.iter().try_for_each(|choice| write!(f, " var {}", or_empty(choice)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } => write!(f, "string default {}", or_empty(default)),
        }
    }
}

/// A sentence that says what is allowed.
impl fmt::Display for OptionRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionRefusal::Unknown { name, known } if known.is_empty() => {
                write!(f, "there is no option '{}', nor any other", shown(name))
            }
            OptionRefusal::Unknown { name, known } => {
                write!(f, "there is no option '{}', only {}", shown(name), known.join(", "))
            }
            OptionRefusal::Value { option, value } => {
                write!(f, "{} is ", option.name)?;
                match &option.kind {
                    OptionKind::Check { .. } => f.write_str("true or false")?,
                    OptionKind::Spin { min, max, .. } => write!(f, "a number from {min} to {max}")?,
                    OptionKind::Combo { choices, .. } => {
                        write!(f, "one of {}", choices.join(", "))?
                    }
                    // These two accept everything.
                    OptionKind::Button => f.write_str("a button")?,
                    OptionKind::Text { .. } => f.write_str("a text")?,
                }
                write!(f, ", not '{}'", shown(value))
            }
        }
    }
}

impl std::error::Error for OptionRefusal {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> OptionDeclaration {
        let mut words = Words::new(line);
        assert_eq!(words.next(), Some("option"));
        OptionDeclaration::parse(&mut words, &mut Notes::default()).unwrap()
    }

    #[test]
    fn declarations_are_written_as_they_were_read() {
        for line in [
            "option name Hash type spin default 16 min 1 max 33554432",
            "option name Clear Hash type button",
            "option name Ponder type check default false",
            "option name UCI_Chess960 type check default true",
            "option name Style type combo default Very Solid var Very Solid var Normal var Risky",
            "option name SyzygyPath type string default <empty>",
            "option name EvalFile type string default /my nets/min max  nn.nnue",
        ] {
            assert_eq!(read(line).to_string(), line);
        }
    }

    #[test]
    fn what_engines_leave_out_is_filled_in() {
        for (line, full) in [
            ("option name A type check", "option name A type check default false"),
            (
                "option name A type spin max 5 default many",
                "option name A type spin default 0 min -9223372036854775808 max 5",
            ),
            (
                "option name A type spin default 3 max 9 min 2",
                "option name A type spin default 3 min 2 max 9",
            ),
            (
                "option name A type combo var B C var",
                "option name A type combo default B C var B C var <empty>",
            ),
            ("option name A type string", "option name A type string default <empty>"),
            ("option name A type file default /x", "option name A type string default /x"),
        ] {
            assert_eq!(read(line).to_string(), full, "{line}");
        }
        for line in ["", "name", "name A", "name A type", "name type spin", "A type spin"] {
            let parsed = OptionDeclaration::parse(&mut Words::new(line), &mut Notes::default());
            assert_eq!(parsed, None, "{line}");
        }
    }

    #[test]
    fn values_are_checked() {
        let spin = read("option name A type spin default 1 min -5 max 9");
        let combo = read("option name A type combo default Big var Big var Small");
        let check = read("option name A type check default true");
        let button = read("option name A type button");
        let text = read("option name A type string default x");
        for (option, value, expected) in [
            (&spin, Some("-5"), Some(OptionValue::Spin(-5))),
            (&spin, Some("10"), None),
            (&spin, Some("99999999999999999999"), None),
            (&spin, Some("x"), None),
            (&spin, None, None),
            (&combo, Some("small"), Some(OptionValue::Combo("Small".to_owned()))),
            (&combo, Some("huge"), None),
            (&check, Some("TRUE"), Some(OptionValue::Check(true))),
            (&check, Some("yes"), None),
            (&button, None, Some(OptionValue::Button)),
            (&button, Some(""), Some(OptionValue::Button)),
            (&text, Some("<empty>"), Some(OptionValue::Text(String::new()))),
            (&text, Some("a  b"), Some(OptionValue::Text("a  b".to_owned()))),
        ] {
            assert_eq!(option.read(value).ok(), expected, "{option}: {value:?}");
        }
        let sentence = combo.read(Some("huge")).unwrap_err().to_string();
        assert_eq!(sentence, "A is one of Big, Small, not 'huge'");
    }

    #[test]
    fn names_are_found_in_any_case() {
        let options = [
            read("option name Move Overhead type spin default 1 min 0 max 9"),
            read("option name Clear Hash type button"),
        ];
        assert_eq!(find(&options, "MOVE  overhead").map(|found| &found.name), Ok(&options[0].name));
        assert_eq!(
            find(&options, "Hash").unwrap_err().to_string(),
            "there is no option 'Hash', only Move Overhead, Clear Hash"
        );
    }
}
