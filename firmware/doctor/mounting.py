"""Guides the hands that mount camera and lamp: the whole tray in sight, even light, a sharp picture; each seen live."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tablekeeper.display.care_pages import Gauge
from tablekeeper.display.words.texts import Said
from tablekeeper.firmware.checks.findings import Finding, fine, found, mend, why
from tablekeeper.firmware.doctor.steps import Step, Steps
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import GLARE, TOO_DARK
from tablekeeper.vision.trays.camera.light import check_light
from tablekeeper.vision.trays.camera.mounting import (
    EVEN_FROM,
    SHARP_FROM,
    SIDES,
    measure_evenness,
    measure_focus,
    measure_sight,
)

LookAt = Callable[[], Picture | None]
"""The newest picture; None while there is none."""
HOLD_S = 2.0
"""So long it must be well: a hand that lets go often moves what it held."""
PATIENCE_S = 60.0
"""Camera and lamp are moved, screwed and moved again."""
NEAR_BEST = 0.93
"""Of the sharpest so far: as good as it, for a lens that somebody turns past its best."""
OPPOSITE = ({"left", "right"}, {"far", "near"})


class Seen(NamedTuple):
    """One picture, judged."""

    well: bool
    says: Said
    """What is seen, and what to do."""
    gauge: Gauge | None = None


class Aim(NamedTuple):
    """One thing to get right, by name: of its finding, and of its texts."""

    name: str
    judge: Callable[[Picture], Seen]


def try_sight(look: LookAt, now: Callable[[], float]) -> Steps:
    """All four corners of the empty tray in the picture."""
    return _try_aim(Aim("sight", judge_sight), look, now)


def try_light(look: LookAt, now: Callable[[], float]) -> Steps:
    """Bright enough, even, and no lamp that mirrors itself."""
    return _try_aim(Aim("light", judge_light), look, now)


def try_focus(look: LookAt, now: Callable[[], float]) -> Steps:
    """A sharp picture: by its edges, and no worse than the sharpest on the way."""
    return _try_aim(Aim("focus", FocusJudge()), look, now)


AIMS: dict[str, Callable[[LookAt, Callable[[], float]], Steps]] = {
    "sight": try_sight,
    "light": try_light,
    "focus": try_focus,
}
"""In the order of work: where the camera hangs decides about the light, and both about the focus."""


def judge_sight(picture: Picture) -> Seen:
    """Where the camera has to go so that the whole tray is seen."""
    sight = measure_sight(picture)
    gauge = Gauge(sight.corners / 4, 1.0)
    if not sight.cut:
        return Seen(True, Said("hands.sight_well"), gauge)
    cut = set(sight.cut)
    if len(cut) == len(SIDES):
        return Seen(False, Said("hands.sight_none"), gauge)
    if any(pair <= cut for pair in OPPOSITE):
        return Seen(False, Said("hands.sight_higher", seen=sight.corners), gauge)
    sides = tuple(Said(f"hands.side_{side}") for side in sight.cut)
    return Seen(False, Said("hands.sight_move", seen=sight.corners, sides=sides), gauge)


def judge_light(picture: Picture) -> Seen:
    """Where light is missing, or where there is too much."""
    reasons = {check.reason for check in check_light(picture)}
    sight = measure_sight(picture)
    even = measure_evenness(picture, None if sight.cut else sight.outline)
    gauge = Gauge(even.share, EVEN_FROM)
    if TOO_DARK in reasons:
        return Seen(False, Said("hands.light_dark"), gauge)
    if GLARE in reasons:
        return Seen(False, Said("hands.light_glare"), gauge)
    share = round(100 * even.share)
    if even.share >= EVEN_FROM:
        return Seen(True, Said("hands.light_even", share=share), gauge)
    place = Said(f"hands.place_{3 * even.row + even.column + 1}")
    return Seen(False, Said("hands.light_uneven", share=share, place=place), gauge)


class FocusJudge:
    """Remembers the sharpest picture, so that a lens that was turned too far is turned back."""

    def __init__(self) -> None:
        self.best = 0.0

    def __call__(self, picture: Picture) -> Seen:
        """How sharp it is, and which way to go on."""
        sharp = measure_focus(picture)
        self.best = max(self.best, sharp)
        gauge = Gauge(sharp, SHARP_FROM, self.best)
        if sharp == 0.0:
            return Seen(False, Said("hands.focus_nothing"), gauge)
        now, best = round(100 * sharp), round(100 * self.best)
        if sharp < NEAR_BEST * self.best:
            return Seen(False, Said("hands.focus_back", now=now, best=best), gauge)
        well = sharp >= SHARP_FROM
        return Seen(well, Said("hands.focus_well" if well else "hands.focus_turn", now=now), gauge)


def _try_aim(aim: Aim, look: LookAt, now: Callable[[], float]) -> Steps:
    """Judge picture after picture until all is well for a while, or patience ends."""
    ask = Said(f"hands.{aim.name}")
    until_s, well_since_s = now() + PATIENCE_S, None
    seen: Seen | None = None
    while now() < until_s:
        picture = look()
        seen = aim.judge(picture) if picture is not None else None
        if seen is None or not seen.well:
            well_since_s = None
        elif well_since_s is None:
            well_since_s = now()
        elif now() - well_since_s >= HOLD_S:
            yield Step("", finding=fine(aim.name, found(f"hands_{aim.name}")))
            return
        live, gauge = (seen.says, seen.gauge) if seen is not None else (Said("hands.no_picture"), None)
        yield Step(ask, live=live, gauge=gauge)
    yield Step("", finding=_give_up(aim.name, seen))


def _give_up(name: str, seen: Seen | None) -> Finding:
    if seen is None:
        return Finding(name, "look", found("camera_silent"), why("camera_silent"), mend("camera_cable"))
    last = found("hands_last", seen=seen.says)
    return Finding(name, "look", last, why(f"hands_{name}"), mend(f"hands_{name}"))
