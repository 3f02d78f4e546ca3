#!/usr/bin/env bash
# Sets up one virtual environment for running and testing. Needs Python 3.11 or newer and git; no torch.
set -euo pipefail
PYTHON=${PYTHON:-python3}
VENV=${VENV:-.venv}

"$PYTHON" - <<'PY'
import sys
if sys.version_info < (3, 11):
    sys.exit(f"Benchgate needs Python 3.11 or newer, and this is {sys.version.split()[0]}. Set PYTHON=python3.11.")
PY

# Qt needs a few system libraries, the simulator a software EGL. Only Debian-likes with root get them here;
# README.md names them for the rest.
packages=(libegl1 libegl-mesa0 libgl1 libgl1-mesa-dri libxkbcommon-x11-0 libdbus-1-3 libxcb-cursor0 fonts-dejavu-core)
if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  missing=()
  for package in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed" || missing+=("$package")
  done
  if [ "${#missing[@]}" -gt 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  fi
elif ! ldconfig -p 2>/dev/null | grep -q libEGL.so.1; then
  echo "Note: the window needs system libraries that are not here; on Debian: sudo apt install ${packages[*]}"
fi

[ -x "$VENV/bin/python" ] || "$PYTHON" -m venv "$VENV"
"$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade pip
"$VENV/bin/python" -m pip install --quiet --disable-pip-version-check -e ".[dev]"
# numpy and scipy are all that its metrics need; its requirements would bring a second OpenCV over ours
"$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "trackeval==1.3.0"
if command -v nvidia-smi >/dev/null && nvidia-smi -L 2>/dev/null | grep -q GPU; then
  echo "A GPU is here. To use it: $VENV/bin/pip install -e '.[train]' (brings torch), then benchgate doctor."
fi
