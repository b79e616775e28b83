"""How people want the table to look and to sound, and the settings that say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper.display.errors import SettingFault

SETTINGS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "language": ("language", {"en": "en", "fr": "fr"}),
    "text_size": ("large", {"normal": False, "large": True}),
    "theme": ("theme", {"dark": "dark", "light": "light"}),
    "brightness": ("brightness", {"100": 100, "75": 75, "50": 50, "25": 25}),
    "dim": ("dims", {"on": True, "off": False}),
    "motion": ("calm", {"on": False, "off": True}),
    "sound": ("volume", {"on": 100, "quiet": 35, "off": 0}),
    "captions": ("captions", {"on": True, "off": False}),
    "hand": ("left_handed", {"right": False, "left": True}),
    "face": ("upside_down", {"fixed": False, "turned": True}),
}
"""Each setting with what it changes and the values it takes; the first one is the usual one."""


@dataclass(frozen=True)
class Look:
    """What the settings change."""

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
    dims: bool = True
    """Whether the screen dims when nobody has touched it for a while."""
    volume: int = 100
    """Volume of the sounds in per cent; 0 is off."""
    captions: bool = True
    """Whether each sound is written down for a moment."""


def adjusted(look: Look, name: str, value: str) -> Look:
    """The look with one setting changed; an unknown setting or value is named."""
    if name not in SETTINGS:
        raise SettingFault(
            "Cannot set {name!r}: there is no such setting; expected one of {known}",
            name=name,
            known=", ".join(SETTINGS),
        )
    changes, values = SETTINGS[name]
    if value not in values:
        raise SettingFault(
            "Cannot set {name}: found {value!r}; expected one of {known}",
            name=name,
            value=value,
            known=", ".join(values),
        )
    return replace(look, **{changes: values[value]})
