#!/usr/bin/env bash
# Installs the foreign engines that tests play against, where it may; the tests
# leave out what is missing, and say so.
set -euo pipefail
missing=()
for engine in stockfish ethereal-chess toga2 glaurung gnuchess; do
    [ -x "/usr/games/$engine" ] || command -v "$engine" >/dev/null || missing+=("$engine")
done
[ ${#missing[@]} -gt 0 ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1 && exit 0
fi
echo "Tests go without ${missing[*]}, which could not be installed."
