# Thin wrappers: everything below is one or two commands a person could type. Works from a clean clone.
#   make test     build the core, run the suite            make study    the study of the lone hero and the dragon
#   make lint     ruff, cython-lint                        make sanitize the suite on a build that checks every bound
#   make reports  every published study, again             make docs     the documentation as HTML

PYTHON  ?= python3
VENV    ?= .venv
BIN     := $(VENV)/bin
PY      := $(BIN)/python
PYTEST  ?= -q -n auto
STUDY   := experiments/against_the_dragon.toml
OUT     := reports/build/against-the-dragon
CHECKED := build/sanitize-tree

.PHONY: all build debug gcov test coverage checked sanitize random-games lint study reports notebooks bench golden docs wheel ci clean distclean

all: build

$(PY):
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "mkbalance needs Python 3.11 or later: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install -q --disable-pip-version-check --upgrade "pip>=25.1"

# The run-time packages and the `mkbalance` command; the core itself is compiled in place by `make build`.
$(VENV)/.run: pyproject.toml | $(PY)
	$(PY) -m pip install -q --disable-pip-version-check --group build
	PYTHONWARNINGS=ignore MKBALANCE_BUILD=none $(PY) -m pip install -q --disable-pip-version-check --no-build-isolation -e .
	touch $@

$(VENV)/.test: $(VENV)/.run
	$(PY) -m pip install -q --disable-pip-version-check --group test
	touch $@

$(VENV)/.lint: $(VENV)/.run
	$(PY) -m pip install -q --disable-pip-version-check --group lint
	touch $@

$(VENV)/.docs: $(VENV)/.run
	$(PY) -m pip install -q --disable-pip-version-check --group docs
	touch $@

$(VENV)/.notebooks: $(VENV)/.run
	$(PY) -m pip install -q --disable-pip-version-check --group notebooks
	touch $@

build: $(VENV)/.run
	MKBALANCE_BUILD=release CFLAGS="$(CFLAGS) -w" $(PY) setup.py -q build_ext --inplace

debug gcov: $(VENV)/.run
	MKBALANCE_BUILD=$@ $(PY) setup.py -q build_ext --inplace

test: build $(VENV)/.test
	$(PY) -m pytest $(PYTEST)

# Which test plays which entry of the content; TESTS=FILE after a change to one file.
TESTS ?= tests/mageknight
coverage: build $(VENV)/.test
	rm -rf build/exercised && mkdir -p build/exercised
	MKBALANCE_EXERCISED=$(abspath build/exercised) $(PY) -m pytest $(PYTEST) $(TESTS)
	$(PY) tests/mageknight/write_coverage.py build/exercised

# A copy of the tree keeps its own objects, so the release build stays as it is.
checked: $(VENV)/.test
	mkdir -p $(CHECKED)
	cd $(CHECKED) && find . -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
	git ls-files -z --cached --others --exclude-standard \
	  | tar -cf - --null --ignore-failed-read -T - | tar -xf - -C $(CHECKED)
	cd $(CHECKED) && MKBALANCE_BUILD=sanitize $(abspath $(PY)) setup.py -q build_ext --inplace

sanitize: checked
	cd $(CHECKED) && PYTHONPATH=$(abspath $(CHECKED)) $(abspath $(PY)) -m pytest $(PYTEST)

# Every scenario, variant and Hero on the same build; the table goes to build/random-games.md.
random-games: checked
	cd $(CHECKED) && PYTHONPATH=$(abspath $(CHECKED)) $(abspath $(PY)) verification/random_games.py \
	  --table $(abspath build)/random-games.md

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	PATH=$(abspath $(BIN)):$$PATH cython-lint --ban-relative-imports ext

study: build
	$(BIN)/mkbalance run $(STUDY) -o $(OUT) $(if $(wildcard $(OUT)/*),--resume)
	test -f $(OUT)/report.html || $(BIN)/mkbalance report $(OUT) -o $(OUT)/report.html
	@echo "report: $(OUT)/report.html"

# The published studies: strength of the players, every report, the README's output and figures. ONLY=NAME plays one of
# them, SCALE=0.1 a tenth of the games without publishing. Some 2,900 s of processor time.
SCALE ?= 1
reports: build
	$(PY) reports/publish.py --scale $(SCALE) $(ONLY)

# The notebooks, executed with their real number of games and kept with their output; NOTEBOOKS=02*.py some of them,
# MKBALANCE_SCALE=0.1 with a tenth of the games. Knobs are left out: each is asked once.
NOTEBOOKS ?= [0-9]*.py
notebooks: build $(VENV)/.notebooks
	cd notebooks && export MKBALANCE_STATIC=1 && for file in $(NOTEBOOKS); do \
	  echo "$$file" && $(abspath $(PY)) -m jupytext --quiet --to ipynb --execute --set-kernel python3 "$$file" || exit 1; done

# What is recorded of the state's layout and of thirty told games, written anew; read the difference before it is committed.
golden: build
	$(PY) tests/golden/test_layout.py
	$(PY) tests/golden/games.py

bench: build
	$(BIN)/mkbalance bench

docs: build $(VENV)/.docs
	$(PY) -m sphinx -W --keep-going -q -b html docs docs/_build/html

wheel: $(VENV)/.run
	rm -rf build/wheel
	test ! -d build || find build -path 'build/lib*' -type f ! -name '*.so' -delete
	$(PY) -m pip wheel -q --disable-pip-version-check --no-deps -w build/wheel .

ci:
	.ci/run

clean:
	rm -rf build *.egg-info .pytest_cache .ruff_cache .hypothesis docs/_build
	find mkbalance -name '*.so' -delete
	find mkbalance tests -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean
	rm -rf $(VENV)
