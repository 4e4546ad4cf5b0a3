"""Products with a matrix for each king bucket, in tiles.

With K king buckets a dense product of 768·K ones and zeros does K times the work, and all but one part in K of it with
zeros. Here the views of a batch are sorted by king bucket into tiles, each of one bucket and filled up with empty views,
and a tile is multiplied by its bucket's rows alone: an eighth more work than without king buckets, whatever K is, and a
copy of a bucket's rows for each tile.

An embedding, which adds up the rows of the true features, reads and writes twenty rows for each view: the products of a
GPU are faster than its memory.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

SHARE = 8  # tiles are so large that those which only fill up are one in so many
GRAIN = 128  # and a multiple of this, which a GPU's products like


class Order(NamedTuple):
    """Where each view goes: `slot` of each view, and of each slot its view (`source`, 0 if it is empty) and `is_used`.

    `bucket` has the king bucket of each tile.
    """

    slot: jax.Array
    source: jax.Array
    is_used: jax.Array
    bucket: jax.Array

    @property
    def shape(self):
        """How many tiles, and slots in each."""
        return self.bucket.shape[0], self.source.shape[0] // self.bucket.shape[0]


def order(buckets, count):
    """Sorts views by king bucket into tiles."""
    views = buckets.shape[0]
    size = max(1, views // (SHARE * count))
    if size >= GRAIN:
        size = -(-size // GRAIN) * GRAIN
    number = -(-views // size) + count - 1  # enough, however the views divide
    rank, totals = ranks(buckets, count)
    needed = -(-totals // size)
    ends = jnp.cumsum(needed)
    slot = (ends - needed)[buckets] * size + rank
    bucket = jnp.minimum(jnp.sum(jnp.arange(number)[:, None] >= ends, axis=1), count - 1)
    source = jnp.full(number * size, views, jnp.int32)
    source = source.at[slot].set(jnp.arange(views, dtype=jnp.int32), unique_indices=True, mode="promise_in_bounds")
    is_used = source < views
    return Order(slot, jnp.where(is_used, source, 0), is_used, bucket)


def ranks(buckets, count):
    """How many views of the same bucket come before each, and how many each bucket has.

    Two small products instead of a running sum, which a GPU makes of dozens of steps. Exact: in 32 bits and below 2²⁴.
    """
    views = buckets.shape[0]
    length = 1 << (max(1, views - 1).bit_length() + 1) // 2  # about the square root
    padded = jnp.pad(buckets, (0, -views % length), constant_values=count)
    ones = (padded[:, None] == jnp.arange(count)).astype(jnp.float32).reshape(-1, length, count)

    def before(size):
        return jnp.tri(size, k=-1, dtype=jnp.float32)

    within = jnp.einsum("ij,bjk->bik", before(length), ones, precision="highest")
    sums = ones.sum(axis=1)
    earlier = jnp.dot(before(sums.shape[0]), sums, precision="highest")
    rank = jnp.sum((within + earlier[:, None]) * ones, axis=2).reshape(-1)[:views]
    return rank.astype(jnp.int32), sums.sum(axis=0).astype(jnp.int32)


@jax.custom_vjp
def accumulate(true, rows, bias, bucket):
    """The accumulators of tiles, clipped to 0 to 1, in the precision of `true`; see `model.accumulate`.

    `true` has tiles × slots × 768 ones and zeros, `rows` K × 768 × H weights, `bucket` the king bucket of each tile.
    """
    return accumulate_forward(true, rows, bias, bucket)[0]


def accumulate_forward(true, rows, bias, bucket):
    own = rows.astype(true.dtype)[bucket]
    sums = jnp.einsum("tsf,tfh->tsh", true, own, preferred_element_type=jnp.float32) + bias
    clipped = jnp.clip(sums, 0, 1).astype(true.dtype)
    return clipped, (true, clipped, bucket, jnp.arange(rows.shape[0]))


def accumulate_backward(kept, slope):
    true, clipped, bucket, buckets = kept
    slope = jnp.where((clipped > 0) & (clipped < 1), slope, 0)
    to_tiles = jnp.einsum("tsf,tsh->tfh", true, slope, preferred_element_type=jnp.float32)
    here = (buckets[:, None] == bucket).astype(jnp.float32)
    to_rows = jnp.einsum("kt,tfh->kfh", here, to_tiles, precision="highest")
    return None, to_rows, slope.sum(axis=(0, 1), dtype=jnp.float32), None


accumulate.defvjp(accumulate_forward, accumulate_backward)
