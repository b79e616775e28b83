"""Draws what the net for known trays learns from.

Run it: `python -m tests.vision.draw_table_lessons --out FOLDER --tables 800`.

Tables of the tuning split only, each calibrated as an owner would do it. Each file holds one table's portraits, with
room around them, and of each whether the die leans, whether it has another one beside it that nobody read, and what its
upper face shows. A file that is there is not drawn again.
"""

import argparse
from pathlib import Path

import numpy as np

from tablekeeper import vision
from tablekeeper.hardware.errors import SceneError
from tablekeeper.hardware.mock.picture.tables import draw_table
from tablekeeper.vision.errors import CalibrationError
from tablekeeper.vision.faces.candidates import cut
from tablekeeper.vision.training.draw_faces import (
    ANOTHER_FACE,
    ANOTHER_SHARE,
    ASTRAY,
    BARE_AWAY,
    BESIDE,
    NO_FACE,
    UNKNOWN,
    UNREAD_SHARE,
)
from tablekeeper.vision.training.draw_things import ROOM_PX
from tablekeeper.vision.trays.changes import find_changes
from tablekeeper.vision.trays.leaning.portrait import EDGE_PX, draw_portrait, find_places
from tablekeeper.vision.trays.learning.learn import find_shown, learn_stance

LEANING, USUAL = 3, (1, 2, 4, 0)  # numbers of throws, modulo five: one die leans, or none
UNSURE_SIZE = 0.08  # of a stranger's reader, as a logarithm
BARE_SHARE = 0.35  # of the dice beside which a place is taken for one


def numbers_of(leaning: int, usual: int):
    """The numbers of a table's throws."""
    return [5 * k + LEANING for k in range(leaning)] + [5 * (k // 4) + USUAL[k % 4] for k in range(usual)]


def stance_of(table):
    """What is known of a table that portraits need; None where too few dice are read in the pictures shown."""
    floor, pictures = vision.calibrate(table.empties()), [picture for picture, _ in table.shown()]
    try:
        known, _ = learn_stance(floor, pictures, [find_shown(picture, floor) for picture in pictures])
    except CalibrationError:
        return None
    return known if known.below_camera else None


def places_of(truth, edges, rng):
    """Where a reader sees the dice: at their upper faces, or of a leaning one now and then at another face."""
    for die, edge in zip(truth.dice, edges, strict=True):
        far = ANOTHER_FACE if die.leaning and rng.random() < ANOTHER_SHARE else ASTRAY
        yield np.mean(die.top_px, 0) + rng.normal(0, far * edge, 2)


def bare_places_of(middles, edges, rng):
    """Places near dice where no upper face is: sides, shadows, other things' ends, the floor."""
    for (x, y), edge in zip(middles, edges, strict=True):
        away, turn = edge * rng.uniform(*BARE_AWAY), rng.uniform(0, 2 * np.pi)
        place = x + away * np.cos(turn), y + away * np.sin(turn)
        nearest = min(np.hypot(*np.subtract(place, other)) for other in middles)
        if rng.random() < BARE_SHARE and nearest > BARE_AWAY[0] * edge:
            yield place


def portraits_of(picture, truth, known, rng):
    """One throw's lessons: with the floor (leaning, edge, a die beside it unread, value), and as a stranger sees it."""
    changes = find_changes(picture, known)
    edges = [known.stance.edge_at(*map(float, np.mean(die.top_px, 0))) for die in truth.dice]
    middles = [(float(x), float(y)) for x, y in places_of(truth, edges, rng)]
    places = find_places(picture, middles, known)
    portraits, facts, crops, stances = [], [], [], []
    for die, place, edge in zip(truth.dice, places, edges, strict=True):
        if die.cut_off or die.stacked:
            continue
        wide = edge * float(np.exp(rng.normal(0, UNSURE_SIZE))) * ROOM_PX / EDGE_PX
        crops.append(cut(picture, place.x, place.y, wide, size=ROOM_PX))
        stances.append((die.leaning, edge, False))
        others = [other for other in places if other is not place]
        near = [other for other in others if np.hypot(other.x - place.x, other.y - place.y) < BESIDE * edge]
        unread = [near[int(rng.integers(len(near)))]] if near and rng.random() < UNREAD_SHARE else []
        for missing in ([], unread) if unread else ([],):
            planned = [other for other in others if other not in missing]
            portraits.append(draw_portrait(picture, place, planned, known, changes, ROOM_PX))
            facts.append((die.leaning, edge, bool(missing), UNKNOWN if die.leaning else die.value))
    tops = [np.mean(die.top_px, 0) for die in truth.dice]
    for place in find_places(picture, list(bare_places_of(tops, edges, rng)), known):
        edge = known.stance.edge_at(place.x, place.y)
        portraits.append(draw_portrait(picture, place, places, known, changes, ROOM_PX))
        facts.append((UNKNOWN, edge, UNKNOWN, NO_FACE))
    return portraits, facts, crops, stances


def draw_lessons(seed, leaning, usual, largest):
    """All portraits of one table as arrays; None where nothing is learned of it, or its pictures are too large."""
    table, rng = draw_table(seed, "tuning"), np.random.default_rng([seed, 77])
    if max(table.scene.camera.width_px, table.scene.camera.height_px) > largest:
        return None
    known = stance_of(table)
    if known is None:
        return None
    found = [portraits_of(*table.throw(number), known, rng) for number in numbers_of(leaning, usual)]
    portraits, facts, crops, stances = ([one for part in parts for one in part] for parts in zip(*found, strict=True))
    return {
        "known": np.array(portraits, np.uint8),
        "known_facts": np.array(facts, np.float32),
        "strange": np.array(crops, np.uint8),
        "strange_facts": np.array(stances, np.float32),
    }


def main():
    """Draw one file a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tables", type=int, default=800)
    parser.add_argument("--first", type=int, default=1_000_000)
    parser.add_argument("--leaning", type=int, default=16, help="throws of a table in which a die leans")
    parser.add_argument("--usual", type=int, default=40, help="others: half with a die flat at a wall")
    parser.add_argument("--largest", type=int, default=800, help="pixels; larger pictures cost time and show no more")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for seed in range(chosen.first, chosen.first + chosen.tables):
        file = chosen.out / f"{seed}.npz"
        if file.exists():
            continue
        try:
            lessons = draw_lessons(seed, chosen.leaning, chosen.usual, chosen.largest)
        except SceneError:
            continue
        if lessons is not None:
            draft = file.with_suffix(".new.npz")
            np.savez_compressed(draft, **lessons)
            draft.replace(file)


if __name__ == "__main__":
    main()
