"""A training that can go on later: everything in one file."""

import json
import os

import jax
import jax.numpy as jnp
import numpy as np

from . import buckets, model, netfile, steps
from .config import Config
from .errors import Problem


def save(path, state, step, total, config, mark, table):
    """Writes the file anew; a crash in between leaves the old one."""
    arrays = {f"{kind}.{name}": np.asarray(values) for kind, each in state.items() for name, values in each.items()}
    about = {"step": step, "total": total, "config": config.values(), "mark": mark, "table": table}
    half = f"{path}.half"
    with open(half, "wb") as file:
        np.savez(file, about=json.dumps(about), **arrays)
    os.replace(half, path)


# What weights are called in checkpoints of before November 2026.
FORMER = {"output_weights": "heads", "output_bias": "head_bias"}


def stored(file, kind, name):
    """Under which name a checkpoint has these numbers."""
    former = f"{kind}.{FORMER.get(name)}"
    return former if former in file else f"{kind}.{name}"


def load(path):
    """(state, step, total, config, mark of the records, table) as they were saved."""
    try:
        with np.load(path) as file:
            about = json.loads(str(file["about"]))
            step, total, mark, table = about["step"], about["total"], about["mark"], about["table"]
            config = Config.of(about["config"], path)
            expected = jax.eval_shape(lambda: steps.begin(config))
            state = {kind: {name: whole(file[stored(file, kind, name)], like) for name, like in each.items()} for kind, each in expected.items()}
        if not 0 <= step <= total or not isinstance(table, list):
            raise ValueError
    except FileNotFoundError as error:
        raise Problem(f"there is no checkpoint {path} to go on from") from error
    except (PermissionError, IsADirectoryError) as error:
        raise Problem(f"{path} cannot be read: {error.strerror}") from error
    except Exception as error:  # NumPy, zip and JSON have a dozen words for it
        raise Problem(f"{path} is no checkpoint of this version of the trainer, or is damaged") from error
    return jax.block_until_ready(state), step, total, config, mark, table


def init(path, config):
    """The state before the first step of a training that begins with the weights of a checkpoint or a network file.

    They must have as many numbers in an accumulator, and the same king buckets or none. Adam's memories begin anew.
    """
    try:
        with open(path, "rb") as file:
            start = file.read(len(netfile.MAGIC))
            net, had = of_network(start + file.read()) if start == netfile.MAGIC else of_checkpoint(path)
    except OSError as error:
        raise Problem(f"{path} cannot be read: {error.strerror}") from error
    if net["bias"].shape[0] != config.hidden:
        raise Problem(f"{path} has {net['bias'].shape[0]} numbers in an accumulator and the recipe {config.hidden}: they must be as many")
    if had not in (config.king_buckets, buckets.LAYOUTS["one"]):
        raise Problem(f"{path} has other king buckets than the recipe: give the same, or begin with a network that has none")
    rows = netfile.merged(net)
    rest = {name: net[name] for name in ("bias", "output_weights", "output_bias")}
    return steps.begin_with(model.split(rows, buckets.count(config.king_buckets), config.factoriser) | rest)


def of_checkpoint(path):
    state, _, _, config, _, _ = load(path)
    return state["net"], config.king_buckets


def of_network(data):
    """The weights of a network file as numbers that training can move."""
    quantised = netfile.read(data)
    count = buckets.count(quantised.king_buckets)
    rows = jnp.asarray(quantised.rows, jnp.float32) / netfile.FEATURE_ONE
    net = {
        "rows": rows.reshape(count, netfile.FEATURES, -1) if count > 1 else rows,
        "bias": jnp.asarray(quantised.bias, jnp.float32) / netfile.FEATURE_ONE,
        "output_weights": jnp.asarray(quantised.output_weights.T, jnp.float32) / netfile.OUTPUT_BUCKET_ONE,
        "output_bias": jnp.asarray(quantised.output_bias, jnp.float32) / netfile.OUTPUT_ONE,
    }
    return net, quantised.king_buckets


def whole(values, like):
    """The numbers on the device, if they are as many and of the kind that they have to be."""
    if (values.shape, values.dtype) != (like.shape, like.dtype) or not np.isfinite(values).all():
        raise ValueError
    return jnp.asarray(values)
