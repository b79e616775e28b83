# Tablekeeper's verbs. Each makes what it needs; run any of them first.
PY      ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
STAMP   := $(VENV)/.ready
TOOLS   := $(VENV)/.tools
OLDEST  := .venv-oldest
LOCK    := requirements/newest.txt
# the date of what is released, so that a second making gives the same bytes
EPOCH    = $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
# pip for what only one verb needs
PIP      = $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps
SEED    := $(or $(SEED),$(shell date +%s))

FORCE:

.DEFAULT_GOAL := help
.PHONY: FORCE help deb parts lock setup tools run test test-long test-browser test-services test-home-assistant test-research test-setup test-wheel test-oldest mutants wheel rig bench golden pictures fonts fix \
	release clean install uninstall

# always looked at, as a folder may have been moved or copied; that takes a hundredth of a second
$(STAMP): FORCE
	@PY="$(PY)" bash scripts/setup.sh $(VENV) $(LOCK)

# a Raspberry Pi has the tools of the tests only where somebody wants to test
$(TOOLS): FORCE
	@PY="$(PY)" bash scripts/setup.sh $(VENV) $(LOCK) tools

##@ Start
help: ## this list
	@awk '/^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {split($$0, part, /:.*## /); printf "  %-12s %s\n", part[1], part[2]}' \
		$(MAKEFILE_LIST)

setup: $(STAMP) ## make .venv and leave the command at .venv/bin/tablekeeper

tools: $(TOOLS) ## on a Raspberry Pi: what the tests need too (elsewhere the set-up brings it)

run: $(STAMP) ## start the table (real, simulated in a window, or one simulated evening)
	@$(BIN)/tablekeeper run

##@ Test
test: $(TOOLS) ## all tests and static checks
	@PYTHON=$(BIN)/python bash scripts/test.sh

test-long: $(TOOLS) ## the long runs that 'make test' leaves out; the laws walk new ways (again the same: SEED=N)
	@$(BIN)/python -m pytest -m slow -s
	@echo "laws: make test-long SEED=$(SEED)"
	@LAWS=fresh $(BIN)/python -m pytest -n auto -p no:randomly --hypothesis-seed=$(SEED) tests/engines/test_laws.py

test-wheel: ## the suite against the installed wheel, on the newest versions
	@PY="$(PY)" bash scripts/test-wheel.sh .venv-wheel $(LOCK)

# import-linter itself needs a newer rich than the oldest one that the program runs with
test-oldest: ## the same on the oldest supported versions (Raspberry Pi OS Bookworm)
	@PY="$(PY)" bash scripts/test-wheel.sh $(OLDEST) requirements/oldest.txt --ignore=tests/engines/core/test_arrows.py

test-browser: $(TOOLS) ## phones play in Chromium (installs it where it can: root, apt)
	@PYTHON=$(BIN)/python bash scripts/test-browser.sh $(BROWSER)

test-services: $(TOOLS) ## a real Mosquitto, PostgreSQL and Dask cluster (installs them where it can: root, apt)
	@PYTHON=$(BIN)/python bash scripts/test-services.sh $(SERVICES)

test-home-assistant: $(TOOLS) ## a table and the real Home Assistant (Python 3.13, 700 MB in an environment of its own)
	@PYTHON=$(BIN)/python PY313="$(PY313)" bash scripts/test-home-assistant.sh $(HOME_ASSISTANT)

test-research: ## the games in PettingZoo and OpenSpiel, by those libraries' own tests (an environment of its own)
	@PY="$(PY)" bash scripts/test-research.sh .venv-research

test-setup: $(TOOLS) ## the set-up on fresh Debian systems (root, debootstrap); some: make test-setup FRESH='bookworm offline'
	@PYTHON=$(BIN)/python bash scripts/test-setup.sh $(FRESH)

rig: $(TOOLS) ## the real driver stacks without a Pi (root, Linux on x86); one part: make rig-camera (docs/rig.md)
	@$(BIN)/python -m tests.rig $(RIG)

