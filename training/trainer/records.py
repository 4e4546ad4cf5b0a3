"""Training records: read from files, checked, shuffled and split, all on the device.

A record is 32 bytes, kept as eight 32-bit words (low byte first):

| word | what |
|---|---|
| 0 1 | occupied squares, a1 is bit 0; the board is turned so that the mover plays up it |
| 2–5 | the men on them in that order, a nibble each: role 0 pawn … 5 king, plus 8 if the opponent's |
| 6 | score (16 bits, mover's centipawns), result (8: 0 loss, 1 draw, 2 win), own king's square (8) |
| 7 | their king's square (8), number of men (8), hash of the game (16) |
"""

import functools
import pathlib

import jax
import jax.numpy as jnp
import numpy as np

from .config import Problem

SIZE = 32
WORDS = SIZE // 4
SUFFIX = ".boards"


def files(paths):
    """The record files among these: files as they are, of folders all `*.boards`."""
    found = []
    for path in map(pathlib.Path, paths):
        if path.is_dir():
            inside = sorted(path.glob("*" + SUFFIX))
            if not inside:
                raise Problem(f"{path} holds no {SUFFIX} file")
            found += inside
        elif path.is_file():
            found.append(path)
        else:
            raise Problem(f"{path} is neither a file nor a folder")
    return found


def read(paths, say=print):
    """All records of all files as one array of words.

    A file that breaks off is used up to its last whole record; an empty one is no record.
    """
    sizes = []
    for path in paths:
        size = path.stat().st_size
        if size % SIZE:
            say(f"{path} breaks off inside a record; its {size // SIZE:,} whole records are used")
        elif not size:
            say(f"{path} is empty")
        sizes.append(size // SIZE)
    if not sum(sizes):
        raise Problem("there is not a single record")
    words = np.empty((sum(sizes), WORDS), dtype="<u4")
    start = 0
    for path, size in zip(paths, sizes):
        if not size:
            continue  # no bytes of an empty array can be had
        with open(path, "rb") as file:
            if file.readinto(memoryview(words[start : start + size]).cast("B")) != size * SIZE:
                raise Problem(f"{path} could not be read to its end")
        start += size
    return words


def score(words):
    return jnp.left_shift(words[:, 6].astype(jnp.int32), 16) >> 16  # the sign comes down with the shift


def result(words):
    return (words[:, 6] >> 16) & 0xFF


def own_king(words):
    return words[:, 6] >> 24


def their_king(words):
    return words[:, 7] & 0xFF


def men(words):
    return (words[:, 7] >> 8) & 0xFF


def game(words):
    return words[:, 7] >> 16


def codes(words, flips):
    """What stands on each square: the nibble, or 16 for nothing.

    `flips` is xored into the square numbers first: 7 mirrors files, 56 ranks. It has shape (records, views), and the
    answer (records, views, 64). Every square counts for itself how many men come before its own, so that this is
    arithmetic on single numbers which the compiler melts into one pass.
    """
    square = jnp.arange(64, dtype=jnp.uint32) ^ flips[:, :, None]
    low, high = words[:, 0, None, None], words[:, 1, None, None]
    upper, bit = square >= 32, square & 31
    half = jnp.where(upper, high, low)
    before = jax.lax.population_count(half & ((jnp.uint32(1) << bit) - 1))
    before += jnp.where(upper, jax.lax.population_count(low), 0)
    first, second, third, fourth = (words[:, index, None, None] for index in range(2, 6))
    eight = jnp.where(before < 16, jnp.where(before < 8, first, second), jnp.where(before < 24, third, fourth))
    nibble = (eight >> ((before & 7) * 4)) & 15
    return jnp.where((half >> bit) & 1 == 1, nibble, 16)


@jax.jit
def faults(words):
    """Which records cannot be right."""
    count = jax.lax.population_count(words[:, 0]) + jax.lax.population_count(words[:, 1])
    seen = codes(words, jnp.zeros((words.shape[0], 1), jnp.uint32))[:, 0]
    squares = jnp.arange(64, dtype=jnp.uint32)
    own = (seen == 5) == (squares == own_king(words)[:, None])
    their = (seen == 13) == (squares == their_king(words)[:, None])
    kinds = (seen == 16) | ((seen & 7) <= 5)
    whole = jnp.all(own & their & kinds, axis=1)
    return ~whole | (count != men(words)) | (count < 2) | (count > 32) | (result(words) > 2)


@jax.jit
def mark(words, first):
    """A number that records at these places have, and hardly any others: a sum over words, each mixed with its place."""
    place = (first + jnp.arange(words.shape[0], dtype=jnp.uint32))[:, None] * WORDS + jnp.arange(WORDS, dtype=jnp.uint32)
    mixed = (words ^ (place * jnp.uint32(0x9E3779B1))) * jnp.uint32(0x85EBCA77)  # two large odd numbers
    mixed = (mixed ^ (mixed >> 15)) * jnp.uint32(0xC2B2AE3D)  # and a third
    return jnp.sum(mixed ^ (mixed >> 13), dtype=jnp.uint32)


class Data:
    """The records on the device: `train`, shuffled, and `validation`, split off by game.

    `mark` tells them from other records, for a training that goes on later.
    """

    CHUNK = 1 << 20

    def __init__(self, words, config, say=print):
        total = words.shape[0]
        if total >= 1 << 31:
            raise Problem("there are more than two billion records; train on fewer at a time")
        words = jax.device_put(words)
        # In pieces, as the check looks at all 64 squares of each record.
        wrong = sums = 0
        for start in range(0, total, self.CHUNK):
            piece = words[start : start + self.CHUNK]
            wrong += int(faults(piece).sum())
            sums += int(mark(piece, jnp.uint32(start)))
        self.mark = [total, sums % 2**32]
        if wrong:
            raise Problem(f"{wrong:,} of {total:,} records make no sense: the files are damaged or of another kind")
        used = jnp.abs(score(words)) <= config.largest_score
        held_out = game(words) % config.validation_games == 0
        key = jax.random.PRNGKey(config.seed)

        def chosen(mask, most):
            rows = jax.random.permutation(key, jnp.flatnonzero(mask))[:most]
            return words[rows]

        self.train = chosen(used & ~held_out, None)
        self.validation = chosen(used & held_out, config.validation_positions)
        left_out = total - int(used.sum())
        say(
            f"{total:,} records: {self.train.shape[0]:,} to train on, {self.validation.shape[0]:,} to validate on"
            + (f", {left_out:,} with larger scores left out" if left_out else "")
        )
        if not self.train.shape[0] or not self.validation.shape[0]:
            raise Problem("there must be records to train on and to validate on; give more, or hold out more games")


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
