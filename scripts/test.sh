#!/usr/bin/env bash
# All static checks and all tests, one after the other: PYTHON=.venv/bin/python test.sh
set -euo pipefail
bin=$(dirname "$PYTHON")
# The screen is clicked in a real X window; a machine of CI gets what that needs, elsewhere those tests say what they miss.
if [ "${CI:-}" = true ] && [ "$(id -u)" = 0 ] && ! { command -v Xvfb && command -v xauth && command -v xdotool; } >/dev/null; then
    { apt-get update && apt-get install -y --no-install-recommends xvfb xauth xdotool; } >/dev/null ||
        printf 'tests: apt-get could not install xvfb, xauth and xdotool; the clicking tests will be skipped\n' >&2
fi
step() { printf '== %s\n' "$1"; shift; "$@"; }
step "format"  "$bin/ruff" format --check .
step "lint"    "$bin/ruff" check .
step "types"   "$bin/mypy"
step "arrows"  "$bin/lint-imports" --no-cache
step "tests"   "$PYTHON" -m pytest -n auto
