# make play and make test set everything up from nothing; both work in their own .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# Tests start the program hundreds of times; compiled once it starts in half the time.
export PYTHONDONTWRITEBYTECODE =

# One worker more than there are cores: many tests wait for a program that they have started.
export PYTEST_XDIST_AUTO_NUM_WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# What is tried beside the whole: that it starts, its host, the screens of play and replay, and a game of each system; with
# other versions of what it depends on the menus and commands too.
PLAYED := tests/host tests/tui/game/test_game_screen.py tests/tui/replay
START := $(PLAYED) tests/tui/menu/test_screens.py tests/tui/test_cli.py
SHORT := "not long and not thorough"
WHOLE := tests/host tests/lobby tests/rooms tests/saves tests/tui

.PHONY: setup play test test-thorough test-pythons test-pythons-short test-versions test-versions-short test-newest
.PHONY: test-wheel test-wheel-short lint format manual bench fuzz samples clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "panzerhex needs Python 3.11 or newer; set PYTHON=python3.11")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,farm]'
	@touch $(STAMP)

play: setup
	@$(BIN)/panzerhex

test: setup
	$(BIN)/python -m pytest -m $(SHORT) -n auto --dist loadfile --no-loadscope-reorder

# The same as others once more, with more scenarios, seeds and options.
test-thorough: setup
	$(BIN)/python -m pytest -m "thorough and not long" -n auto --dist loadfile --no-loadscope-reorder

# All tests on every Python that is promised and found, each in a .venv-3.x of its own; short: not on that of .venv.
test-pythons:
	set -e; for version in $$(.ci/pythons); do $(MAKE) test-python-$$version; done

test-pythons-short: setup
	set -e; for version in $$(.ci/pythons); do \
	    $(BIN)/python -c "import sys; sys.exit('%d.%d' % sys.version_info[:2] == '$$version')" || continue; \
	    $(MAKE) start-python-$$version; \
	done

test-python-%: $(VENV)-%/.installed
	$(VENV)-$*/bin/python -m pytest -m $(SHORT) -n auto --dist loadfile --no-loadscope-reorder

start-python-%: $(VENV)-%/.installed
	$(VENV)-$*/bin/panzerhex --help >/dev/null
	$(VENV)-$*/bin/python -m pytest -m $(SHORT) -n auto --dist loadfile --no-loadscope-reorder $(if $(filter 3.%,$*),$(PLAYED),$(START))
	$(VENV)-$*/bin/panzerhex simulate the-bridge --games 1 --seed 9
	$(VENV)-$*/bin/panzerhex simulate rear-area-raid --games 1 --seed 3
	$(VENV)-$*/bin/panzerhex simulate pw-0 --games 1 --seed 1

# The lowest and the newest versions of all dependencies that pyproject.toml allows; short: the lowest, and that it starts.
test-versions: start-python-lowest start-python-newest
	$(VENV)-lowest/bin/python -m pytest -m $(SHORT) -n auto --dist loadfile --no-loadscope-reorder $(WHOLE)
	$(VENV)-newest/bin/python -m pytest -m $(SHORT) -n auto --dist loadfile --no-loadscope-reorder $(WHOLE)

test-versions-short: start-python-lowest

# The newest Textual, Rich and asyncssh there are, whatever pyproject.toml allows: first what broke of their insides, which
# tui/terminal uses, then what else did. It may fail: it says what is to be mended before a bound is raised.
test-newest:
	$(PYTHON) -m venv --clear $(VENV)-beyond
	$(VENV)-beyond/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	$(VENV)-beyond/bin/python -m pip install --quiet --disable-pip-version-check --upgrade textual rich asyncssh
	$(VENV)-beyond/bin/python -m pip list --disable-pip-version-check | grep -Ei '^(textual|rich|asyncssh) '
	status=0; \
	$(VENV)-beyond/bin/python -m pytest --tb=line tests/tui/terminal/test_insides.py || status=1; \
	$(VENV)-beyond/bin/python -m pytest -m $(SHORT) -n auto --dist loadfile --no-loadscope-reorder $(START) || status=1; \
	exit $$status

# The wheel, and the program out of it on every Python that is promised and found; short: on that of .venv.
test-wheel: setup $(foreach version,$(shell .ci/pythons),$(VENV)-$(version)/.installed)
	.ci/wheel $(foreach version,$(shell .ci/pythons),$(VENV)-$(version)/bin/python)

test-wheel-short: setup
	.ci/wheel $(BIN)/python

.PRECIOUS: $(VENV)-3.%/.installed

$(VENV)-lowest/.installed: pyproject.toml
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python .ci/lowest > $(@D)/lowest.txt
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check -c $(@D)/lowest.txt -e '.[dev]'
	@touch $@

$(VENV)-newest/.installed: pyproject.toml
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

$(VENV)-3.%/.installed: pyproject.toml
	"$$(.ci/pythons 3.$*)" -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Writes the page of the manual anew; needed when a command or an option is another one.
manual: setup
	$(BIN)/panzerhex man > tui/panzerhex.1

# Which parts, and how, for instance: make bench BENCH="orders keys --scenario the-bridge-1a --quick --json found.json".
bench: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m tests.bench $(BENCH)

# Which tests, for instance: make fuzz FUZZ=tests/panzer/battles
fuzz: setup
	$(BIN)/python -m pytest -m long $(FUZZ)

# Records the sample games anew; needed when a change of the rules makes old ones illegal.
samples: setup
	rm -f saves/samples/*.journal
	$(BIN)/panzerhex simulate the-bridge --games 1 --seed 9 --save saves/samples
	$(BIN)/panzerhex simulate the-pimple --games 1 --seed 11 --save saves/samples
	$(BIN)/panzerhex simulate crossing-the-trigh --games 1 --seed 10 --save saves/samples
	$(BIN)/panzerhex simulate the-bridge-1a --games 1 --seed 5 --save saves/samples
	$(BIN)/panzerhex simulate the-bridge-1a-50m --games 1 --seed 15 --save saves/samples
	$(BIN)/panzerhex simulate higher-ground --games 1 --seed 6 --save saves/samples
	$(BIN)/panzerhex simulate mersa-el-brega --games 1 --seed 7 --save saves/samples
	$(BIN)/panzerhex simulate halfaya-pass --games 1 --seed 8 --save saves/samples
	$(BIN)/panzerhex simulate turning-tide --games 1 --seed 12 --save saves/samples
	$(BIN)/panzerhex simulate ponyri --games 1 --seed 13 --save saves/samples
	$(BIN)/panzerhex simulate twilight --games 1 --seed 14 --save saves/samples
	$(BIN)/panzerhex simulate rear-area-raid --games 1 --seed 3 --save saves/samples
	$(BIN)/panzerhex simulate pw-0 --games 1 --seed 1 --why --save saves/samples
	$(BIN)/panzerhex simulate pw-1 --games 1 --seed 4 --why --save saves/samples

clean:
	rm -rf $(VENV) $(VENV)-* .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
