"""The fast ways against slow ones that share nothing with them."""

import dataclasses
import pathlib

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from trainer import chart, checkpoint, model, netfile, records, reference, steps, synthetic
from trainer.config import Config, Problem

MADE = synthetic.make(3_000)
WORDS = MADE.view("<u4")
SMALL = Config(hidden=32, batch=256, superbatch=10, learning_rate=1e-2, validation_games=10)


def test_facts_are_those_of_the_plain_reading():
    facts = np.asarray(model.facts(jnp.asarray(WORDS[:500]), jnp.float32)).reshape(500, 2, 768)
    for record, both in zip(MADE, facts):
        expected = reference.views(reference.men_of_record(record.tobytes()))
        for ours, theirs in zip(both, expected):
            assert sorted(np.flatnonzero(ours)) == sorted(theirs)


def test_fields_are_where_the_format_says():
    words = jnp.asarray(WORDS)
    columns = MADE.astype(np.int64)
    assert (records.score(words) == MADE[:, 24:26].copy().view("<i2")[:, 0]).all()
    assert (records.result(words) == columns[:, 26]).all()
    assert (records.own_king(words) == columns[:, 27]).all()
    assert (records.their_king(words) == columns[:, 28]).all()
    assert (records.men(words) == columns[:, 29]).all()
    assert (records.game(words) == columns[:, 30] + 256 * columns[:, 31]).all()


def test_a_fen_is_read_and_written():
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b - - 0 1"
    assert reference.fen_of_men(reference.men_of_fen(fen), black=True) == fen
    men = reference.men_of_record(MADE[0].tobytes())
    for black in (False, True):
        assert sorted(reference.men_of_fen(reference.fen_of_men(men, black))) == sorted(men)


def test_wrong_records_are_seen():
    assert not records.faults(jnp.asarray(WORDS)).any()
    for byte, value in ((26, 3), (27, MADE[0, 27] ^ 1), (28, MADE[0, 28] ^ 1), (29, MADE[0, 29] + 1), (8, 0xFF)):
        wrong = MADE[:1].copy()
        wrong[0, byte] = value
        assert records.faults(jnp.asarray(wrong.view("<u4")))[0], byte
    with pytest.raises(Problem, match="make no sense"):
        records.Data(np.zeros((5, 8), np.uint32), SMALL)


def test_games_are_not_torn_apart():
    data = records.Data(WORDS, SMALL, say=lambda _: None)
    train, validation = set(np.asarray(records.game(data.train))), set(np.asarray(records.game(data.validation)))
    assert validation and not train & validation
    assert data.train.shape[0] + data.validation.shape[0] == len(WORDS)
    order = lambda words: sorted(map(bytes, np.asarray(words)))
    assert order(np.concatenate([data.train, data.validation])) == order(WORDS)
    assert (np.asarray(data.train[:100]) != WORDS[:100]).any()


