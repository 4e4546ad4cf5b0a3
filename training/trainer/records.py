"""Training records: their files, what stands in them, and what cannot be right. `data.py` brings them to the device.

A record is 32 bytes, kept as eight 32-bit words (low byte first):

| word | what |
|---|---|
| 0 1 | occupied squares, a1 is bit 0; the board is turned so that the mover plays up it |
| 2–5 | the pieces on them in that order, a nibble each: role 0 pawn … 5 king, plus 8 if the opponent's |
| 6 | score (16 bits, mover's centipawns), result (8: 0 loss, 1 draw, 2 win), own king's square (8) |
| 7 | their king's square (8), number of pieces (8), hash of the game (16) |
"""

import pathlib

import jax
import jax.numpy as jnp

from .errors import Problem
from .formats import BOARDS

SIZE = BOARDS["bytes"]
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


def score(words):
    return jnp.left_shift(words[:, 6].astype(jnp.int32), 16) >> 16  # the sign comes down with the shift


def result(words):
    return (words[:, 6] >> 16) & 0xFF


def own_king(words):
    return words[:, 6] >> 24


def their_king(words):
    return words[:, 7] & 0xFF


def pieces(words):
    return (words[:, 7] >> 8) & 0xFF


def game(words):
    return words[:, 7] >> 16


def codes(words, flips):
    """What stands on each square: the nibble, or 16 for nothing.

    `flips` is xored into the square numbers first: 7 mirrors files, 56 ranks. It has shape (records, views), and the
    answer (records, views, 64). Every square counts for itself how many pieces come before its own, so that this is
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
    return ~whole | (count != pieces(words)) | (count < 2) | (count > 32) | (result(words) > 2)


def mark(words, place):
    """A number that records at these places have, and hardly any others: a sum over words, each mixed with its place."""
    place = place[:, None] * WORDS + jnp.arange(WORDS, dtype=jnp.uint32)
    mixed = (words ^ (place * jnp.uint32(0x9E3779B1))) * jnp.uint32(0x85EBCA77)  # two large odd numbers
    mixed = (mixed ^ (mixed >> 15)) * jnp.uint32(0xC2B2AE3D)  # and a third
    return jnp.sum(mixed ^ (mixed >> 13), dtype=jnp.uint32)
