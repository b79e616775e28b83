"""Measures what corrections teach: `python -m tests.vision.measure_corrections ../shared/dice/series`.

Each series of throws under one camera is a source of its own. So many of its dice, drawn anew for each throw from the
other throws, are remembered as people named them; one in ten may be named wrongly. Nothing else of the tray is known.
"""

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

from tablekeeper.vision.measure.series import find_series, judge
from tablekeeper.vision.reader import find_dice, weigh
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.changes import find_changes
from tablekeeper.vision.trays.floor.floor import Floor
from tablekeeper.vision.trays.fusion import weigh_with_knowledge
from tablekeeper.vision.trays.learning.face_memory import FaceMemory

CORRECTIONS = (0, 1, 3, 10, 30)


def knowing(picture, memory):
    """A tray of which nothing but some faces is known."""
    height, width = picture.shape[:2]
    black = np.zeros((height // 2, width // 2, 3), np.uint8)
    floor = Floor(black, black, np.full_like(black, 255), np.zeros(black.shape[:2], np.uint8))
    corners = ((0, 0), (width, 0), (width, height), (0, height))
    return Calibration(width, height, corners, black, 1.0, 1.0, seen_floor=floor, faces=memory)


def named(value, rng, *, wrongly):
    """What somebody says that a die shows."""
    return int(rng.choice([v for v in range(1, 7) if v != value])) if wrongly else value


def remember(faces, unit, rng, *, many, false):
    """A memory of some faces of other throws, drawn at random."""
    memory = FaceMemory(unit)
    for number, at in enumerate(rng.permutation(len(faces))[:many]):
        picture, count = faces[at]
        value = named(count.value, rng, wrongly=false and number % 10 == 0)
        memory = memory.with_face(picture, count.x, count.y, value)
    return memory


def reweigh(picture, faces, doubts, known):
    """What a stranger's reader found, weighed with a memory of faces."""
    return weigh_with_knowledge(picture, faces, doubts, find_changes(picture, known), known)


def measure(series, tally):
    """Read all throws of a series with every number of corrections."""
    rng, seen = np.random.default_rng(7), []
    for throw in series.throws:
        picture = throw.load()
        faces, doubts = find_dice(picture)
        exact = tuple(sorted(face.count.value for face in faces)) == throw.values
        seen.append((throw, picture, faces, doubts, [(picture, face) for face in faces] if exact else []))
    units = [
        4 * face.count.spacing * face.candidate.edge
        for *_, own in seen
        for _, face in own
        if face.count.value > 1 and face.count.spacing >= 0.2
    ]
    for at, (throw, picture, faces, doubts, _) in enumerate(seen):
        others = [(p, face.count) for k, (*_, own) in enumerate(seen) if k != at for p, face in own]
        for many in CORRECTIONS:
            for false in (False, True):
                memory = remember(others, float(np.median(units)), rng, many=many, false=false)
                known = knowing(picture, memory if many else None)
                reading = reweigh(picture, faces, doubts, known) if many else weigh(picture, faces, doubts)
                tally[many, false][judge(reading, throw.values)] += 1


def main():
    """Print the share of sure readings by the number of corrections."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    found = find_series(chosen.folder)
    if not found:
        raise SystemExit(
            f"Cannot measure corrections: found no series of throws in {chosen.folder}; expected labels.json"
        )
    whole = {(many, false): Counter() for many in CORRECTIONS for false in (False, True)}
    for series in found:
        tally = {key: Counter() for key in whole}
        measure(series, tally)
        for key, counts in tally.items():
            whole[key] += counts
        print(series.name, {key: dict(counts) for key, counts in tally.items() if not key[1]}, flush=True)
    for (many, false), counts in whole.items():
        print(f"{many} corrections{', one in ten false' if false else ''}: {dict(counts)}")


if __name__ == "__main__":
    main()
