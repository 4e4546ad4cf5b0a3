#!/usr/bin/env bash
# Trains one network on a machine with a GPU and JAX, within a time limit:
#
#   training/run.sh DATA OUT MINUTES [RECIPE] [more options of the trainer]
#
# DATA is a folder with *.boards files (or one file). OUT gets network.nnue, loss.csv, loss.png,
# checkpoint.npz and log.txt. For a training longer than one command may last:
#
#   training/run.sh DATA OUT 18 RECIPE --stop-after 9
#   training/run.sh DATA OUT 9  RECIPE --resume
set -euo pipefail
if [ $# -lt 3 ]; then
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
data=$(realpath "$1") out=$(realpath -m "$2") minutes=$3
recipe=$(realpath "${4:-$here/configs/default.toml}")
shift $(($# < 4 ? $# : 4))
mkdir -p "$out"
cd "$here"
export PYTHONUNBUFFERED=1
# Nothing else needs the card, and large data sets need room to be shuffled.
export XLA_PYTHON_CLIENT_MEM_FRACTION=${XLA_PYTHON_CLIENT_MEM_FRACTION:-0.9}
"${PYTHON:-python3}" -m trainer "$data" --out "$out" --config "$recipe" --minutes "$minutes" "$@" 2>&1 | tee -a "$out/log.txt"
