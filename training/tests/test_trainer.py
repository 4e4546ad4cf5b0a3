"""The fast ways against slow ones that share nothing with them."""

import dataclasses
import pathlib
import zlib

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from trainer import buckets, chart, checkpoint, data, model, netfile, records, reference, steps, synthetic, tiles
from trainer.config import Config
from trainer.errors import Problem

MADE = synthetic.make(3_000)
WORDS = MADE.view("<u4")
SMALL = Config(hidden=32, batch=256, superbatch=10, learning_rate=1e-2, validation_games=10)
BUCKETED = dataclasses.replace(SMALL, king_buckets=buckets.LAYOUTS["six"])
EVERY_SQUARE = tuple(range(32))
SIX = model.Layout(BUCKETED.king_buckets)


def load(words=WORDS, config=SMALL):
    return data.Data([data.memory(words)], config, say=lambda _: None)


def kept(loaded):
    """The records to train on, in their order."""
    return np.concatenate([np.asarray(part[:size]) for part, size in zip(loaded.train, loaded.sizes, strict=True)])


def test_facts_are_those_of_the_plain_reading():
    features = np.asarray(model.features(jnp.asarray(WORDS[:500]), jnp.float32)).reshape(500, 2, 768)
    for record, both in zip(MADE, features):
        expected = reference.views(reference.pieces_of_record(record.tobytes()))
        for ours, theirs in zip(both, expected):
            assert sorted(np.flatnonzero(ours)) == sorted(theirs)


@pytest.mark.parametrize("king_buckets", [buckets.LAYOUTS["four"], EVERY_SQUARE])
def test_facts_with_king_buckets_are_those_of_the_plain_reading(king_buckets):
    layout = model.Layout(king_buckets)
    features = np.asarray(model.features(jnp.asarray(WORDS[:300]), jnp.float32, layout)).reshape(300, 2, -1)
    for record, both in zip(MADE, features):
        expected = reference.views(reference.pieces_of_record(record.tobytes()), king_buckets)
        for ours, theirs in zip(both, expected):
            assert sorted(np.flatnonzero(ours)) == sorted(theirs)


