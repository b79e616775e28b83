"""Kokoro's rules by topic, and how its table is laid out."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.drawing.theme import INK, Colour
from tablekeeper.display.kokoro.card import GRASS, LEAF, draw_path_card, draw_shrine
from tablekeeper.display.rulebook import GuideStep, Layout, Topic
from tablekeeper.display.widgets.components import draw_pile

TOPICS = (
    Topic(name="aim", clauses=("end.most_points", "end.highest_box", "end.shared", "end.alone", "end.final",
                               "alone.")),
    Topic(name="round", asked=("sanctuary", "path"), clauses=("round.", "turn.call", "turn.used_cards")),
    Topic(name="drawing", asked=("act",), clauses=("turn.draw", "turn.as_shown", "turn.dead_ends", "turn.together")),
    Topic(name="peeking", asked=("act", "top", "look"), clauses=("peek.",)),
    Topic(name="counting", asked=("count", "trace"), clauses=("score.count", "score.own_space", "score.touching",
                                                              "score.loop", "score.again", "real.")),
    Topic(name="writing", asked=("count",), clauses=("score.first", "score.higher", "score.zero", "score.comeback",
                                                     "end.penalty")),
    Topic(name="guardians", clauses=("guardian.", "end.sixth")),
    Topic(name="pink", asked=("spot",), clauses=("pink.",)),
    Topic(name="decree", asked=("decree",), clauses=("decree.",)),
)  # fmt: skip
PINK: Colour = (255, 163, 181)
BLUE: Colour = (150, 196, 226)


def is_pink(layout: Layout) -> bool:
    """Whether the pink side is played."""
    return layout.option("side", "blue") == "pink"


def has_decree(layout: Layout) -> bool:
    """Whether a decree is drawn."""
    return layout.option("decree", "none") != "none"


def deals(layout: Layout) -> bool:
    """Whether the companion deals the cards."""
    return layout.option("decks", "companion") == "companion"


def own_decks(layout: Layout) -> bool:
    """Whether the people's own decks are used."""
    return not deals(layout)


def draw_printed_mat(canvas: Shapes, pink: bool) -> None:
    """A mat from above: its grid, the guardians in two corners, the score boxes at the right."""
    canvas.rect(-104, -72, 208, 150, 12, fill=canvas.c.ivory_edge)
    canvas.rect(-104, -76, 208, 150, 12, fill=PINK if pink else BLUE)
    for column in range(7):
        for row in range(6):
            canvas.rect(-96 + column * 22, -68 + row * 22, 20, 20, 3, fill=GRASS)
    for row in range(6):
        canvas.rect(66, -68 + row * 22, 30, 20, 3, fill=canvas.c.ivory)
    if not pink:
        canvas.circ(-86, -58, 7, fill=LEAF)
        canvas.circ(46, 52, 7, fill=(178, 63, 95))


def mats(pen: Pen, layout: Layout) -> None:
    """A mat and a pen."""
    pen.stamp(draw_printed_mat, -40, 0, (-108, -80, 108, 80), is_pink(layout))
    pen.line(110, 60, 160, -50, pen.c.text, 13)
    pen.line(106, 69, 110, 60, pen.c.text_soft, 6)


def paths(pen: Pen, layout: Layout) -> None:
    """The pile of path cards, and one of them."""
    draw_pile(pen, -70, 4, "leaf", 92, 122)
    small = pen.scaled(80, 0, 0.42)
    small.stamp(draw_path_card, 0, 0, (-132, -174, 132, 182), 3, "NE", False)


def sanctuaries(pen: Pen, layout: Layout) -> None:
    """The pile of sanctuary cards, and one of them."""
    draw_pile(pen, -70, 4, "flag", 92, 122)
    small = pen.scaled(80, 0, 0.8)
    small.stamp(draw_shrine, 0, 0, (-68, -90, 68, 96), "A")


def caller(pen: Pen, layout: Layout) -> None:
    """Both piles before one person."""
    draw_pile(pen, -70, 0, "flag")
    draw_pile(pen, 70, 0, "leaf")
    pen.icon("eye", 0, 74, 18, pen.c.accent)


def companion(pen: Pen, layout: Layout) -> None:
    """The cards stay in the box."""
    pen.rect(-110, -60, 220, 130, 12, None, pen.c.line, 3, (8, 8))
    draw_pile(pen, -46, 6, "flag")
    draw_pile(pen, 46, 6, "leaf")
    pen.icon("lock", 0, -80, 13, pen.c.text_soft)


def draw_ten(canvas: Shapes) -> None:
    """A ten-sided die."""
    canvas.poly([(0, -62), (58, 14), (0, 60), (-58, 14)], fill=canvas.c.ivory, stroke=canvas.c.ivory_edge, sw=4)
    canvas.poly([(0, -62), (34, 20), (0, 34), (-34, 20)], stroke=canvas.c.ivory_edge, sw=3)
    canvas.text(0, 6, "7", 40, "number", INK)


def die(pen: Pen, layout: Layout) -> None:
    """The ten-sided die."""
    pen.stamp(draw_ten, 0, 0, (-66, -70, 66, 70))


def decree(pen: Pen, layout: Layout) -> None:
    """The decree cards."""
    draw_pile(pen, 0, 4, "book", 92, 122)


GUIDE = (
    GuideStep(name="mats", draw=mats),
    GuideStep(name="companion", draw=companion, when=deals),
    GuideStep(name="sanctuaries", draw=sanctuaries, when=own_decks),
    GuideStep(name="paths", draw=paths, when=own_decks),
    GuideStep(name="caller", draw=caller, when=own_decks),
    GuideStep(name="die", draw=die, when=is_pink),
    GuideStep(name="decree", draw=decree, when=has_decree),
)
