"""The engine's network file: quantised, written and read. `crates/eval/src/nnue/file.rs` documents the format."""

import dataclasses
import struct
import zlib

import numpy as np

from .config import Problem

MAGIC, VERSION, FEATURE_SET = b"PLYWNNUE", 1, 1
FEATURES, HEADS = 768, 8
FEATURE_ONE, HEAD_ONE, CENTIPAWNS = 255, 64, 400
OUTPUT_ONE = FEATURE_ONE * FEATURE_ONE * HEAD_ONE
HEADER = struct.Struct("<8s8I28s")
CHECKSUM = struct.Struct("<I")

# The engine's limits: with them no sum of its 16 and 32 bits can overflow.
FEATURE_LIMIT = 32767 // 33
HEAD_LIMIT = 32767 // FEATURE_ONE
HEAD_SUM_LIMIT = (2**31 - 1) // FEATURE_ONE**2
HEAD_BIAS_LIMIT = 2 * OUTPUT_ONE


@dataclasses.dataclass
class Quantised:
    """A network in whole numbers: rows 768 × H, bias H, heads 8 × 2H, head_bias 8."""

    name: str
    rows: np.ndarray
    bias: np.ndarray
    heads: np.ndarray
    head_bias: np.ndarray

    @property
    def hidden(self):
        return self.rows.shape[1]

    def check(self):
        """Refuses what the engine would refuse."""
        def largest(values):
            return np.abs(values.astype(np.int64)).max()  # in 64 bits, as the least number of 32 has no opposite there

        halves = self.heads.reshape(HEADS * 2, -1).astype(np.int64)
        for held, what in (
            (max(largest(self.rows), largest(self.bias)) <= FEATURE_LIMIT, "a weight of a fact"),
            (largest(self.heads) <= HEAD_LIMIT, "a weight of a head"),
            (max(halves.clip(0).sum(1).max(), (-halves).clip(0).sum(1).max()) <= HEAD_SUM_LIMIT, "a head's weights together"),
            (largest(self.head_bias) <= HEAD_BIAS_LIMIT, "a bias of a head"),
        ):
            if not held:
                raise Problem(f"the network has {what} too large for the engine")


def quantise(net, name):
    """Rounds trained parameters to whole numbers."""
    def rounded(values, one):
        values = np.asarray(values, np.float64)
        if not np.isfinite(values).all():
            raise Problem("the network has a weight that is no number")
        # What is too large stays too large, for `check` to see; it does not turn round.
        return np.rint(values * one).clip(-(2**31), 2**31 - 1).astype(np.int32)

    return Quantised(
        name=name,
        rows=rounded(net["rows"], FEATURE_ONE),
        bias=rounded(net["bias"], FEATURE_ONE),
        heads=rounded(net["heads"], HEAD_ONE).T.copy(),
        head_bias=rounded(net["head_bias"], OUTPUT_ONE),
    )


def write(quantised):
    """The bytes of a network file."""
    quantised.check()
    weights = b"".join(
        [
            quantised.rows.astype("<i2").tobytes(),
            quantised.bias.astype("<i2").tobytes(),
            quantised.heads.astype("<i2").tobytes(),
            quantised.head_bias.astype("<i4").tobytes(),
        ]
    )
    header = HEADER.pack(
        MAGIC, VERSION, FEATURE_SET, quantised.hidden, HEADS, FEATURE_ONE, HEAD_ONE, CENTIPAWNS, len(weights), quantised.name.encode()
    )
    return header + CHECKSUM.pack(zlib.crc32(weights, zlib.crc32(header))) + weights


def read(data):
    """Reads a network file back."""
    start = HEADER.size + CHECKSUM.size
    if len(data) < start or data[:8] != MAGIC:
        raise Problem("this is not a Plywise network file")
    _, version, feature_set, hidden, heads, *scales, length, name = HEADER.unpack_from(data)
    if (version, feature_set, heads, scales) != (VERSION, FEATURE_SET, HEADS, [FEATURE_ONE, HEAD_ONE, CENTIPAWNS]):
        raise Problem("the network file is of another version or shape")
    weights = data[start:]
    if len(weights) != length or length != 2 * hidden * (FEATURES + 1 + 2 * HEADS) + 4 * HEADS:
        raise Problem("the network file has too few or too many bytes")
    if CHECKSUM.unpack_from(data, HEADER.size)[0] != zlib.crc32(weights, zlib.crc32(data[: HEADER.size])):
        raise Problem("the network file is damaged: its checksum does not fit")
    ends = np.cumsum([FEATURES * hidden, hidden, HEADS * 2 * hidden])
    narrow = np.frombuffer(weights[: 2 * ends[-1]], "<i2").astype(np.int32)
    rows, bias, head_weights = np.split(narrow, ends[:-1])
    quantised = Quantised(
        name=name.rstrip(b"\0").decode(errors="replace"),
        rows=rows.reshape(FEATURES, hidden),
        bias=bias,
        heads=head_weights.reshape(HEADS, 2 * hidden),
        head_bias=np.frombuffer(weights[2 * ends[-1] :], "<i4").astype(np.int32),
    )
    quantised.check()
    return quantised
