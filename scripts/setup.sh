#!/usr/bin/env bash
# Make a virtual environment and install Tablekeeper into it: setup.sh VENV LOCKFILE
set -euo pipefail
venv=$1 lock=$2 py=${PY:-python3}

say() { printf '%s\n' "$*" >&2; }
command -v "$py" >/dev/null || { say "setup: no $py found; install it: sudo apt install python3 python3-venv"; exit 2; }
"$py" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    { say "setup: $("$py" --version) is too old, Tablekeeper needs 3.11 or newer: make setup PY=python3.11"; exit 2; }
"$py" -c 'import ensurepip, venv' 2>/dev/null ||
    { say "setup: $py has no venv module; install it: sudo apt install python3-venv"; exit 2; }

stamp=$venv/.ready
want=$(cat pyproject.toml "$lock" scripts/setup.sh | sha256sum)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want" ]; then touch "$stamp"; exit 0; fi

# On a Raspberry Pi, camera, OpenCV, pins and screen come from apt, and the venv sees them: pip's builds clash with
# the system's libcamera, and have no lgpio for Python 3.13.
if grep -q 'Raspberry Pi' "${TABLEKEEPER_MODEL_FILE:-/proc/device-tree/model}" 2>/dev/null; then
    say "setup: this is a Raspberry Pi, taking camera, OpenCV, pins and screen from apt"
    missing=$(dpkg-query -W -f='${Package} ${Status}\n' python3-picamera2 python3-opencv python3-pygame python3-gpiozero \
        python3-lgpio python3-numpy 2>&1 | awk '!/install ok installed/ {print $NF}' || true)
    [ -z "$missing" ] || sudo apt-get install -y python3-picamera2 python3-opencv python3-pygame python3-gpiozero \
        python3-lgpio python3-numpy
    [ -x "$venv/bin/python" ] || "$py" -m venv --clear --system-site-packages "$venv"
    "$venv/bin/python" -m pip install -q --no-deps -e .
    "$venv/bin/python" -m pip install -q click msgspec platformdirs rich segno hypothesis pytest pytest-randomly
else
    say "setup: making $venv with $("$py" --version) (about a minute the first time)"
    [ -x "$venv/bin/python" ] || "$py" -m venv --clear "$venv"
    "$venv/bin/python" -m pip install -q --disable-pip-version-check -c "$lock" -e '.[dev]' 2> >(grep -v 'is ignored' >&2)
fi
echo "$want" > "$stamp"
say "setup: ready, the command is $venv/bin/tablekeeper"
