# Everything a developer does here, by name; `make` alone lists it.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help venv test test-all check format lock schemas run play bench bench-peers clean

# The first Python that is new enough; `make PYTHON=/path/to/python3.11` names another.
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin
STAMP := .venv/.installed
GAME ?= regicide
PEERS ?= peers
ARGS ?=

# How far pip is: it downloads all packages, then puts one after the other into its place.
LOCKED := $(shell grep -cE '^[A-Za-z0-9].*==' requirements.lock)
TELL_INSTALLED = n=$$(ls -d .venv/lib/python*/site-packages/*.dist-info | grep -vc /pip-); \
	if test $$n -gt 1; then echo "  $$n of $(LOCKED) packages are installed"; else echo "  downloading ..."; fi

help:  ## List the targets
	@grep -hE '^[a-z-]+:[^;]*## ' $(MAKEFILE_LIST) | sort | awk -F':.*## ' '{printf "  %-11s %s\n", $$1, $$2}'

$(STAMP): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Installing the locked packages into .venv (once, about a minute) ..."
	$(PYTHON) -m venv .venv
	@( while sleep 5 >/dev/null 2>&1 && kill -0 $$$$ 2>/dev/null; do $(TELL_INSTALLED); done ) & told=$$!; \
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --only-binary :all: --require-hashes \
		-r requirements.lock; failed=$$?; kill $$told 2>/dev/null; test $$failed = 0 || { \
		echo "The packages could not be installed; pip says why. Once it is mended, run make again" >&2; exit 1; }
	@echo "Installing playledger itself ..."
	@$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation -e .
	@touch $@

venv: $(STAMP)  ## Make .venv with the locked packages (the other targets do it by themselves)

# The tests start some hundred processes; without bytecode on disk each would compile every module
# anew, which some shells and images ask for.
test test-all: export PYTHONDONTWRITEBYTECODE :=

test: $(STAMP)  ## Run the tests (a few minutes)
	$(BIN)/python -m pytest -m "not long" --numprocesses 2 --dist loadgroup --no-loadscope-reorder

test-all: $(STAMP)  ## Run all tests, the long ones included
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest

check: $(STAMP)  ## Lint, formatting, types, layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/basedpyright
	$(BIN)/lint-imports

format: $(STAMP)  ## Format the code and repair what the linter can
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

# Locked in a folder of its own, so that the lock depends on nothing installed before, and with
# pip's own settings off, so that each hash is the public registry's. The image gets a lock of its
# own, the same versions without the developers' tools.
COMPILE := PIP_CONFIG_FILE=/dev/null PIP_FIND_LINKS= PIP_EXTRA_INDEX_URL= CUSTOM_COMPILE_COMMAND="make lock" \
	.lock/bin/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

lock:  ## Remake the locks from pyproject.toml
	rm -rf .lock && $(PYTHON) -m venv .lock
	.lock/bin/python -m pip install --disable-pip-version-check --quiet pip-tools==7.6.2
	$(COMPILE) --extra dev --output-file requirements.lock pyproject.toml
	$(COMPILE) --constraint requirements.lock --build-deps-for wheel \
		--output-file deploy/requirements.lock pyproject.toml
	rm -rf .lock

schemas: $(STAMP)  ## Export the schemas of all messages to schemas/generated
	$(BIN)/python -m services.export

run: $(STAMP)  ## Start the whole service and watch bots play a match
	$(BIN)/playledger up --demo $(ARGS)

play: $(STAMP)  ## Play in the terminal: make play GAME=regicide ARGS="--seats 2"
	$(BIN)/playledger play $(GAME) $(ARGS)

bench: $(STAMP)  ## Measure: tables here, JSON in build/bench.json (about 15 minutes)
	$(BIN)/python -m tests.bench $(ARGS)

bench-peers: $(STAMP)  ## Measure beside boardgame.io and Colyseus (needs Node and PEERS, their scripts)
	$(BIN)/python -m tests.bench.peers $(PEERS) $(ARGS)

clean:  ## Remove .venv, caches and build leftovers
	rm -rf .venv .lock build dist *.egg-info .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage
	find engine schemas services tests -name __pycache__ -type d -prune -exec rm -rf {} +
