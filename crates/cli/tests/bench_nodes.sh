#!/usr/bin/env bash
# Prints the number of nodes that `plywise bench` visits, as tests/uci.rs pins it, for scripts that run other builds.
set -euo pipefail
file=$(dirname "$0")/uci.rs
nodes=$(sed -n 's/^const BENCH[^=]*= \([0-9_]*\);.*/\1/p' "$file" | tr -d '_\r')
[ -n "$nodes" ] || { echo "$file does not say what bench counts" >&2; exit 1; }
echo "$nodes"
