"""Try the set-up on fresh systems, as root: `python -m tests.fresh [RELEASE ...] [CASE ...] [arm64] [--if-possible]`.

With arm64 the Pi's processor is emulated, as in the rig: everything takes many times as long.

Exits with 0 when all went well, 1 when something is broken, 3 when something could not be tried: with --if-possible
that is said, and is no failure.
"""

from __future__ import annotations

import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.fresh.debs import deb
from tests.fresh.setups import CASES as SETUPS
from tests.fresh.system import RELEASES, System, have_base, have_emulated
from tests.rig.cell import run_in_cell
from tests.rig.errors import RigError

CASES: dict[str, Callable[[System], str]] = {**SETUPS, "deb": deb}
WHOLE = ("pi", "deb")
ARM64 = "arm64"
IF_POSSIBLE = "--if-possible"
BROKEN, NOT_TRIED = 1, 3


def main(words: list[str]) -> int:
    """Every case on every release that was named; all of them if none was."""
    releases = [word for word in words if word in RELEASES] or list(RELEASES)
    cases = [word for word in words if word in CASES] or list(SETUPS)
    known = (*RELEASES, *CASES, ARM64, IF_POSSIBLE)
    unknown = set(words) - set(known)
    if unknown:
        print(f"fresh: found {sorted(unknown)}; expected some of {', '.join(known)}", file=sys.stderr)
        return 2
    codes = [_try(release, case, emulated=ARM64 in words) for release in releases for case in cases]
    worst = BROKEN if BROKEN in codes else max(codes)
    return 0 if worst == NOT_TRIED and IF_POSSIBLE in words else worst


def _try(release: str, case: str, *, emulated: bool) -> int:
    began = time.monotonic()
    scratch = Path(tempfile.mkdtemp(prefix="tablekeeper-fresh-"))
    try:
        base = None if emulated else have_base(release)
        return run_in_cell(lambda: _in_cell(release, case, base, scratch, began))
    except RigError as fault:
        print(f"{release:9} {case:12} {fault}", flush=True)
        return NOT_TRIED
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _in_cell(release: str, case: str, base: Path | None, scratch: Path, began: float) -> int:
    """The emulator is known in this cell alone, so what is emulated is made here too."""
    work = CASES[case]
    try:
        said = work(System(base or have_emulated(release), scratch, whole=case in WHOLE))
    except RigError as fault:
        print(f"{release:9} {case:12} BROKEN: {fault}", flush=True)
        return BROKEN
    print(f"{release:9} {case:12} works ({time.monotonic() - began:.0f} s): {said}", flush=True)
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the scratch folder goes
    raise SystemExit(main(sys.argv[1:]))
