#!/usr/bin/env bash
# Whether the program compiles for Windows, seen from here. Installs what is missing where it may;
# says so and leaves where it may not, in CI with an error.
set -euo pipefail
target=x86_64-pc-windows-gnu

skip() {
    echo "Windows was not tried: $1"
    # A person may do without; what is said to be tested must have been.
    [ -z "${CI:-}" ] || exit 1
    exit 0
}

# SQLite is C, and cargo compiles it even to check the rest.
compiler=x86_64-w64-mingw32-gcc
if ! command -v $compiler >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # Waits for others who install something at the moment.
    { apt-get update -qq; apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends gcc-mingw-w64-x86-64; } >/dev/null 2>&1 || true
fi
command -v $compiler >/dev/null || skip "there is no $compiler (Debian: apt-get install gcc-mingw-w64-x86-64)."
has_target() { [ -d "$(rustc --print target-libdir --target $target)" ]; }
has_target || ! command -v rustup >/dev/null || rustup target add $target || true
has_target || skip "Rust's libraries for it are missing: rustup target add $target"
# Nothing of this build runs, so it needs no page. With the feature `tuning` it is also the one build
# that sees the search's numbers as options: compiled once, both are known to compile.
${CARGO:-cargo} clippy --target $target --package plywise --features tuning --locked -- -D warnings
