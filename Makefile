# Two commands do everything on a fresh machine with git, make and Python 3.11 to 3.13: `make run` and `make test`.
PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
AUDIT ?= .venv-audit
JOBS ?= 2
# Compiled modules are kept: the tests start hundreds of processes, and each would compile them again.
export PYTHONDONTWRITEBYTECODE =

.PHONY: run test test-all coverage docs wheel chaos bench cluster lint format audit locks clean

run: $(VENV)/.installed
	$(BIN)/riverboat web --open

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

test-all: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "slow or not slow"

# The site, in build/site; a dead link is an error.
docs: $(VENV)/.installed-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --clean

# A wheel, installed in an environment of its own, runs the README (minutes).
wheel: $(VENV)/.installed
	$(BIN)/python tools/try_wheel.py

# How much the tests run, room by room: of all tests, or of those in TESTS; lines with Python 3.12 and later.
coverage: $(VENV)/.installed-dev
	rm -rf build/coverage
	PYTHONPATH=tools $(BIN)/python -m pytest -p coverage_calls -n $(JOBS) --dist worksteal $(TESTS)
	$(BIN)/python tools/coverage_calls.py

bench: $(VENV)/.installed-dev
	$(BIN)/riverboat bench --peers

cluster: $(VENV)/.installed
	$(BIN)/riverboat cluster

# Everything that tries to break something, and a table of how often it tried: below an hour on two quiet cores.
chaos: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m chaos

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy
	$(BIN)/python tools/lint_js.py
	$(BIN)/python tools/check_js.py

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix src tests
	$(BIN)/ruff format src tests

# What is installed, and what is known against it: a bill of materials, and the advisories (needs the network).
audit: $(AUDIT)/.installed $(VENV)/.installed
	$(BIN)/python tools/sbom.py locks/run.txt build/sbom.cdx.json
	$(AUDIT)/bin/pip-audit --strict --disable-pip --require-hashes -r locks/run.txt
	$(AUDIT)/bin/pip-audit --strict --disable-pip --require-hashes -r locks/dev.txt

# After a change of dependencies.
locks: $(BIN)/python
	$(BIN)/python tools/lock.py

clean:
	rm -rf $(VENV) $(AUDIT) build

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# Only files whose hashes are in locks/ are installed; the package itself is built with what is there already.
$(VENV)/.installed: pyproject.toml locks/run.txt | $(BIN)/python
	$(PIP) install --require-hashes -r locks/run.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	touch $@

# A peer that will not install on this machine only costs the tests and benchmarks that use it.
$(VENV)/.installed-dev: $(VENV)/.installed locks/dev.txt
	$(PIP) install --require-hashes -r locks/dev.txt
	for peer in open_spiel pettingzoo pokerkit phevaluator eval7 treys; do \
	  $(PIP) install --require-hashes -r locks/peer-$$peer.txt || \
	    echo "peer $$peer is not available here: its tests are skipped"; done
	touch $@

$(VENV)/.installed-docs: $(VENV)/.installed locks/docs.txt
	$(PIP) install --require-hashes -r locks/docs.txt
	touch $@

$(AUDIT)/.installed: locks/audit.txt
	$(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python -m pip --disable-pip-version-check -q install --require-hashes -r locks/audit.txt
	touch $@
