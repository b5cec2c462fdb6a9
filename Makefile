# Two commands: `make demo` shows it, `make test` proves it. Nothing has to be installed before either but a Rust
# toolchain, a C compiler and, for the tests, python3.

CARGO ?= cargo
PYTHON ?= python3
SEEKDB ?= target/seekdb

.PHONY: demo test test-full lint bench seekdb data

# One cargo call builds the extension and the program that loads it.
demo:
	@$(CARGO) build -p pc_lifecycle -p pc-lifecycle
	@./target/debug/pc-lifecycle demo

# The OceanBase side runs on a seekdb server of the tests' own; a PC_SEEKDB that is set is used instead.
seekdb:
	@test -n "$$PC_SEEKDB" || $(PYTHON) tests/tools/fetch_seekdb.py $(SEEKDB)

test: seekdb
	$(CARGO) test --workspace --no-fail-fast

# The long forms of the trials that `make test` runs small: kills, 10^6 rows, many seeds.
test-full: seekdb
	PC_TEST_FULL=1 $(CARGO) test --workspace --release --no-fail-fast

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

# Ends non-zero when a time misses its bound.
bench: seekdb
	$(CARGO) bench -p pc_bench
	$(CARGO) run --release -p pc_bench --bin ratios
	$(CARGO) run --release -p pc_bench --bin rebuild
	$(CARGO) run --release -p pc_bench --bin rebuild_oceanbase

# After a change in sql/data.
data:
	$(CARGO) run --quiet -p pc-lifecycle -- data
