#!/usr/bin/env bash
# Discovery against the real Home Assistant, in an environment of its own: PYTHON=.venv/bin/python test-home-assistant.sh [--if-possible]
# It needs Python 3.13 (PY313=...) and about 700 MB; the environment stays for the next time.
# With --if-possible, a machine that cannot have Home Assistant is reported and is no failure.
set -euo pipefail
missing=2
if [ "${1:-}" = --if-possible ]; then missing=0; shift; fi
cannot() { printf 'test-home-assistant: cannot run: %s\n' "$*" >&2; exit "$missing"; }
# a name on the path may be pyenv's stand-in for a version that is not switched on
runs() { [ -n "$1" ] && "$1" -c 'import sys, venv; sys.exit(sys.version_info[:2] != (3, 13))' 2>/dev/null; }
find_python() {
    for py in "${PY313:-}" python3.13 "$(pyenv prefix 3.13 2>/dev/null || true)/bin/python3.13"; do
        if runs "$py"; then echo "$py"; return; fi
        [ -z "${PY313:-}" ] || return 1
    done
    return 1
}
install() {
    "$1" -m venv --clear "$venv" &&
        "$venv/bin/python" -m pip install -q --disable-pip-version-check uv || return 1
    if index=$("$venv/bin/python" -m pip config get global.index-url 2>/dev/null); then export UV_DEFAULT_INDEX=$index; fi
    # uv finds a set of versions in a minute; pip gave up after ten
    VIRTUAL_ENV=$venv "$venv/bin/python" -m uv pip install -q --python "$venv/bin/python" \
        'homeassistant==2025.4.4' 'pytest-homeassistant-custom-component==0.13.236' paho-mqtt || return 1
    touch "$venv/.ready"
}

venv=${HOME_ASSISTANT_VENV:-.venv-home-assistant}
if ! [ -e "$venv/.ready" ]; then
    py=$(find_python) || cannot "found no Python 3.13; name it: make test-home-assistant PY313=/path/to/python3.13"
    install "$py" || cannot "Home Assistant could not be installed; pip or uv says why above"
fi
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
"$PYTHON" -m tests.home_assistant.payloads >"$scratch/said.json"
cp tests/home_assistant/check_discovery.py "$scratch/"
printf '[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n' >"$scratch/pytest.ini"
python=$(realpath -s "$venv/bin/python")
cd "$scratch" && SAID=$scratch/said.json "$python" -m pytest -q -p no:cacheprovider check_discovery.py
