"""The measuring of speed: what it measures, and what it refuses. The figures themselves are no test."""

import itertools
import re
import types

import numpy as np
import pytest

import throughput
from trainer import synthetic

MADE = synthetic.make(1_500)


@pytest.fixture
def folder(tmp_path):
    MADE.tofile(tmp_path / "a.boards")
    (tmp_path / "b.boards").write_bytes(MADE[:500].tobytes() + b"half a record")
    return tmp_path


def test_a_line_for_each_size_from_the_records_of_the_files(folder, capsys, monkeypatch):
    clock = itertools.count()  # each look at it is a second later
    monkeypatch.setattr(throughput, "time", types.SimpleNamespace(monotonic=clock.__next__))
    trained = []
    measure = throughput.measure
    monkeypatch.setattr(throughput, "measure", lambda loaded, *rest: trained.append(loaded) or measure(loaded, *rest))
    throughput.main([str(folder), "--hidden", "32,64", "--batch", "64", "--steps", "2"])
    said = capsys.readouterr().out.splitlines()
    assert "breaks off" in said[0] and "2,000 real records" in said[1]
    for line, hidden in zip(said[2:], (32, 64), strict=True):
        # Two steps of 64 positions in a second.
        loss = re.fullmatch(rf"768→{hidden}, batch 64: 0.000128 M positions/s, first calls 2.0 s, loss ([\d.]+)", line)[1]
        assert 0 < float(loss) < 1
    # Of these records all are trained on but those of games that the trainer would hold out.
    both = [bytes(record) for record in (*MADE, *MADE[:500])]
    kept = [record for record in both if int.from_bytes(record[30:], "little") % 100]
    for loaded in trained:
        (train,), (count,) = loaded.train, loaded.sizes
        assert sorted(record.tobytes() for record in np.asarray(train[:count])) == sorted(kept)


def test_king_buckets_are_measured_each_way(folder, capsys):
    words = ["--hidden", "32", "--king-buckets", "one,four", "--products", "tiles,dense", "--batch", "64", "--steps", "2"]
    throughput.main([str(folder), *words])
    said = capsys.readouterr().out.splitlines()[2:]
    assert [line.split(",")[0] for line in said] == ["768→32", "768·4 tiles→32", "768·4 dense→32"]
    # All king buckets begin alike, and both ways are the same arithmetic.
    losses = [float(line.split()[-1]) for line in said]
    assert losses[1] == pytest.approx(losses[2], rel=1e-3)


def test_without_files_the_records_are_synthetic_and_it_says_so(capsys, monkeypatch):
    monkeypatch.setattr(throughput, "MADE", 300)
    throughput.main(["--hidden", "32", "--batch", "64", "--steps", "1"])
    said = capsys.readouterr().out.splitlines()
    assert "3,000 synthetic records" in said[0] and said[1].startswith("768→32, ") and len(said) == 2


def test_the_goal_stands_beside_what_it_was_set_for(folder, capsys, monkeypatch):
    monkeypatch.setattr(throughput, "measure", lambda *_: (60.0, 1.0, 0.1))
    for batch, goals in (("16384", ["54", None, "20"]), ("8192", [None, None, None])):
        throughput.main([str(folder), "--hidden", "256,768,1024", "--batch", batch])
        for line, goal in zip(capsys.readouterr().out.splitlines()[2:], goals, strict=True):
            found = re.search(r"goal on an H200: (\d+)", line)
            assert (found and found[1]) == goal, line


def test_mistakes_are_one_sentence(folder, capsys):
    for words, sentence in (
        (["--hidden", "33"], "multiple of 32 up to 1024"),
        (["--hidden", "64,"], "'64,' is no list such as 256,512,768,1024"),
        (["--batch", "0"], "'0' is no whole number from 1 to"),
        (["--steps", "many"], "'many' is no whole number from 1 to"),
        (["--king-buckets", "nine"], "'nine' is no list of some of one, two, four"),
        (["--products", "sums"], "'sums' is no list of some of tiles, dense"),
    ):
        with pytest.raises(SystemExit) as end:
            throughput.main(words)
        assert end.value.code == 2 and sentence in capsys.readouterr().err
    (folder / "c.boards").write_bytes(b"x" * 32)
    for path, sentence in ((folder / "none", "neither a file nor a folder"), (folder / "c.boards", "make no sense")):
        with pytest.raises(SystemExit) as end:
            throughput.main([str(path)])
        assert sentence in end.value.code and "\n" not in end.value.code
