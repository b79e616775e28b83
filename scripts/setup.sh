#!/usr/bin/env bash
# Make a virtual environment and install Tablekeeper into it: setup.sh VENV LOCKFILE
# Quick when nothing has changed. What was interrupted, moved or copied is made anew; without a network, a working
# environment goes on as it is.
set -euo pipefail
venv=$1 lock=$2 py=${PY:-python3}
place=$PWD/$venv stamp=$venv/.ready broken=$venv/.installing log=$venv/pip.log

say() { printf 'setup: %s\n' "$*" >&2; }
refuse() { say "$*"; exit 2; }

want=$({ printf '%s\n' "$place"; cat pyproject.toml "$lock" scripts/setup.sh; } | sha256sum)
if [ -x "$venv/bin/python" ] && [ ! -e "$broken" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$want" ]; then exit 0; fi

command -v "$py" >/dev/null || refuse "no $py found; install it: sudo apt install python3 python3-venv"
"$py" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    refuse "$("$py" --version) is too old, Tablekeeper needs 3.11 or newer: make setup PY=python3.11"
"$py" -c 'import ensurepip, venv' 2>/dev/null ||
    refuse "$py has no venv module; install it: sudo apt install python3-venv"
[ -w . ] && { mkdir -p "$venv" && touch "$venv/.writable" && rm "$venv/.writable"; } 2>/dev/null ||
    refuse "$PWD cannot be written; copy the folder to a place of your own"

# A virtual environment knows its own place. One that was made elsewhere runs the other one's code, or nothing.
whole() {
    local made
    made=$(grep '^command = ' "$venv/pyvenv.cfg" 2>/dev/null) || return 1
    [[ $made == *" $place" ]] && [ ! -e "$broken" ] && "$venv/bin/python" -m pip --version >/dev/null 2>&1
}

# On a Raspberry Pi, camera, OpenCV, pins and screen come from apt, and the venv sees them: pip's builds clash with
# the system's libcamera, and have no lgpio for Python 3.13.
apt_packages=(python3-picamera2 python3-opencv python3-pygame python3-gpiozero python3-lgpio python3-numpy)
from_apt() {
    local missing=() package sudo=
    for package in "${apt_packages[@]}"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        sudo=sudo
        command -v sudo >/dev/null || refuse "${missing[*]} are missing and there is no sudo; as root: apt-get install ${missing[*]}"
    fi
    $sudo apt-get install -y "${missing[@]}" >&2 || refuse "apt-get could not install ${missing[*]}; it says why above"
}

# What pip installs on a Pi: everything that pyproject.toml names but what comes from apt, and the tools of 'make test'.
names_but_apt() {
    "$py" - <<'END'
import re, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
for name in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
    if re.split(r"[^\w-]", name)[0] not in ("gpiozero", "numpy", "opencv-python-headless", "pygame-ce"):
        print(name)
END
}

pip_install() {
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-warn-conflicts --retries 2 -q "$@" >>"$log" 2>&1
}

install_all() {
    if [ "$pi" = yes ]; then
        local names
        mapfile -t names < <(names_but_apt)
        pip_install "${names[@]}" && pip_install --no-deps --no-build-isolation -e .
    else
        pip_install -c "$lock" 'setuptools>=77' && pip_install --no-build-isolation -c "$lock" -e '.[dev]'
    fi
}

# One line instead of pip's many.
why_not() {
    if grep -qE 'NewConnectionError|Temporary failure|Network is unreachable|timed out|ProxyError|No matching distribution' "$log"; then
        printf 'the packages cannot be fetched, there may be no network'
    elif grep -q 'No space left' "$log"; then
        printf 'the disk is full'
    else
        grep -m1 '^ERROR' "$log" || printf 'pip failed'
    fi
}

pi=no flags=(--clear)
if grep -qs 'Raspberry Pi' "${TABLEKEEPER_MODEL_FILE:-/proc/device-tree/model}"; then
    say "this is a Raspberry Pi, taking camera, OpenCV, pins and screen from apt"
    pi=yes flags+=(--system-site-packages)
    from_apt
fi
works=no
if whole; then
    [ ! -e "$stamp" ] || works=yes
    say "bringing $venv up to date"
else
    [ ! -e "$venv/pyvenv.cfg" ] || say "$venv was left half made, or was made in another place: making it anew"
    say "making $venv with $("$py" --version) (about a minute the first time)"
    "$py" -m venv "${flags[@]}" "$venv" || refuse "$py -m venv failed; it says why above"
fi
touch "$broken"
: >"$log"
if ! install_all; then
    rm "$broken"
    if [ "$works" = yes ] && "$venv/bin/tablekeeper" --version >/dev/null 2>&1; then
        say "$(why_not); going on with $venv as it was, which may be too old ($log)"
        exit 0
    fi
    refuse "$(why_not); nothing can run yet, try again with a network ($log)"
fi
echo "$want" >"$stamp"
rm "$broken"
say "ready, the command is $venv/bin/tablekeeper"
