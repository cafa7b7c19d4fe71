# make demo    builds everything and compares the systems of the built-in test set
# make test    lint, types and tests
# make bench   speed beside the peers; figures go to bench/RESULTS.md
# make sanitize  property tests of the kernels under AddressSanitizer and UBSan

PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

CORE := CMakeLists.txt pyproject.toml $(shell find core -name '*.cpp' -o -name '*.h')

.PHONY: build demo test lint format bench sanitize clean
build: .venv/.built

.venv/.python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tertium needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	@touch $@

.venv/.built: .venv/.python $(CORE)
	$(BIN)/pip install --quiet 'scikit-build-core>=0.11' 'nanobind>=2.7' cmake ninja
	$(BIN)/pip install --quiet --no-build-isolation --editable .
	cp build/editable/_core.pyi build/editable/_reference.pyi src/tertium/
	@touch $@

.venv/.tools: .venv/.built
	$(BIN)/pip install --quiet --group lint --group test --group peers
	@touch $@

demo: build
	@mkdir -p demo
	$(BIN)/tertium compare --sample -m bleu,chrf,chrf++,ter,wer,per,nist,fmeasure --html demo/report.html
	@echo "The same as a page: demo/report.html"

test: lint
	$(BIN)/pytest -q

lint: .venv/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $$(find core -name '*.cpp' -o -name '*.h')
	$(BIN)/mypy

format: .venv/.tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find core -name '*.cpp' -o -name '*.h')
