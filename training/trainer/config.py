"""The recipe: what `configs/*.toml` can say."""

import dataclasses
import tomllib


class Problem(Exception):
    """Something the user can put right; the text is one sentence."""


@dataclasses.dataclass(frozen=True)
class Config:
    """Every setting once; `configs/default.toml` says what each means."""

    name: str = "plywise"
    hidden: int = 256
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
    largest_weight: float = 1.98
    result_share: tuple[float, float] = (0.3, 0.3)
    score_scale: float = 400.0
    precision: str = "auto"

    def __post_init__(self):
        def need(held, sentence):
            if not held:
                raise Problem(sentence)

        need(self.hidden % 32 == 0 and 32 <= self.hidden <= 1024, "hidden is a multiple of 32 up to 1024")
        need(len(self.name.encode()) <= 28, "name has at most 28 bytes")
        for key in ("largest_score", "validation_games", "validation_positions", "positions", "batch", "superbatch"):
            need(getattr(self, key) > 0, f"{key} is more than 0")
        need(0 < self.last_learning_rate <= self.learning_rate < 1, "learning rates lie between 0 and 1, the last is the lowest")
        need(0 <= self.warm_up < 1, "warm_up is a share of all steps, from 0 to less than 1")
        need(0 <= self.decay < 1, "decay lies between 0 and 1")
        need(0 < self.largest_weight <= 1.98, "largest_weight is at most 1.98, or the engine's 16 bits overflow")
        need(len(self.result_share) == 2 and all(0 <= share <= 1 for share in self.result_share), "result_share is two numbers from 0 to 1")
        need(self.score_scale > 0, "score_scale is more than 0")
        need(self.precision in ("auto", "bfloat16", "float32"), "precision is auto, bfloat16 or float32")

    @classmethod
    def read(cls, path):
        """Reads a TOML file; an unknown key or a wrong kind of value is named."""
        try:
            with open(path, "rb") as file:
                tables = tomllib.load(file)
        except OSError as error:
            raise Problem(f"{path} cannot be read: {error.strerror}") from error
        except tomllib.TOMLDecodeError as error:
            raise Problem(f"{path} is not TOML: {error}") from error
        flat = {key: value for key, value in tables.items() if not isinstance(value, dict)}
        for section in ("data", "training"):
            flat |= tables.get(section, {})
        return cls.of(flat, path)

    @classmethod
    def of(cls, values, where="the configuration"):
        """The settings with these names; the rest are the defaults."""
        fields = {field.name: field for field in dataclasses.fields(cls)}
        checked = {}
        for key, value in values.items():
            if key not in fields:
                raise Problem(f"{where} has an unknown key {key}; the keys are {', '.join(fields)}")
            kind = type(fields[key].default)
            if kind is tuple and isinstance(value, list) and all(isinstance(each, (int, float)) for each in value):
                value = tuple(float(each) for each in value)
            elif kind is float and type(value) is int:
                value = float(value)
            if type(value) is not kind:
                raise Problem(f"{key} in {where} must be of the kind of {fields[key].default!r}, not {value!r}")
            checked[key] = value
        return cls(**checked)

    def values(self):
        """The settings as a dictionary, for a checkpoint."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in dataclasses.asdict(self).items()}
