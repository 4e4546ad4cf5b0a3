#!/usr/bin/env bash
# Builds the static site: the page with the program inside, as WebAssembly.
#   web/site.sh FOLDER   writes it there; any static host can serve it
# PLYWISE_SITE_FAST=1 compiles quickly and runs slower, for work on the page.
set -euo pipefail
out=$(realpath -m "$1")
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
target=wasm32-wasip1-threads
network=${EVALFILE:-crates/eval/nets/v8k.nnue}

skip() {
    echo "The site was not built: $1"
    exit 1
}

has_target() { [ -d "$(rustc --print target-libdir --target $target)" ]; }
has_target || ! command -v rustup >/dev/null || rustup target add $target || true
has_target || skip "Rust's libraries for it are missing: rustup target add $target"
command -v npm >/dev/null || skip "npm is missing; install Node.js 20.19 or newer."
command -v python3 >/dev/null || skip "python3 is missing, which collects the licences of what is inside."

profile=site
[ -z "${PLYWISE_SITE_FAST:-}" ] || profile=site-quick
# In the place of target-cpu=native, which means this computer and no browser. The memory is as web/src/site/machine.ts
# has it: 32 MiB at first, 4 GiB at most. The network is a file of its own.
EVALFILE= PLYWISE_NETWORK=later \
    RUSTFLAGS="-C target-feature=+simd128 -C link-arg=--initial-memory=33554432 -C link-arg=--max-memory=4294967296" \
    "$cargo" build --locked --quiet --target $target --package plywise-wasm --profile $profile

wasm=$(realpath "${CARGO_TARGET_DIR:-target}/$target/$profile/plywise-site.wasm")
network=$(realpath "$network")
licences=$(dirname "$wasm")/licences-program.txt
python3 packaging/licences.py $target plywise-wasm >"$licences"
cd web
. ./packages.sh
PLYWISE_WASM=$wasm PLYWISE_NETWORK_FILE=$network PLYWISE_LICENCES=$licences \
    PLYWISE_PAGE_OUT=$out npm run --silent build -- --mode site
