"""A training that can go on later: everything in one file."""

import json
import os
import zipfile

import jax
import jax.numpy as jnp
import numpy as np

from .config import Config, Problem


def save(path, state, step, total, config, table):
    """Writes the file anew; a crash in between leaves the old one."""
    arrays = {f"{kind}.{name}": np.asarray(values) for kind, each in state.items() for name, values in each.items()}
    about = {"step": step, "total": total, "config": config.values(), "table": table}
    half = f"{path}.half"
    with open(half, "wb") as file:
        np.savez(file, about=json.dumps(about), **arrays)
    os.replace(half, path)


def load(path):
    """(state, step, total, config, table) as they were saved."""
    try:
        with np.load(path) as file:
            about = json.loads(str(file["about"]))
            state = {}
            for key in file.files:
                if "." in key:
                    kind, name = key.split(".")
                    state.setdefault(kind, {})[name] = jnp.asarray(file[key])
    except FileNotFoundError as error:
        raise Problem(f"there is no checkpoint {path} to go on from") from error
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise Problem(f"{path} is no checkpoint of this program, or is damaged") from error
    return jax.block_until_ready(state), about["step"], about["total"], Config.of(about["config"], path), about["table"]
