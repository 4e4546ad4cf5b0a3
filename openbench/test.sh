#!/usr/bin/env bash
# The programs that OpenBench builds, made as its workers make them: from a zip without .git, in a folder of its own,
# with EXE and EVALFILE. Says how long that takes, and whether both do what a workload wants of them.
#
# Needs git, zip's unzip and Rust; packages are downloaded if they are not there yet. What is not committed is not tried.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
command -v unzip >/dev/null || fail "there is no unzip (Debian: apt-get install unzip)"
nodes=$(crates/cli/tests/bench_nodes.sh)
commit=$(git rev-parse --short=10 HEAD)
git archive --format=zip --prefix="plywise-$commit/" -o "$work/plywise.zip" HEAD
# Each build has a folder of its own, as every workload has; the path has a space, which a person's may have, too.
unset CARGO_TARGET_DIR
TIMEFORMAT='%R s, user %U s, system %S s'

build() { # KIND FOLDER
    local tree=$work/$1\ build/plywise-$commit
    unzip -q "$work/plywise.zip" -d "$work/$1 build"
    [ ! -e "$tree/.git" ] || fail "the zip has a .git"
    # As a worker does it: the network lies elsewhere, and the program goes elsewhere.
    cp "$tree/nets/v5.nnue" "$work/network of $1"
    { time make -C "$tree/$2" EXE="$work/plywise-$1" EVALFILE="$work/network of $1" >"$work/$1.txt" 2>&1; } 2>"$work/time" ||
        fail "$1: $(tail -n 5 "$work/$1.txt")"
    rm -rf "$work/$1 build"
    local bench
    bench=$("$work/plywise-$1" bench | tail -n 1)
    echo "$1: $(tail -n 1 "$work/time"); bench $bench"
    # It judges by the network that it was given, and not by the one that ships.
    [ "${bench%% *}" != "$nodes" ] || fail "$1: EVALFILE changed nothing"
}

# The numbers that a program declares as options.
spins() { printf 'uci\nquit\n' | "$1" | sed -n 's/^option name \(.*\) type spin default \(.*\) min \(.*\) max \(.*\)$/\1, int, \2, \3, \4/p' | LC_ALL=C sort; }

echo "commit $commit, $(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || echo unknown)"
build plain openbench
build tuning openbench/tuning

openings=$("$work/plywise-plain" "genfens 4 seed 1 book None dfrc" quit | grep -c '^info string genfens ')
[ "$openings" = 4 ] || fail "genfens gave $openings openings of 4"

spins "$work/plywise-plain" >"$work/plain.options"
spins "$work/plywise-tuning" | LC_ALL=C comm -23 - "$work/plain.options" >"$work/own.options"
"$work/plywise-tuning" tune options --openbench | sed 's/, [^,]*, [^,]*$//' | LC_ALL=C sort >"$work/told.options"
cmp "$work/own.options" "$work/told.options" || fail "tune options --openbench does not print the tuning build's own options"
[ "$(wc -l <"$work/told.options")" -gt 50 ] || fail "the tuning build has too few options"
if "$work/plywise-plain" tune options --openbench >/dev/null 2>"$work/said"; then fail "the plain build has something to tune"; fi
grep -q openbench/tuning "$work/said" || fail "the plain build does not say which one is tuned: $(cat "$work/said")"
echo "$(wc -l <"$work/told.options") numbers to tune, as the tuning build declares them; genfens passes over foreign words"
