#!/usr/bin/env bash
# One generation on a machine with many cores, a GPU and JAX, but no Rust and perhaps no network:
# games, boards, networks, a match. Each step can be repeated and goes on where it was left.
#
#   training/generation.sh FOLDER games SECONDS [options of datagen]   in the background, on all cores
#   training/generation.sh FOLDER wait [SECONDS]                       until the games are made, or so long
#   training/generation.sh FOLDER stop                                 ends the games that are being made
#   training/generation.sh FOLDER boards [options of datagen boards]   a file of boards for each set of games
#   training/generation.sh FOLDER train RECIPE [LENGTH] [options of the trainer]
#   training/generation.sh FOLDER match NETWORK [OTHER] [options of match]
#   training/generation.sh FOLDER status
#
# FOLDER holds games/SET, boards/*.boards, nets/RECIPE/network.nnue and matches/. What was made elsewhere may be
# put there: more sets of games, more files of boards. LENGTH is passes=20, positions=4e9 or minutes=8.
# OTHER is a network file, or the network of the program (default).
#
# The environment: PLYWISE, the program (default: plywise on the path). PYTHON (default: python3). THREADS (default: all
# cores). SET, the set of games (default: a); its letters make the seed, unless SEED says it. MINUTES that a command
# may take at most (default: 9). OPENINGS, a file for matches (default: named openings).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

say() { printf '== %s\n' "$*"; }
fail() { printf 'generation.sh: %s\n' "$*" >&2; exit 1; }
usage() {
    sed -n '2,20s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

[ $# -ge 2 ] || usage
folder=$(realpath -m "$1") step=$2
shift 2
plywise=${PLYWISE:-plywise}
case $plywise in */*) plywise=$(realpath "$plywise") ;; esac
python=${PYTHON:-python3}
case $python in /*) ;; */*) python=$PWD/$python ;; esac # not by realpath, which would lead out of a virtual environment
threads=${THREADS:-$(nproc)}
set=${SET:-a}
case $set in *[!A-Za-z0-9_-]* | '') fail "SET is letters and digits, not '$set'" ;; esac
seed=${SEED:-$(printf '%s' "$set" | cksum | cut -d ' ' -f 1)}
minutes=${MINUTES:-9}
case $minutes in '' | *[!0-9]* | 0*) fail "MINUTES is a whole number from 1, not '$minutes'" ;; esac
mkdir -p "$folder"/{games,boards,nets,matches}
log=$folder/games/games.log pid=$folder/games/games.pid

# The number of the program that makes games here, if there is one.
running() {
    local number
    number=$(cat "$pid" 2>/dev/null) && [ -n "$number" ] && kill -0 "$number" 2>/dev/null && printf '%s' "$number"
}

