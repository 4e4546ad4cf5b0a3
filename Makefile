# What a contributor runs: `make check` after every edit, `make test` before a commit is handed on.
# `make test` is what CI runs, and nothing else.
#
# `make EXE=NAME [EVALFILE=FILE]` builds the program next to this file, as OpenBench expects,
# with another network if one is named.

EXE ?= plywise
CARGO ?= cargo
# The fastest program takes longest to build; `cargo run --release` does with less (Cargo.toml says how).
PROFILE ?= dist
# The build script of `eval` runs elsewhere. A path as Windows writes it, C:\nets\a.nnue, is absolute
# already, and make would take its backslashes for something else.
ifdef EVALFILE
evalfile := $(subst \,/,$(EVALFILE))
ifeq ($(filter /%,$(firstword $(evalfile)))$(findstring :/,$(evalfile)),)
evalfile := $(CURDIR)/$(evalfile)
endif
override EVALFILE := $(evalfile)
export EVALFILE
endif
TARGET = $(or $(CARGO_TARGET_DIR),target)
ifeq ($(OS),Windows_NT)
suffix := .exe
endif

.PHONY: all install uninstall dist test-dist test-openbench packages pgo test check format lint unit collections engines portable windows macos test-windows wasm docs web page pictures perft bench-rules bench-tables bench-engines bench-ladder bench-levels bench-mates bench-play bench-page bench-site bench-coach site site-core test-site ladder-docs recount train-smoke kernels races fuzz clean

all:
	@command -v $(firstword $(CARGO)) >/dev/null || { \
		echo 'There is no $(CARGO) (https://rustup.rs). Root has another PATH than you: sudo env "PATH=$$PATH" make install' >&2; exit 1; }
	$(CARGO) build --profile $(PROFILE) --locked --bin plywise
	cp "$(TARGET)/$(PROFILE)/plywise$(suffix)" "$(EXE)$(if $(filter %.exe,$(EXE)),,$(suffix))"

# The program with its manual pages and what shells complete: make install [PREFIX=FOLDER] [DESTDIR=FOLDER]
PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
install: all
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/man/man1" "$(SHARE)/bash-completion/completions" \
		"$(SHARE)/zsh/site-functions" "$(SHARE)/fish/vendor_completions.d"
	install -m 755 "$(EXE)" "$(DESTDIR)$(PREFIX)/bin/plywise"
	"$(DESTDIR)$(PREFIX)/bin/plywise" manual "$(SHARE)/man/man1"
	"$(DESTDIR)$(PREFIX)/bin/plywise" completions bash > "$(SHARE)/bash-completion/completions/plywise"
	"$(DESTDIR)$(PREFIX)/bin/plywise" completions zsh > "$(SHARE)/zsh/site-functions/_plywise"
	"$(DESTDIR)$(PREFIX)/bin/plywise" completions fish > "$(SHARE)/fish/vendor_completions.d/plywise.fish"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/plywise" "$(SHARE)/man/man1/plywise.1" "$(SHARE)/man/man1"/plywise-*.1 \
		"$(SHARE)/bash-completion/completions/plywise" "$(SHARE)/zsh/site-functions/_plywise" \
		"$(SHARE)/fish/vendor_completions.d/plywise.fish"

# The archives of a release with their checksums, in target/dist-VERSION; KINDS='portable windows' makes some of them.
dist:
	packaging/dist.sh $(KINDS)

# The archives unpacked and run where nothing else is: an empty root, a bare Debian, Wine (as root).
test-dist:
	packaging/try.sh $(KINDS)

# The programs as OpenBench builds them, from a zip, timed and tried.
test-openbench:
	openbench/test.sh

# Every crate as a package that could be published, compiled from what is in it, and the rules with the
# oldest Rust that they promise (rustup toolchain install 1.85 --profile minimal).
packages:
	packaging/packages.sh

# The same program, built with a profile of its own bench and of small searches as `datagen` makes them.
PGO = $(abspath $(TARGET))/pgo
PROFDATA = $$(rustc --print target-libdir)/../bin/llvm-profdata
pgo:
	rustup component add llvm-tools
	rm -rf $(PGO)/raw $(PGO)/games
	RUSTFLAGS="-C target-cpu=native -C profile-generate=$(PGO)/raw" \
		$(CARGO) build --profile dist --locked --bin plywise --target-dir $(PGO)/watched
	$(PGO)/watched/dist/plywise bench
	$(PGO)/watched/dist/plywise datagen --out $(PGO)/games --nodes 25 --opening-nodes 100 --games 1000 --threads 1
	$(PROFDATA) merge -o $(PGO)/profile $(PGO)/raw
	RUSTFLAGS="-C target-cpu=native -C profile-use=$(PGO)/profile" \
		$(CARGO) build --profile dist --locked --bin plywise --target-dir $(PGO)/final
	cp $(PGO)/final/dist/plywise $(EXE)

