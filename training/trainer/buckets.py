"""King buckets: which squares of the own king share a set of rows.

A view is mirrored so that its own king stands on the files e to h, so a map has 32 numbers: e1 f1 g1 h1, then e2 to h2
and so on up to h8, as the king's own side counts ranks.
"""

from .errors import Problem
from .formats import NETWORK

SQUARES = NETWORK["king_squares"]
MOST = SQUARES


def drawn(*rows):
    """A layout as a picture: the eighth rank first, files e to h."""
    return tuple(int(digit, 32) for row in reversed(rows) for digit in row)


# Why these: a castled king, one at home, one that has stepped up, and one on its way in an endgame want different
# things of the same pieces, and each of them is frequent enough to learn from.
LAYOUTS = {
    "one": drawn("0000", "0000", "0000", "0000", "0000", "0000", "0000", "0000"),
    "two": drawn("1111", "1111", "1111", "1111", "1111", "1111", "0000", "0000"),
    "four": drawn("3333", "3333", "3333", "3333", "3333", "3333", "2222", "1100"),
    "five": drawn("4444", "4444", "4444", "4444", "4444", "3333", "2222", "1100"),
    "six": drawn("5555", "5555", "5555", "5555", "4444", "4444", "3322", "1100"),
}


def read(value, where):
    """A map of 32 numbers from what a recipe says: a layout's name, 32 numbers, or 64 for the whole board."""
    if isinstance(value, str):
        if value not in LAYOUTS:
            raise Problem(f"king_buckets in {where} is no layout {value!r}; the layouts are {', '.join(LAYOUTS)}, or give 32 numbers")
        return LAYOUTS[value]
    if not isinstance(value, (list, tuple)) or not all(type(each) is int for each in value) or len(value) not in (SQUARES, 64):
        raise Problem(f"king_buckets in {where} is a layout's name, or 32 whole numbers (e1 f1 g1 h1, e2 … h8), or 64 (a1 … h8)")
    if len(value) == 64:
        ranks = [value[start : start + 8] for start in range(0, 64, 8)]
        if any(list(rank) != list(reversed(rank)) for rank in ranks):
            raise Problem(f"king_buckets in {where} must be the same on both wings, as views are mirrored")
        value = [each for rank in ranks for each in rank[4:]]
    count = max(value) + 1
    if sorted(set(value)) != list(range(count)) or count > MOST:
        raise Problem(f"king_buckets in {where} are numbered from 0 without a gap, at most {MOST} of them")
    return tuple(value)


def count(layout):
    return max(layout) + 1
