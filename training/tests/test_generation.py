"""A whole generation in small, with the real program: `PLYWISE=PROGRAM python3 -m pytest`, as `smoke.sh` does."""

import os
import subprocess
import sys

import pytest

PLYWISE = os.environ.get("PLYWISE")
RECIPE = """name = "tiny"
hidden = 32
king_buckets = "four"
[data]
validation_games = 5
[training]
batch = 64
superbatch = 10
learning_rate = 4e-3
positions = 6400
"""


def generation(folder, *words, **environment):
    environment = os.environ | {"PYTHON": sys.executable, "THREADS": "1", "MINUTES": "5"} | environment
    return subprocess.run(["./generation.sh", folder, *words], env=environment, capture_output=True, text=True)


def done(folder, *words, **environment):
    """What a step says."""
    step = generation(folder, *words, **environment)
    assert step.returncode == 0, step.stdout + step.stderr
    return step.stdout


def test_it_says_what_it_takes(tmp_path):
    for words in ((), ("nothing",), ("games",), ("games", "many"), ("train",), ("match",)):
        step = generation(tmp_path, *words)
        assert step.returncode == 2 and "in the background" in step.stderr and "OPENINGS" in step.stderr
    for words, environment, sentence in (
        (("boards",), {}, "there are no games"),
        (("train", "none"), {}, "there is no recipe"),
        (("wait",), {"SET": "a/b"}, "SET is letters and digits"),
        (("wait",), {"MINUTES": "soon"}, "MINUTES is a whole number"),
        (("games", "5"), {"PLYWISE": "/bin/false"}, "no games are being made"),
    ):
        step = generation(tmp_path, *words, **environment)
        assert step.returncode == 1 and sentence in step.stderr, step


@pytest.mark.skipif(not PLYWISE, reason="PLYWISE names no program to play with")
def test_a_generation_in_steps(tmp_path):
    (tmp_path / "tiny.toml").write_text(RECIPE)
    folder = tmp_path / "generation"
    assert "set a, seed" in done(folder, "games", "3600")
    for words in (("games", "5"), ("boards",)):
        assert "games are" in generation(folder, *words).stderr
    assert "not yet done" in done(folder, "wait", "6")
    done(folder, "stop")
    done(folder, "games", "3600", "--games", "60", SET="b")
    assert "60 games" in done(folder, "wait")
    assert "set a\n" in done(folder, "boards") and "set b is expanded already" in done(folder, "boards")
    assert sorted(path.name for path in (folder / "boards").iterdir()) == ["a.boards", "b.boards"]
    # One command stops half way, the next one goes on, and a third has nothing left to do.
    assert "not yet done" in done(folder, "train", tmp_path / "tiny.toml", "--stop-at", "0.5")
    assert "network.nnue" in done(folder, "train", tmp_path / "tiny.toml", "--init", "not/needed/any/more")
    assert "is done" in done(folder, "train", tmp_path / "tiny.toml")
    network = folder / "nets" / "tiny" / "network.nnue"
    assert "games 4:" in done(folder, "match", network, "--games", "4", "--nodes", "20")
    assert "games 6:" in done(folder, "match", network, "--nodes", "20", "--games=6"), "it goes on"
    assert "games 4:" in done(folder, "match", network, network, "--games", "4", "--nodes", "20")
    names = sorted(path.name for path in (folder / "matches").iterdir())
    assert names == ["tiny-network-program-nodes_20.journal", "tiny-network-tiny-network-nodes_20.journal"]
    assert "tiny" in done(folder, "status")
