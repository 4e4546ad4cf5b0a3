//! Notes which compiler builds the program, and for which machine.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = env::var_os("RUSTC").and_then(|rustc| {
        let output = Command::new(rustc).arg("--version").output().ok()?;
        String::from_utf8(output.stdout).ok()
    });
    // No reason to stop: only those who ask see it.
    let compiler = compiler.unwrap_or_else(|| "an unknown compiler".to_owned());
    let target = env::var("TARGET").unwrap_or_else(|_| "an unknown machine".to_owned());
    println!("cargo::rustc-env=PLYWISE_COMPILER={}", compiler.trim());
    println!("cargo::rustc-env=PLYWISE_TARGET={target}");
}
