"""The settings, all at a glance. A touch takes the next value."""

from __future__ import annotations

from tablekeeper.display.care_pages import SettingsPage
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.look import SETTINGS
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.intents import Back, OpenWizard, Setting, SwitchHouse
from tablekeeper.display.widgets.side_page import Tool, header, now_line, rail

COLUMNS = 2


def draw(pen: Pen, page: SettingsPage, ui: Ui) -> None:
    """One field a setting, in two columns."""
    stage = pen.stage()
    rows = -(-len(SETTINGS) // COLUMNS)
    pitch, wide = 468 / rows, 225.0
    for i, (name, (_, values)) in enumerate(SETTINGS.items()):
        x, y = 12 + (i // rows) * (wide + 6), 8 + (i % rows) * pitch
        draw_setting(stage, name, tuple(values), page.values.get(name, ""), x, y, wide, pitch - 6)
    voice = pen.page()
    header(voice, pen.say("settings.title"), page.health, icon="gear")
    y = now_line(voice, pen.say("settings.touch"), pen.say("settings.kept"))
    if page.house is not None:
        draw_house(voice, on=page.house, y=y + 20)
    if page.fault:
        voice.para(MARGIN, y + 100, page.fault, voice.frame.column, "label", voice.c.doubt, most=4)
    rail(
        voice,
        [
            Tool(pen.say("rail.back"), "back", Back(), "back", "main"),
            Tool(pen.say("wizard.open"), None, OpenWizard(), "wizard"),
        ],
    )


def draw_house(pen: Pen, *, on: bool, y: float) -> None:
    """Whether the home's network sees the table; one touch changes it."""
    label = pen.say("house.on" if on else "house.off")
    pen.button(MARGIN, y, pen.frame.column, 52, label, SwitchHouse(not on), "house", "quiet", "house", size=19)


def draw_setting(
    pen: Pen, name: str, values: tuple[str, ...], value: str, x: float, y: float, w: float, h: float
) -> None:
    """What is set, and how it stands; a touch takes the next value."""
    value = value if value in values else values[0]
    pen.rect(x, y, w, h, 14, pen.c.page)
    pen.text(x + 18, y + h / 2 - 15, pen.say(f"setting.{name}"), 18, "strong", pen.c.text_soft, room=w - 52)
    pen.text(x + 18, y + h / 2 + 14, pen.say(f"setting.{name}_{value}"), 22, "strong", pen.c.accent, room=w - 52)
    pen.icon("fwd", x + w - 20, y + h / 2, 9, pen.c.text_soft)
    following = values[(values.index(value) + 1) % len(values)]
    pen.target(x, y, w, h, Setting(name, following), name, first=name == next(iter(SETTINGS)))
