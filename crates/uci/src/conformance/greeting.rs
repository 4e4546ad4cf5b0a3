//! First words, and words that mean nothing.

use std::time::Instant;

use super::desk::{Examiner, middle_game};
use super::{CheckOutcome, Complaint, wrong};

pub(super) fn introduces_itself(desk: &mut Examiner<'_>) -> CheckOutcome {
    let begin = Instant::now();
    desk.open()?;
    let took = begin.elapsed();
    for option in &desk.options {
        let name = option.name.as_str();
        if desk.options.iter().filter(|other| other.name.eq_ignore_ascii_case(name)).count() > 1 {
            return wrong(format!("the option {name} is declared twice"));
        }
    }
    // Programs say it again when they look at an engine anew.
    desk.introduce()
        .map_err(|complaint| Complaint::Wrong(format!("after a second 'uci': {complaint}")))?;
    Ok(format!("{took:.0?} to the first readyok, and 'uci' is answered again"))
}

/// What no engine should mind.
const JUNK: [&str; 17] = [
    "",
    "   ",
    "\t\r",
    "hello",
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

pub(super) fn survives_junk(desk: &mut Examiner<'_>) -> CheckOutcome {
    desk.open()?;
    for line in JUNK {
        desk.say(line);
    }
    desk.ready()?;
    desk.say_bytes(b"\xff\xfe\x00\x01 isready \xc3\x28");
    desk.say_bytes(&[b'x'; 100_000]);
    desk.say(&"position startpos moves ".repeat(2_000));
    // Whatever that was taken for, a `stop` ends it.
    desk.say("stop");
    desk.settle()?;
    desk.search(&middle_game(), "go depth 3")?;
    Ok(format!("{} strange lines", JUNK.len() + 3))
}
