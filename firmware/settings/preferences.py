"""The settings page and the settings file: which name and value of one is which of the other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablekeeper.firmware.settings.config import Settings, write_setting

PREFERENCES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "language": ("table.language", {"en": "en", "fr": "fr"}),
    "text_size": ("table.text_size", {"normal": "normal", "large": "large"}),
    "theme": ("screen.theme", {"dark": "dark", "light": "light"}),
    "brightness": ("table.brightness", {"100": 100, "75": 75, "50": 50, "25": 25}),
    "dim": ("screen.dim", {"on": True, "off": False}),
    "motion": ("table.calm", {"on": False, "off": True}),
    "sound": ("table.sound", {"on": "on", "quiet": "quiet", "off": "off"}),
    "captions": ("table.captions", {"on": True, "off": False}),
    "hand": ("table.hand", {"right": "right", "left": "left"}),
    "face": ("screen.upside_down", {"fixed": False, "turned": True}),
}
"""For each setting of the screen its name in the file, and for each of its values what the file holds."""


def shown_values(settings: Settings) -> dict[str, str]:
    """What the settings page shows; a value of the file that it does not offer is left out."""
    shown = {}
    for name, (place, values) in PREFERENCES.items():
        section, key = place.split(".")
        kept = getattr(getattr(settings, section), key)
        word = next((word for word, value in values.items() if value == kept), None)
        if word is not None:
            shown[name] = word
    return shown


def keep(home: Path, name: str, value: str) -> None:
    """Write one setting of the page into the file; a ConfigFault or OSError where that cannot be."""
    place, values = PREFERENCES[name]
    write_setting(home, place, values[value])
