"""`python3 -m trainer DATA... --out FOLDER`: trains, quantises and exports one network."""

import argparse
import csv
import dataclasses
import math
import pathlib
import sys
import time

START = time.monotonic()  # minutes are counted from here: importing JAX takes seconds

import jax
import jax.numpy as jnp
import numpy as np

from . import chart, checkpoint, data, netfile, records, reference, steps
from .config import MOST_POSITIONS, Config
from .errors import Problem

RESERVE = 15.0  # seconds kept back for the last validation, the export and the chart
CAUTION = 0.96  # share of the measured speed that a plan relies on
MOST_MINUTES, MOST_PASSES = 60 * 24 * 366, 1e6  # a year; more than anybody waits for
SAVE_EVERY = 30.0  # seconds between checkpoints
COLUMNS = (
    "step", "positions", "seconds", "positions_per_second", "learning_rate", "result_share",
    "train_loss", "validation_loss", "validation_score_loss", "validation_result_loss",
)  # fmt: skip


def amount(most):
    """Reads a number of things of which there is more than none, and no more than so many."""
    def read(text):
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not 0 < value <= most:
            raise argparse.ArgumentTypeError(f"'{text}' is no number above 0 and up to {most:g}")
        return value

    return read


def arguments(words=None):
    parser = argparse.ArgumentParser(prog="trainer", description=__doc__)
    parser.add_argument("data", nargs="+", help="files of training records, or folders with *.boards files")
    parser.add_argument("--out", required=True, help="folder for network, checkpoint, table and chart")
    parser.add_argument("--config", help="recipe (TOML); without it the defaults hold")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="one key of the recipe, instead of the recipe's")
    parser.add_argument("--hidden", type=int, help="size of the hidden layer, instead of the recipe's")
    parser.add_argument("--name", help="name in the network file, instead of the recipe's")
    length, minutes = parser.add_mutually_exclusive_group(), amount(MOST_MINUTES)
    length.add_argument("--positions", type=amount(MOST_POSITIONS), help="samples in all, instead of the recipe's")
    length.add_argument("--passes", type=amount(MOST_PASSES), help="how often to go through the records, instead of --positions")
    length.add_argument("--minutes", type=minutes, help="plan a training that is done in so many minutes, loading included")
    parser.add_argument("--stop-after", type=minutes, metavar="MINUTES", help="leave a checkpoint after so many minutes at the latest")
    parser.add_argument("--stop-at", type=amount(1), metavar="SHARE", help="leave a checkpoint when this share of the plan is done, such as 0.5")
    beginning = parser.add_mutually_exclusive_group()
    beginning.add_argument(
        "--init", metavar="FILE",
        help="begin with the weights of this checkpoint or network file instead of random ones, for a last stage on other records",
    )  # fmt: skip
    beginning.add_argument(
        "--resume", action="store_true",
        help="go on from the checkpoint in the folder, with its plan, recipe and records; --minutes is then how long this command may take",
    )  # fmt: skip
    return parser.parse_args(words)


def say(text):
    print(text, flush=True)


def seconds():
    return time.monotonic() - START


def recipe(options, otherwise=Config()):
    """The recipe that is asked for; where none is, another one's keys hold."""
    config = (Config.read(options.config) if options.config else otherwise).changed(options.set)
    changes = {key: getattr(options, key) for key in ("hidden", "name") if getattr(options, key) is not None}
    return dataclasses.replace(config, **changes)


def same(checkpoint, asked):
    """Refuses to go on with something else than what was begun."""
    for key, had in checkpoint.values().items():
        wanted = asked.values()[key]
        # How long a training is stands in its plan, which the command line may have decided.
        if wanted != had and key != "positions":
            raise Problem(f"the checkpoint was begun with {key} = {had!r}, not {wanted!r}: say the same, or begin anew without --resume")