rig-%: $(TOOLS)
	@$(BIN)/python -m tests.rig $* $(RIG)

mutants: $(TOOLS) ## plant small faults and report those that no test notices; some: make mutants MUTANTS='slides --most 0'
	@$(BIN)/python -m tests.mutants $(MUTANTS)

bench: $(STAMP) ## the benchmarks, each as a ratio measured in one run (fetches python-chess, which is GPL)
	@$(PIP) --no-build-isolation -r requirements/benchmark.txt
	@$(BIN)/tablekeeper bench

##@ Change
lock: ## renew requirements/*.txt after pyproject.toml has changed (UPGRADE=yes: take the newest versions)
	@PY="$(PY)" UPGRADE="$(UPGRADE)" bash scripts/lock.sh

fix: $(TOOLS) ## let ruff format and repair
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

golden: $(TOOLS) ## write the golden stories, their counts and the scenes of all screens anew; then read the difference
	@$(BIN)/python -m tests.engines.test_golden && $(BIN)/python -m tests.engines.perft
	@KEEP_SNAPSHOTS=1 $(BIN)/python -m pytest -q -n 0 tests/display/test_snapshots.py
	@git diff --stat -- tests

pictures: $(TOOLS) ## draw the pictures of the README anew
	@$(BIN)/python -m tests.display.pictures docs/pictures

fonts: $(STAMP) ## make the browsers' fonts anew from display/fonts, as small as the texts allow
	@$(PIP) -r requirements/fonts.txt
	@$(BIN)/python scripts/fonts.py display/fonts display/browser/static/fonts

##@ Release
wheel: $(STAMP) ## build the wheel and the source archive into out/wheel
	@PYTHON=$(BIN)/python bash scripts/wheel.sh out/wheel && ls out/wheel

parts: $(STAMP)   ## the parts to print (STL), their pictures, and cardboard templates (PDF), into out/parts
	@$(PIP) -r requirements/parts.txt
	@$(BIN)/python -m tablekeeper.hardware.parts out/parts

deb: $(STAMP)     ## a Debian package for this processor in out/deb (ARCH=arm64: for a Pi)
	@PYTHON=$(BIN)/python SOURCE_DATE_EPOCH=$(EPOCH) bash scripts/wheel.sh out/wheel
	@SOURCE_DATE_EPOCH=$(EPOCH) $(BIN)/python scripts/deb.py out/wheel/tablekeeper-*.whl out/deb $(or $(ARCH),amd64)

release: $(TOOLS) ## everything of a release in out/release, twice the same bytes; signed with KEY=private.pem
	@$(BIN)/python scripts/journal_sample.py tests/firmware/journals
	@PYTHON=$(BIN)/python SOURCE_DATE_EPOCH=$(EPOCH) bash scripts/wheel.sh out/wheel
	@rm -rf out/deb out/parts
	@for arch in amd64 arm64; do SOURCE_DATE_EPOCH=$(EPOCH) $(BIN)/python scripts/deb.py out/wheel/tablekeeper-*.whl out/deb $$arch || exit; done
	@$(PIP) -r requirements/parts.txt
	@$(BIN)/python -m tablekeeper.hardware.parts out/parts
	@SOURCE_DATE_EPOCH=$(EPOCH) $(BIN)/python scripts/release.py out/wheel out/release $(KEY)

clean: ## remove what setup made
	rm -rf $(VENV) $(OLDEST) .venv-wheel .venv-home-assistant .venv-research out build *.egg-info

##@ On a Raspberry Pi
install: ## start with the desktop (CONSOLE=yes: without one; NETWORK=yes: phones, house and club may be switched on)
	@bash scripts/install.sh $(if $(CONSOLE),--console) $(if $(NETWORK),--network)

uninstall: ## take the service away; the games stay
	@bash scripts/install.sh --uninstall
