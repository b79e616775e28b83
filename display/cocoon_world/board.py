"""The loop with its tiles and pawns, the EP circle, the turn track and the dice in the middle."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tablekeeper.display.cocoon_world.instructions import name_space
from tablekeeper.display.cocoon_world.pictograms import EVENT_SIGNS, draw_tile
from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.drawing.shapes import Point, Shapes, polar
from tablekeeper.display.pages import Entered, TablePage
from tablekeeper.display.widgets.dice import draw_tray
from tablekeeper.display.widgets.pieces import draw_ghost, draw_marker, draw_pawn
from tablekeeper.display.widgets.putting_right import touch_to_fix
from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.cocoon_world.view import PlayerView, View
from tablekeeper.engines.core import Event

RING_R = 146
SEATS = 11
"""Positions on the EP circle."""
MIDDLE = 240.0


def cells(spaces: int) -> list[Point]:
    """The middles of the spaces, clockwise from the top left: the edge of a rectangle as square as can be."""
    half = spaces // 2 + 2
    columns = (half + 1) // 2
    rows = half - columns
    dx, dy = 432 / (columns - 1), 432 / (rows - 1)
    top = [(24 + i * dx, 24.0) for i in range(columns - 1)]
    right = [(456.0, 24 + i * dy) for i in range(rows - 1)]
    bottom = [(456 - i * dx, 456.0) for i in range(columns - 1)]
    left = [(24.0, 456 - i * dy) for i in range(rows - 1)]
    return top + right + bottom + left


def pitch(spaces: int) -> float:
    """How far the spaces lie apart."""
    half = spaces // 2 + 2
    return 432 / ((half + 1) // 2 - 1)


def draw_board(
    pen: Pen, page: TablePage, view: View, candidates: Sequence[int] = (), picked: int | None = None,
    way: Sequence[int] | None = None,
) -> None:  # fmt: skip
    """Everything in the square; candidate spaces get an outline and can be touched. `way`: the one to come, if any."""
    draw_loop(pen, view)
    pen.stamp(draw_direction, 95, 62, (-20, -10, 20, 10))
    draw_pockets(pen, view)
    draw_circle(pen, page, view)
    draw_candidates(pen, view, candidates, picked)
    for passed in ways_gone(page) if way is None else [tuple(way)]:
        draw_way(pen, view, passed)
    if not candidates:
        draw_entered(pen, page, view)
    draw_pawns(pen, view)
    draw_tray(pen, page)


def draw_way(pen: Pen, view: View, way: Sequence[int]) -> None:
    """The way that a pawn goes, or went: a line from space to space, with an arrow at its end."""
    if len(way) < 2:
        return
    places = cells(len(view.spaces))
    line = tuple(places[space] for space in way)
    pen.stamp(draw_trail, 0, 0, (0, 0, 480, 480), line)


def draw_trail(canvas: Shapes, line: tuple[Point, ...]) -> None:
    """Dots from the middle of each space to that of the next, and an arrow."""
    for (ax, ay), (bx, by) in itertools.pairwise(line[:-1]):
        canvas.line(ax, ay, bx, by, canvas.c.stage, 9)
    for (ax, ay), (bx, by) in itertools.pairwise(line[:-1]):
        canvas.line(ax, ay, bx, by, canvas.c.focus, 5)
    (ax, ay), (bx, by) = line[-2:]
    canvas.arrow(ax, ay, ax + (bx - ax) * 0.8, ay + (by - ay) * 0.8, canvas.c.stage, 9, 18)
    canvas.arrow(ax, ay, ax + (bx - ax) * 0.8, ay + (by - ay) * 0.8, canvas.c.focus, 5, 14)


def ways_gone(page: TablePage) -> list[tuple[int, ...]]:
    """The ways of the pawns since people answered last."""
    size = len(page.view.spaces)
    moves = [event.facts for event in page.done if event.kind == "pawn_moved"]
    return [
        tuple((move["start"] + i * (1 if move["spaces"] > 0 else -1)) % size for i in range(abs(move["spaces"]) + 1))
        for move in moves
    ]


def draw_loop(pen: Pen, view: View) -> None:
    """The spaces: tiles as they lie, the event spaces in accent."""
    places = cells(len(view.spaces))
    edge = pitch(len(view.spaces)) - 4
    pen.scene.routes["loop"] = tuple(pen.px(x, y) for x, y in places)
    for i, ((x, y), tile) in enumerate(zip(places, view.tiles, strict=True)):
        if not view.spaces[i]:
            out = edge / 2 + 2
            pen.stamp(draw_tile, x, y, (-out, -out, out, out + 4), tile, edge, key=("space", i))
    for i, (x, y) in enumerate(places):
        if view.spaces[i]:
            pen.stamp(draw_event, x, y, (-23, -23, 23, 26), view.spaces[i], edge)


def draw_direction(canvas: Shapes) -> None:
    """Which way round the loop goes, once, beside Start."""
    canvas.arrow(-17, 0, 17, 0, canvas.c.line, 3, 9)


def draw_event(canvas: Shapes, event: str, edge: float) -> None:
    """An event space."""
    half = min(22.0, edge / 2 + 6)
    canvas.rect(-half, -half + 3, 2 * half, 2 * half, 12, fill=canvas.c.stage)
    canvas.rect(-half, -half, 2 * half, 2 * half, 12, fill=canvas.c.accent)
    draw_icon(canvas, EVENT_SIGNS.get(event, "question"), 0, 0, half * 0.64, canvas.c.mark, canvas.c.accent)


def draw_pawns(pen: Pen, view: View) -> None:
    """The pawns on the loop; two on one space stand a little apart."""
    places = cells(len(view.spaces))
    radius = min(17.0, pitch(len(view.spaces)) / 2 - 1)
    order = sorted(range(len(view.players)), key=lambda seat: seat == view.seat)
    crowd: dict[int, int] = {}
    for seat in order:
        player = view.players[seat]
        if player.space < 0:
            continue
        x, y = places[player.space]
        shift = crowd.get(player.space, 0)
        crowd[player.space] = shift + 1
        x, y = x + 5 * shift, y + 5 * shift
        active = seat == view.seat and not view.over
        out = radius + 9
        pen.stamp(
            draw_pawn, x, y, (-out, -out, out, out), player.colour, radius, player.side, active,
            key=("pawn", player.colour), route="loop", place=player.space,
        )  # fmt: skip


def draw_candidates(pen: Pen, view: View, candidates: Sequence[int], picked: int | None) -> None:
    """The spaces to choose from; a finger snaps to the nearest one, the one picked is filled."""
    places = cells(len(view.spaces))
    edge = pitch(len(view.spaces)) - 2
    speech = Speech(pen.texts, "cocoon_world", {}, {})
    for n, i in enumerate(sorted(candidates)):
        x, y = places[i]
        sw = 5 if i == picked else 3
        fill = pen.c.accent if i == picked and not view.tiles[i] and not view.spaces[i] else None
        pen.rect(x - edge / 2, y - edge / 2, edge, edge, 8, fill, pen.c.accent, sw)
        if i == picked:
            who = view.players[view.seat].colour
            pen.stamp(draw_ghost, x, y, (-edge, -edge, edge, edge), who, edge * 0.3)
        pen.target(
            x - edge / 2, y - edge / 2, edge, edge, Local("space", i), f"space.{i}", first=n == 0, ring=8, snaps=True,
            says=name_space(speech, view, i),
        )  # fmt: skip


def draw_entered(pen: Pen, page: TablePage, view: View) -> None:
    """A touch on a tile that was entered puts it right."""
    lies: dict[int, Entered] = {}
    for entered in page.entered:
        for event in entered.events:
            space = event.facts.get("space", -1)
            if "tile" in event.facts and 0 <= space < len(view.tiles) and view.tiles[space] == event.facts["tile"]:
                lies[space] = entered
    places, edge = cells(len(view.spaces)), pitch(len(view.spaces)) - 2
    for space, entered in sorted(lies.items()):
        x, y = places[space]
        touch_to_fix(pen, entered, x - edge / 2, y - edge / 2, edge, edge, f"space.fix.{space}", snaps=True)


def draw_around(pen: Pen, page: TablePage, spaces: Sequence[int]) -> None:
    """The loop with its pawns and the spaces that are meant, while its middle shows something else."""
    view = page.view
    draw_loop(pen, view)
    places, edge = cells(len(view.spaces)), pitch(len(view.spaces)) - 2
    for space in spaces:
        x, y = places[space]
        pen.rect(x - edge / 2, y - edge / 2, edge, edge, 8, None, pen.c.accent, 4)
    draw_pawns(pen, view)


def draw_ring(canvas: Shapes) -> None:
    """The EP circle's ground."""
    canvas.circ(0, 0, RING_R, stroke=canvas.c.raised, sw=50)
    for value in range(SEATS):
        canvas.circ(*polar(0, 0, RING_R, value * 360 / SEATS), 21, fill=canvas.c.page)


