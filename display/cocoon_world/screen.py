"""Cocoon World on the screen: which picture and which buttons go with what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.display.cocoon_world.bets import draw_lanes
from tablekeeper.display.cocoon_world.board import draw_around, draw_board
from tablekeeper.display.cocoon_world.change_die import change_die_stage
from tablekeeper.display.cocoon_world.dungeon import draw_dungeon, draw_risk
from tablekeeper.display.cocoon_world.instructions import name_space
from tablekeeper.display.cocoon_world.pictograms import draw_tile
from tablekeeper.display.cocoon_world.tile_keys import draw_kinds, draw_tiles, way_of
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import SMALLEST, TYPE, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.screens import plain
from tablekeeper.display.widgets.choosing import choose
from tablekeeper.display.widgets.dice import dice_asked
from tablekeeper.display.widgets.narrow import draw_options_stage
from tablekeeper.display.widgets.panel import (
    confirm,
    few,
    keypad_content,
    keypad_open,
    seen_question,
    wants_keypad,
)
from tablekeeper.display.widgets.pickers import draw_keypad, draw_list, draw_pad
from tablekeeper.display.widgets.pieces import draw_badge, draw_cap
from tablekeeper.display.widgets.side_page import main_button
from tablekeeper.display.words.speech import Speech, asked_seat, speech_of
from tablekeeper.engines.core import Question

TILE_KINDS = ("place", "reveal", "draw", "take", "keep", "return")
SPACE_KINDS = ("fetch", "use_taken")
DUNGEON_DICE = ("white",) * 4
DRAWN = (*TILE_KINDS, *SPACE_KINDS, "roll", "first", "change_die", "pit", "wish", "go_on", "bet", "rob")
"""The kinds of questions that are drawn here; any other gets the plain panel."""


def side_of(page: TablePage) -> str:
    """The side of the pawn whose turn it is, beside the name."""
    seat = asked_seat(page.question) if page.question is not None else page.view.seat
    return str(page.view.players[seat].side) if 0 <= seat < len(page.view.players) else ""


def seat_side(view: Any, seat: int) -> str:
    """The side that this seat's pawn shows."""
    return str(view.players[seat].side)


def second_line(pen: Pen, page: TablePage) -> str:
    """Which way the active player gains, while dice are awaited; and what an earlier tile promised."""
    question = page.question
    if question is None:
        return ""
    opening = question.kind == "roll" and question.about.get("why") == "opening"
    seat = asked_seat(question)
    promised = page.view.players[seat].promised if 0 <= seat < len(page.view.players) else ()
    lines = [pen.say(f"cocoon_world.way.{side_of(page)}") + "."] if opening else []
    lines += [words for what in promised if (words := pen.texts.first(f"cocoon_world.does.{what}"))]
    return " ".join(lines) if len(lines) > 1 or not opening else lines[0].rstrip(".")


def tiles_in(question: Question) -> list[str]:
    """The kinds of tiles that may be chosen, each once, in an order in which people find them."""
    return sorted({option.tile for option in question.options}, key=_order_of)  # type: ignore[attr-defined]


def _order_of(tile: str) -> tuple[int, int, str]:
    way, _, number = tile.rpartition("_")
    rank = {"forward": 0, "backward": 1}.get(way, 2)
    return rank, int(number) if rank < 2 else 0, tile


def spaces_in(question: Question, tile: str | None = None) -> list[int]:
    """The spaces that may be chosen (for this tile), each once."""
    found = (option.parts() for option in question.options)
    return list(dict.fromkeys(parts["space"] for parts in found if "space" in parts and _lays(parts, tile)))


def _lays(parts: Mapping[str, object], tile: str | None) -> bool:
    return tile is None or parts.get("tile", tile) == tile


def draw_stage(pen: Pen, page: TablePage, ui: Ui) -> None:
    """The square: the board, or what is to be chosen now."""
    question = seen_question(page, ui)
    view = page.view
    if question is None:
        draw_board(pen, page, view)
    elif question.kind not in DRAWN and not few(question):
        draw_options_stage(pen, page, question, ui)
    elif keypad_open(page, ui):
        bodies = dice_asked(question)
        draw_keypad(pen, bodies, ui.get("dice", (None,) * len(bodies)))
    elif question.kind in ("roll", "go_on", "wish") and (question.about.get("why", "dungeon") == "dungeon"):
        _dungeon_stage(pen, page, question, ui)
    elif question.kind in TILE_KINDS and ui.get("tile") is None and question.options:
        _tile_stage(pen, page, question, ui)
    elif question.kind == "bet":
        colours = [option.colour for option in question.options]  # type: ignore[attr-defined]
        draw_lanes(pen, view, colours, page.names, ui.get("colour", ""))
    elif question.kind in ("rob", "first"):
        _people_stage(pen, page, question)
    elif question.kind == "change_die":
        change_die_stage(pen, page, question)
    else:
        candidates = _candidates(question, ui)
        space = space_picked(question, ui)
        draw_board(pen, page, view, candidates, space, _way_to_come(page, question, ui, space))


