"""Try the set-up on fresh systems: `python -m tests.fresh [RELEASE ...] [CASE ...]`. Needs root and debootstrap.

Exits with 0 when all went well, 1 when something is broken, 3 when something could not be tried.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.fresh.debs import deb
from tests.fresh.setups import CASES as SETUPS
from tests.fresh.system import RELEASES, System, have_base
from tests.rig.cell import run_in_cell
from tests.rig.errors import RigError

CASES: dict[str, Callable[[System], str]] = {**SETUPS, "deb": deb}
WHOLE = ("pi", "deb")


def main(words: list[str]) -> int:
    """Every case on every release that was named; all of them if none was."""
    releases = [word for word in words if word in RELEASES] or list(RELEASES)
    cases = [word for word in words if word in CASES] or list(SETUPS)
    unknown = set(words) - {*RELEASES, *CASES}
    if unknown:
        print(f"fresh: found {sorted(unknown)}; expected some of {', '.join((*RELEASES, *CASES))}", file=sys.stderr)
        return 2
    codes = [_try(release, case) for release in releases for case in cases]
    return 1 if 1 in codes else max(codes)


def _try(release: str, case: str) -> int:
    began = time.monotonic()
    scratch = Path(tempfile.mkdtemp(prefix="tablekeeper-fresh-"))
    try:
        base = have_base(release)
        return run_in_cell(lambda: _in_cell(release, case, base, scratch, began))
    except RigError as fault:
        print(f"{release:9} {case:12} {fault}", flush=True)
        return 3
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _in_cell(release: str, case: str, base: Path, scratch: Path, began: float) -> int:
    work = CASES[case]
    try:
        said = work(System(base, scratch, whole=case in WHOLE))
    except RigError as fault:
        print(f"{release:9} {case:12} BROKEN: {fault}", flush=True)
        return 1
    print(f"{release:9} {case:12} works ({time.monotonic() - began:.0f} s): {said}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
