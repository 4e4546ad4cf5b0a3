#!/usr/bin/env bash
# The archives of a release: packaging/dist.sh [KIND...], the kinds being portable, native, windows, site and source
# (default: all). They lie in target/dist-VERSION with their checksums.
#
# Needs, on Debian: musl-tools (portable), gcc-mingw-w64-x86-64 and zip (windows), and Rust's libraries for both,
# which rustup adds. The site is made by `make site`, the source is what is committed. PROFILE=release builds quicker.
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
            rust_for x86_64-pc-windows-gnu
            ;;
        site) need npm "Node.js 20.19 or newer" && rust_for wasm32-wasip1-threads ;;
        source) git rev-parse --quiet --verify HEAD >/dev/null 2>&1 || fail "the source is packed from a Git checkout" ;;
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

# What everybody gets: stage NAME TARGET
stage() {
    folder=$out/$1
    rm -rf "$folder"
    mkdir -p "$folder"
    cp README.md CHANGELOG.md LICENSE packaging/START.txt "$folder"
    cp crates/server/page/licences.txt "$folder/LICENCES-PAGE.txt"
    python3 packaging/licences.py "$2" >"$folder/LICENCES.txt"
}

# Manual pages and completions, written by a program that runs here.
manual() {
    mkdir -p "$folder/man/man1" "$folder/completions"
    "$1" manual "$folder/man/man1" >/dev/null
    "$1" completions bash >"$folder/completions/plywise.bash"
    "$1" completions zsh >"$folder/completions/_plywise"
    "$1" completions fish >"$folder/completions/plywise.fish"
}

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
    stage "$name" "$2"
    cp "$target/$2/$profile/plywise" "$folder/plywise"
    strip "$folder/plywise"
    manual "$folder/plywise"
    pack "$name"
}

make_portable() { linux portable x86_64-unknown-linux-musl "$portable"; }

make_native() { linux native x86_64-unknown-linux-gnu native; }

make_windows() {
    say windows
    name=plywise-$version-windows-x86_64
    build x86_64-pc-windows-gnu "$portable"
    stage "$name" x86_64-pc-windows-gnu
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
    [ -z "$(git status --porcelain --untracked-files=no)" ] || echo "What is not committed is not part of the source."
    git archive --format=tar --prefix="plywise-$version/" HEAD | gzip -n9 >"$out/$name.part"
    mv "$out/$name.part" "$out/$name.tar.gz"
}

if [ $# = 0 ]; then
    set -- portable native windows site
    # A tree from an archive is its own source.
    ! git rev-parse --quiet --verify HEAD >/dev/null 2>&1 || set -- "$@" source
fi
check_all "$@"
mkdir -p "$out"
for kind in "$@"; do
    "make_$kind"
done
rm -f "$out"/plywise-*.part "$out"/plywise-*.part.zip
(cd "$out" && find . -maxdepth 1 \( -name 'plywise-*.tar.gz' -o -name 'plywise-*.zip' \) -type f -printf '%f\n' |
    LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
say "$out"
cat "$out/SHA256SUMS"
