"""What the trial refuses, with the real program: `PLYWISE=PROGRAM python3 -m pytest`, as `smoke.sh` does."""

import os
import subprocess
import sys

import numpy as np
import pytest

from trainer import model, netfile

PLYWISE = os.environ.get("PLYWISE")
pytestmark = pytest.mark.skipif(not PLYWISE, reason="PLYWISE names no program to play with")


def trial(path):
    return subprocess.run([sys.executable, "trial.py", path, "--plywise", PLYWISE], capture_output=True, text=True)


def test_what_is_no_network_is_refused(tmp_path):
    good = netfile.write(netfile.quantise(model.initial(32, 1), "test"))
    for wrong in (b"this is no network", good[:-1], good[:-1] + bytes([good[-1] ^ 1]), None):
        path = tmp_path / "network.nnue"
        path.unlink(missing_ok=True)
        if wrong is not None:
            path.write_bytes(wrong)
        done = trial(path)
        assert done.returncode == 1 and "cannot play" in done.stderr, done


def test_a_network_that_knows_nothing_does_not_pass(tmp_path):
    untrained = netfile.quantise(model.initial(32, 1), "untrained")
    zero = netfile.quantise({name: np.zeros_like(values) for name, values in model.initial(32, 1).items()}, "zero")
    for network in (untrained, zero):
        (tmp_path / "a,b").mkdir(exist_ok=True)
        path = tmp_path / "a,b" / "network.nnue"
        path.write_bytes(netfile.write(network))
        done = trial(path)
        assert done.returncode == 1 and "knows nothing" in done.stderr, done
