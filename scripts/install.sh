#!/usr/bin/env bash
# Install Tablekeeper on Raspberry Pi OS, or take it away again: install.sh [--dry-run] [--console] [--uninstall]
# Journals, editions and settings are never touched. Never tried on a real Pi yet.
set -euo pipefail
cd "$(dirname "$0")/.."
say() { printf '%s\n' "$*"; }
refuse() { say "install: $*" >&2; exit 2; }

dry=no kind=desktop uninstall=no
for word in "$@"; do
    case $word in
        --dry-run) dry=yes ;;
        --console) kind=console ;;
        --uninstall) uninstall=yes ;;
        *) refuse "found $word, right would be --dry-run, --console or --uninstall" ;;
    esac
done
model=${TABLEKEEPER_MODEL_FILE:-/proc/device-tree/model}
grep -q 'Raspberry Pi' "$model" 2>/dev/null ||
    refuse "this is no Raspberry Pi; on other computers 'make run' is all that is needed"
[ "$(id -u)" -ne 0 ] || [ "$dry" = yes ] || refuse "run it as the user who plays, it asks for sudo where it must"

do_it() { if [ "$dry" = yes ]; then say "would: $*"; else "$@"; fi; }
user_unit=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user/tablekeeper.service
system_unit=/etc/systemd/system/tablekeeper-console.service
command=$PWD/.venv/bin/tablekeeper

if [ "$uninstall" = yes ]; then
    if [ -e "$user_unit" ] || [ "$dry" = yes ]; then
        do_it systemctl --user disable --now tablekeeper.service
        do_it rm -f "$user_unit"
        do_it systemctl --user daemon-reload
    fi
    if [ -e "$system_unit" ] || [ "$dry" = yes ]; then
        do_it sudo systemctl disable --now tablekeeper-console.service
        do_it sudo rm -f "$system_unit"
        do_it sudo systemctl daemon-reload
    fi
    say "The service is gone. The games are still in ${TABLEKEEPER_HOME:-$HOME/.local/share/tablekeeper}."
    exit 0
fi

# Camera, OpenCV, pins and screen come from apt: pip's builds clash with the system's libcamera.
do_it sudo apt-get install -y python3-venv python3-picamera2 python3-opencv python3-numpy python3-pygame \
    python3-gpiozero python3-lgpio
groups=()
for group in video render input gpio audio spi; do
    if getent group "$group" >/dev/null; then
        groups+=(--group "$group")
        do_it sudo usermod -aG "$group" "${USER:-$(id -un)}"
    fi
done
do_it make setup
if [ "$kind" = desktop ]; then
    do_it mkdir -p "$(dirname "$user_unit")"
    if [ "$dry" = yes ]; then say "would: $command unit desktop > $user_unit"; else "$command" unit desktop > "$user_unit"; fi
    do_it systemctl --user daemon-reload
    do_it systemctl --user enable tablekeeper.service
else
    if [ "$dry" = yes ]; then
        say "would: $command unit console ${groups[*]} | sudo tee $system_unit"
    else
        mkdir -p "${TABLEKEEPER_HOME:-$HOME/.local/share/tablekeeper}"
        "$command" unit console "${groups[@]}" | sudo tee "$system_unit" >/dev/null
    fi
    do_it sudo systemctl daemon-reload
    do_it sudo systemctl enable tablekeeper-console.service
fi
say "Installed. Restart the Pi (new groups count from the next login), then: tablekeeper doctor"