@pytest.mark.parametrize("views, count", [(1, 2), (8, 3), (600, 4), (4096, 32), (10_000, 5)])
def test_tiles_hold_each_view_once_and_one_bucket_each(views, count):
    for seed, most in ((1, count), (2, 1), (3, 2)):
        chosen = np.random.default_rng(seed).integers(0, most, views)
        order = tiles.order(jnp.asarray(chosen, jnp.int32), count)
        number, size = order.shape
        source, is_used, slot, bucket = map(np.asarray, (order.source, order.is_used, order.slot, order.bucket))
        assert number * size == len(source) and number * size <= views * 9 / 8 + count * 128 + 128
        assert sorted(source[is_used]) == list(range(views))
        assert (source[slot] == np.arange(views)).all() and is_used[slot].all()
        assert (bucket[np.flatnonzero(is_used) // size] == chosen[source[is_used]]).all()


def test_fields_are_where_the_format_says():
    words = jnp.asarray(WORDS)
    columns = MADE.astype(np.int64)
    assert (records.score(words) == MADE[:, 24:26].copy().view("<i2")[:, 0]).all()
    assert (records.result(words) == columns[:, 26]).all()
    assert (records.own_king(words) == columns[:, 27]).all()
    assert (records.their_king(words) == columns[:, 28]).all()
    assert (records.pieces(words) == columns[:, 29]).all()
    assert (records.game(words) == columns[:, 30] + 256 * columns[:, 31]).all()


def test_a_fen_is_read_and_written():
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b - - 0 1"
    assert reference.fen_of_pieces(reference.pieces_of_fen(fen), black=True) == fen
    pieces = reference.pieces_of_record(MADE[0].tobytes())
    for black in (False, True):
        assert sorted(reference.pieces_of_fen(reference.fen_of_pieces(pieces, black))) == sorted(pieces)


def test_wrong_records_are_seen():
    assert not records.faults(jnp.asarray(WORDS)).any()
    for byte, value in ((26, 3), (27, MADE[0, 27] ^ 1), (28, MADE[0, 28] ^ 1), (29, MADE[0, 29] + 1), (8, 0xFF)):
        wrong = MADE[:1].copy()
        wrong[0, byte] = value
        assert records.faults(jnp.asarray(wrong.view("<u4")))[0], byte
    with pytest.raises(Problem, match="make no sense"):
        load(np.zeros((5, 8), np.uint32))


def test_games_are_not_torn_apart():
    loaded = load()
    train, validation = set(np.asarray(records.game(kept(loaded)))), set(np.asarray(records.game(loaded.validation)))
    assert validation and not train & validation
    assert loaded.count + loaded.validation.shape[0] == len(WORDS)
    assert in_order(np.concatenate([kept(loaded), loaded.validation])) == in_order(WORDS)
    assert (kept(loaded)[:100] != WORDS[:100]).any()


def in_order(words):
    return sorted(map(bytes, np.asarray(words)))


def test_large_data_lie_in_several_arrays(monkeypatch):
    whole = load()
    monkeypatch.setattr(data.Data, "PIECE", 100)
    monkeypatch.setattr(data.Data, "LOAD", 3)
    monkeypatch.setattr(data.Data, "PART", 4)
    sources = [data.memory(words) for words in (WORDS[:50], WORDS[50:1250], WORDS[1250:])]
    parts = data.Data(sources, SMALL, say=lambda _: None)
    assert len(parts.train) == 3 and all(part.shape[0] >= size for part, size in zip(parts.train, parts.sizes))
    assert in_order(kept(parts)) == in_order(kept(whole)) and in_order(parts.validation) == in_order(whole.validation)
    assert parts.mark == whole.mark, "it does not depend on pieces and arrays"
    # Pieces of each source are in each array, and their records are not neighbours any more.
    place = {bytes(record): index for index, record in enumerate(WORDS)}
    for part, size in zip(parts.train, parts.sizes):
        places = np.array([place[bytes(record)] for record in np.asarray(part[:size])])
        assert places.min() < 600 and places.max() > 2_400
        assert np.mean(np.abs(np.diff(places)) == 1) < 0.05
    rows = np.random.default_rng(1).permutation(parts.count)
    picked = data.pick(parts.train, parts.sizes, jnp.asarray(rows, jnp.uint32))
    assert (np.asarray(picked) == kept(parts)[rows]).all()
    few = data.Data(sources, dataclasses.replace(SMALL, validation_positions=60), say=lambda _: None)
    assert few.validation.shape[0] == 60 and few.count == parts.count
    assert set(in_order(few.validation)) <= set(in_order(whole.validation))


def test_larger_scores_are_left_out():
    said = []
    limit = 300
    loaded = data.Data([data.memory(WORDS)], dataclasses.replace(SMALL, largest_score=limit), said.append)
    scores = np.concatenate([records.score(kept(loaded)), records.score(loaded.validation)])
    beyond = int((np.abs(np.asarray(records.score(jnp.asarray(WORDS)))) > limit).sum())
    assert np.abs(scores).max() <= limit and len(scores) == len(WORDS) - beyond
    assert beyond and f"{beyond:,} with larger scores left out" in said[0]


def test_words_of_half_a_billion_records_are_indexed_in_32_bits():
    # Nothing that a step computes with reaches 2³¹, and no array has as many words.
    assert data.Data.PIECE * data.Data.LOAD * data.Data.PART * records.WORDS <= 2**31 - 2**30
    sizes = (2**27, 2**27, 2**27, 98_765_432)
    count = sum(sizes)
    begins, strides = data.walk([0, 30_000], count, 16_384, seed=1)
    for begin, stride in zip(begins, strides):
        rows = np.asarray(data.rows(jnp.uint32(begin), jnp.uint32(stride), 16_384, count))
        assert rows.max() < count and (rows == (int(begin) + int(stride) * np.arange(16_384)) % count).all()


@pytest.mark.parametrize("count, batch", [(1000, 100), (997, 64), (2**31 - 1, 4096), (50, 64)])
def test_an_epoch_sees_no_record_twice(count, batch):
    per_epoch = max(1, count // batch)
    shown = min(per_epoch, 40)
    for epoch in range(3):
        begins, strides = data.walk(range(epoch * per_epoch, epoch * per_epoch + shown), count, batch, seed=5)
        rows = [np.asarray(data.rows(jnp.uint32(begin), jnp.uint32(stride), batch, count)) for begin, stride in zip(begins, strides)]
        begin, stride = data.ring(epoch, count, 5)
        expected = [(begin + stride * position) % count for position in range(shown * batch)]
        assert np.concatenate(rows).tolist() == expected
        if batch <= count:
            assert len(set(expected)) == len(expected)
            assert shown < per_epoch or count - len(expected) < batch, "what is left out does not fill a batch"


@pytest.mark.parametrize(
    "scale, layout",
    [(400.0, model.ONE), (240.0, model.ONE), (206.0, model.ONE), (240.0, SIX), (240.0, model.Layout(SIX.king_buckets, "dense"))],
)
def test_the_slopes_made_by_hand_are_right(scale, layout, monkeypatch):
    monkeypatch.setattr(model, "FEATURE_ONE", 256)  # so that sums are exact, whatever their order, and both see the same zeros
    def plain(net, words):
        features = model.features(words, jnp.float32, layout)
        rows = net["rows"] + net["shared"] if "shared" in net else net["rows"]
        sums = features @ rows.reshape(-1, 64) + net["bias"]
        # Rounded weights often add up to 0 exactly; there it is flat for us.
        squared = jnp.where((sums > 0) & (sums < 1), sums, jax.lax.stop_gradient(jnp.clip(sums, 0, 1))) ** 2
        said = squared.reshape(words.shape[0], -1) @ net["output_weights"] + net["output_bias"]
        chosen = jnp.take_along_axis(said, ((records.pieces(words) - 2) // 4)[:, None].astype(jnp.int32), 1)[:, 0]
        target = 0.7 * jax.nn.sigmoid(records.score(words) / scale) + 0.3 * records.result(words) / 2
        return jnp.mean((jax.nn.sigmoid(400 * chosen / scale) - target) ** 2)

    net, words = model.initial(64, 3, layout.count), jnp.asarray(WORDS[:512])
    if layout.count > 1:  # buckets that differ
        net["rows"] += jax.random.uniform(jax.random.PRNGKey(4), net["rows"].shape, minval=-0.1, maxval=0.1)
    matrices = [name for name in ("rows", "shared", "bias") if name in net]
    net |= {name: model.rounded(net[name], 256) for name in matrices} | {"output_weights": model.rounded(net["output_weights"], 64)}
    value, slopes = jax.value_and_grad(model.loss)(net, words, jnp.float32, scale, 0.3, layout)
    expected_value, expected = jax.value_and_grad(plain)(net, words)
    np.testing.assert_allclose(value, expected_value, rtol=1e-5)
    for name in net:
        np.testing.assert_allclose(slopes[name], expected[name], rtol=1e-3, atol=1e-7, err_msg=name)
    narrow = jax.grad(model.loss)(net, words, jnp.bfloat16, scale, 0.3, layout)
    for name in net:
        error = np.linalg.norm(narrow[name] - expected[name]) / np.linalg.norm(expected[name])
        assert error < 0.1, name  # slopes of many records cancel out, their roundings do not


def advance(state, loaded, config, first, length, total):
    run = steps.compiled(config, loaded.sizes)
    begins, strides = data.walk(range(first, first + length), loaded.count, config.batch, config.seed)
    return run(state, loaded.train, jnp.float32(first), jnp.float32(total), begins, strides)


@pytest.mark.parametrize("config", [SMALL, BUCKETED, dataclasses.replace(BUCKETED, factoriser=False)])
def test_training_learns_and_goes_on_where_it_stopped(tmp_path, config):
    loaded = load(config=config)
    measure = steps.validator(config)
    before = measure(steps.begin(config)["net"], loaded.validation)
    whole, _ = advance(steps.begin(config), loaded, config, 0, 100, 100)
    after = measure(whole["net"], loaded.validation)
    assert after[0] < before[0] / 3

    half, _ = advance(steps.begin(config), loaded, config, 0, 50, 100)
    path = tmp_path / "checkpoint.npz"
    checkpoint.save(path, half, 50, 100, config, loaded.mark, [[1, 2.5]])
    state, step, total, had, mark, table = checkpoint.load(path)
    assert (step, total, had, mark, table) == (50, 100, config, loaded.mark, [[1, 2.5]])
    resumed, _ = advance(state, loaded, had, step, 50, total)
    for name in whole["net"]:
        np.testing.assert_allclose(resumed["net"][name], whole["net"][name], rtol=1e-4, atol=1e-5)


def test_all_king_buckets_begin_as_a_network_without_them():
    plain = steps.begin(SMALL)["net"]
    expected = model.outputs(plain, jnp.asarray(WORDS[:200]), jnp.float32)
    for factoriser in (True, False):
        config = dataclasses.replace(BUCKETED, factoriser=factoriser)
        said = model.outputs(steps.begin(config)["net"], jnp.asarray(WORDS[:200]), jnp.float32, steps.layout(config))
        np.testing.assert_allclose(said, expected, atol=1e-5)


def test_the_factoriser_reaches_buckets_that_were_never_seen():
    config = dataclasses.replace(BUCKETED, king_buckets=buckets.LAYOUTS["two"])
    place = np.asarray(model.king_bucket(jnp.asarray(WORDS), steps.layout(config)))
    seen = WORDS[(place == 1).all(axis=1)]
    for factoriser in (True, False):
        config = dataclasses.replace(config, factoriser=factoriser, decay=0.0)
        loaded, begun = load(seen, config), netfile.merged(steps.begin(config)["net"])
        state, _ = advance(steps.begin(config), loaded, config, 0, 20, 20)
        moved = np.abs(np.asarray(netfile.merged(state["net"]) - begun)).max(axis=(1, 2))
        assert moved[1] > 0.01 and (moved[0] > 0.01) == factoriser


def test_sums_of_factoriser_and_bucket_stay_within_the_limit():
    net = model.initial(32, 1, 6)
    state = steps.begin_with(net | {"rows": jnp.full_like(net["rows"], 1.5), "shared": jnp.full_like(net["shared"], 1.5)})
    slopes = jax.tree.map(jnp.zeros_like, net)
    after = steps.adam(state, slopes, jnp.float32(0), 0.0, BUCKETED)["net"]
    assert np.asarray(netfile.merged(after)).max() == pytest.approx(1.98)
    netfile.write(netfile.quantise(after, "test", BUCKETED.king_buckets))


@pytest.mark.parametrize("config", [SMALL, BUCKETED, dataclasses.replace(BUCKETED, factoriser=False)])
def test_a_training_begins_with_given_weights(tmp_path, config):
    loaded = load(config=config)
    state, _ = advance(steps.begin(config), loaded, config, 0, 30, 30)
    layout, words = steps.layout(config), jnp.asarray(WORDS[:200])
    said = model.outputs(state["net"], words, jnp.float32, layout)
    checkpoint.save(tmp_path / "checkpoint.npz", state, 30, 30, config, loaded.mark, [])
    network = netfile.write(netfile.quantise(state["net"], "test", config.king_buckets))
    (tmp_path / "network.nnue").write_bytes(network)
    for name in ("checkpoint.npz", "network.nnue"):
        begun = checkpoint.init(tmp_path / name, config)
        assert jax.tree.structure(begun) == jax.tree.structure(state)
        np.testing.assert_allclose(model.outputs(begun["net"], words, jnp.float32, layout), said, atol=2e-3)
        assert not any(np.asarray(each).any() for kind in ("first", "second") for each in begun[kind].values())
        for change, sentence in (({"hidden": 64}, "32 numbers"), ({"king_buckets": EVERY_SQUARE}, "other king buckets")):
            other = dataclasses.replace(config, **change)
            if config is SMALL and "king_buckets" in change:  # a network without them may get them
                more = checkpoint.init(tmp_path / name, other)["net"]
                np.testing.assert_allclose(model.outputs(more, words, jnp.float32, steps.layout(other)), said, atol=2e-3)
                continue
            with pytest.raises(Problem, match=sentence):
                checkpoint.init(tmp_path / name, other)
    for wrong in (b"", b"PLYWNNUE", network[:-1]):
        (tmp_path / "wrong").write_bytes(wrong)
        with pytest.raises(Problem):
            checkpoint.init(tmp_path / "wrong", config)
    with pytest.raises(Problem, match="cannot be read"):
        checkpoint.init(tmp_path / "none", config)


@pytest.mark.parametrize("scale", [400.0, 240.0, 206.0])
def test_an_output_is_centipawns_whatever_the_scale(scale):
    config = dataclasses.replace(SMALL, score_scale=scale, result_share=(0.0, 0.0))
    loaded = load(config=config)
    state, _ = advance(steps.begin(config), loaded, config, 0, 200, 200)
    train = jnp.asarray(kept(loaded))
    said = 400 * np.asarray(model.outputs(state["net"], train, jnp.float32))
    scores = np.asarray(records.score(train))
    near = np.abs(scores) < 300  # where the curve is steep, and so exact
    slope = (said[near] * scores[near]).sum() / (scores[near] ** 2).sum()
    assert slope == pytest.approx(1, abs=0.25)


def test_checkpoints_with_the_former_names_are_read(tmp_path):
    path = tmp_path / "checkpoint.npz"
    saved = steps.begin(SMALL)
    checkpoint.save(path, saved, 50, 100, SMALL, [1, 2], [])
    with np.load(path) as file:
        arrays = dict(file)
    for name, former in checkpoint.FORMER.items():
        for kind in saved:
            arrays[f"{kind}.{former}"] = arrays.pop(f"{kind}.{name}")
    np.savez(path, **arrays)
    loaded = checkpoint.load(path)[0]
    for kind, net in saved.items():
        for name, values in net.items():
            np.testing.assert_array_equal(loaded[kind][name], values)


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
        marks.append(load(words).mark)
    bent = WORDS.copy()
    bent[7, 6] ^= 1  # a score
    marks.append(load(bent).mark)
    assert len(set(map(tuple, marks))) == 5
    assert load(WORDS.copy()).mark == marks[0]


def test_the_schedule_rises_and_falls():
    rate, share = (np.asarray(each) for each in steps.schedule(np.arange(1000.0), 1000.0, Config(result_share=(0.2, 0.4))))
    assert rate[0] == pytest.approx(1e-4) and rate.argmax() == 9 and rate.max() == pytest.approx(1e-3, rel=1e-3)
    assert rate[-1] == pytest.approx(2.4e-6, rel=0.1)
    assert share[0] == pytest.approx(0.2) and share[-1] == pytest.approx(0.4, abs=1e-3)


@pytest.mark.parametrize("config", [SMALL, BUCKETED, dataclasses.replace(BUCKETED, bucket_products="dense", factoriser=False)])
def test_whole_numbers_say_what_floating_point_says(config):
    loaded = load(config=config)
    state, _ = advance(steps.begin(config), loaded, config, 0, 50, 50)
    quantised = netfile.quantise(state["net"], "test", config.king_buckets)
    read = netfile.read(netfile.write(quantised))
    assert read.name == "test" and read.king_buckets == config.king_buckets
    for field in ("rows", "bias", "output_weights", "output_bias"):
        assert (getattr(read, field) == getattr(quantised, field)).all(), field
    floating = 400 * np.asarray(model.outputs(state["net"], jnp.asarray(WORDS[:300]), jnp.float32, steps.layout(config)))
    whole = np.array([reference.evaluate(read, reference.pieces_of_record(record.tobytes())) for record in MADE[:300]])
    assert np.abs(floating - whole).max() < 3 and np.abs(floating - whole).mean() < 1


def test_wrong_king_buckets_in_a_network_are_refused():
    data = bytearray(netfile.write(netfile.quantise(model.initial(32, 1, 6), "test", BUCKETED.king_buckets)))
    for at, value in ((72, 5), (72, 1), (76, 6), (107, 255), (12, 1), (12, 3)):
        wrong = bytearray(data)
        wrong[at] = value
        wrong[68:72] = zlib.crc32(wrong[72:], zlib.crc32(wrong[:68])).to_bytes(4, "little")
        with pytest.raises(Problem):
            netfile.read(bytes(wrong))
    for length in (72, 80, 108, len(data) - 1):
        with pytest.raises(Problem):
            netfile.read(bytes(data[:length]))


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
    for name in ("rows", "bias", "output_weights", "output_bias"):
        for weight in (1e30, -1e30):
            net = model.initial(32, 1)
            net[name] = net[name].at[(3,) * net[name].ndim].set(weight)
            with pytest.raises(Problem, match="too large"):
                netfile.write(netfile.quantise(net, "test"))
    quantised.output_weights[:] = 128
    quantised.output_weights = np.tile(quantised.output_weights, (1, 20))
    with pytest.raises(Problem, match="together"):
        quantised.check()


def read(folder, say):
    """All records of a folder, in their order."""
    words = []
    for source in data.sources(records.files([folder]), say):
        words.append(np.empty((source.count, records.WORDS), "<u4"))
        source.fill(words[-1], 0)
    return np.concatenate(words)


def test_files_and_folders_are_read(tmp_path):
    MADE[:10].tofile(tmp_path / "a.boards")
    (tmp_path / "b.boards").write_bytes(MADE[10:20].tobytes() + b"half a record")
    said = []
    assert (read(tmp_path, said.append) == WORDS[:20]).all() and "breaks off" in said[0]
    (tmp_path / "c.boards").write_bytes(b"")
    (tmp_path / "d.boards").write_bytes(b"short")
    said.clear()
    assert (read(tmp_path, said.append) == WORDS[:20]).all()
    assert "c.boards is empty" in said[1] and "0 whole records" in said[2]
    for path, sentence in ((tmp_path / "none", "neither"), (tmp_path / "empty", "holds no")):
        (tmp_path / "empty").mkdir(exist_ok=True)
        with pytest.raises(Problem, match=sentence):
            records.files([path])
    # A file that became shorter since it was looked at.
    source = data.sources([tmp_path / "a.boards"])[0]
    (tmp_path / "a.boards").write_bytes(MADE[:5].tobytes())
    with pytest.raises(Problem, match="to its end"):
        source.fill(np.empty((10, 8), "<u4"), 0)


def test_files_are_loaded_as_arrays_are(tmp_path, monkeypatch):
    monkeypatch.setattr(data.Data, "PIECE", 128)
    MADE[:1_000].tofile(tmp_path / "a.boards")
    MADE[1_000:].tofile(tmp_path / "b.boards")
    loaded = data.Data(data.sources(records.files([tmp_path])), SMALL, say=lambda _: None)
    expected = data.Data([data.memory(WORDS[:1_000]), data.memory(WORDS[1_000:])], SMALL, say=lambda _: None)
    assert (kept(loaded) == kept(expected)).all() and (loaded.validation == expected.validation).all()


WHOLE_BOARD = [0, 0, 1, 1, 1, 1, 0, 0] + [2] * 8 + [3] * 48


def test_one_key_is_changed_from_outside():
    changed = SMALL.changed(["learning_rate=1e-4", "result_share=[0.2, 0.4]", 'king_buckets = "four"', "batch=512"])
    expected = dataclasses.replace(SMALL, learning_rate=1e-4, result_share=(0.2, 0.4), king_buckets=buckets.LAYOUTS["four"], batch=512)
    assert changed == expected and SMALL.changed([]) == SMALL
    for word, sentence in (
        ("learning_rate", "is not KEY=VALUE"),
        ("learning_rate=fast", "TOML does not know"),
        ("rate=1", "unknown key rate"),
        ("hidden=33", "multiple of 32"),
        ("=1", "unknown key"),
    ):
        with pytest.raises(Problem, match=sentence):
            SMALL.changed([word])


def test_recipes_are_read_and_mistakes_named(tmp_path):
    recipe = tmp_path / "recipe.toml"
    recipe.write_text("hidden = 64\n[training]\nresult_share = [0.2, 0.4]\ndecay = 0\n")
    assert Config.read(recipe) == Config(hidden=64, result_share=(0.2, 0.4), decay=0.0)
    for text, sentence in (
        ("hiden = 64", "unknown key hiden"),
        ('king_buckets = "nine"', "layouts are one, two, four"),
        ("king_buckets = [0, 1]", "32 whole numbers"),
        (f"king_buckets = {[0.5] * 32}", "32 whole numbers"),
        (f"king_buckets = {[1] * 32}", "from 0 without a gap"),
        (f"king_buckets = {[-1] + [0] * 31}", "from 0 without a gap"),
        (f"king_buckets = {[0] * 63 + [1]}", "same on both wings"),
        ('[training]\nking_buckets = "four"', "king_buckets in .* belongs above all sections"),
        ("factoriser = 1", "of the kind of True"),
        ('[training]\nbucket_products = "sums"', "tiles or dense"),
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
    for text in ('king_buckets = "four"', f"king_buckets = {list(buckets.LAYOUTS['four'])}", f"king_buckets = {WHOLE_BOARD}"):
        recipe.write_text(text)
        assert Config.read(recipe).king_buckets == buckets.LAYOUTS["four"]
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
