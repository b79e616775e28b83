"""The box from above: nine places, eight cocoons, what lies in the gap, and the seats at its corners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.shapes import Shapes, bend, polar
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
WOOD_INK: Colour = (84, 54, 44)


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


def draw_trapdoor(canvas: Shapes, trapdoor: str) -> None:
    """A trapdoor, face up or face down."""
    c = canvas.c
    canvas.rect(-37, -33, 74, 74, 12, fill=c.ivory_edge)
    canvas.rect(-37, -37, 74, 74, 12, fill=c.ivory)
    kind, _, which = trapdoor.partition("_")
    if trapdoor == "?":
        canvas.poly([(0, -16), (16, 0), (0, 16), (-16, 0)], fill=WOOD_INK)
    elif kind == "number":
        canvas.text(0, 0, which, 48, "number", WOOD_INK)
    elif kind == "lock":
        draw_icon(canvas, "lock", 0, -8, 20, WOOD_INK)
        canvas.text(0, 25, which.upper(), 18, "number", (142, 44, 87))
    elif kind == "rune":
        draw_rune(canvas, rune_number(which), 0, 0, 22, (142, 44, 87))
    elif kind == "slide":
        for y in (-14, 0, 14):
            canvas.line(-18, y, 18, y, WOOD_INK, 5)
    elif kind == "rotation":
        canvas.arrow_arc(0, 0, 20, -60, 40, WOOD_INK, 5, 13)
    elif kind == "action":
        canvas.poly([polar(0, 0, 24, 60 * i) for i in range(6)], fill=c.materials["gold"])
    else:
        canvas.text(0, 0, trapdoor[:4], 20, "strong", WOOD_INK)


def rune_number(which: str) -> int:
    """Which of our six marks stands for a rune such as `b2`; runes without a name share the first one."""
    return int(which[1]) + (3 if which[0] == "b" else 0) if len(which) == 2 else 1


def draw_rune(canvas: Shapes, number: int, x: float, y: float, r: float, ink: Colour) -> None:
    """Six marks of our own; the owner pairs them with the printed ones."""
    sw = max(2.2, r * 0.2)
    number = (number - 1) % 6 + 1
    if number == 1:
        canvas.circ(x, y - r * 0.3, r * 0.5, stroke=ink, sw=sw)
        canvas.line(x, y + r * 0.2, x, y + r, ink, sw)
    elif number == 2:
        canvas.poly([(x - r * 0.7, y - r * 0.8), (x, y + r * 0.1), (x + r * 0.7, y - r * 0.8)], None, ink, sw, False)
        canvas.line(x, y + r * 0.1, x, y + r, ink, sw)
    elif number == 3:
        canvas.arc(x, y, r * 0.8, -140, 140, ink, sw)
        canvas.circ(x, y + r * 0.15, r * 0.18, fill=ink)
    elif number == 4:
        canvas.line(x, y - r, x, y + r, ink, sw)
        canvas.line(x - r * 0.65, y - r * 0.35, x + r * 0.65, y + r * 0.35, ink, sw)
    elif number == 5:
        canvas.poly([(x, y - r * 0.9), (x + r * 0.8, y + r * 0.6), (x - r * 0.8, y + r * 0.6)], None, ink, sw)
        canvas.line(x - r * 0.8, y + r, x + r * 0.8, y + r, ink, sw)
    else:
        for flip in (-1, 1):
            arc = bend((x - r * 0.8, y + flip * r * 0.5), (x, y + flip * r * 1.2), (x + r * 0.8, y + flip * r * 0.5))
            canvas.poly(arc, None, ink, sw, False)
        canvas.circ(x, y, r * 0.22, fill=ink)


def draw_token_at(pen: Pen, x: float, y: float, r: float, guardian: str) -> None:
    """A guardian's token."""
    pen.stamp(draw_token, x, y, (-r - 2, -r - 2, r + 2, r * 1.2 + 2), guardian, r)


def draw_token(canvas: Shapes, guardian: str, r: float) -> None:
    """A round token with the animal, our own drawing; what has none shows its first letter."""
    canvas.circ(0, r * 0.14, r, fill=canvas.c.ivory_edge)
    canvas.circ(0, 0, r, fill=canvas.c.ivory)
    if guardian == "start":
        draw_icon(canvas, "exp", 0, 0, r * 0.6, WOOD_INK)
    elif guardian == "token":
        draw_icon(canvas, "heart", 0, 0, r * 0.55, WOOD_INK)
    elif guardian in ANIMALS:
        ANIMALS[guardian](canvas, r * 0.82)
    else:
        canvas.text(0, 0, guardian[:1].upper(), r, "number", WOOD_INK)


def _fish(canvas: Shapes, r: float) -> None:
    body = bend((-r * 0.55, 0), (0, -r * 0.75), (r * 0.75, 0)) + bend((r * 0.75, 0), (0, r * 0.75), (-r * 0.55, 0))
    canvas.poly(body, fill=WOOD_INK)
    canvas.poly([(-r * 0.4, 0), (-r * 0.85, -r * 0.45), (-r * 0.85, r * 0.45)], fill=WOOD_INK)
    canvas.circ(r * 0.38, -r * 0.1, r * 0.09, fill=canvas.c.ivory)


def _tortoise(canvas: Shapes, r: float) -> None:
    canvas.circ(0, 0, r * 0.5, fill=WOOD_INK)
    canvas.circ(r * 0.68, 0, r * 0.2, fill=WOOD_INK)
    for x in (-0.4, 0.4):
        for y in (-0.5, 0.5):
            canvas.circ(x * r, y * r, r * 0.18, fill=WOOD_INK)


def _frog(canvas: Shapes, r: float) -> None:
    canvas.circ(0, r * 0.1, r * 0.45, fill=WOOD_INK)
    for x in (-1, 1):
        canvas.circ(x * r * 0.28, -r * 0.35, r * 0.2, fill=WOOD_INK)
        canvas.circ(x * r * 0.28, -r * 0.37, r * 0.08, fill=canvas.c.ivory)
        canvas.line(x * r * 0.35, r * 0.3, x * r * 0.7, r * 0.65, WOOD_INK, r * 0.16)


ANIMALS: dict[str, Callable[[Shapes, float], None]] = {"fish": _fish, "tortoise": _tortoise, "frog": _frog}


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
            pen.stamp(draw_push, x + dx * 56, y + dy * 56, (-34, -34, 34, 34), dx, dy)
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


def draw_push(canvas: Shapes, dx: float, dy: float) -> None:
    """A gold arrow: this cocoon may move into the gap."""
    canvas.arrow(-dx * 12, -dy * 12, dx * 20, dy * 20, (244, 200, 79), 6, 15)


def _draw_seats(pen: Pen, page: TablePage, view: View) -> None:
    colours = page.colours
    for seat, player in enumerate(view.players):
        who = colour_of_seat(colours, seat)
        on = seat == view.seat and not view.ended
        for corner in player.corners:
            x, y = CORNER_AT.get(corner, (36, 36))
            pen.circ(x, y, 23, pen.c.stage, pen.c.focus if on else None, 3)
            pen.stamp(draw_badge, x, y, (-19, -19, 19, 19), who, 18, key=("seat", seat, player.corners.index(corner)))
