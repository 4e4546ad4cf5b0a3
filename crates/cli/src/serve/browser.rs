//! The user's own browser.

use std::io;
use std::process::{Command, Stdio};

/// Opens an address of ours in the browser.
pub(crate) fn open(url: &str) -> io::Result<()> {
    let mut command = match std::env::consts::OS {
        "macos" => Command::new("open"),
        "windows" => {
            let mut command = Command::new("cmd");
            // The first word in quotes would be the window's title.
            command.args(["/c", "start", ""]);
            command
        }
        _ => Command::new("xdg-open"),
    };
    let quiet = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Not waited for: some of these programs are the browser itself.
    quiet.spawn().map(drop)
}
