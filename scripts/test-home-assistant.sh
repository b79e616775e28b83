#!/usr/bin/env bash
# Discovery against the real Home Assistant, in an environment of its own: PYTHON=.venv/bin/python test-home-assistant.sh
# It needs Python 3.13 (PY313=...) and about 700 MB; the environment stays for the next time.
set -euo pipefail
say() { printf '%s\n' "test-home-assistant: $*" >&2; }
py=${PY313:-$(command -v python3.13 || true)} venv=${HOME_ASSISTANT_VENV:-.venv-home-assistant}
[ -n "$py" ] || { say "find Python 3.13: there is none here; name it: make test-home-assistant PY313=/path/to/python3.13"; exit 2; }
if ! [ -e "$venv/.ready" ]; then
    "$py" -m venv --clear "$venv"
    "$venv/bin/python" -m pip install -q --disable-pip-version-check uv
    if index=$("$venv/bin/python" -m pip config get global.index-url 2>/dev/null); then export UV_DEFAULT_INDEX=$index; fi
    # uv finds a set of versions in a minute; pip gave up after ten
    VIRTUAL_ENV=$venv "$venv/bin/python" -m uv pip install -q --python "$venv/bin/python" \
        'homeassistant==2025.4.4' 'pytest-homeassistant-custom-component==0.13.236' paho-mqtt
    touch "$venv/.ready"
fi
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
"$PYTHON" -m tests.home_assistant.payloads >"$scratch/said.json"
cp tests/home_assistant/check_discovery.py "$scratch/"
printf '[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n' >"$scratch/pytest.ini"
python=$(realpath -s "$venv/bin/python")
cd "$scratch" && SAID=$scratch/said.json "$python" -m pytest -q -p no:cacheprovider check_discovery.py
