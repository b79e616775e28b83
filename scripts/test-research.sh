#!/usr/bin/env bash
# PettingZoo's and OpenSpiel's own tests of our games, in an environment of their own: PY=python3 test-research.sh VENV
# The environment (about 400 MB) stays for the next time; a change of the versions makes it anew.
set -euo pipefail
say() { printf '%s\n' "test-research: $*" >&2; }
venv=$1 locks=(requirements/newest.txt requirements/dev.txt requirements/research.txt)
if ! cat "${locks[@]}" | cmp -s - "$venv/.locks"; then
    "${PY:-python3}" -m venv --clear "$venv"
    for lock in "${locks[@]}"; do
        "$venv/bin/python" -m pip install -q --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r "$lock" ||
            { say "install $lock: pip could not; expected wheels for $("$venv/bin/python" -V) and this processor"; exit 2; }
    done
    cat "${locks[@]}" >"$venv/.locks"
fi
PYTHONPATH=src "$venv/bin/python" -m pytest -p no:cacheprovider -p no:randomly -n auto \
    -W ignore::DeprecationWarning tests/research/check_*.py
