# Two commands do everything on a fresh machine: `make run` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
DEBIAN_PACKAGES := gnugo grhino chromium

.PHONY: run test bench lint format system clean

# Evolves a checkers player for about a minute (once: the run is kept), lets it meet baselines, and says how to play it.
run: .venv/package system
	@if [ -f runs/first/run.db ]; then $(BIN)/ludogen resume first; \
	    else $(BIN)/ludogen evolve chellapilla --scale quick --name first; fi
	@$(BIN)/ludogen tournament runs/first:depth=4 random pieces:depth=2 pieces:depth=4 --game checkers --games 28
	@$(BIN)/ludogen export first runs/first.safetensors
	@echo "The champion is runs/first.safetensors. Play against it:"
	@echo "    $(BIN)/ludogen play checkers --white human --black runs/first.safetensors:depth=6"
	@echo "Watch how it went: $(BIN)/ludogen show first    All commands: $(BIN)/ludogen --help"
	@echo "Open the page, to play it and to watch evolution in a browser:"
	@echo "    $(BIN)/ludogen serve"

test: .venv/dev system lint
	$(BIN)/pytest -n 2
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 -m "not slow" tests/kernels tests/games
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 -m "not slow" tests/kernels tests/games

lint: .venv/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: .venv/dev
	$(BIN)/python -m benchmarks.foundations
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.nets
	$(BIN)/python -m benchmarks.othello_endgame
	$(BIN)/python -m benchmarks.arena
	$(BIN)/python -m benchmarks.engines
	$(BIN)/python -m benchmarks.evolution
	$(BIN)/python -m benchmarks.neat
	$(BIN)/python -m benchmarks.eyes
	$(BIN)/python -m benchmarks.compute
	$(BIN)/python -m benchmarks.page

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Ludogen needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/package: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[web]'
	@touch $@

.venv/dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/package

# Real opponents from Debian. Installed as root; otherwise the missing ones are named and everything else goes on.
system:
	@missing=; for package in $(DEBIAN_PACKAGES); do \
	    dpkg -s $$package >/dev/null 2>&1 || missing="$$missing $$package"; done; \
	if [ -n "$$missing" ]; then \
	    if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	        echo "installing Debian packages:$$missing"; \
	        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing >/dev/null; } \
	        || echo "could not install$$missing: players and tests that need them are left out"; \
	    else echo "not installed:$$missing (as root: apt-get install$$missing). Players and tests that need them are left out."; fi; fi

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis benchmarks/results
