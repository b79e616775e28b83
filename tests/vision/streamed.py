"""Rows of a long measurement, streamed to a file: a run that was stopped goes on where it stood."""

import json
from pathlib import Path


def load_rows(file: Path | None) -> list[dict]:
    """The rows that are there; a last line that a kill cut short is left out."""
    if file is None or not file.exists():
        return []
    rows = []
    for line in file.read_text().splitlines():
        try:
            rows.append(json.loads(line))
        except ValueError:
            break
    return rows


def stream(file: Path | None, work, done: list[dict]):
    """Every row of `work`, written as soon as it is there; `done` rows are written again first, whole."""
    rows = list(done)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(json.dumps(row) + "\n" for row in done))
    for row in work:
        rows.append(row)
        if file is not None:
            with file.open("a") as out:
                out.write(json.dumps(row) + "\n")
    return rows
