#!/usr/bin/env bash
# Stands in for python3 as far as scripts/setup.sh calls it, and notes what it is asked. FAKE_FAULT breaks one thing.
set -u
note() { printf '%s\n' "$*" >>"$FAKE_LOG"; }
case "$*" in
    *version_info*) [ "${FAKE_FAULT:-}" != old ]; exit ;;
    *ensurepip*) [ "${FAKE_FAULT:-}" != no-venv ]; exit ;;
    --version) echo "Python 3.11.0"; exit ;;
    -) exec "$REAL_PYTHON" - ;;
    *"-m pip --version"*) [ -e "$(dirname "$0")/pip" ]; exit ;;
    *"-m venv"*)
        note "$*"
        folder=${*: -1}
        rm -rf "$folder"
        mkdir -p "$folder/bin"
        printf 'command = %s -m venv %s\n' "$0" "$PWD/$folder" >"$folder/pyvenv.cfg"
        cp "$FAKE_PYTHON" "$folder/bin/python"
        [ "${FAKE_FAULT:-}" != killed-in-venv ] || { kill -9 "$PPID"; exit 9; }
        touch "$folder/bin/pip"
        printf '#!/bin/sh\necho tablekeeper 0\n' >"$folder/bin/tablekeeper"
        chmod +x "$folder/bin/tablekeeper"
        ;;
    *"-m pip"*)
        note "$*"
        case ${FAKE_FAULT:-} in
            killed-in-pip) kill -9 "$PPID"; exit 9 ;;
            offline)
                for n in $(seq 25); do echo "WARNING: Retrying after connection broken by NewConnectionError: [Errno -3]"; done
                echo "ERROR: Could not find a version that satisfies the requirement"
                exit 1 ;;
            forged) echo "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE."; exit 1 ;;
            full) echo "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"; exit 1 ;;
        esac
        if [ "${*: -1}" = . ]; then
            packages=$(dirname "$0")/../lib/python3.11/site-packages
            mkdir -p "$packages"
            echo "$PWD/src" >"$packages/__editable__.tablekeeper-0.pth"
        fi
        ;;
esac
