"""The numbers of the engine's file formats. `formats.json` is written by the engine's tests, which fail when it is old."""

import json
import pathlib

_ALL = json.loads(pathlib.Path(__file__).with_name("formats.json").read_text(encoding="utf-8"))
NETWORK = _ALL["network"]  # the network file: crates/eval/src/nnue/format.rs
BOARDS = _ALL["boards"]  # records to train on: crates/forge/src/boards/record.rs
