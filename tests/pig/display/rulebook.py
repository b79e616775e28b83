"""Pig's rules by topic, and how its table is laid out."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.rulebook import GuideStep, Layout, Topic
from tablekeeper.display.widgets.pieces import draw_die

TOPICS = (
    Topic(name="turn", asked=("roll", "go_on"), clauses=("turn.",)),
    Topic(name="aim", clauses=("end.", "setup.")),
)


def die(pen: Pen, layout: Layout) -> None:
    """The die."""
    pen.stamp(draw_die, 0, 0, (-60, -60, 60, 68), "white", 96, 5)


GUIDE = (GuideStep(name="die", draw=die),)
