#!/usr/bin/env bash
# Runs the network's tests on the CPUs that this one is not: ARM of 64 bits by
# emulation, WebAssembly in Node. Installs the Rust targets and, where it may
# (Debian, as root), the emulator and the linker.
# With `bench` as argument also `plywise bench` on ARM and, where this is x86-64, on
# CPUs without AVX2 (Nehalem) and without AVX-512 (Haswell), which must all count
# what `plywise bench` counts here; that takes many minutes.
set -euo pipefail
cd "$(dirname "$0")/../../.."
cargo=${CARGO:-cargo}
arm=aarch64-unknown-linux-gnu
wasm=wasm32-wasip1
folder=${CARGO_TARGET_DIR:-target}/kernels

rustup target add "$arm" "$wasm"
missing=()
command -v qemu-aarch64 >/dev/null || missing+=(qemu-user)
command -v aarch64-linux-gnu-gcc >/dev/null || missing+=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross)
if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    else
        echo "kernels.sh needs ${missing[*]}: install them, or run it as root on Debian." >&2
        exit 1
    fi
fi
command -v node >/dev/null || { echo "kernels.sh needs Node.js 20 or newer." >&2; exit 1; }

export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
export CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $PWD/crates/eval/tests/wasi.mjs"

# In the environment, because the repository's own flags name the CPU of this machine.
tests() { "$cargo" test --locked --package plywise-eval --lib --test nnue --target-dir "$folder" --target "$1"; }
RUSTFLAGS="" tests "$arm"
RUSTFLAGS="-C target-feature=+simd128" tests "$wasm"

if [ "${1-}" = bench ]; then
    here=$("$cargo" run --locked --release --quiet -- bench | tail -n 1)
    echo "here: $here"
    same() {
        echo "$1: $2"
        [ "${here%% *}" = "${2%% *}" ]
    }
    export CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc
    there=$(RUSTFLAGS="" "$cargo" run --locked --release --quiet --bin plywise --target-dir "$folder" --target "$arm" \
        -- bench | tail -n 1)
    same ARM "$there"
    if [ "$(uname -m)" = x86_64 ]; then
        RUSTFLAGS="-C target-cpu=x86-64" "$cargo" build --locked --release --quiet --bin plywise --target-dir "$folder"
        for cpu in Nehalem Haswell; do
            there=$(qemu-x86_64 -cpu "$cpu" "$folder/release/plywise" bench | tail -n 1)
            same "$cpu" "$there"
        done
    fi
fi
