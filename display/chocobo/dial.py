"""The Action dial with its five windows and the cards, HP and vegetables round it, the Reaper below."""

from __future__ import annotations

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.shapes import Shapes, polar
from tablekeeper.display.drawing.theme import INK, Colour
from tablekeeper.engines.chocobo.view import CardView, View

SIGNS = {"move": "move", "attack": "attack", "reaper": "reaper", "eat": "veg"}
TINTS: dict[str, Colour] = {
    "move": (122, 82, 0),
    "attack": (163, 48, 26),
    "reaper": (75, 58, 134),
    "eat": (47, 106, 23),
}
HIDDEN = CardView(0, 0, -1)
WINDOWS = 5
CENTRE_X, CENTRE_Y = 240.0, 222.0
MOST_HP, MOST_VEGETABLES = 9, 15


def turn_of(window: int, positions: int) -> float:
    """The angle of a position; the first window stands at the left, the dial goes clockwise."""
    return -90 + window * 360 / max(positions, 1)


def draw_dial(pen: Pen, view: View) -> None:
    """The whole stage of a round."""
    pen.stamp(draw_rings, CENTRE_X, CENTRE_Y, (-236, -236, 236, 236), view.hp, view.vegetables)
    positions = len(view.dial) or 8
    for i in range(positions):
        actions = view.dial[i] if i < len(view.dial) else ()
        draw_position(pen, view, i, tuple(actions), positions)
    if not view.row:
        draw_laid(pen, view, positions)
    if len(view.dial) > WINDOWS:
        pen.stamp(draw_next, CENTRE_X, CENTRE_Y, (-170, -170, 170, 170))
        x, y = polar(CENTRE_X, CENTRE_Y, 176, 222)
        pen.text(x, y, pen.say("chocobo.next"), 18, "strong", pen.c.accent, "middle", room=90)
    pen.icon("heart", 30, 404, 15, pen.c.materials["heart"])
    pen.text(52, 404, view.hp, 44, "number")
    pen.icon("veg", 450, 404, 15, pen.c.materials["vegetable"])
    pen.text(428, 404, view.vegetables, 44, "number", anchor="end")
    draw_reaper(pen, view)


def draw_laid(pen: Pen, view: View, positions: int) -> None:
    """The cards that lie there already, in the order of their numbers; those that nobody may know face down."""
    lying = (*view.bonus, *view.laid, *([HIDDEN] if view.bonus_hidden else []))
    known = sorted((card for card in lying if card.card), key=lambda card: card.card)
    for i, card in enumerate([*known, *(card for card in lying if not card.card)][:WINDOWS]):
        x, y = polar(CENTRE_X, CENTRE_Y, 164, turn_of(i, positions))
        if not card.card:
            pen.stamp(draw_back, x, y, (-34, -42, 34, 48))
            continue
        pen.stamp(draw_card, x, y, (-34, -42, 34, 48), card.strength, False, False, key=("card", i))
        pen.text(x, y + (20 if not card.strength else -48), card.card, 18, "strong",
                 INK if not card.strength else pen.c.text_soft, "middle", room=46)  # fmt: skip


def draw_back(canvas: Shapes) -> None:
    """A card that lies face down."""
    c = canvas.c
    canvas.rect(-25, -28, 50, 64, 10, fill=c.stage)
    canvas.rect(-25, -32, 50, 64, 10, fill=c.raised, stroke=c.line, sw=2)
    canvas.poly([(0, -14), (12, 0), (0, 14), (-12, 0)], fill=c.line)


def draw_rings(canvas: Shapes, hp: int, vegetables: int) -> None:
    """HP at the left and vegetables at the right, filled from below; the disc of the dial."""
    m = canvas.c.materials
    for start, end, most, full, ink in (
        (212, 341, max(MOST_HP, hp), hp, m["heart"]),
        (148, 19, max(MOST_VEGETABLES, vegetables), vegetables, m["vegetable"]),
    ):
        step = (end - start) / most
        pad = 1.2 if step > 0 else -1.2
        for i in range(most):
            colour = ink if i < full else canvas.c.raised
            draw_segment(canvas, 222, start + i * step + pad, start + (i + 1) * step - pad, colour, 15)
    canvas.circ(0, 0, 128, fill=canvas.c.page, stroke=canvas.c.raised, sw=5)


def draw_segment(canvas: Shapes, r: float, start: float, end: float, ink: Colour, sw: float) -> None:
    """A piece of a ring with straight ends."""
    steps = 6
    outer = [polar(0, 0, r + sw / 2, start + (end - start) * i / steps) for i in range(steps + 1)]
    inner = [polar(0, 0, r - sw / 2, end - (end - start) * i / steps) for i in range(steps + 1)]
    canvas.poly([*outer, *inner], fill=ink)


