# Needs git, make and Python 3.11 or newer. Everything is installed into .venv, from the locks.
#   make PYTHON=/path/to/python   takes that Python instead of the newest found
#   make test SEED=7              runs the tests in the order that a seed gives; TESTS="tests/cli" some of them
#   make test ALL=1               runs the slow tests, too, as .ci/run does
#   make test RERUNS=1            runs a test that fails once more, and lists it
#   make test COVERAGE=1          measures the branch coverage of the engine, too: at least 95 %
#   make lock UPGRADE=--upgrade   moves every pin to its newest release

PYTHON ?= python3.14 python3.13 python3.12 python3.11 python3
WORKERS ?= 2
BIN := .venv/bin
PYTEST := $(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal $(if $(SEED),--random-order-seed $(SEED)) \
	$(if $(RERUNS),--reruns $(RERUNS) --rerun-show-tracebacks) $(if $(COVERAGE),--cov)

# The tests start the program a hundred times: it is compiled once.
unexport PYTHONDONTWRITEBYTECODE

# A .venv does not outlive its Python, nor a move of this folder.
HOME_OF_VENV := $(shell $(BIN)/python -c 'import pip' 2>/dev/null && grep -cF '$(CURDIR)/.venv' .venv/pyvenv.cfg)
MISSING := $(if $(filter 1,$(HOME_OF_VENV)),,new-venv)

# What was ever tried against the program; `make soak` does it with as many cases as docs/trust.md says.
ATTACKS = tests/cli/test_attacked.py tests/extras/phones/test_phones.py tests/extras/phones/test_attacked.py \
	tests/extras/phones/test_evening.py tests/extras/phones/test_games.py tests/extras/phones/test_killed.py \
	tests/cli/test_handover_attacked.py tests/cli/test_receipts_attacked.py tests/cli/test_moved.py \
	tests/cli/test_sync_delays.py tests/cli/test_sync_syncthing.py tests/cli/test_disk_errors.py \
	tests/cli/test_handover_mutated.py tests/cli/test_records_attacked.py \
	tests/cli/test_records_mutated.py tests/cli/test_audit_damage.py \
	tests/store/test_crash.py tests/store/test_tampering.py tests/store/test_bundles.py

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | expand -t 10

demo: .venv/.run ## A short campaign from beginning to end, on a throw-away database
	@$(BIN)/campaign demo

test: .venv/.dev ## The quick tests; with ALL=1 all of them
	$(PYTEST) $(if $(ALL)$(TESTS)$(COVERAGE),,-m "not slow") $(TESTS)

durations: .venv/.dev ## Run all tests, and list again those that are slow
	$(PYTEST) -p tests.slow

soak: .venv/.dev ## The long tests in full: kills, many writers, attacks, sealed envelopes (hours)
	CAMPAIGN_SOAK=1 $(PYTEST) -v \
		$(ATTACKS) tests/cli/test_entering_terminal.py \
		tests/cli/test_sealed.py tests/cli/test_*_walks.py tests/extras/phones/test_*_walks.py tests/cli/test_whole_campaign.py \
		tests/engine/machi_koro tests/engine/quadropolis \
		tests/engine/dilluvia tests/engine/my_city/campaign/test_recount.py \
		tests/engine/my_city/bounds tests/engine/my_city/rebuild/test_orders.py tests/engine/my_city/pack/test_generated.py \
		tests/extras/hindsight \
		tests/engine/test_conformance.py

check: .venv/.dev ## Format, lint, types, import contracts, docs and catalogues in step
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/pytest -q tests/test_docs.py tests/test_messages.py

docs: .venv/.dev ## Write cli.md, entering.md, export_columns.md and pictures/ in docs from the program
	$(BIN)/python -m tests.docs

messages: .venv/.dev ## Write the catalogues of campaign/locale from the sentences of the program
	$(BIN)/python -m tests.messages

site: .venv/.dev ## Build the documentation as a site into build/site; a broken link is an error
	@rm -rf build/pages build/site && mkdir -p build/pages
	@git ls-files -co --exclude-standard -- ':(glob)*.md' LICENSE docs examples | tar -c -T - | tar -x -C build/pages
	@$(BIN)/zensical build --strict

bench: .venv/.dev ## Speed and memory, against the yardstick
	$(BIN)/python -m benchmarks

lock: ## Pin the dependencies again (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv: pipx install uv" >&2; exit 1; }
	$(PIN) --group build -o requirements.txt
	$(PIN) --group dev $(EXTRAS) -c requirements.txt -o requirements-dev.txt

clean: ## Remove .venv and everything else that was made
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .coverage build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

EXTRAS = --extra fleet --extra hindsight --extra parquet --extra photos --extra png --extra postgres

PIN = uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command "make lock" $(UPGRADE)

# One line while pip works, its whole output if it fails. The locks name all that is needed (--no-deps):
# asked for more, pip takes an extra of a pinned package for its newest release, which has no hash here.
INSTALL = log=.venv/pip.log; pip() { $(BIN)/python -m pip install --disable-pip-version-check "$$@" \
	>$$log 2>&1 || { cat $$log >&2; exit 1; }; }; pip

.venv/.run: requirements.txt pyproject.toml $(MISSING)
	@echo "Installing into .venv ..."
	@$(INSTALL) --no-deps --require-hashes -r requirements.txt
	@$(BIN)/python -m pip uninstall --yes --quiet campaign 2>/dev/null # its name until November 2026
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

.venv/.dev: requirements-dev.txt .venv/.run
	@echo "Installing the tools for developers into .venv ..."
	@$(INSTALL) --no-deps --require-hashes -r requirements-dev.txt
	@touch $@

new-venv:
	@found=; for python in $(PYTHON); do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	    found=$$python; \
	    "$$python" -c 'import ensurepip, venv' 2>/dev/null || continue; \
	    exec "$$python" -m venv --clear .venv; \
	done; \
	if [ "$$found" ]; then \
	    echo "$$found has no venv module; install it (Debian, Ubuntu: apt install $${found##*/}-venv), then run make again."; \
	else \
	    echo "Python 3.11 or newer is needed, $$python is $$("$$python" --version 2>/dev/null || echo missing); install one, or name it: make PYTHON=/path/to/python"; \
	fi >&2; exit 1

.PHONY: help demo test soak check docs messages site bench lock clean new-venv
