#!/usr/bin/env bash
# Make a virtual environment and install Tablekeeper into it: setup.sh VENV LOCKFILE [tools]
# Quick when nothing has changed. What was interrupted, moved or copied is made anew; without a network, a working
# environment goes on as it is. A Raspberry Pi gets what it runs on, and the tools of `make test` only where they are
# asked for; other computers get both.
set -euo pipefail
venv=$1 lock=$2 py=${PY:-python3}
place=$PWD/$venv stamp=$venv/.ready with_tools=$venv/.tools broken=$venv/.installing log=$venv/pip.log

say() { printf 'setup: %s\n' "$*" >&2; }
refuse() { say "$*"; exit 2; }

pi=no
if grep -qs 'Raspberry Pi' "${TABLEKEEPER_MODEL_FILE:-/proc/device-tree/model}"; then pi=yes lock=requirements/pi.txt; fi
locks=("$lock")
if [ "$pi" = no ] || [ "${3:-}" = tools ] || [ -e "$with_tools" ]; then locks+=(requirements/dev.txt); fi

want=$({ printf '%s\n' "$place"; cat pyproject.toml "${locks[@]}" scripts/setup.sh; } | sha256sum)
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

pip_install() {
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-warn-conflicts --retries 2 -q --no-deps "$@" >>"$log" 2>&1
}

# The locks hold all that is needed, with a hash for each file; `make lock` writes them.
install_all() {
    pip_install --require-hashes --only-binary :all: "${locks[@]/#/--requirement=}" && install_own
}

# Python 3.11 reads this path in the locale's encoding at every start, and where it cannot, it does not start. A path
# from there has no letters of the folder's name in it. For the same reason pip runs in a locale that can write it.
install_own() {
    local path
    LC_ALL=C.UTF-8 pip_install --no-build-isolation -e . || return
    for path in "$venv"/lib/python3*/site-packages/__editable__.tablekeeper-*.pth; do
        if [ -e "$path" ]; then echo ../../../../src >"$path"; fi
    done
}

# One line instead of pip's many.
why_not() {
    if grep -qE 'NewConnectionError|Temporary failure|Network is unreachable|timed out|ProxyError|No matching distribution' "$log"; then
        printf 'the packages cannot be fetched, there may be no network'
    elif grep -q 'DO NOT MATCH THE HASHES' "$log"; then
        printf 'a package came with another hash than requirements/ names'
    elif grep -q 'No space left' "$log"; then
        printf 'the disk is full'
    else
        grep -m1 '^ERROR' "$log" || printf 'pip failed'
    fi
}

flags=(--clear)
if [ "$pi" = yes ]; then
    say "this is a Raspberry Pi, taking camera, OpenCV, pins and screen from apt"
    flags+=(--system-site-packages)
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
    refuse "$(why_not); nothing can run yet, set it up again when that is mended ($log)"
fi
if [ "${3:-}" = tools ]; then touch "$with_tools"; fi
echo "$want" >"$stamp"
rm "$broken"
say "ready, the command is $venv/bin/tablekeeper"
