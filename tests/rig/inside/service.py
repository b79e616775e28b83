"""Starts, feeds, starves, kills and stops the table's service under systemd, and says what became of it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.rig.inside.proof import check, report
from tests.rig.service import HOME, UNIT

_LOOKS_EVERY_S = 1.0
"""Each look starts a program, which keeps an emulated machine busy for a good part of that."""
STARTS_WITHIN_S = 30.0
"""By the machine's own clock: what the unit allows."""


def systemctl(*words: str) -> str:
    """Ask systemd for something."""
    done = subprocess.run(["systemctl", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        journal = subprocess.run(
            ["journalctl", "-b", "-u", UNIT, "-n", "25", "-o", "cat"], capture_output=True, text=True, check=False
        )
        for line in journal.stdout.splitlines():
            report(f"| {line}")
        check(False, f"systemctl {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout.strip()


def show(*names: str) -> str:
    """Properties of the service, a line each, in systemd's own order."""
    return systemctl("show", UNIT, "--property", ",".join(names), "--value")


def wait_until(what: str, holds: Callable[[], bool], within_s: float) -> float:
    """How long it took until something held."""
    began_s = time.monotonic()
    while not holds():
        spent_s = time.monotonic() - began_s
        if spent_s > within_s:
            state = {name: show(name) for name in ("ActiveState", "SubState", "Result", "NRestarts", "StatusText")}
            check(False, f"{what} did not happen within {within_s:g} s: {state}")
        time.sleep(_LOOKS_EVERY_S)
    return time.monotonic() - began_s


def is_back(after: str) -> bool:
    """Whether another process than this one is at the table."""
    process, *states = show("MainPID", "ActiveState", "SubState").split()
    return states == ["active", "running"] and process not in ("0", after)


def main() -> None:
    """The life of the service."""
    subprocess.run(["modprobe", "virtio-gpu"], check=True)
    began_s = time.monotonic()
    systemctl("start", UNIT)
    took_s = time.monotonic() - began_s
    first = show("MainPID")
    owner = Path(f"/proc/{first}").owner()
    report(f"started after {took_s:.0f} s: {show('ActiveState')}, {show('StatusText')!r}, process {first} of {owner}")

    patience_s = int(show("WatchdogUSec").removesuffix("s"))
    meals = [show("WatchdogTimestampMonotonic")]
    for _ in range(2):
        took_s = wait_until("feeding", lambda: show("WatchdogTimestampMonotonic") != meals[-1], patience_s)
        meals.append(show("WatchdogTimestampMonotonic"))
    check(show("MainPID") == first, "it was started anew although it was fed")
    report(f"fed: the watchdog of {patience_s} s was fed again after {took_s:.0f} s")

    os.kill(int(first), signal.SIGSTOP)
    took_s = wait_until("starting anew after starving", lambda: is_back(first), patience_s + STARTS_WITHIN_S)
    second = show("MainPID")
    report(
        f"starved: a process that hung was given up and replaced after {took_s:.0f} s (restarts: {show('NRestarts')})"
    )

    os.kill(int(second), signal.SIGKILL)
    took_s = wait_until("starting anew after a kill", lambda: is_back(second), STARTS_WITHIN_S)
    report(f"killed: back after {took_s:.0f} s (restarts: {show('NRestarts')})")

    began_s = time.monotonic()
    systemctl("stop", UNIT)
    check(show("Result") == "success" and show("ActiveState") == "inactive", f"stopping ended as {show('Result')}")
    report(f"stopped: {show('ActiveState')}, {show('Result')} after {time.monotonic() - began_s:.1f} s")
    check(Path(HOME, "journal.sqlite").is_file(), "no journal was written")


if __name__ == "__main__":
    main()
