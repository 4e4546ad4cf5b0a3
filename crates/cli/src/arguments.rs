//! Readers for arguments, and one clear sentence when one of them is wrong.

use std::fmt::Display;
use std::ops::RangeInclusive;

use chess::quote;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};

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
pub(crate) fn explain(error: &clap::Error, root: &Command) -> Failure {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    // `--hash <MB>` and `[DEPTH]` are the parser's names; ours are shorter.
    let argument = |kind| {
        let text = text(kind);
        let name = text.split([' ', '=']).next().unwrap_or_default();
        quote(name.trim_matches(['[', ']', '<', '>', '.']))
    };
    let command = innermost(root);
    let name = command.get_name();
    let sentence = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            return Failure::Informed(error.render().to_string());
        }
        ErrorKind::InvalidSubcommand => format!(
            "there is no command '{}'; {}",
            quote(&text(ContextKind::InvalidSubcommand)),
            takes(command)
        ),
        ErrorKind::UnknownArgument => format!(
            "'{}' is not known to '{name}'; {}",
            quote(&text(ContextKind::InvalidArg)),
            takes(command)
        ),
        ErrorKind::MissingRequiredArgument => {
            let argument = argument(ContextKind::InvalidArg);
            let purpose = purpose(command, &argument).map(|purpose| format!(": {purpose}"));
            format!("'{name}' needs {argument}{}; {}", purpose.unwrap_or_default(), takes(command))
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            format!("'{name}' needs a command; {}", takes(command))
        }
        ErrorKind::InvalidValue if text(ContextKind::InvalidValue).is_empty() => {
            let argument = argument(ContextKind::InvalidArg);
            match (text(ContextKind::ValidValue), purpose(command, &argument)) {
                (valid, _) if !valid.is_empty() => {
                    format!("{argument} needs a value: one of {valid}")
                }
                (_, Some(purpose)) => format!("{argument} needs a value: {purpose}"),
                (_, None) => format!("{argument} needs a value"),
            }
        }
        // A wrong value is no matter where there are two.
        ErrorKind::InvalidValue | ErrorKind::ValueValidation
            if is_given_twice(command, &argument(ContextKind::InvalidArg)) =>
        {
            format!("{} is given twice; once is enough", argument(ContextKind::InvalidArg))
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let argument = argument(ContextKind::InvalidArg);
            let value = quote(&text(ContextKind::InvalidValue));
            match std::error::Error::source(error) {
                Some(reason) => format!("{argument} cannot be '{value}': {reason}"),
                None => {
                    let valid = text(ContextKind::ValidValue);
                    format!("{argument} cannot be '{value}': one of {valid}")
                }
            }
        }
        ErrorKind::TooManyValues => {
            format!("{} takes no value; {}", argument(ContextKind::InvalidArg), takes(command))
        }
        ErrorKind::ArgumentConflict => {
            let (given, prior) =
                (argument(ContextKind::InvalidArg), argument(ContextKind::PriorArg));
            if given == prior {
                format!("{given} is given twice; once is enough")
            } else {
                format!("{given} cannot be used together with {prior}")
            }
        }
        ErrorKind::InvalidUtf8 => {
            format!("an argument is not UTF-8 text; {}", takes(command))
        }
        // Rare kinds: the parser's own first line.
        _ => {
            let rendered = error.render().to_string();
            let line = rendered.lines().next().unwrap_or_default();
            format!("{}; {}", quote(line.trim_start_matches("error: ")), takes(command))
        }
    };
    Failure::WrongUse(sentence)
}

/// The command that the arguments name, as far down as they do: what it takes
/// is what a complaint should list.
fn innermost(root: &Command) -> &Command {
    let mut command = root;
    for name in std::env::args_os().skip(1) {
        let Some(inner) = command.find_subcommand(name) else { break };
        command = inner;
    }
    command
}

/// Whether an option that may be given once stands among the arguments twice.
fn is_given_twice(command: &Command, option: &str) -> bool {
    let is_list = |argument: &Arg| matches!(argument.get_action(), ArgAction::Append);
    if command.get_arguments().any(|each| argument_name(each) == option && is_list(each)) {
        return false;
    }
    let is_it = |text: &str| text.split('=').next() == Some(option);
    let arguments = std::env::args_os().skip(1);
    option.starts_with("--")
        && arguments.filter(|text| text.to_str().is_some_and(is_it)).nth(1).is_some()
}

/// What a command takes, as the end of a sentence.
fn takes(command: &Command) -> String {
    let commands = list(command.get_subcommands().map(Command::get_name));
    let arguments = list(command.get_arguments().map(argument_name));
    if !commands.is_empty() {
        format!("the commands are {commands}")
    } else if arguments.is_empty() {
        "it takes no arguments".to_owned()
    } else {
        format!("it takes {arguments}")
    }
}

/// The help of an argument, as the end of a sentence.
fn purpose(command: &Command, name: &str) -> Option<String> {
    let argument = command.get_arguments().find(|argument| argument_name(argument) == name)?;
    let help = argument.get_help()?.to_string();
    let mut letters = help.chars();
    let first = letters.next()?;
    // FEN and PGN stay what they are, also at the beginning.
    let is_word = !letters.clone().next().is_some_and(char::is_uppercase);
    Some(if is_word { first.to_lowercase().chain(letters).collect() } else { help })
}

fn argument_name(argument: &Arg) -> String {
    match argument.get_long() {
        Some(long) => format!("--{long}"),
        None => match argument.get_value_names() {
            Some([name, ..]) => name.to_string(),
            _ => argument.get_id().as_str().to_uppercase(),
        },
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
