//! `make` in the folders that OpenBench builds in. What it asks of cargo is looked at here, with a cargo that builds
//! nothing; `openbench/test.sh` (`make test-openbench`) builds both programs and tries them.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes down how it was called, and leaves a program where one is expected.
const CARGO: &str = r#"#!/bin/sh
printf '%s\n' "$@" >"$CALLED"
printf 'EVALFILE=%s\n' "$EVALFILE" >>"$CALLED"
while [ $# -gt 0 ]; do [ "$1" != --target-dir ] || target=$2; shift; done
mkdir -p "$target/release" && echo built >"$target/release/plywise"
"#;

struct Build {
    folder: PathBuf,
}

impl Build {
    /// A folder whose path has a space.
    fn new() -> Build {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("open bench");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("cargo"), CARGO).unwrap();
        fs::set_permissions(folder.join("cargo"), fs::Permissions::from_mode(0o755)).unwrap();
        Build { folder }
    }

    /// What cargo is asked by `make` in a folder of the project, one word a line.
    fn make(&self, place: &str, network: &str) -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let called = self.folder.join("called");
        let exe = self.folder.join("Plywise-1234abcd");
        let _ = fs::remove_file(&exe);
        let output = Command::new("make")
            .arg("-C")
            .arg(root.join(place))
            .arg(format!("EXE={}", exe.display()))
            .arg(format!("EVALFILE={network}"))
            // Quoted for the shell, as a person with such a path would.
            .arg(format!("CARGO='{}'", self.folder.join("cargo").display()))
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("CALLED", &called)
            .env_remove("MAKEFLAGS")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::read_to_string(&exe).unwrap(), "built\n");
        fs::read_to_string(called).unwrap()
    }
}

#[test]
fn openbench_builds_without_the_page_and_tunes_with_the_numbers() {
    let build = Build::new();
    let called = build.make("openbench", "/a b/net.nnue");
    for words in ["--release\n--locked\n", "--no-default-features\n", "EVALFILE=/a b/net.nnue\n"] {
        assert!(called.contains(words), "{words}: {called}");
    }
    assert!(!called.contains("--features\n"), "{called}");
    let tuned = build.make("openbench/tuning", r"C:\nets\a.nnue");
    assert!(tuned.contains("--no-default-features\n--features\ntuning\n"), "{tuned}");
    assert!(tuned.contains("EVALFILE=C:/nets/a.nnue\n"), "{tuned}");
    // A name without a folder lies where make runs.
    let near = build.make("openbench", "a.nnue");
    assert!(near.contains("/openbench/a.nnue\n"), "{near}");
    // Both mean this project.
    for called in [called, tuned] {
        let manifest = called.lines().find(|line| line.ends_with("/Cargo.toml")).unwrap();
        assert!(Path::new(manifest).is_file(), "{manifest}");
    }
    fs::remove_dir_all(&build.folder).unwrap();
}
