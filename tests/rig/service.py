"""Service: our systemd unit, as the installer writes it, under a real systemd in a virtual machine."""

from __future__ import annotations

from pathlib import Path

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
Environment=PYTHONPATH={TREE_INSIDE}
WorkingDirectory={TREE_INSIDE}
StandardOutput=tty
StandardError=inherit
TTYPath=/dev/ttyS0
TimeoutStartSec=infinity

[Install]
WantedBy=graphical.target
"""
# this machine is emulated, some thirty times slower than a Pi
_PATIENCE = "[Service]\nTimeoutStartSec=300\n"
_SILENT = ("serial-getty@ttyS0.service", "getty@tty1.service", "systemd-resolved.service", "apt-daily.timer")
UNIT = "tablekeeper-console.service"
# on Raspberry Pi OS they are there
_GROUPS = ("gpio", "spi")


def run(work: Work) -> None:
    """Install the project and its service as on a Pi, boot, and treat the service badly."""

    def prepare(root: Path) -> None:
        install_project(root)
        for group in _GROUPS:
            run_inside(root, ["groupadd", "--system", group], "making the Pi's groups")
        run_inside(root, ["useradd", "--create-home", "player"], "making a user")
        units = root / "etc/systemd/system"
        (units / f"{UNIT}.d").mkdir()
        (units / f"{UNIT}.d/emulated.conf").write_text(_PATIENCE, encoding="ascii")
        (units / "rig-proof.service").write_text(_PROOF, encoding="utf-8")
        (units / "graphical.target.wants").mkdir(exist_ok=True)
        (units / "graphical.target.wants/rig-proof.service").symlink_to("/etc/systemd/system/rig-proof.service")
        for name in _SILENT:
            (units / name).symlink_to("/dev/null")

    Machine(work, "true", init="/usr/lib/systemd/systemd", devices=(_CARD,), prepare=prepare).run()


def install_project(root: Path) -> None:
    """Install the project into the userland's virtual environment, offline."""
    source = root / "tmp/source"
    copy_tree(source)
    install = ["/opt/venv/bin/python", "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--no-build-isolation"]
    run_inside(root, [*install, "/tmp/source"], "installing the project")
