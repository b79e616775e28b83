"""The Gods' Bet: five lanes to the flag, each pawn at its true distance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.widgets.pieces import draw_pawn
from tablekeeper.engines.cocoon_world.view import View


def draw_lanes(pen: Pen, view: View, open_colours: Sequence[str], names: Mapping[int, str], picked: str) -> None:
    """A lane a player; the own lane and taken ones are dashed, with the reason."""
    count = len(view.players)
    high = min(93.0, 468 / count)
    pen.rect(424, 8, 44, 464, 14, pen.c.accent)
    pen.icon("flag", 446, 240, 16, pen.c.mark, pen.c.accent)
    size = len(view.spaces)
    top = (480 - high * count) / 2 + 4
    for seat, player in enumerate(view.players):
        y = top + seat * high
        can = player.colour in open_colours
        on = player.colour == picked
        h = high - 9
        fill = pen.c.raised if on else pen.c.page if can else None
        edge = pen.c.accent if on else None if can else pen.c.line
        pen.rect(12, y, 404, h, 18, fill, edge, 4 if on else 2, None if can else (6, 6))
        ink = pen.c.text if can else pen.c.text_soft
        wide = pen.text(30, y + 24, player.name, 21, "strong", ink, room=150, cut=True)
        if player.spare:
            pen.text(42 + wide, y + 24, pen.say("cocoon_world.spare"), 18, "text", pen.c.text_soft, room=140, cut=True)
        left = size - player.space if player.space > 0 else size
        _draw_way(pen, y, left / size, player.colour, player.side)
        if can:
            pen.text(404, y + 24, left, 28, "number", pen.c.text, "end")
            pen.target(12, y, 404, h, Local("colour", player.colour), f"lane.{seat}", ring=18, first=not picked)
        else:
            _draw_reason(pen, view, seat, y, names)


def _draw_way(pen: Pen, y: float, far: float, who: str, side: str) -> None:
    x = 386 - 256 * far
    pen.line(30, y + 58, x - 26, y + 58, pen.c.line, 2, (1, 8))
    if x + 30 < 400:
        pen.line(x + 26, y + 58, 404, y + 58, pen.c.players[who], 4)
    pen.stamp(draw_pawn, x, y + 56, (-24, -24, 24, 24), who, 20, side)


def _draw_reason(pen: Pen, view: View, seat: int, y: float, names: Mapping[int, str]) -> None:
    bettor = next((i for i, p in enumerate(view.players) if p.bet_on == view.players[seat].colour), None)
    if seat == view.seat or bettor is None:
        words = pen.say("cocoon_world.yourself")
    else:
        words = pen.say("cocoon_world.bet_of", name=names.get(bettor, view.players[bettor].name))
    wide = pen.text(404, y + 24, words, 18, "strong", pen.c.text_soft, "end", room=150, cut=True)
    pen.icon("lock", 404 - wide - 16, y + 22, 9, pen.c.text_soft)
