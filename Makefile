# Two commands: `make demo` (sets up, does the main job on a bundled clip) and `make test`.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.setup-done

.PHONY: setup demo app test lint bench bench-quick bench-speed package sbom clean

setup: $(STAMP)

$(STAMP): pyproject.toml tools/setup.sh
	PYTHON="$(PYTHON)" VENV="$(VENV)" bash tools/setup.sh
	touch $(STAMP)

demo: setup
	$(BIN)/benchgate demo

app: setup
	$(BIN)/benchgate app

test: setup lint
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 --dist loadfile

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Speed and memory on a real clip (beside the checkout), and of `ultralytics track` with the same weights where
# TRAIN_PYTHON is an environment with the extra 'train'.
CLIP         ?= ../shared/data/clips/buf-edm_720p30.mp4
TRAIN_PYTHON ?= $(wildcard .venv-train/bin/python)
PEER         := $(if $(TRAIN_PYTHON),--peer-python $(TRAIN_PYTHON))

# What the product gets right: over the rendered suite (made on demand into out/suite) and the real clips beside
# the checkout. Stopped and started again it goes on. docs/benchmark.md
bench: setup
	$(BIN)/python tools/bench_suite.py $(BENCH)

bench-quick: setup
	$(BIN)/python tools/bench_suite.py --quick $(BENCH)

bench-speed: setup
	$(BIN)/python tools/bench.py $(CLIP) --runs 3 $(PEER) --out bench/speed.json -- sh -c 'rm -f out/bench.bgcase*; \
	  mkdir -p out; exec $(BIN)/benchgate analyze $(CLIP) --game tests/real/buf-edm.game.toml \
	  --gates tests/real/buf-edm.gates.toml --case out/bench.bgcase'

# A folder that runs without Python, for the system this runs on: dist/benchgate. docs/packaging.md
package: setup
	$(BIN)/pip install --quiet "pyinstaller>=6.22,<7"
	$(BIN)/pyinstaller --noconfirm packaging/benchgate.spec
	dist/benchgate/benchgate doctor

# Licences of everything that is needed to run, a CycloneDX parts list, and known vulnerabilities where PyPI answers.
sbom: setup
	$(BIN)/pip install --quiet ".[audit]"
	$(BIN)/python tools/audit.py --sbom out/benchgate.cdx.json --holes

clean:
	rm -rf $(VENV) build dist demo out