case $step in
    games)
        seconds=${1-}
        case $seconds in '' | *[!0-9]* | 0*) usage ;; esac
        shift
        ! running >/dev/null || fail "games are being made already: wait, or stop them"
        # A session of its own, so that it goes on when this command, and the one that called it, are over.
        setsid nohup "$plywise" datagen --out "$folder/games/$set" --time "$seconds" --threads "$threads" --seed "$seed" \
            --nodes 25 --opening-nodes 100 "$@" >>"$log" 2>&1 </dev/null &
        printf '%s\n' $! >"$pid"
        sleep 2
        # Few games may be over by now.
        running >/dev/null || wait $! || { tail -n 3 "$log" >&2; fail "no games are being made"; }
        say "set $set, seed $seed: $seconds s of games on $threads threads"
        ;;
    wait)
        end=$((SECONDS + ${1:-60 * minutes}))
        while running >/dev/null && [ $SECONDS -lt $end ]; do sleep 1; done
        tail -n 1 "$log"
        ! running >/dev/null || say "not yet done"
        ;;
    stop)
        if number=$(running); then
            kill -INT "$number"
            while running >/dev/null; do sleep 0.2; done
        fi
        tail -n 1 "$log"
        ;;
    boards)
        ! running >/dev/null || fail "games are still being made: wait, or stop them"
        # Half of what is free, in mebibytes; more boards wait on the disk.
        memory=$(awk '/MemAvailable/ { print int($2 / 2048) }' /proc/meminfo)
        for games in "$folder"/games/*/; do
            [ -d "$games" ] || fail "there are no games in $folder/games"
            name=$(basename "$games") out=$folder/boards/$(basename "$games").boards
            if [ -s "$out" ] && [ -z "$(find "$games" -newer "$out" -type f -print -quit)" ]; then
                say "set $name is expanded already"
                continue
            fi
            rm -rf "$out" "$out.part" "$out.heaps" # left by a command that was cut short, or of fewer games
            say "set $name"
            "$plywise" datagen boards --in "$games" --out "$out" --shuffle 1 --dedup --memory "${memory:-4096}" --threads "$threads" "$@"
        done
        ;;
    train)
        [ -n "${1-}" ] || usage
        recipe=$1 && shift
        [ -f "$recipe" ] || recipe=$here/configs/$recipe.toml
        [ -f "$recipe" ] || fail "there is no recipe $recipe"
        recipe=$(realpath "$recipe")
        length=()
        case ${1-} in
            passes=* | positions=* | minutes=*) length=(--"${1%%=*}" "${1#*=}") && shift ;;
        esac
        out=$folder/nets/${NAME:-$(basename "$recipe" .toml)}
        mkdir -p "$out"
        [ ! -e "$out/done" ] || { say "$out/network.nnue is done; remove $out to train anew"; exit 0; }
        begin=()
        if [ -s "$out/checkpoint.npz" ]; then
            begin=(--resume) length=() # the checkpoint has its plan
            # Weights to begin with are in it as well.
            words=("$@") && set --
            for ((index = 0; index < ${#words[@]}; index++)); do
                case ${words[index]} in --init) index=$((index + 1)) ;; --init=*) ;; *) set -- "$@" "${words[index]}" ;; esac
            done
        fi
        cd "$here"
        export PYTHONUNBUFFERED=1 XLA_PYTHON_CLIENT_MEM_FRACTION=${XLA_PYTHON_CLIENT_MEM_FRACTION:-0.9}
        "$python" -m trainer "$folder/boards" --out "$out" --config "$recipe" --stop-after "$minutes" \
            ${length[@]+"${length[@]}"} ${begin[@]+"${begin[@]}"} "$@" 2>&1 | tee "$out/last.txt" | tee -a "$out/log.txt"
        if grep -q '^stopped at' "$out/last.txt"; then
            say "not yet done: the same command goes on"
        else
            touch "$out/done"
            say "$out/network.nnue"
        fi
        ;;
    match)
        [ -n "${1-}" ] || usage
        network=$(realpath "$1") && shift
        other=champion against=program
        case ${1--} in
            -*) ;;
            *)
                other=$(realpath "$1") && shift
                against=$(basename "$(dirname "$other")")-$(basename "$other" .nnue)
                other=champion:eval=$other
                ;;
        esac
        name=$(basename "$(dirname "$network")")-$(basename "$network" .nnue)-$against
        limits=(--nodes 10000) games=(--games 2000) # unless others are given
        for word in "$@"; do
            case $word in --nodes* | --tc* | --depth* | --move-time*) limits=() ;; --games*) games=() ;; esac
        done
        openings=(${OPENINGS:+--openings "$OPENINGS" --order random})
        # A journal for each set of rules; the number of games may grow.
        rules=$(printf ' %s' ${limits[@]+"${limits[@]}"} "$@" | sed 's/ --games[ =][0-9]*//; s/ --/-/g' | tr -c 'A-Za-z0-9+.\n-' _)
        journal=$folder/matches/$name$rules.journal
        code=0
        timeout --signal=INT "${minutes}m" "$plywise" match --white "champion:eval=$network" --black "$other" \
            --concurrency "$threads" --seed 5 --resign score=800,moves=4 --draw from=40,moves=8,score=10 --resume "$journal" \
            ${limits[@]+"${limits[@]}"} ${games[@]+"${games[@]}"} ${openings[@]+"${openings[@]}"} "$@" || code=$?
        case $code in 124 | 130) say "not yet done: the same command goes on" ;; *) exit "$code" ;; esac
        ;;
    status)
        if number=$(running); then say "games are being made by process $number"; fi
        [ ! -s "$log" ] || tail -n 1 "$log"
        du -sh "$folder"/games/*/ "$folder"/boards/*.boards 2>/dev/null || true
        for net in "$folder"/nets/*/; do
            [ -s "$net/log.txt" ] && printf '%s: %s\n' "$(basename "$net")" "$(tail -n 1 "$net/log.txt")"
        done
        ls "$folder"/matches
        ;;
    *) usage ;;
esac
