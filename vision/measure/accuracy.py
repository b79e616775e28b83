"""Reads a labelled folder and says how often the reader is silently wrong and how often it is not sure."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tablekeeper.vision.colours import same_colour
from tablekeeper.vision.faces.conditions import name_light
from tablekeeper.vision.measure.confidence import (
    Measured,
    bound,
    miscalibration,
    reliability,
    risk_coverage,
    spell_confidence,
)
from tablekeeper.vision.measure.intervals import clopper_pearson
from tablekeeper.vision.measure.labelled import UNSTATED, Labelled, LabelledDie, load_labels
from tablekeeper.vision.picture import Picture, load_picture
from tablekeeper.vision.reading import Reading

Read = Callable[[Picture], Reading]


@dataclass(frozen=True)
class Trial:
    """One labelled picture and what the reader made of it."""

    truth: Labelled
    reading: Reading
    milliseconds: float
    light: str = "unstated"  # as labelled, else as measured

    @property
    def exact(self) -> bool:
        """Whether the multiset of values is right."""
        return self.reading.values == self.truth.values

    @property
    def silent(self) -> bool:
        """Wrong, and sure of it: the poison."""
        return self.reading.sure and not self.exact

    def misread_dice(self, body: str | None = None) -> int:
        """Dice that are missing, invented or of another value; of one colour: missing or of another value."""
        have, want = Counter(self.reading.values), Counter(self.truth.values)
        missing = want - have
        if body is None:
            return max(missing.total(), (have - want).total())
        return (missing & Counter(die.value for die in self.truth.dice if die.body == body)).total()

    def rightly_named(self) -> list[LabelledDie]:
        """Of an exact reading, the labelled dice whose colour was named right, too."""
        left = list(self.reading.dice)
        named = []
        for die in self.truth.dice:
            match = next((one for one in left if one.value == die.value and same_colour(one.body, die.body)), None)
            if match is not None:
                left.remove(match)
                named.append(die)
        return named


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
    named: int = 0  # dice of exact readings whose colour is right
    nameable: int = 0  # dice of exact readings
    milliseconds: list[float] = field(default_factory=list)

    def add(self, trial: Trial, body: str | None = None) -> None:
        """Count one more picture; of its dice all, or those of one colour."""
        dice = [die for die in trial.truth.dice if body in (None, die.body)]
        self.pictures += 1
        self.exact += trial.exact
        self.exact_and_sure += trial.exact and trial.reading.sure
        self.silent += trial.silent
        self.unsure += not trial.reading.sure
        self.dice += len(dice)
        self.silent_dice += trial.misread_dice(body) if trial.silent else 0
        self.unsure_dice += 0 if trial.reading.sure else len(dice)
        if trial.exact:
            self.nameable += len(dice)
            self.named += sum(body in (None, die.body) for die in trial.rightly_named())
        self.milliseconds.append(trial.milliseconds)

    def as_dict(self) -> Measured:
        """Measured with exact 95 % intervals, as the command line prints them."""
        times = sorted(self.milliseconds)
        sure_dice = self.dice - self.unsure_dice
        return {
            "pictures": self.pictures,
            "dice": self.dice,
            "exact": _share(self.exact, self.pictures),
            "exact_and_sure": _share(self.exact_and_sure, self.pictures),
            "silently_wrong": _share(self.silent, self.pictures),
            "not_sure": _share(self.unsure, self.pictures),
            "silently_wrong_dice": _share(min(self.silent_dice, self.dice), self.dice),
            "silent_dice_bound": bound(min(self.silent_dice, sure_dice), sure_dice),
            "dice_in_unsure_pictures": _share(self.unsure_dice, self.dice),
            "colour_named_right": _share(self.named, self.nameable),
            "milliseconds": {"median": times[len(times) // 2], "p95": times[int(len(times) * 0.95)]} if times else None,
        }


def _share(events: int, trials: int) -> Measured:
    low, high = clopper_pearson(events, trials)
    return {"count": events, "of": trials, "share": events / trials if trials else None, "low": low, "high": high}


def measure(folder: str | os.PathLike[str], read: Read) -> list[Trial]:
    """Read every labelled picture of a folder."""
    trials = []
    for truth in load_labels(folder):
        picture = load_picture(truth.file)
        started = time.perf_counter()
        reading = read(picture)
        taken_ms = (time.perf_counter() - started) * 1000
        light = truth.light if truth.light != UNSTATED else f"{name_light(picture)} (measured)"
        trials.append(Trial(truth, reading, taken_ms, light))
    return trials


def summarise(trials: Iterable[Trial]) -> Measured:
    """Measured over all pictures, and by view, light, source and body colour (pictures with such a die; those dice)."""
    groups: dict[str, dict[str, Tally]] = {"all": {}, "view": {}, "light": {}, "source": {}, "body": {}}
    reasons: Counter[str] = Counter()
    kept = list(trials)
    for trial in kept:
        truth = trial.truth
        view = "empty" if not truth.dice else truth.view
        for group, key in (("all", "all"), ("view", view), ("light", trial.light), ("source", truth.source)):
            groups[group].setdefault(key, Tally()).add(trial)
        for body in {die.body for die in truth.dice}:
            groups["body"].setdefault(body, Tally()).add(trial, body)
        reasons.update({doubt.reason for doubt in trial.reading.doubts})
    result: Measured = {
        name: {key: tally.as_dict() for key, tally in sorted(group.items())} for name, group in groups.items()
    }
    whole = result["all"].get("all", Tally().as_dict())
    judged = [(trial.reading, trial.truth.values) for trial in kept]
    return {**result, "all": whole, "confidence": _confidence(judged), "reasons": dict(reasons.most_common())}


def _confidence(judged: list[tuple[Reading, tuple[int, ...]]]) -> Measured:
    rows = reliability(judged)
    return {"risk_coverage": risk_coverage(judged), "reliability": rows, "miscalibration": miscalibration(rows)}


def spell_summary(summary: Measured) -> str:
    """The figures as lines for people."""
    lines = [_line("all pictures", summary["all"])]
    for group in ("view", "light", "source", "body"):
        lines += [_line(f"{group} {key}", figures) for key, figures in summary[group].items()]
    doubts = ", ".join(f"{reason} {times}" for reason, times in summary["reasons"].items())
    lines += spell_confidence(summary["confidence"])
    return "\n".join([*lines, f"doubts: {doubts or 'none'}"])


def _line(name: str, figures: Measured) -> str:
    times = figures["milliseconds"]
    spoken = f", {times['median']:.0f} ms (p95 {times['p95']:.0f})" if times else ""
    return (
        f"{name}: {figures['pictures']} pictures, {figures['dice']} dice; exact {_spell(figures['exact'])}; "
        f"exact and sure {_spell(figures['exact_and_sure'])}; "
        f"silently wrong {_spell(figures['silently_wrong'])} (dice {_spell(figures['silently_wrong_dice'])}, "
        f"of those in sure pictures at most {100 * figures['silent_dice_bound']['at_most']:.2f} %); "
        f"not sure {_spell(figures['not_sure'])}; colour right {_spell(figures['colour_named_right'])}{spoken}"
    )


def _spell(share: Measured) -> str:
    if not share["of"]:
        return "none"
    return f"{100 * share['share']:.1f} % [{100 * share['low']:.1f}-{100 * share['high']:.1f}]"
