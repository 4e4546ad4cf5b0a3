"""The network in floating point: facts, two accumulators, eight heads.

The engine's `nnue` module describes it. Parameters, with H numbers in an accumulator:

| name | shape | what |
|---|---|---|
| rows | 768 × H | what each fact adds to an accumulator |
| bias | H | what an accumulator begins with |
| heads | 2H × 8 | how each head weighs the mover's accumulator and the other's |
| head_bias | 8 | what each head begins with |
"""

import jax
import jax.numpy as jnp
import numpy as np

from . import records
from .netfile import CENTIPAWNS, FEATURE_ONE, FEATURES, HEAD_ONE, HEADS


def initial(hidden, seed):
    """Random parameters with which accumulators begin between 0 and 1, where they can learn."""
    first, second = jax.random.split(jax.random.PRNGKey(seed))
    reach = 1 / np.sqrt(32)  # up to 32 facts are true at a time
    return {
        "rows": jax.random.uniform(first, (FEATURES, hidden), minval=-reach, maxval=reach),
        "bias": jnp.full(hidden, 0.1),
        "heads": jax.random.uniform(second, (2 * hidden, HEADS), minval=-1, maxval=1) / np.sqrt(2 * hidden),
        "head_bias": jnp.zeros(HEADS),
    }


def facts(words, dtype):
    """The facts as ones and zeros, shape (2 × records, 768): of each record the mover's view, then the other's.

    A fact's number is 384 × other's + 64 × role + square. Each view is turned so that its side plays up the board,
    and mirrored if its king is on one of the files a to d.
    """
    def mirror(king):
        return jnp.where((king & 7) < 4, 7, 0).astype(jnp.uint32)

    flips = jnp.stack([mirror(records.own_king(words)), mirror(records.their_king(words)) ^ 56], axis=1)
    code = records.codes(words, flips)
    view = jnp.arange(2, dtype=jnp.uint32)[None, :, None]
    fact = jnp.where(code == 16, 255, (code & 7) + 6 * ((code >> 3) ^ view)).astype(jnp.uint8)
    # Written down here: otherwise each of the twelve comparisons below would unpack the record anew.
    fact = jax.lax.optimization_barrier(fact)
    ones = fact[:, :, None, :] == jnp.arange(12, dtype=jnp.uint8)[:, None]
    return ones.astype(dtype).reshape(-1, FEATURES)


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


def outputs(net, words, dtype):
    """What the network says about records, to the mover; 1 is `CENTIPAWNS` centipawns."""
    rows, bias = rounded(net["rows"], FEATURE_ONE), rounded(net["bias"], FEATURE_ONE)
    clipped = accumulate(facts(words, dtype), rows, bias)
    squared = (clipped * clipped).reshape(words.shape[0], -1)
    said = product(squared, rounded(net["heads"], HEAD_ONE)) + net["head_bias"]
    head = (records.men(words) - 2) // 4
    # A product with ones and zeros instead of an index: its slope is a product too, and not a scatter.
    return jnp.sum(said * (head[:, None] == jnp.arange(HEADS, dtype=head.dtype)), axis=1)


def expectations(net, words, dtype, score_scale):
    """For each record what result the network expects, what the score says, and what it was: 0 lost to 1 won."""
    # Scores and outputs are centipawns of the same kind, so the same curve turns both into results.
    expected = jax.nn.sigmoid(outputs(net, words, dtype) * (CENTIPAWNS / score_scale))
    wanted = jax.nn.sigmoid(records.score(words) / score_scale)
    return expected, wanted, records.result(words) / 2


def loss(net, words, dtype, score_scale, result_share):
    """The mean squared error against a mixture of score and result."""
    expected, wanted, result = expectations(net, words, dtype, score_scale)
    target = wanted + result_share * (result - wanted)
    return jnp.mean((expected - target) ** 2)
