//! First words, and words that mean nothing.

use std::time::Instant;

use super::desk::Desk;
use super::{Outcome, wrong};

pub(super) fn introduces_itself(desk: &mut Desk<'_>) -> Outcome {
    let begin = Instant::now();
    desk.open()?;
    let took = begin.elapsed();
    for option in &desk.options {
        let name = option.name.as_str();
        if desk.options.iter().filter(|other| other.name.eq_ignore_ascii_case(name)).count() > 1 {
            return wrong(format!("the option {name} is declared twice"));
        }
    }
    // Said again, it is answered again.
    desk.options.clear();
    desk.say("uci");
    desk.ready()?;
    Ok(format!("{took:.0?} to the first readyok"))
}

/// What no engine should mind.
const JUNK: [&str; 18] = [
    "",
    "   ",
    "\t\r",
    "hello",
    "go away",
    "isreadyx",
    "setoption",
    "setoption name",
    "setoption name value",
    "setoption value 3 name Hash",
    "position",
    "position moves e2e4",
    "debug",
    "debug maybe",
    "register later",
    "ponderhit",
    "stop",
    "# a comment",
];

pub(super) fn survives_junk(desk: &mut Desk<'_>) -> Outcome {
    desk.open()?;
    for line in JUNK.into_iter().filter(|line| *line != "go away") {
        desk.say(line);
    }
    desk.ready()?;
    desk.say_bytes(b"\xff\xfe\x00\x01 isready \xc3\x28");
    desk.say_bytes(&[b'x'; 100_000]);
    desk.say(&"position startpos moves ".repeat(2_000));
    // Whatever that was taken for, a `stop` ends it.
    desk.say("stop");
    settle(desk)?;
    desk.search(&super::desk::middle_game(), "go depth 3")?;
    Ok(format!("{} strange lines", JUNK.len() + 2))
}

/// Waits for `readyok` and does not mind what else is said.
fn settle(desk: &mut Desk<'_>) -> Result<(), super::Complaint> {
    // Two rounds: the first may be answered by what the junk contained.
    for _ in 0..2 {
        if let Err(complaint) = desk.ready()
            && !complaint.to_string().contains("nothing was asked")
        {
            return Err(complaint);
        }
    }
    desk.ready()
}
