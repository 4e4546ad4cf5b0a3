//! Any line is read as a command and as a reply; what was understood is written
//! so that it reads the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use uci::{Command, Reply};

fuzz_target!(|line: &str| {
    if let Some(command) = Command::parse(line).value {
        let written = command.to_string();
        assert_eq!(Command::parse(&written).value, Some(command), "{written}");
    }
    let reply = Reply::parse(line).value;
    let written = reply.to_string();
    assert_eq!(Reply::parse(&written).value, reply, "{written}");
});
