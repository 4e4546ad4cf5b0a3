"""Trains Plywise's network. See README.md; `python3 -m trainer --help` for the command line."""
