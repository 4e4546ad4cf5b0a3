#!/usr/bin/env bash
# Trains one network on a machine with a GPU and JAX:
#
#   training/run.sh DATA OUT LENGTH [RECIPE] [more options of the trainer]
#
# DATA is a folder with *.boards files (or one file). OUT gets network.nnue, loss.csv, loss.png,
# checkpoint.npz and log.txt. LENGTH is passes=20 (over the data), positions=4e9, or minutes=8, loading
# included; a number alone is minutes. For a training longer than one command may last:
#
#   training/run.sh DATA OUT minutes=18 RECIPE --stop-after 9
#   training/run.sh DATA OUT minutes=9  RECIPE --resume
set -euo pipefail
usage() {
    sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
[ $# -ge 3 ] || usage
here=$(cd "$(dirname "$0")" && pwd)
data=$(realpath "$1") out=$(realpath -m "$2")
case $3 in
    passes=* | positions=* | minutes=*) length=(--"${3%%=*}" "${3#*=}") ;;
    [0-9.]*) length=(--minutes "$3") ;;
    *) usage ;;
esac
shift 3
# What begins with a dash is the trainer's, and so is all behind it.
recipe=$here/configs/default.toml
case ${1--} in
    -*) ;;
    *)
        recipe=$(realpath "$1")
        shift
        ;;
esac
python=${PYTHON:-python3}
case $python in /*) ;; */*) python=$PWD/$python ;; esac  # the folder changes
mkdir -p "$out"
cd "$here"
export PYTHONUNBUFFERED=1
# Nothing else needs the card, and large data sets need room to be shuffled.
export XLA_PYTHON_CLIENT_MEM_FRACTION=${XLA_PYTHON_CLIENT_MEM_FRACTION:-0.9}
"$python" -m trainer "$data" --out "$out" --config "$recipe" "${length[@]}" "$@" 2>&1 | tee -a "$out/log.txt"
