#!/usr/bin/env bash
# Installs the foreign engines that tests play against, where it may; the tests
# leave out what is missing, and say so, but in CI nothing may be missing.
set -euo pipefail
# Where Debian keeps games, which is not on everybody's PATH.
games=${PLYWISE_GAMES:-/usr/games}
missing=()
for engine in stockfish ethereal-chess toga2 glaurung gnuchess; do
    [ -x "$games/$engine" ] || command -v "$engine" >/dev/null || missing+=("$engine")
done
[ ${#missing[@]} -gt 0 ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1 && exit 0
fi
echo "Tests go without ${missing[*]}, which could not be installed."
# A person may do without; what is said to be tested must have been.
[ -z "${CI:-}" ]
