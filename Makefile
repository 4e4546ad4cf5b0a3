# What a contributor runs. `make test` is what CI runs, and nothing else.
#
# `make EXE=NAME` builds the program beside this file, as OpenBench expects.

EXE ?= plywise
CARGO ?= cargo

.PHONY: all test format lint unit docs perft bench-rules fuzz clean

all:
	$(CARGO) build --release --locked --bin plywise
	cp target/release/plywise $(EXE)

# Format, lints as errors, tests, doc tests, docs.
test: format lint unit docs

format:
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path bench/Cargo.toml --check
	$(CARGO) fmt --manifest-path fuzz/Cargo.toml --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

unit:
	$(CARGO) test --workspace --locked

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items --locked

# Every count of the two perft files, to full depth.
perft:
	$(CARGO) build --release --locked --bin plywise
	target/release/plywise perft --suite crates/chess/tests/perft/standard.epd
	target/release/plywise perft --suite crates/chess/tests/perft/chess960.epd

# Perft beside cozy-chess and shakmaty, all built for this CPU.
bench-rules:
	cd bench && $(CARGO) run --release --locked --quiet

# Each fuzz target for SECONDS (needs a nightly toolchain and cargo-fuzz).
SECONDS ?= 600
FUZZ_TARGETS = fen_reads_back san_reads_back uci_moves_are_legal pgn_reads_back
fuzz:
	command -v cargo-fuzz >/dev/null || $(CARGO) install --locked cargo-fuzz
	for target in $(FUZZ_TARGETS); do \
		$(CARGO) +nightly fuzz run $$target -- -max_total_time=$(SECONDS) -timeout=10 || exit 1; \
	done

clean:
	$(CARGO) clean
