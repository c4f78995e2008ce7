# make play · make test · make lint · make bench. Everything is set up inside .venv on first use.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: play test chromium proxies torch test-long test-gpu ptx lowest coverage golden lint quick-lint scripts hooks format bench figures strength encodings modules balance messages share-picture pictures constraints release clean

play: .venv/playing
	@$(BIN)/hepta

# Tests on all cores, and one process more, since tests wait for servers and browsers: WORKERS=1 for
# one after another. What is linted in a second comes first, types are checked beside the tests.
# docs/testing.md tells how to run parts.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := $(BIN)/pytest --numprocesses $(WORKERS) --maxprocesses 8 --dist worksteal

test: quick-lint scripts chromium proxies torch
	@mkdir -p build
	@$(BIN)/mypy >build/mypy.txt 2>&1 & types=$$!; \
		$(PYTEST); tests=$$?; \
		wait $$types || { cat build/mypy.txt; exit 1; }; exit $$tests

# Tests in a browser use the system's Chromium, and are skipped where there is none. Best is its headless
# shell, which opens a page in a third of the time; one test needs Chromium itself.
APT := apt-get -qq -o Acquire::Retries=0
chromium:
	@{ command -v chromium-headless-shell && command -v chromium; } >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		{ $(APT) update; $(APT) install --yes chromium chromium-headless-shell || \
			$(APT) install --yes chromium; } >/dev/null 2>&1; } || true

# Tests through the proxies of deploy/ need nginx, Caddy and certutil. They are not installed where systemd
# would start them.
proxies:
	@{ command -v nginx && command -v caddy && command -v certutil; } >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		[ ! -d /run/systemd/system ] && \
		{ $(APT) update; $(APT) install --yes caddy libnss3-tools nginx; } >/dev/null 2>&1; } || \
		echo "nginx, Caddy or certutil is missing: tests of the proxies are skipped"

# Tests of training need PyTorch. It is fetched where a build for the CPU is offered; the one that is
# offered everywhere brings gigabytes of CUDA.
torch: .venv/ready
	@$(BIN)/python -c 'import importlib.util as u, sys; sys.exit(not u.find_spec("torch"))' || \
		$(PIP) install --constraint constraints.txt 'torch==2.13.0+cpu' >/dev/null 2>&1 || \
		echo "No build of PyTorch for the CPU is at hand: tests of training are skipped"

# Every test in its long form, thousands of games against the oracle among them: an hour on two cores.
# Deals are others each time, and pictures of pages are kept.
test-long: .venv/ready chromium proxies torch
	@deals=$$(date +%s); echo "The same deals again: HEPTA_DEALS=$$deals"; \
		HEPTA_GAMES=1000 HEPTA_DEALS=$$deals HEPTAPOLIS_SCREENSHOTS=$(CURDIR)/build/screenshots $(PYTEST) -m ''
	@$(MAKE) --no-print-directory ptx lowest coverage

# 100,000 games of each ruleset on a GPU and on the CPU, with the Python of the machine that has the GPU:
# it needs NumPy, Numba and numba-cuda.
test-gpu:
	@PYTHONPATH=src $(PYTHON) -m tests.gpu.handing_over
	@PYTHONPATH=src $(PYTHON) -m tests.gpu.equality

# Every kernel compiled to PTX, in an environment of its own: the extra brings what compiles it, and no
# GPU is needed.
ptx: .venv/ready
	@$(PIP) install uv
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python build/cuda
	@$(BIN)/uv pip install --quiet --python build/cuda/bin/python --editable '.[cuda]'
	@build/cuda/bin/python -m tests.gpu.ptx

# The lowest versions that pyproject.toml allows, in an environment of their own: do they work at all?
lowest: .venv/ready
	@$(PIP) install uv
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python build/lowest
	@$(BIN)/uv pip install --quiet --python build/lowest/bin/python --resolution lowest-direct \
		--editable '.[arena,data,env,postgres,server]'
	@build/lowest/bin/python tests/smoke.py core server arena

# Which lines the tests reach, those of the kernel with the JIT off: build/coverage.md. Fails below
# 95 %, and below what was reached before.
coverage: .venv/ready chromium torch
	@$(BIN)/python -m tools.line_coverage --workers $(WORKERS)

# Golden playthroughs anew: look at the diff before you commit it.
golden: .venv/ready
	@$(BIN)/python -m tests.golden && $(BIN)/python -m tests.golden.duel

lint: quick-lint scripts
	@$(BIN)/mypy