def draw_circle(pen: Pen, page: TablePage, view: View) -> None:
    """The EP circle: 0 at the top, rising clockwise; markers stacked, the last on top."""
    out = RING_R + 27
    pen.stamp(draw_ring, MIDDLE, MIDDLE, (-out, -out, out, out))
    pen.scene.routes["ep"] = tuple(pen.px(*polar(MIDDLE, MIDDLE, RING_R, i * 360 / SEATS)) for i in range(SEATS))
    for value in range(SEATS):
        turn = value * 360 / SEATS
        x, y = polar(MIDDLE, MIDDLE, RING_R, turn)
        stack = [seat for seat in view.stack if view.players[seat].ep == value]
        if not stack:
            pen.text(x, y, value, 22, "number", pen.c.text_soft, "middle")
            continue
        for level, seat in enumerate(stack):
            who = view.players[seat].colour
            lift = -10 * level + (5 if len(stack) > 1 else 0)
            pen.stamp(draw_marker, x, y + lift, (-25, -25, 25, 32), who, 21, key=("ep", who), route="ep", place=value)
        pen.text(*polar(MIDDLE, MIDDLE, RING_R - 42, turn), value, 22, "number", pen.c.text, "middle")
    if not view.over:
        active = view.players[view.seat]
        draw_gain(pen, active, high=sum(player.ep == active.ep for player in view.players) > 2)


