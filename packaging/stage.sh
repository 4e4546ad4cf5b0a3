# What every archive with a program has, read by dist.sh and by the workflow that makes the archive for macOS:
# `. packaging/stage.sh`, from the root of the project. Nothing here wants more than a POSIX shell and Python.
# shellcheck shell=sh

# stage FOLDER TARGET: an empty folder with everything but the program.
stage() {
    rm -rf "$1"
    mkdir -p "$1"
    cp README.md CHANGELOG.md LICENSE "$1"
    {
        cat packaging/START.txt
        printf '\nThis is version %s%s.\n' "$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)" \
            "${PLYWISE_COMMIT:+, commit $PLYWISE_COMMIT}"
    } >"$1/START.txt"
    cp crates/server/page/licences.txt "$1/LICENCES-PAGE.txt"
    python3 packaging/licences.py "$2" >"$1/LICENCES.txt"
}

# manual FOLDER PROGRAM: manual pages and completions, written by a program that runs here.
manual() {
    mkdir -p "$1/man/man1" "$1/completions"
    "$2" manual "$1/man/man1" >/dev/null
    "$2" completions bash >"$1/completions/plywise.bash"
    "$2" completions zsh >"$1/completions/_plywise"
    "$2" completions fish >"$1/completions/plywise.fish"
}
