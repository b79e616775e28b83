"""Cocoons' rules by topic, and how its box is laid out."""

from __future__ import annotations

from collections.abc import Mapping

from tablekeeper.display.cocoons.box import draw_cocoon, draw_coin, draw_frame
from tablekeeper.display.cocoons.guardians import draw_token
from tablekeeper.display.cocoons.trapdoors import draw_trapdoor
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.rulebook import GuideStep, Layout, Topic
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.words.texts import Texts

TOPICS = (
    Topic(name="aim", asked=("verdict", "reveal"), clauses=("end.",)),
    Topic(name="turn", asked=("turn", "slide_on", "youngest"), clauses=("turn.", "slide.")),
    Topic(name="uncovering", asked=("find", "place"), clauses=("reveal.", "place.")),
    Topic(name="seeing", asked=("name", "face"),
          clauses=("seats.", "setup.cocoons", "slide.share", "real.", "memory.")),
    Topic(name="correcting", asked=("rehome",), clauses=("correct.",)),
    Topic(name="trapdoors", asked=("flip", "lay"), clauses=("trapdoor.",)),
    Topic(name="harder", clauses=("difficult.", "level.")),
)  # fmt: skip
SHOWN = {
    "1": ("rune",), "2": ("rune", "slide"), "3": ("lock_a", "rune_a1"), "4": ("rune", "rotation", "action"),
    "5": ("number_1", "number_2", "number_3"),
}  # fmt: skip
"""One of each kind of trapdoor of a level."""
SEATS = ((-150, -84), (150, 84), (150, -84), (-150, 84))
"""Two players sit opposite each other."""


def level_of(layout: Layout) -> str:
    """The level, as far as it is one of the printed ones."""
    level = layout.option("level", "1")
    return level if level in SHOWN else "1"


def small_box(pen: Pen, factor: float = 0.44) -> Pen:
    """A pen that draws the box around (0, 0), smaller."""
    return pen.scaled(-240 * factor, -244 * factor, factor)


def guardians(pen: Pen, layout: Layout) -> None:
    """Nine tokens face down, one in each place."""
    for i in range(9):
        x, y = (i % 3 - 1) * 62, (i // 3 - 1) * 62
        pen.rect(x - 28, y - 28, 56, 56, 8, None, pen.c.materials["wood_light"], 3)
        pen.stamp(draw_token, x, y, (-24, -24, 24, 28), "?", 20)


def trapdoors(pen: Pen, layout: Layout) -> None:
    """One of each kind of this level."""
    kinds = SHOWN[level_of(layout)]
    for i, kind in enumerate(kinds):
        pen.stamp(draw_trapdoor, (i - (len(kinds) - 1) / 2) * 104, 0, (-40, -40, 40, 44), kind)


def mixture(texts: Texts, layout: Layout) -> Mapping[str, object]:
    """Which trapdoors lie in this level's box."""
    level = level_of(layout)
    return {"level": level, "trapdoors": texts.say(f"cocoons.guide.mix.level_{level}")}


def cocoons(pen: Pen, layout: Layout) -> None:
    """Eight cocoons, turned any way; the gap is over the start token."""
    small = small_box(pen)
    small.stamp(draw_frame, 0, 0, (30, 28, 450, 456))
    for place in range(9):
        x, y = 240 + (place % 3 - 1) * 126, 238 + (place // 3 - 1) * 126
        if place == 5:
            small.stamp(draw_token, x, y, (-40, -40, 40, 44), "start", 34)
        else:
            small.stamp(draw_cocoon, x, y, (-60, -60, 60, 64), "NESW"[place % 4], False)


def tokens(pen: Pen, layout: Layout) -> None:
    """The reserve in the ninth cocoon."""
    pen.stamp(draw_cocoon, 0, 0, (-60, -60, 60, 64), "", False)
    for x, y in ((-18, -14), (18, -10), (-8, 18), (24, 20)):
        pen.stamp(draw_coin, x, y, (-24, -24, 24, 24))


def seats(pen: Pen, layout: Layout) -> None:
    """Everybody at a corner."""
    small_box(pen, 0.4).stamp(draw_frame, 0, 0, (30, 28, 450, 456))
    colours = ("red", "blue", "green", "yellow")
    taken = SEATS[: max(2, min(4, layout.players))]
    for colour, (x, y) in zip(colours, taken, strict=False):
        pen.stamp(draw_badge, x, y, (-24, -24, 24, 24), colour, 22)


GUIDE = (
    GuideStep(name="guardians", draw=guardians), GuideStep(name="trapdoors", draw=trapdoors, facts=mixture),
    GuideStep(name="cocoons", draw=cocoons), GuideStep(name="tokens", draw=tokens),
    GuideStep(name="seats", draw=seats),
)  # fmt: skip
