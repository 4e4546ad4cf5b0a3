"""The records on the device: read from files, checked, shuffled and split; and the order in which a training sees them."""

import collections
import concurrent.futures
import dataclasses
import functools
import os
import typing

import jax
import jax.numpy as jnp
import numpy as np

from . import records
from .errors import Problem
from .records import SIZE, WORDS

READERS = 16  # threads that read; disks and page caches like to be asked for several things at once
AHEAD = 3  # loads that are read while one is on its way to the device


@dataclasses.dataclass(frozen=True)
class Source:
    """Some records: how many, and `fill(to, first)`, which copies as many as `to` has, beginning with the first."""

    count: int
    fill: typing.Callable


def memory(words):
    """Records that are an array already."""
    return Source(len(words), lambda to, first: np.copyto(to, words[first : first + len(to)]))


def sources(paths, say=print):
    """The records of files.

    A file that breaks off is used up to its last whole record; an empty one is no record.
    """
    found = []
    for path in paths:
        size = path.stat().st_size
        if size % SIZE:
            say(f"{path} breaks off inside a record; its {size // SIZE:,} whole records are used")
        elif not size:
            say(f"{path} is empty")
        if size // SIZE:
            found.append(Source(size // SIZE, functools.partial(fill_from, path)))
    if not found:
        raise Problem("there is not a single record")
    return found


def fill_from(path, to, first):
    with open(path, "rb", buffering=0) as file:
        file.seek(first * SIZE)
        rest = memoryview(to).cast("B")
        while rest:
            got = file.readinto(rest)
            if not got:
                raise Problem(f"{path} could not be read to its end")
            rest = rest[got:]


class Piece(typing.NamedTuple):
    """Neighbours in one source, which are read in one go; `place` is the first one's number among all records."""

    source: Source
    first: int
    count: int
    place: int


@functools.partial(jax.jit, static_argnums=(2, 3))
def sift(words, place, largest_score, validation_games):
    """Records to train on, then those to validate on, then the rest; and how many of each, how many are faulty, and their mark."""
    used = jnp.abs(records.score(words)) <= largest_score
    held_out = records.game(words) % validation_games == 0
    kind = jnp.where(used, held_out.astype(jnp.uint8), jnp.uint8(2))
    sums = [jnp.sum(each, dtype=jnp.uint32) for each in (kind == 0, kind == 1, records.faults(words))]
    counts = jnp.stack([*sums, records.mark(words, place)])
    return words[jnp.argsort(kind, stable=True)], counts


@functools.partial(jax.jit, donate_argnums=0)
def put(buffer, words, at):
    """Writes records into a buffer, from a place on."""
    return jax.lax.dynamic_update_slice(buffer, words, (at, jnp.int32(0)))


@jax.jit
def shuffled(buffer, used, key):
    """The first `used` records in random order; what is behind them stays behind them."""
    dice = jax.random.bits(key, buffer.shape[:1], jnp.uint32) >> 1
    dice = jnp.where(jnp.arange(buffer.shape[0]) < used, dice, jnp.uint32(2**31))
    _, order = jax.lax.sort_key_val(dice, jnp.arange(buffer.shape[0], dtype=jnp.int32))
    return buffer[order]


class Data:
    """The records on the device: `train`, shuffled, and `validation`, split off by game.

    Those to train on lie in several arrays, `train`, of which the first `sizes` records each are used: an array of more
    than 2³¹ words could not be indexed in 32 bits, and nothing of half the data's size has to be copied at once. Pieces of
    the files are dealt to the arrays at random, and each array is shuffled. `mark` tells the records from others, for a
    training that goes on later.
    """

    PIECE = 1 << 16  # records that are read in one go: 2 MiB
    LOAD = 1 << 5  # pieces that go to the device together: 64 MiB
    PART = 1 << 6  # loads in one array: 4 GiB

    def __init__(self, sources, config, say=print):
        total = sum(source.count for source in sources)
        if total >= 1 << 31:
            raise Problem("there are more than two billion records; train on fewer at a time")
        loads = dealt(sources, config.seed, self.PIECE, self.LOAD)
        parts = [loads[first : first + self.PART] for first in range(0, len(loads), self.PART)]
        keys = iter(jax.random.split(jax.random.PRNGKey(config.seed), len(parts) + 1))
        self.config, self.held, self.used, self.wrong, self.sum = config, 0, 0, 0, 0
        room = config.validation_positions + max(map(size, loads))
        self.validation = jnp.zeros((min(total, room), WORDS), jnp.uint32)
        arriving, train, sizes = arrivals(loads), [], []
        for part in parts:
            buffer, filled = self.collect(arriving, part)
            train.append(shuffled(buffer, filled, next(keys)))
            sizes.append(filled)
        if self.wrong:
            raise Problem(f"{self.wrong:,} of {total:,} records make no sense: the files are damaged or of another kind")
        self.train, self.sizes, self.count = tuple(train), tuple(sizes), sum(sizes)
        self.mark = [total, self.sum % 2**32]
        self.validation = shuffled(self.validation, self.held, next(keys))[: min(self.held, config.validation_positions)]
        left_out = total - self.used
        say(
            f"{total:,} records: {self.count:,} to train on, {self.validation.shape[0]:,} to validate on"
            + (f", {left_out:,} with larger scores left out" if left_out else "")
        )
        if not self.count or not self.held:
            raise Problem("there must be records to train on and to validate on; give more, or hold out more games")

    def collect(self, arriving, loads):
        """The records to train on of some loads, and how many they are; those to validate on go where they belong."""
        buffer, filled = jnp.zeros((sum(map(size, loads)), WORDS), jnp.uint32), 0
        for _ in loads:
            words, place = map(jax.device_put, next(arriving))
            sifted, counts = sift(words, place, self.config.largest_score, self.config.validation_games)
            kept, held, wrong, mark = (int(each) for each in np.asarray(counts))
            # All of them are written; what does not belong there is overwritten next time, or lies behind the end.
            buffer, filled = put(buffer, sifted, filled), filled + kept
            if held and self.held < self.config.validation_positions:
                self.validation = put(self.validation, jnp.roll(sifted, -kept, axis=0), self.held)
                self.held += held
            self.used += kept + held
            self.wrong += wrong
            self.sum += mark
        return buffer, filled


def size(load):
    return sum(piece.count for piece in load)


def dealt(sources, seed, piece, load):
    """All records in pieces, in random order, so many pieces to a load."""
    pieces, place = [], 0
    for source in sources:
        for first in range(0, source.count, piece):
            pieces.append(Piece(source, first, min(piece, source.count - first), place + first))
        place += source.count
    order = np.random.default_rng(seed).permutation(len(pieces))
    return [[pieces[index] for index in order[start : start + load]] for start in range(0, len(pieces), load)]


def arrivals(loads):
    """Reads loads in their order, some of them ahead; each is its records and their places."""
    with concurrent.futures.ThreadPoolExecutor(READERS) as pool:
        waiting = collections.deque()
        for load in loads:
            words, places = np.empty((size(load), WORDS), "<u4"), []
            jobs, start = [], 0
            for piece in load:
                jobs.append(pool.submit(piece.source.fill, words[start : start + piece.count], piece.first))
                places.append(np.arange(piece.place, piece.place + piece.count, dtype=np.uint32))
                start += piece.count
            waiting.append((words, np.concatenate(places), jobs))
            if len(waiting) > AHEAD:
                yield arrived(waiting.popleft())
        while waiting:
            yield arrived(waiting.popleft())


def arrived(load):
    words, place, jobs = load
    for job in jobs:
        job.result()
    return words, place


def pick(parts, sizes, rows):
    """Records by their number: those of the first part come first, and so on."""
    picked, start = jnp.uint32(0), 0
    for part, count in zip(parts, sizes, strict=True):
        inside = (rows >= start) & (rows < start + count)
        found = part.at[jnp.where(inside, rows - start, 0)].get(mode="promise_in_bounds")
        picked = jnp.where(inside[:, None], found, picked)
        start += count
    return picked


def walk(steps, count, batch, seed):
    """Where each step's batch begins and how far apart its rows lie, so that no epoch sees a record twice.

    The records lie shuffled. An epoch walks around them as around a ring, with a stride that has no divisor in
    common with their number: it meets all of them before it comes back, and each epoch's stride makes other batches.
    So shuffling anew costs nothing and needs no memory. An epoch is as many whole batches as there are; the records
    that would not fill another one, fewer than a batch, are left out of it, and it is chance which ones. Only where
    all records are fewer than a batch does a batch go round more than once. `steps` are the numbers of the steps,
    counted from 0 over the whole training.
    """
    per_epoch = max(1, count // batch)
    begins, strides = [], []
    for step in steps:
        epoch, within = divmod(step, per_epoch)
        begin, stride = ring(epoch, count, seed)
        begins.append((begin + stride * within * batch) % count)
        strides.append(stride)
    return np.array(begins, np.uint32), np.array(strides, np.uint32)


@functools.lru_cache(maxsize=8)
def ring(epoch, count, seed):
    """An epoch's first record and stride."""
    random = np.random.default_rng([seed, epoch])
    begin = int(random.integers(count))
    while True:
        stride = int(random.integers(count)) or 1
        if np.gcd(stride, count) == 1:
            return begin, stride


def rows(begin, stride, batch, count):
    """The records of one batch: begin, begin + stride, … around the ring of `count`."""
    position = jnp.arange(batch, dtype=jnp.uint32)
    row = jnp.broadcast_to(begin, (batch,))
    # 32 bits hold no product of two such numbers, so it is added up bit by bit.
    power = stride
    for bit in range((batch - 1).bit_length()):
        row = around(row + jnp.where((position >> bit) & 1 == 1, power, 0), count)
        power = around(power + power, count)
    return row


def around(row, count):
    return jnp.where(row >= count, row - count, row)
