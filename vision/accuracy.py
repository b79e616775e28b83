"""Reads a labelled folder and says how often the reader is silently wrong and how often it is not sure."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from vision.intervals import clopper_pearson
from vision.labelled import Labelled, load_labels
from vision.picture import Picture, load_picture
from vision.reading import Reading

Read = Callable[[Picture], Reading]


@dataclass(frozen=True)
class Trial:
    """One labelled picture and what the reader made of it."""

    truth: Labelled
    reading: Reading
    milliseconds: float

    @property
    def exact(self) -> bool:
        """Whether the multiset of values is right."""
        return self.reading.values == self.truth.values

    @property
    def silent(self) -> bool:
        """Wrong, and sure of it: the poison."""
        return self.reading.sure and not self.exact

    @property
    def misread_dice(self) -> int:
        """Dice that are missing, invented or of another value."""
        have, want = Counter(self.reading.values), Counter(self.truth.values)
        return max((want - have).total(), (have - want).total())


@dataclass
class Tally:
    """Counts of one group of pictures."""

    pictures: int = 0
    exact: int = 0
    exact_and_sure: int = 0
    silent: int = 0
    unsure: int = 0
    dice: int = 0
    silent_dice: int = 0
    unsure_dice: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def add(self, trial: Trial) -> None:
        """Count one more picture."""
        dice = len(trial.truth.dice)
        self.pictures += 1
        self.exact += trial.exact
        self.exact_and_sure += trial.exact and trial.reading.sure
        self.silent += trial.silent
        self.unsure += not trial.reading.sure
        self.dice += dice
        self.silent_dice += trial.misread_dice if trial.silent else 0
        self.unsure_dice += 0 if trial.reading.sure else dice
        self.milliseconds.append(trial.milliseconds)

    def as_dict(self) -> dict[str, Any]:
        """Figures with exact 95 % intervals, as the command line prints them."""
        times = sorted(self.milliseconds)
        return {
            "pictures": self.pictures,
            "dice": self.dice,
            "exact": _share(self.exact, self.pictures),
            "exact_and_sure": _share(self.exact_and_sure, self.pictures),
            "silently_wrong": _share(self.silent, self.pictures),
            "not_sure": _share(self.unsure, self.pictures),
            "silently_wrong_dice": _share(min(self.silent_dice, self.dice), self.dice),
            "dice_in_unsure_pictures": _share(self.unsure_dice, self.dice),
            "milliseconds": {"median": times[len(times) // 2], "p95": times[int(len(times) * 0.95)]} if times else None,
        }


def _share(events: int, trials: int) -> dict[str, Any]:
    low, high = clopper_pearson(events, trials)
    return {"count": events, "of": trials, "share": events / trials if trials else None, "low": low, "high": high}


def measure(folder: str | os.PathLike[str], read: Read) -> list[Trial]:
    """Read every labelled picture of a folder."""
    trials = []
    for truth in load_labels(folder):
        picture = load_picture(truth.file)
        started = time.perf_counter()
        reading = read(picture)
        trials.append(Trial(truth, reading, (time.perf_counter() - started) * 1000))
    return trials


def summarise(trials: Iterable[Trial]) -> dict[str, Any]:
    """Figures over all pictures, and by view, light, source and body colour (pictures that hold such a die)."""
    groups: dict[str, dict[str, Tally]] = {"all": {}, "view": {}, "light": {}, "source": {}, "body": {}}
    reasons: Counter[str] = Counter()
    for trial in trials:
        truth = trial.truth
        view = "empty" if not truth.dice else truth.view
        keys = [("all", "all"), ("view", view), ("light", truth.light), ("source", truth.source)]
        keys += [("body", body) for body in sorted({die.body for die in truth.dice})]
        for group, key in keys:
            groups[group].setdefault(key, Tally()).add(trial)
        reasons.update({doubt.reason for doubt in trial.reading.doubts})
    result: dict[str, Any] = {
        name: {key: tally.as_dict() for key, tally in sorted(group.items())} for name, group in groups.items()
    }
    return {**result, "all": result["all"].get("all", Tally().as_dict()), "reasons": dict(reasons.most_common())}


def spell_summary(summary: dict[str, Any]) -> str:
    """The figures as lines for people."""
    lines = [_line("all pictures", summary["all"])]
    for group in ("view", "light", "source", "body"):
        lines += [_line(f"{group} {key}", figures) for key, figures in summary[group].items()]
    doubts = ", ".join(f"{reason} {times}" for reason, times in summary["reasons"].items())
    return "\n".join([*lines, f"doubts: {doubts or 'none'}"])


def _line(name: str, figures: dict[str, Any]) -> str:
    times = figures["milliseconds"]
    spoken = f", {times['median']:.0f} ms (p95 {times['p95']:.0f})" if times else ""
    return (
        f"{name}: {figures['pictures']} pictures, {figures['dice']} dice; exact {_spell(figures['exact'])}; "
        f"exact and sure {_spell(figures['exact_and_sure'])}; "
        f"silently wrong {_spell(figures['silently_wrong'])} (dice {_spell(figures['silently_wrong_dice'])}); "
        f"not sure {_spell(figures['not_sure'])}{spoken}"
    )


def _spell(share: dict[str, Any]) -> str:
    if not share["of"]:
        return "none"
    return f"{100 * share['share']:.1f} % [{100 * share['low']:.1f}-{100 * share['high']:.1f}]"
