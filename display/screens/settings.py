"""The settings: language, text, palette, brightness, sound, hand, motion. A touch takes the next value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from display.pages import SettingsPage
from display.pen import Pen
from display.voice import Tool, header, now_line, rail
from display.wishes import Back, OpenDoctor, Setting

SETTINGS: dict[str, tuple[str, ...]] = {
    "language": ("en", "fr"),
    "text_size": ("normal", "large"),
    "theme": ("dark", "light"),
    "brightness": ("100", "75", "50", "25"),
    "sound": ("on", "off"),
    "hand": ("right", "left"),
    "motion": ("on", "off"),
    "face": ("fixed", "turned"),
}
"""Each setting with the values it takes; the first one is the usual one."""


def draw(pen: Pen, page: SettingsPage, ui: Mapping[str, Any]) -> None:
    """One row a setting."""
    stage = pen.stage()
    pitch = 468 / len(SETTINGS)
    for i, (name, values) in enumerate(SETTINGS.items()):
        y, high = 8 + i * pitch, pitch - 6
        value = page.values.get(name, values[0])
        stage.rect(12, y, 456, high, 14, stage.c.page)
        stage.text(32, y + high / 2, pen.say(f"setting.{name}"), 22, "strong", room=210)
        said = pen.texts.first(f"setting.{name}_{value}") or value
        stage.text(420, y + high / 2, said, 22, "text", stage.c.accent, "end", room=170)
        stage.icon("fwd", 444, y + high / 2, 9, stage.c.text_soft)
        following = values[(values.index(value) + 1) % len(values)] if value in values else values[0]
        stage.target(12, y, 456, high, Setting(name, following), name, first=i == 0)
    voice = pen.page()
    header(voice, pen.say("settings.title"), page.health, icon="gear")
    now_line(voice, pen.say("settings.touch"), pen.say("settings.kept"))
    rail(
        voice,
        [
            Tool(pen.say("rail.back"), "back", Back(), "back", "main"),
            Tool(pen.say("menu.doctor"), None, OpenDoctor(), "doctor"),
        ],
    )
