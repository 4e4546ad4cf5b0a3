#!/usr/bin/env bash
# Whether the program compiles for macOS, seen from here: all of it but SQLite, which is C and needs Apple's headers.
# So without the feature `serve`; the rest of the server is the same on every Unix.
set -euo pipefail
target=aarch64-apple-darwin
cd "$(dirname "$0")/../../.."
if [ ! -d "$(rustc --print target-libdir --target $target)" ]; then
    rustup target add $target || { echo "macOS was not tried: rustup target add $target"; exit 1; }
fi
RUSTFLAGS="" ${CARGO:-cargo} check --target $target --package plywise --no-default-features --locked