# Format, lints as errors, tests, doc tests, the portable build, Windows, macOS, docs, the page and the site in a browser.
# The site compiles `app` for WebAssembly.
test: format lint unit portable windows macos docs page site-core

# The minute-long version: what the compiler, the lints and the unit tests see.
check: format lint
	$(CARGO) test --lib --locked

format:
	$(CARGO) fmt --all --check

# Fuzz targets and benchmarks included, which nothing else here compiles.
lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

# Additional tests with public collections that are no part of the project, where they are at hand. They
# fail where a file is missing, so that none passes unseen. They are compiled with all others: alone they
# would choose fewer features of some dependencies, and so compile the whole workspace once more.
COLLECTIONS = $(or $(PLYWISE_COLLECTIONS),../shared/data)
unit: engines
	@if [ -d "$(COLLECTIONS)" ]; then set -x; \
		PLYWISE_COLLECTIONS="$(abspath $(COLLECTIONS))" $(CARGO) test --locked --workspace --exclude bench-rules --exclude fuzz; \
	else \
		echo "no collections at $(COLLECTIONS): the additional tests with Syzygy tables, Polyglot keys and perft suites are not run"; \
		set -x; $(CARGO) test --locked; fi

collections:
	PLYWISE_COLLECTIONS="$(abspath $(COLLECTIONS))" $(CARGO) test --locked -p collections

# Foreign engines for the tests that want one.
engines:
	crates/uci/tests/engines.sh

# What a build for any x86-64 CPU does differently: it asks the CPU for PEXT.
portable:
	case "$$(uname -m)" in x86_64 | amd64) \
		RUSTFLAGS="-C target-cpu=x86-64" \
			$(CARGO) test --locked --target-dir $(TARGET)/portable \
			--manifest-path crates/chess/Cargo.toml --test perft counts ;; esac

# The program compiled for Windows, without running it (needs rustup and MinGW; installs them where it may).
windows:
	crates/cli/tests/windows.sh

# The program compiled for macOS, without running it and without the server, whose SQLite needs Apple's headers
# (needs rustup).
macos:
	crates/cli/tests/macos.sh

# The Windows program at work under Wine: bench, perft, UCI and a match through pipes, play, serve.
# Not in `make test`, as Wine is half a gigabyte.
test-windows:
	crates/cli/tests/wine.sh

# What the page can ask, compiled for browsers, without running it: sooner than `site-core`, which does so too.
wasm:
	crates/app/tests/wasm.sh

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --document-private-items --locked

# The page that is part of the program, built anew from the folder web (needs npm).
web:
	web/build.sh

# The page in a real browser, against the real program (needs npm; installs Chromium where it may).
# The program is the one that the tests run: `cargo build` would choose fewer features of some
# dependencies, and so compile the whole workspace once more.
page:
	web/build.sh --check
	$(CARGO) test --locked --no-run --test program
	web/tests/run.sh $(TARGET)/debug/plywise

# The static site: the page with the program inside, as WebAssembly, for any static host.
SITE = $(TARGET)/site
site:
	web/site.sh "$(SITE)"

# The core of its tests, of a site that is compiled quickly and runs slower; then all tests of the page against the site.
site-core:
	$(CARGO) test --locked --no-run --test program
	PLYWISE_SITE_FAST=1 web/tests/site.sh $(TARGET)/debug/plywise $(TARGET)/site-quick site.spec.ts site_

test-site:
	$(CARGO) test --locked --no-run --test program
	web/tests/site.sh "$(TARGET)/debug/plywise" "$(SITE)"

# How large the site is, how fast it begins and thinks, compared with the program: docs/benchmarks/site.md.
bench-site: site
	$(CARGO) build --locked --profile dist --bin plywise
	PLYWISE_BENCH=1 PLYWISE_SITE=$(abspath $(SITE)) web/tests/run.sh $(TARGET)/dist/plywise site.bench.ts

# The pictures of the README, taken anew.
pictures:
	$(CARGO) build --locked --release --bin plywise
	PLYWISE_PICTURES=1 web/tests/run.sh $(TARGET)/release/plywise pictures.spec.ts

# Every count of the two perft files, to full depth.
perft:
	$(CARGO) build --release --locked --bin plywise
	$(TARGET)/release/plywise perft --suite crates/chess/tests/perft/standard.epd
	$(TARGET)/release/plywise perft --suite crates/chess/tests/perft/chess960.epd

