#!/usr/bin/env python3
"""How fast training is here, unpacking and shuffling included, a line for each size of the hidden layer.

    python3 throughput.py boards/a.boards
    python3 throughput.py boards --hidden 256,512,1024 --batch 16384
    python3 throughput.py boards --hidden 1024 --king-buckets one,four --products tiles,dense

With files or folders of records it trains on those, as the trainer would; without, on synthetic ones that repeat.
Goals on an H200 at batch 16,384: 54, 33 and 20 million positions a second for 256, 512 and 1024.
"""

import argparse
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

from trainer import buckets, data, records, steps, synthetic
from trainer.config import LARGEST_BATCH, Config
from trainer.errors import Problem

SIZES = "256,512,768,1024"
GOALS = {256: 54, 512: 33, 1024: 20}  # million positions a second on an H200 at the batch of GOAL_BATCH
GOAL_BATCH = 16_384
CALLS = 3  # that are timed
WARM_UP = 2  # calls before those: the first compiles, and the second is a second slower than the rest on a GPU
MOST_STEPS = 2**20
MADE = 20_000  # synthetic records; they are repeated


def whole(most):
    """Reads a whole number from 1 to so many."""
    def read(text):
        try:
            value = int(text)
        except ValueError:
            value = 0
        if not 1 <= value <= most:
            raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 1 to {most}")
        return value

    return read


def sizes(text):
    """Reads sizes with commas between them; the recipe's own check says which are allowed."""
    try:
        return [Config(hidden=int(size)).hidden for size in text.split(",")]
    except (ValueError, Problem) as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no list such as {SIZES}: hidden is a multiple of 32 up to 1024") from error


def among(known):
    """Reads some of these words, with commas between them."""
    def read(text):
        words = text.split(",")
        if any(word not in known for word in words):
            raise argparse.ArgumentTypeError(f"'{text}' is no list of some of {', '.join(known)}")
        return words

    return read


def arguments(words=None):
    on_cpu = jax.default_backend() == "cpu"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", help="files of training records, or folders with *.boards files (default: synthetic records)")
    parser.add_argument("--hidden", type=sizes, default=SIZES, help=f"sizes of the hidden layer (default {SIZES})")
    parser.add_argument("--king-buckets", type=among(buckets.LAYOUTS), default="one", help="layouts of the king buckets (default one)")
    parser.add_argument("--products", type=among(["tiles", "dense"]), default="tiles", help="ways to multiply by king bucket (default tiles)")
    parser.add_argument("--batch", type=whole(LARGEST_BATCH), default=GOAL_BATCH, help="positions a step (default 16384)")
    parser.add_argument("--steps", type=whole(MOST_STEPS), default=4 if on_cpu else 1_024, help="steps a call (default 1024, on a CPU 4)")
    return parser.parse_args(words)


def load(paths):
    """The records of the files, or synthetic ones; ready on the device."""
    if paths:
        found, kind = data.sources(records.files(paths), say), "real"
    else:
        copies = 10 if jax.default_backend() == "cpu" else 400
        found, kind = [data.memory(np.tile(synthetic.make(MADE).view("<u4"), (copies, 1)))], "synthetic"
    begun = time.monotonic()
    loaded = data.Data(found, Config(), say=lambda _: None)
    jax.block_until_ready(loaded.train)
    took = time.monotonic() - begun
    total = sum(source.count for source in found)
    say(f"{jax.devices()[0].device_kind}: {total:,} {kind} records read, checked, split and shuffled in {took:.1f} s")
    return loaded


def measure(loaded, config, length):
    """Million positions a second over all timed calls, seconds of the calls before those, and the last loss."""
    run, state, seconds = steps.compiled(config, loaded.sizes), steps.begin(config), []
    total = jnp.float32((WARM_UP + CALLS) * length)
    for call in range(WARM_UP + CALLS):
        first = call * length
        begun = time.monotonic()  # what the trainer does on the CPU for each call counts, too
        walk = data.walk(range(first, first + length), loaded.count, config.batch, config.seed)
        state, loss = jax.block_until_ready(run(state, loaded.train, jnp.float32(first), total, *walk))
        seconds.append(time.monotonic() - begun)
    return CALLS * length * config.batch / sum(seconds[WARM_UP:]) / 1e6, sum(seconds[:WARM_UP]), float(loss)


def variants(options):
    """What is measured: king buckets, ways to multiply by them, and sizes. Without king buckets there is one way."""
    for layout in options.king_buckets:
        for products in options.products if layout != "one" else ["tiles"]:
            for hidden in options.hidden:
                yield layout, products, hidden


def say(text):
    print(text, flush=True)


def main(words=None):
    options = arguments(words)
    try:
        loaded = load(options.data)
        for layout, products, hidden in variants(options):
            config = Config(hidden=hidden, batch=options.batch, king_buckets=buckets.LAYOUTS[layout], bucket_products=products)
            speed, compiling, loss = measure(loaded, config, options.steps)
            goal = GOALS.get(hidden) if options.batch == GOAL_BATCH and layout == "one" else None
            beside = f" (goal on an H200: {goal})" if goal else ""
            inputs = "768" if layout == "one" else f"768·{buckets.count(config.king_buckets)} {products}"
            say(f"{inputs}→{hidden}, batch {options.batch:,}: {speed:.3g} M positions/s{beside}, first calls {compiling:.1f} s, loss {loss:.5f}")
    except (Problem, OSError) as problem:
        sys.exit(f"throughput: {problem}")


if __name__ == "__main__":
    main()
