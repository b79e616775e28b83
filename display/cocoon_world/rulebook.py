"""Cocoon World's rules by topic, and how its table is laid out."""

from __future__ import annotations

from tablekeeper.display.cocoon_world.pictograms import draw_tile
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.rulebook import GuideStep, Layout, Topic
from tablekeeper.display.widgets.components import draw_pile, draw_row, draw_track
from tablekeeper.display.widgets.pieces import draw_die, draw_marker, draw_pawn

TOPICS = (
    Topic(name="aim", clauses=("end.",)),
    Topic(
        name="turn", asked=("first", "roll", "roll.opening"),
        clauses=("turn.", "move.dice", "supply.draw", "setup.start_player"),
    ),
    Topic(name="doubles", asked=("roll.doublet",), clauses=("doublet.move",)),
    Topic(name="tiles", asked=("draw", "place", "keep", "return"), clauses=("place.", "supply.draw", "setup.hands")),
    Topic(name="stopping", asked=("reveal",), clauses=("scenario.reveal", "occupied.retreat", "loop.to_start",
                                                       "tile.obey", "start.pass")),
    Topic(name="sides", clauses=("ep.circle", "experience.stop", "initiation.flip", "start.stop", "turn.flip")),
    Topic(name="pit", asked=("pit", "roll.dungeon", "go_on", "wish"), clauses=("pit.",)),
    Topic(name="bet", asked=("bet",), clauses=("bet.",)),
    Topic(name="kinds", asked=("rob", "take", "use_taken", "fetch", "change_die"), clauses=("tile.",)),
)  # fmt: skip
TILE = 38.0


def boards(pen: Pen, layout: Layout) -> None:
    """The round of boards, the tower in the middle."""
    pen.rect(-150, -92, 300, 184, 26, None, pen.c.ivory, 22)
    for x, y in ((-150, -92), (0, -92), (150, -92), (-150, 92), (0, 92), (150, 92)):
        pen.rect(x - 16, y - 16, 32, 32, 7, pen.c.accent)
    pen.rect(-24, -44, 48, 88, 8, pen.c.materials["wood"])
    pen.rect(-34, 26, 68, 18, 5, pen.c.materials["wood_dark"])


def sorted_tiles(pen: Pen, layout: Layout) -> None:
    """The tiles without a mark, and those with one."""
    draw_pile(pen, -90, 0, "", 74, 74)
    draw_pile(pen, 90, 0, "sun", 74, 74)
    pen.text(-84, 66, "32", 26, "number", anchor="middle")
    pen.text(96, 66, "12", 26, "number", anchor="middle")


def hidden_tiles(pen: Pen, layout: Layout) -> None:
    """From one large space to the next: the first, fourth and seventh space bear a tile."""
    for i in range(9):
        x = -176 + i * 44
        if i in (0, 8):
            pen.rect(x - 21, -21, 42, 42, 8, pen.c.accent)
        elif i in (1, 4, 7):
            pen.stamp(draw_tile, x, 0, (-22, -22, 22, 26), "?", TILE)
            pen.text(x, 44, i, 20, "number", anchor="middle")
        else:
            pen.rect(x - 17, -17, 34, 34, 6, None, pen.c.line, 2, (5, 5))
    pen.icon("fwd", 0, -50, 14, pen.c.text_soft)


def hands(pen: Pen, layout: Layout) -> None:
    """Three tiles and the pile."""
    draw_row(pen, -80, 0, 3, "", 62, 62)
    draw_pile(pen, 130, 4, "", 62, 62)


def pawns(pen: Pen, layout: Layout) -> None:
    """The pawn on Start, the marker on nought."""
    pen.rect(-160, -48, 96, 96, 12, pen.c.accent)
    pen.icon("flag", -140, -28, 11, pen.c.mark)
    pen.stamp(draw_pawn, -108, 4, (-34, -34, 34, 34), "red", 26, "white")
    draw_track(pen, 10, 20, (10, 0, 1, 2), 48, 0)
    pen.stamp(draw_marker, 58, -22, (-22, -22, 22, 26), "red", 16)


def dice(pen: Pen, layout: Layout) -> None:
    """Two dice of one's own, the black one, the four white ones."""
    for i, (body, value) in enumerate((("red", 3), ("red", 5), ("black", 4))):
        pen.stamp(draw_die, -128 + i * 66 + 34 * (body == "black"), -34, (-30, -30, 30, 34), body, 48, value)
    for i in range(4):
        pen.stamp(draw_die, -102 + i * 66, 48, (-30, -30, 30, 34), "white", 48, i + 2)


def first(pen: Pen, layout: Layout) -> None:
    """The turn marker on 1."""
    whole = 5 if layout.players > FEW else 10
    step = 40.0
    draw_track(pen, -step * (whole - 1) / 2, 0, range(1, whole + 1), step, 1)
    pen.icon("down", -step * (whole - 1) / 2, -40, 12, pen.c.accent)


FEW = 2
"""With so many players or fewer a game has ten turns."""
GUIDE = (
    GuideStep(name="boards", draw=boards), GuideStep(name="sort", draw=sorted_tiles),
    GuideStep(name="hidden", draw=hidden_tiles), GuideStep(name="hands", draw=hands),
    GuideStep(name="pawns", draw=pawns), GuideStep(name="dice", draw=dice), GuideStep(name="first", draw=first),
)  # fmt: skip
