"""The start menu: which game, or go on with the one that is not finished."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import NARROW, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.drawing.theme import shipped_palette
from tablekeeper.display.games import look_of
from tablekeeper.display.intents import (
    Continue,
    Export,
    OpenDice,
    OpenDoctor,
    OpenEvenings,
    OpenPhones,
    OpenSettings,
    OpenSetup,
    OpenSwitchOff,
    OpenUnfinished,
    Quit,
    ResumeGame,
)
from tablekeeper.display.pages import Light, MenuPage, Unfinished
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.widgets.side_page import Tool, colour_of_seat, header, now_line, rail
from tablekeeper.display.widgets.small_table import draw_small_table
from tablekeeper.display.words.texts import Texts

TOOLS = "tools"
"""What the square shows instead of the games."""
DEVICES = (("camera", "camera"), ("box", "tiles"))
"""The devices that the menu speaks of, with their signs."""
TOOLS_H = 60
"""What the row of buttons above the rail takes."""
ONE_ROW = 3
"""So many of them stand beside each other where there is one row only."""
OTHERS = 3
"""So many games that wait are shown as small pictures beside the first one."""
SMALL = 60.0
"""The edge of such a picture."""
CARDS = 4
"""So many games stand on the stage at once; the others come with a touch."""
LONGEST_NOTICE = 110
"""Letters; the doctor shows the rest."""


def draw(pen: Pen, page: MenuPage, ui: Ui) -> None:
    """Four cards on the stage, what waits on the page."""
    listed = ui.get("first") == TOOLS
    first = 0 if listed else ui.get("first", 0)
    if listed:
        draw_list(pen.stage(), list_tools(pen, page, first))
    else:
        draw_cards(pen.stage(), page, first)
    voice = pen.page()
    narrow = voice.frame.column < NARROW
    header(voice, "Tablekeeper", page.health, icon="sun")
    words = pen.texts.translate(page.says) or (pen.say("menu.safe") if page.safe else notice_of(pen.texts, page.health))
    floor = voice.frame.rail_y - 8 - (waiting_h(voice) + 16 if page.unfinished is not None else 0)
    keep = voice.least_high(words, voice.frame.column, "label") + 4 if words else 0.0
    y = now_line(voice, pen.say("menu.which"), most=2, floor=floor, keep=keep)
    if words:
        y = voice.para(
            MARGIN, y + 4, words, voice.frame.column, "label", voice.c.doubt, most=4 + 2 * narrow, floor=floor
        )
    if page.unfinished is not None:
        y = draw_unfinished(voice, page.unfinished, y + 16)
    more = [Tool(pen.say("menu.more", count=page.more), "undo", OpenUnfinished(), "unfinished")] if page.more else []
    if more and y + 68 + TOOLS_H <= voice.frame.rail_y:
        draw_others(voice, page, more[0], y + 8)
        y, more = y + 68, []
    above, y = y, draw_devices(voice, page, y + 14)
    tools = [tool for tool in list_tools(pen, page, first) if tool.key != "unfinished" or more]
    whole = above <= voice.frame.rail_y - TOOLS_H and draw_tools(
        voice, tools, y
    )  # what waits and what was lost is first
    turns = pages_of(pen, listed=listed, whole=whole)
    rail(voice, [*turns, *rail_tools(pen, page, crowded=bool(turns))])


def draw_cards(pen: Pen, page: MenuPage, first: int) -> None:
    """The games, four at once."""
    for i, (game, fewest, most) in enumerate(page.games[first : first + CARDS]):
        draw_card(pen, game, fewest, most, 12 + (i % 2) * 232, 12 + (i // 2) * 232, first=i == 0)


def list_tools(pen: Pen, page: MenuPage, first: int) -> list[Tool]:
    """What the menu offers besides games."""
    return [
        *([Tool(pen.say("menu.export"), None, Export(), "export")] if page.safe else []),
        *([Tool(pen.say("menu.more", count=page.more), "undo", OpenUnfinished(), "unfinished")] if page.more else []),
        *others(pen, first, len(page.games)),
        Tool(pen.say("phones.title"), "phone", OpenPhones(), "phones"),
        Tool(pen.say("dice.title"), None, OpenDice(), "dice"),
        Tool(pen.say("evenings.title"), "crown", OpenEvenings(), "evenings"),
    ]


def draw_list(pen: Pen, tools: Sequence[Tool]) -> None:
    """All of that in the square, one below the other, where the page has no room for it."""
    high = min(76.0, 456 / len(tools))
    for i, tool in enumerate(tools):
        pen.button(12, 12 + i * high, 456, high - 10, tool.label, tool.act, f"list.{tool.key}", "quiet", tool.icon, 24,
                   first=i == 0)  # fmt: skip


def pages_of(pen: Pen, *, listed: bool, whole: bool) -> list[Tool]:
    """The way to what finds no room, and back to the games."""
    if listed:
        return [Tool(pen.say("menu.games"), "back", Local("first", 0), "games", "main")]
    return [] if whole else [Tool(pen.say("menu.all"), "menu", Local("first", TOOLS), "all")]


def rail_tools(pen: Pen, page: MenuPage, *, crowded: bool) -> list[Tool]:
    """What always stands at the bottom; the doctor becomes a sign only beside a fourth button."""
    return [
        Tool(pen.say("menu.settings"), "gear", OpenSettings(), "settings"),
        Tool(pen.say("menu.doctor"), "heart" if crowded else None, OpenDoctor(), "doctor"),
        way_out(pen.texts, page),
    ]


def way_out(texts: Texts, page: MenuPage) -> Tool:
    """Leaving; on a Pi it can be switched off too, which is asked once."""
    if page.can_switch_off:
        return Tool(texts.say("menu.switch_off"), "power", OpenSwitchOff(), "quit")
    return Tool(texts.say("menu.quit"), "cross", Quit(), "quit")


def draw_tools(pen: Pen, tools: Sequence[Tool], top: float) -> bool:
    """Two buttons a row above the rail; where there is no room for all of these rows, one row of the first. Whether
    they are all."""
    rows = (len(tools) + 1) // 2
    if pen.frame.rail_y - 60 * rows < top:
        rail(pen, tools[:ONE_ROW], pen.frame.rail_y - 60)
        return len(tools) <= ONE_ROW
    for row in range(rows):
        rail(
            pen, [tool._replace(icon=None) for tool in tools[2 * row : 2 * row + 2]], pen.frame.rail_y - 60 * (row + 1)
        )
    return True


def others(pen: Pen, first: int, games: int) -> list[Tool]:
    """The button for the games that find no room, where there are any; after the last ones come the first."""
    if games <= CARDS:
        return []
    return [
        Tool(pen.say("menu.others"), "fwd", Local("first", first + CARDS if first + CARDS < games else 0), "others")
    ]


def notice_of(texts: Texts, lights: Sequence[Light]) -> str:
    """What there is to say about what was kept, such as that the journal had to be repaired."""
    saving = (light.says for light in lights if light.name == "saving" and light.state != "ok")
    says = texts.translate_briefly(next(saving, ""))
    return says if len(says) <= LONGEST_NOTICE else says[:LONGEST_NOTICE].rstrip() + "…"


def draw_card(pen: Pen, game: str, fewest: int, most: int, x: float, y: float, first: bool) -> None:
    """One game: emblem, name, how many people."""
    palette = shipped_palette(game, pen.look.theme)
    card = pen.wearing(palette)
    card.rect(x, y, 224, 224, 22, palette.glow, palette.line, 2)
    card.stamp(look_of(game).emblem, x + 112, y + 104, (-112, -80, 112, 80))
    card.text(x + 16, y + 200, pen.texts.first(f"game.{game}") or game, 21, "strong", palette.text, room=192)
    card.text(x + 208, y + 26, f"{fewest}–{most}", 18, "strong", palette.accent, "end")
    pen.target(x, y, 224, 224, OpenSetup(game), f"game.{game}", first=first, ring=22)


def waiting_h(pen: Pen) -> float:
    """How high the game that waits is drawn."""
    return 112.0 if not pen.frame.portrait else 84.0


def draw_unfinished(pen: Pen, game: Unfinished, y: float) -> float:
    """The game that waits; returns where it ends."""
    w = pen.frame.column
    high = waiting_h(pen)
    edge = high - 12 if w >= NARROW else SMALL
    room = w - edge - 30
    pen.rect(MARGIN, y, w, high, 18, pen.c.raised)
    pen.broken(MARGIN + 18, y + 22, pen.say("menu.unfinished"), 18, room, "strong", pen.c.accent)
    title = pen.texts.first(f"game.{game.game}") or game.game
    line = pen.say("menu.at_turn", game=title, turn=game.turn) if game.turn and pen.frame.portrait else title
    pen.text(MARGIN + 18, y + 48, line, 21, "strong", room=room, cut=True)
    if not pen.frame.portrait:
        for i in range(len(game.names)):
            who = colour_of_seat(dict(enumerate(game.colours)), i)
            pen.stamp(draw_badge, MARGIN + 30 + i * 32, y + 84, (-15, -15, 15, 15), who, 14)
    draw_small_table(pen, game, MARGIN + w - edge - 6, y + 6, edge)
    pen.target(MARGIN, y, w, high, Continue(), "continue", ring=18)
    return y + high


def draw_others(pen: Pen, page: MenuPage, all_of_them: Tool, y: float) -> None:
    """The next games that wait, as small pictures, and the way to all of them."""
    shown = page.others[: OTHERS if pen.frame.column >= NARROW else 1]
    for i, game in enumerate(shown):
        x = MARGIN + i * (SMALL + 8)
        draw_small_table(pen, game, x, y, SMALL)
        says = pen.say("menu.go_on_with", game=pen.texts.first(f"game.{game.game}") or game.game)
        pen.target(x, y, SMALL, SMALL, ResumeGame(game.number), f"waiting.{i}", ring=10, says=says)
    x = MARGIN + len(shown) * (SMALL + 8)
    wide = pen.frame.column - (x - MARGIN)
    pen.button(x, y, wide, SMALL, all_of_them.label, all_of_them.act, all_of_them.key, "quiet", None, 19)


def draw_devices(pen: Pen, page: MenuPage, y: float) -> float:
    """Whether camera and box are well; returns where that ends."""
    w = pen.frame.column
    for name, icon in DEVICES:
        light = next((light for light in page.health if light.name == name), None)
        if light is None or y + 30 > pen.frame.rail_y - TOOLS_H:
            continue
        pen.icon(icon, 34, y + 18, 12, pen.c.text_soft, pen.c.page)
        word = pen.say(f"device.{light.state}")
        ink = pen.c.state(light.state) if light.state != "off" else pen.c.text_soft
        wide = pen.text(MARGIN + w, y + 18, word, 18, "strong", ink, "end", room=100)
        pen.text(58, y + 18, pen.say(f"device.{name}"), 21, "text", pen.c.text_soft, room=w - 54 - wide, cut=True)
        y += 38
    return y
