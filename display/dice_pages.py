"""What the screen shows when dice are read with no game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tablekeeper.display.pages import ALL_WELL, DieCrop, Light

Face = tuple[str, int]
"""The colour and the value of one die."""


PRESETS = ("any", "two", "five", "red_white", "keep")
"""What may be rolled, in the order in which a touch goes through them."""


@dataclass(frozen=True, slots=True)
class DicePage:
    """The latest roll, those before it, and how often each face came."""

    number: int = 0
    """Of the latest roll; 0 before the first."""
    dice: tuple[DieCrop, ...] = ()
    before: tuple[tuple[Face, ...], ...] = ()
    """The rolls before the latest, the newest first."""
    counts: Mapping[str, tuple[tuple[int, ...], str]] = field(default_factory=dict)
    """For each colour how often each face came, and what can be said of it: `few`, `fair` or `odd`."""
    phase: str = ""
    """`settling` while dice roll, `no_camera` where nobody can see them."""
    saved: str = ""
    """The file that the rolls were written to just now."""
    fault: str = ""
    """Why they could not be written, in a few words."""
    hands: bool = False
    """Whether simulated hands can throw."""
    health: tuple[Light, ...] = ALL_WELL
    preset: str = PRESETS[0]
    """What is rolled."""
