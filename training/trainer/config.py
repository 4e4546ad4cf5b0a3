"""The recipe: what `configs/*.toml` can say."""

import dataclasses
import math
import tomllib

from . import buckets
from .errors import Problem

LARGEST = 2**31 - 1  # of whole numbers: what the device counts with
MOST_POSITIONS = 10**15  # far more than anybody waits for
LARGEST_BATCH = 2**20
# Where keys stand in a file: these above all sections, these in [data], and all others in [training].
TOP = ("name", "hidden", "king_buckets", "factoriser", "seed")
DATA = ("largest_score", "validation_games", "validation_positions")
SECTIONS = ("data", "training")


@dataclasses.dataclass(frozen=True)
class Config:
    """Every setting once; `configs/default.toml` says what each means."""

    name: str = "plywise"
    hidden: int = 256
    king_buckets: tuple[int, ...] = buckets.LAYOUTS["one"]
    factoriser: bool = True
    seed: int = 1

    largest_score: int = 10_000
    validation_games: int = 100
    validation_positions: int = 2_000_000

    positions: int = 4_000_000_000
    batch: int = 16_384
    superbatch: int = 1_024
    learning_rate: float = 1e-3
    last_learning_rate: float = 2.4e-6
    warm_up: float = 0.01
    decay: float = 0.01
    bucket_decay: float = 0.01
    largest_weight: float = 1.98
    result_share: tuple[float, float] = (0.3, 0.3)
    score_scale: float = 400.0
    precision: str = "auto"
    bucket_products: str = "tiles"

    def __post_init__(self):
        def need(held, sentence):
            if not held:
                raise Problem(sentence)

        need(self.hidden % 32 == 0 and 32 <= self.hidden <= 1024, "hidden is a multiple of 32 up to 1024")
        # An argument that is not UTF-8 comes with signs that cannot be written.
        need(len(self.name.encode(errors="replace")) <= 28 and self.name.isprintable(), "name has at most 28 bytes, all of them printable UTF-8")
        need(0 <= self.seed <= LARGEST, f"seed is from 0 to {LARGEST}")
        for key in ("largest_score", "validation_games", "validation_positions", "positions", "batch", "superbatch"):
            most = {"positions": MOST_POSITIONS, "batch": LARGEST_BATCH}.get(key, LARGEST)
            need(0 < getattr(self, key) <= most, f"{key} is more than 0, and at most {most}")
        need(0 < self.last_learning_rate <= self.learning_rate < 1, "learning rates lie between 0 and 1, the last is the lowest")
        need(0 <= self.warm_up < 1, "warm_up is a share of all steps, from 0 to less than 1")
        for key in ("decay", "bucket_decay"):
            need(0 <= getattr(self, key) < 1, f"{key} lies between 0 and 1")
        need(0 < self.largest_weight <= 1.98, "largest_weight is more than 0 and at most 1.98, or the weight of an output bucket does not fit the engine")
        need(len(self.result_share) == 2 and all(0 <= share <= 1 for share in self.result_share), "result_share is two numbers from 0 to 1")
        need(0 < self.score_scale < math.inf, "score_scale is more than 0, and a finite number")
        need(self.precision in ("auto", "bfloat16", "float32"), "precision is auto, bfloat16 or float32")
        need(self.bucket_products in ("tiles", "dense"), "bucket_products is tiles or dense")

    @classmethod
    def read(cls, path):
        """Reads a TOML file; an unknown section or key, a misplaced key or a wrong kind of value is named."""
        try:
            with open(path, "rb") as file:
                tables = tomllib.load(file)
        except OSError as error:
            raise Problem(f"{path} cannot be read: {error.strerror}") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Problem(f"{path} is not TOML: {error}") from error
        return cls.of(flattened(tables, path), path)

    @classmethod
    def of(cls, values, where="the configuration"):
        """The settings with these names; the rest are the defaults."""
        fields = {field.name: field for field in dataclasses.fields(cls)}
        checked = {}
        for key, value in values.items():
            if key not in fields:
                raise Problem(f"{where} has an unknown key {key}; the keys are {', '.join(fields)}")
            if key == "king_buckets":
                checked[key] = buckets.read(value, where)
                continue
            kind = type(fields[key].default)
            try:
                if kind is tuple and isinstance(value, list) and all(type(each) in (int, float) for each in value):
                    value = tuple(float(each) for each in value)
                elif kind is float and type(value) is int:
                    value = float(value)
            except OverflowError as error:
                raise Problem(f"{key} in {where} is too large") from error
            if type(value) is not kind:
                raise Problem(f"{key} in {where} must be of the kind of {fields[key].default!r}, not {value!r}")
            checked[key] = value
        return cls(**checked)

    def changed(self, words):
        """The settings with some of them changed, each as KEY=VALUE with the value as TOML has it."""
        changes = {}
        for word in words:
            key, equals, text = word.partition("=")
            try:
                changes[key.strip()] = tomllib.loads(f"value = {text}")["value"] if equals else None
            except (tomllib.TOMLDecodeError, RecursionError) as error:
                raise Problem(f"'{word}' has a value that TOML does not know; words stand in quotes, as in precision='\"float32\"'") from error
            if changes[key.strip()] is None:
                raise Problem(f"'{word}' is not KEY=VALUE, such as learning_rate=1e-4")
        return self.of(self.values() | changes, "--set")

    def values(self):
        """The settings as a dictionary, for a checkpoint."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in dataclasses.asdict(self).items()}


def flattened(tables, path):
    """The keys of all sections in one dictionary. Nothing is passed over, or a misspelt section would mean the defaults."""
    places = {"": {key: value for key, value in tables.items() if key not in SECTIONS}}
    places |= {section: tables.get(section, {}) for section in SECTIONS}
    flat = {}
    for section, values in places.items():
        if not isinstance(values, dict):
            raise Problem(f"{section} in {path} is a section: its keys stand below a line [{section}]")
        for key, value in values.items():
            if isinstance(value, dict):
                raise Problem(f"{path} has an unknown section [{key}]; the sections are {', '.join(SECTIONS)}")
            home = "" if key in TOP else "data" if key in DATA else "training"
            if key in Config.__dataclass_fields__ and home != section:
                raise Problem(f"{key} in {path} belongs {f'into [{home}]' if home else 'above all sections'}")
            flat[key] = value
    return flat
