#!/usr/bin/env bash
# The archives of a release: packaging/dist.sh [KIND...], the kinds being portable, native, windows, site and source
# (default: all). They lie in target/dist-VERSION with their checksums.
#
# Needs, on Debian: musl-tools (portable), gcc-mingw-w64-x86-64 and zip (windows), and Rust's libraries for both,
# which rustup adds. The site is made by `make site`, the source is what is committed. PROFILE=release builds quicker.
#
# All archives there are of one commit, which START.txt, `plywise --version` and the file COMMIT name; those of
# another one are removed first. What is not committed is refused, because the source would lack it; DIRTY=1 packs it
# all the same, without the source, and the archives say so.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
cargo=${CARGO:-cargo}
profile=${PROFILE:-dist}
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
out=$target/dist-$version
# Archives of one commit are the same, whoever makes them; without Git, of one change log.
when=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)
commit=$(git rev-parse --short=10 HEAD 2>/dev/null || true)
if [ -n "$commit" ] && [ -n "$(git status --porcelain --untracked-files=no)" ]; then
    commit+=-dirty
fi
# What the program says of itself (crates/cli/src/lib.rs).
export PLYWISE_COMMIT=$commit
# Every x86-64 CPU since 2009; what newer ones have is found out when the program starts.
portable="-C target-cpu=x86-64-v2"

say() { printf '\n== %s\n' "$*"; }
fail() { echo "dist: $*" >&2; exit 1; }
need() { command -v "$1" >/dev/null || fail "there is no $1 ($2)"; }

# What a kind wants, asked for all kinds before anything is built: half an hour later is too late.
check_all() { # KIND...
    need "$cargo" "https://rustup.rs"
    local kind
    for kind in "$@"; do
        case $kind in
        portable)
            need musl-gcc "Debian: apt-get install musl-tools"
            need strip "Debian: apt-get install binutils"
            rust_for x86_64-unknown-linux-musl
            ;;
        native) need strip "Debian: apt-get install binutils" ;;
        windows)
            need x86_64-w64-mingw32-gcc "Debian: apt-get install gcc-mingw-w64-x86-64"
            need zip "Debian: apt-get install zip"
            # Its dlltool asks a shell, which takes such a path for two: "can't open ace/target/…".
            case $target in *[[:space:]]*)
                fail "MinGW's dlltool wants a path without spaces: CARGO_TARGET_DIR=/a/folder, not $target" ;;
            esac
            rust_for x86_64-pc-windows-gnu
            ;;
        site) need npm "Node.js 20.19 or newer" && rust_for wasm32-wasip1-threads ;;
        source)
            [ -n "$commit" ] || fail "the source is packed from a Git checkout"
            case $commit in *-dirty) fail "the source is what is committed, and this is not: no source with DIRTY=1" ;; esac
            ;;
        *) echo "dist: there is no kind '$kind': portable, native, windows, site, source" >&2; exit 2 ;;
        esac
        # Licences are collected by a Python program.
        [ "$kind" = source ] || need python3 "Debian: apt-get install python3"
    done
}

rust_for() { # TARGET
    [ -d "$(rustc --print target-libdir --target "$1")" ] ||
        { command -v rustup >/dev/null && rustup target add "$1"; } ||
        fail "Rust's libraries for $1 are missing (rustup target add $1)"
}

# The program for a target: build TARGET RUSTFLAGS; the host's own flags if RUSTFLAGS is "native".
build() {
    if [ "$2" = native ]; then
        "$cargo" build --profile "$profile" --locked --bin plywise --target "$1"
    else
        RUSTFLAGS=$2 "$cargo" build --profile "$profile" --locked --bin plywise --target "$1"
    fi
}

# What everybody gets; `stage` and `manual` are shared with macOS, whose archive is made there.
# shellcheck source=packaging/stage.sh
. packaging/stage.sh

# Packs a folder; what is interrupted leaves nothing that looks like an archive.
pack() { # NAME
    tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u+w,go=u-w --mtime="@$when" -C "$out" -cf - "$1" |
        gzip -n9 >"$out/$1.part"
    mv "$out/$1.part" "$out/$1.tar.gz"
    rm -rf "${out:?}/$1"
}

linux() { # KIND TARGET RUSTFLAGS
    say "$1"
    name=plywise-$version-linux-x86_64-$1
    build "$2" "$3"
    folder=$out/$name
    stage "$folder" "$2"
    cp "$target/$2/$profile/plywise" "$folder/plywise"
    strip "$folder/plywise"
    manual "$folder" "$folder/plywise"
    pack "$name"
}

make_portable() { linux portable x86_64-unknown-linux-musl "$portable"; }

make_native() { linux native x86_64-unknown-linux-gnu native; }

make_windows() {
    say windows
    name=plywise-$version-windows-x86_64
    build x86_64-pc-windows-gnu "$portable"
    folder=$out/$name
    stage "$folder" x86_64-pc-windows-gnu
    cp "$target/x86_64-pc-windows-gnu/$profile/plywise.exe" "$folder/plywise.exe"
    x86_64-w64-mingw32-strip "$folder/plywise.exe"
    find "$folder" -exec touch -d "@$when" {} +
    rm -f "$folder.part.zip"
    # Times in a zip file are local ones.
    (cd "$out" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -qX9 "$name.part.zip" -@)
    mv "$folder.part.zip" "$folder.zip"
    rm -rf "$folder"
}

make_site() {
    say site
    name=plywise-$version-site
    make site
    rm -rf "${out:?}/$name"
    cp -r "$target/site" "$out/$name"
    cp LICENSE "$out/$name"
    # `licences.txt` of the page is there already; this is what is inside the program.
    python3 packaging/licences.py wasm32-wasip1-threads plywise-wasm >"$out/$name/licences-program.txt"
    pack "$name"
}

# What the programs were built from, for those who get them.
make_source() {
    say source
    name=plywise-$version-source
    git archive --format=tar --prefix="plywise-$version/" HEAD | gzip -n9 >"$out/$name.part"
    mv "$out/$name.part" "$out/$name.tar.gz"
}

if [ $# = 0 ]; then
    set -- portable native windows site
    # A tree from an archive is its own source.
    case $commit in "" | *-dirty) ;; *) set -- "$@" source ;; esac
fi
case $commit in
*-dirty) [ -n "${DIRTY:-}" ] || fail "there are changes that are not committed (git status): commit them, or DIRTY=1 packs them without the source" ;;
esac
check_all "$@"
mkdir -p "$out"
# What was changed since the last archives is not in them.
case $commit in *-dirty) old= ;; *) old=$(cat "$out/COMMIT" 2>/dev/null || true) ;; esac
if [ -z "$old" ] || [ "$old" != "$commit" ]; then
    rm -f "$out"/plywise-*.tar.gz "$out"/plywise-*.zip "$out/SHA256SUMS"
fi
printf '%s\n' "$commit" >"$out/COMMIT"
for kind in "$@"; do
    "make_$kind"
done
rm -f "$out"/plywise-*.part "$out"/plywise-*.part.zip
(cd "$out" && find . -maxdepth 1 \( -name 'plywise-*.tar.gz' -o -name 'plywise-*.zip' \) -type f -printf '%f\n' |
    LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
say "$out${commit:+, commit $commit}"
cat "$out/SHA256SUMS"
