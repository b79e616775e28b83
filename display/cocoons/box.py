"""The box from above: nine places, eight cocoons, what lies in the gap, and the seats at its corners."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tablekeeper.display.cocoons.guardians import WOOD_INK, draw_token_at
from tablekeeper.display.cocoons.trapdoors import draw_trapdoor
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.shapes import Shapes, polar
from tablekeeper.display.drawing.theme import Colour
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import Entered, TablePage
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.widgets.putting_right import latest, touch_to_fix
from tablekeeper.display.widgets.side_page import colour_of_seat
from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.cocoons.view import CocoonView, View
from tablekeeper.engines.core import Answer

GAP, MIDDLE_X, MIDDLE_Y = 126.0, 240.0, 238.0
TURN = {"N": 0, "E": 90, "S": 180, "W": 270}
CORNER_AT = {"NW": (36, 36), "NE": (444, 36), "SE": (444, 442), "SW": (36, 442)}
PINK: Colour = (255, 159, 184)
HOLLOW: Colour = (27, 16, 20)
IN_GAP = ("flip", "find")
"""What is asked of what lies in the gap."""


def place_at(place: int) -> tuple[float, float]:
    """The middle of a place, counted row by row."""
    return MIDDLE_X + (place % 3 - 1) * GAP, MIDDLE_Y + (place // 3 - 1) * GAP


def draw_box(pen: Pen, page: TablePage, view: View, acts: Mapping[int, Answer], speech: Speech) -> None:
    """The whole box; places that answer something can be touched."""
    pen.stamp(draw_frame, 0, 0, (30, 28, 450, 456))
    if view.gap >= 0:
        draw_gap(pen, view, speech)
    for number, cocoon in enumerate(view.cocoons):
        draw_cocoon_at(pen, view, cocoon, number, speech)
    _draw_targets(pen, view, acts)
    _draw_entered(pen, page, view, acts)
    _draw_seats(pen, page, view)


def draw_frame(canvas: Shapes) -> None:
    """The wooden frame."""
    m = canvas.c.materials
    canvas.rect(34, 40, 412, 412, 34, fill=(27, 15, 11))
    canvas.rect(34, 32, 412, 412, 34, fill=m["wood"])
    canvas.rect(48, 46, 384, 384, 24, fill=HOLLOW)


def draw_gap(pen: Pen, view: View, speech: Speech) -> None:
    """What lies in the gap: a trapdoor, a token, or nothing."""
    x, y = place_at(view.gap)
    pen.rect(x - 58, y - 58, 116, 116, 20, (14, 8, 10), pen.c.line, 2)
    if view.trapdoor:
        pen.stamp(draw_trapdoor, x, y, (-40, -40, 40, 44), view.trapdoor, key=("gap", view.gap))
    elif view.token:
        draw_token_at(pen, x, y, 34, view.token)
        if view.token not in ("start", "token", "?"):
            pen.text(x, y + 48, speech.word("guardian", view.token), 18, "strong", (247, 240, 225), "middle", room=110)


def draw_cocoon_at(pen: Pen, view: View, cocoon: CocoonView, number: int, speech: Speech) -> None:
    """One cocoon: rim, hollow, the mark, who lives or lies in it."""
    x, y = place_at(cocoon.place)
    pen.stamp(draw_cocoon, x, y, (-60, -60, 60, 66), cocoon.mark, cocoon.in_sight, key=("cocoon", number))
    for i, guardian in enumerate(cocoon.guardians[:4]):
        shift = (i - (min(len(cocoon.guardians), 4) - 1) / 2) * 30
        draw_token_at(pen, x + shift, y - 4, 20 if len(cocoon.guardians) > 1 else 25, guardian)
    if cocoon.free:
        pen.stamp(draw_coin, x - 32, y + 32, (-14, -14, 14, 18))
    if cocoon.shows:
        pen.text(x, y + 36, speech.word("guardian", cocoon.shows), 18, "strong", (247, 240, 225), "middle", room=100)


def draw_cocoon(canvas: Shapes, mark: str, in_sight: bool) -> None:
    """A cocoon from above; the wedge shows the side that bears the animal, a tab when that looks into the gap."""
    m = canvas.c.materials
    canvas.rect(-58, -53, 116, 116, 26, fill=(42, 23, 18))
    canvas.rect(-58, -58, 116, 116, 26, fill=m["wood_light"])
    canvas.rect(-49, -49, 98, 98, 19, fill=m["wood_dark"])
    if mark not in TURN:
        return
    turn = TURN[mark]
    wedge = [polar(0, 0, 48, turn), polar(0, 0, 33, turn - 16), polar(0, 0, 33, turn + 16)]
    canvas.poly(wedge, fill=PINK, stroke=PINK, sw=3)
    if in_sight:
        x, y = polar(0, 0, 42, turn)
        canvas.circ(x, y, 13, fill=canvas.c.ivory)
        canvas.text(x, y, "?", 19, "number", WOOD_INK)


def draw_coin(canvas: Shapes) -> None:
    """The Action trapdoor that lies in a cocoon: its guardian may move without being found again."""
    points = [polar(0, 0, 12, 60 * i) for i in range(6)]
    canvas.poly([(x, y + 3) for x, y in points], fill=canvas.c.materials["gold_edge"])
    canvas.poly(points, fill=canvas.c.materials["gold"])


def _draw_targets(pen: Pen, view: View, acts: Mapping[int, Answer]) -> None:
    gap_x, gap_y = place_at(view.gap) if view.gap >= 0 else (0.0, 0.0)
    for n, (place, option) in enumerate(sorted(acts.items(), key=lambda act: act[0])):
        x, y = place_at(place)
        if option.verb == "slide" and view.gap >= 0 and abs(x - gap_x) + abs(y - gap_y) < GAP + 1:
            dx, dy = (gap_x > x) - (gap_x < x), (gap_y > y) - (gap_y < y)
            pen.stamp(draw_push, x + dx * PUSH_AT, y + dy * PUSH_AT, (-34, -34, 34, 34), dx, dy)
        else:
            pen.rect(x - 55, y - 55, 110, 110, 24, None, pen.c.accent, 4)
        pen.target(x - 58, y - 58, 116, 116, Answered(option.spell()), f"place.{place}", first=n == 0, ring=24)


def _draw_entered(pen: Pen, page: TablePage, view: View, acts: Mapping[int, Answer]) -> None:
    """A touch on a mark, an animal or a trapdoor that was entered puts it right, where it answers nothing else."""
    if view.gap >= 0 and view.gap not in acts:
        found = latest(page, lambda entered: entered.kind in IN_GAP and entered.about.get("place") == view.gap)
        _touch_place(pen, found or latest(page, lambda entered: entered.kind == "start"), view.gap)
    for number, cocoon in enumerate(view.cocoons):
        if cocoon.place not in acts:
            told = "name" if cocoon.shows else "face"
            _touch_place(pen, latest(page, partial(_is_about, told, number)), cocoon.place)


def _is_about(kind: str, cocoon: int, entered: Entered) -> bool:
    return entered.kind == kind and entered.about.get("cocoon") == cocoon


def _touch_place(pen: Pen, entered: Entered | None, place: int) -> None:
    x, y = place_at(place)
    touch_to_fix(pen, entered, x - 58, y - 58, 116, 116, f"place.fix.{place}")


EDGE_AT: dict[str, tuple[float, float]] = {"N": (0, -52), "E": (52, 0), "S": (0, 52), "W": (-52, 0)}
"""Where a finger touches the edge that a mark points to, from the middle of its cocoon."""
REACH = 25.0
PUSH_AT = 70.0
"""How far an arrow lies from the middle of its cocoon: outside, so that it covers neither a name nor a mark there."""


def draw_edges(pen: Pen, place: int, sides: Mapping[str, tuple[str, str]]) -> None:
    """The cocoon that is asked about, with its four edges to touch; `sides`: the spelled answer and its words."""
    x, y = place_at(place)
    pen.rect(x - 58, y - 58, 116, 116, 26, None, pen.c.accent, 4)
    for n, (side, (text, words)) in enumerate(sides.items()):
        dx, dy = EDGE_AT[side]
        pen.circ(x + dx, y + dy, REACH - 2, pen.c.stage, pen.c.accent, 3)
        pen.stamp(draw_wedge, x + dx, y + dy, (-20, -20, 20, 20), TURN[side])
        pen.target(x + dx - REACH, y + dy - REACH, 2 * REACH, 2 * REACH, Answered(text), f"edge.{side}", first=n == 0,
                   ring=25, says=words)  # fmt: skip


def draw_wedge(canvas: Shapes, turn: float) -> None:
    """A mark as it would point."""
    canvas.poly([polar(0, 0, 15, turn), polar(0, 0, 13, turn + 130), polar(0, 0, 13, turn - 130)], fill=PINK)


def draw_push(canvas: Shapes, dx: float, dy: float) -> None:
    """A gold arrow: this cocoon may move into the gap."""
    canvas.arrow(-dx * 12, -dy * 12, dx * 15, dy * 15, (244, 200, 79), 6, 15)


def _draw_seats(pen: Pen, page: TablePage, view: View) -> None:
    colours = page.colours
    for seat, player in enumerate(view.players):
        who = colour_of_seat(colours, seat)
        on = seat == view.seat and not view.ended
        for corner in player.corners:
            x, y = CORNER_AT.get(corner, (36, 36))
            pen.circ(x, y, 23, pen.c.stage, pen.c.focus if on else None, 3)
            pen.stamp(draw_badge, x, y, (-19, -19, 19, 19), who, 18, key=("seat", seat, player.corners.index(corner)))
