#!/usr/bin/env bash
# Every crate as a package that could be published: packed, unpacked and compiled from what is in it, without
# publishing anything. And the rules with the oldest Rust that they promise.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' crates/chess/Cargo.toml)
"$cargo" "+$oldest" --version >/dev/null 2>&1 || {
    echo "packages: there is no Rust $oldest, which plywise-chess promises: rustup toolchain install $oldest --profile minimal" >&2
    exit 1
}
# cargo warns that the manifests name no documentation, homepage or repository. There is no public address yet, and one
# that leads nowhere would be worse: whoever publishes adds `repository` to [workspace.package], and
# `repository.workspace = true` to the crates. What is not committed is tried, too: that, cargo itself asks who publishes.
"$cargo" publish --dry-run --workspace --locked --allow-dirty \
    --exclude bench-rules --exclude collections --exclude fuzz --exclude plywise-wasm "$@"
"$cargo" "+$oldest" check --package plywise-chess --locked --target-dir "${CARGO_TARGET_DIR:-target}/oldest"
# The engine as others get it: without endgame tables.
"$cargo" check --package plywise-engine --locked
