"""Measures the reader on simulated tables: `python -m tests.vision.measure_tables --tables 100 --rows FILE`.

Each table is calibrated as an owner would do it (five empty pictures, four throws lying apart) and its throws are read
with and without that. `--split judging` draws tables with a shape, a floor or lamps that no rule was tuned on.
Each table is one row of FILE as soon as it was read; the same command goes on after the last row that is there.
"""

import argparse
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from tablekeeper import vision
from tablekeeper.hardware.errors import SceneError
from tablekeeper.hardware.mock.picture.tables import draw_table
from tablekeeper.vision.errors import VisionError
from tablekeeper.vision.measure.intervals import clopper_pearson
from tests.vision.measure_rig import doubted, kind_of
from tests.vision.measure_strange import draw
from tests.vision.streamed import load_rows, stream

READERS = ("stranger", "calibrated")
SIZES = {"under 15 px": (0, 15), "15 to 20 px": (15, 20), "20 px and more": (20, np.inf)}
NO_ROOM, NOT_CALIBRATED = "tables without room", "not calibrated"


def calibrated(table):
    """What an owner would have calibrated, or None and the reason."""
    try:
        return vision.learn_dice(
            vision.calibrate(table.empties()), [(picture, None) for picture, _ in table.shown()]
        ), ""
    except VisionError as error:
        return None, str(error)


def edge_of(truth):
    """How large the upper faces are in the picture."""
    return float(np.median([np.sqrt(cv2.contourArea(np.float32(die.top_px))) for die in truth.dice]))


def judge(truth, reading):
    """What became of one throw, as a row's part."""
    edge = edge_of(truth)
    return {
        "read": list(reading.values),
        "sure": reading.sure,
        "why": reading.why,
        "doubted": [doubted(die, reading, edge) for die in truth.dice],
    }


def measure_table(seed, split, throws, *, hands=False, save=None):
    """One table's row: each throw with what lies there, and what both readers made of it."""
    table = draw_table(seed, split)
    row = {"seed": seed, "table": table.name, "why": "", "throws": []}
    try:
        known, row["why"] = calibrated(table)
        for number in range(throws):
            picture, truth = table.throw(number, hand=hands)
            one = {"values": list(truth.values), "kinds": [kind_of(die) for die in truth.dice], "edge": edge_of(truth)}
            for reader, calibration in zip(READERS, (None, known), strict=True):
                if reader == "calibrated" and calibration is None:
                    continue
                reading = vision.read(picture, calibration=calibration)
                one[reader] = judge(truth, reading)
                if save and is_wrong(one, reader):
                    save.mkdir(parents=True, exist_ok=True)
                    cv2.imwrite(str(save / f"{reader}_{seed}_{number}.png"), draw(picture, truth, reading))
            row["throws"].append(one)
    except SceneError as error:
        row["why"] = f"{NO_ROOM}: {error}"
    return row


def is_wrong(throw, reader):
    """Whether a reader was sure of what does not lie there."""
    return throw[reader]["sure"] and throw[reader]["read"] != throw["values"]


def is_right(throw, reader):
    """Whether a reader was sure of what lies there."""
    return throw[reader]["sure"] and throw[reader]["read"] == throw["values"]


def add(tally, reader, throw):
    """Count one throw as one reader read it."""
    told = throw[reader]
    tally[reader, "throws"] += 1
    tally[reader, "sure and right"] += is_right(throw, reader)
    tally[reader, "silently wrong"] += is_wrong(throw, reader)
    tally[reader, "silently wrong, none leaning"] += is_wrong(throw, reader) and "leaning" not in throw["kinds"]
    for kind, doubt in zip(throw["kinds"], told["doubted"], strict=True):
        tally[reader, f"dice {kind}"] += 1
        tally[reader, f"dice {kind}, doubted"] += doubt
        tally[reader, "leaning in a sure picture"] += kind == "leaning" and told["sure"]


def report_sizes(rows, reader):
    """One line for each size of the upper faces: the sizes differ more than any two readers do."""
    for name, (least, most) in SIZES.items():
        tally = Counter()
        for throw in (t for row in rows for t in row["throws"] if reader in t and least <= t["edge"] < most):
            add(tally, reader, throw)
        found = [tally[reader, what] for what in ("throws", "sure and right", "silently wrong")]
        found += [tally[reader, f"dice flat and apart{what}"] for what in (", doubted", "")]
        found += [tally[reader, what] for what in ("leaning in a sure picture", "dice leaning")]
        yield (
            "{}, faces of {}: {} throws, {} sure and right, {} silently wrong; {} of {} flat and apart doubted; "
            "{} of {} leaning in a sure picture".format(reader, name, *found)
        )


def breaks_law(row, *, leaning):
    """Whether a table is read less well with calibration than without, on throws with or without leaning dice."""
    throws = [t for t in row["throws"] if "calibrated" in t and (leaning or "leaning" not in t["kinds"])]
    right, wrong = (
        [sum(judged(throw, reader) for throw in throws) for reader in READERS] for judged in (is_right, is_wrong)
    )
    return right[1] < right[0] or wrong[1] > wrong[0]


def report(rows):
    """The figures as lines."""
    tally = Counter()
    for row in rows:
        tally["tables"] += 1
        tally[NO_ROOM] += row["why"].startswith(NO_ROOM)
        tally[NOT_CALIBRATED] += bool(row["why"]) and not row["why"].startswith(NO_ROOM)
        tally["tables on which calibration costs, leaning throws left out"] += breaks_law(row, leaning=False)
        for throw in row["throws"]:
            for reader in READERS:
                if reader in throw:
                    add(tally, reader, throw)
            if "calibrated" in throw:
                tally["throws read both ways"] += 1
                for reader in READERS:
                    tally[f"... sure and right, {reader}"] += is_right(throw, reader)
                    tally[f"... silently wrong, {reader}"] += is_wrong(throw, reader)
    lines = [f"{key}: {count}" for key, count in tally.items() if isinstance(key, str)]
    for reader in READERS:
        lines += [f"{reader}: {n}: {c}" for (r, n), c in sorted(i for i in tally.items() if i[0][0] == reader)]
        lines += report_sizes(rows, reader)
        low, high = (100 * share for share in clopper_pearson(tally[reader, "silently wrong"], tally[reader, "throws"]))
        lines.append(f"{reader}: silently wrong {low:.2f} to {high:.2f} % of the throws (95 %)")
    return lines


def main():
    """Read tables, and print counts of throws and dice for both readers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--throws", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--split", choices=("tuning", "judging"), default="tuning")
    parser.add_argument("--hands", action="store_true", help="with a hand over each throw")
    parser.add_argument("--rows", type=Path, help="where rows are streamed to, and gone on from")
    parser.add_argument("--save", type=Path, help="where pictures go that were silently wrong")
    chosen = parser.parse_args()
    done = load_rows(chosen.rows)
    seen = {row["seed"] for row in done}
    work = (
        measure_table(seed, chosen.split, chosen.throws, hands=chosen.hands, save=chosen.save)
        for seed in range(chosen.first, chosen.first + chosen.tables)
        if seed not in seen
    )
    print("\n".join(report(stream(chosen.rows, work, done))))


if __name__ == "__main__":
    main()
