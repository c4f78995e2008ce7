# make play · make test · make lint · make bench. The first use creates .venv.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: play test chromium proxies torch test-long test-gpu ptx lowest coverage golden lint quick-lint scripts hooks format bench figures strength encodings modules balance messages share-picture pictures constraints release clean

play: .venv/playing
	@$(BIN)/hepta

# Run all tests, with one process more than cores, since tests wait for servers and browsers; WORKERS=1
# runs one after another. Quick checks come first, mypy runs beside the tests. docs/testing.md explains
# how to run parts.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := $(BIN)/pytest --numprocesses $(WORKERS) --maxprocesses 8 --dist worksteal

test: quick-lint scripts chromium proxies torch
	@mkdir -p build
	@$(BIN)/mypy >build/mypy.txt 2>&1 & types=$$!; \
		$(PYTEST); tests=$$?; \
		wait $$types || { cat build/mypy.txt; exit 1; }; exit $$tests

# Install Chromium if the system has none: browser tests are skipped without it. Its headless shell opens
# a page in a third of the time; one test needs Chromium itself.
APT := apt-get -qq -o Acquire::Retries=0
chromium:
	@{ command -v chromium-headless-shell && command -v chromium; } >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		{ $(APT) update; $(APT) install --yes chromium chromium-headless-shell || \
			$(APT) install --yes chromium; } >/dev/null 2>&1; } || true

# Install nginx, Caddy and certutil for tests through the proxies of deploy/, unless systemd would start
# them.
proxies:
	@{ command -v nginx && command -v caddy && command -v certutil; } >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		[ ! -d /run/systemd/system ] && \
		{ $(APT) update; $(APT) install --yes caddy libnss3-tools nginx; } >/dev/null 2>&1; } || \
		echo "nginx, Caddy or certutil is missing: tests of the proxies are skipped"

# Install PyTorch for tests of training, if the index has its build for the CPU; the default build
# contains gigabytes of CUDA.
torch: .venv/ready
	@$(BIN)/python -c 'import importlib.util as u, sys; sys.exit(not u.find_spec("torch"))' || \
		$(PIP) install --constraint constraints.txt 'torch==2.13.0+cpu' >/dev/null 2>&1 || \
		echo "PyTorch for the CPU is not available: tests of training are skipped"

# Run every test in its long form, including thousands of games against the oracle: an hour on two cores.
# Each run has new deals, and saves screenshots of all pages.
test-long: .venv/ready chromium proxies torch
	@deals=$$(date +%s); echo "To repeat these deals: HEPTA_DEALS=$$deals"; \
		HEPTA_GAMES=1000 HEPTA_DEALS=$$deals HEPTAPOLIS_SCREENSHOTS=$(CURDIR)/build/screenshots $(PYTEST) -m ''
	@$(MAKE) --no-print-directory ptx lowest coverage

# Compare 100,000 games of each ruleset on a GPU and on the CPU, with the system's Python, which needs
# NumPy, Numba and numba-cuda.
test-gpu:
	@PYTHONPATH=src $(PYTHON) -m tests.gpu.handing_over
	@PYTHONPATH=src $(PYTHON) -m tests.gpu.equality

# Compile every kernel to PTX, in an environment with the extra `cuda`. No GPU is needed.
ptx: .venv/ready
	@$(PIP) install uv
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python build/cuda
	@$(BIN)/uv pip install --quiet --python build/cuda/bin/python --editable '.[cuda]'
	@build/cuda/bin/python -m tests.gpu.ptx

# Run the smoke test with the lowest versions that pyproject.toml allows, in a separate environment.
lowest: .venv/ready
	@$(PIP) install uv
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python build/lowest
	@$(BIN)/uv pip install --quiet --python build/lowest/bin/python --resolution lowest-direct \
		--editable '.[arena,data,env,postgres,server]'
	@build/lowest/bin/python tests/smoke.py core server arena

# Measure the line coverage, that of the kernel with the JIT off, and write build/coverage.md. Fails
# below 95 % and below the floor in tools/coverage.json.
coverage: .venv/ready chromium torch
	@$(BIN)/python -m tools.line_coverage --workers $(WORKERS)

# Renew the golden playthroughs: look at the diff before you commit it.
golden: .venv/ready
	@$(BIN)/python -m tests.golden && $(BIN)/python -m tests.golden.duel

lint: quick-lint scripts
	@$(BIN)/mypy

