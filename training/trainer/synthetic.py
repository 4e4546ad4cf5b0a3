"""Records that are no chess, for tests and for measuring speed: pieces at random, and a score that counts them."""

import numpy as np

VALUES = np.array([100, 300, 310, 500, 900, 0])
KINDS = np.array([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4])  # a side's pieces but the king


def make(count, seed=1):
    """`count` records as an array of 32 bytes each."""
    random = np.random.default_rng(seed)
    made = np.zeros((count, 32), np.uint8)
    for record in made:
        own = random.choice(KINDS, random.integers(0, len(KINDS) + 1), replace=False)
        their = random.choice(KINDS, random.integers(0, len(KINDS) + 1), replace=False)
        pieces = np.concatenate([[5], own, [13], their + 8])
        squares = random.permutation(64)[: len(pieces)]
        order = np.argsort(squares)
        nibbles = np.zeros(32, np.uint8)
        nibbles[: len(pieces)] = pieces[order]
        balance = int(VALUES[own].sum() - VALUES[their].sum()) + int(random.integers(-50, 51))
        chance = 1 / (1 + np.exp(-balance / 400))
        record[:8] = np.frombuffer(sum(1 << int(square) for square in squares).to_bytes(8, "little"), np.uint8)
        record[8:24] = nibbles[0::2] | nibbles[1::2] << 4
        record[24:26] = np.frombuffer(np.int16(balance).tobytes(), np.uint8)
        record[26] = 2 if random.random() < chance else 0
        record[27], record[28], record[29] = squares[0], squares[1 + len(own)], len(pieces)
        record[30:] = random.integers(0, 256, 2)
    return made
