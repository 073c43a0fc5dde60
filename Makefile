# Two commands do everything on a fresh machine with git, make and Python 3.11: `make run` and `make test`.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
JOBS ?= 2

.PHONY: run test test-all bench cluster lint format clean

run: $(VENV)/.installed
	$(BIN)/riverboat web --open

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

test-all: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "slow or not slow"

bench: $(VENV)/.installed-dev
	$(BIN)/riverboat bench --peers

cluster: $(VENV)/.installed
	$(PIP) install -c constraints.txt -e ".[cluster]"
	$(BIN)/riverboat cluster

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix src tests
	$(BIN)/ruff format src tests

clean:
	rm -rf $(VENV)

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) install -c constraints.txt -e .
	touch $@

# A peer that will not install on this machine only costs the tests and benchmarks that use it.
$(VENV)/.installed-dev: $(VENV)/.installed
	$(PIP) install -c constraints.txt -e ".[dev]"
	for peer in open_spiel pokerkit phevaluator eval7 treys; do \
	  $(PIP) install -c constraints.txt $$peer || echo "peer $$peer is not available here: its tests are skipped"; done
	touch $@
