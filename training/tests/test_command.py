"""The command line: what it refuses, how it goes on, and what a training leaves."""

import csv
import os
import re
import subprocess
import sys

import pytest

from trainer import __main__ as program
from trainer import buckets, netfile, synthetic

MADE = synthetic.make(1_500)
RECIPE = "hidden = 32\n[data]\nvalidation_games = 10\n[training]\nbatch = 64\nsuperbatch = 10\npositions = 2560\nlearning_rate = 1e-2\nscore_scale = 206\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("command")
    MADE.tofile(folder / "a.boards")
    MADE[:1_400].tofile(folder / "fewer.boards")
    (folder / "recipe.toml").write_text(RECIPE)
    (folder / "other.toml").write_text(RECIPE.replace("score_scale = 206", "score_scale = 240"))
    return folder


def train(folder, out, *options, data="a.boards"):
    """Runs the trainer here; returns its folder."""
    program.main([str(folder / data), "--out", str(folder / out), *options])
    return folder / out


def refused(folder, out, *options, data="a.boards"):
    """What the trainer says when it refuses."""
    with pytest.raises(SystemExit) as end:
        train(folder, out, *options, data=data)
    assert isinstance(end.value.code, str), "a sentence, and so exit code 1"
    return end.value.code


def test_a_training_in_two_commands_is_the_one_in_one(folder, capsys):
    recipe = ("--config", str(folder / "recipe.toml"))
    whole = train(folder, "whole", *recipe)
    # Whole numbers and floating point agree at a scale that is not 400.
    whole_numbers, floating = map(float, re.search(r"loss ([\d.]+) where it is ([\d.]+)", capsys.readouterr().out).groups())
    assert whole_numbers == pytest.approx(floating, rel=0.05)
    halves = train(folder, "halves", *recipe, "--stop-at", "0.5")
    assert "stopped at 50.0 %" in capsys.readouterr().out
    half = (halves / "network.nnue").read_bytes()
    train(folder, "halves", *recipe, "--resume")
    tables = [list(csv.DictReader(open(each / "loss.csv"))) for each in (whole, halves)]
    losses = [[float(line["validation_loss"]) for line in table] for table in tables]
    assert len(losses[0]) == 4 and losses[1] == pytest.approx(losses[0], rel=1e-3)
    assert losses[0][-1] < losses[0][0] / 1.5
    assert (halves / "network.nnue").read_bytes() != half

    # Going on with something else than what was begun is refused, and nothing is changed by it.
    before = {path.name: path.read_bytes() for path in halves.iterdir()}
    for options, sentence in (
        (("--hidden", "64"), "hidden = 32, not 64"),
        (("--name", "other"), "name = 'plywise', not 'other'"),
        (("--config", str(folder / "other.toml")), "score_scale = 206.0, not 240.0"),
        (("--positions", "6400"), "plan of 40 steps, not 100"),
        (("--passes", "10"), "plan of 40 steps, not"),
    ):
        assert sentence in refused(folder, "halves", *options, "--resume")
    assert "other records" in refused(folder, "halves", "--resume", data="fewer.boards")
    assert {path.name: path.read_bytes() for path in halves.iterdir()} == before
    train(folder, "halves", "--resume", "--hidden", "32", "--positions", "2560")


def test_a_last_stage_begins_with_given_weights(folder, capsys):
    first = train(folder, "first", "--config", str(folder / "recipe.toml"), "--set", 'king_buckets="four"', "--set", "result_share=[0.2, 0.4]")
    assert netfile.read((first / "network.nnue").read_bytes()).king_buckets == buckets.LAYOUTS["four"]
    table = list(csv.DictReader(open(first / "loss.csv")))
    assert float(table[0]["result_share"]) == pytest.approx(0.25, abs=0.01)
    assert float(table[-1]["result_share"]) == pytest.approx(0.4, abs=0.01)
    stage = ("--config", str(folder / "recipe.toml"), "--set", 'king_buckets="four"')
    slow = ("--set", "learning_rate=1e-6", "--set", "last_learning_rate=1e-7", "--positions", "640")
    begun = float(table[-1]["validation_score_loss"])
    for name in ("checkpoint.npz", "network.nnue"):
        last = train(folder, "last", *stage, *slow, "--init", str(first / name), data="fewer.boards")
        after = list(csv.DictReader(open(last / "loss.csv")))
        assert len(after) == 1 and float(after[0]["validation_score_loss"]) == pytest.approx(begun, rel=0.1)
    assert "other king buckets" in refused(folder, "last", "--config", str(folder / "recipe.toml"), "--init", str(first / "network.nnue"))
    assert "cannot be read" in refused(folder, "last", *stage, "--init", str(folder / "none"))
    assert "is not KEY=VALUE" in refused(folder, "last", "--set", "rate")
    with pytest.raises(SystemExit) as end:
        train(folder, "last", "--resume", "--init", "x")
    assert end.value.code == 2 and "not allowed with" in capsys.readouterr().err


def test_a_training_without_time_leaves_no_network(folder):
    recipe = ("--config", str(folder / "recipe.toml"))
    for length in ("--minutes", "--stop-after"):
        assert "no time for a single superbatch" in refused(folder, "short", *recipe, length, "0.01")
        assert not list((folder / "short").iterdir())


def test_numbers_that_are_none_are_refused(folder, capsys):
    for option in ("--positions", "--passes", "--minutes", "--stop-after", "--stop-at"):
        for value in ("inf", "nan", "-1", "0", "many"):
            with pytest.raises(SystemExit) as end:
                train(folder, "refused", f"{option}={value}")
            assert end.value.code == 2
            assert f"argument {option}: '{value}' is no number" in capsys.readouterr().err
    assert "printable" in refused(folder, "refused", "--name", "\udcff")
    assert "no checkpoint" in refused(folder, "refused", "--resume")
    (folder / "refused" / "checkpoint.npz").write_bytes(b"")
    assert "no checkpoint" in refused(folder, "refused", "--resume")


def run_sh(folder, *arguments):
    environment = os.environ | {"PYTHON": sys.executable}
    return subprocess.run(["./run.sh", folder / "a.boards", folder / "run", *arguments], env=environment, capture_output=True, text=True)


def test_run_sh_takes_passes(folder):
    done = run_sh(folder, "passes=2", folder / "recipe.toml", "--hidden", "64")
    assert done.returncode == 0, done.stdout + done.stderr
    assert float(re.search(r"([\d.]+) epochs", done.stdout)[1]) == pytest.approx(2, abs=0.3)
    assert netfile.read((folder / "run" / "network.nnue").read_bytes()).hidden == 64
    assert "epochs" in (folder / "run" / "log.txt").read_text()


def test_run_sh_says_what_it_takes(folder):
    for arguments in ((), ("epochs=2",), ("",)):
        done = run_sh(folder, *arguments)
        assert done.returncode == 2 and "passes=20" in done.stderr and "--resume" in done.stderr
    done = run_sh(folder, "passes=inf", folder / "recipe.toml")
    assert done.returncode == 2 and "'inf' is no number" in done.stdout


def test_a_mistake_is_one_sentence_without_a_traceback(folder):
    (folder / "odd.toml").write_text("[Training]\nbatch = 64\n")
    command = [sys.executable, "-m", "trainer", str(folder / "a.boards"), "--out", str(folder / "odd"), "--config", str(folder / "odd.toml")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("trainer: ") and done.stderr.count("\n") == 1 and "unknown section [Training]" in done.stderr
