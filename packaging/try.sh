#!/usr/bin/env bash
# Unpacks the archives of packaging/dist.sh and runs their programs where nothing else is: packaging/try.sh [KIND...]
#
#   portable  in an empty root: no libraries, no shell, no files but the archive's
#   native    in a bare Debian (debootstrap, minbase), which is kept in target/bare
#   windows   under Wine, by crates/cli/tests/wine.sh
#
# Needs root for chroot.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
out=$target/dist-$version
nodes=$(sed -n 's/^const BENCH[^=]*= \([0-9_]*\);.*/\1/p' crates/cli/tests/uci.rs | tr -d _)
[ -n "$nodes" ] || { echo "crates/cli/tests/uci.rs does not say what bench counts" >&2; exit 1; }
work=$(mktemp -d)
serving=
trap '[ -z "$serving" ] || kill "$serving" 2>/dev/null || true; rm -rf "$work"' EXIT

say() { printf '\n== %s\n' "$*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }

say checksums
(cd "$out" && sha256sum --check --quiet SHA256SUMS)

# What every program must do: inside COMMAND..., which runs it in its place.
check() {
    local got
    got=$("$@" bench | tail -n 1)
    echo "bench: $got"
    [ "${got%% *}" = "$nodes" ] || fail "bench counts ${got%% *}, not $nodes"
    got=$("$@" perft 5)
    echo "perft: $got"
    [ "${got%% *}" = 4865609 ] || fail "perft 5"
    got=$(printf 'uci\nisready\nposition startpos moves e2e4\ngo nodes 5000\n' | "$@" | grep -c '^bestmove\|^uciok\|^readyok')
    [ "$got" = 3 ] || fail "UCI"
    printf 'e4\nx\n' | "$@" play --black random >"$work/play.txt"
    grep -q '1. e4' "$work/play.txt" || fail "play"
    echo "uci and play answer"
    "$@" serve --port 8177 >"$work/serve.txt" 2>&1 &
    serving=$!
    for _ in $(seq 100); do
        if curl --silent --fail http://127.0.0.1:8177/ >"$work/page.html"; then break; fi
        sleep 0.2
    done
    kill "$serving" 2>/dev/null || true
    wait "$serving" 2>/dev/null || true
    serving=
    grep -q '<title>Plywise' "$work/page.html" || fail "serve: $(cat "$work/serve.txt")"
    echo "the page answers"
}

unpack() { # KIND FOLDER
    tar -C "$2" --strip-components 1 -xzf "$out/plywise-$version-linux-x86_64-$1.tar.gz"
    for file in LICENSE LICENCES.txt LICENCES-PAGE.txt README.md CHANGELOG.md man/man1/plywise.1 completions/plywise.bash; do
        [ -s "$2/$file" ] || fail "the archive has no $file"
    done
}

try_portable() {
    say "portable, in an empty root"
    mkdir -p "$work/empty/tmp"
    unpack portable "$work/empty"
    check chroot "$work/empty" /plywise
}

try_native() {
    say "native, in a bare Debian"
    bare=$target/bare
    [ -x "$bare/bin/sh" ] || debootstrap --variant=minbase bookworm "$bare" >"$work/debootstrap.txt" 2>&1 ||
        fail "debootstrap: $(tail -n 3 "$work/debootstrap.txt")"
    rm -rf "$bare/plywise"
    mkdir "$bare/plywise"
    unpack native "$bare/plywise"
    check chroot "$bare" /plywise/plywise
}

try_windows() {
    say "windows, under Wine"
    unzip -q "$out/plywise-$version-windows-x86_64.zip" -d "$work"
    crates/cli/tests/wine.sh "$work/plywise-$version-windows-x86_64/plywise.exe"
}

[ $# -gt 0 ] || set -- portable native windows
for kind in "$@"; do
    case $kind in
    portable | native | windows) "try_$kind" ;;
    *) echo "try: there is no kind '$kind': portable, native, windows" >&2; exit 2 ;;
    esac
done
say "all of them run"