def draw_gain(pen: Pen, player: PlayerView, high: bool) -> None:
    """Which way the active player gains: an arrow outside the circle to the next position; a high stack hides `+1`."""
    step = 360 / SEATS
    start = player.ep * step
    way = 1 if player.side == "white" else -1
    end = start + way * step
    x, y = polar(MIDDLE, MIDDLE, RING_R, end)
    pen.circ(x, y, 24, None, pen.c.accent, 3, (5, 5))
    out = RING_R + 50
    pen.stamp(draw_gain_arrow, MIDDLE, MIDDLE, (-out, -out, out, out), start + way * 4, end + way * 2)
    if not high:
        x, y = polar(MIDDLE, MIDDLE, RING_R + 38, start - way * 5)
        pen.text(x, y, "+1", 20, "number", pen.c.accent, "middle")


def draw_gain_arrow(canvas: Shapes, start: float, end: float) -> None:
    """The arrow that shows the direction of gain."""
    canvas.arrow_arc(0, 0, RING_R + 36, start, end, canvas.c.accent, 5, 13)


def draw_pockets(pen: Pen, view: View) -> None:
    """Turn track, pile and bets, in the corners inside the loop."""
    many = view.turns > 5
    for i in range(view.turns):
        done = i < view.turn
        x, y = 60 + (i % 5) * 17, (378 if many else 394) + (i // 5) * 17
        pen.circ(x, y, 6, pen.c.accent if done else None, pen.c.accent if done else pen.c.line, 2)
    wide = pen.text(54, 418, pen.say("cocoon_world.turn"), 18, "strong", pen.c.text_soft)
    pen.text(60 + wide, 418, pen.say("table.of", part=min(view.turn, view.turns), whole=view.turns), 18, "strong")
    pen.icon("tiles", 414, 92, 13, pen.c.text, pen.c.stage)
    pen.text(414, 66, view.pile, 21, "number", pen.c.text, "middle")
    bets = [player for player in view.players if player.bet_on]
    for i, target in enumerate(view.players):
        x = 427 - 20 * (len(view.players) - 1 - i)
        bettor = next((player for player in bets if player.bet_on == target.colour), None)
        if bettor is None:
            pen.rect(x - 7, 387, 14, 14, 4, None, pen.c.line, 2)
        else:
            pen.stamp(draw_pawn, x, 394, (-13, -13, 13, 13), bettor.colour, 9, bettor.bet_side)
    words = pen.texts.first("cocoon_world.no_bets") if not bets else pen.say("cocoon_world.bets", count=len(bets))
    pen.text(428, 418, words, 18, "strong", pen.c.text_soft, "end")


def last_event(events: Sequence[Event], *kinds: str) -> Event | None:
    """The latest event of these kinds."""
    return next((event for event in reversed(events) if event.kind in kinds), None)
