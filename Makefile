# Everything runs in a virtual environment of its own, .venv; nothing else is touched.
# Without make: see "Without make" in README.md.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
# Two workers: the suites are made for two cores.
WORKERS ?= 2

.PHONY: demo test test-all deep lint docs bench timings clean

# What people need to use tablesim and run its tests.
$(VENV)/.test: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[test]"
	@touch $@

# What people need to work on it, besides.
$(VENV)/.dev: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[test,notebook,batch,docs,dev]"
	@touch $@

# Answers the questions of a real position and draws the first of them.
demo: $(VENV)/.test
	@mkdir -p demo
	@$(BIN)/tablesim ask positions/disputed-shot.toml --picture demo/disputed-shot.svg
	@echo "The pictures are in the folder demo/: open demo/disputed-shot-1.svg in a browser."

test: $(VENV)/.test
	$(PYTEST) -n $(WORKERS) -q -m "not slow and not deep"

# Also the slow tests (notebooks, sampled-deep) and the checks of the house.
test-all: $(VENV)/.dev lint
	$(PYTEST) -n $(WORKERS) -q -m slow
	$(PYTEST) -n $(WORKERS) -q --nbmake notebooks

# The full counts behind docs/accuracy.md; takes a long time.
deep: $(VENV)/.test
	$(PYTEST) -n $(WORKERS) -q -m deep
	HYPOTHESIS_PROFILE=thorough $(PYTEST) -n $(WORKERS) -q -m "not slow and not deep"

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/nbstripout --verify notebooks/*.ipynb
	$(BIN)/python docs/rules/coverage.py --check

# The documentation as a site; a warning is an error.
docs: $(VENV)/.dev
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "Open docs/_build/html/index.html in a browser."

bench: $(VENV)/.dev
	$(BIN)/tablesim bench

# The same under pytest-benchmark; keeps each run in .benchmarks and compares it with the last.
timings: $(VENV)/.dev
	$(PYTEST) -p no:xdist tests/bench/timings.py --benchmark-autosave --benchmark-columns=min,median,ops

clean:
	rm -rf $(VENV) demo build dist docs/_build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
