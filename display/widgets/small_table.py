"""A small picture of a table: where a game stands, with nothing to read and nothing to touch."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Self

from tablekeeper.display.drawing.layout import STAGE
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.sprites import Box, Draw
from tablekeeper.display.drawing.theme import shipped_palette
from tablekeeper.display.games import look_of
from tablekeeper.display.pages import TablePage, Unfinished


class SmallPen(Pen):
    """Draws shapes alone: no words, nothing to touch, nothing that moves."""

    @classmethod
    def of(cls, pen: Pen, game: str, x: float, y: float, edge: float) -> Self:
        """A pen that draws a game's square into a small one."""
        palette = shipped_palette(game, pen.look.theme)
        small = cls(pen.scene, pen.sprites, palette, pen.texts, pen.look, pen.frame, pen.px(x, y), pen.panel)
        small.k = pen.k * edge / STAGE
        return small

    def stamp(self, draw: Draw, x: float, y: float, box: Box, *args: object, key: Hashable = None, route: str = "",
              place: int = 0) -> None:  # fmt: skip
        """A picture, its letters too small to count as words."""
        super().stamp(draw, x, y, box, *args)
        self.scene.items[-1] = self.scene.items[-1]._replace(lettered=())

    def text(self, *words: object, **how: object) -> float:
        """Nothing can be read that small."""
        return 0.0

    def para(self, x: float, top: float, *words: object, **how: object) -> float:
        """Nothing can be read that small."""
        return top

    def target(self, *place: object, **how: object) -> None:
        """Nothing can be touched that small."""


def draw_small_table(pen: Pen, game: Unfinished, x: float, y: float, edge: float) -> None:
    """Where a game stands; its emblem where that is not known."""
    palette = shipped_palette(game.game, pen.look.theme)
    pen.rect(x, y, edge, edge, 10, palette.stage, palette.line, 1.5)
    small = SmallPen.of(pen, game.game, x, y, edge)
    if game.view is None:
        small.k *= STAGE / 240
        small.stamp(look_of(game.game).emblem, 120, 120, (-112, -80, 112, 80))
        return
    routes = dict(pen.scene.routes)
    names: Mapping[int, str] = dict(enumerate(game.names))
    page = TablePage(game.game, game.view, None, names, colours=dict(enumerate(game.colours)))
    look_of(game.game).screen.draw_stage(small, page, {})
    pen.scene.routes = routes
