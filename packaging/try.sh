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
nodes=$(crates/cli/tests/bench_nodes.sh)
work=$(mktemp -d)
serving=
trap '[ -z "$serving" ] || kill "$serving" 2>/dev/null || true; rm -rf "$work"' EXIT

# What docs/benchmarks/build.md says of the archives, row by row.
table=
row() { # KIND ARCHIVE ROOT
    table+="| \`$1\` | $(stat -c %s "$2") | $nodes | $3 |"$'\n'
}

say() { printf '\n== %s\n' "$*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }

need() { command -v "$1" >/dev/null || fail "there is no $1 ($2)"; }

[ $# -gt 0 ] || set -- portable native windows
for kind in "$@"; do
    case $kind in
    portable | native)
        [ "$(id -u)" = 0 ] || fail "only root may run a program in another root: sudo make test-dist"
        need curl "Debian: apt-get install curl"
        ;;
    windows) need unzip "Debian: apt-get install unzip" ;;
    *) echo "try: there is no kind '$kind': portable, native, windows" >&2; exit 2 ;;
    esac
done
[ -s "$out/SHA256SUMS" ] || fail "there are no archives in $out: make dist"

say checksums
(cd "$out" && sha256sum --check SHA256SUMS)

# What every program must do: inside COMMAND..., which runs it in its place.
check() {
    local got
    got=$("$@" bench | tail -n 1)
    echo "bench: $got"
    [ "${got%% *}" = "$nodes" ] || fail "bench counts ${got%% *}, not $nodes"
    got=$("$@" --version)
    echo "$got"
    commit=$(cat "$out/COMMIT")
    [ "$got" = "plywise $version${commit:+ ($commit)}" ] || fail "this is not version $version of commit $commit"
    got=$("$@" perft 5)
    echo "perft: $got"
    [ "${got%% *}" = 4865609 ] || fail "perft 5"
    got=$(printf 'uci\nisready\nposition startpos moves e2e4\ngo nodes 5000\n' | "$@" | grep -c '^bestmove\|^uciok\|^readyok')
    [ "$got" = 3 ] || fail "UCI"
    printf 'e4\nx\n' | "$@" play --black random >"$work/play.txt"
    grep -q '1. e4' "$work/play.txt" || fail "play"
    echo "uci and play answer"
    # The program takes a port that is free, and says which.
    "$@" serve --port 0 >"$work/serve.txt" 2>&1 &
    serving=$!
    : >"$work/page.html"
    for _ in $(seq 100); do
        got=$(grep -o -m 1 'http://[^ ]*' "$work/serve.txt" || true)
        if [ -n "$got" ] && curl --silent --fail "$got" >"$work/page.html"; then break; fi
        sleep 0.2
    done
    kill "$serving" 2>/dev/null || true
    wait "$serving" 2>/dev/null || true
    serving=
    grep -q '<title>Plywise' "$work/page.html" || fail "serve: $(cat "$work/serve.txt")"
    echo "the page answers"
}

unpack() { # KIND FOLDER
    local archive=$out/plywise-$version-linux-x86_64-$1.tar.gz
    [ -s "$archive" ] || fail "there is no $archive: make dist KINDS=$1"
    tar -C "$2" --strip-components 1 -xzf "$archive"
    whole "$2" man/man1/plywise.1 man/man1/plywise-play.1 completions/plywise.bash completions/_plywise completions/plywise.fish
}

whole() { # FOLDER FILE...: what every archive has, and these files
    local folder=$1 file
    shift
    for file in START.txt README.md CHANGELOG.md LICENSE LICENCES.txt LICENCES-PAGE.txt "$@"; do
        [ -s "$folder/$file" ] || fail "the archive has no $file"
    done
    grep -q "^This is version $version" "$folder/START.txt" || fail "START.txt names no version"
}

try_portable() {
    say "portable, in an empty root"
    mkdir -p "$work/empty/tmp"
    unpack portable "$work/empty"
    check chroot "$work/empty" /plywise
    row portable "$out/plywise-$version-linux-x86_64-portable.tar.gz" "an empty folder"
}

try_native() {
    say "native, in a bare Debian"
    bare=$target/bare
    if [ ! -d "$bare" ]; then
        need debootstrap "Debian: apt-get install debootstrap"
        case $bare in *[[:space:]]*) fail "debootstrap wants a path without spaces: CARGO_TARGET_DIR, not $bare" ;; esac
        # It needs the C library that it was linked with, or a newer one.
        # shellcheck disable=SC1091
        suite=$(. /etc/os-release && if [ "${ID:-}" = debian ]; then echo "${VERSION_CODENAME:-}"; fi)
        rm -rf "$bare.part"
        debootstrap --variant=minbase "${suite:-stable}" "$bare.part" >"$work/debootstrap.txt" 2>&1 ||
            fail "debootstrap: $(tail -n 3 "$work/debootstrap.txt")"
        mv "$bare.part" "$bare"
    fi
    rm -rf "$bare/plywise"
    mkdir "$bare/plywise"
    unpack native "$bare/plywise"
    check chroot "$bare" /plywise/plywise
    row native "$out/plywise-$version-linux-x86_64-native.tar.gz" "Debian $(cat "$bare/etc/debian_version"), minbase"
}

try_windows() {
    say "windows, under Wine"
    local archive=$out/plywise-$version-windows-x86_64.zip
    [ -s "$archive" ] || fail "there is no $archive: make dist KINDS=windows"
    unzip -q "$archive" -d "$work"
    whole "$work/plywise-$version-windows-x86_64"
    # With CI set, a Windows that cannot be tried is a failure: "these run" is said at the end.
    CI=1 crates/cli/tests/wine.sh "$work/plywise-$version-windows-x86_64/plywise.exe"
    row windows "$archive" "$(wine --version)"
}

for kind in "$@"; do
    "try_$kind"
done
say "these run: $*"
printf '\n| kind | bytes | bench | root |\n|---|---|---|---|\n%s' "$table"
