#!/usr/bin/env bash
# Whether everything the page can ask, and the coach, compiles for the browser. Installs what is missing where it may;
# says so and leaves where it may not, in CI with an error.
set -euo pipefail
target=wasm32-wasip1-threads

skip() {
    echo "WebAssembly was not tried: $1"
    # A person may do without; what is said to be tested must have been.
    [ -z "${CI:-}" ] || exit 1
    exit 0
}

has_target() { [ -d "$(rustc --print target-libdir --target $target)" ]; }
has_target || ! command -v rustup >/dev/null || rustup target add $target || true
has_target || skip "Rust's libraries for it are missing: rustup target add $target"
# In the place of target-cpu=native, which means this computer and no browser.
RUSTFLAGS="-C target-feature=+simd128" ${CARGO:-cargo} check --target $target --package plywise-app --package plywise-coach --locked
