#!/usr/bin/env bash
# The static site in a real browser, from a plain static file server.
#   web/tests/site.sh PROGRAM FOLDER [TEST...]   builds the site there and tests it; PROGRAM is for tests that compare
# Says so and leaves where something is missing, in CI with an error.
set -euo pipefail
program=$(realpath "$1")
folder=$(realpath -m "$2")
cd "$(dirname "$0")/../.."

skip() {
    echo "The site was not tested: $1"
    # A person may do without; what is said to be tested must have been.
    [ -z "${CI:-}" ] || exit 1
    exit 0
}

target=wasm32-wasip1-threads
has_target() { [ -d "$(rustc --print target-libdir --target $target)" ]; }
has_target || ! command -v rustup >/dev/null || rustup target add $target || true
has_target || skip "Rust's libraries for it are missing: rustup target add $target"
command -v npm >/dev/null || skip "npm is missing; install Node.js 20.19 or newer."
web/site.sh "$folder"
PLYWISE_SITE="$folder" exec web/tests/run.sh "$program" "${@:3}"
