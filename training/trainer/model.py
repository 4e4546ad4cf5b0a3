"""The network in floating point: features, two accumulators, eight output buckets.

The engine's `nnue` module describes it. Parameters, with H numbers in an accumulator and K king buckets:

| name | shape | what |
|---|---|---|
| rows | 768 × H; K × 768 × H if K > 1 | what each feature adds to an accumulator, by king bucket |
| shared | 768 × H, only if K > 1 | the factoriser: what each feature adds in every king bucket |
| bias | H | what an accumulator begins with |
| output_weights | 2H × 8 | how each output bucket weighs the mover's accumulator and the other's |
| output_bias | 8 | what each output bucket begins with |
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from . import buckets, records, tiles
from .netfile import CENTIPAWNS, FEATURE_ONE, FEATURES, OUTPUT_BUCKET_ONE, OUTPUT_BUCKETS, merged


class Layout(NamedTuple):
    """The king buckets, and how views of several of them are multiplied: in `tiles` (see `tiles.py`) or `dense`."""

    king_buckets: tuple[int, ...] = buckets.LAYOUTS["one"]
    products: str = "tiles"

    @property
    def count(self):
        return buckets.count(self.king_buckets)


ONE = Layout()


def initial(hidden, seed, count=1, factoriser=True):
    """Random parameters with which accumulators begin between 0 and 1, where they can learn.

    All king buckets begin alike, as a network without them would.
    """
    first, second = jax.random.split(jax.random.PRNGKey(seed))
    reach = 1 / np.sqrt(32)  # up to 32 features are true at a time
    rows = jax.random.uniform(first, (FEATURES, hidden), minval=-reach, maxval=reach)
    return {
        **split(rows, count, factoriser),
        "bias": jnp.full(hidden, 0.1),
        "output_weights": jax.random.uniform(second, (2 * hidden, OUTPUT_BUCKETS), minval=-1, maxval=1) / np.sqrt(2 * hidden),
        "output_bias": jnp.zeros(OUTPUT_BUCKETS),
    }


def split(rows, count, factoriser):
    """Rows, 768 × H or one such for each king bucket, as the parameters of a network with so many."""
    if count == 1:
        return {"rows": rows}
    rows = jnp.broadcast_to(rows, (count, *rows.shape[-2:]))
    if not factoriser:
        return {"rows": rows}
    shared = rows.mean(axis=0)
    return {"rows": rows - shared, "shared": shared}


def kings(words):
    """The square of each view's own king as that view has it before mirroring: the mover's, then the other's."""
    return jnp.stack([records.own_king(words), records.their_king(words) ^ 56], axis=1)


def king_bucket(words, layout):
    """The king bucket of each view, shape (records, 2)."""
    squares = kings(words)
    file = squares & 7
    place = (squares >> 3) * 4 + jnp.where(file < 4, 3 - file, file - 4)
    return jnp.asarray(layout.king_buckets, jnp.int32)[place]


def planes(words, view):
    """What stands on each square of some views, shape (records, views, 64): 0 to 5 own, 6 to 11 other's, 255 nothing.

    `view`, shape (1 or records, views), is 0 for the mover's and 1 for the other's. Each view is turned so that its side
    plays up the board, and mirrored if its king is on one of the files a to d.
    """
    king = jnp.where(view == 0, records.own_king(words)[:, None], records.their_king(words)[:, None])
    flips = jnp.where((king & 7) < 4, 7, 0).astype(jnp.uint32) ^ jnp.where(view == 0, 0, 56).astype(jnp.uint32)
    code = records.codes(words, flips)
    plane = jnp.where(code == 16, 255, (code & 7) + 6 * ((code >> 3) ^ view[:, :, None].astype(jnp.uint32)))
    # Written down here: otherwise each of the twelve comparisons of `features` would unpack the record anew.
    return jax.lax.optimization_barrier(plane.astype(jnp.uint8))


def features(words, dtype, layout=ONE):
    """The features as ones and zeros, shape (2 × records, 768·K): of each record the mover's view, then the other's.

    A feature's number is 768 × king bucket + 384 × other's + 64 × role + square.
    """
    plane = planes(words, jnp.arange(2)[None])
    ones = plane[:, :, None, :] == jnp.arange(12, dtype=jnp.uint8)[:, None]
    if layout.count > 1:
        here = king_bucket(words, layout)[:, :, None] == jnp.arange(layout.count)
        ones = ones[:, :, None] & here[:, :, :, None, None]
    return ones.astype(dtype).reshape(-1, layout.count * FEATURES)


@jax.custom_vjp
def product(left, right):
    """A matrix product in the precision of `left`, added up in 32 bits; its slopes are made the same way.

    By hand, as otherwise the slopes would be products of 32-bit numbers, which take several times as long.
    """
    return product_forward(left, right)[0]


