#!/usr/bin/env bash
# All static checks and all tests, one after the other: PYTHON=.venv/bin/python test.sh [static]
set -euo pipefail
bin=$(dirname "$PYTHON")
# The screen is clicked in a real X window; a machine of CI gets what that needs, elsewhere those tests say what they miss.
if [ "${CI:-}" = true ] && [ "$(id -u)" = 0 ] && ! { command -v Xvfb && command -v xauth && command -v xdotool; } >/dev/null; then
    { apt-get update && apt-get install -y --no-install-recommends xvfb xauth xdotool; } >/dev/null ||
        printf 'tests: apt-get could not install xvfb, xauth and xdotool; the clicking tests will be skipped\n' >&2
fi
# The tests start Python some hundred times; where it must leave nothing beside the sources, it compiles into a folder apart.
if [ -n "${PYTHONDONTWRITEBYTECODE:-}" ]; then
    unset PYTHONDONTWRITEBYTECODE
    PYTHONPYCACHEPREFIX="$(cd "$bin/.." && pwd)/pycache"
    export PYTHONPYCACHEPREFIX
fi
step() { printf '== %s\n' "$1"; shift; "$@"; }
step "format"  "$bin/ruff" format --check .
step "lint"    "$bin/ruff" check .
# the OpenCV of Raspberry Pi OS brings no types, so on a Pi there is nothing to check against
if "$PYTHON" -c 'import cv2, pathlib, sys; sys.exit(not pathlib.Path(cv2.__file__).with_name("py.typed").exists())'; then
    step "types"   "$bin/mypy"
else
    printf '== types: left out, as this OpenCV brings none\n'
fi
step "arrows"  "$bin/lint-imports" --no-cache
[ "${1:-}" != static ] || exit 0
step "tests"   "$PYTHON" -m pytest -n auto
printf 'tests: left out: a real broker (make test-services), browsers (make test-browser), long runs (make test-long)\n'
