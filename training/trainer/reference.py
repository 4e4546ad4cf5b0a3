"""What a quantised network says about a position, in whole numbers, slowly and plainly.

It shares nothing with the engine and nothing with the trainer's own unpacking, so that both can be checked
against it. Pieces are (own, role, square) seen from the mover: own is True or False, role 0 pawn … 5 king, a1 is 0.
"""

import numpy as np

from .netfile import CENTIPAWNS, FEATURE_ONE, OUTPUT_BUCKETS, OUTPUT_ONE

MOST = 29_999  # the engine keeps evaluations clear of mate scores
ROLES = "pnbrqk"


def pieces_of_fen(fen):
    """The pieces of a FEN as its mover sees them."""
    placement, turn = fen.split()[:2]
    pieces = []
    for rank, row in zip(range(7, -1, -1), placement.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            square = rank * 8 + file
            white = letter.isupper()
            pieces.append((white == (turn == "w"), ROLES.index(letter.lower()), square if turn == "w" else square ^ 56))
            file += 1
    return pieces


def pieces_of_record(record):
    """The pieces of 32 bytes."""
    occupied = int.from_bytes(record[:8], "little")
    squares = [square for square in range(64) if occupied >> square & 1]
    nibbles = [byte >> shift & 15 for byte in record[8:24] for shift in (0, 4)]
    return [(nibble < 8, nibble & 7, square) for nibble, square in zip(nibbles, squares)]


def fen_of_pieces(pieces, black=False):
    """A FEN with these pieces, the mover White, or Black if asked for."""
    board = [""] * 64
    for own, role, square in pieces:
        letter = ROLES[role]
        board[square ^ 56 if black else square] = letter.upper() if own != black else letter
    rows = []
    for rank in range(7, -1, -1):
        row, empty = "", 0
        for letter in board[rank * 8 : rank * 8 + 8]:
            if letter:
                row += (str(empty) if empty else "") + letter
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    return f"{'/'.join(rows)} {'b' if black else 'w'} - - 0 1"


def views(pieces, king_buckets=(0,) * 32):
    """The true features as the mover sees them, and as the other side does, each in the king bucket of its own king."""
    def features(pieces):
        king = next(square for own, role, square in pieces if own and role == 5)
        mirror = 7 if king % 8 < 4 else 0
        bucket = king_buckets[king // 8 * 4 + (king ^ mirror) % 8 - 4]
        return [768 * bucket + 384 * (not own) + 64 * role + (square ^ mirror) for own, role, square in pieces]

    return features(pieces), features([(not own, role, square ^ 56) for own, role, square in pieces])


def evaluate(net, pieces):
    """Centipawns for the mover."""
    bucket = min((len(pieces) - 2) // 4, OUTPUT_BUCKETS - 1)
    accumulators = [net.bias + net.rows[features].sum(axis=0) for features in views(pieces, net.king_buckets)]
    clipped = np.concatenate(accumulators).astype(np.int64).clip(0, FEATURE_ONE)
    total = int((clipped * clipped * net.output_weights[bucket]).sum()) + int(net.output_bias[bucket])
    centipawns = abs(total) * CENTIPAWNS // OUTPUT_ONE * (1 if total >= 0 else -1)
    return max(-MOST, min(MOST, centipawns))
