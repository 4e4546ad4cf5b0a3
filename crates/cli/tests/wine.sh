#!/usr/bin/env bash
# The Windows program at work under Wine: crates/cli/tests/wine.sh [PROGRAM]. Without a program it is built here.
# Installs what is missing where it may; says so and leaves where it may not, in CI with an error.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$root"
target=x86_64-pc-windows-gnu

skip() {
    echo "Windows was not tried: $1"
    # A person may do without; what is said to be tested must have been.
    [ -z "${CI:-}" ] || exit 1
    exit 0
}
fail() { echo "FAILED: $*" >&2; exit 1; }

may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }
# Waits for others who install something at the moment.
install() { { apt-get update -qq; apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "$@"; } >/dev/null 2>&1; }
has_wine() { command -v wine >/dev/null; }
if ! has_wine && may_install; then
    install wine wine64 || true
fi
has_wine || skip "there is no wine (Debian: apt-get install wine wine64)."

program=${1:-}
if [ -z "$program" ]; then
    command -v x86_64-w64-mingw32-gcc >/dev/null || ! may_install || install gcc-mingw-w64-x86-64 || true
    command -v x86_64-w64-mingw32-gcc >/dev/null ||
        skip "there is no x86_64-w64-mingw32-gcc (Debian: apt-get install gcc-mingw-w64-x86-64)."
    has_target() { [ -d "$(rustc --print target-libdir --target $target)" ]; }
    has_target || ! command -v rustup >/dev/null || rustup target add $target || true
    has_target || skip "Rust's libraries for it are missing: rustup target add $target"
    case $(realpath -m "${CARGO_TARGET_DIR:-target}") in *[[:space:]]*)
        fail "MinGW's dlltool wants a path without spaces: CARGO_TARGET_DIR=/a/folder" ;;
    esac
    # Not for this CPU, which Wine's may differ from.
    RUSTFLAGS="-C target-cpu=x86-64-v2" ${CARGO:-cargo} build --release --locked --package plywise --target $target
    program=${CARGO_TARGET_DIR:-target}/$target/release/plywise.exe
fi
[ -f "$program" ] || fail "there is no $program"
program=$(realpath "$program")

work=$(mktemp -d)
serving=
trap '[ -z "$serving" ] || kill "$serving" 2>/dev/null || true; wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT
# A Windows of its own, without windows on a screen, whose complaints about itself nobody wants.
export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" DISPLAY=
mkdir "$work/here"
cd "$work/here"
plywise() { wine "$program" "$@"; }
# Windows ends lines with two characters.
plain() { tr -d '\r'; }

# Rust asks Windows for random numbers in bcryptprimitives.dll, which every Windows since 7 has and Debian's Wine 8
# has not. Where it is missing it is made, of the function that Wine has.
wineboot --init >/dev/null 2>&1
system=$WINEPREFIX/drive_c/windows/system32
if [ ! -e "$system/bcryptprimitives.dll" ]; then
    command -v x86_64-w64-mingw32-gcc >/dev/null ||
        skip "Wine has no bcryptprimitives.dll, and there is no x86_64-w64-mingw32-gcc to make it (Debian: apt-get install gcc-mingw-w64-x86-64)."
    x86_64-w64-mingw32-gcc -shared -O1 -x c -o "$system/bcryptprimitives.dll" - -ladvapi32 <<'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
END
fi

nodes=$("$root/crates/cli/tests/bench_nodes.sh")
got=$(plywise bench | plain | tail -n 1)
echo "bench: $got"
[ "${got%% *}" = "$nodes" ] || fail "bench counts ${got%% *}, not $nodes"

got=$(plywise perft 5 | plain)
echo "perft: $got"
[ "${got%% *}" = 4865609 ] || fail "perft 5"

# A chess program that speaks to it through a pipe, and closes it.
{ printf 'uci\nisready\nposition startpos moves e2e4 e7e5\ngo nodes 20000\n'; sleep 5; } | plywise | plain >"$work/uci.txt"
for line in '^id name Plywise' '^uciok' '^readyok' '^bestmove [a-h][1-8][a-h][1-8]'; do
    grep -q "$line" "$work/uci.txt" || fail "UCI: no $line in $(tail -n 3 "$work/uci.txt")"
done
echo "uci: $(grep '^bestmove' "$work/uci.txt")"

# Two of them play through pipes of Windows, started and judged by a third; paths of Windows lead to them.
windows=$(winepath -w "$program")
plywise match --white "uci:$windows" --black "uci:$windows" --games 2 --nodes 500 --pgn match.pgn --json match.json |
    plain >"$work/match.txt" || fail "match: $(cat "$work/match.txt")"
grep -q '"games": *2' match.json || fail "match: $(cat match.json)"
[ "$(grep -c '^\[Result' match.pgn)" = 2 ] || fail "match.pgn has not two games"
echo "match: 2 games through pipes"

# A game through a pipe, kept in the data folder of Windows.
printf 'e4\nx\n' | plywise play --black random --pgn mine.pgn | plain >"$work/play.txt"
grep -q '1. e4' "$work/play.txt" || fail "play: $(tail -n 5 "$work/play.txt")"
echo "play: $(grep -m 1 '1. e4' "$work/play.txt" | sed 's/^ *//')"
find "$WINEPREFIX/drive_c/users" -ipath '*plywise*' -type f | grep -q . || fail "no game in the data folder"

# It takes a port that is free, and says which.
plywise serve --port 0 >"$work/serve.txt" 2>&1 &
serving=$!
: >"$work/page.html"
for _ in $(seq 150); do
    got=$(plain <"$work/serve.txt" | grep -o -m 1 'http://[^ ]*' || true)
    if [ -n "$got" ] && curl --silent --fail "$got" >"$work/page.html"; then break; fi
    sleep 0.2
done
grep -q '<title>Plywise' "$work/page.html" || fail "serve: $(cat "$work/serve.txt")"
echo "serve: $(plain <"$work/serve.txt" | head -n 1)"
kill "$serving" 2>/dev/null || true
serving=
echo "Windows: all of it works"
