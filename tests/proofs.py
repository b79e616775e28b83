"""Run everything that proves the promises of docs/care.md, and write the counts there: `python -m tests.proofs`.

It takes about half an hour of a quiet machine. `python -m tests.proofs FILE` takes what has been run already: it
reads the output of `pytest -m slow -s` on the same tests.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "care.md"
TESTS = ("tests/firmware/power_cuts", "tests/hostile")
BEGIN, END = "<!-- counted by python -m tests.proofs -->\n", "<!-- end of the counts -->\n"
CUTS = re.compile(r"^(\d+) power cuts at (\d+) points, none lost anything$", re.MULTILINE)
FAULTS = re.compile(r"^(\d+) faults injected, none cost more than a sentence$", re.MULTILINE)
FILES = re.compile(r"^(\d+) broken files, (\w+): (.*)$", re.MULTILINE)


class Incomplete(Exception):
    """A run that does not show all counts, or not without a failure."""


def count(output: str) -> list[str]:
    """The rows of the table from what the slow tests printed; a run with a failure counts for nothing."""
    if re.search(r"^(FAILED|ERROR) ", output, re.MULTILINE):
        raise Incomplete("Cannot count the proofs: found a failure in the run; expected none")
    return list(_rows(output))


def _rows(output: str) -> Iterator[str]:
    cuts, faults, files = CUTS.search(output), FAULTS.search(output), FILES.findall(output)
    if cuts is None or faults is None or not files:
        raise Incomplete("Cannot count the proofs: found no counts of cuts, faults or files; expected a whole run")
    yield "| what was tried | how often | failures |"
    yield "|---|---|---|"
    yield f"| power cuts, at {spell(cuts[2])} points of an evening, an update and a migration | {spell(cuts[1])} | 0 |"
    yield f"| calls to the disk that failed | {spell(faults[1])} | 0 |"
    for number, kind, outcomes in sorted(files, key=lambda found: found[1]):
        found = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", outcomes)}
        refused, read, most = found.get("refused", 0), found.get("read", 0), found["MB"]
        yield (
            f"| broken files, {kind}: {spell(refused)} refused, {spell(read)} read, {most} MB more at most "
            f"| {spell(number)} | 0 |"
        )


def spell(number: str | int) -> str:
    """A count as people read it."""
    return f"{int(number):,}"


def put(page: str, rows: list[str]) -> str:
    """The page with these rows in their place."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise Incomplete(f"Cannot write the counts: found no place for them in {PAGE.name}; expected {BEGIN.strip()}")
    return f"{before}{BEGIN}\n" + "\n".join(rows) + f"\n\n{END}{after}"


def run() -> str:
    """All slow tests of the promises; what they print."""
    words = [sys.executable, "-m", "pytest", "-m", "slow", "-s", "-p", "no:randomly", *TESTS]
    return subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout


if __name__ == "__main__":
    said = "".join(Path(name).read_text(encoding="utf-8") for name in sys.argv[1:]) or run()
    try:
        PAGE.write_text(put(PAGE.read_text(encoding="utf-8"), count(said)), encoding="utf-8")
    except Incomplete as fault:
        print(said[-3000:])
        sys.exit(str(fault))
