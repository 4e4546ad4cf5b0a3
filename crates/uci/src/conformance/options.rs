//! `setoption`.

use chess::Game;

use super::desk::{Examiner, middle_game};
use super::{CheckOutcome, Complaint};
use crate::reply::OptionKind;

/// Values that are none, and options that nobody has to have.
const BAD: [&str; 10] = [
    "setoption name No Such Option value 3",
    "setoption name Hash value many",
    "setoption name Hash value -5",
    "setoption name Hash value 99999999999999999999",
    "setoption name Threads value 0",
    "setoption name UCI_Chess960 value perhaps",
    "setoption name HASH value 8",
    "setoption name Clear Hash",
    "setoption name Clear Hash value",
    "setoption name SyzygyPath value <empty>",
];

/// What the options are afterwards cannot be asked; that it still plays can.
pub(super) fn survives_bad_values(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    for line in BAD {
        desk.say(line);
        let said = |complaint| Complaint::Wrong(format!("after '{line}': {complaint}"));
        desk.ready().map_err(said)?;
        desk.search(&middle_game(), "go depth 4").map_err(said)?;
    }
    Ok(format!("{} lines survived, a search after each", BAD.len()))
}

/// Memory that any computer has, in MiB, and threads that any may run.
const MODEST: i64 = 256;

pub(super) fn takes_extremes(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    let options = desk.options.clone();
    // Without the moves before it: in Chess960 castling would be written otherwise.
    let castled = Game::new(*middle_game().position());
    let (mut count, mut tried) = (0, 0);
    for option in &options {
        let (values, default): (Vec<String>, String) = match &option.kind {
            OptionKind::Check { default } => {
                (vec!["true".to_owned(), "false".to_owned()], default.to_string())
            }
            OptionKind::Spin { default, min, max } => {
                // What costs memory or processors is not pushed beyond what a
                // user might do by accident.
                let is_costly = ["hash", "threads"]
                    .iter()
                    .any(|word| option.name.to_ascii_lowercase().contains(word));
                let most = if is_costly { (*max).min(MODEST).max(*min) } else { *max };
                (vec![min.to_string(), most.to_string()], default.to_string())
            }
            OptionKind::Combo { default, choices } => (choices.clone(), default.clone()),
            OptionKind::Button => (vec![String::new()], String::new()),
            // Files and the like: what no file is called.
            OptionKind::Text { default } => {
                let is_log = ["log", "debug"]
                    .iter()
                    .any(|word| option.name.to_ascii_lowercase().contains(word));
                if is_log {
                    continue;
                }
                (vec!["<empty>".to_owned(), "/no/such/file or folder".to_owned()], default.clone())
            }
        };
        tried += 1;
        let name = &option.name;
        for value in values.iter().chain([&default]) {
            let line = match option.kind {
                OptionKind::Button => format!("setoption name {name}"),
                _ if value.is_empty() => format!("setoption name {name} value <empty>"),
                _ => format!("setoption name {name} value {value}"),
            };
            desk.say(&line);
            let said = |complaint| Complaint::Wrong(format!("after '{line}': {complaint}"));
            desk.ready().map_err(said)?;
            desk.search(&castled, "go nodes 2000").map_err(said)?;
            count += 1;
        }
    }
    Ok(format!("{count} values of {tried} options, Hash and Threads to {MODEST} at most"))
}
