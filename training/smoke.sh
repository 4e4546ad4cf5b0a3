#!/usr/bin/env bash
# The whole way in minutes on a CPU: games, boards, a tiny network, export, cross-check, 40 games with it.
#
#   training/smoke.sh [FOLDER]      (default: target/train-smoke)
#
# JAX is taken from $PYTHON (default python3) if it is there, else installed into FOLDER/venv. $PLYWISE and
# $NNUE_EVAL name the program and eval's example if they are built already; what is not named is built here.
# $PGN names a file of games with the comments of fastchess to train on in the place of new games.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
target=${CARGO_TARGET_DIR:-$root/target}
work=$(realpath -m "${1:-$target/train-smoke}")
threads=${THREADS:-$(nproc)}
# Made whole before the folder changes. Not by realpath, which would lead out of a virtual environment.
python=${PYTHON:-python3}
case $python in /*) ;; */*) python=$PWD/$python ;; esac
plywise=${PLYWISE:+$(realpath "$PLYWISE")}
nnue_eval=${NNUE_EVAL:+$(realpath "$NNUE_EVAL")}
PGN=${PGN:+$(realpath "$PGN")}
rm -rf "$work/games" "$work/boards" "$work/net"
mkdir -p "$work/boards"

say() { printf '\n== %s\n' "$*"; }

if ! "$python" -c 'import jax, pytest' 2>/dev/null; then
    python=$work/venv/bin/python
    [ -x "$python" ] || python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --requirement "$here/requirements.txt"
fi

cd "$root"
if [ -z "$plywise" ]; then
    say "building the program"
    cargo build --release --locked --quiet --bin plywise
    plywise=$(realpath "$target/release/plywise")
fi
if [ -z "$nnue_eval" ]; then
    say "building eval's example"
    cargo build --release --locked --quiet --package plywise-eval --example nnue_eval
    nnue_eval=$(realpath "$target/release/examples/nnue_eval")
fi

say "the trainer's own tests"
(cd "$here" && PLYWISE=$plywise "$python" -m pytest -q)

say "games and boards"
if [ -n "${PGN:-}" ]; then
    mkdir -p "$work/games"
    "$plywise" datagen import --in "$PGN" --out "$work/games/imported.games"
else
    "$plywise" datagen --out "$work/games" --positions 60000 --nodes 100 --threads "$threads" --seed 1
fi
"$plywise" datagen boards --in "$work/games" --out "$work/boards/smoke.boards" --shuffle 1 --dedup --force

say "training, in two commands"
cd "$here"
"$python" -m trainer "$work/boards" --out "$work/net" --config configs/smoke.toml --stop-at 0.5
"$python" -m trainer "$work/boards" --out "$work/net" --resume

say "cross-check"
"$python" crosscheck.py "$work/net/network.nnue" --games 20 --records "$work/boards" --engine "$nnue_eval"

say "40 games"
"$python" trial.py "$work/net/network.nnue" --plywise "$plywise" --concurrency "$threads"
say "everything fits together: $work"