def product_forward(left, right):
    narrow = right.astype(left.dtype)
    return jnp.dot(left, narrow, preferred_element_type=jnp.float32), (left, narrow)


def product_backward(kept, slope):
    left, right = kept
    slope = slope.astype(left.dtype)
    return jnp.dot(slope, right.T), jnp.dot(left.T, slope, preferred_element_type=jnp.float32)


product.defvjp(product_forward, product_backward)


@jax.custom_vjp
def accumulate(true, rows, bias):
    """The accumulators, clipped to 0 to 1, in the precision of `true`."""
    return accumulate_forward(true, rows, bias)[0]


def accumulate_forward(true, rows, bias):
    sums = jnp.dot(true, rows.astype(true.dtype), preferred_element_type=jnp.float32) + bias
    clipped = jnp.clip(sums, 0, 1).astype(true.dtype)
    return clipped, (true, clipped)


def accumulate_backward(kept, slope):
    # By hand for the same reason, and to keep nothing but the clipped numbers for it.
    true, clipped = kept
    slope = jnp.where((clipped > 0) & (clipped < 1), slope, 0)
    to_rows = jnp.dot(true.T, slope, preferred_element_type=jnp.float32)
    return None, to_rows, slope.sum(axis=0, dtype=jnp.float32)


accumulate.defvjp(accumulate_forward, accumulate_backward)


def rounded(values, one):
    """The values as the engine will have them, in steps of 1 / `one`; their slopes pass through as if they were not rounded.

    So a network learns to live with its rounding. Rounded only at the end, one said something else by 12 centipawns on
    average, and its loss was a hundredth higher.
    """
    return values + jax.lax.stop_gradient(jnp.round(values * one) / one - values)


def outputs(net, words, dtype, layout=ONE):
    """What the network says about records, to the mover; 1 is `CENTIPAWNS` centipawns."""
    rows, bias = rounded(merged(net), FEATURE_ONE), rounded(net["bias"], FEATURE_ONE)
    outputs = rounded(net["output_weights"], OUTPUT_BUCKET_ONE)
    bucket = (records.pieces(words) - 2) // 4
    # Products with ones and zeros instead of an index: their slopes are products too, and not scatters.
    chosen = bucket[:, None] == jnp.arange(OUTPUT_BUCKETS, dtype=bucket.dtype)
    if layout.count > 1 and layout.products == "tiles":
        return tiled(words, rows, bias, outputs, chosen, dtype, layout) + jnp.sum(net["output_bias"] * chosen, axis=1)
    clipped = accumulate(features(words, dtype, layout), rows.reshape(-1, bias.shape[0]), bias)
    squared = (clipped * clipped).reshape(words.shape[0], -1)
    said = product(squared, outputs) + net["output_bias"]
    return jnp.sum(said * chosen, axis=1)


def tiled(words, rows, bias, outputs, chosen, dtype, layout):
    """The same without the output buckets' biases, each view multiplied by the rows of its own king bucket only."""
    order = tiles.order(king_bucket(words, layout).reshape(-1), layout.count)
    record, view = order.source // 2, order.source % 2
    plane = jnp.where(order.is_used[:, None], planes(words[record], view[:, None])[:, 0], 255)
    ones = plane[:, None, :] == jnp.arange(12, dtype=jnp.uint8)[:, None]
    true = ones.astype(dtype).reshape(*order.shape, FEATURES)
    clipped = tiles.accumulate(true, rows, bias, order.bucket)
    squared = (clipped * clipped).reshape(-1, bias.shape[0])
    # Both halves of all output buckets weigh every view; the sum takes the half and the bucket that it belongs to. So what
    # goes back to the order of the records is one number a view and not a whole accumulator.
    halves = jnp.concatenate(jnp.split(outputs, 2), axis=1)
    wanted = chosen[record][:, None, :] & (view[:, None] == jnp.arange(2))[:, :, None]
    said = jnp.sum(product(squared, halves) * wanted.reshape(-1, 2 * OUTPUT_BUCKETS), axis=1)
    both = said.at[order.slot].get(mode="promise_in_bounds", unique_indices=True)
    return both.reshape(-1, 2).sum(axis=1)


def expectations(net, words, dtype, score_scale, layout=ONE):
    """For each record what result the network expects, what the score says, and what it was: 0 lost to 1 won."""
    # Scores and outputs are centipawns of the same kind, so the same curve turns both into results.
    expected = jax.nn.sigmoid(outputs(net, words, dtype, layout) * (CENTIPAWNS / score_scale))
    wanted = jax.nn.sigmoid(records.score(words) / score_scale)
    return expected, wanted, records.result(words) / 2


def loss(net, words, dtype, score_scale, result_share, layout=ONE):
    """The mean squared error against a mixture of score and result."""
    expected, wanted, result = expectations(net, words, dtype, score_scale, layout)
    target = wanted + result_share * (result - wanted)
    return jnp.mean((expected - target) ** 2)