@pytest.mark.parametrize("count, batch", [(1000, 100), (997, 64), (2**31 - 1, 4096), (50, 64)])
def test_an_epoch_sees_no_record_twice(count, batch):
    per_epoch = max(1, count // batch)
    shown = min(per_epoch, 40)
    for epoch in range(3):
        begins, strides = records.walk(range(epoch * per_epoch, epoch * per_epoch + shown), count, batch, seed=5)
        rows = [np.asarray(records.rows(jnp.uint32(begin), jnp.uint32(stride), batch, count)) for begin, stride in zip(begins, strides)]
        begin, stride = records.ring(epoch, count, 5)
        expected = [(begin + stride * position) % count for position in range(shown * batch)]
        assert np.concatenate(rows).tolist() == expected
        if batch <= count:
            assert len(set(expected)) == len(expected)
            assert shown < per_epoch or count - len(expected) < batch, "what is left out does not fill a batch"


@pytest.mark.parametrize("scale", [400.0, 240.0, 206.0])
def test_the_slopes_made_by_hand_are_right(scale):
    def plain(net, words):
        facts = model.facts(words, jnp.float32)
        sums = facts @ net["rows"] + net["bias"]
        # Rounded weights often add up to 0 exactly; there it is flat for us.
        squared = jnp.where((sums > 0) & (sums < 1), sums, jax.lax.stop_gradient(jnp.clip(sums, 0, 1))) ** 2
        said = squared.reshape(words.shape[0], -1) @ net["heads"] + net["head_bias"]
        chosen = jnp.take_along_axis(said, ((records.men(words) - 2) // 4)[:, None].astype(jnp.int32), 1)[:, 0]
        target = 0.7 * jax.nn.sigmoid(records.score(words) / scale) + 0.3 * records.result(words) / 2
        return jnp.mean((jax.nn.sigmoid(400 * chosen / scale) - target) ** 2)

    net, words = model.initial(64, 3), jnp.asarray(WORDS[:512])
    net |= {name: model.rounded(net[name], one) for name, one in (("rows", 255), ("bias", 255), ("heads", 64))}
    value, slopes = jax.value_and_grad(model.loss)(net, words, jnp.float32, scale, 0.3)
    expected_value, expected = jax.value_and_grad(plain)(net, words)
    np.testing.assert_allclose(value, expected_value, rtol=1e-5)
    for name in net:
        np.testing.assert_allclose(slopes[name], expected[name], rtol=1e-3, atol=1e-7, err_msg=name)
    narrow = jax.grad(model.loss)(net, words, jnp.bfloat16, scale, 0.3)
    for name in net:
        error = np.linalg.norm(narrow[name] - expected[name]) / np.linalg.norm(expected[name])
        assert error < 0.1, name  # slopes of many records cancel out, their roundings do not


def advance(state, data, config, first, length, total):
    run = steps.compiled(config, data.train.shape[0])
    begins, strides = records.walk(range(first, first + length), data.train.shape[0], config.batch, config.seed)
    return run(state, data.train, jnp.float32(first), jnp.float32(total), begins, strides)


def test_training_learns_and_goes_on_where_it_stopped(tmp_path):
    data = records.Data(WORDS, SMALL, say=lambda _: None)
    measure = steps.validator(SMALL)
    before = measure(steps.begin(SMALL)["net"], data.validation)
    whole, _ = advance(steps.begin(SMALL), data, SMALL, 0, 100, 100)
    after = measure(whole["net"], data.validation)
    assert after[0] < before[0] / 3

    half, _ = advance(steps.begin(SMALL), data, SMALL, 0, 50, 100)
    path = tmp_path / "checkpoint.npz"
    checkpoint.save(path, half, 50, 100, SMALL, data.mark, [[1, 2.5]])
    state, step, total, config, mark, table = checkpoint.load(path)
    assert (step, total, config, mark, table) == (50, 100, SMALL, data.mark, [[1, 2.5]])
    resumed, _ = advance(state, data, config, step, 50, total)
    for name in whole["net"]:
        np.testing.assert_allclose(resumed["net"][name], whole["net"][name], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("scale", [400.0, 240.0, 206.0])
def test_an_output_is_centipawns_whatever_the_scale(scale):
    config = dataclasses.replace(SMALL, score_scale=scale, result_share=(0.0, 0.0))
    data = records.Data(WORDS, config, say=lambda _: None)
    state, _ = advance(steps.begin(config), data, config, 0, 200, 200)
    said = 400 * np.asarray(model.outputs(state["net"], data.train, jnp.float32))
    scores = np.asarray(records.score(data.train))
    near = np.abs(scores) < 300  # where the curve is steep, and so exact
    slope = (said[near] * scores[near]).sum() / (scores[near] ** 2).sum()
    assert slope == pytest.approx(1, abs=0.25)


def test_damaged_checkpoints_are_refused(tmp_path):
    path = tmp_path / "checkpoint.npz"
    checkpoint.save(path, steps.begin(SMALL), 50, 100, SMALL, [1, 2], [])
    good = path.read_bytes()
    bent = bytearray(good)
    bent[len(good) // 2] ^= 1
    np.save(tmp_path / "array.npy", np.zeros(3))
    for wrong in (b"", b"PK nonsense", good[:1000], good[:-10], bytes(bent), (tmp_path / "array.npy").read_bytes()):
        path.write_bytes(wrong)
        with pytest.raises(Problem, match="no checkpoint"):
            checkpoint.load(path)
    # Whole, but not what it says.
    for change in ({"hidden": 64}, {"seed": -1}):
        with pytest.raises(Problem, match="no checkpoint"):
            about = SMALL.values() | change
            odd = type("Odd", (), {"values": lambda self: about})()
            checkpoint.save(path, steps.begin(SMALL), 50, 100, odd, [1, 2], [])
            checkpoint.load(path)


def test_other_records_have_another_mark():
    marks = []
    for words in (WORDS, WORDS[::-1].copy(), WORDS[1:], np.concatenate([WORDS[1:], WORDS[:1]])):
        marks.append(records.Data(words, SMALL, say=lambda _: None).mark)
    bent = WORDS.copy()
    bent[7, 6] ^= 1  # a score
    marks.append(records.Data(bent, SMALL, say=lambda _: None).mark)
    assert len(set(map(tuple, marks))) == 5
    assert records.Data(WORDS.copy(), SMALL, say=lambda _: None).mark == marks[0]


def test_marks_do_not_depend_on_the_pieces(monkeypatch):
    whole = records.Data(WORDS, SMALL, say=lambda _: None).mark
    monkeypatch.setattr(records.Data, "CHUNK", 1024)
    assert records.Data(WORDS, SMALL, say=lambda _: None).mark == whole


def test_the_schedule_rises_and_falls():
    rate, share = (np.asarray(each) for each in steps.schedule(np.arange(1000.0), 1000.0, Config(result_share=(0.2, 0.4))))
    assert rate[0] == pytest.approx(1e-4) and rate.argmax() == 9 and rate.max() == pytest.approx(1e-3, rel=1e-3)
    assert rate[-1] == pytest.approx(2.4e-6, rel=0.1)
    assert share[0] == pytest.approx(0.2) and share[-1] == pytest.approx(0.4, abs=1e-3)


def test_whole_numbers_say_what_floating_point_says():
    data = records.Data(WORDS, SMALL, say=lambda _: None)
    state, _ = advance(steps.begin(SMALL), data, SMALL, 0, 50, 50)
    quantised = netfile.quantise(state["net"], "test")
    read = netfile.read(netfile.write(quantised))
    assert read.name == "test"
    for field in ("rows", "bias", "heads", "head_bias"):
        assert (getattr(read, field) == getattr(quantised, field)).all(), field
    floating = 400 * np.asarray(model.outputs(state["net"], jnp.asarray(WORDS[:300]), jnp.float32))
    whole = np.array([reference.evaluate(read, reference.men_of_record(record.tobytes())) for record in MADE[:300]])
    assert np.abs(floating - whole).max() < 3 and np.abs(floating - whole).mean() < 1


def test_damaged_and_overflowing_networks_are_refused():
    quantised = netfile.quantise(model.initial(32, 1), "test")
    data = bytearray(netfile.write(quantised))
    data[500] ^= 1
    for wrong in (bytes(data), bytes(data[:100]), b"nothing"):
        with pytest.raises(Problem):
            netfile.read(wrong)
    for weight in (np.nan, np.inf, -np.inf):
        net = model.initial(32, 1)
        net["rows"] = net["rows"].at[5, 5].set(weight)
        with pytest.raises(Problem, match="no number"):
            netfile.quantise(net, "test")
    for name in ("rows", "bias", "heads", "head_bias"):
        for weight in (1e30, -1e30):
            net = model.initial(32, 1)
            net[name] = net[name].at[(3,) * net[name].ndim].set(weight)
            with pytest.raises(Problem, match="too large"):
                netfile.write(netfile.quantise(net, "test"))
    quantised.heads[:] = 128
    quantised.heads = np.tile(quantised.heads, (1, 20))
    with pytest.raises(Problem, match="together"):
        quantised.check()


def test_files_and_folders_are_read(tmp_path):
    MADE[:10].tofile(tmp_path / "a.boards")
    (tmp_path / "b.boards").write_bytes(MADE[10:20].tobytes() + b"half a record")
    said = []
    words = records.read(records.files([tmp_path]), said.append)
    assert (words == WORDS[:20]).all() and "breaks off" in said[0]
    (tmp_path / "c.boards").write_bytes(b"")
    (tmp_path / "d.boards").write_bytes(b"short")
    said.clear()
    assert (records.read(records.files([tmp_path]), said.append) == WORDS[:20]).all()
    assert "c.boards is empty" in said[1] and "0 whole records" in said[2]
    for path, sentence in ((tmp_path / "none", "neither"), (tmp_path / "empty", "holds no")):
        (tmp_path / "empty").mkdir(exist_ok=True)
        with pytest.raises(Problem, match=sentence):
            records.files([path])


def test_recipes_are_read_and_mistakes_named(tmp_path):
    recipe = tmp_path / "recipe.toml"
    recipe.write_text("hidden = 64\n[training]\nresult_share = [0.2, 0.4]\ndecay = 0\n")
    assert Config.read(recipe) == Config(hidden=64, result_share=(0.2, 0.4), decay=0.0)
    for text, sentence in (
        ("hiden = 64", "unknown key hiden"),
        ("hidden = 40", "multiple of 32"),
        ('hidden = "64"', "of the kind of 256"),
        ("hidden = ", "not TOML"),
        ("[training]\nresult_share = [2.0, 0.0]", "result_share"),
        ("[training]\nresult_share = [true, false]", "of the kind of"),
        ("[Training]\nbatch = 64", r"unknown section \[Training\]"),
        ("[training.data]\nbatch = 64", r"unknown section \[data\]"),
        ("data = 5", "data in .* is a section"),
        ("[[training]]\nbatch = 64", "training in .* is a section"),
        ("batch = 64", r"batch in .* belongs into \[training\]"),
        ("[training]\nhidden = 64", "hidden in .* belongs above all sections"),
        ("[training]\nlargest_score = 64", r"largest_score in .* belongs into \[data\]"),
        ("seed = -1", "seed is from 0"),
        (f"seed = {2**70}", "seed is from 0"),
        ("[training]\nscore_scale = inf", "score_scale"),
        ("[training]\nscore_scale = nan", "score_scale"),
        (f"[training]\ndecay = {10**400}", "too large"),
        ("[training]\nbatch = 4_000_000_000", "batch is more than 0, and at most"),
        ("[data]\nlargest_score = 9_000_000_000", "largest_score is more than 0, and at most"),
        ('name = "two\\nlines"', "printable"),
        (b'name = "\xff"', "not TOML"),
        ("a = " + "[" * 5000 + "]" * 5000, "not TOML"),
    ):
        recipe.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(Problem, match=sentence):
            Config.read(recipe)
    for shipped in pathlib.Path("configs").glob("*.toml"):
        Config.read(shipped)
    assert Config.read("configs/default.toml") == Config()
    assert dataclasses.replace(Config(), **{}) == Config.of(Config().values())


def test_the_chart_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    table = tmp_path / "loss.csv"
    table.write_text("positions,train_loss,validation_loss,learning_rate\n1000,0.1,0.11,0.001\n2000,0.09,0.1,0.0005\n")
    assert chart.draw(table, tmp_path / "loss.png")
    assert (tmp_path / "loss.png").read_bytes()[1:4] == b"PNG"
