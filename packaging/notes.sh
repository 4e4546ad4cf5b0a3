#!/usr/bin/env bash
# Prints what the change log says of a version, for those who get it: packaging/notes.sh VERSION
# Refuses a version that the change log does not begin with: what is in a release stands in its section, with a date.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# = 1 ] || { echo "notes.sh VERSION, such as 0.2.0" >&2; exit 2; }
first=$(grep -m 1 '^## ' CHANGELOG.md)
case $first in
"## $1 ("????-??-??")") ;;
*) echo "notes: CHANGELOG.md begins with '$first', not with '## $1 (the date)'" >&2; exit 1 ;;
esac
awk '/^## / { sections++; next } sections == 1' CHANGELOG.md
