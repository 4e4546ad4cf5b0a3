#!/usr/bin/env python3
"""How fast training is here, unpacking and shuffling included: `python3 throughput.py [HIDDEN...]`.

The records are synthetic and repeat; speed does not depend on what they say. Goals on an H200 at batch 16,384:
54, 33 and 20 million positions a second for 256, 512 and 1024.
"""

import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

from trainer import records, steps, synthetic
from trainer.config import Config

MADE = 20_000
RECORDS = 8_000_000 if jax.default_backend() != "cpu" else 200_000
STEPS = 1_024 if jax.default_backend() != "cpu" else 4


def main():
    made = synthetic.make(MADE).view("<u4")
    words = np.tile(made, (RECORDS // MADE, 1))
    begun = time.monotonic()
    data = records.Data(words, Config(), say=lambda _: None)
    jax.block_until_ready(data.train)
    print(f"{jax.devices()[0].device_kind}: {RECORDS:,} records checked, split and shuffled in {time.monotonic() - begun:.1f} s", flush=True)
    count = data.train.shape[0]
    for hidden in map(int, sys.argv[1:] or ("256", "512", "768", "1024")):
        config = Config(hidden=hidden)
        run, state, seconds = steps.compiled(config, count), steps.begin(config), []
        for part in range(4):
            walk = records.walk(range(part * STEPS, (part + 1) * STEPS), count, config.batch, config.seed)
            begun = time.monotonic()
            state, loss = jax.block_until_ready(run(state, data.train, jnp.float32(part * STEPS), jnp.float32(4 * STEPS), *walk))
            seconds.append(time.monotonic() - begun)
        speed = STEPS * config.batch / min(seconds[1:]) / 1e6
        print(f"768→{hidden}, batch {config.batch:,}: {speed:.2f} M positions/s, compiled in {seconds[0]:.1f} s, loss {loss:.5f}", flush=True)


if __name__ == "__main__":
    main()
