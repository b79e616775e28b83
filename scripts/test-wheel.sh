#!/usr/bin/env bash
# The whole suite against the installed wheel, in an environment of its own: test-wheel.sh VENV LOCKFILE [what pytest takes]
set -euo pipefail
venv=$1
bash scripts/setup.sh "$venv" "$2"
PYTHON="$venv/bin/python" bash scripts/wheel.sh out/wheel
"$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps --force-reinstall out/wheel/tablekeeper-*.whl
"$venv/bin/python" - <<'CHECK'
import sys
import tablekeeper
if not tablekeeper.__file__.startswith(sys.prefix):
    sys.exit(f"test-wheel: run the suite against the wheel: found {tablekeeper.__file__}; expected below {sys.prefix}")
CHECK
"$venv/bin/python" -m pytest -n auto "${@:3}"
