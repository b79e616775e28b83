#!/usr/bin/env bash
# Phones in a real browser: PYTHON=.venv/bin/python test-browser.sh
set -euo pipefail
say() { printf '%s\n' "$*" >&2; }
if ! [ -x "${TABLEKEEPER_CHROMIUM:-/usr/bin/chromium}" ]; then
    [ "$(id -u)" = 0 ] || { say "test-browser: no Chromium found; install it: sudo apt install chromium"; exit 2; }
    { apt-get update && apt-get install -y --no-install-recommends chromium; } >/dev/null ||
        { say "test-browser: apt-get could not install chromium"; exit 2; }
fi
"$PYTHON" -m pip install -q --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r requirements/browser.txt
"$PYTHON" -m pytest -m browser -p no:randomly tests/phones/browser "$@"