def space_picked(question: Question, ui: Ui) -> int | None:
    """The space that was touched, or the only one there is."""
    space: int | None = ui.get("space")
    spaces = _candidates(question, ui)
    return space if space is not None or len(spaces) != 1 else spaces[0]


def _way_to_come(page: TablePage, question: Question, ui: Ui, space: int | None) -> tuple[int, ...] | None:
    """Where the tile in play leads, once it is clear that it is obeyed and from where."""
    tile = ui.get("tile")
    if question.kind != "place" or tile is None:
        return None
    if not question.about.get("obey") or space is None:
        return ()
    return way_of(tile, page.view.spaces, space)


def _candidates(question: Question, ui: Ui) -> Sequence[int]:
    if question.kind == "place" and ui.get("tile") is not None:
        return spaces_in(question, ui["tile"])
    return spaces_in(question) if question.kind in SPACE_KINDS else ()


def _dungeon_stage(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    rolled = page.rolled
    here = rolled is not None and rolled.bodies == DUNGEON_DICE and rolled.event in page.happened
    values = rolled.values if rolled is not None and here else ()
    if question.kind == "wish":
        draw_pad(pen, {option.ep: Answered(option.spell()) for option in question.options})  # type: ignore[attr-defined]
        return
    draw_dungeon(pen, question.about.get("made", ()), values, question.kind == "roll")
    if question.kind == "roll":
        pen.target(58, 26, 364, 86, Local("keypad", True), "tray", first=True, ring=18, says=pen.say("target.tray"))


def _tile_stage(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """The tiles to choose from, with the loop around them."""

    def act(tile: str) -> Any:
        if question.kind == "place":
            return Local("tile", tile)
        return Answered(next(o.spell() for o in question.options if o.tile == tile))  # type: ignore[attr-defined]

    spaces = spaces_in(question)
    here = question.about.get("space", spaces[0] if len(spaces) == 1 else -1)
    draw_around(pen, page, (here,) if here >= 0 else ())
    draw_tiles(pen, tiles_in(question), ui, act)


def _people_stage(pen: Pen, page: TablePage, question: Question) -> None:
    speech = speech_of(pen.texts, page)
    colours = [option.colour for option in question.options]  # type: ignore[attr-defined]
    words = [speech.word("colour", colour) for colour in colours]
    lines = list(zip(words, (Answered(option.spell()) for option in question.options), strict=True))
    draw_list(pen, lines, key="who", badges=colours)


def draw_content(pen: Pen, page: TablePage, ui: Ui, top: float, floor: float) -> None:
    """The page below the one line: buttons for the choice, else the players."""
    question = seen_question(page, ui)
    if question is None or not question.options:
        draw_players(pen, page, top, floor)
    elif question.kind not in DRAWN:
        plain.draw_content(pen, page, ui, top, floor)
    elif keypad_open(page, ui):
        keypad_content(pen, page, question, ui, top)
    elif question.kind in CONTENTS:
        CONTENTS[question.kind](pen, page, question, ui, top, floor)
    elif question.kind in SPACE_KINDS or (question.kind == "place" and ui.get("tile") is not None):
        _space_content(pen, page, question, ui, top)
    elif question.kind in TILE_KINDS:
        _tile_content(pen, page, question, top, draw_kinds(pen, tiles_in(question), ui, floor))
    elif wants_keypad(page) and question.about.get("why") == "dungeon":
        draw_players(pen, page, top, floor - 62)
        main_button(pen, pen.say("dice.type"), Local("keypad", True), "keypad", None, kind="quiet")
    else:
        draw_players(pen, page, top, floor)


def _bet_content(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float, floor: float) -> None:
    picked = ui.get("colour")
    label = pen.say("cocoon_world.bet_on", name=speech_of(pen.texts, page).word("on", picked)) if picked else None
    confirm(pen, label or pen.say("cocoon_world.choose_lane"), choose(question, "bet", colour=picked))


def _change_content(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float, floor: float) -> None:
    main_button(pen, pen.say("cocoon_world.answer.leave"), choose(question, "leave"), "leave", None, kind="quiet")


def _pit_content(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float, floor: float) -> None:
    """Two options as two full buttons, the safe one last."""
    speech = speech_of(pen.texts, page)
    for i, option in enumerate(question.options):
        y = floor - 62 * (len(question.options) - i) - 2
        pen.button(MARGIN, y, pen.frame.column, 54, speech.option(option), Answered(option.spell()), f"pit.{i}",
                   "main" if i == 0 else "quiet", None, 24, first=i == 0)  # fmt: skip


def _go_on_content(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float, floor: float) -> None:
    column = pen.frame.column
    stop = pen.say("cocoon_world.take_ep", count=question.about["ep"])
    go = pen.say("cocoon_world.roll_on")
    if pen.frame.portrait or top + 22 > floor - 172:  # no room for the beads above two rows
        half = (column - 10) / 2
        draw_risk(pen, max(top + 22, floor - 112), question.about["made"])
        pen.button(
            MARGIN, floor - 60, half, 56, stop, choose(question, "stop"), "stop", "main", "check", 24, first=True
        )
        pen.button(MARGIN + half + 10, floor - 60, half, 56, go, choose(question, "go"), "go", "quiet", "reroll", 24)
        return
    draw_risk(pen, max(top + 22, floor - 190), question.about["made"])
    pen.button(MARGIN, floor - 138, column, 62, stop, choose(question, "stop"), "stop", "main", "check", 24, first=True)
    pen.button(MARGIN, floor - 64, column, 58, go, choose(question, "go"), "go", "quiet", "reroll", 24)


CONTENTS = {"pit": _pit_content, "go_on": _go_on_content, "bet": _bet_content, "change_die": _change_content}
"""What the page holds besides the one line, by kind of question."""


def _space_content(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float) -> None:
    """The tile in play large, with its sentence; then a button that confirms the space."""
    space, tile = space_picked(question, ui), ui.get("tile", question.about.get("tile"))
    if tile is None and question.kind == "fetch" and space is not None:
        tile = page.view.tiles[space]
    if tile:
        rows = 2 if question.kind in ("use_taken", "place") and not pen.frame.portrait else 1
        where = name_space(speech_of(pen.texts, page), page.view, space) if space is not None else ""
        show_tile(pen, tile, top + 8, pen.frame.rail_y - rows * 64 - 8, where)
    if question.kind == "place":
        label = "cocoon_world.lay_here" if space is not None else "cocoon_world.touch_space"
        _lay_or_another(pen, pen.say(label), choose(question, "place", tile=tile, space=space))
    elif question.kind == "fetch":
        label = "cocoon_world.fetch_here" if space is not None else "cocoon_world.touch_space"
        confirm(pen, pen.say(label), choose(question, "fetch", space=space))
    else:
        _lay_or_swap(pen, question, space)


def _lay_or_another(pen: Pen, label: str, lay: Answered | None) -> None:
    """Lay it, or go back to the tiles: nothing counts before that."""
    another = Local("tile", None)
    if not pen.frame.portrait:
        confirm(pen, label, lay)
        main_button(pen, pen.say("cocoon_world.another_tile"), another, "another", "back", 2, kind="quiet")
        return
    half, y = (pen.frame.column - 10) / 2, pen.frame.rail_y - 64
    pen.button(MARGIN, y, half, 54, label, lay, "confirm", "main", "check" if lay else None, 24, first=True)
    pen.button(MARGIN + half + 10, y, half, 54, pen.say("cocoon_world.another_tile"), another, "another", "quiet",
               "back", 24)  # fmt: skip


def _lay_or_swap(pen: Pen, question: Question, space: int | None) -> None:
    """Two buttons: one above the other, or side by side where only the width has room for both."""
    lay, swap_in = choose(question, "lay", space=space), choose(question, "swap")
    label = pen.say("cocoon_world.lay_here" if lay else "cocoon_world.touch_space")
    swap = pen.say("cocoon_world.swap_in")
    if not pen.frame.portrait:
        confirm(pen, label, lay)
        main_button(pen, swap, swap_in, "swap", None, 2, kind="quiet")
        return
    half, y = (pen.frame.column - 10) / 2, pen.frame.rail_y - 64
    pen.button(MARGIN, y, half, 54, label, lay, "confirm", "main", "check" if lay else None, 24, first=True)
    pen.button(MARGIN + half + 10, y, half, 54, swap, swap_in, "swap", "quiet", None, 24)


LEAST_SHOWN = 40.0
"""With less room than this the tile in play is seen on the loop only."""


def show_tile(pen: Pen, tile: str, top: float, floor: float, where: str = "") -> None:
    """The tile in play, large, what it does, and where it comes to lie."""
    if floor - top < LEAST_SHOWN:
        return
    edge = min(64.0 if pen.frame.portrait else 96.0, floor - top - 12)
    out = edge / 2
    pen.stamp(draw_tile, MARGIN + out, top + out, (-out, -out, out, out + 12), tile, edge)
    left = MARGIN + edge + 16
    room = pen.frame.page_w - left - MARGIN
    y = pen.para(
        left,
        top - 2,
        Speech(pen.texts, "cocoon_world", {}, {}).word("tile", tile),
        room,
        "title",
        most=2,
        floor=max(floor, top + 62),
    )
    does = pen.texts.first(f"cocoon_world.does.{tile}")
    if does and floor - y >= 82:
        y = pen.para(left, y + 2, does, room, "body", pen.c.text_soft, floor=floor)
    if where and floor - y >= 2 * pen.grown(float(TYPE["label"]["line"])):
        pen.para(left, y + 2, pen.say("cocoon_world.on_space", where=where), room, "label", pen.c.accent, floor=floor)


def _tile_content(pen: Pen, page: TablePage, question: Question, top: float, floor: float) -> None:
    if question.kind == "place" and question.about.get("obey"):
        pen.para(MARGIN, top + 6, pen.say("cocoon_world.then_obey"), pen.frame.column, "body", pen.c.text_soft,
                 floor=floor)  # fmt: skip
    else:
        draw_players(pen, page, top, floor)


HALF_NAME = 60.0
"""So wide a name may be where two players stand beside each other below the square."""
LEAST_ROW = 34.0
SLOTS_W = 60.0
"""What the three tiles take before a number of two digits, with the gaps."""


def draw_players(pen: Pen, page: TablePage, top: float, floor: float) -> None:
    """The players in the order of their seats: name, side, tiles as a count, EP; the active row is raised."""
    view = page.view
    room = floor - top - 6
    columns = 2 if pen.frame.portrait and not _in_one_column(pen, view.players, room) else 1
    rows = -(-len(view.players) // columns)
    high = min(44.0 if pen.frame.portrait else 38.0, room / rows)
    if high < 26:
        return
    first = floor - rows * high
    wide = (pen.frame.page_w - 20 - 10 * (columns - 1)) / columns
    for seat, player in enumerate(view.players):
        x, y = 10 + (seat % columns) * (wide + 10), first + (seat // columns) * high
        _draw_player(pen, player, x, y, wide, high, seat == view.seat and not view.over)


def _in_one_column(pen: Pen, players: Sequence[Any], room: float) -> bool:
    """Whether a row for each player is better than two beside each other: there is room, and a name needs it."""
    long = any(pen.measure.width(player.name, SMALLEST, "strong") > HALF_NAME for player in players)
    return long and room / len(players) >= LEAST_ROW


def _draw_player(pen: Pen, player: Any, x: float, y: float, w: float, h: float, active: bool) -> None:
    middle = y + h / 2
    if active:
        pen.rect(x, y + 1, w, h - 2, 12, pen.c.raised)
    pen.stamp(draw_badge, x + 20, middle, (-13, -13, 13, 13), player.colour, 12)
    face = "strong" if active else "text"
    size = min(34.0, h) if pen.look.large else 30
    slots = min(w - (110 if w > 250 else 93), w - SLOTS_W - pen.measure.width("10", size, "number"))
    wide = pen.text(x + 40, middle, player.name, 21, face, room=slots - 72, cut=True)
    pen.stamp(draw_cap, x + 40 + wide + 17, middle, (-10, -10, 10, 10), 8, player.side)
    full = pen.c.ivory if pen.c.dark else pen.c.line
    for i in range(3):
        pen.rect(x + slots + i * 15, middle - 8, 11, 16, 3, full if i < player.tiles else None, pen.c.line, 2)
    pen.text(x + w - 12, middle, player.ep, size, "number", pen.c.text, "end")
