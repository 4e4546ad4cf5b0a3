//! What a machine lacks is left out of `make test` with a word, but in CI it fails.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

/// Scripts of `make test`, their arguments, and what they say where all is missing.
const SCRIPTS: [(&str, &[&str], &str); 6] = [
    ("web/tests/run.sh", &["plywise"], "The page was not tested: npm is missing"),
    ("crates/cli/tests/windows.sh", &[], "Windows was not tried: there is no "),
    ("crates/cli/tests/macos.sh", &[], "macOS was not tried: there is no rustc"),
    ("crates/app/tests/wasm.sh", &[], "WebAssembly was not tried: "),
    ("web/tests/site.sh", &["plywise", "site"], "The site was not tested: "),
    ("crates/uci/tests/engines.sh", &[], "Tests go without "),
];

/// All programs that such a machine has. Without `id` nobody is known to be root, so nothing is installed.
const PROGRAMS: [&str; 3] = ["dirname", "realpath", "bash"];

#[test]
fn what_is_missing_fails_in_ci_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    for program in PROGRAMS {
        let found = std::env::split_paths(&path).map(|place| place.join(program));
        symlink(found.into_iter().find(|file| file.is_file()).unwrap(), folder.join(program))
            .unwrap();
    }
    for (script, arguments, sentence) in SCRIPTS {
        for (ci, code) in [(None, 0), (Some("true"), 1), (Some("1"), 1), (Some(""), 0)] {
            let mut command = Command::new(folder.join("bash"));
            command.arg(root.join(script)).args(arguments).current_dir(&root);
            command.env("PATH", &folder).env("PLYWISE_GAMES", &folder).env_remove("CI");
            let output = command.envs(ci.map(|ci| ("CI", ci))).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(output.status.code(), Some(code), "{script} CI={ci:?}: {said}");
            assert!(said.starts_with(sentence), "{script} CI={ci:?}: {said}");
        }
    }
}
