"""Service: our systemd unit, as the installer writes it, under a real systemd in a virtual machine."""

from __future__ import annotations

from pathlib import Path

from tests.rig.errors import Broken
from tests.rig.machine import Machine
from tests.rig.pc import copy_tree
from tests.rig.userland import run_inside
from tests.rig.work import TREE_INSIDE, Work

_CARD = "virtio-gpu-pci,xres=800,yres=480"
_PROOF = f"""\
[Unit]
Description=Proves the service of Tablekeeper
After=multi-user.target

[Service]
Type=oneshot
ExecStart=/bin/sh -c '/opt/venv/bin/python -B -m tests.rig.inside.service; echo "rig-end $?"'
ExecStopPost=/usr/bin/systemctl poweroff --force --force
Environment=PYTHONPATH={TREE_INSIDE}:{TREE_INSIDE}/src
WorkingDirectory={TREE_INSIDE}
StandardOutput=tty
StandardError=inherit
TTYPath=/dev/ttyS0
TimeoutStartSec=infinity

[Install]
WantedBy=graphical.target
"""
_SILENT = ("serial-getty@ttyS0.service", "getty@tty1.service", "systemd-resolved.service", "apt-daily.timer")
UNIT = "tablekeeper-console.service"
# a simulated tray would be drawn on this slow machine for longer than all the rest of a start takes
_SETTINGS = '[camera]\nbackend = "none"\n'
GROUPS = ("video", "render", "input", "gpio", "audio", "spi")
# of these Debian has the others; on Raspberry Pi OS they are there
_PI_GROUPS = ("gpio", "spi")
COMMAND = "/opt/venv/bin/tablekeeper"
HOME = "/home/player/.local/share/tablekeeper"


def run(work: Work) -> None:
    """Install the project and its service as on a Pi, boot, and treat the service badly."""

    def prepare(root: Path) -> None:
        install_project(root)
        for group in _PI_GROUPS:
            run_inside(root, ["groupadd", "--system", group], "making the Pi's groups")
        run_inside(root, ["useradd", "--create-home", "player"], "making a user")
        run_inside(root, ["install", "-d", "-o", "player", "-g", "player", *_folders(HOME)], "making a home")
        (root / HOME.lstrip("/") / "config.toml").write_text(_SETTINGS, encoding="ascii")
        units = root / "etc/systemd/system"
        write_unit(work, root, units / UNIT)
        (units / "rig-proof.service").write_text(_PROOF, encoding="utf-8")
        (units / "graphical.target.wants").mkdir(exist_ok=True)
        (units / "graphical.target.wants/rig-proof.service").symlink_to("/etc/systemd/system/rig-proof.service")
        for name in _SILENT:
            (units / name).symlink_to("/dev/null")

    Machine(work, "true", init="/usr/lib/systemd/systemd", devices=(_CARD,), prepare=prepare).run()


def _folders(path: str) -> list[str]:
    """A folder and those above it, down to the user's own."""
    return [str(folder) for folder in reversed([Path(path), *Path(path).parents[:2]])]


def write_unit(work: Work, root: Path, unit: Path) -> None:
    """Write the unit as scripts/install.sh does, for the user who plays, and let systemd judge it."""
    groups = [word for group in GROUPS for word in ("--group", group)]
    command = [COMMAND, "--home", HOME, "unit", "console", "--user", "player", *groups]
    unit.write_text(run_inside(root, command, "writing the unit", fault=Broken), encoding="utf-8")
    place = f"/etc/systemd/system/{UNIT}"
    run_inside(root, ["systemd-analyze", "verify", "--recursive-errors=yes", place], "systemd-analyze", fault=Broken)
    judge = ["systemd-analyze", "security", "--offline=true", "--no-pager", place]
    lines = run_inside(root, judge, "systemd-analyze security", fault=Broken).splitlines()
    found = next((line.lstrip("→ ").strip() for line in lines if "Overall exposure" in line), "no word")
    work.report(f"systemd-analyze verify: nothing found; security: {found}")


def install_project(root: Path) -> None:
    """Install the project into the userland's virtual environment, offline."""
    source = root / "tmp/source"
    copy_tree(source)
    install = ["/opt/venv/bin/python", "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--no-build-isolation"]
    run_inside(root, [*install, "/tmp/source"], "installing the project")