def draw_position(pen: Pen, view: View, i: int, actions: tuple[str, ...], positions: int) -> None:
    """One position: its icon, and in a window the number and the card beside it."""
    turn = turn_of(i, positions)
    shown = i < WINDOWS
    on = shown and i == view.acting
    done = shown and 0 <= i < view.acting
    x, y = polar(CENTRE_X, CENTRE_Y, 90, turn)
    pen.stamp(draw_window, x, y, (-42, -42, 42, 42), actions, shown, on, done, key=("dial", i))
    if not shown:
        return
    nx, ny = polar(CENTRE_X, CENTRE_Y, 38, turn)
    ink = pen.c.accent if on else pen.c.text_soft if done else pen.c.text
    pen.text(nx, ny, i + 1, 24, "number", ink, "middle")
    px, py = polar(CENTRE_X, CENTRE_Y, 164, turn)
    card = view.row[i] if i < len(view.row) else None
    if card is not None:
        strength = card.strength
        pen.stamp(draw_card, px, py, (-34, -42, 34, 48), strength, on, done, key=("card", i))
        if strength == 0:
            pen.text(px, py + 20, card.card, 18, "strong", INK, "middle", room=46)
        if done:
            pen.circ(px + 20, py - 28, 13, pen.c.ok)
            pen.icon("check", px + 20, py - 28, 8, pen.c.mark)
    else:
        pen.rect(px - 25, py - 32, 50, 64, 10, None, pen.c.line, 2, (5, 5))


def draw_window(canvas: Shapes, actions: tuple[str, ...], shown: bool, on: bool, done: bool) -> None:
    """An icon of the dial; two icons are split by a stroke."""
    c = canvas.c
    if on:
        canvas.circ(0, 0, 37, fill=c.page, stroke=c.accent, sw=5)
    fill = c.stage if not shown else c.raised if done else c.ivory
    edge = c.line if not c.dark and shown else None
    canvas.circ(0, 0, 31, fill=fill, stroke=edge, sw=2)

    def ink(action: str) -> Colour:
        return TINTS.get(action, INK) if shown and not done else c.text_soft if shown else c.line

    if not actions:
        canvas.text(0, 0, "?", 30, "number", ink("?"))
    elif len(actions) == 1:
        draw_icon(canvas, SIGNS.get(actions[0], "question"), 0, 0, 18, ink(actions[0]), c.ivory)
    else:
        for action, x, y in zip(actions, (-11, 11), (-8, 9), strict=False):
            draw_icon(canvas, SIGNS.get(action, "question"), x, y, 11.5, ink(action), c.ivory)
        canvas.line(13, -17, -13, 17, ink(actions[0]), 2)


def draw_card(canvas: Shapes, strength: int, on: bool, done: bool) -> None:
    """A card beside the dial: its strength, and the same in dots; `?` until somebody tells."""
    c = canvas.c
    if on:
        canvas.rect(-31, -38, 62, 80, 16, stroke=c.accent, sw=4)
    if not done:
        canvas.rect(-25, -28, 50, 64, 10, fill=c.ivory_edge)
    canvas.rect(-25, -32, 50, 64, 10, fill=c.raised if done else c.ivory)
    ink = c.text_soft if done else INK
    canvas.text(0, -8, strength or "?", 40, "number", ink)
    if strength:
        for i in range(5):
            canvas.circ(-16 + i * 8, 22, 3, fill=ink if i < strength else None, stroke=ink, sw=1)


def draw_next(canvas: Shapes) -> None:
    """Which way the dial turns for the next round."""
    canvas.arrow_arc(0, 0, 146, 216, 246, canvas.c.accent, 4, 12)


def draw_reaper(pen: Pen, view: View) -> None:
    """The Reaper's way; with three steps left the words turn red and bold."""
    if view.reaper_end <= 0:
        return
    count = view.reaper_end + 1
    step = min(33.0, 363 / max(count - 1, 1))
    pen.line(32, 452, 32 + (count - 1) * step, 452, pen.c.raised, 6)
    at = min(view.reaper, count - 1)
    for i in range(count):
        x = 32 + i * step
        if i == count - 1:
            pen.circ(x, 452, 13, pen.c.stage, pen.c.bad, 3)
            pen.icon("cross", x, 452, 8, pen.c.bad)
        elif i != at:
            ink = pen.c.materials["reaper"]
            pen.circ(x, 452, min(7.0, step / 3), ink if i < at else pen.c.stage, ink if i < at else pen.c.line, 2.5)
    pen.stamp(draw_reaper_piece, 32 + at * step, 452, (-22, -22, 22, 22), key="reaper")
    left = view.reaper_end - view.reaper
    pen.text(474, 452, pen.say("chocobo.left", count=left), 21, "number" if left <= 3 else "strong",
             pen.c.bad if left <= 3 else pen.c.text, "end", room=62)  # fmt: skip


def draw_reaper_piece(canvas: Shapes) -> None:
    """The Reaper."""
    canvas.circ(0, 0, 18, fill=canvas.c.materials["reaper"], stroke=canvas.c.stage, sw=3)
    draw_icon(canvas, "reaper", 2, 0, 12, canvas.c.mark)
