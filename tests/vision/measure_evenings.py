"""Plays simulated evenings: `python -m tests.vision.measure_evenings --evenings 200 --throws 60 --rows FILE`.

Each evening is a table that was never seen, of any shape, floor, light and dice. Nothing is known of it at first.
People agree to what is sure, put right what is not, and take the dice out between rolls, so that the tray may be seen
empty; a silent error stands, and is learned. Each evening is one row of FILE; the same command goes on after the last.
Prints how many questions are asked by throw number, and all silent errors.
"""

import argparse
from collections import Counter
from pathlib import Path

from tablekeeper import vision
from tablekeeper.hardware.errors import SceneError
from tablekeeper.hardware.mock.picture.tables import draw_table
from tablekeeper.vision.measure.intervals import clopper_pearson
from tablekeeper.vision.measure.series import values_of
from tablekeeper.vision.trays.learning.learner import TrayLearner
from tests.vision.streamed import load_rows, stream

RIGHT, ASKED, WRONG = "r", "q", "w"
EMPTY_EVERY = 4
"""Rolls from one look at the empty tray to the next: the eye looks only now and then."""
FIRST = 10
BIN = 10


def judge(reading, truth):
    """What people notice of a reading: nobody takes an empty tray for a roll."""
    if not reading.sure or not reading.dice:
        return ASKED
    return RIGHT if reading.values == truth.values else WRONG


def look_at_empty(learner, table, number):
    """The tray between two rolls, learned if it is surely empty."""
    picture = table.empty(number)
    reading = vision.read(picture, calibration=learner.known)
    if reading.sure and not reading.dice:
        learner.see_empty(picture)


def play(seed, split, throws):
    """One evening's row: what became of each throw, and in which a die leans."""
    table = draw_table(seed, split)
    learner, judged, leaning = TrayLearner(), "", ""
    try:
        for number in range(throws):
            if number % EMPTY_EVERY == 0:
                look_at_empty(learner, table, number)
            picture, truth = table.throw(number)
            reading = vision.read(picture, calibration=learner.known)
            verdict = judge(reading, truth)
            judged += verdict
            leaning += "l" if any(die.leaning for die in truth.dice) else "."
            said = truth.values if verdict == ASKED else reading.values
            learner.see_roll(picture, reading.dice, values_of(reading, said), reading.doubts)
    except SceneError as error:
        return {"seed": seed, "table": table.name, "judged": "", "leaning": "", "why": str(error)}
    return {"seed": seed, "table": table.name, "judged": judged, "leaning": leaning, "why": ""}


def report(rows):
    """The curve of questions, and the silent errors."""
    asked, thrown, wrong = Counter(), Counter(), Counter()
    flat_asked, flat = Counter(), Counter()
    for row in rows:
        for number, (verdict, leans) in enumerate(zip(row["judged"], row["leaning"], strict=True)):
            thrown[number // BIN] += 1
            asked[number // BIN] += verdict == ASKED
            wrong[number // BIN] += verdict == WRONG
            flat[number // BIN] += leans == "."
            flat_asked[number // BIN] += leans == "." and verdict == ASKED
    lines = [f"evenings: {sum(bool(row['judged']) for row in rows)} of {len(rows)} drawn"]
    lines += [
        f"throws {BIN * part + 1} to {BIN * (part + 1)}: asked {asked[part]} of {thrown[part]} "
        f"({100 * asked[part] / thrown[part]:.0f} %), where none leans {flat_asked[part]} of {flat[part]}; "
        f"silently wrong {wrong[part]}"
        for part in sorted(thrown)
    ]
    low, high = (100 * share for share in clopper_pearson(wrong.total(), max(thrown.total(), 1)))
    return [*lines, f"silently wrong in all: {wrong.total()} of {thrown.total()} ({low:.2f} to {high:.2f} %, 95 %)"]


def main():
    """Play evenings and print the curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=200)
    parser.add_argument("--throws", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--split", choices=("tuning", "judging"), default="judging")
    parser.add_argument("--rows", type=Path, help="where rows are streamed to, and gone on from")
    chosen = parser.parse_args()
    done = load_rows(chosen.rows)
    seen = {row["seed"] for row in done}
    seeds = range(chosen.first, chosen.first + chosen.evenings)
    work = (play(seed, chosen.split, chosen.throws) for seed in seeds if seed not in seen)
    print("\n".join(report(stream(chosen.rows, work, done))))


if __name__ == "__main__":
    main()
