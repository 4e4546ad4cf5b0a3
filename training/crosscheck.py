#!/usr/bin/env python3
"""Checks that the engine says about a network, bit for bit, what its numbers say.

    python3 crosscheck.py network.nnue --games 50 --records data/*.boards

The engine's answers come from `crates/eval/examples/nnue_eval.rs`, which tries every SIMD path of this CPU and the
judge that follows games; ours from `trainer/reference.py`, plain whole-number arithmetic on the file's contents.
"""

import argparse
import pathlib
import subprocess
import sys

import numpy as np

from trainer import data, netfile, records, reference
from trainer.config import Problem

HERE = pathlib.Path(__file__).resolve().parent
ENGINE = ["cargo", "run", "--quiet", "--release", "--package", "plywise-eval", "--example", "nnue_eval", "--"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", help="network file")
    parser.add_argument("--games", type=int, default=50, help="random games whose positions are compared (default 50)")
    parser.add_argument("--records", nargs="*", default=[], help="files or folders of training records to compare on as well")
    parser.add_argument("--most", type=int, default=10_000, help="records compared at most (default 10000)")
    parser.add_argument("--engine", help="the built example, if cargo is not to be asked")
    return parser.parse_args()


def ask(engine, network, *options, lines=None):
    """Runs the engine; (verdict, FEN) of each line it prints."""
    command = [*engine, str(pathlib.Path(network).resolve()), *options]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, cwd=HERE.parent)
    if done.returncode:
        raise Problem(f"the engine failed: {done.stderr.strip()}")
    return [(int(verdict), fen) for verdict, fen in (line.split("\t") for line in done.stdout.splitlines())]


def sample(paths, most):
    """FENs of records from all over the files, every second one with colours exchanged."""
    sources = data.sources(records.files(paths), lambda text: print(text, file=sys.stderr))
    total = sum(source.count for source in sources)
    chosen = iter(np.unique(np.random.default_rng(1).integers(total, size=most)))
    pieces, word, start, row = [], np.empty((1, records.WORDS), "<u4"), 0, next(chosen)
    for source in sources:
        while row is not None and row < start + source.count:
            source.fill(word, int(row - start))
            pieces.append(reference.pieces_of_record(word.tobytes()))
            row = next(chosen, None)
        start += source.count
    return [reference.fen_of_pieces(each, black=index % 2 == 1) for index, each in enumerate(pieces)]


def main():
    options = arguments()
    engine = [options.engine] if options.engine else ENGINE
    try:
        net = netfile.read(pathlib.Path(options.network).read_bytes())
        answers = ask(engine, options.network, "--games", str(options.games))
        if options.records:
            fens = sample(options.records, options.most)
            answers += ask(engine, options.network, lines="\n".join(fens) + "\n")
    except (Problem, OSError) as problem:
        sys.exit(f"crosscheck: {problem}")
    different = 0
    for verdict, fen in answers:
        ours = reference.evaluate(net, reference.pieces_of_fen(fen))
        if ours != verdict:
            different += 1
            if different <= 5:
                print(f"the engine says {verdict}, the numbers say {ours}: {fen}", file=sys.stderr)
    spread = len({verdict for verdict, _ in answers})
    print(f"{len(answers):,} positions, {spread:,} different verdicts, {different:,} disagreements")
    sys.exit(1 if different or not answers else 0)


if __name__ == "__main__":
    main()
