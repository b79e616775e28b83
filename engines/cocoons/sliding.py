"""What the sensors of the box mean in Cocoons."""

from __future__ import annotations

from tablekeeper.engines.cocoons.answers import Slide, Start
from tablekeeper.engines.core.game import SlidingBox

SLIDES = SlidingBox(
    gap=lambda state: state.gap,
    slid_from=lambda answer: answer.place if isinstance(answer, Slide) else None,
    start="start",
    laid_at=lambda answer: answer.place if isinstance(answer, Start) else None,
)
