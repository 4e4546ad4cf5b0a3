//! Readers for arguments, and one clear sentence when one of them is wrong.

use std::fmt::Display;
use std::ops::RangeInclusive;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::failure::Failure;

/// Reads a whole number within a range; the error names the range.
pub(crate) fn number(text: &str, allowed: RangeInclusive<u64>) -> Result<u64, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits
        .then(|| text.parse().ok())
        .flatten()
        .filter(|number| allowed.contains(number))
        .ok_or_else(|| format!("a whole number from {} to {}", allowed.start(), allowed.end()))
}

/// Turns the parser's complaint into one sentence that lists what is allowed.
pub(crate) fn explain(error: clap::Error, root: &Command) -> Failure {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    // `--hash <MB>` and `[DEPTH]` are the parser's names; ours are shorter.
    let argument = |kind| {
        let text = text(kind);
        let name = text.split(' ').next().unwrap_or_default();
        name.trim_matches(['[', ']', '<', '>', '.']).to_owned()
    };
    let command = asked_for(root);
    let sentence = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            return Failure::Informed(error.render().to_string());
        }
        ErrorKind::InvalidSubcommand => format!(
            "there is no command '{}'; the commands are {}",
            text(ContextKind::InvalidSubcommand),
            list(root.get_subcommands().map(Command::get_name))
        ),
        ErrorKind::UnknownArgument if command.get_subcommands().next().is_some() => format!(
            "'{}' is not known here; the commands are {}",
            text(ContextKind::InvalidArg),
            list(command.get_subcommands().map(Command::get_name))
        ),
        ErrorKind::UnknownArgument => format!(
            "'{}' is not known to '{}'; it takes {}",
            text(ContextKind::InvalidArg),
            command.get_name(),
            list(command.get_arguments().map(argument_name))
        ),
        ErrorKind::MissingRequiredArgument => format!(
            "'{}' needs {}; it takes {}",
            command.get_name(),
            argument(ContextKind::InvalidArg),
            list(command.get_arguments().map(argument_name))
        ),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let name = argument(ContextKind::InvalidArg);
            let value = text(ContextKind::InvalidValue);
            match (value.is_empty(), std::error::Error::source(&error)) {
                (true, _) => format!("{name} needs a value"),
                (false, Some(reason)) => format!("{name} cannot be '{value}': {reason}"),
                (false, None) => {
                    let allowed = text(ContextKind::ValidValue);
                    format!("{name} cannot be '{value}': one of {allowed}")
                }
            }
        }
        ErrorKind::ArgumentConflict => format!(
            "{} cannot be used together with {}",
            argument(ContextKind::InvalidArg),
            argument(ContextKind::PriorArg)
        ),
        // Rare kinds: the parser's own first line.
        _ => {
            let rendered = error.render().to_string();
            let line = rendered.lines().next().unwrap_or_default();
            line.trim_start_matches("error: ").to_owned()
        }
    };
    Failure::WrongUse(sentence)
}

/// The subcommand named first on the command line, or the program itself.
fn asked_for(root: &Command) -> &Command {
    let name = std::env::args_os().nth(1);
    name.and_then(|name| root.find_subcommand(name)).unwrap_or(root)
}

fn argument_name(argument: &clap::Arg) -> String {
    match argument.get_long() {
        Some(long) => format!("--{long}"),
        None => argument.get_id().as_str().to_uppercase(),
    }
}

fn list<T: Display>(names: impl Iterator<Item = T>) -> String {
    names.map(|name| name.to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_digits_within_the_range() {
        assert_eq!(number("7", 0..=9), Ok(7));
        for bad in ["", "x", "-1", "+1", "1.5", "10", "99999999999999999999999", " 1", "١"] {
            assert_eq!(number(bad, 0..=9), Err("a whole number from 0 to 9".to_owned()), "{bad}");
        }
    }
}
