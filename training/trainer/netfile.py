"""The engine's network file: quantised, written and read. `crates/eval/src/nnue/file.rs` documents the format.

The numbers of the format are the engine's own, see `formats.py`.
"""

import dataclasses
import struct
import zlib

import numpy as np

from . import buckets
from .errors import Problem
from .formats import NETWORK

MAGIC, VERSION = NETWORK["magic"].encode(), NETWORK["version"]
ONE_SET, BUCKETED_SET = NETWORK["one_set"], NETWORK["bucketed_set"]  # feature sets: without and with king buckets
FEATURES, OUTPUT_BUCKETS = NETWORK["features"], NETWORK["output_buckets"]
FEATURE_ONE, OUTPUT_BUCKET_ONE, CENTIPAWNS = NETWORK["feature_one"], NETWORK["output_bucket_one"], NETWORK["centipawns"]
OUTPUT_ONE = FEATURE_ONE * FEATURE_ONE * OUTPUT_BUCKET_ONE
HEADER = struct.Struct(f"<8s8I{NETWORK['name_bytes']}s")
CHECKSUM = struct.Struct("<I")
BUCKETS = struct.Struct(f"<I{buckets.SQUARES}s")  # how many, and of each square of the own king which

# The engine's limits: with them no sum of its 16 and 32 bits can overflow.
FEATURE_LIMIT = NETWORK["feature_limit"]
OUTPUT_BUCKET_LIMIT = NETWORK["output_bucket_limit"]
OUTPUT_BUCKET_SUM_LIMIT = NETWORK["output_bucket_sum_limit"]
OUTPUT_BUCKET_BIAS_LIMIT = NETWORK["output_bucket_bias_limit"]


@dataclasses.dataclass
class Quantised:
    """A network in whole numbers: rows 768·K × H, one king bucket after the other, bias H, and of the output buckets weights 8 × 2H, biases 8."""

    name: str
    king_buckets: tuple[int, ...]
    rows: np.ndarray
    bias: np.ndarray
    output_weights: np.ndarray
    output_bias: np.ndarray

    @property
    def hidden(self):
        return self.rows.shape[1]

    def check(self):
        """Refuses what the engine would refuse."""
        def largest(values):
            return np.abs(values.astype(np.int64)).max()  # in 64 bits, as the least number of 32 has no opposite there

        halves = self.output_weights.reshape(OUTPUT_BUCKETS * 2, -1).astype(np.int64)
        for held, what in (
            (max(largest(self.rows), largest(self.bias)) <= FEATURE_LIMIT, "a weight of a feature"),
            (largest(self.output_weights) <= OUTPUT_BUCKET_LIMIT, "a weight of an output bucket"),
            (max(halves.clip(0).sum(1).max(), (-halves).clip(0).sum(1).max()) <= OUTPUT_BUCKET_SUM_LIMIT, "an output bucket's weights together"),
            (largest(self.output_bias) <= OUTPUT_BUCKET_BIAS_LIMIT, "a bias of an output bucket"),
        ):
            if not held:
                raise Problem(f"the network has {what} too large for the engine")


def merged(net):
    """The rows as the engine adds them up: the factoriser's, which all king buckets share, added to each bucket's own."""
    return net["rows"] + net["shared"] if "shared" in net else net["rows"]


def quantise(net, name, king_buckets=buckets.LAYOUTS["one"]):
    """Rounds trained parameters to whole numbers."""
    def rounded(values, one):
        values = np.asarray(values, np.float64)
        if not np.isfinite(values).all():
            raise Problem("the network has a weight that is no number")
        # What is too large stays too large, for `check` to see; it does not turn round.
        return np.rint(values * one).clip(-(2**31), 2**31 - 1).astype(np.int32)

    return Quantised(
        name=name,
        king_buckets=king_buckets,
        rows=rounded(np.asarray(merged(net)).reshape(-1, net["bias"].shape[0]), FEATURE_ONE),
        bias=rounded(net["bias"], FEATURE_ONE),
        output_weights=rounded(net["output_weights"], OUTPUT_BUCKET_ONE).T.copy(),
        output_bias=rounded(net["output_bias"], OUTPUT_ONE),
    )


def write(quantised):
    """The bytes of a network file."""
    quantised.check()
    count = buckets.count(quantised.king_buckets)
    weights = b"".join(
        [
            BUCKETS.pack(count, bytes(quantised.king_buckets)) if count > 1 else b"",
            quantised.rows.astype("<i2").tobytes(),
            quantised.bias.astype("<i2").tobytes(),
            quantised.output_weights.astype("<i2").tobytes(),
            quantised.output_bias.astype("<i4").tobytes(),
        ]
    )
    header = HEADER.pack(
        MAGIC, VERSION, BUCKETED_SET if count > 1 else ONE_SET, quantised.hidden, OUTPUT_BUCKETS, FEATURE_ONE, OUTPUT_BUCKET_ONE, CENTIPAWNS,
        len(weights), quantised.name.encode(),
    )  # fmt: skip
    return header + CHECKSUM.pack(zlib.crc32(weights, zlib.crc32(header))) + weights


def read(data):
    """Reads a network file back."""
    start = HEADER.size + CHECKSUM.size
    if len(data) < start or data[:8] != MAGIC:
        raise Problem("this is not a Plywise network file")
    _, version, feature_set, hidden, outputs, *scales, length, name = HEADER.unpack_from(data)
    if (version, outputs, scales) != (VERSION, OUTPUT_BUCKETS, [FEATURE_ONE, OUTPUT_BUCKET_ONE, CENTIPAWNS]) or feature_set not in (ONE_SET, BUCKETED_SET):
        raise Problem("the network file is of another version or shape")
    weights = data[start:]
    layout, before = buckets.LAYOUTS["one"], 0
    if feature_set == BUCKETED_SET and len(weights) >= BUCKETS.size:
        count, squares = BUCKETS.unpack_from(weights)
        layout, before = buckets.read(list(squares), "the network file"), BUCKETS.size
        if count != buckets.count(layout) or count == 1:
            raise Problem("the network file does not divide the king's squares into the buckets that it promises")
    features = FEATURES * buckets.count(layout)
    if len(weights) != length or length != before + 2 * hidden * (features + 1 + 2 * OUTPUT_BUCKETS) + 4 * OUTPUT_BUCKETS:
        raise Problem("the network file has too few or too many bytes")
    if CHECKSUM.unpack_from(data, HEADER.size)[0] != zlib.crc32(weights, zlib.crc32(data[: HEADER.size])):
        raise Problem("the network file is damaged: its checksum does not fit")
    weights = weights[before:]
    ends = np.cumsum([features * hidden, hidden, OUTPUT_BUCKETS * 2 * hidden])
    narrow = np.frombuffer(weights[: 2 * ends[-1]], "<i2").astype(np.int32)
    rows, bias, outputs = np.split(narrow, ends[:-1])
    quantised = Quantised(
        name=name.rstrip(b"\0").decode(errors="replace"),
        king_buckets=layout,
        rows=rows.reshape(features, hidden),
        bias=bias,
        output_weights=outputs.reshape(OUTPUT_BUCKETS, 2 * hidden),
        output_bias=np.frombuffer(weights[2 * ends[-1] :], "<i4").astype(np.int32),
    )
    quantised.check()
    return quantised
