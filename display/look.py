"""How people want the screen: language, theme, size of the text, motion, which hand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Look:
    """The settings that change how pages are drawn."""

    theme: str = "dark"
    language: str = "en"
    large: bool = False
    """Larger now line and scores."""
    calm: bool = False
    """Motions become cuts."""
    left_handed: bool = False
    """Page and stage swap sides."""
    upside_down: bool = False
    """The whole picture turns by 180 degrees."""
    brightness: int = 100
    """Per cent."""