class Training:
    """One network on its way."""

    def __init__(self, options):
        self.options = options
        self.out = pathlib.Path(options.out)
        self.out.mkdir(parents=True, exist_ok=True)
        if options.resume:
            self.state, self.step, self.total, self.config, mark, self.table = checkpoint.load(self.out / "checkpoint.npz")
            same(self.config, recipe(options, self.config))
        else:
            self.config = recipe(options)
            self.state = checkpoint.init(options.init, self.config) if options.init else steps.begin(self.config)
            self.step, self.total, self.table = 0, None, []
        self.data = data.Data(data.sources(records.files(options.data), say), self.config, say)
        say(f"loaded in {seconds():.1f} s")
        if options.resume and mark != self.data.mark:
            raise Problem("the checkpoint was begun with other records: give the same files, or begin anew without --resume")
        self.count = self.data.count
        self.superbatch = steps.compiled(self.config, self.data.sizes)
        self.validate = steps.validator(self.config)

    def advance(self, state, first, total, length):
        begins, strides = data.walk(range(first, first + length), self.count, self.config.batch, self.config.seed)
        return self.superbatch(state, self.data.train, jnp.float32(first), jnp.float32(total), begins, strides)

    def plan(self):
        """Compiles, measures the speed, and says how many steps there will be."""
        length = self.config.superbatch
        say(f"{jax.devices()[0].device_kind}, products in {steps.precision(self.config)}; compiling")
        timed = []
        for _ in range(2):  # the first includes the compiling
            spare = jax.tree.map(jnp.copy, self.state)
            begun = time.monotonic()
            jax.block_until_ready(self.advance(spare, self.step, self.total or length, length))
            jax.block_until_ready(self.validate(self.state["net"], self.data.validation))
            timed.append(time.monotonic() - begun)
        speed = self.config.batch * length / timed[1]
        say(f"compiled in {timed[0] - timed[1]:.1f} s; {speed / 1e6:.2f} M positions/s with validation; {seconds():.1f} s so far")
        self.pace = timed[1]
        asked = self.asked()
        if self.total is None:
            self.total = asked
        elif asked not in (None, self.total):
            raise Problem(f"the checkpoint was begun with a plan of {self.total:,} steps, not {asked:,}: say the same length or none")
        samples = self.total * self.config.batch
        say(f"plan: {self.total:,} steps, {samples / 1e6:,.0f} M samples, {samples / self.count:.1f} epochs")

    def asked(self):
        """How many steps the command line asks for, or else the recipe; None if it does not and there is a plan."""
        options, each = self.options, self.config.batch * self.config.superbatch
        if options.positions is not None:
            superbatches = round(options.positions / each)
        elif options.passes is not None:
            superbatches = round(options.passes * self.count / each)
        elif self.total is not None:
            return None
        elif options.minutes is not None:
            superbatches = int(CAUTION * (60 * options.minutes - seconds() - RESERVE) / self.pace)
            if superbatches < 1:
                raise self.too_short()
        else:
            superbatches = round(self.config.positions / each)
        return max(1, superbatches) * self.config.superbatch

    def too_short(self):
        """An untrained network looks like any other, so none is written."""
        least = math.ceil((seconds() + RESERVE + self.pace / CAUTION) / 6 + 1) / 10
        return Problem(f"there is no time for a single superbatch, so nothing was trained: give {least} minutes or more")

    def deadline(self):
        """Seconds after which this command must come to its end."""
        given = [minutes for minutes in (self.options.minutes, self.options.stop_after) if minutes is not None]
        return 60 * min(given) - RESERVE if given else float("inf")

    def run(self):
        self.plan()
        length, deadline, saved = self.config.superbatch, self.deadline(), seconds()
        longest = 0.0
        while self.step < (self.options.stop_at or 1) * self.total:
            begun = seconds()
            if begun + longest > deadline:
                if not longest:
                    raise self.too_short()
                break
            self.state, loss = self.advance(self.state, self.step, self.total, length)
            self.step += length
            losses = [float(each) for each in self.validate(self.state["net"], self.data.validation)]
            longest = max(longest, seconds() - begun)
            self.note(float(loss), losses, seconds() - begun)
            if not np.isfinite(losses[0]):
                raise Problem("the loss is no number any more: lower the learning rate")
            if seconds() - saved > SAVE_EVERY:
                self.save()
                saved = seconds()
        self.save()
        self.finish()

    def note(self, loss, losses, took):
        rate, share = steps.schedule(self.step - 1, self.total, self.config)
        positions = self.step * self.config.batch
        speed = self.config.batch * self.config.superbatch / took
        line = [self.step, positions, round(seconds(), 1), round(speed), float(rate), float(share), loss, *losses]
        self.table.append(line)
        if len(self.table) % max(1, self.total // self.config.superbatch // 100) == 0 or self.step == self.total:
            say(
                f"{100 * self.step / self.total:5.1f} %  {positions / 1e6:8.1f} M  loss {loss:.6f}  validation {losses[0]:.6f}"
                f"  (scores {losses[1]:.6f}, results {losses[2]:.6f})  rate {float(rate):.2e}  {speed / 1e6:.2f} M/s  {seconds():.0f} s"
            )

    def save(self):
        checkpoint.save(self.out / "checkpoint.npz", self.state, self.step, self.total, self.config, self.data.mark, self.table)
        with open(self.out / "loss.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            writer.writerows([f"{cell:.8g}" if isinstance(cell, float) else cell for cell in line] for line in self.table)

    def finish(self):
        """Exports what there is, finished or not, and says what rounding cost."""
        quantised = netfile.quantise(self.state["net"], self.config.name, self.config.king_buckets)
        path = self.out / "network.nnue"
        path.write_bytes(netfile.write(quantised))
        self.compare(quantised)
        if self.table and not chart.draw(self.out / "loss.csv", self.out / "loss.png"):
            say("no chart, as matplotlib is not installed: python3 -m trainer.chart loss.csv loss.png makes it elsewhere")
        if self.step < self.total:
            say(f"stopped at {100 * self.step / self.total:.1f} % of the plan; go on with --resume")
        say(f"{path}: {path.stat().st_size:,} bytes, {seconds():.0f} s")

    def compare(self, quantised, most=2_000):
        """The loss of the network in whole numbers next to the same positions' loss in floating point."""
        words = np.asarray(self.data.validation[:most])
        mixed = self.validate(self.state["net"], jnp.asarray(words))[0]
        outputs = np.array([reference.evaluate(quantised, reference.pieces_of_record(each.tobytes())) for each in words])
        expected = 1 / (1 + np.exp(-outputs / self.config.score_scale))
        wanted = 1 / (1 + np.exp(-np.asarray(records.score(words)) / self.config.score_scale))
        target = wanted + self.config.result_share[1] * (np.asarray(records.result(words)) / 2 - wanted)
        rounded = np.mean((expected - target) ** 2)
        say(f"in whole numbers: loss {rounded:.6f} where it is {float(mixed):.6f} in floating point ({len(words):,} positions)")


def main(words=None):
    options = arguments(words)
    try:
        Training(options).run()
    except Problem as problem:
        sys.exit(f"trainer: {problem}")
    except OSError as error:
        sys.exit(f"trainer: {error}")
    except KeyboardInterrupt:
        sys.exit(f"trainer: interrupted; the checkpoint, if there is one, is at most {SAVE_EVERY:.0f} s older, go on with --resume")


if __name__ == "__main__":
    main()
