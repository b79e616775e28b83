#!/usr/bin/env bash
# All static checks and all tests, one after the other: PYTHON=.venv/bin/python test.sh
set -euo pipefail
bin=$(dirname "$PYTHON")
step() { printf '== %s\n' "$1"; shift; "$@"; }
step "format"  "$bin/ruff" format --check .
step "lint"    "$bin/ruff" check .
step "types"   "$bin/mypy"
step "arrows"  "$bin/lint-imports" --no-cache
step "tests"   "$PYTHON" -m pytest
