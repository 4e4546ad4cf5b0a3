#!/usr/bin/env bash
# Builds the page into crates/server/page, where the program takes it from.
#   web/build.sh           builds it
#   web/build.sh --check   fails if what is there is not what the sources build; without npm it says so, in CI with an error
set -euo pipefail
cd "$(dirname "$0")"
page=../crates/server/page

if ! command -v npm >/dev/null; then
    echo "The page was not built: npm is missing; install Node.js 20.19 or newer."
    [ "${1-}" = --check ] && [ -z "${CI:-}" ] && exit 0
    exit 1
fi
. ./packages.sh
case ${1-} in
    '') npm run --silent build ;;
    --check)
        built=$(mktemp -d)
        trap 'rm -rf "$built"' EXIT
        PLYWISE_PAGE_OUT=$built npm run --silent build
        diff -rq "$built" "$page" || {
            echo "crates/server/page is not what web builds: run 'make web' and commit the result."
            exit 1
        }
        ;;
    *) echo "usage: web/build.sh [--check]" >&2 && exit 2 ;;
esac
