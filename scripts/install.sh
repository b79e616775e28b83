#!/usr/bin/env bash
# Install Tablekeeper on Raspberry Pi OS, or take it away again: install.sh [--dry-run] [--console] [--network] [--uninstall]
# Journals, editions and settings are never touched. Never tried on a real Pi yet.
set -euo pipefail
cd "$(dirname "$0")/.."
say() { printf '%s\n' "$*"; }
refuse() { say "install: $*" >&2; exit 2; }

dry=no kind=desktop uninstall=no network=()
for word in "$@"; do
    case $word in
        --dry-run) dry=yes ;;
        --console) kind=console ;;
        --network) network=(--network) ;;
        --uninstall) uninstall=yes ;;
        *) refuse "found $word; expected --dry-run, --console, --network or --uninstall" ;;
    esac
done
model=${TABLEKEEPER_MODEL_FILE:-/proc/device-tree/model}
grep -qs 'Raspberry Pi' "$model" ||
    refuse "this is no Raspberry Pi; on other computers 'make run' is all that is needed"
[ "$(id -u)" -ne 0 ] || [ "$dry" = yes ] || refuse "run it as the user who plays, it asks for sudo where it must"
if [ "$dry" = no ]; then
    for tool in sudo systemctl; do
        command -v "$tool" >/dev/null || refuse "found no $tool; Raspberry Pi OS has it: sudo as root by 'apt-get install sudo', systemctl with systemd"
    done
fi

failed=()
do_it() { if [ "$dry" = yes ]; then say "would: $*"; else "$@"; fi; }
# a step that others do not depend on: it is told at the end, and the rest is done
try() { do_it "$@" || failed+=("$*"); }
finish() {
    if [ ${#failed[@]} -gt 0 ]; then
        say "install: these steps failed, everything else was done:" >&2
        printf '    %s\n' "${failed[@]}" >&2
        exit 1
    fi
    if [ "$dry" = yes ]; then say "Nothing was changed; without --dry-run the steps above are done."; else say "$1"; fi
}
user_unit=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user/tablekeeper.service
system_unit=/etc/systemd/system/tablekeeper-console.service
command=$PWD/.venv/bin/tablekeeper

remove_desktop() {
    [ -e "$user_unit" ] || return 0
    try systemctl --user disable --now tablekeeper.service
    try rm -f "$user_unit"
    try systemctl --user daemon-reload
}
remove_console() {
    [ -e "$system_unit" ] || return 0
    try sudo systemctl disable --now tablekeeper-console.service
    try sudo rm -f "$system_unit"
    try sudo systemctl daemon-reload
}

if [ "$uninstall" = yes ]; then
    [ -e "$user_unit" ] || [ -e "$system_unit" ] || { say "No service is installed; there is nothing to take away."; exit 0; }
    remove_desktop
    remove_console
    finish "The service is gone. The games are still in ${TABLEKEEPER_HOME:-$HOME/.local/share/tablekeeper}."
    exit 0
fi

if [ "$dry" = yes ]; then # setup.sh asks for sudo where packages of apt are missing
    say "would: make setup ($(sed -n 's/^apt_packages=(\(.*\))/\1/p' scripts/setup.sh | sed 's/ /, /g') from apt if missing)"
else
    make setup
fi
groups=()
for group in video render input gpio audio spi; do
    if getent group "$group" >/dev/null; then
        groups+=(--group "$group")
        try sudo usermod -aG "$group" "${USER:-$(id -un)}"
    fi
done
# each kind takes the other one's place: two tables would fight over the camera
if [ "$kind" = desktop ]; then
    remove_console
    do_it mkdir -p "$(dirname "$user_unit")"
    if [ "$dry" = yes ]; then say "would: $command unit desktop${network[*]:+ --network} > $user_unit"; else "$command" unit desktop "${network[@]}" >"$user_unit"; fi
    try systemctl --user daemon-reload
    try systemctl --user enable tablekeeper.service
else
    remove_desktop
    if [ "$dry" = yes ]; then
        say "would: $command unit console ${groups[*]} ${network[*]} | sudo tee $system_unit"
    else
        mkdir -p "${TABLEKEEPER_HOME:-$HOME/.local/share/tablekeeper}"
        "$command" unit console "${groups[@]}" "${network[@]}" | sudo tee "$system_unit" >/dev/null
    fi
    try sudo systemctl daemon-reload
    try sudo systemctl enable tablekeeper-console.service
fi
finish "Installed. Restart the Pi (new groups count from the next login), then: $command doctor"
