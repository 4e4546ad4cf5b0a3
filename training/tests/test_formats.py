"""What the trainer assumes about files against the numbers that the engine's tests wrote into `formats.json`."""

import jax.numpy as jnp
import numpy as np
from trainer import buckets, netfile, records
from trainer.formats import BOARDS, NETWORK


def test_the_header_of_a_network_has_the_engines_size():
    assert netfile.HEADER.size == NETWORK["checksum_at"]
    assert netfile.HEADER.size + netfile.CHECKSUM.size == NETWORK["header_bytes"]
    assert netfile.BUCKETS.size == NETWORK["king_buckets_bytes"]


def test_limits_leave_room_for_every_sum():
    assert NETWORK["feature_limit"] * (BOARDS["most_pieces"] + 1) <= 2**15 - 1
    assert NETWORK["output_bucket_limit"] * NETWORK["feature_one"] <= 2**15 - 1
    assert NETWORK["output_bucket_sum_limit"] * NETWORK["feature_one"] ** 2 <= 2**31 - 1
    assert NETWORK["output_bucket_bias_limit"] == 2 * netfile.OUTPUT_ONE


def test_layouts_of_king_buckets_fit_the_engine():
    for layout in buckets.LAYOUTS.values():
        assert len(layout) == NETWORK["king_squares"] and buckets.count(layout) <= NETWORK["most_king_buckets"]


def test_fields_of_a_record_are_where_the_engine_puts_them():
    for field, at, width, value in (
        (records.score, BOARDS["score_at"], 2, -257),
        (records.result, BOARDS["result_at"], 1, 2),
        (records.own_king, BOARDS["own_king_at"], 1, 61),
        (records.their_king, BOARDS["their_king_at"], 1, 7),
        (records.pieces, BOARDS["count_at"], 1, 31),
        (records.game, BOARDS["game_at"], 2, 0xABCD),
    ):
        record = bytearray(records.SIZE)
        record[at : at + width] = value.to_bytes(width, "little", signed=value < 0)
        words = jnp.asarray(np.frombuffer(bytes(record), "<u4").reshape(1, records.WORDS))
        assert int(field(words)[0]) == value, field.__name__
