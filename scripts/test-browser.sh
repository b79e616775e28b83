#!/usr/bin/env bash
# Phones in a real browser: PYTHON=.venv/bin/python test-browser.sh [--if-possible] [what pytest takes]
# With --if-possible, a machine that has no Chromium and cannot install it is reported and is no failure.
set -euo pipefail
missing=2
if [ "${1:-}" = --if-possible ]; then missing=0; shift; fi
cannot() { printf 'test-browser: cannot run: %s\n' "$*" >&2; exit "$missing"; }

if ! [ -x "${TABLEKEEPER_CHROMIUM:-/usr/bin/chromium}" ]; then
    command -v apt-get >/dev/null || cannot "found no Chromium and no apt-get; install Chromium, or name it in TABLEKEEPER_CHROMIUM"
    [ "$(id -u)" = 0 ] || cannot "found no Chromium; install it: sudo apt install chromium"
    { apt-get update && apt-get install -y --no-install-recommends chromium; } >/dev/null ||
        cannot "apt-get could not install chromium; it says why above"
fi
"$PYTHON" -m pip install -q --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r requirements/browser.txt ||
    cannot "pip could not install requirements/browser.txt; it says why above"
# two at a time: each test has browsers and a table of its own
"$PYTHON" -m pytest -n 2 --dist worksteal -m browser -p no:randomly tests/phones/browser "$@"
