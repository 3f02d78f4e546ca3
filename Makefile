# Two commands: `make demo` (sets up, does the main job on a bundled clip) and `make test`.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.setup-done

.PHONY: setup demo app test lint bench bench-quick clean

setup: $(STAMP)

$(STAMP): pyproject.toml tools/setup.sh
	PYTHON="$(PYTHON)" VENV="$(VENV)" bash tools/setup.sh
	touch $(STAMP)

demo: setup
	$(BIN)/benchgate demo

app: setup
	$(BIN)/benchgate app

test: setup lint
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup
	$(BIN)/python tools/bench.py

clean:
	rm -rf $(VENV) build dist demo out
