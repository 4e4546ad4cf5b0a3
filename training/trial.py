#!/usr/bin/env python3
"""Whether a network knows anything at all: it plays 40 games against a search of three plies that only counts pieces.

    python3 trial.py network.nnue --plywise ../target/release/plywise

Both are ours: the champion with 500 nodes a move judges by the network, `alphabeta` by material. In our trials a
network of 20 seconds won 31 games and lost 6; one whose weights are all zero won 4, and untrained ones won 1. So
the end is 0 only if the network won more games than it lost. A file that is no network is refused by the champion.
"""

import argparse
import json
import pathlib
import subprocess
import sys

from trainer.config import Problem

OPPONENT = "alphabeta:depth=3,eval=material"
NODES, GAMES = 500, 40


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", help="network file")
    parser.add_argument("--plywise", default="plywise", help="the program (default: the one on the path)")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once (default 1)")
    return parser.parse_args()


def play(plywise, network, concurrency):
    """The figures of the match as the program gives them."""
    network = pathlib.Path(network).resolve()
    # Named from its own folder, as a comma in the path of a folder would end the player's option.
    command = [plywise, "match", "--white", f"champion:eval=./{network.name}", "--black", OPPONENT]
    command += ["--odds", f"1:nodes={NODES}", "--games", str(GAMES), "--concurrency", str(concurrency), "--json", "-"]
    done = subprocess.run(command, cwd=network.parent, capture_output=True, text=True)
    if done.returncode:
        raise Problem(f"the match failed: {(done.stderr.strip().splitlines() or ['nothing was said'])[-1]}")
    return json.loads(done.stdout)


def main():
    options = arguments()
    program = pathlib.Path(options.plywise)
    plywise = str(program.resolve()) if program.exists() else options.plywise
    try:
        result = play(plywise, options.network, options.concurrency)
    except (Problem, OSError) as problem:
        sys.exit(f"trial: {problem}")
    wins, draws, losses, faults = result["wins"], result["draws"], result["losses"], sum(result["faults"].values())
    print(f"{wins} wins, {draws} draws, {losses} losses, {faults} faults against {OPPONENT}")
    if faults or wins <= losses:
        sys.exit("trial: the network did not win more games than it lost: it knows nothing yet")


if __name__ == "__main__":
    main()
