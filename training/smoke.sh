#!/usr/bin/env bash
# The whole way in minutes on a CPU: games, boards, a tiny network, export, cross-check, 20 games with it.
#
#   training/smoke.sh [FOLDER]      (default: target/train-smoke)
#
# JAX is taken from $PYTHON (default python3) if it is there, else installed into FOLDER/venv.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
target=${CARGO_TARGET_DIR:-$root/target}
work=$(realpath -m "${1:-$target/train-smoke}")
threads=${THREADS:-$(nproc)}
rm -rf "$work/games" "$work/boards" "$work/net"
mkdir -p "$work/boards"

say() { printf '\n== %s\n' "$*"; }

python=${PYTHON:-python3}
if ! "$python" -c 'import jax, pytest' 2>/dev/null; then
    python=$work/venv/bin/python
    [ -x "$python" ] || python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --requirement "$here/requirements.txt"
fi

say "building"
cd "$root"
cargo build --release --locked --quiet --bin plywise
cargo build --release --locked --quiet --package eval --example nnue_eval
plywise=$target/release/plywise

say "the trainer's own tests"
(cd "$here" && "$python" -m pytest -q)

say "games and boards"
"$plywise" datagen --out "$work/games" --positions 60000 --nodes 100 --threads "$threads" --seed 1
"$plywise" datagen boards --in "$work/games" --out "$work/boards/smoke.boards" --shuffle 1 --dedup

say "training, in two commands"
cd "$here"
"$python" -m trainer "$work/boards" --out "$work/net" --config configs/smoke.toml --stop-after 0.75
"$python" -m trainer "$work/boards" --out "$work/net" --resume

say "cross-check"
"$python" crosscheck.py "$work/net/network.nnue" --games 20 --records "$work/boards" --engine "$target/release/examples/nnue_eval"

say "20 games"
"$plywise" match --white "uci:$plywise uci,EvalFile=$work/net/network.nnue" --black random --nodes 500 --games 20 \
    --concurrency "$threads" --json "$work/match.json"
"$python" - "$work/match.json" <<'CHECK'
import json, sys
result = json.load(open(sys.argv[1]))
faults = sum(result["faults"].values())
print(f"{result['wins']} wins, {result['draws']} draws, {result['losses']} losses, {faults} faults")
# A network of a few seconds still knows what a queen is worth.
sys.exit(0 if faults == 0 and result["wins"] > result["losses"] else 1)
CHECK
say "everything fits together: $work"
