//! The `plywise` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    plywise::main()
}
