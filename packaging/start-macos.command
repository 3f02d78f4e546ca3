#!/bin/sh
# Sets Benchgate up the first time, then starts the window: double-click it in the Finder.
set -e
cd "$(dirname "$0")/.."
if [ ! -x .venv/bin/benchgate ]; then
  python=$(command -v python3.13 || command -v python3.12 || command -v python3.11 || command -v python3 || true)
  if [ -z "$python" ] || ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Python 3.11 or newer is missing. Install it from python.org, then start this again."
    exit 1
  fi
  echo "Setting up: this takes some minutes and needs the internet once."
  "$python" -m venv .venv
  .venv/bin/pip install --quiet --upgrade pip
  .venv/bin/pip install --quiet .
fi
exec .venv/bin/benchgate app "$@"