# Scripts and style sheets: format, lint, types, unit tests. Only this needs Node; the tools come from the
# npm registry, in the versions of package-lock.json.
NODE_BIN := node_modules/.bin
NPM_CI := npm ci --prefer-offline --fetch-retries=0
scripts:
	@mkdir -p build
	@if ! { node -e 'process.exit(+(parseInt(process.versions.node) < 20))' && command -v npm; } >/dev/null 2>&1; then \
		echo "No Node 20 with npm is at hand: scripts and style sheets are not checked"; \
	elif ! cmp -s package-lock.json node_modules/installed-lock.json && \
		! { $(NPM_CI) >build/npm.txt 2>&1 && cp package-lock.json node_modules/installed-lock.json; }; then \
		echo "npm ci fails here (build/npm.txt): scripts and style sheets are not checked"; \
	else \
		$(NODE_BIN)/biome check --error-on-warnings && $(NODE_BIN)/tsc && \
		{ node --test tests/web/js/*.test.js >build/node.txt 2>&1 || { cat build/node.txt; exit 1; }; }; \
	fi

quick-lint: .venv/ready
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/lint-imports --no-logo

# The same before every commit: .pre-commit-config.yaml.
hooks: .venv/ready
	@$(PIP) install pre-commit && $(BIN)/pre-commit install

format: .venv/ready
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix
	@[ ! -x $(NODE_BIN)/biome ] || $(NODE_BIN)/biome check --write

bench: .venv/ready
	@$(BIN)/hepta bench

# docs/figures.md anew; let the machine do nothing else meanwhile.
figures: .venv/ready
	@$(BIN)/python -m tools.figures

# docs/strength.md anew: every match of the bots, for MINUTES on all cores.
MINUTES ?= 60
strength: .venv/ready
	@$(BIN)/python -m lab.strength play $(MINUTES) && $(BIN)/python -m lab.strength write

# docs/encodings.md anew.
encodings: .venv/ready
	@$(BIN)/python -m heptapolis.encodings.page

# docs/modules.md anew, from the docstrings of all modules.
modules: .venv/ready
	@$(BIN)/python -m tools.modules

# docs/balance.md anew, with its plots.
balance: .venv/ready
	@$(BIN)/python -m tools.balance

# What playing needs, made anew only when what it depends on has changed. Where the system's Python
# lacks the venv module, virtualenv is fetched beside it.
.venv/playing: pyproject.toml constraints.txt
	@echo "Setting up .venv (a minute, once)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv .venv 2>/dev/null || { \
		$(PYTHON) -m pip --quiet install --target .bootstrap virtualenv && \
		PYTHONPATH=.bootstrap $(PYTHON) -m virtualenv --quiet .venv; }
	@$(PIP) install --constraint constraints.txt --editable '.[server]'
	@touch $@

# What everything else needs: all extras but PyTorch, the tools, and the rules compiled.
.venv/ready: .venv/playing
	@echo "Setting up what tests need (minutes, once)"
	@$(PIP) install --constraint constraints.txt --editable '.[dev]'
	@$(BIN)/hepta warm-up
	@touch $@

# What translators work on: new messages are added to the .po files, gone ones dropped.
messages: .venv/ready
	@mkdir -p build
	@$(BIN)/pybabel -q extract -F pyproject.toml -o build/messages.pot --no-location --sort-output \
		--omit-header -k mark:1c,2 -k mark_plural:1,2 -k pgettext:1c,2 -k ngettext:1,2 src/heptapolis
	@for language in uk hu ru; do \
		$(BIN)/pybabel -q update -l $$language -i build/messages.pot --no-fuzzy-matching \
			--ignore-pot-creation-date --ignore-obsolete --width 99 \
			-o src/heptapolis/i18n/locale/$$language.po; \
		sed -i -E '/^"(Project-Id|Report-Msgid|POT-Creation|PO-Revision|Last-Trans|Language-Team|Generated-By)/d' \
			src/heptapolis/i18n/locale/$$language.po; done

# The picture that shared links show, anew from our drawings.
share-picture: .venv/ready chromium
	@mkdir -p build
	@$(BIN)/python -m heptapolis.web.art.share build/share.html
	@$$(command -v chromium-headless-shell || command -v chromium) --headless --no-sandbox --hide-scrollbars --force-device-scale-factor=1 \
		--window-size=1200,630 --screenshot=src/heptapolis/web/static/share.png build/share.html

# The pictures of README anew, by day and by night.
pictures: .venv/ready chromium
	@$(BIN)/python -m tests.web.pictures

# Wheel and sdist in dist/, tried on every Python of 3.11 to 3.13 that is on the path, with notes from
# CHANGELOG.md and links to HOME_PAGE=https://…: CONTRIBUTING.md tells what comes before and after.
release: .venv/ready
	@$(PIP) install uv
	@$(BIN)/python -m tools.release $(if $(HOME_PAGE),--home $(HOME_PAGE))

# torch is pinned by hand: see the comment in pyproject.toml.
constraints: .venv/ready
	@$(PIP) install uv
	@$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
		--extra dev \
		--no-emit-index-url --no-annotate --no-header -o constraints.txt
	@echo "torch==2.13.0" >> constraints.txt

clean:
	rm -rf .venv .bootstrap build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
