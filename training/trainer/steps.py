"""Many steps of training in one compiled call."""

import functools

import jax
import jax.numpy as jnp

from . import buckets as king_buckets
from . import data, model, records

FIRST_MEMORY, SECOND_MEMORY, TINY = 0.9, 0.999, 1e-8  # Adam's customary numbers
MATRICES = ("rows", "shared", "output_weights")  # decay is for weights, not for biases


def begin(config):
    """The state before the first step, with random parameters."""
    return begin_with(model.initial(config.hidden, config.seed, king_buckets.count(config.king_buckets), config.factoriser))


def begin_with(net):
    """The state before the first step: parameters and Adam's two memories of their slopes."""
    return {"net": net, "first": jax.tree.map(jnp.zeros_like, net), "second": jax.tree.map(jnp.zeros_like, net)}


def layout(config):
    """The king buckets and how to multiply them."""
    return model.Layout(config.king_buckets, config.bucket_products)


def schedule(step, total, config):
    """The learning rate and the result's share at a step of so many."""
    done = step / total
    warm = jnp.minimum(1.0, (step + 1) / jnp.maximum(1.0, config.warm_up * total))
    wave = 0.5 * (1 + jnp.cos(jnp.pi * done))
    rate = config.last_learning_rate + (config.learning_rate - config.last_learning_rate) * wave
    first, last = config.result_share
    return warm * rate, first + (last - first) * done


def adam(state, slopes, step, rate, config):
    """One step of AdamW, and the weights clipped to what the engine can take."""
    age = step + 1.0
    first_part, second_part = 1 - FIRST_MEMORY**age, 1 - SECOND_MEMORY**age
    net, first, second = {}, {}, {}
    for name, slope in slopes.items():
        first[name] = FIRST_MEMORY * state["first"][name] + (1 - FIRST_MEMORY) * slope
        second[name] = SECOND_MEMORY * state["second"][name] + (1 - SECOND_MEMORY) * slope**2
        way = (first[name] / first_part) / (jnp.sqrt(second[name] / second_part) + TINY)
        if name in MATRICES:
            # What one king bucket has in addition to the factoriser is learnt from fewer boards, so it may be held back more.
            is_bucket = name == "rows" and "shared" in slopes
            way += (config.bucket_decay if is_bucket else config.decay) * state["net"][name]
        limit = config.largest_weight
        net[name] = jnp.clip(state["net"][name] - rate * way, -limit, limit)
    if "shared" in net:  # it is their sum that the engine gets
        net["rows"] = jnp.clip(net["rows"], -limit - net["shared"], limit - net["shared"])
    return {"net": net, "first": first, "second": second}


def precision(config):
    """The type of the products."""
    choice = config.precision
    if choice == "auto":
        choice = "float32" if jax.default_backend() == "cpu" else "bfloat16"
    return jnp.dtype(choice)


def compiled(config, sizes):
    """The function that does a superbatch on parts of so many records: (state, parts, first step, total, walk) → (state, mean loss)."""
    dtype, buckets = precision(config), layout(config)

    @functools.partial(jax.jit, donate_argnums=0)
    def superbatch(state, train, start, total, begins, strides):
        def step(state, each):
            index, begin, stride = each
            batch = data.pick(train, sizes, data.rows(begin, stride, config.batch, sum(sizes)))
            rate, share = schedule(index, total, config)
            value, slopes = jax.value_and_grad(model.loss)(state["net"], batch, dtype, config.score_scale, share, buckets)
            return adam(state, slopes, index, rate, config), value

        numbers = start + jnp.arange(begins.shape[0], dtype=jnp.float32)
        state, values = jax.lax.scan(step, state, (numbers, begins, strides))
        return state, values.mean()

    return superbatch


def validator(config):
    """The function (parameters, records) → (mixed loss, loss against scores alone, against results alone)."""
    dtype, batch, buckets = precision(config), config.batch, layout(config)

    @jax.jit
    def measure(net, words):
        def part(sums, words):
            expected, wanted, result = model.expectations(net, words, dtype, config.score_scale, buckets)
            target = wanted + config.result_share[1] * (result - wanted)
            errors = [jnp.sum((expected - each) ** 2) for each in (target, wanted, result)]
            return sums + jnp.stack(errors), None

        whole = words.shape[0] // batch * batch
        sums, _ = jax.lax.scan(part, jnp.zeros(3), words[:whole].reshape(-1, batch, records.WORDS))
        if whole < words.shape[0]:
            sums, _ = part(sums, words[whole:])
        return sums / words.shape[0]

    return measure
