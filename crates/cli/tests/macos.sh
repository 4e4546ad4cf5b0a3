#!/usr/bin/env bash
# Whether the program compiles for macOS, seen from here: all of it but SQLite, which is C and needs Apple's headers.
# So without the feature `serve`; the rest of the server is the same on every Unix.
# Installs what is missing where it may; says so and leaves where it may not, in CI with an error.
set -euo pipefail
target=aarch64-apple-darwin
cd "$(dirname "$0")/../../.."

skip() {
    echo "macOS was not tried: $1"
    # A person may do without; what is said to be tested must have been.
    [ -z "${CI:-}" ] || exit 1
    exit 0
}

command -v rustc >/dev/null || skip "there is no rustc (https://rustup.rs)."
has_target() { [ -d "$(rustc --print target-libdir --target $target)" ]; }
has_target || ! command -v rustup >/dev/null || rustup target add $target || true
has_target || skip "Rust's libraries for it are missing: rustup target add $target"
RUSTFLAGS="" ${CARGO:-cargo} check --target $target --package plywise --no-default-features --locked
