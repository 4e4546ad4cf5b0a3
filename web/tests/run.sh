#!/usr/bin/env bash
# The page's tests in a real browser, against the program given as the first word.
# Installs what is missing where it may; says so and leaves where it may not, in CI with an error.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/.."

skip() {
    echo "The page was not tested: $1"
    # A person may do without; what is said to be tested must have been.
    [ -z "${CI:-}" ] || exit 1
    exit 0
}

command -v npm >/dev/null || skip "npm is missing; install Node.js 20.19 or newer."
# Chromium without windows passes the same tests in two thirds of the time. What is measured or shown as a picture is
# measured and shown as people have it.
programs=(chromium-headless-shell chromium chromium-browser google-chrome)
[ -z "${PLYWISE_BENCH:-}${PLYWISE_PICTURES:-}" ] || programs=("${programs[@]:1}")
find_browser() {
    local name
    for name in "${programs[@]}"; do
        command -v "$name" && return
    done
}
browser=${PLYWISE_CHROMIUM:-$(command -v "${programs[0]}" || true)}
if [ -z "$browser" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${programs[0]}"; } >/dev/null 2>&1 || true
fi
[ -n "$browser" ] || browser=$(find_browser || true)
[ -n "$browser" ] || skip "there is no Chromium; install it (Debian: apt-get install chromium-headless-shell) or name one in PLYWISE_CHROMIUM."

. ./packages.sh || skip "npm could not install what package-lock.json lists."
flock -u 9
npm run --silent check
PLYWISE="$program" PLYWISE_CHROMIUM="$browser" npm run --silent test -- "${@:2}"
