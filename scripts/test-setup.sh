#!/usr/bin/env bash
# The set-up on fresh Debian systems: PYTHON=.venv/bin/python test-setup.sh [RELEASE ...] [CASE ...] [--if-possible]
# With --if-possible a machine that cannot make a fresh Debian is no failure: it is said, and nothing is run.
set -euo pipefail
say() { printf '%s\n' "test-setup: $*" >&2; }
if ! command -v debootstrap >/dev/null && [ "$(id -u)" = 0 ]; then
    { apt-get update && apt-get install -y --no-install-recommends debootstrap; } >/dev/null 2>&1 && say "installed debootstrap" || true
fi
exec "$PYTHON" -m tests.fresh "$@"
