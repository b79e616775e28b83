#!/usr/bin/env bash
# The house's network and the club against real services: PYTHON=.venv/bin/python test-services.sh [--if-possible]
# With --if-possible a machine that has no Mosquitto and cannot install it is no failure: it is said, and nothing is run.
set -euo pipefail
say() { printf '%s\n' "test-services: $*" >&2; }
found() { command -v mosquitto >/dev/null || [ -x /usr/sbin/mosquitto ]; }
if ! found; then
    if [ "$(id -u)" = 0 ] && { apt-get update && apt-get install -y --no-install-recommends mosquitto; } >/dev/null 2>&1 && found; then
        say "installed mosquitto"
    elif [ "${1:-}" = --if-possible ]; then
        say "no Mosquitto here and none can be installed; the tests with a real broker were NOT run"
        exit 0
    else
        say "find Mosquitto: there is none here; install it: sudo apt install mosquitto"
        exit 2
    fi
fi
"$PYTHON" -c 'import psycopg' 2>/dev/null ||
    "$PYTHON" -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements/postgres.txt ||
    say "psycopg could not be installed; the ledger in PostgreSQL is NOT tested"
"$PYTHON" -c 'import distributed' 2>/dev/null ||
    "$PYTHON" -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements/cluster.txt ||
    say "Dask could not be installed; games on a cluster are NOT tested"
"$PYTHON" -m pytest -m services -p no:randomly tests/services
