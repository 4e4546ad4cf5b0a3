"""A training that can go on later: everything in one file."""

import json
import os

import jax
import jax.numpy as jnp
import numpy as np

from . import steps
from .config import Config, Problem


def save(path, state, step, total, config, mark, table):
    """Writes the file anew; a crash in between leaves the old one."""
    arrays = {f"{kind}.{name}": np.asarray(values) for kind, each in state.items() for name, values in each.items()}
    about = {"step": step, "total": total, "config": config.values(), "mark": mark, "table": table}
    half = f"{path}.half"
    with open(half, "wb") as file:
        np.savez(file, about=json.dumps(about), **arrays)
    os.replace(half, path)


def load(path):
    """(state, step, total, config, mark of the records, table) as they were saved."""
    try:
        with np.load(path) as file:
            about = json.loads(str(file["about"]))
            step, total, mark, table = about["step"], about["total"], about["mark"], about["table"]
            config = Config.of(about["config"], path)
            expected = jax.eval_shape(lambda: steps.begin(config))
            state = {kind: {name: whole(file[f"{kind}.{name}"], like) for name, like in each.items()} for kind, each in expected.items()}
        if not 0 <= step <= total or not isinstance(table, list):
            raise ValueError
    except FileNotFoundError as error:
        raise Problem(f"there is no checkpoint {path} to go on from") from error
    except (PermissionError, IsADirectoryError) as error:
        raise Problem(f"{path} cannot be read: {error.strerror}") from error
    except Exception as error:  # NumPy, zip and JSON have a dozen words for it
        raise Problem(f"{path} is no checkpoint of this version of the trainer, or is damaged") from error
    return jax.block_until_ready(state), step, total, config, mark, table


def whole(values, like):
    """The numbers on the device, if they are as many and of the kind that they have to be."""
    if (values.shape, values.dtype) != (like.shape, like.dtype) or not np.isfinite(values).all():
        raise ValueError
    return jnp.asarray(values)