# Perft compared with cozy-chess and shakmaty, all built for this CPU.
bench-rules:
	cd bench && $(CARGO) run --profile dist --locked --quiet

# Endgame tables by two libraries: make bench-tables TABLES=FOLDER, where the Syzygy files are.
bench-tables:
	cd bench && $(CARGO) run --profile dist --locked --quiet --bin bench-tables -- "$(abspath $(TABLES))"

# UCI engines side by side: make bench-engines RUN='speed 1 --positions FILE "./plywise uci" stockfish',
# or depth 18, or stop 500; without RUN it says what there is.
bench-engines:
	$(CARGO) run --manifest-path bench/Cargo.toml --profile dist --locked --quiet --bin bench-engines -- $(RUN)

# How fast the ladder is, what watching costs, and the reports' times compared with ours.
bench-ladder:
	$(CARGO) run --profile dist --locked --quiet --package plywise-lab --example speed

# How long a person waits in the terminal game: the table of docs/benchmarks/play.md.
bench-play:
	$(CARGO) bench --locked --quiet --profile dist --package plywise --bench play

# How fast the page is painted and scrolls, and how large it is: the table of docs/benchmarks/page.md.
bench-page:
	$(CARGO) build --locked --profile dist --bin plywise
	PLYWISE_BENCH=1 web/tests/run.sh $(TARGET)/dist/plywise

# How often the coach is right: make bench-coach PUZZLES=FILE GAMES=FILE, puzzles of lichess as CSV and
# games as PGN; RUN has further options, such as --count 1000 (docs/coach.md).
bench-coach:
	$(CARGO) run --profile dist --locked --quiet --package plywise-coach --example bench_coach -- \
		$(if $(PUZZLES),--puzzles $(PUZZLES)) $(if $(GAMES),--games $(GAMES)) $(RUN)

# Whether the levels stand in order: each against the one below, and report T's three. The table of
# docs/levels.md. GAMES=100 plays fewer games of each pair. RUN='anchor stockfish 100' and the like
# calibrate instead: anchor, chain, characters, puzzles, errors (crates/arena/examples/calibrate).
bench-levels:
	$(CARGO) run --profile dist --locked --quiet --package plywise-arena --example \
		$(if $(RUN),calibrate -- $(RUN),levels -- $(GAMES))

# `go mate` near the fifty-move limit, compared with brute force: docs/benchmarks/champion.md.
bench-mates:
	$(CARGO) run --profile dist --locked --quiet --package plywise-search --example fifty_moves -- $(RUN)

# The numbers and pictures of the lessons and of docs/ladder, measured anew.
ladder-docs:
	$(CARGO) run --profile dist --locked --package plywise-lab --example ladder_docs

# A thousand exercises of each kind, made from a thousand positions and worked out again another way: twenty minutes of
# one core. `make test` does the same with a dozen of each. RUN='--seeds 100 --lesson table' takes fewer.
recount:
	$(CARGO) run --profile dist --locked --quiet --package plywise-course --example recount -- $(RUN)

# The trainer's tests, and the whole way from games to a network that plays, small, on a CPU. Not in
# `make test`, as it needs Python and installs JAX.
train-smoke:
	training/smoke.sh

# The network's arithmetic for CPUs that this one is not, run: NEON by emulation, WebAssembly in Node.
# BENCH=bench runs the whole bench on ARM too.
kernels:
	crates/eval/tests/kernels.sh $(BENCH)

# The search on several threads under ThreadSanitizer (needs a nightly toolchain with rust-src).
# A test asks for more memory than there is and expects a refusal, not the sanitizer's complaint.
RACES = TSAN_OPTIONS=allocator_may_return_null=1 RUSTFLAGS="-Z sanitizer=thread" $(CARGO) +nightly test --locked \
	-Z build-std --target x86_64-unknown-linux-gnu --target-dir $(TARGET)/races --package plywise-search
races:
	$(RACES) --test search champion_threads::
	$(RACES) --lib champion::

# Each fuzz target for SECONDS (needs a nightly toolchain and cargo-fuzz).
SECONDS ?= 600
FUZZ_TARGETS = fen_reads_back san_reads_back typed_moves_are_legal uci_moves_are_legal pgn_reads_back \
	packed_reads_back uci_lines_read_back uci_session_survives networks_read_back
fuzz:
	command -v cargo-fuzz >/dev/null || $(CARGO) install --locked cargo-fuzz
	for target in $(FUZZ_TARGETS); do \
		CARGO_PROFILE_RELEASE_LTO=off $(CARGO) +nightly fuzz run --features libfuzzer $$target -- -max_total_time=$(SECONDS) -timeout=10 || exit 1; \
	done

clean:
	$(CARGO) clean
