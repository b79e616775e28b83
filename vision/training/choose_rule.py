"""Chooses the rule's thresholds with whole sources left out.

Run it: `python -m tablekeeper.vision.training.choose_rule FOLDER`.
"""

import argparse
import itertools
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Candidate, copies_of, expose
from tablekeeper.vision.faces.decide import Face, Rule, decide
from tablekeeper.vision.faces.looks import look, watch
from tablekeeper.vision.measure.labelled import Labelled, load_labels
from tablekeeper.vision.picture import load_picture

WRONG_COSTS = 8.0  # reads that must become sure and right to make up for one that is silently wrong
GRID = {
    "notice": (0.55, 0.6, 0.65),
    "notice_confirmed": (0.28, 0.33, 0.45),
    "notice_one": (0.45, 0.5, 0.6),
    "notice_hot": (0.6, 0.65, 0.7),
    "quality": (0.45, 0.55, 0.65),
    "quality_two": (0.55, 0.65, 0.75),
    "accept_one": (0.45, 0.5, 0.55, 0.6),
}
CLOSENESS_COUNTS = 0.01  # reads, a step of the grid: of equally good rules the one nearest to the shipped one


@dataclass(frozen=True)
class Looked:
    """One labelled picture, looked at once: everything that deciding needs."""

    truth: Labelled
    faces: list[Face]
    unreadable: list[Candidate]
    leftover: bool


def look_at(truth: Labelled, rule: Rule) -> Looked:
    """Run the nets and the counter; the guard once, with the present rule."""
    picture = expose(load_picture(truth.file))
    copies = copies_of(picture)
    seen = look(picture, rule, copies=copies)
    guarded = seen.overlooked if seen.doubts else watch(picture, seen.decision.accepted, seen.places, copies)
    return Looked(truth, seen.faces, seen.unreadable, bool(guarded))


def judge(looked: list[Looked], rule: Rule) -> NDArray[np.int_]:
    """Rows of (exact, exact and sure, silently wrong)."""
    rows = []
    for one in looked:
        verdict = decide(one.faces, one.unreadable, rule)
        exact = tuple(sorted(f.count.value for f in verdict.accepted if f.count)) == one.truth.values
        sure = not verdict.doubts and not one.leftover
        rows.append((exact, exact and sure, sure and not exact))
    return np.array(rows, int)


def rules() -> list[Rule]:
    """Every rule of the grid."""
    return [replace(Rule(), **dict(zip(GRID, values, strict=True))) for values in itertools.product(*GRID.values())]


def _steps_away(rule: Rule) -> int:
    """How many steps of the grid lie between a rule and the shipped one."""
    shipped = Rule()
    return sum(
        abs(values.index(getattr(rule, name)) - values.index(getattr(shipped, name))) for name, values in GRID.items()
    )


def main() -> None:
    """Print the figures of the shipped rule, of the best one, and of rules chosen without the source they judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    every, pictures = rules(), load_labels(parser.parse_args().folder)
    print(f"reading {len(pictures)} pictures, then trying {len(every)} rules: some three minutes", flush=True)
    looked = [look_at(truth, Rule()) for truth in pictures]
    table = np.stack([judge(looked, rule) for rule in every])  # rules x pictures x figures
    worth = table[..., 1] - WRONG_COSTS * table[..., 2]
    away = np.array([_steps_away(rule) for rule in every]) * CLOSENESS_COUNTS
    sources = np.array([one.truth.source for one in looked])
    held_out = np.zeros((len(looked), 3), int)
    for source in sorted(set(sources)):
        out = sources == source
        chosen = int((worth[:, ~out].sum(1) - away).argmax())
        held_out[out] = table[chosen, out]
    best = int((worth.sum(1) - away).argmax())
    print("best rule:", {name: getattr(every[best], name) for name in GRID})
    for name, rows in (("shipped", judge(looked, Rule())), ("best on all", table[best]), ("source left out", held_out)):
        _print(name, looked, rows)
    for cost in (0.0, 2.0, 8.0, 30.0):  # the trade-off between being sure and being silently wrong
        at = int(((table[..., 1] - cost * table[..., 2]).sum(1) - away).argmax())
        _print(f"a wrong one costs {cost:g}", looked, table[at])


def _print(name: str, looked: list[Looked], rows: NDArray[np.int_]) -> None:
    views = defaultdict(list)
    for number, one in enumerate(looked):
        views["empty" if not one.truth.values else one.truth.view].append(number)
    spoken = []
    for view, numbers in sorted(views.items()):
        exact, right, wrong = rows[numbers].sum(0)
        count = len(numbers)
        shares = (100 * part / count for part in (exact, right, wrong))
        spoken.append("{} exact {:.1f} sure {:.1f} wrong {:.1f}".format(view, *shares))
    print(f"{name}: {'; '.join(spoken)}")


if __name__ == "__main__":
    main()