# Check scripts and style sheets: format, lint, types, unit tests. Only this target needs Node; the tools
# come from the npm registry, in the versions of package-lock.json.
NODE_BIN := node_modules/.bin
NPM_CI := npm ci --prefer-offline --fetch-retries=0
scripts:
	@mkdir -p build
	@if ! { node -e 'process.exit(+(parseInt(process.versions.node) < 20))' && command -v npm; } >/dev/null 2>&1; then \
		echo "Node 20 with npm is not available: scripts and style sheets are not checked"; \
	elif ! cmp -s package-lock.json node_modules/installed-lock.json && \
		! { $(NPM_CI) >build/npm.txt 2>&1 && cp package-lock.json node_modules/installed-lock.json; }; then \
		echo "npm ci failed (see build/npm.txt): scripts and style sheets are not checked"; \
	else \
		$(NODE_BIN)/biome check --error-on-warnings && $(NODE_BIN)/tsc && \
		{ node --test tests/web/js/*.test.js >build/node.txt 2>&1 || { cat build/node.txt; exit 1; }; }; \
	fi

quick-lint: .venv/ready
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/lint-imports --no-logo

# Install a pre-commit hook with the same checks: .pre-commit-config.yaml.
hooks: .venv/ready
	@$(PIP) install pre-commit && $(BIN)/pre-commit install

format: .venv/ready
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix
	@[ ! -x $(NODE_BIN)/biome ] || $(NODE_BIN)/biome check --write

bench: .venv/ready
	@$(BIN)/hepta bench

# Renew docs/figures.md, on a machine without other load.
figures: .venv/ready
	@$(BIN)/python -m tools.figures

# Renew docs/strength.md: play every match of the bots, for MINUTES on all cores.
MINUTES ?= 60
strength: .venv/ready
	@$(BIN)/python -m lab.strength play $(MINUTES) && $(BIN)/python -m lab.strength write

# Renew docs/encodings.md.
encodings: .venv/ready
	@$(BIN)/python -m heptapolis.encodings.page

# Renew docs/modules.md from the docstrings of all modules.
modules: .venv/ready
	@$(BIN)/python -m tools.modules

# Renew docs/balance.md and its plots.
balance: .venv/ready
	@$(BIN)/python -m tools.balance

# Install the dependencies of the web game, again after a change of pyproject.toml or constraints.txt.
# If the system's Python lacks the venv module, virtualenv is installed into .bootstrap.
.venv/playing: pyproject.toml constraints.txt
	@echo "Setting up .venv (once, about a minute)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv .venv 2>/dev/null || { \
		$(PYTHON) -m pip --quiet install --target .bootstrap virtualenv && \
		PYTHONPATH=.bootstrap $(PYTHON) -m virtualenv --quiet .venv; }
	@$(PIP) install --constraint constraints.txt --editable '.[server]'
	@touch $@

# Install all extras but PyTorch and the developer tools, and compile the rules.
.venv/ready: .venv/playing
	@echo "Setting up the developer tools (once, some minutes)"
	@$(PIP) install --constraint constraints.txt --editable '.[dev]'
	@$(BIN)/hepta warm-up
	@touch $@

# Update the .po files of the translators: add new messages, remove unused ones.
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

# Renew the preview image of shared links from the drawings.
share-picture: .venv/ready chromium
	@mkdir -p build
	@$(BIN)/python -m heptapolis.web.art.share build/share.html
	@$$(command -v chromium-headless-shell || command -v chromium) --headless --no-sandbox --hide-scrollbars --force-device-scale-factor=1 \
		--window-size=1200,630 --screenshot=src/heptapolis/web/static/share.png build/share.html

# Renew the pictures of README, light and dark.
pictures: .venv/ready chromium
	@$(BIN)/python -m tests.web.pictures

# Build wheel and sdist in dist/ and test them on every Python from 3.11 to 3.13 on the path, with notes
# from CHANGELOG.md and links to HOME_PAGE=https://…; CONTRIBUTING.md lists the steps before and after.
release: .venv/ready
	@$(PIP) install uv
	@$(BIN)/python -m tools.release $(if $(HOME_PAGE),--home $(HOME_PAGE))

# Renew constraints.txt. torch is pinned by hand: see the comment in pyproject.toml.
constraints: .venv/ready
	@$(PIP) install uv
	@$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
		--extra dev \
		--no-emit-index-url --no-annotate --no-header -o constraints.txt
	@echo "torch==2.13.0" >> constraints.txt

clean:
	rm -rf .venv .bootstrap build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
