# make play and make test set everything up from nothing; both work in their own .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: setup play test lint format bench fuzz samples clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "panzerhex needs Python 3.11 or newer; set PYTHON=python3.11")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(STAMP)

play: setup
	@$(BIN)/panzerhex

test: setup
	$(BIN)/python -m pytest -m "not long" -n auto --dist loadfile

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup
	$(BIN)/python -m tests.bench

fuzz: setup
	$(BIN)/python -m pytest -m long

# Records the sample games anew; needed when a change of the rules makes old ones illegal.
samples: setup
	rm -f saves/samples/*.journal
	$(BIN)/panzerhex simulate the-bridge --games 1 --seed 9 --save saves/samples
	$(BIN)/panzerhex simulate the-pimple --games 1 --seed 11 --save saves/samples
	$(BIN)/panzerhex simulate crossing-the-trigh --games 1 --seed 2 --save saves/samples
	$(BIN)/panzerhex simulate the-bridge-1a --games 1 --seed 5 --save saves/samples
	$(BIN)/panzerhex simulate higher-ground --games 1 --seed 6 --save saves/samples
	$(BIN)/panzerhex simulate mersa-el-brega --games 1 --seed 7 --save saves/samples
	$(BIN)/panzerhex simulate halfaya-pass --games 1 --seed 8 --save saves/samples
	$(BIN)/panzerhex simulate rear-area-raid --games 1 --seed 3 --save saves/samples

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
