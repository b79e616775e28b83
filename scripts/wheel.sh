#!/usr/bin/env bash
# Build the source archive, and the wheel from it: PYTHON=.venv/bin/python wheel.sh FOLDER
# Everything happens in a copy: setuptools leaves a build/ folder behind, and would pack what an older build left in it.
set -euo pipefail
mkdir -p "$1"; out=$(realpath "$1") python=$(realpath -s "$PYTHON") scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
"$python" -c 'import setuptools, sys; sys.exit(int(setuptools.__version__.split(".")[0]) < 77)' || {
    printf 'wheel: %s has no setuptools from 77 on; install it: %s -m pip install "setuptools>=77"\n' "$PYTHON" "$PYTHON" >&2; exit 2; }
tar -cf - --exclude=__pycache__ --exclude='*.egg-info' pyproject.toml README.md LICENSE src display engines firmware hardware vision |
    tar -xf - -C "$scratch"
build() { (cd "$1" && "$python" -c "import sys; from setuptools import build_meta; build_meta.$2(sys.argv[1])" "$out" >/dev/null); }
rm -f "$out"/tablekeeper-*.tar.gz "$out"/tablekeeper-*.whl
build "$scratch" build_sdist
tar -xzf "$out"/tablekeeper-*.tar.gz -C "$scratch"
build "$scratch"/tablekeeper-*/ build_wheel
